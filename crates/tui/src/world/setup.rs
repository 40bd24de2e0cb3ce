//! How a world is made: [`World::new`] is the only way. It reads the settings, the themes and the keys of the client,
//! as far as the client may use files.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use super::{Shared, World};
use crate::clicks::Clicks;
use crate::client::Client;
use crate::client::teacher::Teacher;
use crate::config::Config;
use crate::config::engines::EngineRow;
use crate::config::file::read;
use crate::drawn::Drawn;
use crate::escape;
use crate::fault::Fault;
use crate::files;
use crate::game_file::OfferedGames;
use crate::games::Registry;
use crate::glyphs::Glyphs;
use crate::host::facts::Facts;
use crate::keymap::Keymap;
use crate::membership::Membership;
use crate::paths::Paths;
use crate::paths::files::{Files, Refusal};
use crate::paths::quota::Quota;
use crate::pieces::shown::Shown;
use crate::players::Resources;
use crate::players::assistant::Assistant;
use crate::players::thinking_slots::ThinkingSlots;
use crate::session::lesson::progress::Progress;
use crate::session::table::{Identity, Tables, Workers};
use crate::table_views::TableViews;
use crate::wakes::{Inbox, Reason};
use crate::zone::Zone;
use heterodox_base::document::Mistake;

/// What a world is made from. It can be sent to the thread of the client.
#[derive(Debug)]
pub struct Setup {
    /// The facts about the terminal, from its host.
    pub facts: Facts,
    /// Where the files of the client are; `None` if nothing is saved.
    pub paths: Option<Paths>,
    /// The files that the client may use.
    pub files: Files,
    /// How much the client may keep.
    pub quota: Quota,
    /// The games that can be played.
    pub games: Registry,
    /// The games of files that a server offers.
    pub offered: Option<Arc<OfferedGames>>,
    /// The user.
    pub identity: Identity,
    /// The time zone of this machine.
    pub zone: Zone,
    /// The club, where this client is one of a server.
    pub club: Option<Box<dyn Membership>>,
    /// Settings in place of those in the user's file.
    pub config: Option<Config>,
    /// The engines that the operator of a server offers. Engines in the settings of a guest are not used, because
    /// they are commands that would be run on the server.
    pub engines: Vec<EngineRow>,
    /// What other clients have read already, the artwork of these games among it.
    pub shared: Option<Shared>,
    /// The places to think.
    pub pool: ThinkingSlots,
    /// The threads that serve tables.
    pub workers: Workers,
    /// The most that the computer may use, whatever the settings say.
    pub most: Option<Resources>,
    /// The failure that a test asks for.
    pub fault: Fault,
}

impl Setup {
    /// A user on their own machine with these games, without files of the program.
    pub fn new(facts: Facts, games: Registry) -> Setup {
        Setup {
            facts,
            paths: None,
            files: Files::Anywhere,
            quota: Quota::NONE,
            games,
            offered: None,
            identity: Identity::local(),
            zone: Zone::UTC,
            club: None,
            config: None,
            engines: Vec::new(),
            shared: None,
            pool: ThinkingSlots::default(),
            workers: Workers::default(),
            most: None,
            fault: Fault::default(),
        }
    }
}

/// The settings as they were read.
#[derive(Debug, Default)]
pub struct ReadSettings {
    /// The settings.
    pub config: Config,
    /// The mistakes in the file.
    pub problems: Vec<String>,
    /// The text of the file, if it exists.
    pub(crate) text: Option<String>,
}

