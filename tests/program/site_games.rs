//! Games of a public site on their whole way: taken in, reviewed on the screen, saved, and given away again.

use std::fs;
use std::path::Path;

use crate::app::{keys, shown};
use crate::support::Folder;
use crate::support::run::run;
use heterodox::cli::picture::bare_world;
use heterodox::games::Registry;
use heterodox::tui::app::App;
use heterodox::tui::screens::review::Review;

const GAMES: [&str; 9] = [
    "standard",
    "chess960",
    "crazyhouse",
    "threecheck",
    "kingofthehill",
    "antichess",
    "atomic",
    "horde",
    "racingkings",
];

/// The tags, and the rest without ends of lines, without numbers of moves that only repeat, and with signs as numbers.
fn parts(text: &str) -> (Vec<String>, String) {
    let (tags, moves) = text.split_once("\n\n").expect("tags and moves");
    let mut tags: Vec<String> = tags.lines().filter(|tag| *tag != "[Round \"?\"]").map(str::to_owned).collect();
    tags.sort_unstable();
    let moves = moves.replace(['{', '}', '(', ')'], " ").replace("?!", " $6").replace("??", " $4");
    let mut words: Vec<&str> = moves.split_whitespace().collect();
    words.sort_unstable();
    (tags, words.join(" "))
}

#[test]
fn what_is_taken_in_reviewed_and_given_away_is_the_same() {
    let home = Folder::new("site");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pgn");
    for name in GAMES {
        let file = from.join(format!("fine-site-{name}.pgn"));
        let told = fs::read_to_string(&file).expect("the file is there");
        let taken = run(home.path(), &["import", &file.display().to_string()]);
        assert_eq!(taken.code, Some(0), "{name}: {}", taken.stderr);
        let id = taken.out.trim();
        let given = run(home.path(), &["export", id, "--pgn"]);
        assert_eq!((given.code, given.stderr.as_str()), (Some(0), ""), "{name}");
        // The drops of Pawns are written with their letter here, and only a mate has the sign of one.
        let told = told.replace(" @", " P@").replace("Kd4# ", "Kd4 ").replace("Nxd8# ", "Nxd8 ");
        assert_eq!(parts(&given.out), parts(&told), "{name}: {}", given.out);

        let path = crate::support::games(home.path()).join(format!("{id}.pgn"));
        let review = Review::open(&path, 1, &Registry::default()).expect("it is there");
        let mut app = App::new(bare_world("classic", "256", "unicode", (100, 30)), vec![Box::new(review)]);
        keys(&mut app, "; g o o d Enter s y");
        assert!(shown(&app).contains("Saved to "), "{name}: {}", shown(&app));
        let again = run(home.path(), &["export", id, "--pgn"]).out;
        assert_ne!(again, given.out, "{name}");
        let (tags, words) = parts(&again);
        let without: Vec<&str> = words.split(' ').filter(|word| *word != "good").collect();
        assert_eq!((tags, without.join(" ")), parts(&told), "{name}: {again}");
    }
}
