//! What the operator asks of a server that runs, through a socket in its folder that only its owner can use. A request
//! is one line, the answer is lines of text, and the last one is `ok` or `error: …`.

mod closed;
mod order_error;
mod orders;
mod others;
mod whom;

use std::fs::{self, Permissions};
use std::io::{self, ErrorKind, Read, Write as _};
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use thiserror::Error;

pub use closed::Closed;

use super::server::Server;
use crate::escape;
use crate::task;
use order_error::OrderError;
use orders::Started;
use others::answer_for_all;

/// The name of the socket in the folder of the server.
pub(crate) const SOCKET: &str = "operator.sock";

/// The longest request, in bytes.
const LONGEST_BYTES: usize = 1024;

/// The longest answer, in bytes.
const LONGEST_ANSWER_BYTES: u64 = 1024 * 1024;

/// How long a request, and the sending of an answer, may take.
const DEADLINE: Duration = Duration::from_secs(2);

/// How long the server may take for an answer.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// What the operator wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// How the server does.
    Status,
    /// Who is connected.
    Players,
    /// The games that are open.
    Tables,
    /// Who is kept out.
    Bans,
    /// What players have reported: the newest reports, or the one with this number.
    Reports(Option<i64>),
    /// Close the table with this number, whatever its game is doing.
    Close(Closed),
    /// Give a member another name: the name of now, and after a space the new one. Without one the server gives it.
    Rename(String),
    /// End the sessions of somebody: a name or the number of a session.
    Kick(String),
    /// Keep somebody out: a name, the number of a session, an address or a fingerprint.
    Ban(String),
    /// Let somebody in again.
    Unban(String),
    /// Show a line to everybody.
    Say(String),
    /// Read the folder of games again, and list them.
    Variants,
    /// Remove at once what is kept for a time only, or say what that would be.
    Prune(Prune),
}

/// Whether something is removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prune {
    /// It is.
    Now,
    /// It is only counted.
    DryRun,
}

impl Ask {
    /// The word of the request, and what it is about.
    fn words(&self) -> (&'static str, String) {
        let (word, about) = match self {
            Ask::Status => ("status", ""),
            Ask::Players => ("players", ""),
            Ask::Tables => ("tables", ""),
            Ask::Bans => ("bans", ""),
            Ask::Variants => ("variants", ""),
            Ask::Reports(number) => {
                return ("reports", number.map_or_else(String::new, |number| number.to_string()));
            }
            Ask::Close(closed) => return ("close", closed.to_string()),
            Ask::Rename(names) => ("rename", names.as_str()),
            Ask::Kick(who) => ("kick", who.as_str()),
            Ask::Ban(who) => ("ban", who.as_str()),
            Ask::Unban(who) => ("unban", who.as_str()),
            Ask::Say(text) => ("say", text.as_str()),
            Ask::Prune(Prune::Now) => ("prune", ""),
            Ask::Prune(Prune::DryRun) => ("prune", "dry-run"),
        };
        (word, about.to_owned())
    }

    /// Reads a request.
    fn parse(line: &str) -> Option<Ask> {
        let (word, about) = line.split_once(' ').unwrap_or((line, ""));
        let about = about.trim().to_owned();
        Some(match (word, about.is_empty()) {
            ("status", true) => Ask::Status,
            ("players", true) => Ask::Players,
            ("tables", true) => Ask::Tables,
            ("bans", true) => Ask::Bans,
            ("variants", true) => Ask::Variants,
            ("reports", true) => Ask::Reports(None),
            ("reports", false) => Ask::Reports(Some(about.parse().ok()?)),
            ("close", false) => Ask::Close(Closed::parse(&about)?),
            ("rename", false) => Ask::Rename(about),
            ("kick", false) => Ask::Kick(about),
            ("ban", false) => Ask::Ban(about),
            ("unban", false) => Ask::Unban(about),
            ("say", false) => Ask::Say(about),
            ("prune", true) => Ask::Prune(Prune::Now),
            ("prune", false) if about == "dry-run" => Ask::Prune(Prune::DryRun),
            _ => return None,
        })
    }
}

/// Why the operator gets no answer.
#[derive(Debug, Error)]
pub enum AskError {
    /// No server runs with this folder.
    #[error("no server runs with the folder {} ({error})", escape::path(.folder))]
    NotRunning {
        /// The folder.
        folder: PathBuf,
        /// What connecting says.
        error: io::Error,
    },
    /// The request cannot be sent.
    #[error("a request is one line of at most {LONGEST_BYTES} bytes")]
    Line,
    /// The connection failed.
    #[error("asking the server: {0}")]
    Io(io::Error),
    /// The server has not answered to the end.
    #[error("the server has not answered to the end")]
    Short,
    /// The server says why not.
    #[error("{0}")]
    Refused(String),
}

