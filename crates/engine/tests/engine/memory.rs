//! How much memory an engine needs, as its options say.

use heterodox_engine::interface::EngineOptions;
use heterodox_engine::levels::{self, HIGHEST};
use heterodox_engine::makers::maker;
use heterodox_games::{GAMES, Registry};

#[test]
fn a_level_has_the_same_small_tables_whatever_memory_there_is() {
    let games = Registry::default();
    for game in GAMES {
        let id = game.spec().id;
        let of = |level, memory, threads| {
            let all = EngineOptions { threads, ..EngineOptions::default() };
            levels::options(level, &games, id, all.within(&games, id, memory))
        };
        for level in 1..HIGHEST {
            let known = of(level, 64, 4);
            let needs = maker(&games, id).expect("it is played").needs();
            assert!(needs.total(&known) <= 8 << 20, "{id}: {known:?}");
            for (memory, threads) in [(1, 1), (5, 2), (16, 4), (1_000, 64)] {
                assert_eq!(of(level, memory, threads), known, "{id}, {memory} MB");
            }
        }
        assert_ne!(of(HIGHEST, 64, 4), of(HIGHEST, 1_000, 4));
    }
}

#[test]
fn no_engine_reserves_more_than_its_memory() {
    for game in GAMES {
        let id = game.spec().id;
        let needs = maker(&Registry::default(), id).expect("it is played").needs();
        for megabytes in [5, 8, 16, 24, 25, 26, 64, 1000, 16_384] {
            for threads in [1, 2, 16, 256] {
                let asked = EngineOptions { threads, ..EngineOptions::default() };
                let options = asked.within(&Registry::default(), id, megabytes);
                let total = needs.total(&options);
                assert!(total <= megabytes << 20, "{id}, {megabytes} MB, {threads} threads: {options:?}");
                let all = needs.total(&EngineOptions { megabytes: options.megabytes + 1, ..options });
                assert!(all > megabytes << 20, "{id}, {megabytes} MB: {options:?} leaves memory unused");
            }
        }
        let usual = EngineOptions { threads: 4, ..EngineOptions::default() }.within(&Registry::default(), id, 64);
        assert!(usual.threads == 4 && usual.continuation && usual.megabytes >= 32, "{id}: {usual:?}");
    }
}
