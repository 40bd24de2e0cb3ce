//! Games as files: commands that take one, and saved games that carry theirs.

use std::fs;
use std::path::PathBuf;

use heterodox::eval::net::{BLOCK, BUCKETS, Net, View};
use heterodox::games::nets::{NetFile, rules_of};
use heterodox::rules::variant::Variant as _;

use crate::lines::Lines;
use crate::support::run::{names, run, shell};
use crate::support::{Folder, games};

/// A folder with the file of a game that is not the program's own.
fn own() -> (Folder, PathBuf, String) {
    let home = Folder::new("game-files");
    let chess = run(home.path(), &["shelf", "chess"]);
    assert_eq!(chess.code, Some(0), "{}", chess.stderr);
    let text = chess.out.replacen("\"chess\"", "\"mine\"", 1).replacen("\"Chess\"", "\"My Chess\"", 1);
    let text = text.replacen("move = \"N\"", "move = \"NN\"", 1);
    let path = home.path().join("mine.toml");
    fs::write(&path, &text).expect("room");
    let name = path.display().to_string();
    (home, path, name)
}

#[test]
fn a_file_takes_the_place_of_a_game() {
    let (home, _, name) = own();
    let checked = run(home.path(), &["check", &name, "--games", "20"]);
    assert_eq!(checked.code, Some(0), "{}", checked.stderr);
    assert!(checked.out.starts_with("My Chess (mine): 8x8, 6 kinds of piece\ndigest: "), "{}", checked.out);
    assert!(checked.out.contains("\nvalues: King royal, Queen "), "{}", checked.out);
    assert!(checked.out.contains("20 random games: "), "{}", checked.out);
    let counted = run(home.path(), &["perft", &name, "2"]);
    assert_eq!(counted.out.lines().last(), Some("Nodes searched: 576"), "{}", counted.stderr);
    // A Nightrider leaps on over empty squares.
    let told = run(home.path(), &["inspect", &name, "--moves", "b1d5"]).out;
    assert!(told.contains("\"turn\":\"black\""), "{told}");
    let described = run(home.path(), &["inspect", &name]).out;
    for line in [
        "  8  r  n  b  q  k  b  n  r\n",
        "\nP  Pawn: ",
        "; becomes Queen, Rook, Bishop, Knight\n",
        "\ngoal: Mate the King\n",
        "\nend.stalemate = \"draw\"\n",
    ] {
        assert!(described.contains(line), "{line}: {described}");
    }
    let digest = |text: &str| text.split_once("\ndigest: ").map(|(_, rest)| rest[..16].to_owned());
    assert!(digest(&described).is_some() && digest(&described) == digest(&checked.out), "{described}");
    let lessons = run(home.path(), &["lessons", &name]).out;
    assert!(lessons.starts_with("Lessons of My Chess\n\n1. The fork\n"), "{lessons}");
    let rules = run(home.path(), &["rules", &name]).out;
    assert!(rules.contains("Knight") && rules.contains("any number of times"), "{rules}");
}

#[test]
fn lessons_are_made_unless_a_file_brings_some() {
    let (home, path, name) = own();
    let text = fs::read_to_string(&path).expect("it is there");
    let (game, own) = text.split_at(text.find("[[lesson]]").expect("it has lessons"));
    fs::write(&path, game).expect("room");
    let lessons = run(home.path(), &["lessons", &name]).out;
    assert!(lessons.starts_with("Lessons of My Chess\n\n1. King takes Pawn (K)\n"), "{lessons}");
    assert!(lessons.contains("Take the Pawn on ") && lessons.contains("Give check: attack the King"), "{lessons}");
    let told = run(home.path(), &["lessons", &name, "--json"]).out;
    assert!(told.contains("leaps two squares straight and one aside"), "{told}");
    let wrong = own.replacen("1. O-O {", "1. O-O-O {", 1).replacen("1. Ra8# {", "1. Ra9# {", 1);
    fs::write(&path, game.to_owned() + &wrong).expect("room");
    let line = |part: &str| {
        let written = game.to_owned() + &wrong;
        1 + written.lines().position(|line| line.contains(part)).expect("it is there")
    };
    let checked = run(home.path(), &["check", &name]);
    assert_ne!(checked.code, Some(0));
    for (part, lesson) in [("1. O-O-O {", 2), ("1. Ra9# {", 5)] {
        let told = format!(":{}: lesson {lesson}: move 1 of White: ", line(part));
        assert!(checked.stderr.contains(&told), "{told}: {}", checked.stderr);
    }
}

