//! The client of one player: it runs on a thread of its own, as it would in a terminal of its own.

use std::io::{self, BufWriter};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use ratatui::layout::Layout;
use thiserror::Error;

use super::archives::Busy;
use super::channel_host::ChannelHost;
use super::connection::{Connection, STUCK};
use super::destination::Destination;
use super::errand::Errand;
use super::player::{Player, Who};
use super::screens::club::{ENTRIES, Entered};
use super::screens::lobby::Lobby;
use super::sent_games::{self, SentGameError, VariantCommand};
use super::server::{BANNED, Server};
use super::stop::STOP;
use super::wire::Wire;
use crate::club::address::network;
use crate::club::arrival::NotNow;
use crate::club::member::Member;
use crate::club::store::StoreError;
use crate::club::{Club, ClubError};
use crate::files;
use crate::paths::Paths;
use crate::players::thinking_slots::ThinkingSlots;
use crate::task;
use crate::tui::app::App;
use crate::tui::host::Host as _;
use crate::tui::run::run;
use crate::tui::screen::Screen;
use crate::tui::screens::home::Home;
use crate::tui::world::{Setup, World};

/// How many divisions of areas a client remembers.
const LAYOUTS: NonZeroUsize = NonZeroUsize::new(64).unwrap();

/// What the channel reports to the player's `ssh`, as the program itself would.
pub(super) const FINE: u32 = 0;
pub(super) const FAILED: u32 = 1;

/// What a server that ends reports to the one that has sent a session there: the session stays in the club.
pub(super) const GOES: u32 = 75;

