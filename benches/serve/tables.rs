//! Games at many tables. They are opened before the server starts, and their players log in to their boards.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use heterodox::club::member::Member;
use heterodox::club::store::{Store, StoreLog, TableKey};
use heterodox::club::table_service::{Terms, Wanted};
use heterodox::club::{Club, DATABASE, Visit};
use heterodox::games::GAMES;
use heterodox::players::Opponents;
use heterodox::record::event_log::EventLog as _;
use heterodox::record::journal::JournalEvent;
use heterodox::rules::mv::Move;
use heterodox::rules::position::Position;
use heterodox::rules::side::Side;
use heterodox::rules::variant::{Opening, Variant};
use heterodox::rules::zobrist::mix;
use heterodox::session::setup::ClockSetup;
use russh::keys::{HashAlg, PrivateKey};
use tokio::sync::Mutex;

use super::crowd::{beat, filter, open_help, runtime};
use super::figures::Row;
use super::player::{Fault, Player, key, keys, login_all};
use super::server::{Server, Usage, folder};
use super::{Scale, database};

/// The levels of computers that think for a while, and of those that do not.
const LEVELS: [u8; 2] = [7, 2];

/// A table of two, before the server starts.
pub(crate) struct Pair {
    table: TableKey,
    game: &'static dyn Variant,
    pub(crate) keys: [Arc<PrivateKey>; 2],
}

/// A new member with this key, who is here.
fn enter(club: &Arc<Club>, key: &PrivateKey) -> Result<(Member, Visit), Fault> {
    let digest = key.fingerprint(HashAlg::Sha256).sha256().ok_or(Fault::Unreadable { what: "a key" })?;
    let name = format!("load-{}", club.store.count_members()?);
    let (member, _) = club.store.member_of_key(digest, &name, SystemTime::now())?;
    Ok((member.clone(), club.enter(member)))
}

/// Opens tables of two, with all games for two in turn.
pub(crate) fn open_pairs(store: Store, data: &Path, many: usize) -> Result<Vec<Pair>, Fault> {
    let club = Club::on(store, data, &Opponents::default())?;
    let games: Vec<&'static dyn Variant> =
        GAMES.iter().copied().filter(|game| game.spec().seats.len() == 2).collect();
    let mut pairs = Vec::new();
    for at in 0..many {
        let (game, keys) = (games[at % games.len()], [key()?, key()?]);
        let (host, _here) = enter(&club, &keys[0])?;
        let (other, _too) = enter(&club, &keys[1])?;
        let table = club.tables.open_table(&host, &Terms::new(game))?;
        club.tables.sit(&other, table, Side::new(1), None)?;
        pairs.push(Pair { table, game, keys });
    }
    club.leave_nodes()?;
    Ok(pairs)
}

/// The moves of a table as they were shown to both players.
struct Course {
    position: Box<dyn Position>,
    shown: Vec<String>,
}

/// A table that is played.
struct Played {
    table: TableKey,
    players: [Player; 2],
    course: Mutex<Course>,
}

/// A move after which the game goes on.
fn quiet_move(position: &dyn Position, seed: u64) -> Option<(Move, Box<dyn Position>)> {
    let legal = position.legal();
    let first = mix(seed) as usize;
    (0..legal.len()).find_map(|at| {
        let mv = legal[(first.wrapping_add(at)) % legal.len()];
        let mut next = position.fork();
        (next.play(mv).is_ok() && next.outcome().is_none()).then_some((mv, next))
    })
}

/// Plays a move, and waits until both players see it. The time is that of the one who sees it last.
async fn play(played: Arc<Played>, count: usize) -> Result<Option<Duration>, Fault> {
    let mut course = played.course.lock().await;
    let seed = mix(played.table.0 as u64) ^ count as u64;
    let Some((mv, next)) = quiet_move(course.position.as_ref(), seed) else { return Ok(None) };
    let mover = &played.players[count % 2];
    let keys = format!("m{}\r", course.position.display(mv));
    // The panel of moves counts them.
    let seen = format!("─ {} ─╮", count + 1);
    let begin = Instant::now();
    mover.send(keys).await?;
    let mut delay = Duration::ZERO;
    for player in &played.players {
        let at = player.until(&seen, |screen| screen.contains(&seen)).await?;
        delay = delay.max(at.saturating_duration_since(begin));
    }
    let text = course.position.machine(mv);
    course.shown.push(text);
    course.position = next;
    Ok(Some(delay))
}

/// The moves in the log of a table, with the clocks after each.
fn stored(store: &Arc<Store>, table: TableKey) -> Result<Vec<(String, Vec<u64>)>, Fault> {
    let unreadable = |_| Fault::Unreadable { what: "the log of a table" };
    let events = StoreLog::open(store, table)?.read_from(0).map_err(unreadable)?;
    let acts = events.into_iter().filter_map(|logged| match logged.event {
        JournalEvent::Act { text, clocks, .. } => Some((text, clocks)),
        _ => None,
    });
    Ok(acts.collect())
}

