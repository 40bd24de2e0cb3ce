//! Two servers that share a club, in a database server that `HETERODOX_TEST_DATABASE` names.

use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use heterodox::rules::zobrist::mix;
use russh::keys::PrivateKey;
use tokio::sync::Mutex;

use super::crowd::{beat, runtime};
use super::figures::Row;
use super::player::{Fault, Player};
use super::server::{Server, Usage, folder};
use super::tables::{Pair, open_pairs};
use super::{Scale, database};

/// How long a server may take until it tells something.
const LONG: Duration = Duration::from_secs(60);

/// The first server has all tables; the second one knows it.
struct Two {
    first: Server,
    second: Server,
    pairs: Vec<Pair>,
}

/// Two servers, and tables of two at the first one; `None` without a database.
fn two(many: usize) -> Result<Option<Two>, Fault> {
    let (mine, other) = (folder()?, folder()?);
    let data = mine.path().join("data");
    let Some(address) = database::address(&data)? else { return Ok(None) };
    let store = database::store(&data)?;
    // It leaves when the tables are open, and the first server takes them.
    let maker = store.enter_node("maker", None, (store.time())())?.ok();
    let pairs = open_pairs(store, &data, many)?;
    let first = Server::start_node(mine, &address)?;
    let (store, begun) = (database::store(&data)?, Instant::now());
    while store.places()?.values().any(|node| node.is_none() || *node == maker) && begun.elapsed() < LONG {
        std::thread::sleep(Duration::from_millis(50));
    }
    fs::copy(first.data().join("host_key"), other.path().join("data/host_key"))?;
    let second = Server::start_node(other, &address)?;
    wait(&first, "Other server: ")?;
    wait(&second, "Other server: ")?;
    Ok(Some(Two { first, second, pairs }))
}

/// Waits until a server tells this.
fn wait(server: &Server, told: &str) -> Result<(), Fault> {
    let begun = Instant::now();
    loop {
        let status = server.status()?;
        if status.contains(told) {
            return Ok(());
        }
        if begun.elapsed() > LONG {
            return Err(Fault::Waited { what: told.to_owned(), screen: status, closed: false });
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Logs in there, and goes to the board.
async fn come(server: &Server, keys: impl Iterator<Item = &Arc<PrivateKey>>) -> Result<Vec<Player>, Fault> {
    let mut players = Vec::new();
    for key in keys {
        let player = Player::login(server.port, Arc::clone(key), (80, 24)).await?;
        player.until("the game", |screen| screen.contains("i piece") || screen.contains("Your games")).await?;
        if !player.text().contains("i piece") {
            player.send("\x1b[H\r").await?;
        }
        player.expect("i piece").await?;
        players.push(player);
    }
    Ok(players)
}

fn without_database() -> Row {
    let mut row = Row::default();
    row.must("skipped: there is no database server".to_owned(), true);
    row
}

/// Times until answers came.
type Delays = Arc<Mutex<Vec<Duration>>>;

/// Somebody at a board, at the server of the table or through another one.
struct AtBoard {
    player: Player,
    /// All who are where this one is.
    delays: Delays,
}

/// Moves the cursor, and back.
async fn move_cursor(at: Arc<AtBoard>, count: usize) -> Result<Option<Duration>, Fault> {
    let keys = if count.is_multiple_of(2) { "\x1b[C" } else { "\x1b[D" };
    let delay = at.player.press_any(keys).await?;
    at.delays.lock().await.push(delay);
    Ok(Some(delay))
}

/// The answer to a key at the board of another server, beside that at the server of the table.
pub(crate) fn tunnel(scale: Scale) -> Result<Row, Fault> {
    let Some(Two { first, second, pairs }) = two(scale.of(40))? else { return Ok(without_database()) };
    let half = pairs.len() / 2;
    runtime()?.block_on(async {
        let near = come(&first, pairs[..half].iter().map(|pair| &pair.keys[0])).await?;
        let led = come(&second, pairs[half..].iter().map(|pair| &pair.keys[0])).await?;
        tokio::time::sleep(scale.seconds(3)).await;
        let (here, there) = (Delays::default(), Delays::default());
        let at = |players: Vec<Player>, delays: &Delays| {
            let delays = Arc::clone(delays);
            players.into_iter().map(move |player| Arc::new(AtBoard { player, delays: Arc::clone(&delays) }))
        };
        let actors: Vec<Arc<AtBoard>> = at(near, &here).chain(at(led, &there)).collect();
        let usage = Usage::new(&first)?;
        beat(&actors, scale.seconds(30), move_cursor).await?;
        let core = usage.percent(&first)?;
        let near = Row::of(here.lock().await.clone());
        let mut row = Row::of(there.lock().await.clone());
        row.core = Some(core);
        row.must(format!("{} answers at the server of the table", near.answers()), near.answers() > 0);
        let more = row.share(0.5) - near.share(0.5);
        row.at_most("p50 in ms more", more, 1.0);
        let slow = row.share(0.99) - near.share(0.99);
        row.at_most("p99 in ms more", slow, 20.0);
        Ok(row)
    })
}

/// How long people wait whose server is killed: those who came through another one, until each is at the board again.
pub(crate) fn takeover(scale: Scale) -> Result<Row, Fault> {
    let Some(Two { first, second, pairs }) = two(scale.of(200))? else { return Ok(without_database()) };
    runtime()?.block_on(async {
        let players = come(&second, pairs.iter().map(|pair| &pair.keys[0])).await?;
        // At any moment between two signs of the servers.
        tokio::time::sleep(Duration::from_millis(mix(pairs.len() as u64) % 2000)).await;
        let begun = Instant::now();
        let _folder = first.kill();
        let mut delays = Vec::new();
        for player in &players {
            player.until("why they wait", |screen| screen.contains("takes the table over")).await?;
        }
        for player in &players {
            delays.push(player.expect("i piece").await?.saturating_duration_since(begun));
        }
        let mut row = Row::of(delays);
        let (all, told) = (pairs.len(), second.status()?);
        row.must(format!("{all} tables taken"), told.contains(&format!("Tables taken over: {all}\n")));
        let last = row.share(1.0) / 1000.0;
        row.at_most("s for all", last, 15.0);
        Ok(row)
    })
}
