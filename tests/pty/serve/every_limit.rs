//! Every limit of the settings is reached once, over a real connection, and what its client sees is as it should be. A new
//! limit needs a row here.

mod archives;
mod challenges;
mod connections;

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use connections::{attempts, crowded, exchange, full, kept, late, newcomers, pace, requests, taken};

use super::club::{By, Club};
use super::elsewhere::play_engine;
use super::lobby::{meet, play};
use super::log::rotated;
use super::start_game;
use crate::proxy::Proxy;
use crate::support::{PATIENCE, Session};

/// The settings whose rows are here: their names, values that are reached soon, and what is done.
type Row = (&'static [&'static str], &'static str, fn(&Club));

const ROWS: [Row; 27] = [
    (&["limits.connections"], "connections = 1", taken),
    (&["limits.kept_for_members"], "connections = 2\nkept_for_members = 1", kept),
    (&["limits.logging_in"], "logging_in = 1", crowded),
    (&["limits.per_address"], "per_address = 1", full),
    (&["limits.new_per_minute"], "new_per_minute = 1", full),
    (&["limits.login_seconds"], "login_seconds = 1", late),
    (&["limits.login_attempts"], "login_attempts = 2", attempts),
    (&["limits.refused_requests"], "refused_requests = 1", requests),
    (&["limits.exchange_seconds"], "exchange_seconds = 60", exchange),
    (&["limits.variables"], "variables = 2", variables),
    (&["limits.variable_bytes"], "variable_bytes = 9", variables),
    (&["limits.columns", "limits.rows"], "columns = 90\nrows = 25", size),
    (&["limits.input_bytes"], "input_bytes = 10", input),
    (&["limits.line_bytes"], "line_bytes = 4096", pace),
    (
        &["limits.keepalive_seconds", "limits.keepalive_missed"],
        // On a busy machine a client that lives may be silent for a second or two.
        "keepalive_seconds = 5\nkeepalive_missed = 1",
        silent,
    ),
    (&["limits.idle_minutes"], "idle_minutes = 1", idle_warning),
    (&["limits.idle_game_minutes"], "idle_minutes = 60\nidle_game_minutes = 1", idle_game_warning),
    (&["limits.grace_seconds"], "grace_seconds = 1", grace),
    (&["limits.stalled_seconds"], "stalled_seconds = 5", stalled),
    (
        &["limits.tables_per_member", "limits.tables_per_guest"],
        "tables_per_member = 2\ntables_per_guest = 1",
        tables,
    ),
    (
        &[
            "limits.challenges_to_all",
            "limits.challenges_per_member",
            "limits.challenges_waiting",
            "limits.challenges",
        ],
        "challenges_to_all = 1\nchallenges_per_member = 2\nchallenges_waiting = 1\nchallenges = 3",
        challenges::number,
    ),
    (&["limits.archives", "limits.archives_per_member"], "archives = 2\narchives_per_member = 1", archives::number),
    (&["limits.archive_stalled_seconds"], "archive_stalled_seconds = 1", archives::stuck),
    (&["limits.new_members_per_network"], "new_members_per_network = 1", |club| {
        newcomers(club, "new members from your network is reached: 1 a day.", "new_members_per_network");
    }),
    (&["limits.new_members_per_day"], "new_members_per_day = 1", |club| {
        newcomers(club, "The limit of new members is reached: 1 a day.", "new_members_per_day");
    }),
    (&["limits.member_files"], "member_files = 4", files),
    (&["limits.member_megabytes"], "member_megabytes = 1", megabytes),
];

/// The settings of thinking; their rows are not limits of a connection, and have a section of their own.
const THINKING: [Row; 4] = [
    (&["thinking.places", "thinking.positions"], "places = 1\npositions = 50", thinking),
    (&["thinking.seconds", "thinking.memory"], "seconds = 1\nmemory = 1", thinking),
    (&["thinking.total_memory"], "memory = 4\ntotal_memory = 4", memory),
    (&["thinking.engines"], "engines = 1", engines),
];

/// The log, which does not grow without end.
const LOG: [Row; 1] = [(&["log.file", "log.kilobytes", "log.kept"], "kilobytes = 1", rotated)];

/// What tournaments may take, in a section of its own too.
const TOURNAMENTS: [Row; 4] = [
    (&["tournaments.first_move_seconds"], "first_move_seconds = 1", first_move),
    (&["tournaments.computers"], "computers = 1", |club| computers(club, "a tournament")),
    (&["tournaments.member_computers"], "member_computers = 1", |club| {
        computers(club, "your tournaments together");
    }),
    (&["tournaments.all_computers"], "all_computers = 1", |club| computers(club, "all tournaments of this server")),
];

/// A variable too many, or one that is too long, is not taken: the screen keeps the characters of UTF-8.
fn variables(club: &Club) {
    let session = club.enter(By::Key(&club.key()), &["-o", "SetEnv=COLORTERM=xx NO_COLOR=1 LC_ALL=POSIX"]);
    session.expect("Play now");
    session.wait("the mark of the chosen row", |screen| screen.contains('▌'));
}

