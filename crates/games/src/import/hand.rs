//! Pieces in hand: where they are dropped.

use std::fmt::Write as _;

use super::area::Area;
use super::kinds::{Type, Types};
use super::men::{Man, Origin};
use super::moves::{Board, Moves};
use super::refusal::Refusal;
use super::view;

impl Board<'_> {
    pub(super) fn has_hand(&self) -> bool {
        self.settings.flag("pieceDrops", false) || self.has_gates()
    }

    /// Do pieces in hand come in behind the first moves of others?
    pub(super) fn has_gates(&self) -> bool {
        self.settings.flag("gating", false) && self.settings.flag("seirawanGating", false)
    }

    /// Where the players who have pieces in hand drop them.
    fn drops(&self) -> Result<Area, Refusal> {
        self.zone("dropRegion@", [Area::all(); 2], self.droppers)
    }

    /// The table `hand`.
    pub(super) fn hand(&self) -> Result<String, Refusal> {
        let settings = self.settings;
        let captures = settings.flag("capturesToHand", false);
        if !self.has_hand() {
            return if captures {
                Err(settings.wrong("capturesToHand", "pieces in hand that are never dropped"))
            } else {
                Ok(String::new())
            };
        }
        let mut text = String::from("[hand]\n");
        if captures {
            text += "captures = true\n";
        }
        let zone = self.drops()?;
        if self.has_gates() {
            text += "gates = true\n";
        }
        // Gates alone let nothing be dropped.
        if zone != Area::board(self.size) || self.has_gates() && settings.flag("pieceDrops", false) {
            let _ = writeln!(text, "at = \"{}\"", zone.words(self.size));
        }
        if !settings.flag("immobilityIllegal", false) {
            text += "stuck = true\n";
        }
        Ok(text)
    }

    /// The table `drop` of a piece.
    pub(super) fn drop(&self, man: &Man, moves: &Moves) -> Result<Option<String>, Refusal> {
        let settings = self.settings;
        if !self.has_hand() || man.origin != Origin::Itself {
            return Ok(None);
        }
        let all = self.drops()?;
        let mut zone = all.and(moves.region.unwrap_or(Area::all()));
        if man.kind == Type::PAWN {
            if !settings.flag("promotionZonePawnDrops", false) {
                let closed =
                    self.view.shared([self.promotion_zone(0), self.promotion_zone(1)], self.droppers, self.size);
                let why = view::DIFFERENT;
                zone = zone.without(closed.ok_or_else(|| settings.wrong("promotionRegionBlack", why))?);
            }
            if !settings.flag("firstRankPawnDrops", false) {
                zone = zone.without(Area::board([self.size[0], 1]));
            }
        }
        let mut keys = Vec::new();
        if settings.types("dropNoDoubled", Types::default()).has(man.kind) {
            match settings.number("dropNoDoubledCount", 1) {
                0 => zone = Area::EMPTY,
                1 => keys.push("one_a_file = true".to_owned()),
                most @ 2..=26 => keys.push(format!("most_a_file = {most}")),
                _ => return Err(settings.wrong("dropNoDoubledCount", "expected a number of at most 26")),
            }
        }
        if man.kind == Type::SHOGI_PAWN && settings.flag("shogiPawnDropMateIllegal", false) {
            keys.push("mate = false".to_owned());
        }
        if zone != all {
            keys.push(format!("at = \"{}\"", zone.words(self.size)));
        }
        Ok((!keys.is_empty()).then(|| format!("{{ {} }}", keys.join(", "))))
    }
}

/// What a captured piece is in hand, if that does not go without saying.
pub(super) fn held_as(man: &Man, all: &[Man]) -> Option<String> {
    let Origin::Pawn(pawn) = man.origin else { return None };
    let pawn = all.iter().find(|other| other.kind == pawn && other.origin == Origin::Itself)?;
    Some(pawn.letters.clone())
}
