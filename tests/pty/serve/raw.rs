//! A client of the protocol that does what no `ssh` does.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use russh::client::{self, Handle, KeyboardInteractiveAuthResponse, Msg};
use russh::keys::PublicKeyOrCertificate;
use russh::{Channel, ChannelMsg, Error};
use tokio::runtime::{Builder, Runtime};

use crate::support::PATIENCE;

/// Trusts every server.
pub(super) struct Eyes;

impl client::Handler for Eyes {
    type Error = Error;

    async fn check_server_key(&mut self, _key: &PublicKeyOrCertificate) -> Result<bool, Error> {
        Ok(true)
    }
}

/// A connection.
pub(super) struct Raw {
    pub(super) runtime: Runtime,
    pub(super) line: Handle<Eyes>,
}

impl Raw {
    /// Connects.
    fn connect(port: u16) -> Result<Raw, Error> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("threads");
        let line = runtime.block_on(client::connect(Arc::default(), ("127.0.0.1", port), Eyes))?;
        Ok(Raw { runtime, line })
    }

    /// Logs in without a key.
    pub(super) fn guest(port: u16) -> Raw {
        let mut raw = Raw::connect(port).expect("a connection");
        let told = raw.runtime.block_on(raw.line.authenticate_keyboard_interactive_start("player", None));
        assert!(matches!(told, Ok(KeyboardInteractiveAuthResponse::Success)), "{told:?}");
        raw
    }

    /// Opens a channel with a terminal, and waits for the first screen.
    pub(super) fn terminal(&self) -> Channel<Msg> {
        let opening = self.runtime.block_on(async {
            let channel = self.line.channel_open_session().await?;
            channel.request_pty(true, "xterm-256color", 80, 24, 0, 0, &[]).await?;
            channel.request_shell(true).await?;
            Ok::<_, Error>(channel)
        });
        let mut channel = opening.expect("a channel");
        self.expect(&mut channel, "Play now");
        channel
    }

    /// Reads what comes to the terminal until these words are there.
    pub(super) fn expect(&self, channel: &mut Channel<Msg>, words: &str) {
        let mut told = Vec::new();
        let reading = async {
            while !String::from_utf8_lossy(&told).contains(words) {
                match channel.wait().await {
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
}
