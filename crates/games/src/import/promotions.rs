//! Where pieces promote, and to what.

use std::fmt::Write as _;

use super::area::{Area, FILES};
use super::kinds::Type;
use super::men::{self, Man, Origin};
use super::moves::Board;
use super::refusal::Refusal;
use super::view;

/// What a piece says of its promotion.
#[derive(Debug, Default)]
pub(super) struct Promotes {
    /// The value of the key `promote`.
    pub(super) text: Option<String>,
    /// Where it may not go, because it must promote there and can become nothing.
    pub(super) closed: Area,
}

impl Board<'_> {
    /// The zone of promotion on the board of the other program.
    pub(super) fn promotion_zone(&self, seat: usize) -> Area {
        let rank = [8, 1][seat];
        let usual = Area::board([FILES, rank]).without(Area::board([FILES, rank - 1]));
        let seats = super::keys::SEATS;
        self.settings.area(&format!("promotionRegion{}", seats[seat]), usual)
    }

    /// Does a captured piece become again what it was?
    fn demotes(&self) -> bool {
        self.settings.flag("capturesToHand", false) && !self.settings.flag("dropLoop", false)
    }

    /// How a piece promotes.
    pub(super) fn promotes(&self, man: &Man, all: &[Man]) -> Result<Promotes, Refusal> {
        let settings = self.settings;
        let seats = [0, 1].map(|seat| man.seats[seat]);
        let zone = || {
            let zones = [self.promotion_zone(0), self.promotion_zone(1)];
            self.view.shared(zones, seats, self.size).ok_or_else(|| {
                let why = view::DIFFERENT;
                settings.wrong("promotionRegionBlack", why)
            })
        };
        let each = [0, 1].map(|seat| {
            if seats[seat] { men::becomes(settings, man.kind, seat, self.demotes()) } else { Vec::new() }
        });
        let find =
            |(kind, origin): (Type, Origin)| all.iter().find(move |man| man.kind == kind && man.origin == origin);
        let mut to: Vec<&Man> = Vec::new();
        for man in each.iter().flatten().filter_map(|&one| find(one)) {
            if !to.contains(&man) {
                to.push(man);
            }
        }
        let pawn = [0, 1].map(|seat| seats[seat] && men::is_pawn(settings, man.kind, seat));
        let is_pawn = pawn[0] || pawn[1];
        let must = if is_pawn {
            settings.flag("mandatoryPawnPromotion", true)
        } else {
            settings.flag("mandatoryPiecePromotion", false)
        };
        if to.is_empty() {
            let closed = if is_pawn && must { zone()? } else { Area::EMPTY };
            return Ok(Promotes { text: None, closed });
        }
        for seat in [0, 1].into_iter().filter(|&seat| seats[seat]) {
            let own =
                |man: &&Man| each[seat].iter().any(|&(kind, origin)| man.kind == kind && man.origin == origin);
            if to.iter().any(|man| man.seats[seat] && !own(man)) {
                return Err(settings.wrong(
                    "promotionPieceTypesBlack",
                    "one player promotes to a piece that the other has, but not by promotion",
                ));
            }
        }
        let promoted = settings.promoted(man.kind);
        if is_pawn && man.kind != Type::PAWN && promoted.is_some() && to.len() > 1 {
            return Err(settings.wrong("promotedPieceType", "a piece that promotes in both ways"));
        }
        if man.letters.starts_with('+') && self.demotes() {
            return Err(settings.wrong("promotedPieceType", "a piece that has promoted and promotes again"));
        }
        // A piece goes on promoting when it leaves the zone; a Pawn does not.
        let leaving = promoted.is_some() && man.kind != Type::PAWN;
        let when = match (must, settings.flag("immobilityIllegal", false)) {
            (true, _) => "must",
            (false, true) => "stuck",
            (false, false) => "may",
        };
        let letters: String = to.iter().map(|man| man.letters.as_str()).collect();
        let mut text = format!("{{ at = \"{}\", to = \"{letters}\"", zone()?.words(self.size));
        if zone()?.is_empty() {
            return Ok(Promotes::default());
        }
        if when != "must" {
            let _ = write!(text, ", when = \"{when}\"");
        }
        if leaving {
            text += ", leaving = true";
        }
        Ok(Promotes { text: Some(text + " }"), closed: Area::EMPTY })
    }

    /// Whether promotion may not give more of a piece than the opening has.
    pub(super) fn is_limited(&self, man: &Man, all: &[Man], at_start: [usize; 2]) -> Result<bool, Refusal> {
        let settings = self.settings;
        let Some(&(_, most)) = settings.limits().iter().find(|(kind, _)| *kind == man.kind) else {
            return Ok(false);
        };
        let wrong = |why| Err(settings.wrong("promotionLimit", why));
        if all.iter().filter(|other| other.kind == man.kind).count() > 1 {
            return wrong("a limit for pieces that are in hand as different ones");
        }
        if most as usize != at_start[0].max(at_start[1]) {
            return wrong("a limit that is not the number of such pieces in the first position");
        }
        Ok(true)
    }
}
