//! A puzzle: a position, its solution, its themes, its rating, and how it was proved. In a file it is a game of PGN with the
//! tags Themes, Rating, Proof and Source; the solution is its main line.

pub mod collection;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::carried::has_rules_of;
use super::game::{Game, Tags};
use super::pgn;
use super::tree::{Id, PlayedMove, Tree};
use crate::games::Registry;
use crate::rules::mv::Move;
use crate::rules::outcome::Outcome;
use crate::rules::position::Position;
use crate::rules::prover::Goal;
use crate::rules::side::Side;
use crate::rules::timeline::Act;
use crate::rules::variant::Variant;

/// The tags of a puzzle.
const THEMES: &str = "Themes";
const RATING: &str = "Rating";
const PROOF: &str = "Proof";
const SOURCE: &str = "Source";

/// The most themes of a puzzle, and the most letters of a theme.
const MOST_THEMES: usize = 12;
const LONGEST_THEME: usize = 32;
/// The most moves of a solution, of all sides.
const LONGEST: usize = 64;
/// Ratings are in these bounds.
const RATINGS: (u32, u32) = (100, 4000);
/// The rating of a puzzle without one.
const MIDDLE: u32 = 1200;

/// What a puzzle is about, in small letters with hyphens: `fork`, `through-a-hole`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Theme(String);

impl Theme {
    /// A theme with this name; `None` if it is not in small letters, digits and hyphens.
    pub fn named(name: &str) -> Option<Theme> {
        let letters = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        let fits = !name.is_empty() && name.len() <= LONGEST_THEME && name.chars().all(letters);
        fits.then(|| Theme(name.to_owned()))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// It in words, with a capital letter: `Through a hole`.
    pub fn words(&self) -> String {
        let words = self.0.replace('-', " ");
        let mut letters = words.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase().to_string()).unwrap_or_default();
        first + letters.as_str()
    }
}

/// How it is known that the solution is the only one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// Every line was tried: at its first move no other one reaches this goal, and so on.
    Exhaustive(Goal),
    /// A search of this many nodes sees the best move so far ahead of the second, in hundredths of a Pawn, and so does
    /// another one of ten times the nodes. These are the least leads of all moves of the solution.
    Margin {
        /// The nodes of the first search.
        nodes: u64,
        /// The least lead in it.
        lead: i32,
        /// The least lead with ten times the nodes.
        lead_of_ten: i32,
    },
}

/// The second search has this many times the nodes of the first.
pub const TIMES: u64 = 10;

/// The text is not a proof.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected \"exhaustive GOAL\", or \"margin LEAD at NODES, LEAD at ten times\"")]
pub struct NoProof;

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Exhaustive(goal) => write!(f, "exhaustive {goal}"),
            Proof::Margin { nodes, lead, lead_of_ten } => {
                write!(f, "margin {lead} at {nodes}, {lead_of_ten} at ten times")
            }
        }
    }
}

impl FromStr for Proof {
    type Err = NoProof;

    fn from_str(text: &str) -> Result<Proof, NoProof> {
        if let Some(goal) = text.strip_prefix("exhaustive ") {
            return goal.parse().map(Proof::Exhaustive).map_err(|_| NoProof);
        }
        let rest = text.strip_prefix("margin ").ok_or(NoProof)?;
        let (first, second) = rest.split_once(", ").ok_or(NoProof)?;
        let (lead, nodes) = first.split_once(" at ").ok_or(NoProof)?;
        let lead_of_ten = second.strip_suffix(" at ten times").ok_or(NoProof)?;
        let number = |text: &str| text.parse::<i32>().map_err(|_| NoProof);
        let nodes = nodes.parse().map_err(|_| NoProof)?;
        Ok(Proof::Margin { nodes, lead: number(lead)?, lead_of_ten: number(lead_of_ten)? })
    }
}

