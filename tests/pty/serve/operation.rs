//! What the operator does with a server that runs: socket, bans, figures, backup.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixStream;
use std::time::Instant;

use rustix::process::Signal;

use super::club::{By, Club, done, told};
use crate::support::{Folder, PATIENCE};

#[test]
fn the_operator_asks_a_server_that_runs_and_is_told_when_none_does() {
    let Some(mut club) = Club::start("") else { return };
    let socket = club.at("data/operator.sock");
    assert_eq!(fs::metadata(&socket).expect("a socket").permissions().mode() & 0o777, 0o600);
    let session = club.login(club.key());
    session.expect("Play now");
    let status = done(&club.operate(&["status"]));
    for line in ["Sessions: 1\n", "Members: 1\n", "Logins: 1\n", "Connections: 1 of 200\n", "Host key: SHA256:"] {
        assert!(status.contains(line), "{status}");
    }
    assert!(status.contains(&format!("Listening on: 127.0.0.1:{}\n", club.port)), "{status}");
    let players = done(&club.operate(&["players"]));
    assert!(players.starts_with("1 player-1 127.0.0.1 key="), "{players}");
    assert_eq!(done(&club.operate(&["tables"])), "");
    assert_eq!(done(&club.operate(&["say", "Tea\u{202e}", "time"])), "Told sessions: 1\n");
    session.expect("The operator says: Tea\\u{202e} time");
    club.logged("event=operator what=say sessions=1");
    assert!(!club.log().contains("Tea"), "{}", club.log());
    // A second server in the same folder is refused.
    let second = club.operate(&["--listen", "127.0.0.1:0"]);
    assert!(told(&second).contains("another server uses this folder"), "{}", told(&second));
    // What is no request is answered with an error, and too much of it with nothing more.
    for line in [&b"stop\n"[..], b"\xff\n", b"kick\n", &[b'x'; 4000]] {
        let mut stream = UnixStream::connect(&socket).expect("it listens");
        let _ = stream.write_all(line);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.is_empty() || answer.starts_with(b"error: "), "{}", String::from_utf8_lossy(&answer));
    }
    club.signal(Signal::TERM);
    assert!(club.ended().success() && !socket.exists());
    let none = club.operate(&["status"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(told(&none).contains("no server runs with the folder"), "{}", told(&none));
}

/// Waits until so many connections are there: one that has ended for its client may not have ended for the server.
fn connected(club: &Club, count: usize) {
    let end = Instant::now() + PATIENCE;
    while !done(&club.operate(&["status"])).contains(&format!("Connections: {count} of 200\n")) {
        assert!(Instant::now() < end, "{}", club.log());
    }
}

#[test]
fn somebody_is_kicked_banned_and_let_in_again() {
    let Some(club) = Club::start("") else { return };
    let (key, other) = (club.key(), club.key_of("ed25519", "other"));
    let mut session = club.login(&key);
    session.expect("Play now");
    let bystander = club.login(&other);
    bystander.expect("Play now");
    assert_eq!(done(&club.operate(&["kick", "Player-1"])), "Ended sessions: 1\n");
    assert_eq!(session.ended().code(), Some(0));
    let words = session.after_leaving().unwrap_or_default();
    assert!(words.contains("The operator of the server has ended your session."), "{words}");
    club.logged("event=operator what=kick who=player-1 sessions=1");
    connected(&club, 1);
    assert!(told(&club.operate(&["kick", "nobody-here"])).contains("nobody has the name nobody-here"));
    // A ban works while they are away too.
    assert_eq!(done(&club.operate(&["ban", "player-1"])), "Bans: 1\nEnded sessions: 0\nClosed tables: 0\n");
    let mut banned = club.login(&key);
    banned.expect("does not let you in");
    assert_eq!(banned.ended().code(), Some(1));
    assert!(!club.ssh(By::Key(&key), &["player@127.0.0.1", "archive"]).status.success());
    let bans = done(&club.operate(&["bans"]));
    assert!(bans.starts_with("key:SHA256:") && bans.contains(" player-1 since "), "{bans}");
    assert_eq!(done(&club.operate(&["unban", "player-1"])), "Removed bans: 1\n");
    assert!(!club.operate(&["unban", "player-1"]).status.success());
    let again = club.login(&key);
    again.expect("Play now");
    // An address is kept out before the login.
    connected(&club, 2);
    let ended = done(&club.operate(&["ban", "127.0.0.1"]));
    assert_eq!(ended, "Bans: 1\nEnded sessions: 2\nClosed tables: 0\n");
    let refused = club.ssh(By::Key(&other), &["-T", "player@127.0.0.1"]);
    assert_eq!(refused.status.code(), Some(255));
    club.logged("event=refused what=banned address=127.0.0.1");
    assert_eq!(done(&club.operate(&["unban", "127.0.0.1"])), "Removed bans: 1\n");
    let session = club.login(&other);
    session.expect("Play now");
}

/// Settings with which a server gives its figures.
pub(super) const FIGURES: &str = "[metrics]\nlisten = \"127.0.0.1:0\"\n";

/// Asks for something over HTTP.
fn get(port: u16, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    let _ = stream.write_all(request);
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    answer
}

/// The port at which the figures of this server are.
fn port_of_figures(club: &Club) -> u16 {
    club.logged("event=metrics address=127.0.0.1:");
    let log = club.log();
    let port = log.split("event=metrics address=127.0.0.1:").nth(1).and_then(|rest| rest.lines().next());
    port.and_then(|port| port.parse().ok()).expect("a port")
}

/// The figures of a server that gives them.
pub(super) fn figures(club: &Club) -> String {
    get(port_of_figures(club), b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
}

/// The ports at which this process listens, from the tables of the system.
fn ports(process: u32) -> Vec<u16> {
    let sockets: Vec<String> = fs::read_dir(format!("/proc/{process}/fd"))
        .expect("a process")
        .flatten()
        .filter_map(|entry| fs::read_link(entry.path()).ok())
        .filter_map(|link| Some(link.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned()))
        .collect();
    let tables = ["tcp", "tcp6", "udp", "udp6"]
        .map(|table| fs::read_to_string(format!("/proc/{process}/net/{table}")).unwrap_or_default());
    let mut ports = Vec::new();
    for line in tables.iter().flat_map(|table| table.lines().skip(1)) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        // State 0A is "listening"; UDP sockets have no peer.
        let listens = fields[3] == "0A" || fields[2].ends_with(":0000");
        if listens && sockets.iter().any(|socket| socket == fields[9]) {
            ports.extend(fields[1].rsplit(':').next().and_then(|port| u16::from_str_radix(port, 16).ok()));
        }
    }
    ports
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_listens_anywhere_but_where_it_is_told() {
    let Some(club) = Club::start("") else { return };
    let session = club.login(club.key());
    session.expect("Play now");
    assert_eq!(ports(club.child.id()), [club.port]);
    drop(session);
    let club = club.again(FIGURES);
    club.logged("event=metrics address=127.0.0.1:");
    let all = ports(club.child.id());
    assert!(all.len() == 2 && all.contains(&club.port), "{all:?}");
}

#[test]
fn figures_are_given_where_they_are_wanted() {
    let Some(club) = Club::start(FIGURES) else { return };
    let session = club.login(club.key());
    session.expect("Play now");
    let port = port_of_figures(&club);
    let answer = get(port, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())), "{head}");
    for line in
        ["heterodox_sessions 1\n", "heterodox_logins_total 1\n", "heterodox_members 1\n", "heterodox_tables 0\n"]
    {
        assert!(body.contains(line), "{line}: {body}");
    }
    let commits = body.lines().find_map(|line| line.strip_prefix("heterodox_store_commit_seconds_count "));
    assert!(commits.and_then(|count| count.parse::<u64>().ok()).is_some_and(|count| count > 0), "{body}");
    for line in body.lines() {
        let (name, value) = line.rsplit_once(' ').expect("two words");
        assert!(line.starts_with("# ") || name.starts_with("heterodox_") && value.parse::<f64>().is_ok(), "{line}");
    }
    assert!(get(port, b"GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 "));
    assert_eq!(get(port, &[b'x'; 2000]), "", "a header that is too long");
    assert_eq!(get(port, b"GET /metrics HTTP/1.1\r\n"), "", "a request without an end");
    session.send("?");
    session.expect("╭ Keys");
}

