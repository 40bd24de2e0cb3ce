//! The players: two who sit opposite each other, or up to four around the board.

use toml::de::DeValue;

use crate::rules::frame::Frame;
use crate::rules::geometry::{Coord, Delta};
use crate::rules::side::SEATS;
use crate::rules::spec::{PLUS, Seat, Tint};

use super::kept_text;
use super::pieces::PieceData;
use super::plan::Plan;
use super::section::{Mistakes, Section};
use super::view::View;

/// The players of a file.
pub(super) struct Seats {
    /// The names of the first two.
    pub(super) two: [String; 2],
    /// The names of the others.
    more: Vec<String>,
    colours: Option<Vec<Tint>>,
}

/// The colours of armies.
const COLOURS: [(&str, Tint); 6] = [
    ("light", Tint::Light),
    ("dark", Tint::Dark),
    ("red", Tint::Red),
    ("orange", Tint::Orange),
    ("green", Tint::Green),
    ("blue", Tint::Blue),
];

/// The colours of more than two armies that name none.
const USUAL: [Tint; SEATS] = [Tint::Red, Tint::Blue, Tint::Orange, Tint::Green];

/// What the key `seats` is.
const NAMES: &str =
    "two different names, such as [\"White\", \"Black\"], or up to four that begin with different letters";

/// What the key `colours` is.
const EXPECTED: &str = "one of light, dark, red, orange, green, blue for each of seats, all different";

/// Keys that are about two players.
const FOR_TWO: [&str; 6] = ["turned", "beside", "hand", "wall", "win", "law"];
const ENDS_FOR_TWO: [&str; 4] = ["stalemate", "draw", "points", "too_few"];
const OF_PIECES_FOR_TWO: [&str; 5] = ["owner", "facing", "swaps", "castles", "shy"];

/// What is expected in the place of such a key.
const TWO: &str = "it in a game for two players";

impl Seats {
    /// Reads the keys `seats` and `colours`.
    pub(super) fn read(root: &mut Section, mistakes: &mut Mistakes) -> Seats {
        let mut seats = Seats { two: ["White", "Black"].map(str::to_owned), more: Vec::new(), colours: None };
        if let Some(value) = root.value("seats") {
            let mut names = heterodox_base::document::texts(value.get_ref()).unwrap_or_default();
            let many = names.len() > 2;
            let key = |name: &String| if many { initial(name).to_string() } else { name.clone() };
            let apart =
                names.iter().enumerate().all(|(at, name)| names[..at].iter().all(|other| key(other) != key(name)));
            let plain = |name: &String| {
                !name.is_empty() && (!many || name.starts_with(|first: char| first.is_ascii_alphabetic()))
            };
            if (2..=SEATS).contains(&names.len()) && apart && names.iter().all(plain) {
                seats.more = names.split_off(2);
                if let Ok(two) = <[String; 2]>::try_from(names) {
                    seats.two = two;
                }
            } else {
                root.wrong("seats", value, NAMES, mistakes);
            }
        }
        if let Some(value) = root.value("colours") {
            let names = heterodox_base::document::texts(value.get_ref()).unwrap_or_default();
            let colour = |name: &String| COLOURS.iter().find(|(known, _)| known == name).map(|known| known.1);
            let found: Option<Vec<Tint>> = names.iter().map(colour).collect();
            let apart = |tints: &Vec<Tint>| (1..tints.len()).all(|at| !tints[..at].contains(&tints[at]));
            seats.colours = found.filter(|tints| tints.len() == seats.count() && apart(tints));
            if seats.colours.is_none() {
                root.wrong("colours", value, EXPECTED, mistakes);
            }
        }
        seats
    }

    fn count(&self) -> usize {
        2 + self.more.len()
    }

    /// Are there more than two?
    pub(super) fn are_many(&self) -> bool {
        !self.more.is_empty()
    }

    /// The same as data of the kernel. The third player and the fourth one sit around the board, clockwise.
    pub(super) fn data(&self, plan: &Plan, view: View) -> Vec<Seat> {
        let frame = |at| if self.are_many() { around(at, plan) } else { [Frame::SOUTH, view.frame(plan)][at] };
        let tint = |at: usize| match &self.colours {
            Some(colours) => colours[at],
            None if self.are_many() => USUAL[at],
            None => [Tint::Light, Tint::Dark][at],
        };
        let letter = |at: usize, name: &str| if self.are_many() { initial(name) } else { ['w', 'b'][at] };
        let names = self.two.iter().chain(&self.more).enumerate();
        names
            .map(|(at, name)| Seat {
                name: kept_text(name),
                letter: letter(at, name),
                tint: tint(at),
                frame: frame(at),
            })
            .collect()
    }

