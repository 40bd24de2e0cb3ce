//! Nothing that explains is cut: no text ends with an ellipsis in the frames and on walks through the screens, except what a
//! table lists with its reason.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use heterodox::cli::picture::{bare_world, frame, press, scripted, text};
use heterodox::games::{GAMES, built_in};
use heterodox::session::setup::{MatchSetup, SeatKind};

/// The windows in which everything has to be said.
const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// What may be cut: the frames or walks, a part of the cut text, and why.
const MAY: &[(&str, &str, &str)] = &[("library", "Human -", "names, which are in full beside the list")];

/// The letters around an ellipsis that stands for Black's move: `15…Cb6`, and `  3 …` in a list.
fn is_number(before: &str, after: &str) -> bool {
    let stem = before.trim_end();
    let number = stem.rsplit(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default();
    let rest = &stem[..stem.len() - number.len()];
    let alone = rest.is_empty() || rest.ends_with("  ") || rest.ends_with('│');
    !number.is_empty() && (alone || after.starts_with(|letter: char| !letter.is_whitespace()))
}

/// The texts that end with an ellipsis, each from the gap or the border before it.
fn cuts(shown: &str) -> Vec<String> {
    let of = |line: &str| -> Vec<String> {
        let ends = line.match_indices('…').map(|(at, _)| (&line[..at], &line[at + '…'.len_utf8()..]));
        let cut = ends.filter(|(before, after)| !is_number(before, after));
        let words = |before: &str| {
            before.rsplit("  ").next().unwrap_or(before).trim_start_matches(['│', '▌', ' ']).to_owned()
        };
        cut.map(|(before, _)| words(before)).collect()
    };
    shown.lines().flat_map(of).collect()
}

/// The rows of the table that a frame used are kept; what no row allows is told.
fn judge(name: &str, size: (u16, u16), shown: &str, used: &mut [bool]) -> String {
    let mut wrong = String::new();
    for cut in cuts(shown) {
        let row = MAY.iter().position(|(of, part, _)| name.starts_with(of) && cut.contains(part));
        match row {
            Some(row) => used[row] = true,
            None => writeln!(wrong, "{name} at {size:?}: {cut}…").expect("a text"),
        }
    }
    wrong
}

/// A walk from home, or from a game between people: after each key the screen is looked at.
fn walk(name: &str, game: Option<&str>, keys: &str, used: &mut [bool]) -> String {
    let mut wrong = String::new();
    for size in SIZES {
        let setup = game.map(|game| {
            let mut setup = MatchSetup::against_computer(built_in(game).expect("a game"), 3);
            setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new()));
            setup
        });
        let mut app = scripted(setup, bare_world("classic", "true", "unicode", size), "", "").expect("a screen");
        wrong += &judge(name, size, &text(&frame(&app, size)), used);
        for key in keys.split_whitespace() {
            press(&mut app, key).unwrap_or_else(|error| panic!("{name}: {key}: {error}"));
            wrong += &judge(name, size, &text(&frame(&app, size)), used);
        }
    }
    wrong
}

#[test]
fn nothing_that_explains_is_cut() {
    let mut used = vec![false; MAY.len()];
    let mut wrong = String::new();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/frames");
    for size in SIZES {
        let end = format!("-{}x{}.txt", size.0, size.1);
        for entry in fs::read_dir(&folder).expect("the frames") {
            let name = entry.expect("a frame").file_name().into_string().expect("a name");
            let Some(scene) = name.strip_suffix(&end) else { continue };
            let frame = fs::read_to_string(folder.join(&name)).expect("a frame");
            let shown: Vec<&str> = frame.lines().take(size.1.into()).collect();
            wrong += &judge(scene, size, &shown.join("\n"), &mut used);
        }
    }
    let down = |count: usize| "Down ".repeat(count);
    let right = |count: usize| "Right ".repeat(count);
    let walks = [
        ("home", down(10)),
        (
            "new game",
            format!(
                "Enter {} Up Up Up Up {}",
                down(8),
                "Right Down Right Right Right Right Enter Esc Up ".repeat(4)
            ),
        ),
        ("seats", format!("Enter Down Down Down {} Enter Esc Down Down {}", right(12), right(8))),
        ("settings", format!("Down Down Down Enter {}", down(60))),
        (
            "lessons",
            format!(
                "Down Down Down Down Enter {}",
                "Enter Down Down Down Down Down Down Down Down Down Down Down Down Down Down Down Down Esc Down "
                    .repeat(4)
            ),
        ),
        (
            "puzzles",
            format!(
                "Down Down Down Down Down Enter {} Up Up Up Up Up {}",
                down(8),
                "Down Down Right Right Right Up Up Right ".repeat(4)
            ),
        ),
        (
            "rules",
            format!("Down Down Enter {}", "Enter PgDn PgDn PgDn PgDn PgDn PgDn PgDn PgDn Esc Down ".repeat(4)),
        ),
    ];
    for (name, keys) in walks {
        wrong += &walk(name, None, &keys, &mut used);
    }
    for game in GAMES {
        let id = game.spec().id;
        wrong += &walk(&format!("game {id}"), Some(id), &"Tab i i ".repeat(12), &mut used);
        wrong += &walk(&format!("help {id}"), Some(id), &format!("? {} Esc : {}", down(45), down(30)), &mut used);
        wrong += &walk(&format!("explorer {id}"), Some(id), &format!("I {}", "a Tab Right ".repeat(10)), &mut used);
    }
    let unused: Vec<_> = MAY.iter().zip(&used).filter(|(_, used)| !**used).map(|(row, _)| row).collect();
    assert!(wrong.is_empty(), "texts are cut:\n{wrong}");
    assert!(unused.is_empty(), "rows that allow nothing: {unused:?}");
}

#[test]
fn only_cut_texts_are_seen() {
    assert_eq!(cuts("  3 …       fxe5 │\n 2 15…Cb6: +4.67\n│  3 …  "), [""; 0]);
    assert_eq!(cuts(" Pawn: steps, captures …  \n│ a … │  b…"), ["Pawn: steps, captures ", "a ", "b"]);
    assert_eq!(cuts("level 3 … "), ["level 3 "]);
}
