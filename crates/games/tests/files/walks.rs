//! Random games, compared move by move with those that another program has played: `tests/data/walks/record.py` says how
//! they were recorded.

use heterodox_games::Registry;
use heterodox_games::file::{Compiled, FileGame};
use heterodox_kernel::bits::SquareSet;
use heterodox_kernel::board::Board;
use heterodox_kernel::gait::Gait;
use heterodox_kernel::game::Rules;
use heterodox_kernel::mv::Move;
use heterodox_kernel::notation::machine;
use heterodox_kernel::outcome::Cause;
use heterodox_kernel::side::Side;
use heterodox_kernel::tables::Tables;

/// The plies after which a game is left.
const PLIES: usize = 150;
/// As many games of each are played, unless the tests are thorough.
const FEW: usize = 100;
/// As many of each thing have to happen in all games of one kind.
const ENOUGH: u32 = 30;
/// As many games have to end; most are left before that.
const ENOUGH_ENDS: u32 = 15;
/// Games of which fewer are recorded, because the programs that play them are slow.
const ARE_FEW: [&str; 2] = ["omega", "spartan"];

macro_rules! walks {
    ($($game:literal),+ $(,)?) => {
        /// The games with their digests.
        const WALKS: &[(&str, &str)] = &[$(($game, include_str!(concat!("../data/walks/", $game, ".txt")))),+];
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

/// Numbers in a fixed order, as `record.py` makes them.
struct Draw(u64);

impl Draw {
    fn below(&mut self, count: usize) -> usize {
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
fn usual(text: &str) -> String {
    match text.split_once('+') {
        Some((start, letter)) if !letter.is_empty() && !start.is_empty() => format!("{start}{letter}"),
        _ => text.to_owned(),
    }
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

/// How often something has happened.
#[derive(Default, Debug)]
struct Happened {
    specials: u32,
    passants: u32,
    drops: u32,
    promotions: u32,
    /// Armies that fell, among more than two.
    falls: u32,
    ends: u32,
}

/// The text of the end for the seat to move.
fn end<R: Rules>(board: &Board<R>) -> Option<&'static str> {
    let of = |winner: Option<Side>| match winner {
        Some(winner) if winner == board.turn() => "win",
        Some(_) => "loss",
        None => "draw",
    };
    if let Some((winner, _)) = R::won(board) {
        return Some(of(Some(winner)));
    }
    if board.can_move() {
        return None;
    }
    let mated = board.in_check(board.turn());
    Some(if mated { "loss" } else { of(R::drawn(board, Cause::STALEMATE).winner()) })
}

/// One game: its digest.
fn walk<R: Rules>(mut board: Board<R>, number: usize, happened: &mut Happened) -> String {
    let (mut draw, mut digest) = (Draw(number as u64), Digest(0xCBF2_9CE4_8422_2325));
    let mut last = String::new();
    let dashes = board
        .spec()
        .kinds
        .iter()
        .flat_map(|kind| kind.moves)
        .any(|movement| matches!(movement.gait, Gait::Dash(_)));
    for _ in 0..PLIES {
        if let Some(end) = end(&board) {
            happened.ends += 1;
            digest.feed(end);
            return digest.text();
        }
        let mut moves: Vec<_> = board.legal().into_iter().map(|mv| (machine(&board, mv), mv)).collect();
        moves.sort_by_key(|(text, _)| usual(text));
        for (text, _) in &moves {
            digest.feed(&usual(text));
        }
        let first = passing(&moves, &last, dashes);
        let drawn = if first.is_empty() { moves } else { first };
        let (text, mv) = drawn[draw.below(drawn.len())].clone();
        last = text;
        happened.specials += u32::from(mv.is_special());
        happened.passants += u32::from(mv.is_passant());
        happened.drops += u32::from(mv.is_drop());
        happened.promotions += u32::from(mv.promotion().is_some());
        let after = board.after(mv);
        happened.falls += (board.living().count() - after.living().count()) as u32;
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
        assert_eq!(walk(board, number, &mut happened), digest, "{game}: game {number}");
    }
    if thorough {
        let Happened { specials, passants, drops, promotions, falls, ends } = happened;
        let enough = [specials, passants, drops, promotions].iter().all(|&count| count == 0 || count >= ENOUGH);
        let few = ARE_FEW.contains(&game);
        assert!(few || enough && ends + falls >= ENOUGH_ENDS, "{game}: {happened:?}");
    }
    happened
}

#[test]
fn random_games_are_those_of_another_program() {
    let games = Registry::default();
    for &(game, digests) in WALKS {
        let file = games.file(game).unwrap_or_else(|| panic!("{game} is on the shelf"));
        let happened = match file.compiled() {
            Compiled::Small(tables) => compare(game, tables, digests),
            Compiled::Large(tables) => compare(game, tables, digests),
        };
        println!("{game}: {happened:?}");
    }
}