#[test]
fn puzzles_are_made_of_games_of_a_file_and_found_beside_it() {
    let (home, path, name) = own();
    let games = home.path().join("games.pgn");
    let game = "[Event \"?\"]\n[Variant \"My Chess\"]\n[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"]\n\n\
                1. h3 h6 2. g3 *\n";
    fs::write(&games, game).expect("room");
    let [games, beside, again] = [games, home.path().join("mine.puzzles.pgn"), home.path().join("again.pgn")]
        .map(|path| path.display().to_string());
    assert!(run(home.path(), &["puzzles", &name]).stderr.contains("My Chess has no puzzles"));
    let made =
        run(home.path(), &["puzzles", "make", &games, "--game", &name, "--nodes", "200", "--output", &beside]);
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let listed = run(home.path(), &["puzzles", &name]);
    assert!(listed.out.contains("Ra8#") && listed.out.contains("1 puzzle: "), "{} {}", listed.out, listed.stderr);
    assert!(run(home.path(), &["puzzles", &name, "--daily"]).out.contains("Solution: Ra8#"));
    // What is made carries the file, so that the game need not be known.
    let made = run(home.path(), &["puzzles", "make", &beside, "--nodes", "200", "--output", &again]);
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    assert!(fs::read_to_string(&again).is_ok_and(|text| text.contains("Ra8#") && text.contains("VariantFile")));
    // A comment changes nothing, another rule does.
    let text = fs::read_to_string(&path).expect("it is there");
    fs::write(&path, format!("# My own.\n{text}")).expect("room");
    assert!(run(home.path(), &["puzzles", &name]).out.contains("Ra8#"));
    fs::write(&path, text.replacen("move = \"B\"", "move = \"BW\"", 1)).expect("room");
    assert!(run(home.path(), &["puzzles", &name]).stderr.contains("My Chess has no puzzles"));
}

#[test]
fn what_an_inventor_may_not_have_meant_is_said() {
    let home = Folder::new("warnings");
    let path = home.path().join("stuck.toml");
    let file = "format = 1\nid = \"stuck\"\ntitle = \"Stuck\"\nlike = \"chess\"\n\
                opening = \"k7/p7/8/8/8/8/P7/K7 w - - 0 1\"\n[piece]\nK = { move = \"K\" }\nP = { promote = \"remove\" }\n";
    fs::write(&path, file.to_owned() + "[end]\nquiet_plies = \"none\"\nrepetition = \"none\"\n").expect("room");
    let told = run(home.path(), &["check", &path.display().to_string(), "--games", "8"]);
    assert_eq!(told.code, Some(0), "{}", told.stderr);
    for warning in ["a Pawn can get stuck on a", "no Queen ever moved"] {
        assert!(told.out.contains(&format!("warning: {warning}")), "{warning}: {}", told.out);
    }
    // Nobody can take anything.
    let endless = file.replace("k7/p7/8/8/8/8/P7/K7", "kq6/8/8/8/8/8/8/6QK");
    let endless = endless.replace("\"K\" }", "\"mK\" }\nQ = { move = \"mQ\" }");
    fs::write(&path, endless + "[end]\nquiet_plies = \"none\"\nrepetition = \"none\"\n").expect("room");
    let told = run(home.path(), &["check", &path.display().to_string(), "--games", "3"]);
    assert!(told.out.contains("warning: no game ended within 600 plies"), "{}", told.out);
}

#[test]
fn mistakes_are_lines_and_the_status_says_so() {
    let (home, path, name) = own();
    let text = fs::read_to_string(&path).expect("it is there");
    fs::write(&path, text.replace("\"NN\"", "\"NX\"").replace("stalemate", "stale\\u001bmate")).expect("room");
    for command in ["check", "rules", "play"] {
        let told = run(home.path(), &[command, &name]);
        assert_eq!(told.code, Some(2), "{command}");
        assert!(!told.stderr.contains('\u{1b}'), "{}", told.stderr);
        assert!(told.stderr.starts_with("heterodox: "), "{}", told.stderr);
    }
    fs::write(&path, text.replace("\"NN\"", "\"NX\"").replace("stalemate", "stelemate")).expect("room");
    let told = run(home.path(), &["check", &name]).stderr;
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 2, "{told}");
    assert!(lines[0].contains(":12: piece.N.move is \"NX\": no atom X"), "{told}");
    assert!(lines[1].contains("end.stelemate: unknown key; did you mean stalemate?"), "{told}");
    let taken = text.replacen("\"mine\"", "\"sanctuary\"", 1);
    fs::write(&path, taken).expect("room");
    let told = run(home.path(), &["play", &name]).stderr;
    assert!(told.contains("there is a game of that name already, Sanctuary Chess"), "{told}");
    let missing = run(home.path(), &["check", "nothing.toml"]);
    assert_eq!(missing.code, Some(2));
    assert!(missing.stderr.contains("nothing.toml: No such file"), "{}", missing.stderr);
}

