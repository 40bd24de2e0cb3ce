//! Who gets in when many come: places that are kept for members, connections that do not log in, and bans while the
//! database cannot be read.

use std::net::TcpStream;

use rusqlite::Connection;

use super::club::{By, Club, told};

/// Many connections from one address, of which two places are for members.
const SETTINGS: &str = "[limits]\nconnections = 4\nkept_for_members = 2\nlogging_in = 4\nper_address = 100\n\
                        new_per_minute = 1000\nlogin_seconds = 300\n";

/// Logs in with a new key and leaves, and so becomes a member.
fn join(club: &Club) {
    let mut member = club.login(club.key());
    member.expect("Play now");
    member.send("\x03");
    assert_eq!(member.ended().code(), Some(0));
    club.logged("event=close session=1");
}

#[test]
fn guests_and_silent_connections_keep_no_member_out() {
    let Some(club) = Club::start(SETTINGS) else { return };
    join(&club);
    // These say nothing, and would hold all places for as long as a login may take.
    let connect = || TcpStream::connect(("127.0.0.1", club.port)).expect("a connection");
    let _silent: Vec<TcpStream> = (0..30).map(|_| connect()).collect();
    club.logged("event=limit what=logging_in");
    let guests = [(); 2].map(|()| club.enter(By::Nothing, &[]));
    for guest in &guests {
        guest.expect("Play now");
    }
    let words = "The server is full for guests and new players. Try again later.";
    let refused = club.ssh(By::Key(&club.key_of("ed25519", "new")), &["-T", "player@127.0.0.1"]);
    assert!(!refused.status.success() && told(&refused).contains(words), "{}", told(&refused));
    let mut third = club.enter(By::Nothing, &[]);
    third.expect("The server is full");
    assert_eq!(third.ended().code(), Some(255));
    club.logged("event=limit what=kept_for_members");
    let member = club.login(club.key());
    member.expect("Play now");
    // Who is here already was not pushed out.
    guests[0].send("?");
    guests[0].expect("╭ Keys");
    let status = club.operate(&["status"]);
    for line in ["Guests and new players: 2 of 2\n", "Limit reached: kept_for_members 2\n"] {
        assert!(told(&status).contains(line), "{}", told(&status));
    }
}

/// Another program uses the database of this server.
fn database(club: &Club, sql: &str) {
    let path = club.at("data/club.db");
    let done = Connection::open(path).and_then(|connection| connection.execute_batch(sql));
    done.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

#[test]
fn a_ban_of_an_address_holds_while_the_database_cannot_be_read() {
    let Some(club) = Club::start("") else { return };
    let ban = club.operate(&["ban", "127.0.0.0/8"]);
    assert!(ban.status.success(), "{}", told(&ban));
    let come = |club: &Club| told(&club.ssh(By::Key(&club.key()), &["-T", "player@127.0.0.1"]));
    assert!(come(&club).contains("does not let you in"));
    database(&club, "ALTER TABLE bans RENAME TO lost");
    assert!(come(&club).contains("does not let you in"), "{}", club.log());
    // A server that never could read its bans lets nobody in, until it can.
    let club = club.again("");
    let words = "The server cannot read its list of bans, so it lets nobody in now. Try again later.";
    let refused = come(&club);
    assert!(refused.contains(words), "{refused}");
    club.logged("event=failed what=bans");
    database(&club, "ALTER TABLE lost RENAME TO bans; DELETE FROM bans");
    let session = club.login(club.key());
    session.expect("Play now");
}
