//! A saved game: its tags, its moves and its result.

use std::sync::Arc;

use super::carried;
pub use super::tags::Tags;
use super::tree::Tree;
use crate::rules::outcome::Share;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side};
use crate::rules::spec::Spec;
use crate::rules::variant::{Opening, OpeningError, Variant};

/// The tag of a named opening array.
pub const ARRAY: &str = "Array";

/// A saved game.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// Its tags: players, date, opening and others.
    pub tags: Tags,
    /// The moves, with variations.
    pub tree: Tree,
    /// The share of each seat, if the game is over.
    pub shares: Option<BySide<Share>>,
}

impl Game {
    /// A new game with this opening. Sets the tags of the variant and the opening; those of the players are left to
    /// the caller.
    pub fn begin(
        variant: &'static dyn Variant,
        setup: Option<&str>,
        fen: Option<&str>,
    ) -> Result<Game, OpeningError> {
        let opening = match (fen, setup) {
            (Some(fen), _) => Opening::Fen(fen),
            (None, Some(name)) => Opening::Named(name),
            (None, None) => Opening::Start,
        };
        let position = variant.begin(opening)?;
        let mut tags = Tags::default();
        tags.set("Variant", variant.spec().title);
        carried::add(&mut tags, variant);
        if let (None, Some(name)) = (fen, setup) {
            tags.set(ARRAY, name);
        }
        if setup.is_some() || fen.is_some() {
            tags.set("SetUp", "1");
            tags.set("FEN", position.fen());
        }
        Ok(Game { tags, tree: Tree::new(Arc::from(position)), shares: None })
    }

    /// The spec of the variant.
    pub fn spec(&self) -> &'static Spec {
        self.tree.start().spec()
    }

    /// The name of the tag with the player of a seat. Games for two use White and Black, the names that other
    /// programs know.
    pub fn seat_tag(spec: &Spec, side: Side) -> &'static str {
        match spec.seats.len() {
            2 => ["White", "Black"][side.index().min(1)],
            _ => spec.seat(side).name,
        }
    }

    /// The name of the player of a seat.
    pub fn player(&self, side: Side) -> &str {
        let spec = self.spec();
        let named = self.tags.get(Game::seat_tag(spec, side)).or_else(|| self.tags.get(spec.seat(side).name));
        named.unwrap_or("?")
    }

    /// The final position of the main line.
    pub fn end(&self) -> Box<dyn Position> {
        self.tree.position(self.tree.last())
    }
}
