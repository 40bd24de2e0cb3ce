//! A game that a command names by its file.

use std::io;
use std::path::Path;

use super::{Command, Failure};
use crate::engine::uci::FoundGames;
use crate::escape;
use crate::files;
use crate::game_file::{self, GameFileError, GamePath, ImportedGames, OwnGame};
use crate::games::Registry;
use crate::games::file::FileVariant;
use crate::nets::{self, FoundNet, NetPlace};
use crate::paths::Paths;
use crate::rules::spec::Spec;
use crate::rules::variant::Variant as _;
use crate::session::puzzles::progress::MOST_BYTES;

/// The games with the one that the command names by its file: a path that ends in `.toml` is read, and the name of its
/// game takes its place. Another name may be that of a game in the user's folder.
pub(super) fn known(games: Registry, command: &mut Command) -> Result<Registry, Failure> {
    if plays(command)
        && let Some(paths) = Paths::find(|name| std::env::var(name).ok())
    {
        nets::teach_shelf(&paths.data_dir);
    }
    if matches!(command, Command::Engine) {
        learn_all(&games);
    }
    let Some(name) = named(command) else { return Ok(games) };
    if game_file::is_import(Path::new(name.as_str())) {
        let shown = escape::line(name);
        let advice = format!("{shown}: these games are written for another program. Make files of them first:");
        return Err(Failure::Usage(format!("{advice} heterodox convert {shown} --out games")));
    }
    if !game_file::is_game(Path::new(name.as_str())) {
        own(name, &games)?;
        return Ok(games);
    }
    let game = game_file::read(Path::new(name.as_str())).map_err(failure)?;
    let spec = game.spec();
    let games =
        games.with_file(game).map_err(|error| Failure::Usage(format!("{}: {error}", escape::line(name))))?;
    let path = std::path::absolute(name.as_str()).unwrap_or_else(|_| name.as_str().into());
    let games = games.keeping(spec.id, GamePath(path));
    *name = spec.id.to_owned();
    if let Command::Inspect(arguments) = command {
        arguments.of_file = true;
    }
    Ok(games)
}

/// Does the computer play in this command?
const fn plays(command: &Command) -> bool {
    matches!(
        command,
        Command::Home
            | Command::Play(_)
            | Command::Resume { .. }
            | Command::Review { .. }
            | Command::Study(_)
            | Command::Puzzles(_)
            | Command::Engine
    )
}

/// Looks for a game in the user's folder, unless it is one that is listed. A file of this name that has mistakes is an
/// error.
fn own(name: &str, games: &Registry) -> Result<(), Failure> {
    let is_listed = games.lists(name);
    if is_listed {
        return Ok(());
    }
    let found = learn_all(games);
    let mine = found.into_iter().find(|own| own.stem() == name);
    match mine.map(|own| own.game) {
        Some(Err(error)) => Err(failure(error)),
        _ => Ok(()),
    }
}

/// The games of the user's folder, which these games know from now on.
fn learn_all(games: &Registry) -> Vec<OwnGame> {
    let paths = Paths::find(|name| std::env::var(name).ok());
    paths.map(|paths| game_file::learn_all(&paths.variants_dir(), games)).unwrap_or_default()
}

/// The games of a file, for other programs.
pub(super) fn of_path(path: &str) -> FoundGames {
    let path = Path::new(path);
    let found = if game_file::is_import(path) {
        game_file::import(path).map(|ImportedGames { games, wrong }| FoundGames { games, wrong })
    } else {
        game_file::read(path).map(|game| {
            let refused = match NetPlace::beside(path).teach(game) {
                FoundNet::Refused(why) => Some(format!("it is played without its net: {why}")),
                FoundNet::Used(_) | FoundNet::None => None,
            };
            FoundGames { games: vec![game], wrong: refused.into_iter().collect() }
        })
    };
    found.unwrap_or_else(|error| FoundGames { games: Vec::new(), wrong: vec![error.to_string()] })
}

fn failure(error: GameFileError) -> Failure {
    match error {
        GameFileError::Mistakes(lines) => Failure::Mistakes(lines),
        GameFileError::Unreadable { .. } => Failure::usage(error),
    }
}

/// The puzzles beside the file of a game, if it is one of the user's and there are some.
pub(super) fn puzzles_beside(game: &'static Spec, games: &Registry) -> io::Result<Option<Vec<u8>>> {
    let gives = |own: &OwnGame| own.game.as_ref().is_ok_and(|found| std::ptr::eq(found.spec(), game));
    let named = games.kept::<GamePath>(game.id).map(|GamePath(path)| path.clone());
    let own = || Some(learn_all(games).into_iter().find(gives)?.path);
    let Some(path) = named.or_else(|| FileVariant::of(game).and_then(|_| own())) else { return Ok(None) };
    match files::read(&game_file::puzzles_beside(&path), MOST_BYTES) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

/// The argument of a command that names a game or its file.
fn named(command: &mut Command) -> Option<&mut String> {
    match command {
        Command::Play(arguments) => Some(&mut arguments.game),
        Command::Perft(arguments) => Some(&mut arguments.game),
        Command::Study(arguments) => Some(&mut arguments.game),
        Command::Inspect(arguments) => arguments.game.as_mut(),
        Command::Puzzles(arguments) => arguments.named(),
        Command::Rules { game, .. } | Command::Check { game, .. } | Command::Lessons { game, .. } => Some(game),
        _ => None,
    }
}
