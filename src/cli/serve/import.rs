//! `heterodox serve import`: moves a club from the file of a folder to a database on a server, or back.

use std::path::Path;

use clap::Args;

use super::super::{Failure, Outcome};

/// Where to.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
pub(super) struct Import {
    /// Copy the club of the folder to the empty database at this address
    #[arg(long, value_name = "ADDRESS")]
    to: Option<String>,
    /// Copy the club of the database at this address to the folder, which has none yet
    #[arg(long, value_name = "ADDRESS")]
    from: Option<String>,
}

/// Copies the club, and lists what was copied: each table with its rows and a digest of them.
#[cfg(feature = "cluster")]
pub(super) fn import(folder: &Path, import: &Import) -> Outcome {
    use std::io::Write as _;

    use super::super::out;
    use crate::club::DATABASE;
    use crate::club::store::import::{from_server, to_server};
    use crate::club::store::server::Server;

    let server = |address: &str| Server::new(address).map_err(Failure::failed);
    let path = folder.join(DATABASE);
    let copied = match (&import.to, &import.from) {
        (Some(address), _) => to_server(&path, server(address)?),
        (None, address) => from_server(server(address.as_deref().unwrap_or_default())?, &path),
    };
    let copied = copied.map_err(Failure::failed)?;
    let mut words = out::words();
    for table in &copied {
        writeln!(words, "{table}")?;
    }
    let rows: u64 = copied.iter().map(|table| table.rows).sum();
    Ok(writeln!(words, "Copied and compared: {rows} rows of {} tables", copied.len())?)
}

#[cfg(not(feature = "cluster"))]
pub(super) fn import(_: &Path, _: &Import) -> Outcome {
    Err(Failure::Failed("import: this program was built without the feature `cluster`".to_owned()))
}
