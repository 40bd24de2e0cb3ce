//! The club's database: a file in the server's folder, or, where `HETERODOX_TEST_DATABASE` is the address of a server, one there.

use std::path::Path;
use std::process::Command;

use heterodox::club::DATABASE;
use heterodox::club::store::Store;
use heterodox::club::store::server::Server;

use super::player::Fault;

/// The address of the database of a folder, which is made if there is none; `None` for a file.
pub(crate) fn address(data: &Path) -> Result<Option<String>, Fault> {
    let Ok(server) = std::env::var("HETERODOX_TEST_DATABASE") else { return Ok(None) };
    let mut name = data.display().to_string().to_ascii_lowercase();
    name.retain(|letter| letter.is_ascii_alphanumeric());
    let sql = format!("CREATE DATABASE {name}");
    // It is there already if the folder is opened again.
    let _ = Command::new("psql").args([&format!("{server}/postgres"), "-qc", &sql]).output()?;
    Ok(Some(format!("{server}/{name}")))
}

/// Opens the database of a folder.
pub(crate) fn store(data: &Path) -> Result<Store, Fault> {
    let path = data.join(DATABASE);
    Ok(match address(data)? {
        None => Store::open(&path)?,
        Some(address) => {
            let server =
                Server::new(&address).map_err(|_| Fault::Unreadable { what: "the address of the database" })?;
            Store::open_from(server, &path)?
        }
    })
}
