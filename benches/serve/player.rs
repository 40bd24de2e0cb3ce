//! A player who logs in over SSH, with a screen that is kept as a terminal would keep it.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use heterodox::club::ClubError;
use heterodox::club::store::StoreError;
use heterodox::club::table_service::TableServiceError;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;
use russh::client::{self, Handle, Msg};
use russh::keys::{Algorithm, PrivateKey, PrivateKeyWithHashAlg, PublicKeyOrCertificate, ssh_key};
use russh::{ChannelMsg, ChannelWriteHalf};
use thiserror::Error;
use tokio::sync::{Semaphore, watch};
use tokio::task::{JoinError, JoinSet};

/// How long anything may take before a scenario is given up.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many log in at the same time.
const AT_ONCE: usize = 16;

/// Why a scenario could not be measured.
#[derive(Debug, Error)]
pub(crate) enum Fault {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("the server did not start: {log}")]
    NoServer { log: String },
    #[error("{what} cannot be read")]
    Unreadable { what: &'static str },
    #[error("SSH: {0}")]
    Ssh(#[from] russh::Error),
    #[error("a key: {0}")]
    Key(#[from] ssh_key::Error),
    #[error("the server does not take the key")]
    NotLoggedIn,
    #[error("waited for {what}; {}the screen shows:\n{screen}", if *.closed { "the line is closed, and " } else { "" })]
    Waited { what: String, screen: String, closed: bool },
    #[error("{0}")]
    Club(#[from] ClubError),
    #[error("{0}")]
    TableService(#[from] TableServiceError),
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("a player: {0}")]
    Player(#[from] JoinError),
}

/// A key of a new player.
pub(crate) fn key() -> Result<Arc<PrivateKey>, Fault> {
    Ok(Arc::new(PrivateKey::random(&mut UnwrapErr(SysRng), Algorithm::Ed25519)?))
}

/// Takes every host key: the server was started a moment ago.
struct Trusting;

impl client::Handler for Trusting {
    type Error = russh::Error;

    async fn check_server_key(&mut self, _key: &PublicKeyOrCertificate) -> Result<bool, russh::Error> {
        Ok(true)
    }
}

/// What has come.
struct Shown {
    screen: vt100::Parser,
    at: Instant,
    closed: bool,
}

/// A player.
pub(crate) struct Player {
    // The line ends with it.
    _line: Handle<Trusting>,
    channel: ChannelWriteHalf<Msg>,
    shown: Arc<Mutex<Shown>>,
    news: watch::Receiver<u64>,
}

fn lock(shown: &Mutex<Shown>) -> MutexGuard<'_, Shown> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Player {
    /// Logs in on a terminal of this size.
    pub(crate) async fn login(
        port: u16,
        key: Arc<PrivateKey>,
        (columns, rows): (u16, u16),
    ) -> Result<Player, Fault> {
        let config = Arc::new(client::Config { nodelay: true, ..client::Config::default() });
        let mut line = client::connect(config, ("127.0.0.1", port), Trusting).await?;
        if !line.authenticate_publickey("player", PrivateKeyWithHashAlg::new(key, None)).await?.success() {
            return Err(Fault::NotLoggedIn);
        }
        let channel = line.channel_open_session().await?;
        channel.set_env(false, "LANG", "C.UTF-8").await?;
        channel.request_pty(false, "xterm-256color", columns.into(), rows.into(), 0, 0, &[]).await?;
        channel.request_shell(false).await?;
        let (mut read, channel) = channel.split();
        let screen = vt100::Parser::new(rows, columns, 0);
        let shown = Arc::new(Mutex::new(Shown { screen, at: Instant::now(), closed: false }));
        let (tell, news) = watch::channel(0);
        let here = Arc::clone(&shown);
        tokio::spawn(async move {
            while let Some(message) = read.wait().await {
                let ChannelMsg::Data { data } = message else { continue };
                let at = Instant::now();
                {
                    let mut shown = lock(&here);
                    shown.screen.process(&data);
                    shown.at = at;
                }
                tell.send_modify(|count| *count += 1);
            }
            lock(&here).closed = true;
            tell.send_modify(|count| *count += 1);
        });
        Ok(Player { _line: line, channel, shown, news })
    }

    /// Types something.
    pub(crate) async fn send(&self, keys: impl AsRef<[u8]>) -> Result<(), Fault> {
        Ok(self.channel.data_bytes(keys.as_ref().to_vec()).await?)
    }

    /// Says that the window has another size. The screen that is kept stays as it is.
    pub(crate) async fn resize(&self, columns: u32, rows: u32) -> Result<(), Fault> {
        Ok(self.channel.window_change(columns, rows, 0, 0).await?)
    }

    /// The screen as text.
    pub(crate) fn text(&self) -> String {
        lock(&self.shown).screen.screen().contents()
    }

    /// Is the line there?
    pub(crate) fn is_here(&self) -> bool {
        !lock(&self.shown).closed
    }

    /// Waits for something on the screen. Returns when it came.
    pub(crate) async fn until(&self, what: &str, so: impl Fn(&str) -> bool) -> Result<Instant, Fault> {
        let mut news = self.news.clone();
        let end = tokio::time::Instant::now() + PATIENCE;
        loop {
            news.borrow_and_update();
            let (text, at, closed) = {
                let shown = lock(&self.shown);
                (shown.screen.screen().contents(), shown.at, shown.closed)
            };
            if so(&text) {
                return Ok(at);
            }
            let waited = tokio::time::timeout_at(end, news.changed()).await;
            if closed || !matches!(waited, Ok(Ok(()))) {
                return Err(Fault::Waited { what: what.to_owned(), screen: text, closed });
            }
        }
    }

    /// Waits for a text.
    pub(crate) async fn expect(&self, text: &str) -> Result<Instant, Fault> {
        self.until(text, |screen| screen.contains(text)).await
    }

    /// Types something, and waits until the screen is as it should be. Returns how long that took.
    pub(crate) async fn press(
        &self,
        keys: impl AsRef<[u8]>,
        what: &str,
        so: impl Fn(&str) -> bool,
    ) -> Result<Duration, Fault> {
        let begin = Instant::now();
        self.send(keys).await?;
        Ok(self.until(what, so).await?.saturating_duration_since(begin))
    }

    /// Goes down a list to the row with these words, and presses Enter.
    pub(crate) async fn choose(&self, words: &str) -> Result<(), Fault> {
        self.expect(words).await?;
        for _ in 0..40 {
            let before = marked(&self.text());
            if before.contains(words) {
                return self.send("\r").await;
            }
            self.press("\x1b[B", "the next row", |screen| marked(screen) != before).await?;
        }
        Err(Fault::Waited { what: format!("the row {words}"), screen: self.text(), closed: false })
    }
}

/// The chosen row of a list.
pub(crate) fn marked(screen: &str) -> String {
    screen.lines().find(|line| line.contains('▌')).unwrap_or_default().to_owned()
}

/// Logs in with these keys, on terminals of 80 by 24, and waits until each shows these words.
pub(crate) async fn login_all(
    port: u16,
    keys: Vec<Arc<PrivateKey>>,
    words: &'static str,
) -> Result<Vec<Player>, Fault> {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut logins = JoinSet::new();
    for (at, key) in keys.into_iter().enumerate() {
        let places = Arc::clone(&places);
        logins.spawn(async move {
            let _place = places.acquire_owned().await;
            let player = Player::login(port, key, (80, 24)).await?;
            player.expect(words).await?;
            Ok::<_, Fault>((at, player))
        });
    }
    let mut players = Vec::new();
    while let Some(login) = logins.join_next().await {
        players.push(login??);
    }
    players.sort_by_key(|(at, _)| *at);
    Ok(players.into_iter().map(|(_, player)| player).collect())
}

/// New keys.
pub(crate) fn keys(many: usize) -> Result<Vec<Arc<PrivateKey>>, Fault> {
    (0..many).map(|_| key()).collect()
}
