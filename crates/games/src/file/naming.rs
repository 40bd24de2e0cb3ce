//! The board of a file, and what its squares are called: the keys `board`, `axes` and `names`.

use crate::rules::limits::{FORM, alike, is_name};

use super::plan::{self, Plan};
use super::section::{Mistakes, Section};

/// What the key of a square with a name of its own is.
const SIGN: &str = "a key of one sign that stands once in the picture of the board, and is no .";

/// Reads the board.
pub(super) fn board(root: &mut Section, mistakes: &mut Mistakes) -> Plan {
    let mut plan = picture(root, mistakes);
    names(root, &mut plan, mistakes);
    axes(root, &mut plan, mistakes);
    plan
}

fn picture(root: &mut Section, mistakes: &mut Mistakes) -> Plan {
    let Some(text) = root.text("board", mistakes) else { return Plan::usual() };
    let plan = Plan::read(text).filter(|plan| plan.squares() <= plan::MOST_SQUARES);
    plan.unwrap_or_else(|| {
        if let Some(value) = root.value("board") {
            let expected = format!("{}, with at most {} squares", plan::EXPECTED, plan::MOST_SQUARES);
            root.wrong("board", value, expected, mistakes);
        }
        Plan::usual()
    })
}

fn names(root: &mut Section, plan: &mut Plan, mistakes: &mut Mistakes) {
    let Some(keys) = root.table("names", mistakes) else { return };
    let mut found = Vec::new();
    for (key, value) in keys.named() {
        let sign = key.get_ref().as_ref();
        let at = plan.only(sign).filter(|_| plan.squares() < plan::MOST_SQUARES);
        match (at, value.get_ref().as_str().filter(|name| is_name(name))) {
            (None, _) => keys.wrong(sign, value, SIGN, mistakes),
            (_, None) => keys.wrong(sign, value, FORM, mistakes),
            (Some(at), Some(name)) => {
                plan.name(at, name);
                found.push((sign, value, at, name));
            }
        }
    }
    let board = plan.geometry();
    for (sign, value, at, name) in found {
        if let Some(other) = alike(&board, at, name) {
            let expected = format!("another name than {other} has, of which neither begins or ends with the other");
            keys.wrong(sign, value, expected, mistakes);
        }
    }
}

fn axes(root: &mut Section, plan: &mut Plan, mistakes: &mut Mistakes) {
    let Some(text) = root.text("axes", mistakes) else { return };
    let [[left, right], _] = plan.counted();
    let fits = |file: u8| u32::from(file) + u32::from(right - left) <= u32::from(b'z');
    match text.as_bytes() {
        &[file @ b'a'..=b'z', rank @ b'0'..=b'9'] if fits(file) => plan.first = [file, rank].map(char::from),
        _ => {
            let expected = "the names of the first file and the first rank, such as \"a1\" or \"a0\": a letter that leaves \
                            enough for all files up to z, and a digit";
            if let Some(value) = root.value("axes") {
                root.wrong("axes", value, expected, mistakes);
            }
        }
    }
}

/// Refuses other names of files where a FEN has these beside the letters of castling.
pub(super) fn refuse(root: &Section, has_letters: bool, mistakes: &mut Mistakes) {
    for key in ["axes", "names"].into_iter().filter(|_| has_letters) {
        root.wrong_below(&[key], "it without shuffle and without gates", mistakes);
    }
}
