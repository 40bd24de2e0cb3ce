//! Kinds of pieces that contradict each other.

use super::{said, twice};
use crate::art::Sprites;
use crate::board::Reserve;
use crate::piece::{KINDS, Kind};
use crate::spec::{KindSpec, Spec, WALL};

/// The first error in the kinds of a game.
pub(super) fn flaw(spec: &Spec) -> Option<String> {
    let count = spec.kinds.len();
    said(!(1..=KINDS).contains(&count), || format!("{count} kinds of piece: a game has 1 to {KINDS}"))
        .or_else(|| {
            let is_wall = |kind: &KindSpec| kind.letter == WALL && kind.untouchable && kind.moves.is_empty();
            let odd = spec.kinds.iter().find(|kind| !kind.letter.is_ascii_uppercase() && !is_wall(kind))?;
            Some(format!("{} has the letter {}: an upper-case one from A to Z is needed", odd.name, odd.letter))
        })
        .or_else(|| {
            let letters = twice(spec.kinds.iter().map(KindSpec::letters))?;
            Some(format!("two kinds of piece have the letter {letters}"))
        })
        .or_else(|| {
            let full = spec.kinds.iter().find(|kind| kind.reserve > Reserve::MOST)?;
            Some(format!(
                "{} of {} in reserve: {} of a kind are counted at most",
                full.reserve,
                full.name,
                Reserve::MOST
            ))
        })
        .or_else(|| {
            let mut late = spec.all_kinds().skip(Reserve::KINDS.into());
            let last = spec.of(late.find(|&kind| spec.is_counted(kind))?);
            Some(format!("{} is in reserve: only the first {} kinds can be", last.name, Reserve::KINDS))
        })
        .or_else(|| {
            let faults = spec.kinds.iter().filter_map(|kind| Some((kind, Sprites::read(&kind.art?).err()?)));
            faults.map(|(kind, fault)| format!("the artwork of {}: {fault}", kind.name)).next()
        })
        .or_else(|| {
            let promoted = spec.all_kinds().flat_map(|kind| spec.promotes_to(kind)).copied();
            let held = spec.kinds.iter().filter_map(|kind| kind.held_as);
            let mut named = promoted.chain(spec.royal).chain(spec.pawn).chain(held);
            let far = named.find(|kind| kind.index() >= count)?;
            Some(format!("kind {} is named, the last is {}", far.0, count - 1))
        })
        .or_else(|| spec.all_kinds().find_map(|kind| promotion(spec, kind)))
}

fn promotion(spec: &Spec, kind: Kind) -> Option<String> {
    let (own, to) = (spec.of(kind).name, spec.promotes_to(kind));
    if let Some(again) = twice(to.iter().copied()) {
        return Some(format!("{own} is promoted to the {} twice", spec.of(again).name));
    }
    if to.contains(&kind) {
        return Some(format!("{own} is promoted to itself"));
    }
    (Some(kind) == spec.royal && !to.is_empty()).then(|| format!("{own} is royal, and is promoted"))
}
