//! The saved games from outside: listed, given away and taken in over pipes.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::Folder;
use heterodox::games::GAMES;
use heterodox::record::game::Game;
use heterodox::record::pgn;
use heterodox::record::tree::{Id, PlayedMove};
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_heterodox");

/// A folder that goes away with its owner.
struct Data(Folder);

impl Data {
    fn new(name: &str) -> Data {
        let home = Folder::new(name);
        let path = home.path();
        fs::create_dir_all(path.join("games")).expect("a folder");
        Data(home)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).env("HETERODOX_DATA", self.0.path()).env("LC_ALL", "C").current_dir(self.0.path());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).stdin(Stdio::null()).output().expect("the program starts")
    }

    fn printed(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("it prints UTF-8")
    }

    /// The exit code and what is said beside the output.
    fn told(&self, arguments: &[&str]) -> (i32, String) {
        let output = self.run(arguments);
        (output.status.code().expect("an end"), String::from_utf8(output.stderr).expect("UTF-8"))
    }

    fn fed(&self, arguments: &[&str], text: &str) -> Output {
        let mut command = self.command(arguments);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
        child.wait_with_output().expect("it ends")
    }
}

fn game(at: usize, player: &str, plies: usize) -> String {
    let mut game = Game::begin(GAMES[at], None, None).expect("a game");
    let spec = game.spec();
    for side in spec.sides() {
        let tag = Game::seat_tag(spec, side);
        let first = side == heterodox::rules::side::Side::FIRST;
        game.tags.set(tag, if first { player } else { "Computer 4" });
        game.tags.set(&format!("{tag}Type"), if first { "human" } else { "program" });
    }
    game.tags.set("Date", "2026.11.20");
    let mut position = game.tree.start().fork();
    let mut at = Id::ROOT;
    for ply in 0..plies {
        let legal = position.legal();
        let text = position.machine(legal[(ply * 7 + plies) % legal.len()]);
        at = game.tree.attach(at, PlayedMove::play(position.as_mut(), &text).expect("it is legal"));
    }
    pgn::write(&game)
}

/// Three games, taken in over a pipe, and their ids.
fn three(data: &Data) -> Vec<String> {
    let text = [game(0, "Ann", 6), game(2, "Bea", 9), game(3, "Cid", 12)].join("\n");
    let done = data.fed(&["import", "-"], &text);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(String::from_utf8_lossy(&done.stderr), "3 games imported.\n");
    String::from_utf8(done.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
}

#[test]
fn games_are_listed_in_columns_as_json_and_as_figures() {
    let data = Data::new("list");
    assert_eq!(data.printed(&["games"]), "ID  DATE  GAME  RESULT  PLIES  PLAYERS\n");
    let ids = three(&data);
    let table = data.printed(&["games"]);
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 4, "{table}");
    let column = rows[0].find("PLAYERS").expect("a heading");
    for (id, player) in ids.iter().zip(["Ann", "Bea", "Cid"]) {
        let row = rows.iter().find(|row| row.starts_with(id.as_str())).expect("a row");
        assert!(row[column..].starts_with(player) && row.contains("2026-11-20"), "{table}");
    }
    assert_eq!(data.printed(&["games", "--filter", "BEA 2026"]).lines().count(), 2);
    let told: Value = serde_json::from_str(&data.printed(&["games", "--json", "--filter", "cid"])).expect("JSON");
    let told = &told["games"][0];
    assert_eq!((told["id"].as_str(), told["plies"].as_u64()), (Some(ids[2].as_str()), Some(12)));
    assert_eq!((told["game"].as_str(), told["result"].as_str()), (Some(GAMES[3].spec().id), Some("*")));
    assert_eq!(
        (told["players"][0]["is"].as_str(), told["players"][3]["seat"].as_str()),
        (Some("person"), Some("blue"))
    );
    assert!(Path::new(told["file"].as_str().expect("a path")).is_file());
    let figures = data.printed(&["games", "--stats"]);
    assert!(figures.starts_with("3 games; 9 plies on average."), "{figures}");
    assert!(figures.is_ascii());
    assert_eq!(data.told(&["games", "--json", "--stats"]).0, 2);
}

