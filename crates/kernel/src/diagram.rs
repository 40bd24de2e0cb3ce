//! The diagrams in the rules of a game: a position and a few steps that show how a piece moves. What a piece can do
//! is never written in a diagram, it is asked from the rules.
//!
//! A diagram is a block of lines between fences. The first line is a free position in FEN. Each of the others is a
//! step, with words after a colon if the words of the rules do not say it better:
//!
//! ```text
//! show c3: It goes by two ways.      pick these squares (a letter and @ for a piece in reserve)
//! not b5                             a square that cannot be picked next; the rules say why
//! play c3d5: One way is open.        play this move
//! again                              go back to the first position, for the steps that follow
//! ```

use thiserror::Error;

use super::geometry::Square;
use super::pick::{Mark, Pick};
use super::position::Position;
use super::variant::{Opening, Variant};

/// A part of the text of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part<'a> {
    /// A line of text.
    Line(&'a str),
    /// The lines of a diagram.
    Diagram(&'a str),
}

/// The fences of diagrams. A `board` has no steps.
const FENCES: [&str; 2] = ["```diagram", "```board"];
const END: &str = "```";

/// The parts of a text, in order.
pub fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut inside = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let next = at + line.len();
        let shown = line.trim_end();
        match inside {
            Some(start) if shown == END => {
                parts.push(Part::Diagram(text[start..at].trim_end()));
                inside = None;
            }
            Some(_) => {}
            None if FENCES.contains(&shown) => inside = Some(next),
            None => parts.push(Part::Line(shown)),
        }
        at = next;
    }
    parts
}

/// An error in a diagram.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("diagram, \"{line}\": {reason}")]
pub struct DiagramError {
    line: String,
    reason: String,
}

/// What is wrong with a step.
struct Reason(String);

impl From<String> for Reason {
    fn from(text: String) -> Reason {
        Reason(text)
    }
}

impl From<&str> for Reason {
    fn from(text: &str) -> Reason {
        Reason(text.to_owned())
    }
}

/// One picture of a diagram.
pub struct Frame {
    /// The position. If squares were picked, the owner of the first one is to move.
    pub position: Box<dyn Position>,
    /// What was picked. What can be picked next are the moves that the picture shows.
    pub picks: Vec<Pick>,
    /// The square that the words are about, if nothing else shows it.
    pub pointer: Option<Square>,
    /// What there is to see.
    pub words: String,
}

/// A diagram: at least one picture.
pub struct Diagram {
    /// The pictures, in order.
    pub frames: Vec<Frame>,
}

impl Frame {
    /// The squares that were picked or can be picked next, each with its mark.
    pub fn marks(&self) -> Vec<(Square, Mark)> {
        let next = self.next();
        let picked = self.picks.iter().enumerate().filter_map(|(at, &pick)| match pick {
            Pick::Square(square) => Some((square, if at == 0 { Mark::From } else { Mark::In })),
            _ => None,
        });
        let mut marks: Vec<(Square, Mark)> = next.clone();
        marks.extend(picked.filter(|(square, _)| !next.iter().any(|(other, _)| other == square)));
        marks
    }

    /// The squares that can be picked next.
    pub fn next(&self) -> Vec<(Square, Mark)> {
        if self.picks.is_empty() {
            return Vec::new();
        }
        let choices = self.position.choices(&self.picks).into_iter();
        choices
            .filter_map(|choice| match choice.pick {
                Pick::Square(square) => Some((square, choice.mark)),
                _ => None,
            })
            .collect()
    }
}

/// The steps as they are read.
struct Steps {
    first: Box<dyn Position>,
    position: Box<dyn Position>,
    /// The position of the last `show` and its picks.
    shown: Option<(Box<dyn Position>, Vec<Pick>)>,
    frames: Vec<Frame>,
}

impl Diagram {
    /// Reads the lines of a diagram.
    pub fn read(game: &'static dyn Variant, text: &str) -> Result<Diagram, DiagramError> {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let fen = lines.next().unwrap_or_default();
        let wrong = |line: &str, reason: String| DiagramError { line: line.to_owned(), reason };
        let first = game.begin(Opening::Free(fen)).map_err(|error| wrong(fen, error.to_string()))?;
        let mut steps = Steps { position: first.fork(), first, shown: None, frames: Vec::new() };
        for line in lines {
            steps.step(line).map_err(|Reason(reason)| wrong(line, reason))?;
        }
        if steps.frames.is_empty() {
            let Steps { position, mut frames, .. } = steps;
            frames.push(Frame { position, picks: Vec::new(), pointer: None, words: String::new() });
            return Ok(Diagram { frames });
        }
        Ok(Diagram { frames: steps.frames })
    }

