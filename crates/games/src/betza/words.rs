//! From moves as they are written to a sentence.

use super::atom::{Atom, Lie};
use super::course::{Bent, Course, Line, Link, Manner, Mode, Move, Turn};
use super::heading::Heading;
use super::phrase::{distance, either, leap, middle, number, squares, times, toward};
use super::ways::Ways;

/// How a piece with these moves moves, as the legend of a game says it: `steps one square diagonally or ahead`.
pub(crate) fn words(moves: &[Move]) -> String {
    let moves = merged(moves);
    let of = |kept: fn(&Mode) -> bool| -> Vec<&Move> {
        let walks = moves.iter().filter(|one| !matches!(one.course, Course::Castle { .. }));
        walks.filter(|one| kept(&one.mode)).collect()
    };
    let (both, quiet) = (of(|mode| mode.quiet && mode.capture), of(|mode| mode.quiet && !mode.capture));
    let captures = of(|mode| !mode.quiet);
    let mut parts = Vec::new();
    parts.extend(clause(&both, Verb::Walks));
    if let Some(words) = clause(&quiet, Verb::Walks) {
        // A move and a capture that differ say by themselves what each is for.
        let differ = both.is_empty() && !captures.is_empty();
        parts.push(if differ { words } else { format!("{words}, without capturing") });
    }
    parts.extend(clause(&captures, Verb::Captures));
    parts.extend(moves.iter().filter_map(|one| match one.course {
        Course::Castle { squares, .. } => Some(format!("castles, moving {}", number(squares) + " squares")),
        _ => None,
    }));
    if parts.is_empty() { "never moves".to_owned() } else { parts.join("; ") }
}

/// Is it said how a piece walks, or where it captures?
#[derive(Clone, Copy, PartialEq)]
enum Verb {
    Walks,
    Captures,
}

/// Moves that differ in their directions only, as one: W and F are K.
fn merged(moves: &[Move]) -> Vec<Move> {
    let mut found: Vec<Move> = Vec::new();
    for one in moves {
        let mut known = found.iter_mut().filter(|known| known.mode == one.mode && known.initial == one.initial);
        let same = known.find_map(|known| match (&mut known.course, &one.course) {
            (Course::Line(known), Course::Line(line)) if is_alike(*known, *line) => Some((known, *line)),
            _ => None,
        });
        match same {
            Some((known, line)) => known.ways = known.ways.or(line.ways),
            None => found.push(one.clone()),
        }
    }
    found
}

/// Do two lines differ in their directions only?
fn is_alike(one: Line, other: Line) -> bool {
    let curved = matches!(one.manner, Manner::Crooked | Manner::Circular);
    let lies = (one.atom.lie() == Lie::Oblique) == (other.atom.lie() == Lie::Oblique);
    let steps = one.atom.leap().1 == other.atom.leap().1 && lies;
    steps
        && !curved
        && one.most == other.most
        && one.manner == other.manner
        && (one.atom.lie() != Lie::Oblique || one.atom == other.atom)
}

/// Moves of one mode as one clause, those of the first move last.
fn clause(moves: &[&Move], verb: Verb) -> Option<String> {
    let (first, usual): (Vec<&Move>, Vec<&Move>) = moves.iter().partition(|one| one.initial);
    let names: Option<Vec<String>> = usual.iter().map(|one| name(one)).collect();
    let mut said = match names {
        Some(names) if names.len() > 1 => {
            let walk = if verb == Verb::Walks { "moves" } else { "captures" };
            let names: Vec<String> = names.iter().map(|name| format!("as a {name}")).collect();
            format!("{walk} {}", either(&names))
        }
        _ => either(&usual.iter().map(|one| phrase(&one.course, verb)).collect::<Vec<_>>()),
    };
    if usual.iter().any(|one| one.mode.en_passant) {
        let only = usual.iter().all(|one| !one.mode.capture && !one.mode.quiet);
        said += if only { ", only en passant" } else { ", also en passant" };
    }
    for one in first {
        let longer = usual.iter().find_map(|usual| longer(&usual.course, &one.course));
        let more = match longer {
            Some(count) => format!(", {} on its first move", number(count)),
            None if said.is_empty() => format!("on its first move {}", phrase(&one.course, verb)),
            None => format!(", on its first move also {}", phrase(&one.course, verb)),
        };
        said.push_str(&more);
    }
    (!said.is_empty()).then_some(said)
}

