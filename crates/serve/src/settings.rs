//! The settings of the operator: the file of `serve --config`. Every limit has a default, so the file may be empty or
//! missing.

mod keep;
mod limits;
mod messages;
mod public_address;
mod variants;
mod web;

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use thiserror::Error;

pub use keep::KeepSettings;
pub use limits::Limits;
pub(crate) use messages::{Encryption, MailSettings, Messages};
pub(crate) use public_address::PublicAddress;
pub(crate) use variants::Variants;
pub(crate) use web::WebSettings;

use super::log::LogSettings;
use crate::club::talk::TalkRules;
use crate::club::tournament::TournamentLimits;
use crate::club::words::Words;
use crate::config;
use crate::config::engines::EngineRow;
use crate::escape;
use crate::fault::FailPoint;
use crate::files::{self, MOST_SETTINGS_BYTES};
use crate::players::Resources;

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Settings {
    /// Whether people without a key may play. Nothing of theirs is kept.
    pub(crate) guests: bool,
    /// A line that is shown before the login.
    pub(crate) banner: String,
    /// By what name others reach the server, with its port if that is not 22: it stands in invitations.
    pub(crate) public_address: Option<PublicAddress>,
    /// The address of the club's database, such as `postgres://USER@HOST/DATABASE`; without one it is a file in the folder.
    pub(crate) database: Option<String>,
    /// Where the other servers of the club reach this one, if several share the database.
    pub(crate) node: Option<SocketAddr>,
    /// A settings file of the program whose tables `[[engine]]` may play seats.
    pub(crate) engines: Option<PathBuf>,
    pub(crate) limits: Limits,
    /// What tournaments may take.
    pub(crate) tournaments: Tournaments,
    /// What the computer may use.
    pub(crate) thinking: Thinking,
    /// How long what is kept.
    pub(crate) keep: KeepSettings,
    /// Which games of files are offered.
    pub(crate) variants: Variants,
    /// What may be said.
    pub(crate) talk: TalkSettings,
    /// How members who are away are told what happens.
    pub(crate) messages: Messages,
    /// The pages for browsers.
    pub(crate) web: WebSettings,
    /// Figures for programs that watch the server.
    pub(crate) metrics: Metrics,
    /// Where the log goes.
    pub(crate) log: LogSettings,
}

/// What may be said.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TalkSettings {
    /// Whether guests may type. They can always use the short phrases.
    pub(crate) guests: bool,
    /// A file of words that are not said here, one a line.
    pub(crate) words: Option<PathBuf>,
}

/// Figures for programs that watch the server, in the text form of Prometheus.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Metrics {
    /// Where they are given; nowhere if nothing is said.
    pub(crate) listen: Option<SocketAddr>,
    /// Whether that may be an address that other machines reach.
    pub(crate) anywhere: bool,
}

/// What tournaments may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Tournaments {
    /// Seconds that a player who is here has for each of the first moves; then the game is lost for them.
    pub(crate) first_move_seconds: u64,
    pub(crate) computers: usize,
    pub(crate) member_computers: usize,
    pub(crate) all_computers: usize,
}

impl Default for Tournaments {
    fn default() -> Tournaments {
        let TournamentLimits { first_move, computers, member_computers, all_computers, .. } =
            TournamentLimits::default();
        Tournaments { first_move_seconds: first_move.as_secs(), computers, member_computers, all_computers }
    }
}

/// What the computer may use.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Thinking {
    /// The number of searches at the same time; 0 for one less than there are processors.
    pub(crate) places: usize,
    /// Positions that level 10, a hint and an analysis search for a move. The other levels have their own numbers.
    pub(crate) positions: u64,
    /// Seconds after which a move is played in any case, if there is no clock.
    pub(crate) seconds: u64,
    /// Megabytes of memory for each computer.
    pub(crate) memory: usize,
    /// Megabytes of memory for all computers, hints and analyses together.
    pub(crate) total_memory: usize,
    /// The most processes at the same time of the engines that the operator lists.
    pub(crate) engines: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        let banner = "Any SSH key is an account here; without a key you play as a guest. Passwords are not used.";
        let (limits, thinking, talk) = (Limits::default(), Thinking::default(), TalkSettings::default());
        let (tournaments, engines, metrics) = (Tournaments::default(), None, Metrics::default());
        let (banner, log, keep) = (banner.to_owned(), LogSettings::default(), KeepSettings::default());
        let (variants, messages) = (Variants::default(), Messages::default());
        Settings {
            guests: true,
            banner,
            public_address: None,
            database: None,
            node: None,
            engines,
            limits,
            tournaments,
            thinking,
            keep,
            variants,
            talk,
            messages,
            web: WebSettings::default(),
            metrics,
            log,
        }
    }
}

