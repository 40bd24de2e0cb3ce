//! Counts of legal plies to at least a million, for the games of which the others have fewer.

use super::shelf as game;
use heterodox_kernel::variant::Opening;

/// The game, the depth, and the sequences of legal plies from the start, counted with Fairy-Stockfish 11.1. That does not
/// know Atomic Chess, Berolina, Grasshopper, Snailtrail and Spartan Chess, nor who wins in Dobutsu Shogi with a Lion that was
/// not taken: these were counted with the version of 23 July 2026 (c19b5f6, all its games), and so was Orda Chess, from its
/// `variants.ini`. Raumschach was counted by `raumschach.py`.
const COUNTS: &[(&str, u32, u64)] = &[
    ("3check", 5, 4_865_609),
    ("amazon", 5, 9_319_911),
    ("atomic", 5, 4_864_979),
    ("berolina", 5, 29_119_802),
    ("breakthrough", 5, 6_182_818),
    ("capablanca", 5, 28_741_319),
    ("centaur", 5, 26_221_598),
    ("chancellor", 5, 13_466_196),
    ("chess960", 5, 4_865_609),
    ("dobutsu", 8, 5_866_031),
    ("embassy", 5, 28_937_546),
    ("extinction", 5, 4_896_744),
    ("gardner", 7, 6_947_252),
    ("gothic", 5, 28_946_187),
    ("grasshopper", 5, 19_157_556),
    ("horde", 6, 5_396_554),
    ("janus", 5, 26_869_186),
    ("judkins", 5, 2_389_896),
    ("kinglet", 5, 4_897_256),
    ("kingofthehill", 5, 4_865_609),
    ("knightmate", 5, 3_249_033),
    ("losalamos", 6, 2_549_164),
    ("manchu", 5, 17_817_159),
    ("minishogi", 6, 8_276_188),
    ("minixiangqi", 5, 2_666_905),
    ("modern", 5, 13_403_293),
    ("nocastle", 5, 4_865_609),
    ("orda", 5, 8_467_638),
    ("racingkings", 5, 9_472_927),
    ("raumschach", 4, 15_587_032),
    ("seirawan", 5, 27_639_803),
    ("shako", 4, 10_273_158),
    ("shogi", 5, 19_861_490),
    ("sittuyin", 4, 43_454_464),
    ("snailtrail", 10, 3_968_160),
    ("spartan", 5, 11_712_515),
];

/// The most leaves of those that are counted as a rule.
const FEW: u64 = 5_000_000;

#[test]
fn deeper_counts_are_those_of_another_program() {
    let thorough = std::env::var_os("HETERODOX_THOROUGH").is_some();
    for &(id, depth, leaves) in COUNTS.iter().filter(|&&(_, _, leaves)| thorough || leaves <= FEW) {
        let start = game(id).begin(Opening::Named("start")).expect("it begins");
        assert_eq!(start.perft(depth), leaves, "{id} at depth {depth}");
    }
}
