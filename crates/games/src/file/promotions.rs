//! Where pieces promote and to what: the key `promote` of a piece, and the table `promote` of the file.

use toml::de::DeValue;

use crate::rules::frame::Frame;
use crate::rules::geometry::{Coord, Geometry};
use crate::rules::piece::Kind;
use crate::rules::spec::{Movement, Promotion, Zone};

use super::plan::Plan;
use super::section::{Mistakes, Section};
use super::zone::squares;
use super::{kept, zone};

/// When a piece promotes on a square where it can.
#[derive(Clone, Copy, PartialEq)]
enum When {
    Must,
    May,
    /// It must where it could never move again.
    Stuck,
    /// It does so instead of moving.
    Instead,
}

const WHEN: [(&str, When); 4] =
    [("must", When::Must), ("may", When::May), ("stuck", When::Stuck), ("instead", When::Instead)];

/// What is expected where a piece promotes.
const PROMOTES: &str = "a table with at and to, or letters of pieces if the file has a table [promote]";

/// Where pieces promote, and whether they must.
#[derive(Clone)]
pub(super) struct Place {
    at: Vec<Coord>,
    when: When,
    /// Can they also promote with a move that begins there?
    leaving: bool,
}

/// Where a piece promotes and to what.
pub(super) struct PromotionData {
    place: Place,
    /// The letters of the pieces.
    pub(super) to: String,
}

impl Place {
    /// Reads where pieces promote. What is left out is as in `usual`.
    pub(super) fn read(
        keys: &mut Section,
        plan: &Plan,
        usual: Option<&Place>,
        mistakes: &mut Mistakes,
    ) -> Option<Place> {
        let known = keys.named().iter().any(|(key, _)| key.get_ref() == "at");
        let at = if known || usual.is_none() {
            keys.needed("at", zone::EXPECTED, mistakes);
            if known { squares(keys, "at", plan, mistakes) } else { None }
        } else {
            usual.map(|usual| usual.at.clone())
        };
        let when = keys.choice("when", &WHEN, mistakes);
        let leaving = keys.flag("leaving", mistakes);
        if let Some(value) = keys.value("when").filter(|_| leaving && when == Some(When::Instead)) {
            keys.wrong("when", value, "no leaving = true with it", mistakes);
        }
        Some(Place {
            at: at?,
            when: when.unwrap_or(usual.map_or(When::Must, |usual| usual.when)),
            leaving: leaving || usual.is_some_and(|usual| usual.leaving),
        })
    }
}

/// Reads where a piece promotes. `usual` is what the file says of all pieces.
pub(super) fn read(
    keys: &mut Section,
    plan: &Plan,
    usual: Option<&Place>,
    mistakes: &mut Mistakes,
) -> Option<PromotionData> {
    let value = keys.value("promote")?;
    match value.get_ref() {
        DeValue::String(to) if usual.is_some() => Some(PromotionData { place: usual?.clone(), to: to.to_string() }),
        DeValue::Table(_) => {
            let mut below = keys.below("promote", value, mistakes)?;
            let place = Place::read(&mut below, plan, usual, mistakes);
            let to = below.needed("to", "the letters of pieces, such as \"QRBN\"", mistakes).to_owned();
            below.finish(mistakes);
            Some(PromotionData { place: place?, to })
        }
        _ => {
            keys.wrong("promote", value, PROMOTES, mistakes);
            None
        }
    }
}

impl PromotionData {
    /// Where it promotes instead of moving, if it does so.
    pub(super) fn instead(&self) -> Option<Zone> {
        (self.place.when == When::Instead).then(|| Zone::On(kept(self.place.at.clone())))
    }

    /// As data of the kernel, for a piece with these movements that becomes these kinds. Nothing if there are none, one of
    /// them twice, or the piece itself.
    pub(super) fn promotion(
        &self,
        own: Kind,
        to: Vec<Kind>,
        movements: &[Movement],
        board: &Geometry,
    ) -> Option<Promotion> {
        let again = to.iter().enumerate().any(|(at, kind)| to[..at].contains(kind));
        if to.is_empty() || again || to.contains(&own) {
            return None;
        }
        let Place { at, when, leaving } = &self.place;
        let zone = |squares: Vec<Coord>| Zone::On(kept(squares));
        if *when == When::Instead {
            return Some(Promotion { to: kept(to), ..Promotion::NONE });
        }
        let must = match when {
            When::Must => at.clone(),
            When::May | When::Instead => Vec::new(),
            When::Stuck => at.iter().copied().filter(|&at| is_stuck(movements, at, board)).collect(),
        };
        Some(Promotion {
            must: zone(must),
            may: zone(at.clone()),
            leaving: zone(if *leaving { at.clone() } else { Vec::new() }),
            to: kept(to),
            stays: false,
        })
    }
}

/// Could a piece with these movements never move from a square?
pub(super) fn is_stuck(movements: &[Movement], at: Coord, board: &Geometry) -> bool {
    let Some(from) = board.at(at) else { return false };
    movements.iter().all(|movement| movement.paths(board, Frame::SOUTH, from).is_empty())
}
