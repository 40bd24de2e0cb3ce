//! The file of a game that is no part of the program. A saved game carries it, so that it is read when the file has
//! changed or is gone.

use thiserror::Error;

use super::tags::Tags;
use crate::games::Registry;
use crate::games::file::{Fault, FileVariant, Mistakes};
use crate::games::shelf;
use crate::rules::spec::Spec;
use crate::rules::variant::{Opening, Variant};

/// The tag with the file.
const TAG: &str = "VariantFile";

/// How messages call the file.
const NAME: &str = "the file in the saved game";

/// Adds the file of a game to its tags, if it has one.
pub(crate) fn add(tags: &mut Tags, game: &dyn Variant) {
    if let Some(text) = game.source() {
        tags.set(TAG, packed(text));
    }
}

/// The game that tags carry, or else the one that they name. Tags without a name are those of chess. None if the file that
/// they carry finds no room.
pub(super) fn variant(tags: &Tags, games: &Registry) -> Option<&'static dyn Variant> {
    let carried = tags.get(TAG).map_or(Ok(None), |text| read(&unpacked(text))).ok()?;
    carried.or_else(|| match named(tags) {
        Some(name) => games.named(name),
        None if tags.iter().next().is_some() => games.find(shelf::USUAL),
        None => None,
    })
}

/// The name of the game in the tags.
pub(super) fn named(tags: &Tags) -> Option<&str> {
    tags.get("Variant").map(str::trim).filter(|name| !matches!(*name, "" | "?"))
}

/// What the tags of a game call it: its title, unless they name it as others do. A game of chess may have no name.
pub(super) fn name<'t>(tags: &'t Tags, spec: &Spec) -> Option<&'t str> {
    match named(tags) {
        Some(name) if shelf::replaces_title(spec, name) => Some(name),
        None if shelf::is_usual(spec.id) && tags.get(TAG).is_none() => None,
        _ => Some(spec.title),
    }
}

/// Are these the tags of a game that has the rules of this one?
pub(super) fn is_of(tags: &Tags, game: &'static dyn Variant, games: &Registry) -> bool {
    variant(tags, games).is_some_and(|found| has_rules_of(found, game))
}

/// Have two games the same rules? Their files may differ in what they say to people.
pub fn has_rules_of(one: &'static dyn Variant, other: &'static dyn Variant) -> bool {
    let rules =
        |game: &'static dyn Variant| FileVariant::of(game.spec()).map(|file| (game.spec().id, file.digest()));
    one == other || rules(one).is_some_and(|own| rules(other) == Some(own))
}

/// Is this the FEN of the same position as others write it? They may not understand ours.
pub(super) fn is_same_start(text: &str, spec: &'static Spec, fen: &str) -> bool {
    let game = FileVariant::of(spec).filter(|_| text != fen);
    game.and_then(|game| game.begin(Opening::Fen(text)).ok()).is_some_and(|start| start.fen() == fen)
}

/// A game carries a file that is not read, because too many were read already. The game that has its name may have other
/// rules.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct NoRoom(String);

/// The game of a file that was carried along. None if the file has mistakes: the rules for files may have become stricter
/// since, and then the game that has its name is the best that there is.
pub(crate) fn read(text: &str) -> Result<Option<&'static dyn Variant>, NoRoom> {
    chosen(FileVariant::kept_of_others(text, NAME))
}

fn chosen(kept: Result<&'static FileVariant, Mistakes>) -> Result<Option<&'static dyn Variant>, NoRoom> {
    match kept {
        Ok(game) => Ok(Some(game)),
        Err(mistakes) => match mistakes.iter().find(|mistake| matches!(mistake.fault, Fault::Many { .. })) {
            Some(full) => Err(NoRoom(full.to_string())),
            None => Ok(None),
        },
    }
}

/// Signs that a tag has no place for, as two letters.
const SIGNS: [(char, char); 4] = [('~', '~'), ('\n', 'n'), ('\r', 'r'), ('\t', 't')];

/// A text in one line.
fn packed(text: &str) -> String {
    let mut line = String::with_capacity(text.len() + 64);
    for letter in text.chars() {
        match SIGNS.iter().find(|(sign, _)| *sign == letter) {
            Some((_, short)) => line.extend(['~', *short]),
            None => line.push(letter),
        }
    }
    line
}

/// The text of a line.
fn unpacked(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        let sign = |short: char| SIGNS.iter().find(|(_, known)| *known == short).map(|(sign, _)| *sign);
        text.extend(if letter == '~' {
            letters.next().map(|short| sign(short).unwrap_or(short))
        } else {
            Some(letter)
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use heterodox_base::document::{Mistake, Place};
    use proptest::prelude::*;

    /// A game that is saved with one version of its rules is not played on by another one.
    #[test]
    fn a_file_without_room_is_no_other_game() {
        let place = Place { file: NAME.into(), line: 1, column: None };
        let mistake = |fault| vec![Mistake { place, fault }];
        let full = chosen(Err(mistake(Fault::Many { most: 384 }))).expect_err("no room");
        assert!(full.to_string().contains("384 games were read from files already"), "{full}");
        let wrong = FileVariant::kept_of_others("format = 7", NAME);
        assert_eq!(chosen(wrong).map(|game| game.is_none()), Ok(true));
    }

    proptest! {
        #[test]
        fn every_text_comes_back(text in "[ -~\n\r\té]{0,200}") {
            prop_assert_eq!(unpacked(&packed(&text)), text);
            prop_assert!(!packed("a\nb~\r\t").contains(['\n', '\r', '\t']));
        }

        #[test]
        fn no_line_is_too_strange(line in ".{0,100}") {
            let _ = unpacked(&line);
        }
    }
}
