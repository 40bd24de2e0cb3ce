//! Many players at once: each acts once a second, all at different moments.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use heterodox::rules::zobrist::mix;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use super::Scale;
use super::figures::Row;
use super::player::{Fault, Player, keys, login_all};
use super::server::{Server, Usage, folder};

/// How often each acts.
pub(crate) const BEAT: Duration = Duration::from_secs(1);

/// The threads that act as the players.
pub(crate) fn runtime() -> Result<Runtime, Fault> {
    Ok(Builder::new_multi_thread().worker_threads(2).enable_all().build()?)
}

/// Lets everybody act once a second for this time. `act` is told how often this one has acted.
pub(crate) async fn beat<T, F>(
    actors: &[Arc<T>],
    time: Duration,
    act: impl Fn(Arc<T>, usize) -> F + Clone + Send + 'static,
) -> Result<Vec<Duration>, Fault>
where
    T: Send + Sync + 'static,
    F: Future<Output = Result<Option<Duration>, Fault>> + Send,
{
    let mut all = JoinSet::new();
    let end = Instant::now() + time;
    for (at, actor) in actors.iter().enumerate() {
        let (actor, act) = (Arc::clone(actor), act.clone());
        // At any moment of the second, and at the same one in each run.
        let first = Instant::now() + Duration::from_millis(mix(at as u64) % BEAT.as_millis() as u64);
        all.spawn(async move {
            let mut clock = interval_at(first, BEAT);
            clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let mut delays = Vec::new();
            for count in 0.. {
                clock.tick().await;
                if Instant::now() >= end {
                    break;
                }
                let Some(delay) = act(Arc::clone(&actor), count).await? else { break };
                delays.push(delay);
            }
            Ok::<_, Fault>(delays)
        });
    }
    let mut delays = Vec::new();
    while let Some(one) = all.join_next().await {
        delays.extend(one??);
    }
    Ok(delays)
}

/// Opens the help. What is typed into its filter is shown at once, whatever moves below it.
pub(crate) async fn open_help(player: &Player) -> Result<(), Fault> {
    player.press("?", "the help", |screen| screen.contains("filter: ")).await.map(drop)
}

/// Types a letter into the filter of the help, or takes it back.
pub(crate) async fn filter(player: Arc<Player>, count: usize) -> Result<Option<Duration>, Fault> {
    let typed = count.is_multiple_of(2);
    let keys = if typed { "q" } else { "\x7f" };
    player.press(keys, "the filter", |screen| screen.contains("filter: q") == typed).await.map(Some)
}

/// Types a letter of a move, or takes it back. The analysis goes on meanwhile.
async fn type_move(player: Arc<Player>, count: usize) -> Result<Option<Duration>, Fault> {
    let typed = count.is_multiple_of(2);
    let keys = if typed { "q" } else { "\x7f" };
    player.press(keys, "the letter", |screen| screen.contains("move: xq") == typed).await.map(Some)
}

/// So many positions that no search of a run comes to its end.
const ENDLESS: &str = "connections = 500\nper_address = 500\nnew_per_minute = 5000\n\
                       [thinking]\npositions = 4000000000\nseconds = 3600\n";

/// Players with a game against the computer and an analysis each.
pub(crate) fn thinking(scale: Scale) -> Result<Row, Fault> {
    let server = Server::start(folder()?, Some(ENDLESS))?;
    let runtime = runtime()?;
    runtime.block_on(async {
        let players = login_all(server.port, keys(scale.of(50))?, "Play now").await?;
        for player in &players {
            player.send("\r").await?;
        }
        for player in &players {
            player.expect("Enter pick").await?;
            player.send("a").await?;
            player.press("mx", "the typed move", |screen| screen.contains("move: x")).await?;
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
        let players: Vec<Arc<Player>> = players.into_iter().map(Arc::new).collect();
        let usage = Usage::new(&server)?;
        let delays = beat(&players, scale.seconds(30), type_move).await?;
        let mut row = Row::of(delays);
        row.core = Some(usage.percent(&server)?);
        let status = server.status()?;
        let searches =
            status.lines().find(|line| line.starts_with("Searches: ")).unwrap_or("no searches").to_owned();
        let busy = searches.contains("waiting") && !searches.contains(" 0 waiting");
        row.must(searches, busy);
        let slow = row.share(0.99);
        row.at_most("p99", slow, 100.0);
        Ok(row)
    })
}
