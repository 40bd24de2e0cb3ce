//! The memory that a computer player reserves, whether it is used or not: at most what the setting says, in each
//! game, with every table and history. Each engine is alone in a process, because the memory of all of it counts.
#![cfg(target_os = "linux")]

use std::process::Command;

use heterodox_engine::interface::{EngineOptions, create};
use heterodox_engine::limits::{Limits, Stop};
use heterodox_games::{self as games, GAMES, Registry};
use heterodox_kernel::variant::Opening;

/// What is reserved with a thread beside the tables of the search: its stack, and the heap of the allocator.
const THREAD: usize = 3 << 20;
/// Names the game and the memory in megabytes for the process that is measured.
const ASKED: &str = "HETERODOX_TEST_RESERVED";

/// The private memory of this process that can be written, in bytes: used or not.
fn reserved() -> usize {
    let text = std::fs::read_to_string("/proc/self/status").expect("the system tells");
    let line = text.lines().find_map(|line| line.strip_prefix("VmData:")).expect("it is told");
    let kilobytes: usize = line.split_whitespace().next().and_then(|word| word.parse().ok()).expect("a number");
    kilobytes << 10
}

/// Four armies, two armies, and one army against three lone Kings.
const ARMIES: [Option<&str>; 3] = [
    None,
    Some("9/9/9/9/9/9/9/9/rK7oK|9/9/9/9/4rR4/9/9/9/9|9/9/9/9/9/9/9/9/9 r ro - 0 9"),
    Some("bK7gK/9/9/9/7rR1/9/9/9/rK7oK|9/9/9/9/9/9/9/9/9|9/9/9/9/9/9/9/9/9 r rogb - 0 9"),
];

/// Does nothing but in the process that is measured.
#[test]
fn one_engine() {
    let Ok(asked) = std::env::var(ASKED) else { return };
    let (id, megabytes) = asked.split_once(' ').expect("a game and a number");
    let megabytes: usize = megabytes.parse().expect("a number");
    let game = games::built_in(id).expect("a game");
    let texts = if game.spec().seats.len() > 2 { &ARMIES[..] } else { &ARMIES[..1] };
    // The tables of the rules are compiled before anything is measured.
    let begin =
        |text: Option<&'static str>| game.begin(text.map_or(Opening::Start, Opening::Fen)).expect("a position");
    let positions: Vec<_> = texts.iter().copied().map(begin).collect();
    let options =
        EngineOptions { threads: 3, ..EngineOptions::default() }.within(&Registry::default(), id, megabytes);
    let before = reserved();
    let mut engine = create(&Registry::default(), id, options).expect("a little memory");
    for position in &positions {
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        assert!(engine.think(position.as_ref(), &limits, &Stop::default(), &mut |_| ()).is_some());
    }
    let grown = reserved() - before;
    println!("{id}, {megabytes} MB: {} kB, {options:?}", grown >> 10);
    assert!(grown <= (megabytes << 20) + options.threads * THREAD, "{grown} bytes are reserved");
    // What was measured is not nothing.
    assert!(grown >= options.megabytes << 20, "{grown} bytes are reserved");
}

#[test]
fn an_engine_reserves_what_the_memory_setting_allows() {
    let program = std::env::current_exe().expect("this program");
    for game in GAMES {
        for megabytes in [5, 16, 48, 96] {
            let asked = format!("{} {megabytes}", game.spec().id);
            let mut command = Command::new(&program);
            command.args(["--exact", "one_engine", "--nocapture"]).env(ASKED, &asked);
            let done = command.output().expect("it starts");
            let told = [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
            assert!(done.status.success(), "{asked}: {told}");
            println!("{}", told.lines().find(|line| line.contains(" kB, ")).unwrap_or_default());
        }
    }
}
