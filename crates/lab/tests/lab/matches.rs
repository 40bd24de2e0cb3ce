//! Matches at the shell: their games are records that the program reads, and nothing that another engine says reaches the
//! terminal as it is.

use std::fs;

use heterodox_games::GAMES;
use heterodox_kernel::variant::Opening;

use crate::folder::Folder;

#[test]
fn games_of_a_match_are_written_as_records() {
    let home = Folder::new("match");
    let folder = home.path().to_owned();
    for game in GAMES {
        let id = game.spec().id;
        let path = folder.join(format!("{id}.pgn"));
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_heterodox-lab"))
            .args(["match", id, "random", "nodes=20", "--games", "3", "--most-plies", "60", "--save"])
            .arg(&path)
            .output()
            .expect("it runs");
        assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
        let text = fs::read_to_string(&path).expect("the games");
        let read = heterodox_play::record::pgn::read(&text);
        assert!(read.len() >= 3, "{text}");
        for parsed in read {
            assert_eq!(parsed.problems, [], "{text}");
            let kept = parsed.game.expect("a game");
            assert!(kept.tree.length() > 4 && kept.shares.is_some(), "{text}");
            assert!(text.contains("\"random\""), "{text}");
        }
    }
}

#[test]
fn a_game_of_a_match_says_from_which_opening_it_was_played() {
    let home = Folder::new("match-openings");
    for game in GAMES {
        let (id, setups) = (game.spec().id, game.spec().setups);
        let named = std::iter::once(None).chain(setups.iter().map(|setup| Some(setup.name)));
        for setup in named {
            let path = home.path().join(format!("{id}-{}.pgn", setup.unwrap_or("none")));
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_heterodox-lab"));
            command.args(["match", id, "random", "--games", "1", "--most-plies", "12", "--save"]).arg(&path);
            command.args(setup.iter().flat_map(|name| ["--setup", name]));
            let output = command.output().expect("it runs");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let text = fs::read_to_string(&path).expect("the games");
            let read = heterodox_play::record::pgn::read(&text);
            let kept = read[0].game.as_ref().expect("a game");
            assert_eq!(kept.tags.get("Array"), setup, "{text}");
            // The same opening begins again from the name, also where the text of the position is left out.
            let again = game.begin(setup.map_or(Opening::Start, Opening::Named)).expect("an opening");
            assert_eq!(kept.tree.start().fen(), again.fen(), "{id} {setup:?}");
        }
    }
}