/// Who connects to the figures and asks for nothing keeps nobody out.
#[test]
fn the_figures_are_given_beside_connections_that_ask_for_nothing() {
    let Some(club) = Club::start(FIGURES) else { return };
    let port = port_of_figures(&club);
    let mut idle: Vec<TcpStream> = Vec::new();
    for _ in 0..4 {
        idle.extend((0..20).map(|_| TcpStream::connect(("127.0.0.1", port)).expect("it listens")));
        let answer = get(port, b"GET /metrics HTTP/1.1\r\n\r\n");
        assert!(
            answer.starts_with("HTTP/1.1 200 OK") && answer.contains("heterodox_tables_not_stored 0"),
            "{answer}"
        );
    }
}

#[test]
fn a_backup_of_a_server_that_runs_is_a_server_again() {
    let Some(club) = Club::start("") else { return };
    let key = club.key();
    let session = club.login(&key);
    session.expect("Play now");
    let file = club.at("backup.tar");
    done(&club.operate(&["backup", &file.display().to_string()]));
    assert_eq!(fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o600);
    let folder = Folder::new("restored");
    let restored = folder.path().join("data");
    fs::create_dir(&restored).expect("a folder");
    fs::set_permissions(&restored, fs::Permissions::from_mode(0o700)).expect("it is ours");
    let tar = std::process::Command::new("tar").arg("-xpf").arg(&file).arg("-C").arg(&restored).status();
    assert!(tar.expect("there is tar").success());
    let club = Club::open(folder, "");
    let status = done(&club.operate(&["status"]));
    assert!(status.contains("Members: 1\n"), "{status}");
    let none = Folder::new("no-server");
    let nothing = club.operate(&["backup", "x.tar", "--data", &none.path().display().to_string()]);
    assert!(!nothing.status.success());
}