#[test]
fn a_saved_game_carries_its_file() {
    let (home, path, name) = own();
    let people = ["--linear", "--seat", "white=human", "--seat", "black=human"];
    let mut arguments = vec!["play", name.as_str()];
    arguments.extend(people);
    let mut client = Lines::start(home.path(), &arguments, "dumb");
    client.say("b1d5");
    client.wait(|line| line.starts_with("White: "));
    client.child.kill().expect("it runs");
    client.child.wait().expect("it ends");
    // The file is gone, and the game goes on.
    fs::remove_file(&path).expect("it was there");
    let mut client = Lines::start(home.path(), &["resume", "--linear"], "dumb");
    client.wait(|line| line.contains("My Chess"));
    client.say("e7e6");
    client.say("resign");
    client.say("yes");
    client.wait(|line| line.starts_with("The game is over: "));
    client.end();
    let saved =
        names(&games(home.path())).into_iter().find_map(|name| name.strip_suffix(".pgn").map(str::to_owned));
    let id = &saved.expect("it is saved");
    let text = run(home.path(), &["export", id, "--pgn"]).out;
    assert!(text.contains("[Variant \"My Chess\"]") && text.contains("[VariantFile \"format = 1~n"), "{text}");
    assert!(text.contains("1. Nd5 e6"), "{text}");
    let fen = run(home.path(), &["export", id, "--fen"]).out;
    assert!(fen.starts_with("rnbqkbnr/pppp1ppp/4p3/3N4/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 2"), "{fen}");
    // Also from the index, which the second list reads.
    for _ in 0..2 {
        let listed = run(home.path(), &["games"]).out;
        assert!(listed.contains("  My Chess  "), "{listed}");
    }
}

#[test]
fn a_game_keeps_its_rules_when_the_file_has_others() {
    let (home, path, name) = own();
    let folder = home.path().join("config/variants");
    fs::create_dir_all(&folder).expect("room");
    let mut client = Lines::start(home.path(), &["play", &name, "--linear", "--level", "1"], "dumb");
    client.say("b1d5");
    client.wait(|line| line.starts_with("Black: "));
    client.child.kill().expect("it runs");
    client.child.wait().expect("it ends");
    // The same id, on a larger board.
    let large = run(home.path(), &["shelf", "capablanca"]).out;
    let large = large.replacen("\"capablanca\"", "\"mine\"", 1).replacen("\"Capablanca Chess\"", "\"My Chess\"", 1);
    fs::write(folder.join("mine.toml"), large).expect("room");
    fs::remove_file(&path).expect("it was there");
    let mut client = Lines::start(home.path(), &["resume", "--linear"], "dumb");
    client.wait(|line| {
        line == "The rules of My Chess have changed since this game began. It keeps those it began with."
    });
    client.say("d5f6");
    // Chosen by an engine that plays by the old rules.
    client.wait(|line| line.starts_with("Black: "));
    client.end();
}

#[test]
fn the_shelf_is_listed_and_its_games_are_found_by_name() {
    let home = Folder::new("shelf");
    let listed = run(home.path(), &["shelf"]);
    assert!(listed.out.lines().count() >= 12 && listed.out.contains("capablanca"), "{}", listed.out);
    for name in ["Los Alamos Chess", "losalamos", "los-alamos-chess"] {
        let counted = run(home.path(), &["perft", name, "3"]);
        assert_eq!(counted.out.lines().last(), Some("Nodes searched: 1212"), "{}", counted.stderr);
    }
    let unknown = run(home.path(), &["shelf", "poker"]);
    assert_eq!(unknown.code, Some(2));
    assert!(
        unknown.stderr.contains("there is no game \"poker\" on the shelf: expected one of chess,"),
        "{}",
        unknown.stderr
    );
}

