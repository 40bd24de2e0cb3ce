//! What can be wrong in a FEN, and where.

use std::fmt;

use thiserror::Error;

use crate::geometry::AxisName;

/// A part of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// All of it.
    Whole,
    /// The placement.
    Placement,
    /// A level of the placement, from 1.
    Level(u8),
    /// A rank of the placement: its name, and its level where there are several.
    Rank(AxisName, Option<u8>),
    /// A rank without a name: its number from the top, and its level.
    Row(u8, Option<u8>),
    /// The reserves behind the placement.
    Reserve,
    /// The seat to move.
    Side,
    /// The seats in the game.
    Living,
    /// What the game keeps beside the pieces, by the game's name for it: `castling`.
    State(&'static str),
    /// The rights to capture en passant.
    EnPassant,
    /// The plies without progress.
    Plies,
    /// The number of the move or round.
    Number,
}

impl fmt::Display for Field {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Field::Whole => Ok(()),
            Field::Placement => out.write_str("placement: "),
            Field::Level(level) => write!(out, "level {level}: "),
            Field::Rank(rank, None) => write!(out, "rank {rank}: "),
            Field::Rank(rank, Some(level)) => write!(out, "level {level}: rank {rank}: "),
            Field::Row(row, None) => write!(out, "row {row}: "),
            Field::Row(row, Some(level)) => write!(out, "level {level}: row {row}: "),
            Field::Reserve => out.write_str("reserve "),
            Field::Side => out.write_str("side "),
            Field::Living => out.write_str("living armies "),
            Field::State(name) => write!(out, "{name} "),
            Field::EnPassant => out.write_str("en passant "),
            Field::Plies => out.write_str("plies "),
            Field::Number => out.write_str("move number "),
        }
    }
}

/// What stood in a part of a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// This text.
    Text(String),
    /// This many of something, with its name for one.
    Count(usize, &'static str),
}

impl fmt::Display for Found {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Text(text) => write!(out, "\"{text}\""),
            Found::Count(1, what) => write!(out, "1 {what}"),
            Found::Count(count, what) => write!(out, "{count} {what}s"),
        }
    }
}

/// An error in a FEN: `side "x": expected one of w b`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{field}{found}: expected {expected}")]
pub struct FenError {
    /// The wrong part.
    pub field: Field,
    /// What was read.
    pub found: Found,
    /// What was expected there.
    pub expected: String,
}

impl FenError {
    /// This text stands in a part where something else was expected.
    pub fn new(field: Field, found: impl Into<String>, expected: impl Into<String>) -> FenError {
        FenError { field, found: Found::Text(found.into()), expected: expected.into() }
    }

    pub(super) fn count(
        field: Field,
        (count, what): (usize, &'static str),
        expected: impl Into<String>,
    ) -> FenError {
        FenError { field, found: Found::Count(count, what), expected: expected.into() }
    }
}
