//! The client of one player: it runs on a thread of its own, as it would in a terminal of its own.

use std::io::{self, BufWriter};
use std::num::NonZeroUsize;
use std::sync::Arc;

use ratatui::layout::Layout;
use thiserror::Error;

use super::archives::Busy;
use super::connection::{Connection, STUCK};
use super::player::{Player, Who};
use super::server::{BANNED, Server};
use super::wire::{ChannelHost, Wire};
use crate::club::ClubError;
use crate::club::address::network;
use crate::club::member::Member;
use crate::files;
use crate::players::pool::Pool;
use crate::task;
use crate::tui::app::App;
use crate::tui::host::Host as _;
use crate::tui::run::run;
use crate::tui::screen::Screen;
use crate::tui::screens::home::Home;
use crate::tui::screens::lobby::Lobby;
use crate::tui::screens::open;
use crate::tui::world::{Setup, World};

/// How many divisions of areas a client remembers.
const LAYOUTS: NonZeroUsize = NonZeroUsize::new(64).unwrap();

/// What the channel reports to the player's `ssh`, as the program itself would.
const FINE: u32 = 0;
const FAILED: u32 = 1;

/// Why a player gets no client.
#[derive(Debug, Error)]
enum SetupError {
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
}

/// Starts the client of a player.
pub(super) fn start(
    server: Arc<Server>,
    connection: Arc<Connection>,
    who: Who,
    mut host: ChannelHost,
    wire: Arc<Wire>,
) -> io::Result<()> {
    let alive = server.count_client();
    task::spawn("client", move || {
        let _alive = alive;
        let done = task::contain(|| play(&server, &connection, &who, &mut host, &wire));
        wire.finish(done.unwrap_or(FAILED));
    })?;
    Ok(())
}

/// Runs the client until its user leaves. Returns the status for the player's `ssh`.
fn play(server: &Server, connection: &Connection, who: &Who, host: &mut ChannelHost, wire: &Wire) -> u32 {
    let setup = match setup(server, connection, who, host) {
        Ok(setup) => setup,
        Err(SetupError::Banned) => {
            server.refused(connection, "banned");
            connection.note_reason("banned");
            host.say(BANNED);
            return FAILED;
        }
        Err(error) => {
            server.failed(connection, &error);
            host.say("The server cannot use your account; please tell its operator.");
            return FAILED;
        }
    };
    // Each thread has a cache of its own; one client has no more layouts than this.
    Layout::init_cache(LAYOUTS);
    let world = World::new(setup);
    wire.count_games(world.tables.counter());
    let mut screens: Vec<Box<dyn Screen>> = vec![Box::new(Home::new(&world)), Box::new(Lobby::new(&world))];
    // Who comes back to a game that goes on is at its board at once.
    screens.extend(Lobby::waiting_game(&world).and_then(|game| open(game, &world).ok()));
    let ended = run(host, App::new(world, screens));
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
    for words in words.iter().chain(&ended.farewell).chain(&losses) {
        host.say(words);
    }
    if ended.panicked || !losses.is_empty() { FAILED } else { FINE }
}

fn setup(server: &Server, connection: &Connection, who: &Who, host: &ChannelHost) -> Result<Setup, SetupError> {
    if is_banned(server, who)? {
        return Err(SetupError::Banned);
    }
    let Player { member, paths, files } = who.member(&server.club, &server.data)?;
    server.club.note_address(member.id, connection.address);
    if let Some(paths) = &paths {
        files::make_folder(&paths.data_dir)?;
    }
    connection.set_member(&member);
    let visit = server.club.enter(member.clone()).arrived(who.key(), Some(connection.address));
    Ok(Setup {
        paths,
        files,
        quota: server.settings().limits.quota(),
        identity: member.id.identity(),
        club: Some(visit),
        engines: server.engines.clone(),
        shared: Some(server.shared.clone()),
        pool: pool(server, connection, &member),
        most: Some(server.settings().thinking.most()),
        ..Setup::new(host.facts(), server.games.clone())
    })
}

/// The places to think: a member is one person on all connections, and so are all guests of an address.
fn pool(server: &Server, connection: &Connection, member: &Member) -> Pool {
    let identity = member.id.identity();
    if member.is_guest() {
        server.pool.of(&format!("address {}", network(connection.address))).known_as(identity.name())
    } else {
        server.pool.of(identity.name())
    }
}

/// Whether the operator keeps this player out.
fn is_banned(server: &Server, who: &Who) -> Result<bool, ClubError> {
    Ok(match who.key() {
        Some(digest) => server.club.store.is_key_banned(digest)?,
        None => false,
    })
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
        if is_banned(server, who)? {
            return Err(SetupError::Banned);
        }
        let Player { member, .. } = who.member(&server.club, &server.data)?;
        connection.set_member(&member);
        let _sending = server.archives.begin(member.id, &server.settings().limits)?;
        let mut out = BufWriter::with_capacity(CHUNK, Output(Arc::clone(wire)));
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

/// How much of an archive is sent at once.
const CHUNK: usize = 32 * 1024;

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