/// Asks the server of this folder.
pub fn ask(folder: &Path, ask: &Ask) -> Result<String, AskError> {
    let (word, about) = ask.words();
    let line = format!("{word} {about}\n");
    if line.len() > LONGEST_BYTES || line.trim_end_matches('\n').contains(char::is_control) {
        return Err(AskError::Line);
    }
    let not_running = |error| AskError::NotRunning { folder: folder.to_owned(), error };
    let mut stream = UnixStream::connect(folder.join(SOCKET)).map_err(not_running)?;
    stream.set_read_timeout(Some(LONGEST_WAIT)).map_err(AskError::Io)?;
    stream.set_write_timeout(Some(LONGEST_WAIT)).map_err(AskError::Io)?;
    stream.write_all(line.as_bytes()).map_err(AskError::Io)?;
    let mut told = String::new();
    stream.take(LONGEST_ANSWER_BYTES).read_to_string(&mut told).map_err(AskError::Io)?;
    if let Some(told) = told.strip_suffix("ok\n") {
        return Ok(told.to_owned());
    }
    let last = told.lines().last().and_then(|line| line.strip_prefix("error: "));
    Err(last.map_or(AskError::Short, |why| AskError::Refused(why.to_owned())))
}

/// Makes the socket in this folder, of which the server is the only one. A path that is too long for a socket is a reason
/// to go without one.
pub(super) fn bind(folder: &Path) -> io::Result<UnixListener> {
    let path = folder.join(SOCKET);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(&path)?;
    fs::set_permissions(&path, Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// The socket, until it is dropped: the file is removed then.
pub(super) struct Socket(PathBuf);

impl Drop for Socket {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Answers the operator on a thread of its own, one request after the other.
pub(super) fn listen(
    server: &Arc<Server>,
    listener: io::Result<UnixListener>,
    address: SocketAddr,
    host_key: &str,
) -> Option<Socket> {
    let path = server.data.join(SOCKET);
    let started = Started { address, host_key: host_key.to_owned(), at: SystemTime::now() };
    let own = Arc::clone(server);
    let listening = listener.and_then(|listener| {
        task::spawn("operator", move || {
            for stream in listener.incoming() {
                match stream {
                    Ok(stream) => drop(talk(&own, &started, stream)),
                    Err(_) => std::thread::sleep(Duration::from_millis(200)),
                }
            }
        })
    });
    match listening {
        Ok(_) => Some(Socket(path)),
        Err(error) => {
            server.log.note("failed", &[("what", &"operator"), ("error", &error)]);
            None
        }
    }
}

/// Reads a line of limited length in limited time.
fn request(stream: &mut UnixStream) -> io::Result<Option<String>> {
    let end = Instant::now() + DEADLINE;
    let mut line = Vec::new();
    let mut bytes = [0; 256];
    while !line.contains(&b'\n') && line.len() <= LONGEST_BYTES {
        let left = end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut bytes)? {
            _ if Instant::now() >= end => return Err(ErrorKind::TimedOut.into()),
            0 => break,
            read => line.extend_from_slice(&bytes[..read]),
        }
    }
    let line = line.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let text = std::str::from_utf8(line).ok().filter(|text| text.len() < LONGEST_BYTES);
    Ok(text.filter(|text| !text.contains(char::is_control)).map(str::to_owned))
}

fn talk(server: &Server, started: &Started, mut stream: UnixStream) -> io::Result<()> {
    let asked = request(&mut stream)?.as_deref().and_then(|line| Ask::parse(line.trim()));
    let told = match asked {
        Some(asked) => answer_for_all(server, started, &asked),
        None => Err(OrderError::Request),
    };
    let told = match told {
        Ok(lines) => format!("{lines}ok\n"),
        Err(why) => format!("error: {}\n", escape::line(&why.to_string())),
    };
    stream.set_write_timeout(Some(DEADLINE))?;
    stream.write_all(told.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_as_they_are_written() {
        let all = [
            Ask::Status,
            Ask::Players,
            Ask::Tables,
            Ask::Bans,
            Ask::Reports(None),
            Ask::Reports(Some(12)),
            Ask::Close(Closed::Table(7)),
            Ask::Close(Closed::Tournament(3)),
            Ask::Rename("Ann".to_owned()),
            Ask::Rename("Ann Anna".to_owned()),
            Ask::Kick("Ann".to_owned()),
            Ask::Ban("2001:db8::1".to_owned()),
            Ask::Unban("SHA256:x".to_owned()),
            Ask::Say("a b  c".to_owned()),
            Ask::Prune(Prune::Now),
            Ask::Prune(Prune::DryRun),
        ];
        for asked in all {
            let (word, about) = asked.words();
            assert_eq!(Ask::parse(format!("{word} {about}").trim()), Some(asked));
        }
        for line in [
            "",
            "stop",
            "kick",
            "kick ",
            "status now",
            "say",
            "STATUS",
            "close",
            "close x",
            "close tournament",
            "close 1 2",
            "reports x",
            "rename",
            "prune all",
        ] {
            assert_eq!(Ask::parse(line), None, "{line}");
        }
    }

    #[test]
    fn a_folder_without_a_server_is_told_clearly() {
        let folder = tempfile::tempdir().expect("a folder");
        let told = ask(folder.path(), &Ask::Status).expect_err("nobody answers").to_string();
        assert!(told.starts_with("no server runs with the folder /"), "{told}");
        let told = ask(folder.path(), &Ask::Say("a\nb".to_owned())).expect_err("two lines").to_string();
        assert_eq!(told, "a request is one line of at most 1024 bytes");
        let long = Ask::Say("x".repeat(2000));
        assert!(matches!(ask(folder.path(), &long), Err(AskError::Line)));
    }
}