#[test]
fn games_are_given_away_in_every_form() {
    let data = Data::new("export");
    let ids = three(&data);
    let pgn = data.printed(&["export", &ids[0]]);
    assert_eq!(pgn, game(0, "Ann", 6));
    assert_eq!(data.printed(&["export", &ids[0], "--pgn"]), pgn);
    let fen = data.printed(&["export", &ids[0], "--fen"]);
    let read = pgn::read(&pgn).remove(0).game.expect("a game");
    assert_eq!(fen.trim_end(), read.end().fen());
    let replay = data.printed(&["export", &ids[1], "--text"]);
    assert!(replay.is_ascii() && replay.matches("\x1b[H").count() == 10, "{replay}");
    let cast = data.printed(&["export", &ids[2], "--cast"]);
    assert!(cast.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{cast}");
    let has_sextants = |cast: &str| cast.contains(|letter| ('\u{1fb00}'..='\u{1fb3b}').contains(&letter));
    assert!(!has_sextants(&cast), "this terminal has ASCII");
    assert!(has_sextants(
        &data.printed(&["export", &ids[1], "--cast", "--pieces", "sextants", "--theme", "walnut"])
    ));
    // By a path, to a file, and never over one that is there.
    fs::write(data.0.join("elsewhere.pgn"), [pgn.clone(), game(1, "Dan", 4)].join("\n")).expect("room");
    assert_eq!(data.printed(&["export", "elsewhere.pgn", "--fen"]).lines().count(), 2);
    assert_eq!(data.printed(&["export", "elsewhere.pgn:1"]), pgn);
    let out = data.0.join("out.pgn").display().to_string();
    assert_eq!(data.printed(&["export", &ids[0], "--output", &out]), "");
    assert_eq!(fs::read_to_string(&out).expect("it is there"), pgn);
    let (code, told) = data.told(&["export", &ids[0], "--output", &out]);
    assert!(code == 1 && told.lines().count() == 1 && told.contains("exists already"), "{told}");
    for (arguments, code, words) in [
        (vec!["export", "nobody"], 2, "there is no game \"nobody\" in "),
        (vec!["export", "elsewhere.pgn:3"], 2, "expected a number from 1 to 2"),
        (vec!["export", &ids[0], "--fen", "--pgn"], 2, "cannot be used with"),
        (vec!["export", &ids[0], "--svg", "--pieces", "letters"], 2, "cannot be used with"),
        (vec!["export", &ids[0], "--fen", "--ply", "3"], 2, "cannot be used with"),
        (vec!["export", &ids[0], "--pieces", "letters"], 2, "required"),
        (vec!["export", &ids[0], "--cast", "--pieces", "pictures"], 2, "letters, quadrants, sextants"),
        (vec!["export"], 2, "required"),
    ] {
        let (found, told) = data.told(&arguments);
        assert!(found == code && told.contains(words), "{arguments:?}: {found}: {told}");
    }
}

#[test]
fn what_is_taken_in_is_told() {
    let data = Data::new("import");
    let ids = three(&data);
    let broken = game(2, "Dan", 5).replace(" *\n", " e9 *\n");
    let other = "[Event \"x\"]\n[Variant \"Bughouse\"]\n\n1. e4 e5 1-0\n";
    fs::write(data.0.join("more.pgn"), [game(0, "Ann", 6), broken, other.to_owned()].join("\n")).expect("room");
    let output = data.run(&["import", "more.pgn"]);
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(lines[0].starts_with("heterodox: more.pgn: game 2, line ") && lines[0].contains("e9"), "{told}");
    assert_eq!(lines[1], format!("heterodox: more.pgn: game 1: already saved as {}", ids[0]));
    assert!(
        lines[2].starts_with("1 game imported; 1 game already saved (") && lines[2].contains("1 game of other"),
        "{told}"
    );
    assert_eq!(lines[3], "heterodox: one problem");
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1, "up to the fault it is kept");
    let (code, told) = data.told(&["import", "none.pgn"]);
    assert!(code == 1 && told.starts_with("heterodox: none.pgn: "), "{told}");
    let nothing = data.fed(&["import", "-"], other);
    assert_eq!(nothing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("the tag Variant must name the game"));
    assert_eq!(data.printed(&["games"]).lines().count(), 5);
}

