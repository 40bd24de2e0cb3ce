//! The notation on a board with levels. An atom steps along one, two or three axes, in all their directions.
//!
//! | atom | step | atom | step |
//! |---|---|---|---|
//! | `W` | 1 along one axis | `N` | 2 along one axis, 1 along another |
//! | `F` | 1 along two axes | `C` | 3 along one axis, 1 along another |
//! | `V` | 1 along three axes | `Z` | 3 along one axis, 2 along another |
//! | `D` | 2 along one axis | `K` | `WFV` |
//! | `A` | 2 along two axes | `R` `B` `U` | `WW`, `FF`, `VV` |
//! | `H` | 3 along one axis | `Q` | `RBU` |
//! | `G` | 3 along two axes | | |
//!
//! Directions are `f b l r v s`, `u` for up and `d` for down. Before an atom of one axis letters add up: `fuW` steps ahead
//! or up. Before one of two or three axes two letters of different axes mean the steps that go both ways: `fuF` is the one
//! step ahead and up, `fsusF` goes ahead and sideways or up and sideways. `m`, `c`, `i`, ranges and doubled letters mean
//! what they mean on a flat board. All else is refused.

use crate::rules::geometry::Delta;

use super::course::{Mode, Must};
use super::error::{BetzaError, Flaw};
use super::phrase::{distance, either, squares, times};
use super::route::{Hop, Leg, Route, Step};
use super::space_atom::{ATOMS, Lengths};
use super::{MOST_ATOMS, MOST_BYTES, MOST_RANGE, MOST_ROUTES};

/// Small letters that choose directions, each with its axis and how people call it.
const DIRECTIONS: [(char, char, &str); 8] = [
    ('f', 'y', "ahead"),
    ('b', 'y', "back"),
    ('v', 'y', "ahead or back"),
    ('l', 'x', "to the left"),
    ('r', 'x', "to the right"),
    ('s', 'x', "sideways"),
    ('u', 'z', "up"),
    ('d', 'z', "down"),
];

/// Does a step go in the direction of this letter?
fn goes(letter: char, by: Delta) -> bool {
    match letter {
        'f' => by.y > 0,
        'b' => by.y < 0,
        'v' => by.y != 0,
        'l' => by.x < 0,
        'r' => by.x > 0,
        's' => by.x != 0,
        'u' => by.z > 0,
        _ => by.z < 0,
    }
}

/// One move as it is written.
struct Written {
    mode: Mode,
    initial: bool,
    steps: &'static [Lengths],
    /// How often a step is repeated: `None` is without limit.
    most: Option<u8>,
    /// Directions that add up: one letter, or two that are meant together.
    headings: Vec<(char, Option<char>)>,
}

/// The paths of a text on a board with levels, and what they are in words.
pub(crate) fn in_space(text: &str) -> Result<(Vec<Route>, String), BetzaError> {
    if text.len() > MOST_BYTES {
        return Err(Flaw::Long(text.len()).at(1));
    }
    let letters: Vec<char> = text.chars().collect();
    let (mut at, mut all) = (0, Vec::new());
    while at < letters.len() {
        if all.len() == MOST_ATOMS {
            return Err(Flaw::Atoms.at(at + 1));
        }
        all.push(one(&letters, &mut at)?);
    }
    let mut routes: Vec<Route> = Vec::new();
    for (by, written) in all.iter().flat_map(|written| written.ways().into_iter().map(move |by| (by, written))) {
        let leg =
            Leg { steps: vec![Step { by, vias: Vec::new() }], least: 1, most: written.most, end: Must::Empty };
        let route =
            Route { legs: vec![leg], mode: written.mode, initial: written.initial, hop: Hop::None, castles: None };
        if !routes.contains(&route) {
            routes.push(route);
        }
        if routes.len() > MOST_ROUTES {
            return Err(Flaw::Routes.at(1));
        }
    }
    Ok((routes, words(&all)))
}

