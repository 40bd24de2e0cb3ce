//! Texts that a file need not write: its goal, its rules page, its credits.

use std::fmt::Write as _;

use crate::rules::spec::KindSpec;

use super::demands::Demands;
use super::ends::Wins;
use super::pieces::PieceData;
use super::section::{Mistakes, Section};

/// What wins, in a few words.
pub(super) fn goal(pieces: &[PieceData], wins: &Wins, demands: &Demands) -> String {
    let mut ways = Vec::new();
    if let Some(royal) = pieces.iter().find(|piece| piece.royal).filter(|_| !demands.no_check) {
        let explodes = if demands.explosion.is_some() { " or explode" } else { "" };
        ways.push(format!("mate{explodes} the {}", royal.name));
    }
    if wins.nothing_left {
        ways.push("lose all pieces".to_owned());
    }
    if wins.reach.is_some() {
        ways.push("reach the goal".to_owned());
    }
    if wins.bare {
        ways.push("take all but the King".to_owned());
    }
    if let Some(checks) = wins.checks {
        ways.push(format!("give {checks} checks"));
    }
    if wins.extinction.is_some() {
        ways.push("leave few pieces".to_owned());
    }
    if wins.row.is_some() {
        ways.push("make a row".to_owned());
    }
    for kind in &wins.extinct {
        ways.push(format!("take every {}", pieces[kind.index()].name));
    }
    let text = ways.join(" or ");
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A rules page from the data.
pub(super) fn rules(about: &str, kinds: &[KindSpec]) -> String {
    let mut text = format!("{about}\n\n## Pieces\n\n");
    for kind in kinds {
        let _ = writeln!(text, "* **{}** ({}): {}.", kind.name, kind.letters(), kind.words.trim_end_matches('.'));
    }
    text
}

/// Who invented a game, and where its rules are.
#[derive(Default)]
pub(super) struct Credits {
    /// A sentence, or nothing.
    pub(super) inventor: String,
    source: String,
}

impl Credits {
    /// Reads the table `credits`.
    pub(super) fn read(mut keys: Section, mistakes: &mut Mistakes) -> Credits {
        let inventor = keys.text("inventor", mistakes).unwrap_or_default();
        let year = keys.number("year", [0, 9_999], mistakes);
        let source = keys.text("source", mistakes).unwrap_or_default().to_owned();
        keys.finish(mistakes);
        let inventor = match (inventor, year) {
            ("", _) => String::new(),
            (name, Some(year)) => format!("Invented by {name}, {year}."),
            (name, None) => format!("Invented by {name}."),
        };
        Credits { inventor, source }
    }

    /// The same, with the title of the game from which it was made.
    pub(super) fn made_from(self, title: Option<&str>) -> Credits {
        let Some(title) = title else { return self };
        let made = format!("Made from {title}.");
        let inventor = if self.inventor.is_empty() { made } else { format!("{} {made}", self.inventor) };
        Credits { inventor, ..self }
    }

    /// The last lines of a rules page.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        if !self.inventor.is_empty() {
            let _ = write!(text, "\n\n{}", self.inventor);
        }
        if !self.source.is_empty() {
            let _ = write!(text, "\n\nRules: {}", self.source);
        }
        text
    }
}
