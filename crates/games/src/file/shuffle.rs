//! Shuffled arrays: the key `shuffle = "960"` of a file, with the numbers of Chess960.

use super::section::{Mistakes, Section};

/// How many arrays there are.
const COUNT: usize = 960;

/// The name of an opening that is drawn by lot, and the first part of the name of each array.
pub(super) const NAME: &str = "shuffle";

/// What the names of the arrays are.
pub(super) const NAMES: &str = "shuffle:0 to shuffle:959";

/// What an opening has to be.
const EXPECTED: &str = "an opening on 8 files whose last ranks have five pieces in the order of chess, RNBQKBNR, those of \
                        the second player below those of the first";

/// The pieces of the first rank in the order of chess.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shuffle([char; 8]);

/// The places of two Knights among five, by their number.
const KNIGHTS: [[usize; 2]; 10] = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

impl Shuffle {
    /// Reads the key `shuffle`.
    pub(super) fn read(root: &mut Section, opening: &str, mistakes: &mut Mistakes) -> Option<Shuffle> {
        root.choice("shuffle", &[("960", ())], mistakes)?;
        let found = Shuffle::of(opening);
        if let (None, Some(value)) = (found, root.value("shuffle")) {
            root.wrong("shuffle", value, EXPECTED, mistakes);
        }
        found
    }

    /// The shuffle of the pieces of an opening.
    fn of(opening: &str) -> Option<Shuffle> {
        let ranks: Vec<&str> = placement(opening).split('/').collect();
        let (last, first) = (ranks.first()?, ranks.last()?);
        let letters: Vec<char> = first.chars().collect();
        let order = <[char; 8]>::try_from(letters).ok()?;
        let [rook, knight, bishop, queen, king, ..] = order;
        let five = [rook, knight, bishop, queen, king];
        let apart = five.iter().enumerate().all(|(at, piece)| !five[..at].contains(piece));
        let fits = apart
            && order == [rook, knight, bishop, queen, king, bishop, knight, rook]
            && five.iter().all(char::is_ascii_uppercase)
            && **last == first.to_ascii_lowercase();
        fits.then_some(Shuffle(order))
    }

    /// The FEN of `shuffle:N`, made from that of the opening.
    pub(super) fn setup(self, opening: &str, name: &str) -> Option<String> {
        let digits = name.strip_prefix(NAME)?.strip_prefix(':')?;
        let number: usize = digits.parse().ok().filter(|_| digits.bytes().all(|digit| digit.is_ascii_digit()))?;
        let first: String = self.array(number)?.into_iter().collect();
        let placed = placement(opening);
        let middle = &placed[placed.find('/')?..=placed.rfind('/')?];
        Some(format!("{}{middle}{first}{}", first.to_ascii_lowercase(), &opening[placed.len()..]))
    }

    /// The array of a number: the number says in turn the places of the Bishops, the Queen and the Knights.
    fn array(self, number: usize) -> Option<[char; 8]> {
        let [rook, knight, bishop, queen, king, ..] = self.0;
        if number >= COUNT {
            return None;
        }
        let mut array = [None; 8];
        array[number % 4 * 2 + 1] = Some(bishop);
        array[number / 4 % 4 * 2] = Some(bishop);
        put(&mut array, number / 16 % 6, queen);
        let [one, other] = KNIGHTS[number / 96];
        // The later one first, because each place is counted among those that are free.
        put(&mut array, other, knight);
        put(&mut array, one, knight);
        for piece in [rook, king, rook] {
            put(&mut array, 0, piece);
        }
        Some(array.map(Option::unwrap_or_default))
    }
}

/// Puts a piece on a free place, counted from 0.
fn put(array: &mut [Option<char>; 8], free: usize, piece: char) {
    if let Some(place) = array.iter_mut().filter(|place| place.is_none()).nth(free) {
        *place = Some(piece);
    }
}

fn placement(fen: &str) -> &str {
    fen.split([' ', '[']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn the_numbers_are_those_of_chess960() {
        let shuffle = Shuffle::of(CHESS).expect("the order of chess");
        let of = |number| shuffle.array(number).map(|array| array.into_iter().collect::<String>());
        for (number, array) in
            [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB"), (1, "BQNBNRKR"), (534, "RNBKQBNR")]
        {
            assert_eq!(of(number).as_deref(), Some(array), "{number}");
        }
        assert_eq!(of(960), None);
        let all: std::collections::BTreeSet<String> = (0..COUNT).filter_map(of).collect();
        assert_eq!(all.len(), COUNT);
        assert_eq!(shuffle.setup(CHESS, "shuffle:518").as_deref(), Some(CHESS));
        assert!(
            ["shuffle", "shuffle:", "shuffle:+1", "shuffle:960"]
                .iter()
                .all(|name| shuffle.setup(CHESS, name).is_none())
        );
    }
}
