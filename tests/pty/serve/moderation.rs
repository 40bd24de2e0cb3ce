//! What the operator does about people who are a nuisance: reports, names, tables, networks, too many connections.

use super::club::{By, Club, done, told};
use super::lobby::{SETTINGS, meet};
use super::operation::{FIGURES, figures};

#[test]
fn the_operator_reads_reports() {
    let Some(club) = Club::start(&format!("{SETTINGS}{FIGURES}")) else { return };
    assert_eq!(done(&club.operate(&["reports"])), "");
    // One after the other, so that the first is the first member.
    let [one, other] = [club.key(), club.key_of("ed25519", "second")].map(|key| {
        let session = club.login(key);
        session.expect("Play now");
        session.send("'");
        session
    });
    one.expect("Enter");
    one.send("a rude line\r");
    other.expect("a rude line");
    // The line is chosen, and its player reported.
    other.send("\t");
    other.expect("! report");
    other.send("!");
    other.expect("Report player-1");
    other.send("y");
    other.expect("player-1 was reported");
    club.logged("event=report report=1 by=player-2 about=player-1 room=lobby table=0");
    let reports = done(&club.operate(&["reports"]));
    assert!(reports.starts_with("report=1 time=") && reports.contains(" about=member:1 (player-1)"), "{reports}");
    assert!(reports.contains("player-1: a rude line\n"), "{reports}");
    assert_eq!(done(&club.operate(&["reports", "1"])), reports);
    assert!(told(&club.operate(&["reports", "2"])).contains("there is no report 2"));
    assert!(done(&club.operate(&["status"])).contains("Reports: 1\n"));
    assert!(figures(&club).contains("heterodox_reports_total 1\n"));
}

#[test]
fn an_offensive_name_is_taken_away() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let session = club.login(club.key());
    session.expect("Play now");
    assert_eq!(done(&club.operate(&["rename", "player-1", "Rudeword"])), "New name: Rudeword\n");
    session.expect("has changed your name to Rudeword.");
    club.logged("event=operator what=rename who=player-1 name=Rudeword");
    assert!(done(&club.operate(&["players"])).contains(" Rudeword "));
    // Without a new name the server gives one.
    assert_eq!(done(&club.operate(&["rename", "rudeword"])), "New name: player-1\n");
    let other = club.login(club.key_of("ed25519", "second"));
    other.expect("Play now");
    let taken = club.operate(&["rename", "player-2", "R.u.d.e.w.o.r.d"]);
    assert!(told(&taken).contains("somebody has this name"), "{}", told(&taken));
    assert!(told(&club.operate(&["rename", "player-2", "root"])).contains("reserved"));
    assert!(told(&club.operate(&["rename", "nobody-here", "Ann"])).contains("nobody has the name nobody-here"));
}

#[test]
fn a_table_is_closed_and_its_players_read_it() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let players = meet(&club);
    assert!(done(&club.operate(&["tables"])).starts_with("table 1 sanctuary playing host=player-1"));
    assert_eq!(done(&club.operate(&["close", "1"])), "Closed table: 1\n");
    for session in &players {
        session.expect("The operator of the server has closed this table.");
    }
    club.logged("event=operator what=close table=1");
    assert!(!done(&club.operate(&["tables"])).contains("table 1 "));
    assert!(told(&club.operate(&["close", "1"])).contains("This table does not exist any more."));
}

#[test]
fn the_tables_of_who_is_banned_are_closed() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let session = club.login(club.key());
    session.choose("New table");
    session.expect("open the table");
    session.send("\r");
    session.expect("Close the table");
    assert!(done(&club.operate(&["tables"])).contains("waiting host=player-1"));
    let bans = done(&club.operate(&["ban", "player-1"]));
    assert!(bans.starts_with("Bans: 1\nEnded sessions: 1\nClosed tables: "), "{bans}");
    assert_eq!(done(&club.operate(&["tables"])), "");
}

#[test]
fn the_challenges_of_a_banned_network_are_withdrawn() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let session = club.login(club.key());
    super::lobby::challenge_all(&session);
    // Who has left is known all the same.
    session.send("q");
    session.expect("Quit");
    drop(session);
    club.logged("event=close session=1");
    let other = club.login(club.key_of("ed25519", "second"));
    other.expect("challenges everybody");
    drop(other);
    club.logged("event=close session=2");
    done(&club.operate(&["ban", "127.0.0.0/8"]));
    done(&club.operate(&["unban", "127.0.0.0/8"]));
    let other = club.login(club.key_of("ed25519", "third"));
    other.expect("Play now");
    other.settle();
    assert!(!other.text().contains("challenges everybody"), "{}", other.text());
}

#[test]
fn networks_are_kept_out_and_bans_are_listed_as_they_were_given() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let session = club.login(club.key());
    session.expect("Play now");
    let given = ["127.0.0.0/8", "2001:db8::7", "2001:db8:1::/48"];
    assert_eq!(done(&club.operate(&["ban", given[0]])), "Bans: 1\nEnded sessions: 1\nClosed tables: 0\n");
    let refused = club.ssh(By::Key(&club.key_of("ed25519", "other")), &["-T", "player@127.0.0.1"]);
    assert_eq!(refused.status.code(), Some(255));
    assert!(told(&refused).contains("The operator of this server does not let you in."), "{}", told(&refused));
    for what in &given[1..] {
        done(&club.operate(&["ban", what]));
    }
    let bans = done(&club.operate(&["bans"]));
    for line in [
        "network:127.0.0.0/8 127.0.0.0/8 since ",
        "address:2001:db8::/64 2001:db8::7 since ",
        "network:2001:db8:1::/48 2001:db8:1::/48 since ",
    ] {
        assert!(bans.lines().any(|found| found.starts_with(line)), "{bans}");
    }
    for what in given {
        assert_eq!(done(&club.operate(&["unban", what])), "Removed bans: 1\n", "{what}");
    }
    let again = club.login(club.key());
    again.expect("Play now");
}

#[test]
fn one_connection_too_many_reads_why() {
    let Some(club) = Club::start("[limits]\nper_address = 1\n") else { return };
    let session = club.login(club.key());
    session.expect("Play now");
    let refused = club.ssh(By::Key(&club.key()), &["-T", "player@127.0.0.1"]);
    let words = "The limit of connections from your address is reached: 1 at a time.";
    assert!(told(&refused).contains(words), "{}", told(&refused));
}
