//! `new`: writes the file of a game that an inventor goes on from.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::{Failure, Outcome};
use crate::escape;
use crate::game_file::{ENDING, is_game};
use crate::games::shelf;

/// The arguments.
#[derive(Args, Debug)]
pub(super) struct New {
    /// The file: a new one, whose name ends in .toml
    file: PathBuf,
    /// A game of the shelf to begin with
    #[arg(long, value_name = "GAME")]
    like: Option<String>,
}

/// Chess, with a comment for each part.
const TEMPLATE: &str = include_str!("new.toml");

/// Writes the file. One that is there stays.
pub(super) fn run(arguments: &New, out: &mut impl Write) -> Outcome {
    let path = &arguments.file;
    let shown = escape::path(path);
    if !is_game(path) {
        return Err(Failure::Usage(format!("{shown}: expected a name that ends in .{ENDING}")));
    }
    let text = match arguments.like.as_deref() {
        None => of_template(path),
        Some(name) => like(name, path)?,
    };
    let failed = |error: std::io::Error| Failure::Failed(format!("{shown}: {error}"));
    File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes())).map_err(failed)?;
    writeln!(out, "{shown} is written. Change it, then:")?;
    writeln!(out, "  heterodox check {shown}")?;
    Ok(writeln!(out, "  heterodox play {shown}")?)
}

fn of_template(path: &Path) -> String {
    let id = id(path);
    TEMPLATE.replacen("\"TITLE\"", &format!("\"{}\"", title(&id)), 1).replacen("\"ID\"", &format!("\"{id}\""), 1)
}

/// A file that changes a game of the shelf. Below it are the keys of that game, for those who want to change one.
fn like(name: &str, path: &Path) -> Result<String, Failure> {
    let book = shelf::named(name).ok_or_else(|| Failure::usage(shelf::unknown(name)))?;
    let id = id(path);
    let mut text =
        format!("format = 1\nid = \"{id}\"\ntitle = \"{}\"\nlike = \"{}\"\n\n{CHANGE}\n", title(&id), book.id);
    let own = |line: &&str| !OWN.iter().any(|key| line.starts_with(key));
    for line in book.text.lines().take_while(|line| *line != "[credits]").filter(own) {
        let _ = writeln!(text, "# {line}");
    }
    Ok(text)
}

/// What a file says that changes another game.
const CHANGE: &str = "\
# All else is as in that game, whose keys stand below. Remove the # of a line, and that of its table in brackets, and
# change it; a piece needs only the keys that are new. \"remove\" in the place of a value leaves a key out:
#
# [piece]
# X = { name = \"Bird\", move = \"WF\" }
# Q = \"remove\"
#
# The game:";

/// The keys that a file does not take from another game.
const OWN: [&str; 5] = ["format ", "id ", "title ", "about ", "like "];

/// The id of a game by the name of its file.
fn id(path: &Path) -> String {
    const MOST: usize = 32;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let id: String = stem.chars().filter(char::is_ascii_alphanumeric).take(MOST).collect();
    if id.is_empty() { "mine".to_owned() } else { id }
}

fn title(id: &str) -> String {
    let mut letters = id.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::file::FileVariant;
    use crate::rules::variant::Variant as _;

    #[test]
    fn what_is_written_is_a_game() {
        let path = Path::new("folder/My-Game 2.toml");
        let written = of_template(path);
        let game = FileVariant::read(&written, "new.toml").expect("no mistake");
        assert_eq!((game.spec().id, id(path).as_str()), ("mygame2", "mygame2"));
        for book in shelf::all() {
            let text = like(book.title, path).unwrap_or_else(|error| panic!("{}: {error:?}", book.id));
            let game = FileVariant::read(&text, "new.toml").expect("no mistake");
            assert_eq!(game.spec().title, "Mygame2");
            let openings = [game.spec(), book.game().spec()].map(|spec| spec.setups[0].fen);
            assert_eq!(openings[0], openings[1], "{}", book.id);
            // With every line of the other game, it is still the same one.
            let all = text.split_once("# The game:\n").expect("its keys").1.replace("# ", "");
            let head: String = text.lines().take(4).flat_map(|line| [line, "\n"]).collect();
            let game = FileVariant::read(&(head + &all), "new.toml").expect("no mistake");
            assert_eq!(game.spec().kinds.len(), book.game().spec().kinds.len(), "{}", book.id);
        }
    }
}