#[test]
fn two_programs_may_look_at_once() {
    let data = Data::new("twice");
    for at in 0..30 {
        fs::write(data.0.join(format!("games/{at}.pgn")), game(at % 4, "Ann", 3)).expect("room");
    }
    for _ in 0..5 {
        let _ = fs::remove_file(data.0.join("index"));
        let start = || data.command(&["games"]).stdout(Stdio::piped()).spawn().expect("the program starts");
        let programs: Vec<_> = (0..4).map(|_| start()).collect();
        for program in programs {
            let output = program.wait_with_output().expect("it ends");
            assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 31);
        }
        assert_eq!(data.printed(&["games"]).lines().count(), 31);
    }
    let left = fs::read_dir(data.0.path()).expect("a folder").count();
    assert!(left <= 2, "no halves are left");
}

#[test]
fn nobody_who_stops_reading_breaks_it() {
    let data = Data::new("closed");
    let ids = three(&data);
    for arguments in [vec!["games"], vec!["export", &ids[2], "--text"]] {
        let mut child = data.command(&arguments).stdout(Stdio::piped()).spawn().expect("the program starts");
        drop(child.stdout.take());
        assert!(child.wait().expect("it ends").success(), "{arguments:?}");
    }
}

#[test]
fn each_shows_an_example() {
    let data = Data::new("help");
    for command in ["games", "export", "import"] {
        let help = data.printed(&[command, "--help"]);
        assert!(help.contains(&format!("Example: heterodox {command} ")), "{help}");
    }
}

/// Lists, the dates of files and the puzzle of the day are those of the zone of the machine.
#[test]
fn times_are_those_of_the_zone_of_the_machine() {
    let data = Data::new("saved-zones");
    let tags = "[Date \"2026.10.25\"]\n[UTCDate \"2026.10.25\"]\n[UTCTime \"23:30:00\"]\n";
    let text =
        format!("[White \"Ann\"]\n[Black \"Bea\"]\n[Variant \"Sanctuary Chess\"]\n{tags}[Result \"1-0\"]\n\n1-0\n");
    fs::write(data.0.path().join("games/one.pgn"), text).expect("a game");
    let printed = |zone: &str, arguments: &[&str]| {
        let output = data.command(arguments).env("TZ", zone).stdin(Stdio::null()).output().expect("it starts");
        assert!(output.status.success(), "{zone} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    for (zone, head, date) in [
        ("Europe/Berlin", "DATE ", "2026-10-26 00:30"),
        ("Asia/Kathmandu", "DATE ", "2026-10-26 05:15"),
        ("America/New_York", "DATE ", "2026-10-25 19:30"),
        ("", "DATE ", "2026-10-25 23:30"),
        ("Atlantis", "DATE (UTC)", "2026-10-25 23:30"),
    ] {
        let table = printed(zone, &["games"]);
        assert!(
            table.lines().next().is_some_and(|line| line.contains(head)) && table.contains(date),
            "{zone}:\n{table}"
        );
        let json: Value = serde_json::from_str(&printed(zone, &["games", "--json"])).expect("JSON");
        assert_eq!(
            (&json["games"][0]["date"], &json["games"][0]["utc"]),
            (&date.into(), &"2026-10-25T23:30Z".into())
        );
        // What is searched is what is shown.
        assert!(printed(zone, &["games", "--filter", date]).contains("Ann"), "{zone}");
        assert!(!printed(zone, &["games", "--filter", "2026-10-27"]).contains("Ann"), "{zone}");
    }
    // The farthest zones never have the same day.
    let day = |zone: &str| {
        let json: Value =
            serde_json::from_str(&printed(zone, &["puzzles", "holywar", "--daily", "--json"])).expect("JSON");
        json["date"].as_str().expect("a date").to_owned()
    };
    assert!(day("Pacific/Kiritimati") > day("Pacific/Pago_Pago"));
}
