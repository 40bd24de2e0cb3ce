//! Tells the system's manager of services how the server does, as `sd_notify` has it: one datagram to the socket that
//! `NOTIFY_SOCKET` names.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::net::UnixDatagram;

/// Where the manager listens; `None` if nobody wants to know.
#[derive(Clone, Debug)]
pub(super) struct Service(Option<OsString>);

impl Service {
    /// The socket that the environment names.
    pub(super) fn of_environment() -> Service {
        Service(std::env::var_os("NOTIFY_SOCKET").filter(|name| !name.is_empty()))
    }

    /// The server accepts connections.
    pub(super) fn ready(&self) -> io::Result<()> {
        self.tell(&format!("READY=1\nMAINPID={}", std::process::id()))
    }

    /// The server has begun to end.
    pub(super) fn stopping(&self) -> io::Result<()> {
        self.tell("STOPPING=1")
    }

    fn tell(&self, state: &str) -> io::Result<()> {
        let Some(name) = &self.0 else { return Ok(()) };
        let socket = UnixDatagram::unbound()?;
        // A manager that does not read must not hold the server up.
        socket.set_nonblocking(true)?;
        send(&socket, name, state.as_bytes())
    }
}

/// A name that begins with `@` is none of a file: it is in the abstract space of Linux.
#[cfg(target_os = "linux")]
fn send(socket: &UnixDatagram, name: &OsStr, bytes: &[u8]) -> io::Result<()> {
    use std::os::linux::net::SocketAddrExt as _;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::net::SocketAddr;

    let address = match name.as_bytes() {
        [b'@', own @ ..] => SocketAddr::from_abstract_name(own)?,
        _ => SocketAddr::from_pathname(name)?,
    };
    socket.send_to_addr(bytes, &address).map(|_| ())
}

#[cfg(not(target_os = "linux"))]
fn send(socket: &UnixDatagram, name: &OsStr, bytes: &[u8]) -> io::Result<()> {
    socket.send_to(bytes, name).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Folder;

    fn heard(socket: &UnixDatagram) -> String {
        let mut bytes = [0; 200];
        let count = socket.recv(&mut bytes).expect("a datagram");
        String::from_utf8_lossy(&bytes[..count]).into_owned()
    }

    #[test]
    fn the_manager_hears_of_the_start_and_the_end() {
        let folder = Folder::new("service");
        let path = folder.path().join("notify");
        let manager = UnixDatagram::bind(&path).expect("a socket");
        let service = Service(Some(path.clone().into()));
        service.ready().expect("it listens");
        assert_eq!(heard(&manager), format!("READY=1\nMAINPID={}", std::process::id()));
        service.stopping().expect("it listens");
        assert_eq!(heard(&manager), "STOPPING=1");
        drop(manager);
        assert!(service.ready().is_err(), "nobody listens any more");
        Service(None).ready().expect("nobody wants to know");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_name_with_an_at_is_none_of_a_file() {
        use std::os::linux::net::SocketAddrExt as _;
        use std::os::unix::net::SocketAddr;

        let name = format!("heterodox-service-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(&name).expect("a name");
        let manager = UnixDatagram::bind_addr(&address).expect("a socket");
        Service(Some(format!("@{name}").into())).stopping().expect("it listens");
        assert_eq!(heard(&manager), "STOPPING=1");
    }
}