/// The next move of a text.
fn one(letters: &[char], at: &mut usize) -> Result<Written, BetzaError> {
    let (mut directions, mut others) = (Vec::new(), Vec::new());
    let (letter, steps, slides) = loop {
        let Some(&letter) = letters.get(*at) else { return Err(Flaw::NoAtomInSpace.at(*at + 1)) };
        if let Some(&atom) = ATOMS.iter().find(|atom| atom.0 == letter) {
            break atom;
        }
        if DIRECTIONS.iter().any(|direction| direction.0 == letter) {
            directions.push((*at, letter));
        } else if !"mci".contains(letter) {
            return Err(Flaw::InSpace(letter).at(*at + 1));
        } else if others.contains(&letter) {
            return Err(Flaw::Twice(letter).at(*at + 1));
        } else {
            others.push(letter);
        }
        *at += 1;
    };
    *at += 1;
    let headings = headings(&directions, letter, steps)?;
    let (quiet, capture) = (others.contains(&'m'), others.contains(&'c'));
    let mode = if quiet || capture { Mode { quiet, capture, en_passant: false } } else { Mode::BOTH };
    let doubled = !slides && letters.get(*at) == Some(&letter);
    *at += usize::from(doubled);
    let digits: String = letters[*at..].iter().take_while(|digit| digit.is_ascii_digit()).collect();
    let usual = if slides || doubled { None } else { Some(1) };
    let most = match (digits.chars().next(), doubled) {
        (None, _) => usual,
        (Some(digit), true) => return Err(Flaw::Doubled(digit).at(*at + 1)),
        (Some(_), false) => {
            let range = digits.parse().ok().filter(|&range: &u8| range <= MOST_RANGE);
            let range = range.filter(|_| digits == "0" || !digits.starts_with('0'));
            let range = range.ok_or_else(|| Flaw::Range(digits.clone()).at(*at + 1))?;
            (range > 0).then_some(range)
        }
    };
    *at += digits.len();
    Ok(Written { mode, initial: others.contains(&'i'), steps, most, headings })
}

/// The directions of an atom, from letters with their places.
fn headings(
    letters: &[(usize, char)],
    atom: char,
    steps: &[Lengths],
) -> Result<Vec<(char, Option<char>)>, BetzaError> {
    let axis = |letter: char| DIRECTIONS.iter().find(|direction| direction.0 == letter).map(|known| known.1);
    let even = |[one, two, three]: Lengths| two == 0 || two == one && (three == 0 || three == one);
    if let (Some(&(at, letter)), true) = (letters.first(), steps.len() > 1 || !even(steps[0])) {
        return Err(Flaw::NoWays { letter, atom }.at(at + 1));
    }
    let many = steps[0][1] != 0;
    let (mut found, mut rest) = (Vec::new(), letters);
    while let [(_, first), tail @ ..] = rest {
        let next = tail.first().map(|next| next.1).filter(|_| many);
        let pair = next.filter(|&next| axis(next) != axis(*first));
        let used = if pair.is_some() || next == Some(*first) { 2 } else { 1 };
        found.push((*first, pair));
        rest = &rest[used..];
    }
    Ok(found)
}

impl Written {
    /// Its steps, each once.
    fn ways(&self) -> Vec<Delta> {
        let mut found = Vec::new();
        for &[one, two, three] in self.steps {
            let orders = [
                [one, two, three],
                [one, three, two],
                [two, one, three],
                [two, three, one],
                [three, one, two],
                [three, two, one],
            ];
            for [x, y, z] in orders {
                for signs in 0..8 {
                    let signed = |axis: u8, length: i8| if signs >> axis & 1 == 0 { length } else { -length };
                    let by = Delta::new(signed(0, x), signed(1, y), signed(2, z));
                    if !found.contains(&by) && self.is_chosen(by) {
                        found.push(by);
                    }
                }
            }
        }
        found
    }

    fn is_chosen(&self, by: Delta) -> bool {
        let holds =
            |&(one, other): &(char, Option<char>)| goes(one, by) && other.is_none_or(|other| goes(other, by));
        self.headings.is_empty() || self.headings.iter().any(holds)
    }
}

/// How a piece with these moves moves: `slides any distance along one axis`.
fn words(all: &[Written]) -> String {
    let mut parts = Vec::new();
    for (mode, verbs, after) in [
        (Mode::BOTH, ["steps", "slides", "leaps"], ""),
        (Mode::QUIET, ["steps", "slides", "leaps"], ", without capturing"),
        (Mode { quiet: false, ..Mode::BOTH }, ["captures"; 3], ""),
    ] {
        let of_mode = || all.iter().filter(|written| written.mode == mode);
        let phrase = |written: &Written| {
            let first = if written.initial { "on its first move " } else { "" };
            format!("{first}{}", phrase(written, verbs))
        };
        let said: Vec<String> = of_mode().map(phrase).collect();
        if !said.is_empty() {
            // A move and a capture that differ say by themselves what each is for.
            let differ = all.iter().all(|written| written.mode.quiet != written.mode.capture);
            parts.push(either(&said) + if differ && of_mode().count() < all.len() { "" } else { after });
        }
    }
    if parts.is_empty() { "never moves".to_owned() } else { parts.join("; ") }
}

