//! `new`: writes the file of a game that an inventor goes on from.

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

/// The file of a game of the shelf, under another name.
fn like(name: &str, path: &Path) -> Result<String, Failure> {
    let book = shelf::named(name).ok_or_else(|| Failure::usage(shelf::unknown(name)))?;
    let id = id(path);
    let (old, title) = ([book.id, book.title].map(|text| format!("\"{text}\"")), title(&id));
    let text = book.text.replacen(&old[0], &format!("\"{id}\""), 1);
    Ok(text.replacen(&old[1], &format!("\"{title}\""), 1))
}

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
        }
    }
}
