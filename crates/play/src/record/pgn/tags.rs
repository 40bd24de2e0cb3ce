//! PGN tags in the order in which they are written: event, players and result, then the variant, the opening, and
//! all others.

use thiserror::Error;

use super::MOST_TAGS;
use super::problem::clipped;
use crate::games::Registry;
use crate::record::carried;
pub(super) use crate::record::game::ARRAY;
use crate::record::game::{Game, Tags};
use crate::record::result::GameResult;
use crate::rules::spec::Spec;
use crate::rules::variant::Variant;

/// The tags of a game with a FEN.
const SET_UP: &str = "SetUp";
pub(super) const FEN: &str = "FEN";
pub(super) const VARIANT: &str = "Variant";
pub(super) const RESULT: &str = "Result";

/// The tags that are always written first.
fn roster(spec: &Spec) -> Vec<&'static str> {
    let mut names = vec!["Event", "Site", "Date", "Round"];
    names.extend(spec.sides().map(|side| Game::seat_tag(spec, side)));
    names.push(RESULT);
    names
}

fn unknown(name: &str) -> &'static str {
    if name == "Date" { "????.??.??" } else { "?" }
}

/// A tag name without characters that would end it.
fn name(text: &str) -> String {
    let ends = |letter: char| letter.is_whitespace() || letter.is_control() || matches!(letter, '"' | '[' | ']');
    text.chars().map(|letter| if ends(letter) { '_' } else { letter }).collect()
}

/// A value on one line.
fn value(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// The tags as they are written: the game is read back with these tags.
pub(super) fn normal(found: &Tags, spec: &'static Spec, fen: &str, result: GameResult) -> Tags {
    let mut clean = Tags::default();
    for (known, given) in found.iter().filter(|(known, _)| !known.is_empty()) {
        clean.set(&name(known), value(given));
    }
    // Games for two use White and Black, the names that other programs know; a tag with the seat's own name is also
    // read.
    for side in spec.sides() {
        let (tag, own) = (Game::seat_tag(spec, side), spec.seat(side).name);
        let named = clean.get(tag).is_some_and(|name| !matches!(name, "" | "?"));
        if tag.eq_ignore_ascii_case(own) || named {
            continue;
        }
        if let Some(player) = clean.get(own).map(str::to_owned) {
            clean.set(tag, player);
            clean.remove(own);
        }
    }
    let mut tags = Tags::default();
    for known in roster(spec) {
        tags.set(known, clean.get(known).unwrap_or(unknown(known)));
    }
    tags.set(RESULT, result.to_string());
    if let Some(name) = carried::name(&clean, spec) {
        tags.set(VARIANT, name);
    }
    if let Some(array) = clean.get(ARRAY) {
        tags.set(ARRAY, array);
    }
    // The name of an array alone would be trusted when the game is read, so the FEN is always written with it.
    if clean.get(FEN).is_some() || clean.get(ARRAY).is_some() || fen != spec.setups[0].fen {
        tags.set(SET_UP, "1");
        tags.set(FEN, clean.get(FEN).filter(|given| carried::is_same_start(given, spec, fen)).unwrap_or(fen));
    }
    // Not more tags than are read.
    let free = MOST_TAGS - tags.iter().count();
    let placed = |known: &str| tags.get(known).is_some() || known.eq_ignore_ascii_case(SET_UP);
    let rest: Vec<_> = clean.iter().filter(|(known, _)| !placed(known)).take(free).collect();
    for (known, given) in rest {
        tags.set(known, given);
    }
    tags
}

/// The opening that the tags describe: the name of an array, or a FEN.
pub(super) fn opening(tags: &Tags) -> (Option<&str>, Option<&str>) {
    let said = |name| tags.get(name).filter(|value| !value.is_empty());
    match said(FEN) {
        Some(fen) => (None, Some(fen)),
        None => (said(ARRAY), None),
    }
}

/// Why the tags name no variant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum VariantError {
    #[error("there is no tag Variant: expected one of {known}")]
    Missing { known: String },
    #[error("there is no game \"{}\" here: expected one of {known}", clipped(.named))]
    Unknown { named: String, known: String },
}

/// The variant that the tags name.
pub(super) fn variant(tags: &Tags, games: &Registry) -> Result<&'static dyn Variant, VariantError> {
    let titles: Vec<&str> = games.games().iter().map(|game| game.spec().title).collect();
    let known = titles.join(", ");
    carried::variant(tags, games).ok_or_else(|| match carried::named(tags) {
        Some(named) => VariantError::Unknown { named: named.to_owned(), known },
        None => VariantError::Missing { known },
    })
}

/// Formats the tags, one per line.
pub(super) fn write(tags: &Tags) -> String {
    tags.iter().fold(String::new(), |text, (name, value)| {
        let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
        text + "[" + name + " \"" + &escaped + "\"]\n"
    })
}
