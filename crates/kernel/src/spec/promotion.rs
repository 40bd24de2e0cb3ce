//! What a kind becomes, and where.

use super::{Spec, Zone};
use crate::piece::Kind;

/// Where a kind promotes, and to which kinds.
#[derive(Clone, Copy, Debug)]
pub struct Promotion {
    /// The squares where it must promote.
    pub must: Zone,
    /// The squares where it may promote.
    pub may: Zone,
    /// The squares from which it may promote wherever it goes.
    pub leaving: Zone,
    /// The kinds to which it can promote.
    pub to: &'static [Kind],
    /// Whether it goes as it is to a square where it must promote while there is nothing that it can become.
    pub stays: bool,
}

impl Promotion {
    /// No promotion anywhere.
    pub const NONE: Promotion =
        Promotion { must: Zone::NOWHERE, may: Zone::NOWHERE, leaving: Zone::NOWHERE, to: &[], stays: true };

    /// It must promote on these squares.
    pub const fn at(must: Zone, to: &'static [Kind]) -> Promotion {
        Promotion { must, to, ..Promotion::NONE }
    }
}

impl Spec {
    /// Does no kind but the pawn promote?
    pub(crate) const fn only_pawns_promote(&self) -> bool {
        let mut index = 0;
        while index < self.kinds.len() {
            let is_pawn = matches!(self.pawn, Some(pawn) if pawn.index() == index);
            if self.kinds[index].promotion.is_some() && !is_pawn {
                return false;
            }
            index += 1;
        }
        true
    }

    /// What the squares of promotion are for, as a sentence.
    pub fn promotion_use(&self) -> String {
        let mut promoting = self.kinds.iter().filter(|kind| kind.promotion.is_some());
        match (promoting.next(), promoting.next()) {
            (Some(only), None) => format!("{}s promote here.", only.name),
            _ => "Pieces promote here.".to_owned(),
        }
    }

    /// The kinds to which this kind can promote.
    pub fn promotes_to(&self, kind: Kind) -> &'static [Kind] {
        self.of(kind).promotion.map_or(&[], |promotion| promotion.to)
    }
}