impl Default for Thinking {
    fn default() -> Thinking {
        Thinking { places: 0, positions: 400_000, seconds: 30, memory: 16, total_memory: 512, engines: 8 }
    }
}

impl Thinking {
    /// The number of searches at the same time.
    pub(crate) fn places(&self) -> usize {
        if self.places > 0 { self.places } else { Resources::default().threads.saturating_sub(1).max(1) }
    }

    /// The most that one computer may use.
    pub(crate) fn most(&self) -> Resources {
        Resources {
            think: Duration::from_secs(self.seconds),
            threads: 1,
            megabytes: self.memory,
            positions: Some(self.positions),
            fault: FailPoint::default(),
        }
    }
}

/// Why the settings cannot be used.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("{}: {error}", escape::path(.path))]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is a mistake in the file.
    #[error("{}{}: {message}", escape::path(.path), .line.map(|line| format!(":{line}")).unwrap_or_default())]
    Mistake {
        /// The file.
        path: PathBuf,
        /// The line, if it is known.
        line: Option<usize>,
        /// What is wrong, and what was expected.
        message: String,
    },
}

impl Settings {
    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<Settings, SettingsError> {
        let text = files::read_text(path, MOST_SETTINGS_BYTES)
            .map_err(|error| SettingsError::Read { path: path.to_owned(), error })?;
        Settings::parse(&text, path)
    }

