//! The games of the shelf, counted beside numbers that other programs agree on.

use heterodox_games::shelf;
use heterodox_kernel::variant::{Opening, Variant as _};

use super::{position, shelf as game};

/// The game with its opening, the depth, and the sequences of legal plies. Chess: any chess program. The others: the
/// tests of Fairy-Stockfish, or counted with it; Raumschach, Quadrille, Omega and Self-capture Chess:
/// programs in `tests/data/walks`.
const COUNTS: &[(&str, u32, u64)] = &[
    ("aiwok", 5, 13_275_068),
    ("almost", 5, 7_812_388),
    ("amazon", 4, 318_185),
    ("amazons", 2, 4_307_152),
    ("antichess", 5, 2_732_672),
    ("asean", 5, 6_223_994),
    ("atomic", 4, 197_326),
    ("berolina", 4, 882_717),
    ("breakthrough", 4, 256_036),
    ("capablanca", 4, 805_128),
    ("centaur", 4, 763_180),
    ("chancellor", 4, 436_656),
    ("chess", 5, 4_865_609),
    ("chess960", 4, 197_281),
    ("chessgi", 5, 4_889_167),
    ("chigorin", 5, 6_624_527),
    ("courier:array", 5, 4_139_349),
    ("crazyhouse", 5, 4_888_832),
    ("dobutsu", 6, 71_677),
    ("embassy", 4, 809_539),
    ("extinction", 4, 197_742),
    ("gorogoro", 5, 1_186_299),
    ("gothic", 4, 808_984),
    ("grand", 4, 15_921_643),
    ("grasshopper", 4, 635_298),
    ("hoppelpoppel", 5, 5_056_643),
    ("horde", 5, 265_223),
    ("isolation", 3, 13_032_440),
    ("janus", 4, 772_074),
    ("janggi", 4, 1_065_277),
    ("judkins", 4, 118_345),
    ("kinglet", 4, 197_742),
    ("loop", 5, 4_888_832),
    ("losalamos", 5, 191_846),
    ("makruk", 5, 6_223_994),
    ("manchu", 4, 798_554),
    ("minishogi", 5, 533_203),
    ("minixiangqi", 4, 127_164),
    ("modern", 4, 433_729),
    ("newzealand", 5, 4_987_426),
    ("nocastle", 4, 197_281),
    ("omega", 4, 2_819_484),
    ("orda", 4, 342_351),
    ("quadrille", 6, 1_535_097),
    ("racingkings", 4, 296_242),
    ("raumschach", 3, 237_316),
    ("seirawan", 4, 782_599),
    ("selfcapture", 4, 2_598_922),
    ("shako", 3, 185_938),
    ("shatranj", 5, 1_164_248),
    ("shogi", 4, 719_731),
    ("sittuyin", 3, 580_096),
    ("snailtrail", 4, 225),
    ("spartan", 4, 473_282),
    ("xiangqi", 4, 3_290_240),
];

#[test]
fn counts_are_those_of_other_programs() {
    for &(id, depth, leaves) in COUNTS {
        let (name, setup) = id.split_once(':').unwrap_or((id, "start"));
        let start = game(name).begin(Opening::Named(setup)).expect("it begins");
        assert_eq!(start.perft(depth), leaves, "{id} at depth {depth}");
    }
}

/// The positions in which chess programs have made their mistakes.
const POSITIONS: &[(&str, u32, u64)] = &[
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890),
];

#[test]
fn chess_as_a_file_is_chess() {
    for &(fen, depth, leaves) in POSITIONS {
        assert_eq!(position("chess", fen).perft(depth), leaves, "{fen} at depth {depth}");
    }
}

#[test]
fn the_list_of_the_shelf_says_what_its_files_say() {
    for book in shelf::all() {
        let spec = book.game().spec();
        assert_eq!((spec.id, spec.title, spec.about), (book.id, book.title, book.about));
        assert!(!spec.goal.is_empty() && spec.rules.contains("Rules: https://"), "{}", spec.id);
        assert!(spec.kinds.iter().all(|kind| !kind.words.is_empty() && kind.art.is_some()), "{}", spec.id);
        assert!(book.game().source().is_none());
    }
}
