//! What names of squares can be.

use super::{said, twice};
use crate::geometry::{Coord, Geometry};
use crate::spec::Spec;

/// The form of a name that a square has of its own, for error messages.
pub const FORM: &str = "one or two small letters with one or two digits after them, such as \"w1\"";

/// Has a name the form of a square's?
pub fn is_name(name: &str) -> bool {
    let digits = name.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let letters = name.len() - digits.len();
    (1..=2).contains(&letters)
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// The name of a square that cannot be told from this name of another one where names follow each other: one of them begins
/// or ends with the other.
pub fn alike<'b>(board: &'b Geometry, at: Coord, name: &str) -> Option<&'b str> {
    let within = |long: &str, short: &str| long.starts_with(short) || long.ends_with(short);
    let others = board.squares().filter(|&square| board.coord(square) != at).map(|square| board.label(square));
    others.into_iter().find(|other| within(other, name) || within(name, other))
}

/// The places of the squares on a plan, level by level, rank by rank from the highest one.
fn places<'l>(levels: &'l [Vec<&str>]) -> impl Iterator<Item = Coord> + 'l {
    let rows =
        (0_u8..).zip(levels).flat_map(|(z, rows)| (0_u8..).zip(rows.iter().rev()).map(move |(y, row)| (row, y, z)));
    rows.flat_map(|(row, y, z)| {
        let squares = (0_u8..).zip(row.bytes()).filter(|&(_, sign)| sign == b'.');
        squares.map(move |(x, _)| Coord::new(x, y, z))
    })
}

/// The number of columns and of ranks that the axes name.
pub(super) fn named(spec: &Spec, levels: &[Vec<&str>]) -> [usize; 2] {
    let whole = [levels[0][0].len(), levels[0].len()];
    let usual: Vec<Coord> = places(levels).filter(|at| spec.names.iter().all(|(own, _)| own != at)).collect();
    if spec.names.is_empty() || usual.is_empty() {
        return whole;
    }
    [|at: &Coord| at.x, |at: &Coord| at.y].map(|part| {
        let [low, high] =
            [usual.iter().map(part).min(), usual.iter().map(part).max()].map(Option::unwrap_or_default);
        usize::from(high - low) + 1
    })
}

/// The first name of a single square that is none.
pub(super) fn flaw(spec: &Spec, levels: &[Vec<&str>]) -> Option<String> {
    let known: Vec<Coord> = places(levels).collect();
    let wrong = spec.names.iter().find_map(|&(at, name)| {
        said(!known.contains(&at), || format!("{name} is the name of a place without a square"))
            .or_else(|| said(!is_name(name), || format!("{name} as the name of a square: expected {FORM}")))
    });
    wrong
        .or_else(|| {
            let again = twice(spec.names.iter().map(|&(at, _)| at))?;
            let name = spec.names.iter().find(|(at, _)| *at == again).map_or("", |(_, name)| name);
            Some(format!("{name} has two names"))
        })
        .or_else(|| {
            let board = (!spec.names.is_empty()).then(|| spec.geometry())?;
            spec.names.iter().find_map(|&(at, name)| {
                let other = alike(&board, at, name)?;
                Some(format!("the squares {name} and {other}: neither name may begin or end with the other"))
            })
        })
}
