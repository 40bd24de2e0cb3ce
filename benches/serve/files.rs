//! Files of members that are as hostile as a file can be.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use russh::keys::ssh_key::LineEnding;

use super::Scale;
use super::crowd::{beat, runtime};
use super::figures::Row;
use super::hostile_file::hostile;
use super::player::{Fault, Player, key, keys, login_all};
use super::quiet::move_mark;
use super::server::{Server, folder};

/// Members send as many files as they like.
const SENT: &str = "per_address = 5000\nnew_per_minute = 100000\n[variants]\nfrom_members = true\nper_member = 100\nper_day = 1000\n";

/// Sends one file with the real `ssh`. Was it taken?
fn send(folder: &Path, port: u16, text: &str) -> Result<bool, Fault> {
    let known = format!("UserKnownHostsFile={}", folder.join("known").display());
    let mut ssh = Command::new("ssh")
        .args(["-F", "/dev/null", "-o", "StrictHostKeyChecking=no", "-o", "IdentitiesOnly=yes", "-o", &known])
        .args(["-p", &port.to_string(), "-i"])
        .arg(folder.join("key"))
        .args(["player@127.0.0.1", "variant add"])
        .env_remove("SSH_AUTH_SOCK")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut input) = ssh.stdin.take() {
        input.write_all(text.as_bytes())?;
    }
    Ok(ssh.wait()?.success())
}

/// Players press keys while somebody sends such files, one after the other.
pub(crate) fn hostile_files(scale: Scale) -> Result<Row, Fault> {
    let (server, sender) = (Server::start(folder()?, Some(SENT))?, folder()?);
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(sender.path().join("key"))?;
    file.write_all(key()?.to_openssh(LineEnding::LF)?.as_bytes())?;
    let (port, at, done) = (server.port, sender.path().to_owned(), Arc::new(AtomicBool::new(false)));
    let over = Arc::clone(&done);
    let sends = move || -> Result<usize, Fault> {
        let mut taken = 0;
        while !over.load(Ordering::Relaxed) {
            taken += usize::from(send(&at, port, &hostile(&format!("hostile{taken}")))?);
        }
        Ok(taken)
    };
    runtime()?.block_on(async {
        let players = login_all(server.port, keys(scale.of(100))?, "Play now").await?;
        let players: Vec<Arc<Player>> = players.into_iter().map(Arc::new).collect();
        let sends = thread::spawn(sends);
        let mut row = Row::of(beat(&players, scale.seconds(20), move_mark).await?);
        done.store(true, Ordering::Relaxed);
        let taken = sends.join().map_err(|_| Fault::Unreadable { what: "what was sent" })??;
        row.must(format!("{taken} files taken"), taken > 0);
        let slow = row.share(0.99);
        row.at_most("p99", slow, 20.0);
        Ok(row)
    })
}
