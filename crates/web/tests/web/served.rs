//! A club with its pages, and who asks for them.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime};

use heterodox_club::Club;
use heterodox_club::member::Member;
use heterodox_club::store::TableKey;
use heterodox_club::table_service::{Terms, Wanted};
use heterodox_games::registry::Registry;
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::Variant;
use heterodox_play::players::Opponents;
use heterodox_play::session::setup::ClockSetup;
use heterodox_play::session::table::SeatHandle;
use heterodox_play::session::table::command::SeatCommand;
use heterodox_web::{Door, Place, Site, SiteWords, serve};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use crate::folder::Folder;

/// How long a test waits for something.
const PATIENCE: Duration = Duration::from_secs(300);

/// A door with room for so many.
pub(crate) struct TestDoor {
    most: usize,
    open: Arc<AtomicUsize>,
}

struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl TestDoor {
    fn place(&self) -> Option<Place> {
        let before = self.open.fetch_add(1, Ordering::SeqCst);
        let counted = Counted(Arc::clone(&self.open));
        (before < self.most).then(|| Box::new(counted) as Place)
    }
}

impl Door for TestDoor {
    fn connection(&self, _: IpAddr) -> Option<Place> {
        self.place()
    }

    fn request(&self, address: IpAddr) -> Option<Place> {
        // One address is full, so that a test sees for whom a proxy asks.
        if address == IpAddr::from([192, 0, 2, 66]) { None } else { self.place() }
    }

    fn failed(&self, words: &str) {
        panic!("{words}");
    }
}

/// A club with its pages.
pub(crate) struct Served {
    pub(crate) club: Arc<Club>,
    pub(crate) at: SocketAddr,
    pub(crate) open: Arc<AtomicUsize>,
    _runtime: Runtime,
    _folder: Folder,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut pairs = self.head.lines().filter_map(|line| line.split_once(": "));
        pairs.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }
}

pub(crate) fn until(what: &str, done: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !done() {
        assert!(Instant::now() < end, "waited for: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

impl Served {
    /// A new club with room for so many readers. Proxies are believed at 127.0.0.1 if `proxy` says so.
    pub(crate) fn new(most: usize, proxy: bool) -> Served {
        let folder = Folder::new("web");
        let club = Club::open(folder.path(), &Opponents::default()).expect("a club");
        let words = SiteWords {
            ssh: "ssh chess.example.org".to_owned(),
            address: Some("https://chess.example.org".to_owned()),
            proxies: if proxy { vec![IpAddr::from([127, 0, 0, 1])] } else { Vec::new() },
        };
        let open = Arc::new(AtomicUsize::new(0));
        let door = Arc::new(TestDoor { most, open: Arc::clone(&open) });
        let site = Arc::new(Site::new(Arc::clone(&club), Registry::default(), words, door));
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads");
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a port");
        let at = listener.local_addr().expect("an address");
        runtime.spawn(serve(site, listener));
        Served { club, at, open, _runtime: runtime, _folder: folder }
    }

    /// A connection whose other end must answer.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.at).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        stream
    }

    /// What answers these bytes until the connection ends.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // It may end before all was sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// The answer to a request with these headers.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &str) -> Answer {
        let request = format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n");
        read(&self.raw(request.as_bytes()))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "")
    }

    /// A member with this key and this name, who is here while the test runs.
    pub(crate) fn member(&self, key: u8, name: &str) -> Member {
        let made = self.club.store.member_of_key([key; 32], &format!("folder-{key}"), SystemTime::now());
        let mut member = made.expect("a member").0;
        member.name = Some(name.to_owned());
        std::mem::forget(self.club.enter(member.clone()));
        member
    }

    /// A live game of these people.
    pub(crate) fn game(
        &self,
        game: &'static dyn Variant,
        people: &[&Member],
        private: bool,
    ) -> (TableKey, Vec<SeatHandle>) {
        let mut terms = Terms::new(game);
        terms.private = private;
        terms.clock = Some(ClockSetup::new(10, 5));
        for seat in people.len()..game.spec().seats.len() {
            terms.seats[seat] = Wanted::Computer(1);
        }
        let key = self.club.tables.open_table(people[0], &terms).expect("a table");
        let code = self.club.tables.listed(people[0], key).and_then(|listed| listed.code);
        for (at, who) in people.iter().enumerate().skip(1) {
            self.club.tables.sit(who, key, Side::new(at), code.as_deref()).expect("a seat");
        }
        let handle = |who: &&Member| self.club.tables.handle(who, key, code.as_deref()).ok();
        until("the game starts", || people.iter().all(|who| handle(who).is_some()));
        (key, people.iter().filter_map(handle).collect())
    }

    /// Ends a game, and waits until it is stored.
    pub(crate) fn resign(&self, key: TableKey, seats: &[SeatHandle]) {
        seats[0].command(SeatCommand::Resign(Side::FIRST)).expect("resigned");
        until("the end is stored", || self.club.tables.finished(key).is_ok_and(|finished| finished.is_some()));
    }
}

/// Reads an answer.
pub(crate) fn read(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|part| part == b"\r\n\r\n").expect("an answer");
    let head = String::from_utf8(bytes[..end].to_vec()).expect("text");
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    Answer { status, head, body: bytes[end + 4..].to_vec() }
}

/// Plays so many moves, the first legal ones.
pub(crate) fn play(seats: &[SeatHandle], moves: usize) {
    for _ in 0..moves {
        let view = seats[0].table().newest();
        let (turn, plies) = (view.position.turn(), view.position.acts().len());
        let mv = view.position.legal()[0];
        seats[turn.index()].command(SeatCommand::Play(mv, plies)).expect("their turn");
        until("the move is in the game", || seats[0].table().newest().position.acts().len() > plies);
    }
}
