//! A client of the protocol that does what no `ssh` does.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use russh::client::{self, Config, Handle, KeyboardInteractiveAuthResponse, Msg, Session};
use russh::keys::PublicKeyOrCertificate;
use russh::{ChannelMsg, ChannelReadHalf, ChannelWriteHalf, Error, Names, Preferred, kex};
use tokio::runtime::{Builder, Runtime};

use crate::support::PATIENCE;

/// Counts the exchanges of keys.
pub(super) struct TableViews(Arc<AtomicUsize>);

impl client::Handler for TableViews {
    type Error = Error;

    async fn check_server_key(&mut self, _key: &PublicKeyOrCertificate) -> Result<bool, Error> {
        Ok(true)
    }

    async fn kex_done(&mut self, _: Option<&[u8]>, _: &Names, _: &mut Session) -> Result<(), Error> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

/// A connection.
pub(super) struct Raw {
    pub(super) runtime: Runtime,
    pub(super) line: Handle<TableViews>,
    exchanges: Arc<AtomicUsize>,
}

impl Raw {
    /// Connects with these ways to exchange keys.
    pub(super) fn connect(port: u16, offered: &[kex::Name]) -> Result<Raw, Error> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("threads");
        let kex = Cow::Owned([offered, &[kex::EXTENSION_SUPPORT_AS_CLIENT]].concat());
        let config = Config { preferred: Preferred { kex, ..Preferred::DEFAULT }, ..Config::default() };
        let exchanges = Arc::default();
        let eyes = TableViews(Arc::clone(&exchanges));
        let line = runtime.block_on(client::connect(Arc::new(config), ("127.0.0.1", port), eyes))?;
        Ok(Raw { runtime, line, exchanges })
    }

    /// Logs in without a key.
    pub(super) fn guest(port: u16) -> Raw {
        let mut raw = Raw::connect(port, &[kex::CURVE25519]).expect("a connection");
        let told = raw.runtime.block_on(raw.line.authenticate_keyboard_interactive_start("player", None));
        assert!(matches!(told, Ok(KeyboardInteractiveAuthResponse::Success)), "{told:?}");
        raw
    }

    /// Opens a channel with a terminal, and waits for the first screen.
    pub(super) fn terminal(&self) -> (ChannelReadHalf, ChannelWriteHalf<Msg>) {
        let (mut screen, keys) = self.window((80, 24), (0, 0));
        self.expect(&mut screen, "Play now");
        (screen, keys)
    }

    /// Opens a channel with a terminal that knows UTF-8, with a window of so many columns and rows and so many pixels.
    pub(super) fn window(&self, cells: (u32, u32), pixels: (u32, u32)) -> (ChannelReadHalf, ChannelWriteHalf<Msg>) {
        let opening = self.runtime.block_on(async {
            let channel = self.line.channel_open_session().await?;
            let (width, height) = pixels;
            channel.request_pty(true, "xterm-256color", cells.0, cells.1, width, height, &[]).await?;
            channel.set_env(true, "LANG", "C.UTF-8").await?;
            channel.request_shell(true).await?;
            Ok::<_, Error>(channel)
        });
        opening.expect("a channel").split()
    }

    /// Reads what comes to the terminal until these words are there.
    pub(super) fn expect(&self, screen: &mut ChannelReadHalf, words: &str) {
        let mut told = Vec::new();
        let reading = async {
            while !String::from_utf8_lossy(&told).contains(words) {
                match screen.wait().await {
                    Some(ChannelMsg::Data { data }) => told.extend_from_slice(&data),
                    Some(_) => {}
                    None => return false,
                }
            }
            true
        };
        let found = self.runtime.block_on(async { tokio::time::timeout(PATIENCE, reading).await });
        assert_eq!(found, Ok(true), "{words} is not there: {:?}", String::from_utf8_lossy(&told));
    }

    /// Waits until the connection is over.
    pub(super) fn ended(&self) {
        let end = Instant::now() + PATIENCE;
        while !self.line.is_closed() {
            assert!(Instant::now() < end, "the connection is open");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// How often keys were exchanged.
    pub(super) fn exchanges(&self) -> usize {
        self.exchanges.load(Ordering::SeqCst)
    }

    /// Waits for one exchange more than these; false if the connection is over first.
    pub(super) fn exchanged_again(&self, before: usize) -> bool {
        let end = Instant::now() + PATIENCE;
        while self.exchanges() == before && !self.line.is_closed() {
            assert!(Instant::now() < end, "no exchange, and the connection is open");
            thread::sleep(Duration::from_millis(2));
        }
        self.exchanges() > before
    }
}
