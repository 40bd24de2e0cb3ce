//! The fuzz targets' functions on their seeds and on thousands of seeded changes of them, so that
//! what fuzzing found stays found on any toolchain.

#[expect(unreachable_pub, reason = "it is the library of the fuzz targets")]
#[path = "../fuzz/src/lib.rs"]
mod targets;

use std::fs;
use std::path::Path;

use heterodox::rules::zobrist::mix;

/// How many changed inputs each seed gives.
const CHANGES: u64 = 300;

/// What texts are made of.
const LETTERS: &[u8] = b"KQRBSNPLCGAFHJTkqrbsp0123456789*/|[]-,>@~ \t\n";

/// The seeds of a target.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(target);
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("the seeds are there").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).expect("a seed can be read")).collect()
}

/// Changes a few bytes: other ones, more, fewer, or a piece of another seed.
fn changed(seed: &[u8], other: &[u8], number: u64) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    let mut state = mix(number);
    let mut below = |count: usize| {
        state = mix(state);
        (state % count.max(1) as u64) as usize
    };
    for _ in 0..=below(4) {
        let at = below(bytes.len() + 1);
        match below(5) {
            0 => bytes.insert(at, below(256) as u8),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 if at < bytes.len() => bytes[at] = LETTERS[below(LETTERS.len())],
            3 => bytes.truncate(at.max(1)),
            _ => {
                let from = below(other.len());
                let piece = &other[from..other.len().min(from + 12)];
                bytes.splice(at..at, piece.iter().copied());
            }
        }
    }
    bytes
}

fn run(target: &str, holds: fn(&[u8])) {
    let seeds = seeds(target);
    assert!(seeds.len() >= 4, "{target}: a few seeds");
    for (place, seed) in seeds.iter().enumerate() {
        holds(seed);
        for number in 0..CHANGES {
            let other = &seeds[(place + number as usize) % seeds.len()];
            holds(&changed(seed, other, number * 1000 + place as u64));
        }
    }
}

#[test]
fn lines_to_inspect() {
    run("inspect_line", targets::inspect_line);
}

#[test]
fn position_texts() {
    run("position_text", targets::position_text);
}

#[test]
fn move_texts() {
    run("move_text", targets::move_text);
}

#[test]
fn lines_to_the_engine() {
    run("engine_line", targets::engine_lines);
}

#[test]
fn bytes_of_terminals() {
    run("terminal_bytes", targets::terminal_bytes);
}

#[test]
fn texts_of_settings() {
    run("settings_text", targets::settings_text);
}

#[test]
fn texts_of_games_as_files() {
    run("game_text", targets::game_text);
}

#[test]
fn texts_of_variants() {
    run("variants_text", targets::variants_text);
}

#[test]
fn addresses_of_pages() {
    run("route_text", targets::route_text);
}

#[test]
fn bytes_of_answers() {
    run("answer_bytes", targets::answer_bytes);
}

#[test]
fn bytes_of_journals() {
    run("journal_bytes", targets::journal_bytes);
}

#[test]
fn texts_of_courses() {
    run("course_text", targets::course_text);
}

#[test]
fn texts_that_are_shown() {
    run("shown_text", targets::shown_text);
}

#[test]
fn texts_of_games() {
    run("pgn_text", targets::pgn_text);
}