    /// Where the pieces of an opening for many stand: those of the first player, and with small letters those of the
    /// second one, all as their owner sees them. Every army has to begin with the same array.
    pub(super) fn men(
        &self,
        root: &Section,
        plan: &Plan,
        opening: &str,
        mistakes: &mut Mistakes,
    ) -> Vec<(String, Coord)> {
        let letters: Vec<char> = self.two.iter().chain(&self.more).map(|name| initial(name)).collect();
        let of = |at: usize| {
            let frame = around(at, plan);
            let own =
                plan.men(&only(opening, &letters, letters[at])).into_iter().filter(|(letters, _)| letters != "~");
            let mut own: Vec<(String, Coord)> =
                own.map(|(letters, square)| (letters, frame.local(square))).collect();
            own.sort_unstable();
            own
        };
        let first = of(0);
        let value = root.named().into_iter().find(|(key, _)| key.get_ref() == "opening").map(|(_, value)| value);
        if let (false, Some(value)) = ((1..self.count()).all(|at| of(at) == first), value) {
            root.wrong(
                "opening",
                value,
                "the same array for each player, as each of them sees the board",
                mistakes,
            );
        }
        let small = first.clone().into_iter().map(|(letters, at)| (letters.to_ascii_lowercase(), at));
        first.into_iter().chain(small).collect()
    }

    /// Refuses what is said of two players in a game for more of them.
    pub(super) fn refuse(&self, root: &Section, pieces: &[PieceData], mistakes: &mut Mistakes) {
        if !self.are_many() {
            return;
        }
        let one_royal = pieces.iter().any(|piece| piece.royal && !piece.royals.are_several());
        for (key, value) in root.named() {
            let (name, below) = (key.get_ref().as_ref(), value.get_ref().as_table());
            match (name, below) {
                ("seats", _) if !one_royal => {
                    root.wrong(
                        name,
                        value,
                        "a piece with royal = true in a game for more than two players",
                        mistakes,
                    );
                }
                ("shuffle", _) => root.wrong(name, value, TWO, mistakes),
                (name, _) if FOR_TWO.contains(&name) => root.wrong(name, value, TWO, mistakes),
                ("end", Some(ends)) => {
                    for key in ENDS_FOR_TWO {
                        if let Some(value) = ends.get(key) {
                            root.wrong(&["end.", key].concat(), value, TWO, mistakes);
                        }
                    }
                    if let Some(value) =
                        ends.get("repetition").filter(|value| matches!(value.get_ref(), DeValue::Table(_)))
                    {
                        root.wrong(
                            "end.repetition",
                            value,
                            "a number or \"none\" in a game for more than two players",
                            mistakes,
                        );
                    }
                }
                ("piece", Some(all)) => {
                    for (letters, keys) in all {
                        let of_two = |key: &&str| keys.get_ref().as_table().and_then(|keys| keys.get(*key));
                        for key in OF_PIECES_FOR_TWO {
                            if let Some(value) = of_two(&key) {
                                root.wrong(&["piece.", letters.get_ref(), ".", key].concat(), value, TWO, mistakes);
                            }
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

/// The letter of a player in a FEN for more than two.
fn initial(name: &str) -> char {
    name.chars().next().unwrap_or('w').to_ascii_lowercase()
}

/// How the player at this place sees the board, clockwise from the lower edge.
fn around(at: usize, plan: &Plan) -> Frame {
    let [files, ranks, _] = plan.size;
    let way = |x, y| Delta::new(x, y, 0);
    match at {
        0 => Frame::SOUTH,
        1 => Frame { corner: (0, ranks - 1), right: way(0, -1), ahead: way(1, 0), top: None },
        2 => Frame::rotated(files, ranks),
        _ => Frame { corner: (files - 1, 0), right: way(0, 1), ahead: way(-1, 0), top: None },
    }
}

/// The placement of a FEN with the pieces of one player, and `~` for those of the others.
fn only(fen: &str, players: &[char], own: char) -> String {
    let mut text = String::new();
    let mut letters = fen.split([' ', '[']).next().unwrap_or_default().chars();
    while let Some(letter) = letters.next() {
        if !players.contains(&letter) {
            text.push(letter);
            continue;
        }
        let next = letters.next();
        let piece: String =
            next.into_iter().chain((next == Some(PLUS)).then(|| letters.next()).flatten()).collect();
        text.push_str(if letter == own { &piece } else { "~" });
    }
    text
}