/// A puzzle.
#[derive(Clone)]
pub struct Puzzle {
    /// The position, without history. The seat to move solves it.
    pub start: Arc<dyn Position>,
    /// The solution: moves of the solver, and the replies between them. After an army was made to fall, the replies until
    /// it falls follow.
    pub line: Vec<Move>,
    /// Its themes, the most important one first.
    pub themes: Vec<Theme>,
    /// How hard it is.
    pub rating: u32,
    /// How it was proved; `None` if that is not known.
    pub proof: Option<Proof>,
    /// The game that it is from.
    pub source: Option<String>,
}

/// Why a game is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum NoPuzzle {
    /// It has no moves.
    #[error("there is no solution")]
    Empty,
    /// An army leaves in it.
    #[error("an army leaves in the solution")]
    Leaves,
    /// The last move is one of an opponent, and nothing falls by it.
    #[error("the last move is not one of the solver")]
    Ends,
}

/// The number of a position, by the hash FNV-1a.
fn key_of(game: &str, fen: &str) -> u64 {
    let bytes = game.bytes().chain(fen.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The themes that tags name.
fn themes_of(tags: &Tags) -> Vec<Theme> {
    let names = tags.get(THEMES).unwrap_or_default().split_whitespace();
    names.filter_map(Theme::named).take(MOST_THEMES).collect()
}

impl Puzzle {
    /// The game that the puzzle is of.
    pub fn variant(&self) -> &'static dyn Variant {
        self.start.variant()
    }

    /// The seat that solves it.
    pub fn solver(&self) -> Side {
        self.start.turn()
    }

    /// The position after so many moves of the line.
    pub fn position(&self, moves: usize) -> Box<dyn Position> {
        let mut position = self.start.fork();
        for &mv in self.line.iter().take(moves) {
            // Only legal moves are read or made into a line.
            let _ = position.play(mv);
        }
        position
    }

    /// A number that is the same for the same position, also in later versions of the program.
    pub fn key(&self) -> u64 {
        key_of(self.variant().spec().id, &self.start.fen())
    }

    /// The solution in display form.
    pub fn shown(&self) -> Vec<String> {
        let mut position = self.start.fork();
        let shown = |&mv: &Move| {
            let text = position.display(mv);
            let _ = position.play(mv);
            text
        };
        self.line.iter().map(shown).collect()
    }

    /// The solution in machine form.
    pub fn machine(&self) -> Vec<String> {
        let mut position = self.start.fork();
        let text = |&mv: &Move| {
            let text = position.machine(mv);
            let _ = position.play(mv);
            text
        };
        self.line.iter().map(text).collect()
    }

    /// The number of moves that the solver has to find.
    pub fn moves(&self) -> usize {
        let turns = (0..self.line.len()).filter(|&at| self.position(at).turn() == self.solver());
        turns.count()
    }

    /// What is to be done, in one sentence.
    pub fn task(&self) -> String {
        let spec = self.start.spec();
        let name = spec.seat(self.solver()).name;
        match self.proof {
            Some(Proof::Exhaustive(Goal::Win(moves))) => {
                let what =
                    if self.outcome().is_some_and(|end| end.cause.id == "checkmate") { "mates" } else { "wins" };
                format!("{name} {what} in {moves}.")
            }
            Some(Proof::Exhaustive(Goal::Fell)) => format!("{name} makes an army fall before its next turn."),
            Some(Proof::Exhaustive(Goal::Save(_))) => format!("{name} to move: only one move does not lose."),
            _ if self.themes.iter().any(|theme| theme.name() == "saving-move") => {
                format!("{name} to move: find the only move that holds.")
            }
            _ => format!("{name} to move: find the best move."),
        }
    }

    /// How the game ends with the solution, if it does.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.position(self.line.len()).outcome()
    }

    /// The puzzle of a game of PGN.
    pub(crate) fn of(game: &Game) -> Result<Puzzle, NoPuzzle> {
        let mut line = Vec::new();
        for id in game.tree.line(Id::ROOT).skip(1).take(LONGEST) {
            match game.tree.node(id).deed.as_ref().map(|deed| deed.act) {
                Some(Act::Move(mv)) => line.push(mv),
                Some(Act::Leave(_)) => return Err(NoPuzzle::Leaves),
                None => {}
            }
        }
        let tag = |name| game.tags.get(name).map(str::trim).filter(|value| !value.is_empty());
        let rating = tag(RATING).and_then(|text| text.parse().ok()).unwrap_or(MIDDLE);
        let puzzle = Puzzle {
            start: game.tree.start().fork().into(),
            line,
            themes: themes_of(&game.tags),
            rating: rating.clamp(RATINGS.0, RATINGS.1),
            proof: tag(PROOF).and_then(|text| text.parse().ok()),
            source: tag(SOURCE).map(str::to_owned),
        };
        let Some(last) = puzzle.line.len().checked_sub(1) else { return Err(NoPuzzle::Empty) };
        let own = puzzle.position(last).turn() == puzzle.solver();
        let fell = puzzle.position(last + 1).living().count() < puzzle.start.living().count();
        if own || fell { Ok(puzzle) } else { Err(NoPuzzle::Ends) }
    }

    /// It as a game of PGN.
    pub fn game(&self) -> Game {
        let fen = self.start.fen();
        let begun = Game::begin(self.variant(), None, Some(&fen));
        let mut game = begun.unwrap_or_else(|_| Game {
            tags: Tags::default(),
            tree: Tree::new(self.start.clone()),
            shares: None,
        });
        game.tags.set("Event", "Puzzle");
        let names: Vec<&str> = self.themes.iter().map(Theme::name).collect();
        game.tags.set(THEMES, names.join(" "));
        game.tags.set(RATING, self.rating.to_string());
        if let Some(proof) = self.proof {
            game.tags.set(PROOF, proof.to_string());
        }
        if let Some(source) = &self.source {
            game.tags.set(SOURCE, source);
        }
        let (mut position, mut at) = (game.tree.start().fork(), Id::ROOT);
        for &mv in &self.line {
            let deed = PlayedMove::of(position.as_ref(), Act::Move(mv));
            if position.play(mv).is_err() {
                break;
            }
            at = game.tree.attach(at, deed);
        }
        game
    }

    /// It as PGN, without the tags that say nothing about a puzzle.
    pub fn pgn(&self) -> String {
        let text = pgn::write(&self.game());
        let says_nothing =
            |line: &str| line.starts_with('[') && line.ends_with("\"?\"]") || line.starts_with("[Date \"????");
        text.lines().filter(|line| !says_nothing(line)).fold(String::new(), |text, line| text + line + "\n") + "\n"
    }
}

/// Puzzles from a text of PGN, and what is wrong with those that were left out. Only puzzles of this game are read, if one
/// is named.
pub fn read(
    text: &[u8],
    name: &str,
    games: &Registry,
    only: Option<&'static dyn Variant>,
) -> (Vec<Puzzle>, Vec<String>) {
    let (mut puzzles, mut problems) = (Vec::new(), Vec::new());
    for parsed in pgn::Reader::new(text).of(games).named(name) {
        let parsed = match parsed {
            Ok(parsed) => parsed,
            Err(error) => {
                problems.push(format!("{name}: {error}"));
                break;
            }
        };
        problems.extend(parsed.problems.iter().map(ToString::to_string));
        let Some(game) = parsed.game else { continue };
        // A solution that stops early would be another one.
        if !parsed.problems.is_empty() || only.is_some_and(|only| !has_rules_of(game.tree.start().variant(), only))
        {
            continue;
        }
        match Puzzle::of(&game) {
            Ok(puzzle) => puzzles.push(puzzle),
            Err(why) => problems.push(format!("{name}: game {}: {why}", parsed.number)),
        }
    }
    (puzzles, problems)
}
