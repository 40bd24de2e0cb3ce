//! A connection to another end: its name is resolved, the addresses are checked, and one that was checked is connected to.
//! Everything together has a deadline, however slow the other end is.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs as _};
use std::sync::{Arc, LazyLock, mpsc};
use std::time::{Duration, Instant};

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use super::networks::is_public;
use super::send_error::SendError;
use crate::task;

/// How long a message may take.
pub(super) const LONGEST: Duration = Duration::from_secs(20);

/// How TLS is spoken, with the certificates of the system.
static TLS: LazyLock<Result<Arc<ClientConfig>, rustls::Error>> = LazyLock::new(|| {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    #[cfg(test)]
    roots.add_parsable_certificates(super::tests::secret::authority());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    Ok(Arc::new(config?.with_root_certificates(roots).with_no_client_auth()))
});

/// A socket that is given up at a time.
pub(super) struct Timed {
    socket: TcpStream,
    until: Instant,
}

impl Timed {
    fn left(&self) -> io::Result<Duration> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
    }
}

impl Read for Timed {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.socket.set_read_timeout(Some(self.left()?))?;
        self.socket.read(bytes)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.socket.set_write_timeout(Some(self.left()?))?;
        self.socket.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}

/// The addresses of a host. The system has no limit of its own for this question.
fn resolve(host: String, port: u16) -> io::Result<Vec<SocketAddr>> {
    within(LONGEST, move || Ok((host.as_str(), port).to_socket_addrs()?.collect()))
}

/// Does this on a thread of its own, and does not wait for it longer than that.
fn within<T: Send + 'static>(
    longest: Duration,
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    let (tell, told) = mpsc::sync_channel(1);
    task::spawn("resolve", move || drop(tell.send(work())))?;
    told.recv_timeout(longest).map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
}

/// A connection to another end.
pub(super) enum Link {
    Plain(Timed),
    Secret(Box<StreamOwned<ClientConnection, Timed>>),
}

impl Link {
    /// Connects to a host. `anywhere` allows addresses that only the operator reaches.
    pub(super) fn open(host: &str, port: u16, anywhere: bool) -> Result<Link, SendError> {
        let until = Instant::now() + LONGEST;
        let resolved = resolve(host.to_owned(), port).map_err(|error| SendError::Io { doing: "resolve", error })?;
        let allowed: Vec<SocketAddr> =
            resolved.into_iter().filter(|address| anywhere || is_public(address.ip())).collect();
        let mut failed = SendError::Private;
        for address in allowed {
            let left = until.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
            match TcpStream::connect_timeout(&address, left) {
                Ok(socket) => return Ok(Link::Plain(Timed { socket, until })),
                Err(error) => failed = SendError::Io { doing: "connect", error },
            }
        }
        Err(failed)
    }

    /// The same, encrypted from now on. The other end must be this host.
    pub(super) fn encrypt(self, host: &str) -> Result<Link, SendError> {
        let Link::Plain(socket) = self else { return Ok(self) };
        let config = TLS.as_ref().map_err(|error| SendError::Tls(error.to_string()))?;
        let wrong = |error: &dyn std::fmt::Display| SendError::Tls(error.to_string());
        let name = ServerName::try_from(host.to_owned()).map_err(|error| wrong(&error))?;
        let tls = ClientConnection::new(Arc::clone(config), name).map_err(|error| wrong(&error))?;
        let mut stream = StreamOwned::new(tls, socket);
        while stream.conn.is_handshaking() {
            stream.conn.complete_io(&mut stream.sock).map_err(|error| wrong(&error))?;
        }
        Ok(Link::Secret(Box::new(stream)))
    }

    pub(super) const fn is_encrypted(&self) -> bool {
        matches!(self, Link::Secret(_))
    }

    /// Writes all of this.
    pub(super) fn say(&mut self, doing: &'static str, bytes: &[u8]) -> Result<(), SendError> {
        let stream: &mut dyn Write = match self {
            Link::Plain(socket) => socket,
            Link::Secret(stream) => stream,
        };
        let written = stream.write_all(bytes).and_then(|()| stream.flush());
        written.map_err(|error| SendError::Io { doing, error })
    }

    /// Reads some more.
    pub(super) fn hear(&mut self, doing: &'static str, into: &mut Vec<u8>) -> Result<(), SendError> {
        let mut some = [0; 1024];
        let read = match self {
            Link::Plain(socket) => socket.read(&mut some),
            Link::Secret(stream) => stream.read(&mut some),
        };
        match read {
            Ok(0) => Err(SendError::NoAnswer { doing }),
            Ok(count) => {
                into.extend_from_slice(&some[..count]);
                Ok(())
            }
            Err(error) => Err(SendError::Io { doing, error }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_waits_longer_than_the_limit_for_an_answer_of_the_system() {
        assert_eq!(within(LONGEST, || Ok(7)).ok(), Some(7));
        let failed = within(LONGEST, || Err::<(), _>(io::ErrorKind::NotFound.into()));
        assert_eq!(failed.map_err(|error| error.kind()), Err(io::ErrorKind::NotFound));
        let (hold, held) = mpsc::channel::<()>();
        let late = within(Duration::from_millis(10), move || {
            let _ = held.recv();
            Ok(())
        });
        assert_eq!(late.map_err(|error| error.kind()), Err(io::ErrorKind::TimedOut));
        drop(hold);
    }
}