#[test]
fn games_of_the_users_folder_are_found_by_name() {
    let (home, path, _) = own();
    let folder = home.path().join("config/variants");
    fs::create_dir_all(&folder).expect("room");
    let text = fs::read_to_string(&path).expect("it is there");
    fs::write(folder.join("mine.toml"), &text).expect("room");
    fs::write(folder.join("wrong.toml"), text.replace("\"NN\"", "\"NX\"")).expect("room");
    for name in ["mine", "My Chess", "my-chess"] {
        let counted = run(home.path(), &["perft", name, "2"]);
        assert_eq!(counted.out.lines().last(), Some("Nodes searched: 576"), "{name}: {}", counted.stderr);
    }
    let wrong = run(home.path(), &["play", "wrong"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.contains("wrong.toml:12: piece.N.move is \"NX\": no atom X"), "{}", wrong.stderr);
    let commands = "setoption name UCI_Variant value mine\nposition startpos\ngo depth 2\n";
    let script = home.path().join("commands");
    fs::write(&script, commands).expect("room");
    let played = shell(home.path(), "\"$0\" engine < \"$1\"", &script);
    assert!(played.out.contains("bestmove "), "{}", played.out);
}

#[test]
fn an_engine_reads_the_files_it_is_told() {
    let (home, path, name) = own();
    let script = home.path().join("commands");
    let wrong = home.path().join("wrong.toml");
    let text = fs::read_to_string(&path).expect("it is there");
    fs::write(&wrong, text.replace("\"NN\"", "\"NX\"")).expect("room");
    let commands = format!(
        "uci\nsetoption name VariantPath value {}\nsetoption name VariantPath value {name}\n\
         setoption name UCI_Variant value mine\nposition startpos moves b1d5\nd\nuci\n",
        wrong.display()
    );
    fs::write(&script, commands).expect("room");
    let told = shell(home.path(), "\"$0\" engine < \"$1\"", &script).out;
    assert!(told.contains("option name VariantPath type string default <empty>"), "{told}");
    assert!(told.contains(" var capablanca "), "{told}");
    assert!(told.contains("info string") && told.contains("piece.N.move is \"NX\": no atom X"), "{told}");
    assert!(told.contains("3N4/8/8/PPPPPPPP"), "{told}");
    assert!(told.contains(" var mine"), "{told}");
}

#[test]
fn games_of_another_program_are_converted_and_read_by_the_engine() {
    let home = Folder::new("convert");
    let (ini, games) = (home.path().join("own.ini"), home.path().join("games"));
    let text = "[no-queens:chess]\nstartFen = rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\n\
                [bad:chess]\ncastlingWins = q\n";
    fs::write(&ini, text).expect("room");
    let (name, folder) = (ini.display().to_string(), games.display().to_string());
    let table = run(home.path(), &["convert", &name, "--out", &folder]);
    assert_eq!(table.code, Some(0), "{}", table.stderr);
    assert!(table.out.contains("| no-queens | a file |  |"), "{}", table.out);
    assert!(
        table.out.contains("| bad | refused | line 4: castlingWins = q: a file cannot say this rule |"),
        "{}",
        table.out
    );
    assert!(table.out.contains("1 of 2 are files; 1 are refused or differ."), "{}", table.out);
    let file = games.join("no-queens.toml").display().to_string();
    assert_eq!(run(home.path(), &["perft", &file, "2"]).out.lines().last(), Some("Nodes searched: 441"));
    assert!(!games.join("bad.toml").exists());
    let again = run(home.path(), &["convert", &name, "no-queens", "--out", &folder]);
    assert_eq!(again.code, Some(1), "{}", again.stderr);
    assert_eq!(run(home.path(), &["convert", &name, "nothing"]).code, Some(2));
    let played = run(home.path(), &["play", &name]);
    assert!(played.code == Some(2) && played.stderr.contains("heterodox convert "), "{}", played.stderr);
    let script = home.path().join("commands");
    let commands = format!(
        "setoption name VariantPath value {name}\nsetoption name UCI_Variant value no-queens\nposition startpos\ngo perft 2\n"
    );
    fs::write(&script, commands).expect("room");
    let told = shell(home.path(), "\"$0\" engine < \"$1\"", &script).out;
    assert!(told.contains("Nodes searched: 441"), "{told}");
    assert!(told.contains("info string") && told.contains(":4: [bad] castlingWins = q"), "{told}");
}

#[test]
fn a_study_of_a_file_is_text_json_and_a_page_and_continues() {
    let (home, _, name) = own();
    let at = |file: &str| home.path().join(file);
    let record = at("study.pgn").display().to_string();
    let study = |games: &str, more: &[&str]| {
        let usual = ["study", &name, "--games", games, "--level", "1", "--threads", "1", "--record", &record];
        let run = run(home.path(), &[&usual[..], more].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run
    };
    let text = study("1", &[]).out;
    assert!(text.starts_with("Study of My Chess, level 1") && text.contains("\n1 game"), "{text}");
    let kept = fs::read_to_string(&record).expect("it is kept");
    let page = at("study.svg").display().to_string();
    let more = study("2", &["--json", "--svg", &page]);
    assert!(more.stderr.contains(" of 2 "), "{}", more.stderr);
    let found: serde_json::Value = serde_json::from_str(&more.out).expect("JSON");
    assert!(found["games"] == 2 && found["choices"][0].as_f64().is_some_and(|count| count > 0.0), "{found}");
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.starts_with("<svg") && page.trim_end().ends_with("</svg>"), "{page}");
    assert!(fs::read_to_string(&record).expect("it is kept").starts_with(&kept), "games are added to it");
}

#[test]
fn a_new_file_is_a_game_and_none_is_overwritten() {
    let home = Folder::new("new");
    let path = home.path().join("mine.toml");
    let name = path.display().to_string();
    let made = run(home.path(), &["new", &name]);
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    assert!(made.out.contains("heterodox play "), "{}", made.out);
    let counted = run(home.path(), &["perft", &name, "3"]);
    assert_eq!(counted.out.lines().last(), Some("Nodes searched: 8902"), "{}", counted.stderr);
    let again = run(home.path(), &["new", &name, "--like", "losalamos"]);
    assert_eq!(again.code, Some(1));
    assert!(again.stderr.contains("mine.toml: "), "{}", again.stderr);
    assert_eq!(run(home.path(), &["perft", &name, "3"]).out, counted.out);
    let other = home.path().join("other.toml").display().to_string();
    assert_eq!(run(home.path(), &["new", &other, "--like", "losalamos"]).code, Some(0));
    assert_eq!(run(home.path(), &["perft", &other, "3"]).out.lines().last(), Some("Nodes searched: 1212"));
    let plain = run(home.path(), &["new", "mine"]);
    assert!(
        plain.code == Some(2) && plain.stderr.contains("expected a name that ends in .toml"),
        "{}",
        plain.stderr
    );
}

#[test]
fn the_net_beside_a_file_is_used_by_its_rules_and_named() {
    let (home, path, name) = own();
    let game = heterodox::game_file::read(&path).expect("a game");
    let spec = game.spec();
    let inputs = View::of(spec, &spec.geometry()).expect("both see the same").inputs();
    let mut weights = vec![0; 2 * Net::size(inputs, 2, BLOCK)];
    // The outputs of all layers: half of the number that stands for 4 Pawns.
    let biases = weights.len() - 2 * BUCKETS;
    weights[biases..].as_chunks_mut().0.fill(8_160_i16.to_le_bytes());
    let net = |rules| {
        let (game, gain) = (spec.id.to_owned(), "Elo +30 in 200 games".to_owned());
        NetFile { game, rules, positions: 5_000, gain, weights: weights.clone() }.written()
    };
    let beside = path.with_extension("net");
    fs::write(&beside, net(rules_of(spec))).expect("room");
    let described = run(home.path(), &["inspect", &name]).out;
    let line = format!("\nnet: {}, learned from 5000 positions; Elo +30 in 200 games\n", beside.display());
    assert!(described.ends_with(&line), "{described}");
    let engine = |path: &str| {
        let said =
            format!("setoption name VariantPath value {path}\nsetoption name UCI_Variant value mine\ngo depth 1\n");
        let script = home.path().join("script");
        fs::write(&script, said).expect("room");
        shell(home.path(), "\"$0\" engine < \"$1\"", &script).out
    };
    let said = engine(&name);
    // It says the same of all positions; a quiet ply makes it a little less.
    assert!(said.contains("score cp -199") || said.contains("score cp -200"), "{said}");
    fs::write(&beside, net("0123456789abcdef K,Q,R,B,N,P".to_owned())).expect("room");
    let described = run(home.path(), &["inspect", &name]).out;
    assert!(described.contains("\nnet: none, because of ") && described.contains("other rules"), "{described}");
    let said = engine(&name);
    assert!(said.contains("it is played without its net") && !said.contains("cp -199"), "{said}");
}
