//! Saves the games of an engine match: as PGN, or as one line per game for programs.

use std::io;

use thiserror::Error;

use crate::contest::{Contest, Game, leaver};
use crate::record::game::{ARRAY, Game as Record};
use crate::record::leaving::Leaving;
use crate::record::pgn;
use crate::record::tree::{Id, PlayedMove};
use crate::rules::outcome::Share;
use crate::rules::position::MoveError;
use crate::rules::side::{BySide, SEATS};
use crate::rules::spec::Spec;
use crate::rules::variant::OpeningError;

/// Why a game was not saved.
#[derive(Debug, Error)]
pub(super) enum SaveError {
    #[error(transparent)]
    Opening(#[from] OpeningError),
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A game as one line: the game id, the start position, the moves, and the points of each seat.
pub(super) fn line(spec: &Spec, game: &Game) -> String {
    let points: Vec<String> = game.points.iter().map(|points| format!("{points:.3}")).collect();
    let (fen, moves) = &game.record;
    format!("{}\t{fen}\t{moves}\t{}\n", spec.id, points.join(" "))
}

/// A share of the point in the form used by records.
fn share(points: f64) -> Share {
    match points {
        all if all >= 1.0 => Share::ALL,
        none if none <= 0.0 => Share::NONE,
        part => Share::among(((1.0 / part).round() as usize).clamp(1, SEATS)),
    }
}

/// A game as PGN. Its opening has a name if the match was played with one.
pub(super) fn record(contest: &Contest, game: &Game) -> Result<String, SaveError> {
    let (variant, players) = (contest.game, &contest.players);
    let (spec, (fen, moves)) = (variant.spec(), &game.record);
    let mut record = Record::begin(variant, None, Some(fen))?;
    if let Some(setup) = &contest.setup {
        record.tags.set(ARRAY, setup.as_str());
    }
    record.tags.set("Event", "Engine match");
    record.tags.set("Round", (game.number + 1).to_string());
    for (side, &player) in spec.sides().zip(&game.seating) {
        let name = players.get(player).map_or("?", |player| player.name.as_str());
        record.tags.set(Record::seat_tag(spec, side), name);
    }
    let mut position = record.tree.start().fork();
    let mut at = Id::ROOT;
    for text in moves.split_whitespace() {
        let deed = if let Some(side) = leaver(spec, text) {
            let round = position.round();
            position.leave(side)?;
            PlayedMove::leave(side, round, Leaving::Resigns)
        } else {
            PlayedMove::play(position.as_mut(), text)?
        };
        at = record.tree.attach(at, deed);
    }
    let points = |side: usize| game.points.get(side).copied().unwrap_or_default();
    record.shares = Some(BySide::from_fn(|side| share(points(side.index()))));
    let comments = &mut record.tree.notes_mut(at).comments;
    comments.push(game.cause.clone());
    comments.extend(game.problem.as_ref().map(ToString::to_string));
    Ok(pgn::write(&record) + "\n")
}
