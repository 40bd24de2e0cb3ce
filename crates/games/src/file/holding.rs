//! What a piece of a file is in hand, and how it is dropped.

use crate::rules::geometry::Coord;
use crate::rules::spec::{DropRule, Zone};

use super::kept;
use super::plan::Plan;
use super::section::{Mistakes, Section};
use super::zone::squares;

/// What a piece is in hand, as the file describes it.
pub(super) struct Holding {
    /// The letters that a captured one has in hand, if they are not its own.
    pub(super) held_as: Option<String>,
    pub(super) drop: Option<DropData>,
    /// Can it come to a hand?
    pub(super) is_held: bool,
}

/// How a piece is dropped, as the file describes it.
pub(super) struct DropData {
    at: Option<Vec<Coord>>,
    most_a_file: Option<u8>,
    mate: bool,
    stuck: bool,
}

impl Holding {
    /// Never in hand.
    pub(super) const NONE: Holding = Holding { held_as: None, drop: None, is_held: false };

    /// Reads the keys of a piece.
    pub(super) fn read(keys: &mut Section, plan: &Plan, mistakes: &mut Mistakes) -> Holding {
        Holding {
            held_as: keys.text("held_as", mistakes).map(str::to_owned),
            drop: keys.table("drop", mistakes).map(|keys| DropData::read(keys, plan, mistakes)),
            is_held: false,
        }
    }
}

impl DropData {
    /// Reads the table `drop` of a piece.
    fn read(mut keys: Section, plan: &Plan, mistakes: &mut Mistakes) -> DropData {
        let drop = DropData {
            at: squares(&mut keys, "at", plan, mistakes),
            most_a_file: most_a_file(&mut keys, mistakes),
            mate: keys.value("mate").is_none_or(|_| keys.flag("mate", mistakes)),
            stuck: keys.flag("stuck", mistakes),
        };
        keys.finish(mistakes);
        drop
    }

    /// As data of the kernel.
    pub(super) fn rule(&self) -> DropRule {
        DropRule {
            at: self.at.clone().map(|squares| Zone::On(kept(squares))),
            most_a_file: self.most_a_file,
            never_mates: !self.mate,
            may_be_stuck: self.stuck,
        }
    }
}

/// How many of a kind may stand on a file so that one more is not dropped there.
fn most_a_file(keys: &mut Section, mistakes: &mut Mistakes) -> Option<u8> {
    let most = keys.number("most_a_file", [1, 26], mistakes).map(|most| most as u8);
    let one = keys.flag("one_a_file", mistakes).then_some(1);
    if let Some(value) = keys.value("one_a_file").filter(|_| most.is_some()) {
        keys.wrong("one_a_file", value, "it or most_a_file", mistakes);
    }
    most.or(one)
}