/// A larger window has an empty margin.
fn size(club: &Club) {
    let session = club.login(club.key());
    session.expect("Play now");
    session.resize(120, 40);
    session.wait("the footer in the last line", |screen| {
        screen.lines().nth(24).is_some_and(|line| line.contains("? keys")) && screen.lines().nth(25).is_none()
    });
}

/// What comes too fast is dropped, and the session lives.
fn input(club: &Club) {
    let session = club.login(club.key());
    session.expect("Play now");
    let began = Instant::now();
    session.send("?");
    session.expect("filter: ");
    session.send("x".repeat(2000));
    session.expect("filter: xxxxxxxx");
    session.settle();
    let count = session.text().matches('x').count();
    // The reserve is four seconds, and one second more is there for each that passes.
    let most = 10 * (5 + began.elapsed().as_secs() as usize);
    assert!(count <= most, "{count} of 2000 letters, and not {most}:\n{}", session.text());
    session.insist("\x1b", "the lobby", |screen| !screen.contains("filter: "));
}

/// A client that answers nothing is cut.
fn silent(club: &Club) {
    let session = club.login(club.key());
    session.expect("Play now");
    session.signal(Signal::STOP);
    club.logged("event=close session=1");
    assert!(!club.log().contains("reason=left"), "{}", club.log());
    session.signal(Signal::CONT);
}

/// With a limit of a minute the warning is there at once.
fn idle_warning(club: &Club) {
    let session = club.login(club.key());
    session.expect("Are you there? Without a key you are logged out in a minute");
}

/// The same in a game, which has a limit of its own.
fn idle_game_warning(club: &Club) {
    let session = club.login(club.key());
    start_game(&session, 2);
    session.expect("Are you there? Without a key you are logged out in a minute");
}

/// Who is away for longer can be replaced.
fn grace(club: &Club) {
    let [one, mut other] = meet(club);
    play([&one, &other], 0..2);
    other.kill();
    one.expect("(away");
    one.wait("what can be done", |screen| screen.contains("adjourn"));
}

/// A terminal that takes nothing is parked, and goes on when it does again.
fn stalled(club: &Club) {
    let proxy = Proxy::start(club.port, Duration::ZERO);
    let session = club.login_at(proxy.port, &club.key(), (200, 60));
    session.expect("Play now");
    proxy.freeze(true);
    let (mut wide, end) = (false, Instant::now() + PATIENCE);
    while !club.log().contains("event=parked") {
        assert!(Instant::now() < end, "it is never parked:\n{}", club.log());
        session.resize(if wide { 200 } else { 120 }, 60);
        wide = !wide;
        thread::sleep(Duration::from_millis(60));
    }
    proxy.freeze(false);
    session.send("?");
    session.expect("╭ Keys");
    assert_eq!(club.log().matches("event=parked").count(), 1, "{}", club.log());
}

/// A member can have opened two tables, and a guest one.
fn tables(club: &Club) {
    let open = |session: &Session, told: &str| {
        session.choose("New table");
        session.expect("open the table");
        session.send("\r");
        session.expect(told);
        session.send("\x1b");
    };
    let member = club.login(club.key());
    open(&member, "Close the table");
    open(&member, "Close the table");
    open(&member, "You can have at most 2 open tables where nobody else plays");
    club.logged("event=limit what=tables_per_member count=1");
    let status = club.operate(&["status"]);
    assert!(String::from_utf8_lossy(&status.stdout).contains("Limit reached: tables_per_member 1\n"));
    let guest = club.enter(By::Nothing, &[]);
    open(&guest, "Close the table");
    open(&guest, "You can have at most 1 open table where nobody else plays");
}

/// One engine runs, and who wants a second one is told and can go on when it has ended.
fn engines(club: &Club) {
    let program = env!("CARGO_BIN_EXE_heterodox");
    let list = format!("[[engine]]\nname = \"own\"\ncommand = [{program:?}, \"engine\"]\nthink_ms = 10\n");
    let file = club.at("engines.toml");
    std::fs::write(&file, list).expect("a file");
    let settings = format!("engines = {:?}\n[thinking]\nengines = 1\n", file.display().to_string());
    let Some(club) = Club::start(&settings) else { return };
    let [first, second] = ["first", "second"].map(|key| club.login(club.key_of("ed25519", key)));
    play_engine(&first, "own");
    super::move_and_wait(&first, "e4");
    play_engine(&second, "own");
    second.send("me4\r");
    second.expect("the limit of engines on this server is reached");
    first.send("\x03");
    second.insist("x", "a free engine", |screen| screen.contains("─ 2 ─╮"));
}

