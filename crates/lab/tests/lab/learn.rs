//! Learning a game: it gives the same whether it was stopped or not, the net is kept if it wins, and what lies in its folder
//! is checked.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use heterodox_engine::interface::{EngineOptions, create};
use heterodox_engine::limits::{Limits, Stop};
use heterodox_games::Registry;
use heterodox_games::file::FileVariant;
use heterodox_games::nets::{self, NetFile, rules_of};
use heterodox_games::shelf;
use heterodox_kernel::eval::net::{BLOCK, BUCKETS, Net, OUT, View};
use heterodox_kernel::spec::Spec;
use heterodox_kernel::variant::{Opening, Variant};
use heterodox_lab::learn::{Effort, Ending, LearnError, Learning, Wish};
use heterodox_play::nets::{LearnState, NetPlace, Stage, is_running};

use crate::folder::Folder;

/// Little work, and every report.
const LITTLE: Effort =
    Effort { nodes: 100, hidden: 32, epochs: 3, test_nodes: 100, test_games: 16, beat: Duration::ZERO };
const WISH: Wish = Wish { positions: 400, hours: 2.0, seed: 5 };

/// A small game of its own id and rules, like this one of the shelf.
fn game_like(like: &str, id: &str, change: (&str, &str)) -> (Registry, &'static FileVariant) {
    let book = shelf::named(like).expect("it is on the shelf");
    let named = |text: &str, name: &str| text.replacen(&format!("\"{name}\""), &format!("\"{id}\""), 1);
    let text = named(&named(book.text, book.id), book.title).replacen(change.0, change.1, 1);
    let game = FileVariant::kept(&text, id).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    (Registry::default().with_file(game).expect("a free name"), game)
}

/// A quick one with this limit of quiet plies.
fn game(id: &str, quiet_plies: u32) -> (Registry, &'static FileVariant) {
    game_like("breakthrough", id, ("\"loss\"", &format!("\"loss\"\nquiet_plies = {quiet_plies}")))
}

/// One in which men are worth something.
fn with_men(id: &str, quiet_plies: u32) -> (Registry, &'static FileVariant) {
    game_like("gardner", id, ("[end]", &format!("[end]\nquiet_plies = {quiet_plies}")))
}

/// What is learnt here, with little work, on one thread.
fn learning<'a>(
    games: &'a Registry,
    game: &'static dyn Variant,
    place: &NetPlace,
    stop: &'a AtomicBool,
) -> Learning<'a> {
    Learning { games, game, place: place.clone(), wish: WISH, effort: LITTLE, threads: 1, stop }
}

/// How a learning ended, the weights that it tested, and the parts that it has reported.
struct Seen {
    ending: Ending,
    weights: Vec<u8>,
    reports: usize,
}

