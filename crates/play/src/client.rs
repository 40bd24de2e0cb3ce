//! What a client is without its terminal: the games it knows, its settings, the files it may use, its tables and the
//! engine that assists its user. Screens and plain lines stand on it.

pub mod defaults;
pub mod exit_message;
mod file_games;
pub mod learning;
pub mod new_file;
pub mod results;
pub mod settings_file;
mod spoken;
pub mod teacher;
pub mod threats;
pub mod typed_move;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::config::Config;
use crate::config::engines::EngineRow;
use crate::engine::uci_client::EngineCommand;
use crate::fault::Fault;
use crate::game_file::OfferedGames;
use crate::games::Registry;
use crate::paths::Paths;
use crate::paths::files::{Files, Refusal};
use crate::paths::quota::Quota;
use crate::players::assistant::Assistant;
use crate::players::external::{ANSWER_TIMEOUT, ExternalEngine};
use crate::players::thinking_slots::ThinkingSlots;
use crate::players::{Opponents, Resources};
use crate::session::driver::Notify;
use crate::session::lesson::progress::Progress;
use crate::session::puzzles::progress::{OWN, RESULTS};
use crate::session::table::{Identity, Tables};
use crate::zone::Zone;
use teacher::Teacher;

/// One user's client, whatever it is shown on.
pub struct Client {
    /// The games that can be played.
    pub games: Registry,
    /// The games of files that a server offers; `None` for a user on their own machine.
    pub offered: Option<Arc<OfferedGames>>,
    /// The settings.
    pub config: Config,
    /// The text of the config file as it was read, if it exists.
    pub config_text: Option<String>,
    /// The paths of the program's files, if a home folder was found.
    pub paths: Option<Paths>,
    /// The files that this client may use. Every file is asked for here.
    pub files: Files,
    /// How much the user may keep.
    pub quota: Quota,
    /// The engine that assists the user: hints, analysis and analysis of whole games.
    pub assistant: Assistant,
    /// The places to think.
    pub pool: ThinkingSlots,
    /// The most that the computer may use, whatever the settings say: on a server, the operator decides.
    pub most: Option<Resources>,
    /// The user.
    pub identity: Identity,
    /// The time zone of this machine.
    pub zone: Zone,
    /// The games in progress.
    pub tables: Tables,
    /// What was learnt in lessons since this client began.
    pub learnt: Progress,
    /// The program that learns games.
    pub teacher: Teacher,
    /// Wakes the client from another thread.
    pub waker: Notify,
    /// The failure that a test asks for: while it draws (`draw`), or in the background (`search` of a seat, `hint`,
    /// `coach`, `analysis`, `survey`, `loader`, `puzzles`).
    pub fault: Fault,
}

impl Client {
    /// The folder of games, if there is one and this client may use it.
    pub fn games_dir(&self) -> Option<PathBuf> {
        self.games_folder().ok().flatten()
    }

    /// The folder of games: `None` if games are not saved, or why it cannot be used.
    pub fn games_folder(&self) -> Result<Option<PathBuf>, Refusal> {
        let Some(paths) = self.paths.as_ref().filter(|_| self.files != Files::None) else { return Ok(None) };
        let folder = paths.data_dir.join("games");
        self.files.own_folder(&paths.data_dir)?;
        self.files.own_folder(&folder)?;
        Ok(Some(folder))
    }

    /// The folder of what was solved and of puzzles from one's own games, if this client may use it.
    pub fn puzzles_folder(&self) -> Option<PathBuf> {
        let paths = self.paths.as_ref().filter(|_| self.files != Files::None)?;
        let own = |path: &Path| self.files.own(path).is_ok();
        let fits = [RESULTS, OWN].iter().all(|name| own(&paths.data_dir.join(name)));
        (own(&paths.data_dir) && fits).then(|| paths.data_dir.clone())
    }

    /// Is this client one of a server? Then the operator decides about the machine, and the terminal is far away.
    pub const fn is_served(&self) -> bool {
        self.most.is_some()
    }

    /// The resources that the computer may use for this.
    pub fn resources(&self, what: &str) -> Resources {
        let play = &self.config.play;
        let all = Resources::default();
        let own = Resources {
            think: Duration::from_secs(play.think),
            threads: if play.threads == 0 { all.threads } else { play.threads as usize },
            megabytes: play.memory as usize,
            positions: None,
            fault: self.fault.point(what),
        };
        self.most.map_or(own, |most| own.at_most(most))
    }

    /// The available opponents: the resources of the built-in players, and the external engines. They answer after the
    /// move before has arrived where it is shown, which takes this long, and a pause.
    pub fn opponents(&self, arrival: Duration) -> Opponents {
        let engine = |row: &EngineRow| ExternalEngine {
            command: EngineCommand {
                name: row.name.clone(),
                command: row.command.clone(),
                options: row.options.clone(),
            },
            loses: row.loses,
            think: Duration::from_millis(row.think_ms),
            patience: ANSWER_TIMEOUT,
        };
        let pace = match self.config.play.pause_ms {
            0 => Duration::ZERO,
            pause => Duration::from_millis(pause) + arrival,
        };
        Opponents {
            games: self.games.clone(),
            resources: self.resources("search"),
            pool: self.pool.clone(),
            engines: self.config.engines.iter().map(engine).collect(),
            pace,
        }
    }
}
