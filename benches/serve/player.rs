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

/// The terminal of a player.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Terminal {
    /// It answers no question.
    Silent,
    /// It answers as foot does. A cell has 10x20 pixels.
    Foot {
        /// Does it show pictures by sixel?
        sixel: bool,
    },
}

/// How a picture by sixel begins.
const SIXEL: &[u8] = b"\x1bP0;1q";

/// The question that is asked last.
const ATTRIBUTES: &[u8] = b"\x1b[c";

/// What foot answers: colours of 24 bits, the ground, its name, the size of a cell and its version.
const ANSWER: &[u8] = b"\x1bP1$r0;48:2::1:22:133m\x1b\\\x1b]11;rgb:1111/1111/1111\x07\x1bP>|foot(1.26.1)\x1b\\\
                        \x1b[6;20;10t\x1b[>1;12601;0c";

/// The end of the answer: with a 4 it shows sixels.
const WITH_SIXEL: &[u8] = b"\x1b[?62;4;22;28;29c";
const WITHOUT_SIXEL: &[u8] = b"\x1b[?62;22;28;29c";

fn has(data: &[u8], part: &[u8]) -> bool {
    data.windows(part.len()).any(|window| window == part)
}

/// What has come.
struct Shown {
    screen: vt100::Parser,
    at: Instant,
    /// The bytes so far.
    bytes: usize,
    /// Has a picture come?
    pictures: bool,
    closed: bool,
}

/// A player.
pub(crate) struct Player {
    // The line ends with it.
    _line: Handle<Trusting>,
    channel: Arc<ChannelWriteHalf<Msg>>,
    shown: Arc<Mutex<Shown>>,
    news: watch::Receiver<u64>,
}

fn lock(shown: &Mutex<Shown>) -> MutexGuard<'_, Shown> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Player {
    /// Logs in on a terminal of this size.
    pub(crate) async fn login(port: u16, key: Arc<PrivateKey>, size: (u16, u16)) -> Result<Player, Fault> {
        Player::login_on(port, key, size, Terminal::Silent).await
    }

    /// Logs in on this terminal, of this size.
    pub(crate) async fn login_on(
        port: u16,
        key: Arc<PrivateKey>,
        (columns, rows): (u16, u16),
        terminal: Terminal,
    ) -> Result<Player, Fault> {
        let config = Arc::new(client::Config { nodelay: true, ..client::Config::default() });
        let mut line = client::connect(config, ("127.0.0.1", port), Trusting).await?;
        if !line.authenticate_publickey("player", PrivateKeyWithHashAlg::new(key, None)).await?.success() {
            return Err(Fault::NotLoggedIn);
        }
        let channel = line.channel_open_session().await?;
        channel.set_env(false, "LANG", "C.UTF-8").await?;
        let (wide, high) = match terminal {
            Terminal::Silent => (0, 0),
            Terminal::Foot { .. } => (u32::from(columns) * 10, u32::from(rows) * 20),
        };
        channel.request_pty(false, "xterm-256color", columns.into(), rows.into(), wide, high, &[]).await?;
        channel.request_shell(false).await?;
        let (mut read, channel) = channel.split();
        let channel = Arc::new(channel);
        let answers = Arc::clone(&channel);
        let screen = vt100::Parser::new(rows, columns, 0);
        let shown =
            Arc::new(Mutex::new(Shown { screen, at: Instant::now(), bytes: 0, pictures: false, closed: false }));
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
                    shown.bytes += data.len();
                    shown.pictures |= has(&data, SIXEL);
                }
                if let Terminal::Foot { sixel } = terminal
                    && has(&data, ATTRIBUTES)
                {
                    let end = if sixel { WITH_SIXEL } else { WITHOUT_SIXEL };
                    let _ = answers.data_bytes([ANSWER, end].concat()).await;
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

    /// The bytes that have come.
    pub(crate) fn bytes(&self) -> usize {
        lock(&self.shown).bytes
    }

    /// Has a picture come?
    pub(crate) fn has_pictures(&self) -> bool {
        lock(&self.shown).pictures
    }

    /// Types something, and waits until anything comes. Returns how long that took.
    pub(crate) async fn press_any(&self, keys: impl AsRef<[u8]>) -> Result<Duration, Fault> {
        let before = self.bytes();
        self.press(keys, "an answer", |_| self.bytes() > before).await
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
    login_all_on(port, keys, words, ((80, 24), Terminal::Silent)).await
}

/// The same on terminals of this size and kind.
pub(crate) async fn login_all_on(
    port: u16,
    keys: Vec<Arc<PrivateKey>>,
    words: &'static str,
    (size, terminal): ((u16, u16), Terminal),
) -> Result<Vec<Player>, Fault> {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut logins = JoinSet::new();
    for (at, key) in keys.into_iter().enumerate() {
        let places = Arc::clone(&places);
        logins.spawn(async move {
            let _place = places.acquire_owned().await;
            let player = Player::login_on(port, key, size, terminal).await?;
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
