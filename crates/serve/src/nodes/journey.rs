//! The journey of a session to the server of a table, and what happens when that server is gone on the way.

use std::fmt::Display;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::unbounded_channel;

use super::pipe::{Ended, lead};
use crate::card::Card;
use crate::channel_host::ChannelHost;
use crate::club::member::Member;
use crate::club::store::TableKey;
use crate::connection::Connection;
use crate::destination::Destination;
use crate::errand::Errand;
use crate::player_client::{FINE, GOES};
use crate::server::Server;
use crate::stay::Start;
use crate::tui::host::Host as _;
use crate::wire::Wire;

/// How long a table may be without a server before its people are led to the lobby.
const LONGEST_WAIT: Duration = Duration::from_secs(25);

/// After which time they are told why they wait.
const TELL: Duration = Duration::from_millis(800);

/// How often it is looked for.
const AGAIN: Duration = Duration::from_millis(200);

/// A session that was at a server for a shorter time counts as one on the way.
const STAY: Duration = Duration::from_secs(1);

/// The most servers that send a session on before it stays where it is.
const HOPS: u32 = 5;

/// What somebody reads while no server has their table.
const WAITING: &str =
    "The server of your table does not answer. Another one takes the table over in a few seconds.";

/// What somebody reads at the new server of a table.
pub(super) const HAS_MOVED: &str =
    "The table has moved to another server. A move that is not on the board was not played.";

/// Where a client comes out that wants to this table.
pub(super) fn destination(table: i64, code: Option<String>) -> Destination {
    code.map_or(Destination::Table(TableKey(table)), Destination::Invited)
}

/// How a journey has ended.
pub(crate) enum Arrived {
    /// The session is over, with this status.
    Left(u32),
    /// It comes out at this server.
    Here(Destination),
}

/// What is known of the one who travels.
pub(crate) struct Traveller<'a> {
    pub(crate) server: &'a Arc<Server>,
    pub(crate) connection: &'a Connection,
    pub(crate) start: &'a Start,
    /// Who it is, as this server knows.
    pub(crate) member: Option<&'a Member>,
}

impl Traveller<'_> {
    fn card(&self, errand: &Errand, wire: &Wire) -> Card {
        let (server, connection) = (self.server, self.connection);
        let window = wire.window();
        Card {
            key: self.start.who.key(),
            guest: connection.guest(),
            address: connection.address,
            variables: self.start.variables.clone(),
            size: window.size,
            cell: window.cell.map(|cell| (cell.wide(), cell.high())),
            public: server.public_address(connection),
            table: Some(errand.table),
            code: errand.code.clone(),
            has_moved: errand.has_moved,
        }
    }

    fn note_lost(&self, address: &str, why: &str) {
        let fields: [(&str, &dyn Display); 3] =
            [("session", &self.connection.number), ("node", &address), ("error", &why)];
        self.server.log.note("node_lost", &fields);
    }

    /// The game in progress of the traveller at another server, or the table that was asked for.
    fn table_of(&self, errand: &Errand) -> TableKey {
        let own = self.member.and_then(|member| self.server.club.tables.far_game_of(member.id));
        own.unwrap_or(TableKey(errand.table))
    }
}

/// Where a table is now.
enum Place {
    Here,
    At(String),
    /// It is nowhere for a moment: its server is gone.
    Nowhere,
    Gone,
}

fn place(server: &Server, key: TableKey) -> Place {
    let store = &server.club.store;
    match store.place_of(key, (store.time())()) {
        Ok(Some(Some(node))) if Some(node.id) == store.node() => Place::Here,
        Ok(Some(Some(node))) => Place::At(node.address),
        Ok(None) => Place::Gone,
        // Nobody knows while the store does not answer.
        Ok(Some(None)) | Err(_) => Place::Nowhere,
    }
}

/// A wait for a server of a table.
#[derive(Default)]
struct Wait {
    since: Option<Instant>,
    is_told: bool,
}

impl Wait {
    /// Waits a moment. False if it has been long enough.
    fn moment(&mut self, host: &mut ChannelHost) -> bool {
        let waited = self.since.get_or_insert_with(Instant::now).elapsed();
        if waited >= TELL && !self.is_told {
            host.say(WAITING);
            self.is_told = true;
        }
        thread::sleep(AGAIN);
        waited < LONGEST_WAIT
    }
}

/// Leads a session to its table, from server to server, until its user leaves or it comes out here.
pub(crate) fn travel(traveller: &Traveller<'_>, errand: Errand, host: &mut ChannelHost, wire: &Wire) -> Arrived {
    let (mut errand, mut hops, mut wait) = (errand, 0, Wait::default());
    loop {
        if wire.is_over() {
            return Arrived::Left(FINE);
        }
        let address = match place(traveller.server, TableKey(errand.table)) {
            Place::Here => {
                if errand.has_moved {
                    wire.notice(HAS_MOVED);
                }
                return Arrived::Here(destination(errand.table, errand.code));
            }
            Place::At(address) if hops < HOPS => address,
            Place::Nowhere if wait.moment(host) => continue,
            Place::At(_) | Place::Gone | Place::Nowhere => return Arrived::Here(Destination::Lobby),
        };
        let (send, input) = unbounded_channel();
        let (begun, card) = (Instant::now(), traveller.card(&errand, wire));
        wire.pipe_to(Some(send));
        let ended = wire.block_on(lead(traveller.server, &address, &card, wire, input));
        wire.pipe_to(None);
        if wire.is_cut() {
            return Arrived::Left(FINE);
        }
        if begun.elapsed() < STAY {
            hops += 1;
        } else {
            (hops, wait) = (0, Wait::default());
        }
        let why = match ended {
            Ok(Ended::Left(GOES)) => None,
            Ok(Ended::Left(status)) => return Arrived::Left(status),
            Ok(Ended::Errand(text)) => match serde_json::from_slice(&text) {
                Ok(next) => {
                    errand = next;
                    continue;
                }
                Err(_) => return Arrived::Here(Destination::Lobby),
            },
            Ok(Ended::Lost) => Some("it was cut".to_owned()),
            Err(error) => Some(error.to_string()),
        };
        let is_lost = why.is_some();
        if let Some(why) = why.filter(|_| wait.since.is_none()) {
            traveller.note_lost(&address, &why);
            // The other end could not leave the terminal as it was.
            host.leave();
        }
        let table = traveller.table_of(&errand).0;
        let code = errand.code.filter(|_| table == errand.table);
        errand = Errand { table, code, has_moved: errand.has_moved || is_lost };
        hops = 0;
        if !wait.moment(host) {
            return Arrived::Here(Destination::Lobby);
        }
    }
}