/// Tables of people who play a move a second. At the end the server is killed, and what is stored is compared with what
/// was shown.
pub(crate) fn tables(scale: Scale) -> Result<Row, Fault> {
    let mine = folder()?;
    let data = mine.path().join("data");
    let pairs = open_pairs(database::store(&data)?, &data, scale.of(200))?;
    let server = Server::start(mine, None)?;
    let runtime = runtime()?;
    let (mut row, tables) = runtime.block_on(async {
        let keys = pairs.iter().flat_map(|pair| pair.keys.iter().cloned()).collect();
        let mut players = login_all(server.port, keys, "i piece").await?.into_iter();
        let mut tables = Vec::new();
        for pair in &pairs {
            let (Some(one), Some(other)) = (players.next(), players.next()) else { break };
            let position = pair.game.begin(Opening::Start).map_err(|_| Fault::Unreadable { what: "the start" })?;
            let course = Mutex::new(Course { position, shown: Vec::new() });
            tables.push(Arc::new(Played { table: pair.table, players: [one, other], course }));
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
        let usage = Usage::new(&server)?;
        let mut row = Row::of(beat(&tables, scale.seconds(20), play).await?);
        row.core = Some(usage.percent(&server)?);
        let slow = row.share(0.99);
        row.at_most("p99", slow, 50.0);
        Ok::<_, Fault>((row, tables))
    })?;
    let folder = server.kill();
    let store = Arc::new(database::store(&folder.path().join("data"))?);
    let (mut shown, mut lost) = (0, 0);
    for played in tables {
        let stored: Vec<String> = stored(&store, played.table)?.into_iter().map(|(text, _)| text).collect();
        let course = runtime.block_on(played.course.lock()).shown.clone();
        shown += course.len();
        lost += course.iter().enumerate().filter(|(at, text)| stored.get(*at) != Some(*text)).count();
    }
    row.must(format!("{lost} of {shown} moves lost"), lost == 0 && shown > 0);
    Ok(row)
}

/// The time that the clocks of a table have counted until the last move, and when that was.
fn counted(
    store: &Arc<Store>,
    table: TableKey,
    clock: ClockSetup,
) -> Result<Option<(Duration, SystemTime)>, Fault> {
    let acts = stored(store, table)?;
    let (Some((_, left)), Some(moved)) = (acts.last(), store.moved(table)?) else { return Ok(None) };
    let given = clock.start * left.len() as u32 + clock.increment * acts.len() as u32;
    let left: u64 = left.iter().sum();
    Ok(Some((given.saturating_sub(Duration::from_millis(left)), moved)))
}

/// Waits for the next move at any of the tables: a short run would end before it.
async fn wait_for_move(
    store: &Arc<Store>,
    tables: &[TableKey],
    clock: ClockSetup,
    since: SystemTime,
) -> Result<(), Fault> {
    let end = Instant::now() + Duration::from_secs(30);
    while Instant::now() < end {
        for &table in tables {
            if counted(store, table, clock)?.is_some_and(|(_, moved)| moved > since) {
                return Ok(());
            }
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

/// Games of four computers, with watchers.
pub(crate) fn watchers(scale: Scale) -> Result<Row, Fault> {
    let mine = folder()?;
    let clock = ClockSetup::read("30+20").map_err(|_| Fault::Unreadable { what: "a clock" })?;
    let tables = {
        let club = Club::open(&mine.path().join("data"), &Opponents::default())?;
        let game = GAMES.iter().copied().find(|game| game.spec().seats.len() == 4);
        let game = game.ok_or(Fault::Unreadable { what: "a game of four" })?;
        let terms =
            Terms { seats: vec![Wanted::Computer(LEVELS[usize::from(scale.short)]); 4], clock, ..Terms::new(game) };
        // Nobody may open so many where no other person plays.
        let open = |_| {
            let (host, _here) = enter(&club, &*key()?)?;
            Ok::<TableKey, Fault>(club.tables.open_table(&host, &terms)?)
        };
        (0..scale.of(20)).map(open).collect::<Result<Vec<TableKey>, Fault>>()?
    };
    let Some(clock) = clock else { return Err(Fault::Unreadable { what: "a clock" }) };
    let server = Server::start(mine, None)?;
    let started = SystemTime::now();
    let store = Arc::new(Store::open(&server.data().join(DATABASE))?);
    runtime()?.block_on(async {
        let players = login_all(server.port, keys(scale.of(50))?, "Play now").await?;
        for player in &players {
            player.choose(": Armies").await?;
            player.expect("live").await?;
            open_help(player).await?;
        }
        let players: Vec<Arc<Player>> = players.into_iter().map(Arc::new).collect();
        wait_for_move(&store, &tables, clock, started).await?;
        // The clocks stood while no server ran, so what was played before counts for nothing.
        let first = |table: &TableKey| Ok(counted(&store, *table, clock)?.filter(|(_, moved)| *moved > started));
        let at_first = tables.iter().map(first).collect::<Result<Vec<_>, Fault>>()?;
        let usage = Usage::new(&server)?;
        let mut row = Row::of(beat(&players, scale.seconds(40), filter).await?);
        row.core = Some(usage.percent(&server)?);
        let slow = row.share(0.99);
        row.at_most("p99", slow, 100.0);
        wait_for_move(&store, &tables, clock, SystemTime::now()).await?;
        // Between two moves, the clocks have counted no more than the time that has passed. Of a computer that waits for its turn to
        // think no time is counted.
        let (mut worst, mut compared) = (Duration::ZERO, 0);
        for (table, before) in tables.iter().zip(at_first) {
            let (Some((used, moved)), Some((used_then, then))) = (counted(&store, *table, clock)?, before) else {
                continue;
            };
            let passed = moved.duration_since(then).unwrap_or_default();
            worst = worst.max(used.saturating_sub(used_then).saturating_sub(passed));
            compared += usize::from(!passed.is_zero());
        }
        row.must(format!("clocks of {compared} games compared"), compared > 0);
        row.at_most("ms too much", worst.as_secs_f64() * 1000.0, 250.0);
        Ok(row)
    })
}