/// The piece of chess that moves like that.
fn name(one: &Move) -> Option<String> {
    let Course::Line(Line { atom, ways, most, manner: Manner::Plain }) = one.course else { return None };
    let name = match (atom.leap(), most) {
        ((1, 2), Some(1)) if ways == Ways::ALL => "Knight",
        ((_, 1), Some(1)) if ways == Ways::ALL => "King",
        ((_, 1), None) if ways == Ways::ALL => "Queen",
        ((_, 1), None) if ways == Ways::STRAIGHT => "Rook",
        ((_, 1), None) if ways == Ways::DIAGONAL => "Bishop",
        _ => return None,
    };
    Some(name.to_owned())
}

/// How many squares a first move goes that is a step of the usual move made longer.
fn longer(usual: &Course, first: &Course) -> Option<u8> {
    let (Course::Line(usual), Course::Line(first)) = (usual, first) else { return None };
    let is_step = usual.atom.leap().1 == 1 && usual.most == Some(1) && usual.manner == Manner::Plain;
    let is_lame = first.manner == Manner::Lame && first.most == Some(1) && first.atom.lie() != Lie::Oblique;
    (is_step && is_lame && usual.ways == first.ways).then(|| first.atom.leap().1 as u8)
}

/// One move with its verb.
fn phrase(course: &Course, verb: Verb) -> String {
    match course {
        Course::Line(line) => self::line(*line, verb),
        Course::Bent(bent) => self::bent(bent, verb),
        Course::Castle { squares, .. } => format!("castles {}", number(*squares)),
    }
}

fn line(line: Line, verb: Verb) -> String {
    let Line { atom, ways, most, manner } = line;
    let verb =
        |walks: &str, captures: &str| if verb == Verb::Walks { walks.to_owned() } else { captures.to_owned() };
    let (short, long) = (atom.leap().0 as u8, atom.leap().1 as u8);
    let oblique = atom.lie() == Lie::Oblique;
    if matches!(manner, Manner::Crooked | Manner::Circular) {
        let unit = match (atom.lie(), atom, long) {
            (_, Atom::Knight, _) => "knight's leaps".to_owned(),
            (Lie::Oblique, ..) => format!("leaps of {} straight and {} aside", squares(long), number(short)),
            (Lie::Diagonal, _, 1) => "diagonal steps".to_owned(),
            (_, _, 1) => "straight steps".to_owned(),
            (Lie::Diagonal, ..) => format!("diagonal leaps of {}", squares(long)),
            _ => format!("straight leaps of {}", squares(long)),
        };
        let count = most.map_or_else(|| "any number of".to_owned(), |most| format!("up to {}", number(most)));
        let turns = if manner == Manner::Crooked {
            "turning right and left by turns"
        } else {
            "turning always to the same side"
        };
        return format!("{} {count} {unit}, {turns}", verb("makes", "captures after"));
    }
    let how = match manner {
        Manner::Jumping => " over a piece",
        Manner::Skipping => ", passing over the first square",
        Manner::Hopper => " over exactly one piece",
        Manner::Grasshopper => " to the square right behind the first piece",
        _ => "",
    };
    if manner == Manner::Lame {
        let steps = if oblique && ways == Ways::ALL {
            format!("{} straight, then {} diagonally outward", squares(long - short), number(short))
        } else {
            leap(atom, ways)
        };
        return format!("{} {steps}{}, not over a piece", verb("steps", "captures"), times(most));
    }
    if long == 1 && most == Some(1) {
        return format!("{} one square {}", verb("steps", "captures"), toward(ways));
    }
    if long == 1 {
        return format!("{} {} {}{how}", verb("slides", "captures at"), distance(most), toward(ways));
    }
    format!("{} {}{}{how}", verb("leaps", "captures"), leap(atom, ways), times(most))
}

