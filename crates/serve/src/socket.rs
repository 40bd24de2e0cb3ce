//! The socket of a connection, as `russh` reads and writes it. It is read at a limited pace, because every packet has to be
//! decrypted, also one that asks for nothing. Exchanges of keys are noticed here: they are the only work for
//! which a connection can take a thread from the others for long. One may not follow another at once, and what comes during
//! one waits for a place, of which there are fewer than threads.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};

use super::connection::Connection;
use super::flow::Pace;
use super::server::Server;

/// What somebody is told whose client exchanges keys again and again.
const AGAIN_TOO_SOON: &str = "Your ssh exchanges keys again too often for this server: use a larger \
                              RekeyLimit, or none. Your session has ended.";

/// Whether an exchange of keys has just begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Begun {
    /// No.
    No,
    /// Yes.
    Yes,
    /// Yes, and too soon after the last one.
    TooSoon,
}

/// The exchanges of one connection.
#[derive(Debug, Default)]
struct Exchanges {
    going: bool,
    last: Option<Instant>,
}

impl Exchanges {
    /// Takes note of whether one goes on now.
    fn look(&mut self, going: bool, least: Duration, now: Instant) -> Begun {
        if !going || std::mem::replace(&mut self.going, going) {
            self.going = going;
            return Begun::No;
        }
        let last = self.last.replace(now);
        let soon = last.is_some_and(|last| now.saturating_duration_since(last) < least);
        if soon { Begun::TooSoon } else { Begun::Yes }
    }
}

impl Server {
    /// Ends a connection that exchanges keys again too soon. The exchange goes on if its user can be told; the next one does
    /// not.
    fn exchanged_too_soon(&self, connection: &Connection) -> io::Result<()> {
        let first = !connection.is_ending();
        if first {
            self.refused(connection, "exchange");
            self.club.reached.note("exchange_seconds");
            connection.end(AGAIN_TOO_SOON, "exchange");
        }
        if first && connection.wire().is_some() { Ok(()) } else { Err(io::ErrorKind::ConnectionAborted.into()) }
    }
}

/// A place for an exchange that will be there.
type Waiting = Pin<Box<dyn Future<Output = Option<OwnedSemaphorePermit>> + Send>>;

/// The socket. `C` is the configuration of the connection.
pub(super) struct Socket<C> {
    stream: TcpStream,
    server: Arc<Server>,
    connection: Arc<Connection>,
    /// The session of `russh` has the configuration, and during an exchange the exchange has it, too.
    config: Weak<C>,
    exchanges: Exchanges,
    pace: Pace,
    /// Until when nothing is read.
    pause: Option<Pin<Box<Sleep>>>,
    waiting: Option<Waiting>,
    /// The place of what was read last, until it is handled: then `russh` reads or writes again.
    place: Option<OwnedSemaphorePermit>,
}

impl<C> Socket<C> {
    pub(super) fn new(
        stream: TcpStream,
        server: Arc<Server>,
        connection: Arc<Connection>,
        config: &Arc<C>,
    ) -> Socket<C> {
        let (config, exchanges) = (Arc::downgrade(config), Exchanges::default());
        let pace = Pace::new(server.settings().limits.line_bytes, Instant::now());
        Socket { stream, server, connection, config, exchanges, pace, pause: None, waiting: None, place: None }
    }

    /// Waits while the line is too fast.
    fn poll_pause(&mut self, context: &mut Context<'_>, now: Instant) -> Poll<()> {
        if self.pause.is_none()
            && let Some(pause) = self.pace.pause(now)
        {
            self.server.club.reached.note("line_bytes");
            self.pause = Some(Box::pin(sleep(pause)));
        }
        if let Some(pause) = &mut self.pause {
            ready!(pause.as_mut().poll(context));
            self.pause = None;
        }
        Poll::Ready(())
    }

    fn poll_bytes(&mut self, context: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buf);
        self.pace.read(buf.filled().len() - before);
        read
    }

    /// Gives the place back.
    fn leave(&mut self) {
        self.place = None;
        self.waiting = None;
    }
}

/// Waits for a place.
fn queue(places: &Arc<Semaphore>) -> Waiting {
    let places = Arc::clone(places);
    Box::pin(async move { places.acquire_owned().await.ok() })
}

impl<C> AsyncRead for Socket<C> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        this.place = None;
        let now = Instant::now();
        let going = this.config.strong_count() > 1;
        let least = this.server.settings().limits.exchange();
        if this.exchanges.look(going, least, now) == Begun::TooSoon {
            this.server.exchanged_too_soon(&this.connection)?;
        }
        ready!(this.poll_pause(context, now));
        if !going {
            this.waiting = None;
            return this.poll_bytes(context, buf);
        }
        // Who sends nothing takes no place.
        ready!(this.stream.poll_read_ready(context))?;
        let waiting = this.waiting.get_or_insert_with(|| queue(&this.server.exchanges));
        let place = ready!(waiting.as_mut().poll(context));
        this.waiting = None;
        let read = this.poll_bytes(context, buf);
        this.place = place.filter(|_| read.is_ready());
        read
    }
}

impl<C> AsyncWrite for Socket<C> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        this.leave();
        Pin::new(&mut this.stream).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        this.leave();
        Pin::new(&mut this.stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        this.leave();
        Pin::new(&mut this.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exchange_counts_when_it_begins() {
        let (start, second) = (Instant::now(), Duration::from_secs(1));
        let mut exchanges = Exchanges::default();
        let mut look = |going, after: u32| exchanges.look(going, 10 * second, start + after * second);
        assert_eq!(look(false, 0), Begun::No);
        assert_eq!(look(true, 0), Begun::Yes);
        assert_eq!(look(true, 1), Begun::No, "the same");
        assert_eq!(look(false, 2), Begun::No);
        assert_eq!(look(true, 9), Begun::TooSoon);
        assert_eq!(look(false, 10), Begun::No);
        assert_eq!(look(true, 18), Begun::TooSoon, "it follows the last one");
        assert_eq!(look(false, 19), Begun::No);
        assert_eq!(look(true, 28), Begun::Yes);
    }
}
