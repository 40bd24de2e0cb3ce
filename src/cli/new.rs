//! `new`: writes the file of a game that an inventor goes on from.

mod draft;
mod questions;

use std::fs::File;
use std::io::{self, BufRead, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::{Failure, Outcome};
use crate::escape;
use crate::game_file::{ENDING, is_game};
use crate::games::shelf::{self, Book};
use draft::Draft;
use questions::Questions;

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

/// Writes the file. One that is there stays. At a terminal it asks what the game is, if the arguments do not say it.
pub(super) fn run(arguments: &New, out: &mut impl Write) -> Outcome {
    let is_asked = io::stdin().is_terminal() && io::stdout().is_terminal();
    write(arguments, is_asked.then(|| io::stdin().lock()), out)
}

fn write(arguments: &New, input: Option<impl BufRead>, out: &mut impl Write) -> Outcome {
    let path = &arguments.file;
    let shown = escape::path(path);
    if !is_game(path) {
        return Err(Failure::Usage(format!("{shown}: expected a name that ends in .{ENDING}")));
    }
    let failed = |error: io::Error| Failure::Failed(format!("{shown}: {error}"));
    let text = match (arguments.like.as_deref(), input) {
        (Some(name), _) => draft(path, book(name)?).text(),
        (None, None) => of_template(path),
        (None, Some(mut input)) => {
            if path.try_exists().map_err(failed)? {
                return Err(Failure::Failed(format!("{shown}: a file of this name is there")));
            }
            writeln!(out, "Five questions. Enter takes the answer in brackets.")?;
            Questions::new(&mut input, out).all(draft(path, book("chess")?))?.text()
        }
    };
    File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes())).map_err(failed)?;
    writeln!(out, "{shown} is written. Change it, then:")?;
    writeln!(out, "  heterodox check {shown}")?;
    Ok(writeln!(out, "  heterodox play {shown}")?)
}

/// A game of the shelf.
fn book(name: &str) -> Result<&'static Book, Failure> {
    shelf::named(name).ok_or_else(|| Failure::usage(shelf::unknown(name)))
}

/// A game with the name of its file, as another one.
fn draft(path: &Path, like: &'static Book) -> Draft {
    let id = id(path);
    let title = title(&id);
    Draft::new(id, title, like)
}

fn of_template(path: &Path) -> String {
    let id = id(path);
    TEMPLATE.replacen("\"TITLE\"", &format!("\"{}\"", title(&id)), 1).replacen("\"ID\"", &format!("\"{id}\""), 1)
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
    }

    /// The file after these answers, and what was said.
    fn answered(answers: &str) -> (Option<String>, String) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("hawk.toml");
        let mut out = Vec::new();
        let arguments = New { file: file.clone(), like: None };
        let written = write(&arguments, Some(answers.as_bytes()), &mut out).is_ok();
        let text = std::fs::read_to_string(file).ok();
        assert_eq!(text.is_some(), written);
        (text, String::from_utf8(out).expect("text"))
    }

    #[test]
    fn the_questions_make_a_game() {
        let (text, said) = answered("Hawk Chess\nchess\nHawk\nNA\nqueen\n");
        let text = text.expect(&said);
        let game = FileVariant::read(&text, "hawk.toml").expect("no mistake");
        assert_eq!((game.spec().id, game.spec().title), ("hawk", "Hawk Chess"));
        assert!(game.spec().setups[0].fen.starts_with("rnbhkbnr/"), "{text}");
        let (text, _) = answered("\n\n\n");
        assert!(text.expect("a file").contains("title = \"Hawk\"\nlike = \"chess\"\n"));
    }

    #[test]
    fn a_wrong_answer_is_asked_again_with_its_reason() {
        let (text, said) = answered("\ncheckers\nminishogi\nHawk\nVV\nnA\nQueen\nS\n");
        assert!(text.is_some_and(|text| text.contains("like = \"minishogi\"") && text.contains("name = \"Hawk\"")));
        for reason in ["no game \"checkers\" on the shelf", "no atom V", "Queen: expected one of "] {
            assert!(said.contains(reason), "{reason}:\n{said}");
        }
    }

    #[test]
    fn without_all_answers_nothing_is_written() {
        for answers in ["", "Hawk Chess\n", "\n\nHawk\n", "\n\nHawk\nNA\n"] {
            assert_eq!(answered(answers).0, None, "{answers:?}");
        }
    }
}
