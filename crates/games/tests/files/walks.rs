//! Random games, compared move by move with those that another program has played: `tests/data/walks/record.py` says how
//! they were recorded, and `later.py` beside it how the positions were found in which short games begin with what is rare.

use heterodox_games::Registry;
use heterodox_games::file::{Compiled, FileGame, FileVariant};
use heterodox_kernel::bits::{Bits64, Bits256, SquareSet};
use heterodox_kernel::board::Board;
use heterodox_kernel::gait::Gait;
use heterodox_kernel::game::Rules;
use heterodox_kernel::mv::Move;
use heterodox_kernel::notation::machine;
use heterodox_kernel::tables::Tables;
use heterodox_kernel::timeline::Timeline;
use heterodox_kernel::variant::{Opening, Variant as _};

use super::things::{Happened, end, existing, of_move};

/// The plies after which a game is left.
const PLIES: usize = 150;
/// As many games of each are played, unless the tests are thorough.
const FEW: usize = 100;
/// As many of each thing have to happen in all games of one kind.
pub(super) const ENOUGH: u32 = 100;
/// The plies of a game that begins in a later position.
const LATER_PLIES: usize = 3;
macro_rules! walks {
    ($($game:literal),+ $(,)?) => {
        /// The games with their digests.
        const WALKS: &[(&str, &str)] = &[$(($game, include_str!(concat!("../data/walks/", $game, ".txt")))),+];
    };
}

macro_rules! later {
    ($($game:literal),+ $(,)?) => {
        /// The games with those that begin in later positions: a digest, a move, and a FEN in each line.
        const LATER: &[(&str, &str)] = &[$(($game, include_str!(concat!("../data/walks/", $game, ".later.txt")))),+];
    };
}

walks![
    "amazon",
    "antichess",
    "atomic",
    "berolina",
    "breakthrough",
    "capablanca",
    "chess",
    "chess960",
    "courier",
    "crazyhouse",
    "gardner",
    "grand",
    "grasshopper",
    "horde",
    "isolation",
    "janggi",
    "kingofthehill",
    "knightmate",
    "losalamos",
    "makruk",
    "omega",
    "quadrille",
    "racingkings",
    "raumschach",
    "seirawan",
    "selfcapture",
    "shatranj",
    "sittuyin",
    "snailtrail",
    "spartan",
    "3check",
    "xiangqi",
];

later![
    "3check",
    "amazon",
    "atomic",
    "berolina",
    "capablanca",
    "chess",
    "chess960",
    "courier",
    "crazyhouse",
    "grand",
    "grasshopper",
    "horde",
    "janggi",
    "kingofthehill",
    "knightmate",
    "makruk",
    "omega",
    "quadrille",
    "racingkings",
    "raumschach",
    "seirawan",
    "selfcapture",
    "shatranj",
    "sittuyin",
    "spartan",
    "xiangqi",
];

/// Numbers in a fixed order, as `record.py` makes them.
pub(super) struct Draw(pub(super) u64);

impl Draw {
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % count as u64) as usize
    }
}

struct Digest(u64);

