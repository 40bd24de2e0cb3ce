//! The list of games: which to play, and which to continue.

use std::io::Write;
use std::path::PathBuf;

use super::Lines;
use super::line_output::Say as _;
use super::options;
use super::rule_book::pages;
use super::unanswered::{OPTIONS, Unanswered};
use crate::client::Client;
use crate::games::UnknownGame;
use crate::record::journal;
use crate::rules::note::game_and_round;
use crate::rules::variant::Variant;
use crate::session::archive::recover;

/// So many unfinished games are offered.
const OFFERED: usize = 5;

/// The unfinished games: their journals, and where they stand.
fn unfinished(client: &Client) -> Vec<(PathBuf, String)> {
    let Some(folder) = client.games_dir() else { return Vec::new() };
    let known = |path: PathBuf| {
        let game = recover(&journal::read(&path).ok()?, &path, &client.games).ok()?;
        let words = game_and_round(game.referee.position());
        Some((path, words))
    };
    journal::all_unfinished(&folder).filter_map(known).take(OFFERED).collect()
}

impl<W: Write> Lines<W> {
    /// Asks which game to play.
    pub(super) fn greet(&mut self) {
        self.game = None;
        self.out.say("Heterodox: which game?");
        for (at, game) in self.client.games.games().iter().enumerate() {
            let spec = game.spec();
            let squares = spec.geometry().len();
            self.out.say(&format!("{}. {}: {} sides, {squares} squares.", at + 1, spec.title, spec.seats.len()));
        }
        for (at, (_, words)) in unfinished(&self.client).iter().enumerate() {
            self.out.say(&format!("continue {}: {words}.", at + 1));
        }
        self.out.say("Type a number or a name, help, or quit.");
    }

    /// The game that a word means: its number, or its name.
    fn named(&self, word: &str) -> Option<&'static dyn Variant> {
        let games = &self.client.games;
        let numbered = word.trim_end_matches('.').parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match numbered {
            Some(at) => games.games().get(at).copied(),
            None => games.require(word).ok(),
        }
    }

    /// Handles a line where no game is played; true if the user leaves.
    pub(super) fn choose(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else {
            self.out.say("Type the number of a game, help, or quit.");
            return false;
        };
        match first.to_lowercase().as_str() {
            "quit" | "q" | "exit" => return true,
            "help" | "h" | "?" => {
                for line in [
                    "Type the number or the name of a game to play it against the computer.",
                    &format!("Options can follow: {OPTIONS}. For example: 3 level 5 clock 10+5."),
                    "continue: the last unfinished game; continue 2: the second of the list.",
                    "lessons GAME: a course of short steps. rules GAME: the rules, by pages.",
                    "list: the games again. quit: leave.",
                ] {
                    self.out.say(line);
                }
            }
            "list" | "games" => self.greet(),
            "rules" => {
                let game = rest.first().and_then(|word| self.named(word));
                let lines = match game {
                    Some(game) => pages(game, &rest[1..].join(" ")),
                    None => Err(Unanswered::Game),
                };
                self.out.say_all(lines);
            }
            "lessons" | "learn" => match rest.first().and_then(|word| self.named(word)) {
                Some(game) => self.learn(game, rest.get(1).copied()),
                None => self.out.say("Of which game? Type lessons and its number or its name."),
            },
            "continue" | "c" | "resume" => self.go_on(rest.first().copied()),
            _ => match self.named(first) {
                None => {
                    let UnknownGame { like, known, .. } = self.client.games.unknown(first);
                    let meant = like.map(|id| format!(" Did you mean {id}?")).unwrap_or_default();
                    self.out.say(&format!(
                        "There is no game \"{first}\".{meant} Type a number, one of {known}, or help."
                    ));
                }
                Some(game) => self.begin(game, rest),
            },
        }
        false
    }

    fn begin(&mut self, game: &'static dyn Variant, words: &[&str]) {
        let setup = options::read(options::usual(game, &self.client), words, &self.client);
        let started = setup.and_then(|setup| Ok(self.start(setup)?));
        if let Err(problem) = started {
            self.out.say(&problem.to_string());
        }
    }

    fn go_on(&mut self, number: Option<&str>) {
        let mut games = unfinished(&self.client);
        let at = number.map_or(Some(1), |number| number.parse::<usize>().ok()).and_then(|at| at.checked_sub(1));
        match at.filter(|&at| at < games.len()) {
            Some(at) => {
                if let Err(problem) = self.resume(&games.swap_remove(at).0) {
                    self.out.say(&problem.to_string());
                }
            }
            None if games.is_empty() => self.out.say("There is no game to continue."),
            None => self.out.say(&format!("Type a number from 1 to {}.", games.len())),
        }
    }
}
