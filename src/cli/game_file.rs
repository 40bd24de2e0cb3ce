//! A game that a command names by its file.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::{Command, Failure};
use crate::escape;
use crate::games::Registry;
use crate::games::file::{FileVariant, MOST_BYTES};
use crate::rules::variant::Variant as _;

/// The games with the one that the command names by its file: a path that ends in `.toml` is read, and the name of its
/// game takes its place.
pub(super) fn known(games: Registry, command: &mut Command) -> Result<Registry, Failure> {
    let Some(name) = named(command) else { return Ok(games) };
    if Path::new(name.as_str()).extension().is_none_or(|end| end != "toml") {
        return Ok(games);
    }
    let game = read(name)?;
    let spec = game.spec();
    let games =
        games.with_file(game).map_err(|error| Failure::Usage(format!("{}: {error}", escape::line(name))))?;
    *name = spec.id.to_owned();
    Ok(games)
}

/// The game in this file.
fn read(name: &str) -> Result<&'static FileVariant, Failure> {
    let path = Path::new(name);
    let failed = |error: &dyn std::fmt::Display| Failure::Usage(format!("{}: {error}", escape::path(path)));
    let mut bytes = Vec::new();
    let open = File::open(path).map_err(|error| failed(&error))?;
    open.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    let text = String::from_utf8(bytes).map_err(|error| failed(&error.utf8_error()))?;
    FileVariant::kept(&text, &escape::path(path))
        .map_err(|mistakes| Failure::Mistakes(mistakes.iter().map(ToString::to_string).collect()))
}

/// The argument of a command that names a game or its file.
fn named(command: &mut Command) -> Option<&mut String> {
    match command {
        Command::Play(arguments) => Some(&mut arguments.game),
        Command::Perft(arguments) => Some(&mut arguments.game),
        Command::Inspect(arguments) => arguments.game.as_mut(),
        Command::Rules { game } | Command::Check { game, .. } => Some(game),
        _ => None,
    }
}