/// A bent move: its parts one after another.
fn bent(bent: &Bent, verb: Verb) -> String {
    let mut said = String::new();
    let mut before: Option<Link> = None;
    for link in &bent.links {
        let part = part(*link, before);
        let more = match before {
            None if verb == Verb::Captures => format!("captures where it {part}"),
            None => part,
            Some(Link { stop: true, .. }) => format!(", or from there {part}"),
            Some(Link { end, .. }) => format!(" to {}, and from there {part}", middle(end)),
        };
        said.push_str(&more);
        before = Some(*link);
    }
    let only: Vec<String> = bent.headings.iter().map(|heading| side(*heading)).collect();
    if only.is_empty() { said } else { format!("{said}, only {}", either(&only)) }
}

fn side(heading: Heading) -> String {
    let word = |letter| match letter {
        'f' => "ahead",
        'b' => "back",
        'l' => "to the left",
        'r' => "to the right",
        's' => "to the sides",
        _ => "ahead or back",
    };
    match heading {
        Heading::Alone(letter) | Heading::Half(letter) => word(letter).to_owned(),
        Heading::Pair(one, other) => format!("{} and {}", word(one), word(other)),
        Heading::Turning('r') => "turning to the right".to_owned(),
        Heading::Turning(_) => "turning to the left".to_owned(),
    }
}

/// One part of a bent move, after another or as the first.
fn part(link: Link, before: Option<Link>) -> String {
    let (long, oblique) = (link.atom.leap().1 as u8, link.atom.lie() == Lie::Oblique);
    let verb = match (long, link.most) {
        (1, Some(1)) => "steps one square".to_owned(),
        (1, most) => format!("slides {}", distance(most)),
        _ if oblique => format!("leaps {}{}", leap(link.atom, Ways::ALL), times(link.most)),
        (_, most) => format!("leaps {}{}", squares(long), times(most)),
    };
    let family = match link.atom.lie() {
        Lie::Straight => " straight",
        Lie::Diagonal => " diagonally",
        Lie::Royal => " straight or diagonally",
        Lie::Oblique => "",
    };
    let is_same = before.is_some_and(|before| before.atom.lie() == link.atom.lie());
    match link.turn {
        Turn::From(ways) if oblique && ways != Ways::ALL => {
            format!("leaps {}{}", leap(link.atom, ways), times(link.most))
        }
        Turn::From(_) if oblique => verb,
        Turn::From(ways) => format!("{verb} {}", toward(ways)),
        Turn::Outward if is_same => format!("{verb} in the same direction"),
        Turn::Outward => format!("{verb}{family} outward"),
        Turn::By(turns) | Turn::Again(turns) => format!("{verb} {}", turned(turns)),
    }
}

/// Turns from the part before.
fn turned(turns: Ways) -> String {
    if turns == Ways::ALL {
        return "in any direction".to_owned();
    }
    if turns == Ways::where_holds(|by| by != 4) {
        return "in any direction but back".to_owned();
    }
    let mut found = Vec::new();
    for (right, left, words) in [
        (0, 0, "in the same direction"),
        (1, 7, "turned by 45 degrees"),
        (2, 6, "turned by 90 degrees"),
        (3, 5, "turned by 135 degrees"),
        (4, 4, "straight back"),
    ] {
        match (turns.has(right), turns.has(left)) {
            (true, true) => found.push(words.to_owned()),
            (true, false) => found.push(format!("{words} to the right")),
            (false, true) => found.push(format!("{words} to the left")),
            _ => {}
        }
    }
    either(&found)
}