/// Why a player gets no client.
#[derive(Debug, Error)]
pub(super) enum SetupError {
    /// The club does not know who it is.
    #[error(transparent)]
    Club(#[from] ClubError),
    /// Their folder cannot be made.
    #[error("the folder of the player: {0}")]
    Folder(#[from] io::Error),
    /// Too many archives are being sent.
    #[error(transparent)]
    Busy(#[from] Busy),
    /// The operator keeps them out.
    #[error("banned")]
    Banned,
    /// The account was deleted, or the key has another one, while they came in.
    #[error("the account has changed meanwhile: log in again")]
    Changed,
    /// Their key is new, there are enough new members, and guests may not play.
    #[error(transparent)]
    NotNow(NotNow),
    /// Something about the games that they have sent is refused.
    #[error(transparent)]
    Sent(#[from] SentGameError),
}

impl From<StoreError> for SetupError {
    fn from(error: StoreError) -> SetupError {
        SetupError::Club(error.into())
    }
}

impl SetupError {
    /// What their user reads, and the reason for the log.
    pub(super) fn words(&self) -> (String, &'static str) {
        match self {
            SetupError::Banned => (BANNED.to_owned(), "banned"),
            SetupError::Changed => ("Your account has changed meanwhile. Log in again.".to_owned(), "account"),
            SetupError::NotNow(why) => (why.to_string(), why.setting()),
            SetupError::Sent(why) => (why.to_string(), "variant"),
            _ => ("The server cannot use your account; please tell its operator.".to_owned(), "failed"),
        }
    }
}

/// Runs the client until its user leaves. Returns the status for the player's `ssh`.
pub(super) fn play(
    server: &Arc<Server>,
    connection: &Connection,
    (who, destination): (&Who, Destination),
    host: &mut ChannelHost,
    wire: &Arc<Wire>,
) -> u32 {
    let setup = match setup(server, connection, who, host) {
        Ok(setup) => setup,
        Err(error) => {
            let (words, reason) = error.words();
            match error {
                SetupError::Club(_) | SetupError::Folder(_) => server.failed(connection, &error),
                _ => {
                    server.refused(connection, reason);
                }
            }
            connection.note_reason(reason);
            host.say(&words);
            return FAILED;
        }
    };
    // Each thread has a cache of its own; one client has no more layouts than this.
    Layout::init_cache(LAYOUTS);
    let mut world = World::new(setup);
    wire.count_games(world.client.tables.counter());
    let mut screens: Vec<Box<dyn Screen>> =
        vec![Box::new(Home::with(ENTRIES, &world)), Box::new(Lobby::new(&world))];
    screens.extend(destination.first_screen(&mut world, wire));
    let ended = run(host, App::new(world, screens));
    if wire.is_going() && !ended.panicked {
        for loss in &ended.losses {
            server.failed(connection, loss);
        }
        return FINE;
    }
    if wire.is_led() && connection.reason() == Some(STOP) && !ended.panicked {
        for loss in &ended.losses {
            server.failed(connection, loss);
        }
        return GOES;
    }
    if ended.panicked {
        connection.note_reason("panic");
    } else if wire.is_cut() {
        connection.note_reason("lost");
    } else {
        connection.note_reason("left");
    }
    for loss in &ended.losses {
        server.failed(connection, loss);
    }
    // The client is gone with everything that wrote into its folder.
    server.sweep();
    let mut losses = ended.losses;
    let words = server.last_words(connection, wire.take_words(), &mut losses);
    for words in words.iter().chain(&ended.exit_message).chain(&losses) {
        host.say(words);
    }
    if ended.panicked || !losses.is_empty() { FAILED } else { FINE }
}

fn setup(
    server: &Arc<Server>,
    connection: &Connection,
    who: &Who,
    host: &ChannelHost,
) -> Result<Setup, SetupError> {
    let player = find(&server.club, &server.data, connection, who)?;
    settle(&server.club, connection, who, &player.member)?;
    let Player { member, paths, files, not_now } = player;
    if let Some(why) = not_now {
        if !server.settings().guests {
            return Err(SetupError::NotNow(why));
        }
        if let Some(wire) = connection.wire() {
            wire.notice(&format!("You play as a guest. {why}"));
        }
    }
    server.club.note_address(member.id, connection.address);
    if let Some(paths) = &paths {
        files::make_folder(&paths.data_dir)?;
        offer_sent(server, &member, paths);
    }
    let mut visit = server.club.enter(member.clone()).arrived(who.key(), Some(connection.address));
    if let Some((host, port)) = server.public_address(connection) {
        visit = visit.reached_at(host, port);
    }
    if let Some(wire) = connection.wire() {
        wire.tell_keys(visit.key_presses());
        visit = visit.led_by(Arc::new(move |way| wire.go(Errand::by(way))));
    }
    Ok(Setup {
        paths,
        files,
        quota: server.settings().limits.quota(),
        identity: member.id.identity(),
        club: Some(Box::new(Entered(visit))),
        offered: Some(Arc::clone(&server.offered)),
        engines: server.engines.clone(),
        shared: Some(server.shared.clone()),
        pool: pool(server, connection, &member),
        workers: server.workers.clone(),
        most: Some(server.settings().thinking.most()),
        ..Setup::new(host.facts(), server.games.clone())
    })
}

/// The places to think: a member is one person on all connections, and so are all guests of an address.
fn pool(server: &Server, connection: &Connection, member: &Member) -> ThinkingSlots {
    let identity = member.id.identity();
    if member.is_guest() {
        server.pool.of(&format!("address {}", network(connection.address))).known_as(identity.name())
    } else {
        server.pool.of(identity.name())
    }
}

/// Finds who it is. A key that is kept out makes no member.
pub(super) fn find(club: &Club, data: &Path, connection: &Connection, who: &Who) -> Result<Player, SetupError> {
    check_ban(club, who)?;
    Ok(who.member(club, data, (connection.guest(), connection.address))?)
}

/// From now on who ends the sessions of a member finds this one. A ban or a deletion that was faster has not found it, so
/// both are looked for once more.
pub(super) fn settle(club: &Club, connection: &Connection, who: &Who, member: &Member) -> Result<(), SetupError> {
    connection.set_member(member);
    check_ban(club, who)?;
    match who.key().filter(|_| !member.is_guest()) {
        Some(digest) if club.store.owner_of_key(digest)?.is_none_or(|owner| owner.id != member.id) => {
            Err(SetupError::Changed)
        }
        _ => Ok(()),
    }
}

/// Refuses a player whom the operator keeps out.
fn check_ban(club: &Club, who: &Who) -> Result<(), SetupError> {
    match who.key() {
        Some(digest) if club.store.is_key_banned(digest)? => Err(SetupError::Banned),
        _ => Ok(()),
    }
}

/// Sends everything that is kept of a player, and ends the channel.
pub(super) fn start_archive(
    server: Arc<Server>,
    connection: Arc<Connection>,
    who: Who,
    wire: Arc<Wire>,
) -> io::Result<()> {
    let alive = server.count_client();
    task::spawn("archive", move || {
        let _alive = alive;
        let sent = task::contain(|| archive(&server, &connection, &who, &wire));
        wire.finish(if matches!(sent, Ok(Ok(()))) { FINE } else { FAILED });
    })?;
    Ok(())
}

fn archive(server: &Server, connection: &Connection, who: &Who, wire: &Arc<Wire>) -> Result<(), SetupError> {
    let sent = (|| {
        let Player { member, not_now, .. } = find(&server.club, &server.data, connection, who)?;
        not_now.map_or(Ok(()), |why| Err(SetupError::NotNow(why)))?;
        settle(&server.club, connection, who, &member)?;
        let _sending = server.archives.begin(member.id, &server.settings().limits)?;
        let mut out = BufWriter::with_capacity(CHUNK_BYTES, Output(Arc::clone(wire)));
        Ok(server.club.archive(member.id, &mut out)?)
    })();
    match &sent {
        Ok(()) => connection.note_reason("archive"),
        Err(SetupError::Busy(why)) => {
            connection.note_reason("busy");
            server.club.reached.note(why.limit());
            let _ = wire.complain(&format!("The archive cannot be sent: {why}.\r\n"));
        }
        Err(_) if connection.reason() == Some(STUCK) => server.club.reached.note("archive_stalled_seconds"),
        Err(error) => {
            server.failed(connection, error);
            let _ = wire.complain(&format!("The archive cannot be made: {error}\r\n"));
        }
    }
    sent
}

/// Does what a player asks of the games that they have sent, and ends the channel.
pub(super) fn start_variant(
    server: Arc<Server>,
    connection: Arc<Connection>,
    who: Who,
    wire: Arc<Wire>,
    command: VariantCommand,
    sent: Vec<u8>,
) -> io::Result<()> {
    let alive = server.count_client();
    task::spawn("variant", move || {
        let _alive = alive;
        let told = task::contain(|| variant(&server, &connection, &who, &command, &sent));
        let done = match &told {
            Ok(Ok(text)) => wire.write(text.as_bytes()).is_ok(),
            Ok(Err(error)) => {
                // Whoever does not read the reason reads the status.
                let _ = wire.complain(&format!("{}\n", error.words().0));
                false
            }
            Err(_) => false,
        };
        wire.finish(if done { FINE } else { FAILED });
    })?;
    Ok(())
}

/// The answer, or why there is none, in words for the player.
fn variant(
    server: &Server,
    connection: &Connection,
    who: &Who,
    command: &VariantCommand,
    sent: &[u8],
) -> Result<String, SetupError> {
    connection.note_reason("variant");
    let player = find(&server.club, &server.data, connection, who)?;
    settle(&server.club, connection, who, &player.member)?;
    Ok(sent_games::answer(server, &player.member, player.paths.as_ref(), command, sent)?)
}

/// Reads the games that a member has sent before, aside from their client.
fn offer_sent(server: &Arc<Server>, member: &Member, paths: &Paths) {
    if !server.settings().variants.from_members || !paths.variants_dir().is_dir() {
        return;
    }
    let (own, member, paths) = (Arc::clone(server), member.clone(), paths.clone());
    let read = task::spawn("variant", move || drop(sent_games::offer(&own, &member, &paths)));
    if let Err(error) = read {
        server.log.note("failed", &[("what", &"variant"), ("error", &error)]);
    }
}

/// How much of an archive is sent at once.
const CHUNK_BYTES: usize = 32 * 1024;

/// A channel as a file that is written.
struct Output(Arc<Wire>);

impl io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, TcpListener, TcpStream};
    use std::time::SystemTime;

    use super::*;
    use crate::club::Dismissed;
    use crate::club::store::Ban;
    use crate::folder::Folder;
    use crate::players::Opponents;

    const KEY: [u8; 32] = [7; 32];

    /// A connection of somebody with the key, which was found a moment ago.
    fn found(club: &Club, folder: &Folder) -> (Connection, Player) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
        let socket = TcpStream::connect(listener.local_addr().expect("an address")).expect("a socket");
        let connection = Connection::new(1, Ipv4Addr::LOCALHOST.into(), socket);
        connection.set_who(Who::Key(KEY));
        let player = find(club, folder.path(), &connection, &Who::Key(KEY)).expect("a player");
        (connection, player)
    }

    /// Between the moment when a member is found and the one when their connection is known as theirs, whoever ends their
    /// sessions cannot find this one.
    #[test]
    fn a_ban_or_a_deletion_between_two_steps_of_a_login_counts() {
        let folder = Folder::new("settle");
        let club = Club::open(folder.path(), &Opponents::default()).expect("a club");
        let (who, now) = (Who::Key(KEY), SystemTime::now());
        let (connection, player) = found(&club, &folder);
        assert!(!connection.is(Dismissed::Member(player.member.id)), "nobody could find it");
        club.store.ban(vec![Ban::Key(KEY)], "player-1", now).expect("a ban");
        assert!(matches!(settle(&club, &connection, &who, &player.member), Err(SetupError::Banned)));
        club.store.unban("player-1").expect("no ban");

        let (connection, player) = found(&club, &folder);
        let visit = club.enter(player.member.clone()).arrived(Some(KEY), None);
        visit.delete(now).expect("deleted");
        drop(visit);
        assert!(matches!(settle(&club, &connection, &who, &player.member), Err(SetupError::Changed)));

        // What comes later finds the connection.
        let (connection, player) = found(&club, &folder);
        settle(&club, &connection, &who, &player.member).expect("a member");
        assert!(connection.is(Dismissed::Member(player.member.id)));
    }

    /// Two logins with a new key at the same time are one member, wherever the other one is at that moment.
    #[test]
    fn a_second_login_between_two_steps_is_the_same_member() {
        let folder = Folder::new("settle-twice");
        let club = Club::open(folder.path(), &Opponents::default()).expect("a club");
        let (first, one) = found(&club, &folder);
        let (second, other) = found(&club, &folder);
        for (connection, player) in [(&second, &other), (&first, &one)] {
            settle(&club, connection, &Who::Key(KEY), &player.member).expect("a member");
        }
        assert_eq!((one.member, club.store.count_members().expect("a store")), (other.member, 1));
    }
}
