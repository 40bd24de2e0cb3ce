//! Two of the built-in games, written as files: both forms have the same moves and ends in every position.

use std::collections::BTreeMap;

use heterodox_games::Registry;
use heterodox_games::file::FileVariant;
use heterodox_kernel::position::Position;
use heterodox_kernel::variant::{Opening, Variant};
use heterodox_kernel::zobrist::mix;

use super::moves;

/// As many positions of each game are compared.
const POSITIONS: u32 = 10_000;

/// Larger counts are left out.
const MOST_LEAVES: u64 = 1_000_000;

/// A game is left after so many plies.
const PLIES: usize = 250;

/// The causes of the built-in games with the name that they have in files.
const CAUSES: [(&str, &str); 1] = [("sanctuary", "reached")];

/// A game in both forms.
struct Pair {
    own: &'static dyn Variant,
    file: &'static dyn Variant,
}

impl Pair {
    fn of(id: &str, text: &str) -> Pair {
        let file = FileVariant::read(text, id).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
        Pair { own: Registry::default().find(id).expect("a built-in game"), file: Box::leak(Box::new(file)) }
    }

    fn begin(&self, fen: &str) -> [Box<dyn Position>; 2] {
        [self.own, self.file]
            .map(|game| game.begin(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{fen}: {error}")))
    }

    /// Plays random games from these positions in turn, and compares all positions. Returns how often each end was seen.
    fn play(&self, starts: &[&str]) -> BTreeMap<&'static str, u32> {
        let (mut ends, mut seen, mut dice) = (BTreeMap::new(), 0, 1);
        for (number, start) in starts.iter().cycle().enumerate() {
            let [mut own, mut file] = self.begin(start);
            let mut played: Vec<String> = Vec::new();
            for ply in 0..PLIES {
                same(own.as_ref(), file.as_ref());
                seen += 1;
                if let Some(outcome) = own.outcome() {
                    *ends.entry(outcome.cause.id).or_default() += 1;
                    break;
                }
                let legal = moves(own.as_ref());
                dice = mix(dice);
                // In some games the players often go back, so that positions repeat.
                let before =
                    ply.checked_sub(2).and_then(|ply| played.get(ply)).filter(|_| number % 4 == 0 && dice % 8 < 7);
                let back = before.map(|text| [&text[2..], &text[..2]].concat()).filter(|text| legal.contains(text));
                let text = back.unwrap_or_else(|| legal[(dice >> 8) as usize % legal.len()].clone());
                for position in [&mut own, &mut file] {
                    position.act(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                }
                played.push(text);
            }
            if seen >= POSITIONS {
                return ends;
            }
        }
        ends
    }

    /// Compares the counts of legal moves with those that are known, as far as they are small.
    fn count(&self, id: &str) {
        let rows =
            include_str!("../../../../tests/data/perft.tsv").lines().map(|row| row.split('\t').collect::<Vec<_>>());
        let mut counted = 0;
        for row in rows.filter(|row| row[0] == id) {
            let (fen, depth, leaves): (_, u32, u64) =
                (row[2], row[3].parse().expect("a depth"), row[4].parse().expect("a count"));
            if leaves <= MOST_LEAVES {
                let [own, file] = self.begin(fen);
                assert_eq!((own.perft(depth), file.perft(depth)), (leaves, leaves), "{fen}, depth {depth}");
                counted += 1;
            }
        }
        assert!(counted >= 30, "{id}: {counted}");
    }
}

/// Both forms of a position have the same text, the same moves and the same end.
fn same(own: &dyn Position, file: &dyn Position) {
    let fen = own.fen();
    assert_eq!(fen, file.fen());
    assert_eq!(moves(own), moves(file), "{fen}");
    let shown = |position: &dyn Position| {
        let mut shown = position.display_all(&position.legal());
        shown.sort_unstable();
        shown
    };
    assert_eq!(shown(own), shown(file), "{fen}");
    let cause = |id: &'static str| CAUSES.iter().find(|known| known.0 == id).map_or(id, |known| known.1);
    let end = |position: &dyn Position| {
        position.outcome().map(|outcome| (cause(outcome.cause.id), outcome.winner(), outcome.shares))
    };
    assert_eq!(end(own), end(file), "{fen}");
}

fn sanctuary() -> Pair {
    Pair::of("sanctuary", include_str!("../data/builtin/sanctuary.toml"))
}

#[test]
fn sanctuary_is_the_same_game_as_a_file() {
    let game = sanctuary();
    let ends = game.play(&[
        "rnbagbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAGBNR w - - 0 1",
        "4g3/1P4P1/8/2n5/2N5/8/1p4p1/4G3 w - - 0 1",
        "8/PP6/8/8/8/8/6pp/8 w - - 0 1",
        "8/8/8/3rR1p1/8/8/8/8 w - - 0 1",
        "8/8/2B5/3b4/8/4B3/5b2/8 w - - 97 60",
        "r3F3/2P5/8/8/8/8/2p5/R3f3 b - - 0 1",
    ]);
    for end in ["sanctuary", "stalemate", "dead", "repetition", "plies"] {
        assert!(ends.get(end).is_some_and(|&count| count > 1), "{end}: {ends:?}");
    }
}

#[test]
fn sanctuary_counts_the_same_as_a_file() {
    sanctuary().count("sanctuary");
}

fn holywar() -> Pair {
    Pair::of("holywar", include_str!("../data/builtin/holywar.toml"))
}

#[test]
fn holywar_is_the_same_game_as_a_file() {
    let ends = holywar().play(&[
        "1******1/*6*/*pppppp*/*6*/*6*/*PPPPPP*/*6*/1******1[KLCCBBSSklccbbss] w - - 0 1",
        "c******c/*sblkbs*/*pppppp*/*6*/*6*/*PPPPPP*/*SBLKBS*/C******C[] w - - 0 1",
        "c******k/*2L3*/*P3P1*/*1s2l1*/*1L1B2*/*p2p2*/*KL2S1*/S******C[] w - - 0 1",
        "1******1/*3k2*/*6*/*6*/*3LK1*/*6*/*6*/1******1[] w - - 0 1",
        "1******1/*3k2*/*6*/*6*/*2pK2*/*6*/*6*/1******1[] b - - 0 1",
        "1******1/*k5*/*6*/*2s3*/*6*/*4LK*/*6*/1******1[] w - - 97 60",
    ]);
    for end in ["checkmate", "dead", "repetition", "plies"] {
        assert!(ends.get(end).is_some_and(|&count| count > 1), "{end}: {ends:?}");
    }
}

#[test]
fn holywar_counts_the_same_as_a_file() {
    holywar().count("holywar");
}