    /// Every diagram in the rules of a game that can be read.
    pub fn all(game: &'static dyn Variant) -> Vec<Result<Diagram, DiagramError>> {
        let diagrams = parts(game.spec().rules).into_iter();
        diagrams
            .filter_map(|part| match part {
                Part::Diagram(text) => Some(Diagram::read(game, text)),
                Part::Line(_) => None,
            })
            .collect()
    }
}

impl Steps {
    fn step(&mut self, line: &str) -> Result<(), Reason> {
        let (step, words) = line.split_once(':').unwrap_or((line, ""));
        let (verb, what) = step.trim().split_once(' ').unwrap_or((step.trim(), ""));
        let words = words.trim();
        match verb {
            "show" => self.show(what, words),
            "not" => self.not(what),
            "play" => self.play(what, words),
            "again" => {
                self.position = self.first.fork();
                Ok(())
            }
            _ => Err(format!("\"{verb}\" is not a step: expected show, not, play or again").into()),
        }
    }

    fn square(&self, label: &str) -> Result<Square, Reason> {
        self.position.geometry().parse(label).ok_or_else(|| format!("there is no square \"{label}\"").into())
    }

    fn pick(&self, word: &str) -> Result<Pick, Reason> {
        let Some(letter) = word.strip_suffix('@') else { return self.square(word).map(Pick::Square) };
        let kind = self.position.spec().named(letter);
        kind.map(Pick::Reserve).ok_or_else(|| format!("\"{letter}\" is not a piece of this game").into())
    }

    fn show(&mut self, what: &str, words: &str) -> Result<(), Reason> {
        let picks: Vec<Pick> = what.split_whitespace().map(|word| self.pick(word)).collect::<Result<_, _>>()?;
        let spec = self.position.spec();
        let (kind, pointer, position) = match picks.first() {
            None => return Err("expected a square".into()),
            Some(&Pick::Square(square)) => {
                let piece = self.position.piece(square).ok_or_else(|| format!("{what} is empty"))?;
                // On its own turn the position keeps what it knows of the moves before.
                let own = piece.side() == self.position.turn();
                let theirs = if own { self.position.fork() } else { self.position.if_turn_of(piece.side()) };
                // A piece that never moves is pointed at.
                let still = spec.of(piece.kind()).moves.is_empty();
                (Some(piece.kind()), still.then_some(square), theirs)
            }
            Some(&Pick::Reserve(kind)) => (Some(kind), None, self.position.fork()),
            Some(_) => (None, None, self.position.fork()),
        };
        let words = match kind.map(|kind| spec.of(kind)) {
            Some(kind) if words.is_empty() => format!("{}: {}.", kind.name, kind.words),
            _ => words.to_owned(),
        };
        let picks = if pointer.is_some() { Vec::new() } else { picks };
        let frame = Frame { position: position.fork(), picks: picks.clone(), pointer, words };
        if pointer.is_none() && frame.next().is_empty() {
            return Err("it cannot move".into());
        }
        self.frames.push(frame);
        self.shown = Some((position, picks));
        Ok(())
    }

    fn not(&mut self, what: &str) -> Result<(), Reason> {
        let square = self.square(what)?;
        let Some((position, picks)) = &self.shown else { return Err("nothing was shown before".into()) };
        let why = position.explain(picks, Pick::Square(square)).ok_or("it can be picked")?;
        let frame =
            Frame { position: position.fork(), picks: picks.clone(), pointer: Some(square), words: sentence(&why) };
        self.frames.push(frame);
        Ok(())
    }

    fn play(&mut self, what: &str, words: &str) -> Result<(), Reason> {
        let mv = self.position.read(what).map_err(|error| error.to_string())?;
        let said = || {
            let told = [format!("{}.", self.position.display(mv))].into_iter().chain(self.position.sentences(mv));
            told.collect::<Vec<_>>().join(" ")
        };
        let words = if words.is_empty() { said() } else { words.to_owned() };
        self.position.play(mv).map_err(|error| error.to_string())?;
        self.frames.push(Frame { position: self.position.fork(), picks: Vec::new(), pointer: None, words });
        self.shown = None;
        Ok(())
    }
}

/// A reason as a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
