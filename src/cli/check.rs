//! `check` and `shelf`: what an inventor of games needs beside the games themselves.

use std::io::Write;

use thiserror::Error;

use super::{Failure, Outcome};
use crate::engine::makers;
use crate::games::file::FileVariant;
use crate::games::{Registry, shelf};
use crate::record::game::Game;
use crate::record::pgn;
use crate::record::tree::{Id, PlayedMove};
use crate::rules::geometry::Square;
use crate::rules::position::{MoveError, Position};
use crate::rules::spec::Movement;
use crate::rules::variant::{Opening, OpeningError, Variant};
use crate::rules::zobrist::mix;
use crate::spelling::a;

/// What random games found wrong in a game.
#[derive(Debug, Error)]
enum CheckError {
    /// An opening is no position.
    #[error("setup {name}: {error}")]
    Setup { name: &'static str, error: OpeningError },
    /// A position is not read back.
    #[error("the position {fen} is not read back: {error}")]
    Position { fen: String, error: OpeningError },
    /// A position is another one after it was read.
    #[error("the position {fen} is another one after it was read: {read}")]
    Other { fen: String, read: String },
    /// A move is not read back, or cannot be played.
    #[error("the move {text} in {fen}: {error}")]
    Move { text: String, fen: String, error: MoveError },
    /// A move is another one after it was read.
    #[error("the move {text} in {fen} is another one after it was read: {read}")]
    OtherMove { text: String, fen: String, read: String },
    /// A record is another game after it was read.
    #[error("random game {number} is another one after its PGN was read: {problem}")]
    Record { number: u64, problem: String },
}

/// A random game without an end is given up after so many plies.
const MOST_PLIES: u32 = 600;

/// What random games showed.
#[derive(Default)]
struct Seen {
    plies: u64,
    choices: u64,
    unfinished: u32,
    wins: Vec<u32>,
    draws: u32,
    /// The causes of the ends, with how often each was.
    causes: Vec<(&'static str, u32)>,
    /// The kinds that have moved, by their index.
    moved: Vec<bool>,
    /// For each kind, a square on which one came that it could never leave.
    stuck: Vec<Option<String>>,
}

/// Plays random games of this game. Each position and each move is written and read back.
pub(super) fn run(game: &'static dyn Variant, count: u32, games: &Registry, out: &mut impl Write) -> Outcome {
    let spec = game.spec();
    let kinds = spec.kinds.len();
    let mut seen = Seen {
        wins: vec![0; spec.seats.len()],
        moved: vec![false; kinds],
        stuck: vec![None; kinds],
        ..Seen::default()
    };
    for setup in spec.setups {
        let begun = game.begin(Opening::Named(setup.name));
        begun.map_err(|error| Failure::failed(CheckError::Setup { name: setup.name, error }))?;
    }
    for number in 0..count {
        let played = play(game, u64::from(number), &mut seen).map_err(Failure::failed)?;
        read_record(&played, u64::from(number), games).map_err(Failure::failed)?;
    }
    let [files, ranks, levels] = spec.geometry().size();
    let level = if levels > 1 { format!(", {levels} levels") } else { String::new() };
    writeln!(out, "{} ({}): {files}x{ranks}{level}, {} kinds of piece", spec.title, spec.id, spec.kinds.len())?;
    if let Some(file) = FileVariant::of(spec) {
        writeln!(out, "digest: {}", file.digest())?;
    }
    if let Some(maker) = makers::maker(games, spec) {
        let worth = spec.kinds.iter().zip(maker.worth());
        let royal = |index: usize| spec.royal.is_some_and(|royal| royal.index() == index);
        let values = worth.enumerate().map(|(index, (kind, value))| {
            if royal(index) {
                format!("{} royal", kind.name)
            } else {
                format!("{} {:.1}", kind.name, f64::from(*value) / 100.0)
            }
        });
        writeln!(out, "values: {}", values.collect::<Vec<_>>().join(", "))?;
    }
    let plies = seen.plies.max(1);
    writeln!(
        out,
        "{count} random games: {} plies a game, {} choices a move",
        seen.plies / u64::from(count.max(1)),
        seen.choices / plies
    )?;
    let wins = spec.seats.iter().zip(&seen.wins).map(|(seat, wins)| format!("{} wins {wins}", seat.name));
    writeln!(out, "{}, draws {}", wins.collect::<Vec<_>>().join(", "), seen.draws)?;
    seen.causes.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    for (cause, count) in &seen.causes {
        writeln!(out, "  {count} {cause}")?;
    }
    for warning in warnings(&seen, count, game) {
        writeln!(out, "warning: {warning}")?;
    }
    Ok(())
}

fn play(game: &'static dyn Variant, number: u64, seen: &mut Seen) -> Result<Game, CheckError> {
    let wrong = |error| CheckError::Setup { name: "start", error };
    let mut position = game.begin(Opening::Start).map_err(wrong)?;
    let mut record = Game::begin(game, None, None).map_err(wrong)?;
    let (mut at, mut dice) = (Id::ROOT, mix(number));
    for _ in 0..MOST_PLIES {
        if let Some(outcome) = position.outcome() {
            match outcome.winner() {
                Some(winner) => seen.wins[winner.index()] += 1,
                None => seen.draws += 1,
            }
            match seen.causes.iter_mut().find(|(cause, _)| *cause == outcome.cause.words) {
                Some((_, count)) => *count += 1,
                None => seen.causes.push((outcome.cause.words, 1)),
            }
            return Ok(record);
        }
        read_back(game, position.as_ref())?;
        let legal = position.legal();
        dice = mix(dice);
        let mv = legal[(dice >> 8) as usize % legal.len()];
        seen.choices += legal.len() as u64;
        seen.plies += 1;
        seen.moved[mv.kind.index()] = true;
        let (text, fen) = (position.machine(mv), position.fen());
        match position.read(&text) {
            Ok(read) if read == mv => {}
            Ok(read) => return Err(CheckError::OtherMove { text, fen, read: position.machine(read) }),
            Err(error) => return Err(CheckError::Move { text, fen, error }),
        }
        let deed = PlayedMove::play(position.as_mut(), &text);
        at = record.tree.attach(at, deed.map_err(|error| CheckError::Move { text, fen, error })?);
        look_for_stuck(position.as_ref(), mv.to, seen);
    }
    seen.unfinished += 1;
    Ok(record)
}

/// Notes the piece that has come to a square which it could not leave on an empty board.
fn look_for_stuck(position: &dyn Position, to: Square, seen: &mut Seen) {
    let Some(piece) = position.piece(to) else { return };
    let (spec, board) = (position.spec(), position.geometry());
    let frame = spec.seat(piece.side()).frame;
    let can_leave = |movement: &Movement| !movement.paths(board, frame, to).is_empty();
    let known = &mut seen.stuck[piece.kind().index()];
    if known.is_none() && !spec.of(piece.kind()).moves.iter().any(can_leave) {
        *known = Some(board.label(to).to_owned());
    }
}

/// The game is the same after its record was written and read.
fn read_record(played: &Game, number: u64, games: &Registry) -> Result<(), CheckError> {
    let text = pgn::write(played);
    let read = pgn::Reader::new(text.as_bytes()).of(games).flatten().next();
    let problem = match read {
        Some(read) if read.game.as_ref() == Some(&pgn::normal(played)) => return Ok(()),
        Some(read) => read.problems.first().map_or("its moves differ".to_owned(), ToString::to_string),
        None => "it has no game".to_owned(),
    };
    Err(CheckError::Record { number, problem })
}

/// The position is the same after it was written and read.
fn read_back(game: &'static dyn Variant, position: &dyn Position) -> Result<(), CheckError> {
    let fen = position.fen();
    let again = match game.begin(Opening::Fen(&fen)) {
        Ok(again) => again,
        Err(error) => return Err(CheckError::Position { fen, error }),
    };
    let moves = |position: &dyn Position| {
        let mut moves: Vec<String> = position.perft_moves().iter().map(|&mv| position.machine(mv)).collect();
        moves.sort_unstable();
        moves
    };
    if again.fen() != fen || moves(again.as_ref()) != moves(position) {
        return Err(CheckError::Other { fen, read: again.fen() });
    }
    Ok(())
}

/// What an inventor may not have meant.
fn warnings(seen: &Seen, count: u32, game: &'static dyn Variant) -> Vec<String> {
    let spec = game.spec();
    let mut warnings = Vec::new();
    if seen.unfinished == count {
        warnings.push(format!("no game ended within {MOST_PLIES} plies"));
    } else if seen.unfinished > 0 {
        warnings.push(format!("{} of {count} games did not end within {MOST_PLIES} plies", seen.unfinished));
    }
    for (kind, moved) in spec.kinds.iter().zip(&seen.moved) {
        if !moved {
            warnings.push(format!("no {} ever moved", kind.name));
        }
    }
    for (kind, square) in spec.kinds.iter().zip(&seen.stuck) {
        if let Some(square) = square {
            warnings.push(format!("{} can get stuck on {square}", a(kind.name)));
        }
    }
    let ended: u32 = seen.wins.iter().sum::<u32>() + seen.draws;
    for (seat, &wins) in spec.seats.iter().zip(&seen.wins) {
        let share = wins * 100 / ended.max(1);
        if ended >= 50 && share * spec.seats.len() as u32 > 160 {
            warnings.push(format!("{} wins {share} % of random games", seat.name));
        }
    }
    warnings
}

/// The games of the shelf, or the file of one.
pub(super) fn shelf(game: Option<&str>, out: &mut impl Write) -> Outcome {
    let Some(name) = game else {
        for book in shelf::all() {
            writeln!(out, "{:<14} {:<20} {}", book.id, book.title, book.about)?;
        }
        return Ok(());
    };
    let book = shelf::named(name).ok_or_else(|| Failure::usage(shelf::unknown(name)))?;
    Ok(out.write_all(book.text.as_bytes())?)
}