    /// Reads the text of a file.
    pub(crate) fn parse(text: &str, path: &Path) -> Result<Settings, SettingsError> {
        let mistake = |line, message: String| SettingsError::Mistake { path: path.to_owned(), line, message };
        let settings: Settings = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| 1 + text[..span.start].matches('\n').count());
            mistake(line, escape::line(error.message()).into_owned())
        })?;
        if let Some(at) = settings.metrics.listen
            && !at.ip().to_canonical().is_loopback()
            && !settings.metrics.anywhere
        {
            let expected = "expected an address of this machine such as 127.0.0.1:9464, or metrics.anywhere = true";
            return Err(mistake(None, format!("metrics.listen = {at}: {expected}")));
        }
        if let Some(message) = settings.messages.mistake(settings.public_address.is_some()) {
            return Err(mistake(None, message));
        }
        let least = [
            ("tournaments.first_move_seconds", settings.tournaments.first_move_seconds),
            ("thinking.positions", settings.thinking.positions),
            ("thinking.seconds", settings.thinking.seconds),
            ("thinking.memory", settings.thinking.memory as u64),
            ("thinking.total_memory", settings.thinking.total_memory as u64),
            ("thinking.engines", settings.thinking.engines as u64),
            ("messages.per_day", settings.messages.per_day as u64),
            ("log.kilobytes", settings.log.kilobytes),
            ("log.kept", settings.log.kept),
        ];
        let limits = settings.limits.least();
        let (keep, variants) = (settings.keep.least(), settings.variants.least());
        match limits
            .iter()
            .chain(&least)
            .chain(&keep)
            .chain(&variants)
            .find(|(_, value)| !(1..=u64::from(u32::MAX)).contains(value))
        {
            Some((name, value)) => Err(mistake(None, format!("{name} = {value}: expected 1 to {}", u32::MAX))),
            None => Ok(settings),
        }
    }

    /// What tournaments may take.
    pub(crate) fn tournament_limits(&self) -> TournamentLimits {
        let Tournaments { first_move_seconds, computers, member_computers, all_computers } = self.tournaments;
        TournamentLimits {
            away: Duration::from_secs(60 * self.limits.away_minutes),
            first_move: Duration::from_secs(first_move_seconds),
            computers,
            member_computers,
            all_computers,
        }
    }

    /// What the operator allows in talk, with the word list as its file is now.
    pub(crate) fn talk_rules(&self) -> Result<TalkRules, SettingsError> {
        let words = self.talk.words.as_ref().map_or_else(
            || Ok(String::new()),
            |path| {
                files::read_text(path, MOST_SETTINGS_BYTES)
                    .map_err(|error| SettingsError::Read { path: path.clone(), error })
            },
        )?;
        Ok(TalkRules { guests: self.talk.guests, words: Words::read(&words) })
    }

    /// The engines that the operator lists; none if no file is named.
    pub(crate) fn engines(&self) -> Result<Vec<EngineRow>, SettingsError> {
        let Some(path) = &self.engines else { return Ok(Vec::new()) };
        let text = files::read_text(path, MOST_SETTINGS_BYTES)
            .map_err(|error| SettingsError::Read { path: path.clone(), error })?;
        let (config, mistakes) = config::file::read(&text, &escape::path(path));
        match mistakes.first() {
            Some(first) => {
                Err(SettingsError::Mistake { path: path.clone(), line: None, message: first.to_string() })
            }
            None => Ok(config.engines),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Settings, String> {
        Settings::parse(text, Path::new("serve.toml")).map_err(|error| error.to_string())
    }

    #[test]
    fn an_empty_file_has_every_default() {
        assert_eq!(parse(""), Ok(Settings::default()));
        let some = parse("guests = false\n[limits]\nper_address = 9\n[thinking]\nplaces = 3\n").expect("valid");
        assert!(!some.guests && some.limits.per_address == 9 && some.limits.connections == 200);
        assert_eq!(some.thinking.places(), 3);
        for text in
            ["listen = \"127.0.0.1:9464\"", "listen = \"[::1]:9464\"", "listen = \"0.0.0.0:1\"\nanywhere = true"]
        {
            assert!(
                parse(&format!("[metrics]\n{text}\n")).is_ok_and(|read| read.metrics.listen.is_some()),
                "{text}"
            );
        }
    }

    #[test]
    fn mistakes_name_their_line() {
        for (text, told) in [
            ("guests = 1\n", "serve.toml:1: invalid type: integer `1`, expected a boolean"),
            ("[limits]\nper_adress = 9\n", "serve.toml:2: unknown field `per_adress`, expected one of"),
            ("[limits]\nrows = -1\n", "serve.toml:2: invalid value: integer `-1`, expected u16"),
            ("[limits]\nrows = 0\n", "serve.toml: limits.rows = 0: expected 1 to"),
            (
                "[metrics]\nlisten = \"0.0.0.0:9464\"\n",
                "serve.toml: metrics.listen = 0.0.0.0:9464: expected an address of",
            ),
            ("[metrics]\nlisten = \"[2001:db8::1]:9464\"\n", "serve.toml: metrics.listen = "),
            ("[metrics]\nlisten = \"here\"\n", "serve.toml:2: invalid socket address syntax"),
            ("[messages]\nhosts = [\"ntfy.sh\"]\n", "serve.toml: messages: expected public_address too"),
            ("[messages]\nper_day = 0\n", "serve.toml: messages.per_day = 0: expected 1 to"),
            (
                "public_address = \"a\"\n[messages.mail]\nserver = \"b\"\nfrom = \"x@y.z\"\n",
                "serve.toml: messages.mail.server",
            ),
            (
                "public_address = \"a\"\n[messages.mail]\nserver = \"b:25\"\nfrom = \"x\"\n",
                "serve.toml: messages.mail.from",
            ),
            (
                "public_address = \"a\"\n[messages.mail]\nserver = \"b:25\"\nfrom = \"x@y.z\"\nencryption = \"none\"\n",
                "serve.toml: messages.mail.encryption = \"none\": expected starttls or tls",
            ),
            (
                "public_address = \"a\"\n[messages.mail]\nserver = \"b:25\"\nfrom = \"x@y.z\"\nuser = \"u\"\n",
                "serve.toml: messages.mail: expected both user",
            ),
            ("[[", "serve.toml:1: "),
        ] {
            let error = parse(text).expect_err("a mistake");
            assert!(error.starts_with(told), "{text}: {error}");
        }
    }

    /// The documentation names every setting with its default.
    #[test]
    fn the_example_in_the_documentation_has_the_defaults() {
        let text = include_str!("../../../docs/serve.md");
        let example = text.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
        assert_eq!(parse(example), Ok(Settings::default()));
        let lines = example.lines().filter(|line| line.contains(" = ") && !line.starts_with('#')).count();
        assert_eq!(lines, 67, "every setting stands there");
    }
}