/// What is on a screen, where words may be in two lines.
fn in_one_line(screen: &str) -> String {
    screen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Saves the game on the screen under this name, and waits for these words.
fn save(session: &Session, name: &str, told: &str) {
    session.send("W");
    session.wait("the name", |screen| screen.contains(".pgn"));
    session.send(format!("\x15{name}\r"));
    session.expect(told);
}

/// What a member cannot keep is not written, and says so.
fn files(club: &Club) {
    let session = club.login(club.key());
    start_game(&session, 2);
    save(&session, "a.pgn", "Saved as a.pgn in your folder");
    // Nobody else on this machine reads it.
    let path = club.kept().into_iter().find(|path| path.ends_with("a.pgn")).expect("a file");
    let mode = std::fs::metadata(club.at("data/players").join(path)).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    for name in ["config.toml", "x.journal"] {
        save(&session, name, "the name must end in .pgn");
        session.send("\x1b");
        session.wait("the board", |screen| !screen.contains("the name must end in .pgn"));
    }
    // What is in their folder besides takes the rest of the four.
    let folder =
        club.kept()[0].components().next().map(|part| club.at("data/players").join(part)).expect("a folder");
    for number in 0..4 {
        std::fs::write(folder.join(format!("{number}.txt")), "").expect("room");
    }
    save(&session, "b.pgn", "you can keep 4 files");
}

/// The same for the size of all files together.
fn megabytes(club: &Club) {
    let session = club.login(club.key());
    start_game(&session, 2);
    save(&session, "a.pgn", "Saved as a.pgn in your folder");
    let folder =
        club.kept()[0].components().next().map(|part| club.at("data/players").join(part)).expect("a folder");
    std::fs::write(folder.join("large.txt"), vec![b'x'; 1 << 20]).expect("room");
    save(&session, "b.pgn", "and 1 MB");
}

/// Two think at one place with few positions, little memory and a second: both get their move.
fn thinking(club: &Club) {
    let sessions = [club.login(club.key()), club.login(club.key_of("ed25519", "second"))];
    for session in &sessions {
        start_game(session, 2);
    }
    for session in &sessions {
        super::move_and_wait(session, "e4");
    }
}

/// There is room for one computer: the other one makes room for it, and both move all the same.
fn memory(club: &Club) {
    thinking(club);
    club.logged("event=limit what=thinking.total_memory");
}

/// Makes a tournament, and lets a computer play in it.
fn tournament(club: &Club) -> Session {
    let session = club.login(club.key());
    session.choose("Tournaments");
    session.choose("Make a tournament");
    session.choose("Make it and join");
    session.choose("open, 1 player");
    session.choose("Let a computer play");
    session.expect("Computer 3 ");
    session
}

/// One computer plays, and who adds a second one reads where there is no room for it.
fn computers(club: &Club, place: &str) {
    let session = tournament(club);
    session.choose("Let a computer play");
    session.wait("the limit", |screen| {
        in_one_line(screen).contains(&format!("no more computers: at most 1 can play in {place}"))
    });
}

/// Who is here and does not move loses the game after a second.
fn first_move(club: &Club) {
    let session = tournament(club);
    session.choose("Start");
    session.wait("a game that is lost", |screen| {
        let points = |line: &str| line.split_once("Computer 3 ")?.1.split_whitespace().next()?.parse::<u32>().ok();
        screen.lines().filter_map(points).any(|points| points > 0)
    });
}

/// The rows of one section; one server for each, all at the same time.
fn reach(section: &str, rows: &'static [Row]) {
    thread::scope(|scope| {
        for (_, settings, done) in rows {
            scope.spawn(move || {
                if let Some(club) = Club::start(&format!("[{section}]\n{settings}\n")) {
                    done(&club);
                }
            });
        }
    });
}

#[test]
fn every_limit_is_reached_once() {
    reach("limits", &ROWS);
}

#[test]
fn every_limit_of_thinking_is_reached_once() {
    reach("thinking", &THINKING);
}

#[test]
fn every_limit_of_the_log_is_reached_once() {
    reach("log", &LOG);
}

#[test]
fn every_limit_of_tournaments_is_reached_once() {
    reach("tournaments", &TOURNAMENTS);
}

/// The names of the settings in these sections of the documentation, which has all of them.
fn documented(sections: &[&str]) -> BTreeSet<String> {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/serve.md")).expect("a page");
    let example = text.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let mut section = String::new();
    let mut names = BTreeSet::new();
    for line in example.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            name.clone_into(&mut section);
        } else if let Some((name, _)) = line.split_once(" = ").filter(|_| sections.contains(&section.as_str())) {
            names.insert(format!("{section}.{}", name.trim_start_matches("# ")));
        }
    }
    names
}

#[test]
fn every_limit_has_a_row() {
    let rows = ROWS
        .iter()
        .chain(&THINKING)
        .chain(&TOURNAMENTS)
        .chain(&LOG)
        .flat_map(|(names, ..)| names.iter().map(|name| (*name).to_owned()));
    // Minutes and days are reached by the tests of the club, with a clock of their own, and networks of IPv6, which this
    // machine has not, by those of the gate.
    let times = ["away_minutes", "unused_member_days"];
    let networks = ["per_network_56", "per_network_48", "new_per_minute_56", "new_per_minute_48"];
    let elsewhere = times.iter().chain(&networks).map(|name| format!("limits.{name}"));
    assert_eq!(
        rows.chain(elsewhere).collect::<BTreeSet<String>>(),
        documented(&["limits", "thinking", "tournaments", "log"])
    );
}