/// One move with its verb.
fn phrase(written: &Written, [steps, slides, leaps]: [&str; 3]) -> String {
    let axes: Vec<&str> = written
        .steps
        .iter()
        .map(|lengths| ["one", "two", "three"][lengths.iter().filter(|&&length| length != 0).count() - 1])
        .collect();
    let axes = match axes[..] {
        ["one"] => "one axis".to_owned(),
        [only] => format!("{only} axes"),
        _ => "one, two or three axes".to_owned(),
    };
    let [long, short, _] = written.steps[0];
    let said = match (long, written.most) {
        (1, Some(1)) => format!("{steps} one square"),
        (1, most) => format!(
            "{} {}",
            if steps == slides { format!("{slides} at") } else { slides.to_owned() },
            distance(most)
        ),
        _ => format!("{leaps} {}", squares(long as u8)),
    };
    let repeated = if long == 1 { String::new() } else { times(written.most) };
    if short != 0 && short != long {
        let other = if short == 1 { "one" } else { "two" };
        return format!("{said} along one axis and {other} along another{repeated}");
    }
    let name = |letter: char| DIRECTIONS.iter().find(|known| known.0 == letter).map_or("", |known| known.2);
    let headings: Vec<String> = written
        .headings
        .iter()
        .map(|&(one, other)| match other {
            Some(other) => format!("{} and {}", name(one), name(other)),
            None if short != 0 => format!("along {axes}, one of them {}", name(one)),
            None => name(one).to_owned(),
        })
        .collect();
    if headings.is_empty() {
        return format!("{said} along {axes}{repeated}");
    }
    format!("{said} {}{repeated}", either(&headings))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> usize {
        in_space(text).map(|(routes, _)| routes.len()).unwrap_or_default()
    }

    #[test]
    fn atoms_step_along_axes() {
        let atoms = [("W", 6), ("F", 12), ("V", 8), ("N", 24), ("K", 26), ("R", 6), ("B", 12), ("U", 8), ("Q", 26)];
        for (text, ways) in atoms {
            assert_eq!(count(text), ways, "{text}");
        }
        assert_eq!((count("WW"), count("WFVK"), count("V3")), (6, 26, 8));
    }

    #[test]
    fn letters_choose_directions() {
        for (text, ways) in [("fuW", 2), ("fF", 4), ("fuF", 1), ("fsF", 2), ("fsusfuF", 5), ("udV", 8), ("fuV", 2)]
        {
            assert_eq!(count(text), ways, "{text}");
        }
        let (routes, _) = in_space("fuF").expect("a move");
        assert_eq!(routes[0].legs[0].steps[0].by, Delta::new(0, 1, 1));
    }

    #[test]
    fn moves_are_said_in_words() {
        for (text, words) in [
            ("R", "slides any distance along one axis"),
            ("B", "slides any distance along two axes"),
            ("Q", "slides any distance along one, two or three axes"),
            ("K", "steps one square along one, two or three axes"),
            ("N", "leaps two squares along one axis and one along another"),
            ("WA", "steps one square along one axis or leaps two squares along two axes"),
            (
                "mfuWcfsusfuF",
                "steps one square ahead or up; captures one square ahead and sideways, up and sideways or ahead and up",
            ),
            ("mR", "slides any distance along one axis, without capturing"),
            ("cB2", "captures at up to two squares along two axes"),
            ("", "never moves"),
        ] {
            assert_eq!(in_space(text).map(|(_, said)| said).as_deref(), Ok(words), "{text}");
        }
    }

    #[test]
    fn what_has_no_meaning_in_space_is_refused() {
        for (text, told) in [
            (
                "X",
                "X has no meaning on a board with levels; expected f b l r v s u d m c i or an atom, \
                   W F V D N A H C Z G K R B U Q (character 1)",
            ),
            (
                "nN",
                "n has no meaning on a board with levels; expected f b l r v s u d m c i or an atom, \
                    W F V D N A H C Z G K R B U Q (character 1)",
            ),
            (
                "fN",
                "f chooses no direction before N on a board with levels; expected it before W F V D A H G R B U \
                    (character 1)",
            ),
            ("Wm", "the text ends after its modifiers; expected W F V D N A H C Z G K R B U Q (character 3)"),
            ("mmW", "m is there twice; expected it once (character 2)"),
            ("W99", "the range is 99; expected 1 to 31, or 0 for no limit (character 2)"),
            ("WW2", "2 follows a doubled letter; expected a range or a doubled letter, not both (character 3)"),
        ] {
            let error = in_space(text).expect_err(text).to_string();
            assert_eq!(error, told.split_whitespace().collect::<Vec<_>>().join(" "), "{text}");
        }
    }
}