impl Digest {
    fn feed(&mut self, text: &str) {
        for byte in text.bytes().chain([b'\n']) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn text(&self) -> String {
        format!("{:08x}", (self.0 ^ self.0 >> 32) as u32)
    }
}

/// The move as others write it: a piece of Crazyhouse that comes from a Pawn is a kind of its own here, and they mark it.
pub(super) fn usual(text: &str) -> String {
    match text.split_once('+') {
        Some((start, letter)) if !letter.is_empty() && !start.is_empty() => format!("{start}{letter}"),
        _ => text.to_owned(),
    }
}

/// Can a piece step three squares at once, over which it can be taken in passing?
fn has_triple_steps<R: Rules>(board: &Board<R>) -> bool {
    board.spec().kinds.iter().flat_map(|kind| kind.moves).any(|movement| matches!(movement.gait, Gait::Dash(_)))
}

/// Where a move begins and ends, by the numbers of file and rank.
fn squares(text: &str) -> Option<[(i32, i32); 2]> {
    let one = |text: &str| {
        let file = text.chars().next().filter(char::is_ascii_lowercase)?;
        let digits: String = text[1..].chars().take_while(char::is_ascii_digit).collect();
        let rank = digits.parse().ok()?;
        Some(((i32::from(file as u8), rank), 1 + digits.len()))
    };
    let (from, read) = one(text)?;
    let (to, _) = one(&text[read..])?;
    Some([from, to])
}

/// Those of the moves that end between the squares of a move over two ranks, from the rank where that ended. In a game with
/// triple steps also of a straight one over three.
fn passing(moves: &[(String, Move)], last: &str, triple: bool) -> Vec<(String, Move)> {
    let Some([(file, rank), (to_file, to_rank)]) = squares(last) else { return Vec::new() };
    let (ranks, files) = ((rank - to_rank).abs(), (file - to_file).abs());
    if !(ranks == 2 && (files == 0 || files == 2 && !triple) || triple && ranks == 3 && files == 0) {
        return Vec::new();
    }
    let inside = rank.min(to_rank) + 1..rank.max(to_rank);
    let is_between = |to: (i32, i32)| to.0 == i32::midpoint(file, to_file) && inside.contains(&to.1);
    let is = |text: &str| squares(text).is_some_and(|[from, to]| from.1 == to_rank && is_between(to));
    moves.iter().filter(|(text, _)| is(text)).cloned().collect()
}

/// One game of so many plies: its digest. The first move is drawn if it is not named.
fn walk<R: Rules>(
    mut board: Board<R>,
    number: usize,
    named: Option<&str>,
    plies: usize,
    happened: &mut Happened,
) -> String {
    let (mut draw, mut digest) = (Draw(number as u64), Digest(0xCBF2_9CE4_8422_2325));
    let (mut named, mut last) = (named, String::new());
    let triple = has_triple_steps(&board);
    for _ in 0..plies {
        if let Some((result, what)) = end(&board) {
            happened.add(what);
            digest.feed(result);
            return digest.text();
        }
        let mut moves: Vec<_> = board.legal().into_iter().map(|mv| (machine(&board, mv), mv)).collect();
        moves.sort_by_key(|(text, _)| usual(text));
        for (text, _) in &moves {
            digest.feed(&usual(text));
        }
        let first = passing(&moves, &last, triple);
        let drawn = if first.is_empty() { moves } else { first };
        let (text, mv) = match named.take() {
            Some(named) => drawn.into_iter().find(|(text, _)| usual(text) == named).expect("it is legal"),
            None => drawn[draw.below(drawn.len())].clone(),
        };
        last = text;
        let after = board.after(mv);
        for what in of_move(&board, mv, &after) {
            happened.add(what);
        }
        board = after;
    }
    digest.feed("left");
    digest.text()
}

fn compare<S: SquareSet>(game: &str, tables: &'static Tables<FileGame<S>>, digests: &str) -> Happened {
    let spec = tables.spec();
    let start = |number: usize| match spec.more_setups {
        // As many arrays as Chess960 has.
        Some(_) => FileGame::<S>::setup(tables, &format!("shuffle:{}", number % 960)).expect("an array"),
        None => spec.setups[0].fen.to_owned(),
    };
    let thorough = std::env::var_os("HETERODOX_THOROUGH").is_some();
    let few = if thorough { usize::MAX } else { FEW };
    let mut happened = Happened::default();
    for (number, digest) in digests.split_whitespace().enumerate().take(few) {
        let board = tables.read(&start(number)).expect("a position");
        assert_eq!(walk(board, number, None, PLIES, &mut happened), digest, "{game}: game {number}");
    }
    happened
}

/// The games that begin in later positions.
fn compare_later<'a, S: SquareSet>(
    file: &'static FileVariant,
    lines: &'a str,
    wrong: &mut Vec<&'a str>,
) -> Happened {
    let mut happened = Happened::default();
    for (number, line) in lines.lines().enumerate() {
        let [digest, named, fen] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = file.begin(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let board = *position.as_any().downcast_ref::<Timeline<FileGame<S>>>().expect("a game of a file").board();
        if walk(board, number, Some(named), LATER_PLIES, &mut happened) != digest {
            wrong.push(line);
        }
    }
    happened
}

#[test]
fn random_games_are_those_of_another_program() {
    let games = Registry::default();
    let thorough = std::env::var_os("HETERODOX_THOROUGH").is_some();
    let (mut wrong, mut rare_things) = (Vec::new(), Vec::new());
    for &(game, digests) in WALKS {
        let file = games.file(game).unwrap_or_else(|| panic!("{game} is on the shelf"));
        let later = LATER.iter().find(|(other, _)| *other == game).map_or("", |(_, lines)| lines);
        let (mut happened, rare) = match file.compiled() {
            Compiled::Small(tables) => {
                (compare(game, tables, digests), compare_later::<Bits64>(file, later, &mut wrong))
            }
            Compiled::Large(tables) => {
                (compare(game, tables, digests), compare_later::<Bits256>(file, later, &mut wrong))
            }
        };
        println!("{game}: {happened:?}, later {rare:?}");
        happened.join(rare);
        let exist = existing(game);
        for what in happened.0.keys() {
            assert!(exist.contains(what), "{game}: {what} is in the table");
        }
        let few = exist.iter().map(|what| (*what, happened.count(what))).filter(|(_, count)| *count < ENOUGH);
        rare_things.extend(few.filter(|_| thorough).map(|(what, count)| format!("{game}: {count} times {what}")));
    }
    assert!(wrong.is_empty(), "{} lines: {wrong:#?}", wrong.len());
    assert!(rare_things.is_empty(), "{rare_things:#?}");
}
