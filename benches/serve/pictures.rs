//! Players whose terminals show pictures by sixel: what one costs beside a player with sprites, and how fast a key over
//! pieces is answered.

use std::sync::Arc;
use std::time::Duration;

use super::Scale;
use super::crowd::{beat, runtime};
use super::figures::Row;
use super::player::{Fault, Player, Terminal, keys, login_all_on};
use super::server::{Server, Usage, folder};

/// A window in which pieces are as large as most people see them.
const SIZE: (u16, u16) = (120, 40);

/// The time until a game that was just begun shows nothing new.
const SETTLE: Duration = Duration::from_secs(3);

/// Moves the cursor of the board to a square beside it, and back.
async fn move_cursor(player: Arc<Player>, count: usize) -> Result<Option<Duration>, Fault> {
    let keys = if count.is_multiple_of(2) { "\x1b[D" } else { "\x1b[C" };
    player.press_any(keys).await.map(Some)
}

/// The memory of each player at a board on this terminal, in KiB, with what `measure` says of the players.
fn at_boards<T>(
    (many, terminal): (usize, Terminal),
    measure: impl AsyncFnOnce(&Server, &[Arc<Player>]) -> Result<T, Fault>,
) -> Result<(f64, T), Fault> {
    let server = Server::start(folder()?, None)?;
    runtime()?.block_on(async {
        let before = server.memory()?;
        let players = login_all_on(server.port, keys(many)?, "Play now", (SIZE, terminal)).await?;
        for player in &players {
            player.send("\r").await?;
        }
        for player in &players {
            player.expect("Enter pick").await?;
            // The pieces of the reserve are put on the board.
            player.send("G").await?;
        }
        for player in &players {
            player.until("a board with all pieces", |screen| !screen.contains("to drop")).await?;
            // Down to one's own pieces, beside which there are others.
            player.send("\x1b[B".repeat(8) + "\x1b[A").await?;
        }
        tokio::time::sleep(SETTLE).await;
        let each = (server.memory()? - before) / many as f64;
        let players: Vec<Arc<Player>> = players.into_iter().map(Arc::new).collect();
        Ok((each, measure(&server, &players).await?))
    })
}

/// The answer to a key where all see pictures, and the memory that pictures take.
pub(crate) fn pictures(scale: Scale) -> Result<Row, Fault> {
    let many = scale.of(100);
    let (without, ()) = at_boards((many, Terminal::Foot { sixel: false }), async |_, _| Ok(()))?;
    let (each, mut row) = at_boards((many, Terminal::Foot { sixel: true }), async |server, players| {
        let usage = Usage::new(server)?;
        let bytes = |players: &[Arc<Player>]| players.iter().map(|player| player.bytes()).sum::<usize>();
        let before = bytes(players);
        let mut row = Row::of(beat(players, scale.seconds(20), move_cursor).await?);
        row.core = Some(usage.percent(server)?);
        let a_key = (bytes(players) - before) / row.answers().max(1);
        let seen = players.iter().filter(|player| player.has_pictures()).count();
        row.must(format!("{seen} of {many} see pictures, {a_key} bytes a key"), seen == many && a_key > 500);
        Ok(row)
    })?;
    row.memory = Some(each);
    let slow = row.share(0.99);
    row.at_most("p99", slow, 5.0);
    row.at_most("KiB more each, with a share of what was encoded once", each - without, 16.0);
    Ok(row)
}