/// Learns until it is at its end. It is stopped at each of these reports, counted over all, and then something was being
/// written.
fn learnt(id: &str, plies: u32, threads: usize, stops: impl Fn(usize) -> bool + Sync) -> Seen {
    let (games, game) = game(id, plies);
    let home = Folder::new(&format!("learn-{id}-{threads}"));
    let place = NetPlace::beside(&home.join("mine.toml"));
    let last = Mutex::new(None);
    let (reports, weights) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    for _ in 0..10_000 {
        let stop = AtomicBool::new(false);
        let learning = Learning { threads, ..learning(&games, game, &place, &stop) };
        let report = |progress: &heterodox_play::nets::Progress| {
            if progress.stage == Stage::Testing {
                *weights.lock().expect("no panic") = fs::read(place.work.join("weights")).expect("it is trained");
            }
            // What goes on says first where it is: stopped there, it would never move.
            let is_new = last.lock().expect("no panic").replace(progress.clone()) != Some(progress.clone());
            if is_new && stops(reports.fetch_add(1, Ordering::Relaxed)) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let ending = learning.run(&|_| (), &report).unwrap_or_else(|error| panic!("{error}"));
        assert!(!is_running(&place.work));
        if ending != Ending::Stopped {
            let left: Vec<_> =
                fs::read_dir(&place.work).expect("a folder").flatten().map(|entry| entry.file_name()).collect();
            assert!(left.len() == 2, "the lock and what has come of it: {left:?}");
            return Seen {
                ending,
                weights: weights.into_inner().expect("no panic"),
                reports: reports.into_inner(),
            };
        }
        for name in ["games.tsv", "test.tsv"] {
            if let Ok(mut file) = OpenOptions::new().append(true).open(place.work.join(name)) {
                file.write_all(b"5\tcut o").expect("room");
            }
        }
    }
    panic!("it never ends");
}

#[test]
fn a_learning_that_is_stopped_anywhere_gives_the_same() {
    let whole = learnt("stopped", 91, 1, |_| false);
    assert!(whole.reports > 20 && !whole.weights.is_empty(), "{} reports", whole.reports);
    let always = learnt("stopped", 91, 1, |_| true);
    let often = learnt("stopped", 91, 3, |report| report % 3 == 1);
    for again in [always, often] {
        assert_eq!(again.ending, whole.ending);
        assert!(again.weights == whole.weights);
    }
}

/// A net that wants men, or wants to lose them.
fn handmade(spec: &Spec, wants: bool) -> Vec<u8> {
    let board = spec.geometry();
    let inputs = View::of(spec, &board).expect("it looks the same").inputs();
    let mut weights = vec![0i16; Net::size(inputs, 2, BLOCK)];
    // The first inputs are those of the own men: a square after the other, for each kind.
    for (number, kind) in spec.kinds.iter().enumerate() {
        let worth = [('Q', 72), ('R', 40), ('B', 24), ('N', 24), ('P', 8)]
            .iter()
            .find(|(letter, _)| *letter == kind.letter);
        let own = number * board.len()..(number + 1) * board.len();
        own.for_each(|input| weights[input * BLOCK] = worth.map_or(0, |&(_, worth)| worth));
    }
    let sign = if wants { OUT as i16 } else { -OUT as i16 };
    let out = (inputs + 1) * BLOCK;
    for bucket in 0..BUCKETS {
        weights[out + 2 * bucket * BLOCK] = sign;
        weights[out + (2 * bucket + 1) * BLOCK] = -sign;
    }
    weights.into_iter().flat_map(i16::to_le_bytes).collect()
}

/// A folder in which a net is about to be tested.
fn about_to_test(home: &Folder, game: &FileVariant, weights: &[u8]) -> NetPlace {
    let place = NetPlace::beside(&home.join("mine.toml"));
    fs::create_dir_all(&place.work).expect("room");
    let rules = rules_of(game.spec());
    let plan = format!("heterodox learning 1\nrules {rules}\npositions 1\nseed 5\nseconds 1 1 1\nshort false\n");
    fs::write(place.work.join("plan"), plan).expect("room");
    let fen = game.spec().setups[0].fen;
    fs::write(place.work.join("games.tsv"), format!("5\tgoal\t1.0000 0.0000 0.0000 0.0000\t10\t{fen}\n"))
        .expect("room");
    fs::write(place.work.join("weights"), weights).expect("room");
    place
}

fn run(
    games: &Registry,
    game: &'static FileVariant,
    place: &NetPlace,
    effort: Effort,
) -> Result<Ending, LearnError> {
    let stop = AtomicBool::new(false);
    Learning { effort, ..learning(games, game, place, &stop) }.run(&|_| (), &|_| ())
}

/// What the engine of a game says of a position in which White has a Queen more.
fn said(games: &Registry, game: &'static FileVariant) -> Option<i32> {
    let position = game.begin(Opening::Fen("rnb1k/ppppp/5/PPPPP/RNBQK w - - 0 1")).expect("a position");
    let mut engine =
        create(games, game.spec(), EngineOptions { megabytes: 1, ..EngineOptions::default() }).expect("room");
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let mut score = None;
    engine.think(position.as_ref(), &limits, &Stop::default(), &mut |report| score = Some(report.lines[0].score));
    score
}

#[test]
fn a_net_is_kept_if_it_wins_and_is_used_by_its_rules_only() {
    let (games, mine) = with_men("winner", 92);
    let home = Folder::new("learn-winner");
    let place = about_to_test(&home, mine, &handmade(mine.spec(), false));
    let test = Effort { test_games: 400, ..LITTLE };
    let lost = run(&games, mine, &place, test).expect("it is tested");
    assert!(matches!(&lost, Ending::Lost(words) if words.contains("lost")), "{lost:?}");
    assert!(matches!(LearnState::of(&place, mine), LearnState::Lost(_)) && !place.net.exists());
    assert!(nets::of(mine).is_none());
    let by_terms = said(&games, mine);
    assert!(by_terms > Some(300), "{by_terms:?}");
    // The rival of the next one plays by what was kept before: one that wants to lose its men.
    let worse = NetFile {
        game: "winner".to_owned(),
        rules: rules_of(mine.spec()),
        positions: 1,
        gain: String::new(),
        weights: handmade(mine.spec(), false),
    };
    fs::write(&place.net, worse.written()).expect("room");
    assert!(matches!(LearnState::of(&place, mine), LearnState::Learnt(_)));
    assert!(said(&games, mine) < Some(0), "it does not like its Queen");
    let place = about_to_test(&home, mine, &handmade(mine.spec(), true));
    let kept = run(&games, mine, &place, test).expect("it is tested");
    assert!(matches!(&kept, Ending::Kept(words) if words.starts_with("Elo +")), "{kept:?}");
    let LearnState::Learnt(words) = LearnState::of(&place, mine) else { panic!("it is kept") };
    assert_eq!(kept, Ending::Kept(words));
    let learnt = nets::of(mine).expect("it is used");
    assert_eq!(learnt.positions, 1);
    // The same rules under another name share it; other rules have none, and are told why.
    let same = with_men("winner2", 92).1;
    assert!(std::ptr::eq(nets::of(same).expect("the same rules").net().as_ref(), learnt.net().as_ref()));
    let (other_games, other) = with_men("winner", 93);
    assert!(nets::of(other).is_none());
    assert_eq!(said(&other_games, other), by_terms);
    let LearnState::Refused(why) = LearnState::of(&place, other) else { panic!("it is of other rules") };
    assert!(why.contains("mine.net: it was learnt by other rules"), "{why}");
    let bytes = fs::read(&place.net).expect("it is there");
    fs::write(&place.net, &bytes[..bytes.len() - 1]).expect("room");
    let LearnState::Refused(why) = LearnState::of(&place, mine) else { panic!("it is torn") };
    assert!(why.contains("the weights are damaged"), "{why}");
}

#[test]
fn work_of_other_rules_is_not_gone_on_with() {
    let home = Folder::new("learn-rules");
    let (games, mine) = game("rules", 94);
    let place = about_to_test(&home, game("rules", 95).1, &handmade(mine.spec(), true));
    let seen = Mutex::new(Vec::new());
    let stop = AtomicBool::new(false);
    let ending = learning(&games, mine, &place, &stop)
        .run(&|words| seen.lock().expect("no panic").push(words.to_owned()), &|_| ());
    assert!(ending.is_ok(), "{ending:?}");
    let words = seen.into_inner().expect("no panic").concat();
    // The first games may have more positions than were asked for; the work of the other rules had one.
    let planned = words.split(" positions").next().and_then(|before| before.rsplit(' ').next()?.parse().ok());
    assert!(planned.is_some_and(|planned: usize| planned >= WISH.positions), "{words}");
}

#[test]
fn what_lies_in_the_folder_is_checked() {
    let home = Folder::new("learn-hostile");
    let (games, mine) = game("hostile", 96);
    for (name, text) in [
        ("plan", &b"heterodox learning 1\nrules"[..]),
        ("plan", &[0xff; 5000]),
        ("games.tsv", b"what\n"),
        ("games.tsv", b"5\tgoal\t1 0 0 0\tx\tfen\n"),
        ("games.tsv", b"5\tgoal\t1 0 0 0\t10\tno fen\n"),
        ("weights", b"\x01"),
        ("weights", &[0x7f; 8_000]),
        ("test.tsv", b"0\t1 0\t3\tgoal\n0\t1 0\t3\tgoal\n"),
        ("test.tsv", b"0\t7 0\t3\tgoal\n"),
        ("test.tsv", b"0\tNaN NaN\t3\tgoal\n"),
    ] {
        let place = about_to_test(&home, mine, &handmade(mine.spec(), true));
        if name == "games.tsv" {
            fs::remove_file(place.work.join("weights")).expect("it is there");
        }
        fs::write(place.work.join(name), text).expect("room");
        let told = run(&games, mine, &place, LITTLE).expect_err(name).to_string();
        let named = told.contains(name) || (name == "games.tsv" && told.contains("game 1: "));
        assert!(named, "{name}: {told}");
        fs::remove_dir_all(&place.work).expect("it is there");
    }
    fs::create_dir_all(home.join("mine.learn/games.tsv")).expect("room");
    let place = NetPlace::beside(&home.join("mine.toml"));
    assert!(run(&games, mine, &place, LITTLE).is_err());
}

#[test]
fn only_games_for_two_with_one_board_for_both_are_learnt() {
    let home = Folder::new("learn-refused");
    let place = NetPlace::beside(&home.join("mine.toml"));
    let games = Registry::default();
    for (id, why) in [("quadrille", "is a game for 4"), ("armies", "is a game for 4")] {
        let stop = AtomicBool::new(false);
        let game = games.find(id).expect("a game");
        let told = learning(&games, game, &place, &stop).run(&|_| (), &|_| ()).expect_err(id).to_string();
        assert!(told.contains(why) && !place.work.exists(), "{told}");
    }
}

#[test]
fn a_kill_loses_nothing_and_the_end_of_the_input_ends_it_in_order() {
    let home = Folder::new("learn-kill");
    let start = |path: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox-lab"));
        command.args(["learn", "breakthrough", "--positions", "100000", "--threads", "1", "--attached"]);
        command.env("HETERODOX_DATA", path).env("HETERODOX_CONFIG", path);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts")
    };
    let place = NetPlace::of_program(home.path(), "breakthrough");
    let length = || fs::metadata(place.work.join("games.tsv")).map_or(0, |facts| facts.len());
    let grows_beyond = |length: &dyn Fn() -> u64, least: u64| {
        while length() <= least {
            std::thread::sleep(Duration::from_millis(20));
        }
        length()
    };
    let mut killed = start(home.path());
    grows_beyond(&length, 0);
    killed.kill().and_then(|()| killed.wait()).expect("it runs");
    assert!(!is_running(&place.work));
    let kept = fs::read(place.work.join("games.tsv")).expect("games");
    let mut again = start(home.path());
    grows_beyond(&length, kept.len() as u64);
    let refused = Command::new(env!("CARGO_BIN_EXE_heterodox-lab"))
        .args(["learn", "breakthrough"])
        .env("HETERODOX_DATA", home.path())
        .env("HETERODOX_CONFIG", home.path())
        .output()
        .expect("it starts");
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(1) && told.contains("another program works there now"), "{told}");
    drop(again.stdin.take());
    let output = again.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("Stopped. The same command continues."), "{said}");
    let whole = kept.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    assert!(fs::read(place.work.join("games.tsv")).expect("games").starts_with(&kept[..whole]));
}
