//! The linear client: games as plain lines of text, for screen readers, Braille lines and terminals that cannot move a
//! cursor. It is one more reader of a table of the session, beside the screens of `tui`: same rules, players, journals
//! and files. It writes no control characters but the end of a line.

mod announce;
mod arrange;
mod board;
mod clock;
mod command;
mod game;
mod game_acts;
mod leave;
mod lesson;
mod line_input;
mod line_output;
mod menu;
mod options;
mod pick;
mod rule_book;
mod unanswered;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use heterodox_base::{escape, lines, task};
use heterodox_games as games;
use heterodox_kernel as rules;
use heterodox_play::{client, config, players, record, session};

use crate::client::Client;
use crate::session::lesson::Lesson;
use crate::session::setup::MatchSetup;
use crate::session::table::TableError;
use game::{Game, Next};
use line_input::{Heard, Notice};
pub use line_input::{Leaver, LineInput};
use line_output::Say as _;
pub use line_output::{LineOutput, Plain};

/// What the client begins with.
pub enum First {
    /// The list of games.
    Menu,
    /// A new game.
    Play(Box<MatchSetup>),
    /// A game to continue, by its journal.
    Resume(PathBuf),
}

/// How the client ended.
#[derive(Debug, Default)]
pub struct Ended {
    /// What could not be saved.
    pub losses: Vec<String>,
    /// Why nothing more could be written.
    pub failure: Option<io::Error>,
}

/// A client in plain lines.
struct Lines<W: Write> {
    client: Client,
    out: LineOutput<W>,
    input: LineInput,
    /// The game that is played; without one, the list of games is asked.
    game: Option<Game>,
    /// The lesson that is learnt.
    lesson: Option<Lesson>,
    losses: Vec<String>,
}

/// Runs the client until its user leaves, or the input ends: then the game is saved. An error is one of the first game:
/// it could not be started or resumed.
pub fn run(
    client: Client,
    notices: &[String],
    first: First,
    input: LineInput,
    out: LineOutput<impl Write>,
) -> Result<Ended, TableError> {
    let mut lines = Lines { client, out, input, game: None, lesson: None, losses: Vec::new() };
    for notice in notices {
        lines.out.say(notice);
    }
    match first {
        First::Menu => lines.greet(),
        First::Play(setup) => lines.start(*setup)?,
        First::Resume(path) => lines.resume(&path)?,
    }
    lines.serve();
    Ok(Ended { losses: lines.losses, failure: lines.out.take_failure() })
}

impl<W: Write> Lines<W> {
    /// Starts a game.
    fn start(&mut self, setup: MatchSetup) -> Result<(), TableError> {
        let (folder, staff) = (self.client.games_dir(), self.client.opponents(Duration::ZERO));
        let table = self.client.tables.start(setup, &self.client.identity, folder.as_deref(), &staff)?;
        self.sit(Game::at(&table, &self.client, &self.input));
        Ok(())
    }

    /// Continues a game.
    fn resume(&mut self, path: &std::path::Path) -> Result<(), TableError> {
        let table =
            self.client.tables.resume(path, &self.client.identity, &self.client.opponents(Duration::ZERO))?;
        if let Some(words) = self.client.other_rules(table.newest().setup.game) {
            self.out.say(&words);
        }
        self.sit(Game::at(&table, &self.client, &self.input));
        Ok(())
    }

    fn sit(&mut self, mut game: Game) {
        game.greet(&mut self.out);
        game.news(&mut self.out);
        self.game = Some(game);
    }

    /// The loop: one line, or one piece of news, after the other.
    fn serve(&mut self) {
        loop {
            self.out.flush();
            if self.out.has_failed() {
                break;
            }
            let due = self.game.as_ref().and_then(|game| game.due(Instant::now()));
            // While a move is written to the disk, what is typed waits.
            let busy = self.game.as_ref().is_some_and(Game::is_busy);
            match self.input.next(busy, due) {
                Some(Heard::Notice(Notice::Hint(found))) => {
                    if let Some(game) = &mut self.game {
                        game.hinted(found, &mut self.out);
                    }
                }
                Some(Heard::Notice(Notice::Leave) | Heard::End) => break,
                Some(Heard::Line(line)) if self.line(&line) => return self.out.flush(),
                None | Some(Heard::Notice(Notice::News) | Heard::Line(_)) => {}
                Some(Heard::Refused(why)) => self.out.say(&why),
            }
            if let Some(game) = &mut self.game {
                game.news(&mut self.out);
                game.low(Instant::now(), &mut self.out);
            }
        }
        self.close();
        self.out.flush();
    }

    /// Handles a line; true if the user leaves.
    fn line(&mut self, line: &str) -> bool {
        if self.lesson.is_some() {
            return self.lesson_line(line);
        }
        let Some(game) = &mut self.game else { return self.choose(line) };
        match game.line(line, &self.client, &self.input, &mut self.out) {
            Next::Stay => return false,
            Next::Quit => {
                self.close();
                return true;
            }
            Next::Menu => {
                self.close();
                self.greet();
            }
            Next::Again(setup) => {
                self.close();
                if let Err(problem) = self.start(*setup) {
                    self.out.say(&problem.to_string());
                    self.greet();
                }
            }
        }
        false
    }
}
