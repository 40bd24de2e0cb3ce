//! Games as a public site writes them: its names of games, its FEN, its moves, clocks and evaluations. The positions at
//! their ends were computed by another program.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use heterodox_play::players::Resources;
use heterodox_play::players::assistant::Assistant;
use heterodox_play::record::game::Game;
use heterodox_play::record::pgn::{self, Reader};
use heterodox_play::record::tree::{Id, Tree};
use heterodox_play::session::survey::Survey;

/// The file, the id of the game, the moves, and the position at the end.
const GAMES: [(&str, &str, usize, &str); 15] = [
    ("standard", "chess", 7, "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"),
    ("no-name", "chess", 12, "r1bq1rk1/pppnbppp/4pn2/3p2B1/2PP4/2N1PN2/PP3PPP/R2QKB1R w KQ - 3 7"),
    ("from-position", "chess", 4, "2Q5/4k3/8/8/8/8/3n1K2/8 w - - 2 3"),
    ("chess960", "chess960", 10, "bb1r1rk1/ppppqppp/1n2pn2/8/8/1N3NP1/PPPPPPQP/BBKR3R w - - 5 6"),
    ("crazyhouse", "crazyhouse", 23, "rn2kb1r/pppqpppp/2p5/7n/4q3/5N1P/RPPP1P1P/2BK1BNR[Ppb] b kq - 1 12"),
    ("crazyhouse-pocket", "crazyhouse", 10, "3r2kr/ppp2ppp/3+Q4/8/8/2P5/P1PK1PPP/R6R[Pnbq] w - - 1 25"),
    ("crazyhouse-promoted", "crazyhouse", 17, "8/8/8/1+Q1+N4/N2k4/2N1P3/5PPP/4K3[] b - - 0 9"),
    ("antichess", "antichess", 11, "rn2kb1r/p1p1pppp/7n/8/R7/4P3/1PPQ1PPP/1NB1K1NR b - - 0 6"),
    ("atomic", "atomic", 7, "rn3b1r/ppppp1pp/5p2/8/6n1/8/PPPPPPPP/RNBQKB1R b KQ - 0 4"),
    ("horde", "horde", 12, "rnbq1rk1/ppp2pbp/3p1n2/1PP4P/PPPP1PPP/PPPPPPP1/PPPPPPPP/PPPPPPPP w - - 1 7"),
    ("kingofthehill", "kingofthehill", 7, "rnbqkbnr/3ppppp/ppp5/8/3K4/4P3/PPPP1PPP/RNBQ1BNR b kq - 1 4"),
    ("racingkings", "racingkings", 12, "1k4K1/8/8/8/8/8/1rbnNBR1/qrbnNBRQ w - - 12 7"),
    ("threecheck", "3check", 9, "rnbq2nr/ppppk1pp/8/2b1Q3/4P3/8/PPPP1PPP/RNB1K1NR b KQ+3+0 - 0 5"),
    ("repeated", "chess", 14, "rnbqkb1r/pppppppp/5n2/8/8/3P1N2/PPP2PPP/RNBQKB1R w KQkq - 1 8"),
    ("repeated-last", "chess", 8, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8 5"),
];

fn text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/pgn");
    fs::read_to_string(folder.join(format!("fine-site-{name}.pgn"))).expect("the file is there")
}

/// The only game of a text, which has no problems.
fn read(name: &str, text: &str) -> Game {
    let parsed = Reader::new(text.as_bytes()).next().expect("a game").expect("a slice has no faults");
    assert_eq!(parsed.problems, [], "{name}");
    parsed.game.expect("a game without problems")
}

#[test]
fn games_of_a_site_end_where_they_should() {
    for (name, id, plies, end) in GAMES {
        let game = read(name, &text(name));
        assert_eq!((game.spec().id, game.tree.length()), (id, plies), "{name}");
        assert_eq!(game.end().fen(), end, "{name}");
    }
}

/// The tags of a text, each on its line.
fn tags(text: &str) -> Vec<&str> {
    let mut tags: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    tags.sort_unstable();
    tags
}

#[test]
fn nothing_is_lost_between_import_and_export() {
    for (name, ..) in GAMES {
        let told = text(name);
        let game = read(name, &told);
        let written = pgn::write(&game);
        let (before, after) = (tags(&told), tags(&written));
        // What every PGN has to have is added, and nothing else changes.
        let more: Vec<&&str> = after.iter().filter(|tag| !before.contains(tag)).collect();
        assert!(before.iter().all(|tag| after.contains(tag)), "{name}: {before:#?}\n{after:#?}");
        assert!(more.iter().all(|tag| **tag == "[Round \"?\"]"), "{name}: {more:?}");
        for sign in ["[%eval ", "[%clk "] {
            assert_eq!(written.matches(sign).count(), told.matches(sign).count(), "{name}: {sign}");
        }
        assert_eq!(read(name, &written), game, "{name}");
        let clocks = game.tree.line(Id::ROOT).filter(|&id| game.tree.node(id).notes.clock.is_some());
        assert_eq!(clocks.count(), game.tree.length(), "{name}");
    }
}

/// The moves of the game with the clocks after them.
fn played(tree: &Tree) -> Vec<(String, Option<Duration>)> {
    let line = tree.line(Id::ROOT).skip(1);
    line.map(|id| (tree.node(id).deed.as_ref().expect("a move").shown.clone(), tree.node(id).notes.clock)).collect()
}

/// A review writes evaluations, judgements, better lines and comments of its own. What the site knew stays: tags, clocks, signs,
/// comments and variations.
#[test]
fn nothing_is_lost_by_a_review() {
    let assistant = Assistant::default();
    for (name, ..) in GAMES {
        let told = text(name);
        let game = read(name, &told);
        let mut reviewed = game.clone();
        let few = Resources { threads: 1, megabytes: 8, ..Resources::default() };
        let mut survey = Survey::fixed(&game.tree, 300, &assistant, few, Arc::new(|| ()));
        while !survey.is_done() {
            assert!(survey.failure().is_none(), "{name}: {:?}", survey.failure());
            survey.take(&mut reviewed.tree);
            std::thread::yield_now();
        }
        survey.mark(&mut reviewed);
        let last = reviewed.tree.last();
        reviewed.tree.notes_mut(last).comments.push("Seen in a review.".to_owned());
        let written = pgn::write(&reviewed);
        assert_eq!(read(name, &written), pgn::normal(&reviewed), "{name}: {written}");
        let (before, after) = (tags(&told), tags(&written));
        assert!(before.iter().all(|tag| after.contains(tag)), "{name}: {before:#?}\n{after:#?}");
        assert_eq!(played(&reviewed.tree), played(&game.tree), "{name}: {written}");
        assert!(written.replace('\n', " ").contains("Seen in a review."), "{name}: {written}");
        for (old, new) in game.tree.line(Id::ROOT).zip(reviewed.tree.line(Id::ROOT)) {
            let (old, new) = (&game.tree.node(old).notes, &reviewed.tree.node(new).notes);
            assert!(old.nags.iter().all(|nag| new.nags.contains(nag)), "{name}: {written}");
            assert!(old.comments.iter().all(|comment| new.comments.contains(comment)), "{name}: {written}");
            assert!(old.eval.is_none() || new.eval.is_some(), "{name}: {written}");
        }
    }
    let written = pgn::write(&read("standard", &text("standard")));
    for kept in ["$14", "$6", "$4", "(1... c5 {Sicilian} 2. Nf3)", "Not the"] {
        assert!(written.contains(kept), "{kept}: {written}");
    }
}