/// Reads the user's settings.
pub fn settings(paths: Option<&Paths>, games: &Registry) -> ReadSettings {
    let Some(path) = paths.map(|paths| &paths.config_file) else { return ReadSettings::default() };
    match files::read_text(path, files::MOST_SETTINGS_BYTES) {
        Ok(text) => {
            let (config, mistakes) = read(&text, &escape::path(path));
            let mut problems: Vec<String> = mistakes.iter().map(Mistake::to_string).collect();
            problems.extend(unknown_games(&config, path, games));
            ReadSettings { config, problems, text: Some(text) }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => ReadSettings::default(),
        Err(error) => {
            ReadSettings { problems: vec![format!("{}: {error}", escape::path(path))], ..ReadSettings::default() }
        }
    }
}

/// Errors for unknown games in the engine tables.
fn unknown_games(config: &Config, path: &Path, games: &Registry) -> Vec<String> {
    let rows = config.engines.iter().flat_map(|row| row.games.iter().map(move |game| (row, game)));
    let unknown = rows.filter(|(_, game)| games.find(game).is_none());
    let warning = |(row, game): (&EngineRow, &String)| {
        // Engines are found by the id of the game, so here another spelling is a mistake.
        let unknown = games.unknown(game);
        format!("{}:{}: engine.games: {unknown}", escape::path(path), row.line)
    };
    unknown.map(warning).collect()
}

/// The key bindings from the settings, and the mistakes in them.
pub fn keys(config: &Config, paths: Option<&Paths>) -> (Keymap, Vec<String>) {
    let (keymap, problems) = Keymap::with(config.keys.iter().map(|row| (row.action.as_str(), row.keys.as_slice())));
    let file = paths.map(|paths| escape::path(&paths.config_file)).unwrap_or_default();
    let lines: HashMap<&str, usize> = config.keys.iter().map(|row| (row.action.as_str(), row.line)).collect();
    let line = |action: &str| lines.get(action).copied().unwrap_or(0);
    let warnings = problems.iter().map(|(id, problem)| format!("{file}:{}: keys.{id}: {problem}", line(id)));
    (keymap, warnings.collect())
}

/// The paths that the client may use for reading, and why the others are left out.
fn readable<'a>(
    setup: &'a Setup,
    path: impl Fn(&'a Paths) -> &'a Path,
    allowed: impl Fn(&Files, &Path) -> Result<(), Refusal>,
    notices: &mut Vec<String>,
) -> Option<&'a Paths> {
    let paths = setup.paths.as_ref().filter(|_| setup.files != Files::None)?;
    allowed(&setup.files, path(paths)).map_err(|refusal| notices.push(refusal.to_string())).ok().map(|()| paths)
}

impl World {
    /// The world of a client.
    pub fn new(setup: Setup) -> World {
        let mut notices = Vec::new();
        let paths = readable(&setup, |paths| &paths.config_file, Files::own, &mut notices);
        let found = settings(paths.filter(|_| setup.config.is_none()), &setup.games);
        notices.extend(found.problems);
        let mut config = setup.config.clone().unwrap_or(found.config);
        if !setup.files.is_anywhere() {
            let refused = config.engines.drain(..).map(|row| Refusal::Engine { name: row.name }.to_string());
            notices.extend(refused);
            config.engines.clone_from(&setup.engines);
        }
        let themes_dir = readable(&setup, |paths| &paths.themes_dir, Files::own_folder, &mut notices);
        let shared = setup.shared.clone().unwrap_or_else(|| Shared::new(&setup.games));
        let themes = shared.themes.clone().with_folder(themes_dir.map(|paths| paths.themes_dir.as_path()));
        notices.extend(themes.warnings.iter().cloned());
        if !themes.has(&config.look.theme) {
            notices.push(format!(
                "look.theme: there is no theme \"{}\"; `heterodox themes` lists them",
                config.look.theme
            ));
        }
        let (keymap, problems) = keys(&config, paths);
        notices.extend(problems);
        let keymap = if keymap == shared.keymap { shared.keymap.clone() } else { keymap };
        let Setup {
            facts,
            paths,
            files,
            quota,
            games,
            offered,
            identity,
            zone,
            club,
            pool,
            workers,
            most,
            fault,
            ..
        } = setup;
        let inbox = Inbox::new();
        let (wakers, hearing) = (inbox.wakers(), inbox.hearing());
        let mut world = World {
            theme: themes.named(&config.look.theme, facts.depth(config.look.colours)),
            glyphs: Glyphs::chosen(config.look.glyphs, &facts),
            pieces: Shown::new(shared.gallery, &facts),
            mouse: false,
            focus: None,
            client: Client {
                config,
                config_text: found.text,
                paths,
                files,
                quota,
                assistant: Assistant::sharing(games.clone(), pool.clone()),
                pool,
                most,
                games,
                offered,
                identity,
                zone,
                tables: Tables::new(wakers.waker(Reason::Table)).served_by(workers),
                learnt: Progress::default(),
                teacher: Teacher::found(),
                waker: wakers.waker(Reason::Task),
                fault,
            },
            themes,
            keymap,
            facts,
            now: Instant::now(),
            club,
            table_views: TableViews::default(),
            notices,
            news: Vec::new(),
            clicks: Clicks::default(),
            drawn: Drawn::default(),
            requests: Vec::new(),
            wakers,
            hearing,
            inbox: Some(inbox),
        };
        world.take_mouse();
        world.requests.clear();
        world
    }
}
