//! The moves of a piece as a file writes them: in Betza's notation, and the zones from which and onto which they hold.

use heterodox_base::document::Value;

use crate::betza::{self, BetzaError, MOST_ROUTES, Route};
use crate::rules::geometry::Coord;

use super::fault::Fault;
use super::plan::Plan;
use super::section::{Mistakes, Section};
use super::zone::squares;

/// Moves with the zones in which they hold.
#[derive(Default)]
pub(super) struct Written {
    pub(super) routes: Vec<Route>,
    /// Where they begin, if not everywhere.
    pub(super) from: Option<Vec<Coord>>,
    /// Where they end, if not everywhere.
    pub(super) onto: Option<Vec<Coord>>,
    /// What they are, in words.
    words: String,
    /// The zones, in words.
    place: String,
}

impl Written {
    /// Reads the moves of a piece: those that it always has, and those of the key `more`.
    pub(super) fn all(keys: &mut Section, plan: &Plan, mistakes: &mut Mistakes) -> Vec<Written> {
        let mut found = vec![Written::of(keys, ["", "region"], plan, mistakes)];
        let region = found[0].onto.clone();
        let mut paths = found[0].routes.len();
        for mut below in keys.tables("more", mistakes) {
            let mut more = Written::of(&mut below, ["from", "onto"], plan, mistakes);
            more.onto = more.onto.or_else(|| region.clone());
            below.finish(mistakes);
            paths += more.routes.len();
            if paths <= MOST_ROUTES {
                found.push(more);
            }
        }
        if let (true, Some(value)) = (paths > MOST_ROUTES, keys.value("more")) {
            let expected = format!("moves of at most {MOST_ROUTES} paths together");
            let fault = Fault::Value { key: keys.full("more"), found: format!("moves of {paths} paths"), expected };
            keys.at(value, fault, mistakes);
        }
        found
    }

    /// The key `move` of a table, and its keys for zones: where it begins, and where it ends.
    fn of(keys: &mut Section, zones: [&'static str; 2], plan: &Plan, mistakes: &mut Mistakes) -> Written {
        let written = keys.needed("move", "its move in Betza's notation, such as \"N\"", mistakes);
        let value = keys.value("move");
        let (routes, words) = match (meaning(written, plan), value) {
            (Ok(meaning), _) => meaning,
            (Err(error), Some(value)) if !written.is_empty() => {
                (not_a_move(keys, value, error, mistakes), String::new())
            }
            (Err(_), _) => Default::default(),
        };
        let mut place = Vec::new();
        let mut zone = |key: &'static str| {
            let found = if key.is_empty() { None } else { squares(keys, key, plan, mistakes) };
            if found.is_some() {
                let named = keys.value(key).and_then(|value| value.get_ref().as_str()).unwrap_or_default();
                place.push(if key == "region" { format!("it stays on {named}") } else { format!("{key} {named}") });
            }
            found
        };
        let (from, onto) = (zone(zones[0]), zone(zones[1]));
        Written { routes, from, onto, words, place: place.join(" ") }
    }
}

/// The paths of a text on this board, and what they are in words.
fn meaning(written: &str, plan: &Plan) -> Result<(Vec<Route>, String), BetzaError> {
    if plan.has_levels() {
        return betza::in_space(written);
    }
    let moves = betza::read(written)?;
    Ok((betza::expand(&moves)?, betza::words(&moves)))
}

/// What these moves are, in words.
pub(super) fn words(all: &[Written]) -> String {
    let mut said: Vec<String> = Vec::new();
    for (index, moves) in all.iter().enumerate() {
        match (index, moves.place.is_empty()) {
            (0, true) => said.push(moves.words.clone()),
            (0, false) => said.push(format!("{}; {}", moves.words, moves.place)),
            (_, true) => said.push(format!("it also {}", moves.words)),
            (_, false) => said.push(format!("{} it also {}", moves.place, moves.words)),
        }
    }
    said.join("; ")
}

fn not_a_move(keys: &Section, value: &Value, error: BetzaError, mistakes: &mut Mistakes) -> Vec<Route> {
    let fault = Fault::Move { key: keys.full("move"), found: keys.shown(value), error };
    keys.at(value, fault, mistakes);
    Vec::new()
}
