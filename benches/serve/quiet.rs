//! Players in the lobby: what one costs, and how fast a key is answered.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Scale;
use super::crowd::{beat, runtime};
use super::figures::Row;
use super::player::{Fault, Player, keys, login_all, marked};
use super::server::{Server, Usage, folder};

/// The time until a server that was just entered has nothing more to do.
const SETTLE: Duration = Duration::from_secs(2);

/// The same in seconds, where a thousand lobbies show who has come.
const ALL_SETTLE: u64 = 16;

/// Moves the mark of the list down or up.
pub(crate) async fn move_mark(player: Arc<Player>, count: usize) -> Result<Option<Duration>, Fault> {
    let keys = if count.is_multiple_of(2) { "\x1b[B" } else { "\x1b[A" };
    let before = marked(&player.text());
    player.press(keys, "another row", |screen| marked(screen) != before).await.map(Some)
}

/// The memory of a player in the lobby.
pub(crate) fn lobby(scale: Scale) -> Result<Row, Fault> {
    let server = Server::start(folder()?, None)?;
    runtime()?.block_on(async {
        let many = scale.of(500);
        let before = server.memory()?;
        let players = login_all(server.port, keys(many)?, "Play now").await?;
        tokio::time::sleep(SETTLE).await;
        let mut row = Row::default();
        let each = (server.memory()? - before) / many as f64;
        row.memory = Some(each);
        let here = players.iter().filter(|player| player.is_here()).count();
        row.must(format!("{here} of {many} here"), here == many);
        row.at_most("KiB each", each, 320.0);
        Ok(row)
    })
}

/// How many come in a second, and as many go.
const COME: u32 = 2;

/// A full lobby, where people come and go.
pub(crate) fn crowd(scale: Scale) -> Result<Row, Fault> {
    let server = Server::start(folder()?, None)?;
    runtime()?.block_on(async {
        let many = scale.of(1000);
        let players = login_all(server.port, keys(many)?, "Play now").await?;
        tokio::time::sleep(scale.seconds(ALL_SETTLE)).await;
        let (guests, time) = (keys(8)?, scale.seconds(30));
        let (usage, begin) = (Usage::new(&server)?, Instant::now());
        let mut clock = tokio::time::interval(Duration::from_secs(1) / COME);
        let (mut logins, mut last) = (Vec::new(), None);
        while begin.elapsed() < time {
            clock.tick().await;
            let came = Instant::now();
            let player =
                Player::login(server.port, Arc::clone(&guests[logins.len() % guests.len()]), (80, 24)).await?;
            player.expect("Play now").await?;
            logins.push(came.elapsed());
            // The one before goes.
            drop(last.replace(player));
        }
        let core = usage.percent(&server)?;
        let rate = logins.len() as f64 / begin.elapsed().as_secs_f64();
        let mut row = Row::of(logins);
        row.core = Some(core);
        let here = players.iter().filter(|player| player.is_here()).count();
        row.must(format!("{here} of {many} here"), here == many);
        row.at_most("core %", core, 30.0);
        row.must(format!("{rate:.1} logins a second"), rate > 0.8 * f64::from(COME));
        Ok(row)
    })
}

/// The answer to a key.
pub(crate) fn keys_of_many(scale: Scale) -> Result<Row, Fault> {
    let server = Server::start(folder()?, None)?;
    runtime()?.block_on(async {
        let players = login_all(server.port, keys(scale.of(100))?, "Play now").await?;
        let players: Vec<Arc<Player>> = players.into_iter().map(Arc::new).collect();
        tokio::time::sleep(SETTLE).await;
        let usage = Usage::new(&server)?;
        let mut row = Row::of(beat(&players, scale.seconds(20), move_mark).await?);
        row.core = Some(usage.percent(&server)?);
        let (half, slow) = (row.share(0.5), row.share(0.99));
        row.at_most("p50", half, 3.0);
        row.at_most("p99", slow, 20.0);
        Ok(row)
    })
}

/// Players who do nothing.
pub(crate) fn idle(scale: Scale) -> Result<Row, Fault> {
    let server = Server::start(folder()?, None)?;
    runtime()?.block_on(async {
        let many = scale.of(1000);
        let before = server.memory()?;
        let players = login_all(server.port, keys(many)?, "Play now").await?;
        tokio::time::sleep(scale.seconds(ALL_SETTLE)).await;
        let usage = Usage::new(&server)?;
        tokio::time::sleep(scale.seconds(30)).await;
        let mut row = Row::default();
        let core = usage.percent(&server)?;
        row.core = Some(core);
        row.memory = Some((server.memory()? - before) / many as f64);
        let here = players.iter().filter(|player| player.is_here()).count();
        row.must(format!("{here} of {many} here"), here == many);
        row.at_most("core %", core, 1.0);
        Ok(row)
    })
}