/// What is kept for a time only is counted before it is removed.
#[test]
fn the_operator_removes_what_is_kept_for_a_time() {
    let Some(club) = Club::start("[keep]\ngame_days = 1\n") else { return };
    // So many that the server is not done before the operator has looked.
    let old = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
               INSERT INTO tables (id, made) SELECT i, 0 FROM n;
               INSERT INTO events (game, number, line) SELECT id, 0, 'an event' FROM tables;
               INSERT INTO hall (id, host, setup, rated, opened, ended, told, passing)
               SELECT id, 'guest:1', '{}', 0, 0, 0, 1, 1 FROM tables;";
    let store = rusqlite::Connection::open(club.at("data/club.db")).expect("the database");
    store.execute_batch(old).expect("old games");
    let count =
        || store.query_row("SELECT count(*) FROM tables", [], |row| row.get::<_, i64>(0)).expect("a number");
    let answer = |line: &[&str]| String::from_utf8_lossy(&club.operate(line).stdout).into_owned();
    let games = |told: &str| {
        let count = told.lines().find_map(|line| line.strip_prefix("Games that no member has played: "));
        count.and_then(|count| count.parse::<i64>().ok()).expect("a number")
    };
    let told = answer(&["prune", "--dry-run"]);
    assert!(told.starts_with("Would be removed now:\n") && games(&told) > 3000, "{told}");
    assert!(count() > 3000, "nothing was removed for that");
    // A server that is busy leaves the rest for later, and says so.
    let mut removed = 0;
    loop {
        let told = answer(&["prune"]);
        assert!(told.starts_with("Removed:\n"), "{told}");
        removed += games(&told);
        if !told.contains("The server removes the rest") {
            break;
        }
    }
    assert!(removed > 3000, "{removed}");
    club.logged("event=operator what=prune games=");
    assert_eq!((count(), games(&answer(&["prune", "--dry-run"]))), (0, 0));
}

/// The manager of services hears when people can come, and when the server has begun to end.
#[test]
fn the_manager_of_services_is_told() {
    use std::os::unix::net::UnixDatagram;
    use std::process::{Command, Stdio};

    let folder = Folder::new("serve-notify");
    let socket = folder.path().join("notify");
    let manager = UnixDatagram::bind(&socket).expect("a socket");
    manager.set_read_timeout(Some(PATIENCE)).expect("a limit");
    let heard = || {
        let mut bytes = [0; 200];
        let count = manager.recv(&mut bytes).expect("a datagram");
        String::from_utf8_lossy(&bytes[..count]).into_owned()
    };
    let mut server = Command::new(env!("CARGO_BIN_EXE_heterodox"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(folder.path().join("data"))
        .env("NOTIFY_SOCKET", &socket)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    assert_eq!(heard(), format!("READY=1\nMAINPID={}", server.id()));
    let pid = rustix::process::Pid::from_raw(server.id() as i32).expect("a process");
    rustix::process::kill_process(pid, Signal::TERM).expect("it runs");
    assert_eq!(heard(), "STOPPING=1");
    assert!(server.wait().expect("it ends").success());
}
