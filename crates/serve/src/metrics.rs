//! Figures for programs that watch the server, in the text form of Prometheus. They are given at an address of the
//! operator's choice, which is none by default. The answer to HTTP is the least that such programs need.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

use super::server::{Server, lock};
use crate::club::table_service::Doing;

/// How many ask at the same time. Who comes then is answered all the same, and who has waited longest is cut: somebody who
/// asks for nothing keeps nobody out.
const MOST: usize = 16;

/// The longest request, in bytes.
const LONGEST_BYTES: usize = 1024;

/// How long one may take.
const DEADLINE: Duration = Duration::from_secs(2);

/// After an error of the system nobody is accepted for this time.
const BREATH: Duration = Duration::from_millis(200);

/// Answers for as long as the server runs.
pub(super) async fn serve(server: Arc<Server>, listener: TcpListener) {
    let mut asking: VecDeque<AbortHandle> = VecDeque::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        asking.retain(|one| !one.is_finished());
        if asking.len() >= MOST
            && let Some(oldest) = asking.pop_front()
        {
            oldest.abort();
        }
        let server = Arc::clone(&server);
        let answer = async move { drop(tokio::time::timeout(DEADLINE, answer(server, stream)).await) };
        asking.push_back(tokio::spawn(answer).abort_handle());
    }
}

/// Answers one request.
async fn answer(server: Arc<Server>, mut stream: TcpStream) -> std::io::Result<()> {
    let mut request = Vec::new();
    let mut bytes = [0; 256];
    while !request.windows(4).any(|part| part == b"\r\n\r\n") {
        let read = stream.read(&mut bytes).await?;
        request.extend_from_slice(&bytes[..read]);
        if read == 0 || request.len() > LONGEST_BYTES {
            return Ok(());
        }
    }
    let (status, body) = if request.starts_with(b"GET /metrics ") {
        // The store is read, so this is not for a thread of the connections.
        let text = tokio::task::spawn_blocking(move || text(&server)).await;
        ("200 OK", text.map_err(std::io::Error::other)?)
    } else {
        ("404 Not Found", "The figures are at /metrics.\n".to_owned())
    };
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    let size = body.len();
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {size}\r\nConnection: close\r\n\r\n{body}"
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await
}

/// The figures.
fn text(server: &Server) -> String {
    let connections = server.all();
    let games: usize = connections.iter().filter_map(|connection| connection.wire()).map(|wire| wire.games()).sum();
    let (waiting, thinking) = server.pool.queue();
    let figures = &server.club.store.figures;
    let (commits, time) = figures.commits();
    let count = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
    let mut text = String::new();
    let mut add = |name: &str, kind: &str, about: &str, value: &dyn std::fmt::Display| {
        let _ = write!(text, "# HELP heterodox_{name} {about}\n# TYPE heterodox_{name} {kind}\n");
        let _ = writeln!(text, "heterodox_{name} {value}");
    };
    add("connections", "gauge", "Open connections.", &connections.len());
    let (logging_in, guests) = lock(&server.gate).counts();
    add("logging_in", "gauge", "Connections that have not logged in.", &logging_in);
    add("common_places", "gauge", "Places of guests, new players and second connections of members.", &guests);
    add("sessions", "gauge", "Clients that run.", &server.clients.load(Ordering::SeqCst));
    add("logins_total", "counter", "Logins since the start.", &count(&server.counts.logins));
    add("refused_total", "counter", "Connections and requests that were refused.", &count(&server.counts.refused));
    add("log_lines_lost_total", "counter", "Lines of the log that could not be written.", &server.log.dropped());
    add("reports_total", "counter", "Reports of players about others.", &count(&server.counts.reports));
    add("tables", "gauge", "Tables of people.", &server.club.tables.all().len());
    let troubles = server.club.tables.troubles();
    let unsaved = troubles.iter().filter(|(doing, ..)| *doing == Doing::Moves).count();
    add("troubles", "gauge", "What the server cannot do at this moment.", &troubles.len());
    add("tables_not_stored", "gauge", "Tables of people whose last changes are not stored.", &unsaved);
    add("games", "gauge", "Games that sessions have open, at any table.", &games);
    add("here", "gauge", "Members and guests who are here.", &server.club.here().len());
    if let Ok(members) = server.club.store.count_members() {
        add("members", "gauge", "Members in the store.", &members);
    }
    let removed = server.club.removed_members();
    add("members_removed_total", "counter", "Members who were removed because they never did anything.", &removed);
    add("table_events_total", "counter", "Moves and other events of tables in the store.", &figures.events());
    add("store_changes_total", "counter", "Changes in the store.", &figures.changes());
    let removed = figures.all_removed();
    let about = "Games that no member has played and that were removed.";
    add("removed_games_total", "counter", about, &removed.games);
    add("removed_events_total", "counter", "Events of these games.", &removed.events);
    let about = "Challenges that were over and were removed.";
    add("removed_challenges_total", "counter", about, &removed.challenges);
    add("thinking_waiting", "gauge", "Searches that wait for a place.", &waiting);
    add("thinking_busy", "gauge", "Searches that run.", &thinking);
    add("thinking_megabytes", "gauge", "Memory of computers, hints and analyses.", &server.pool.memory().0);
    add("engines", "gauge", "Processes of engines that the operator lists.", &server.pool.engines());
    let name = "heterodox_limits_reached_total";
    let _ = write!(text, "# HELP {name} How often each limit was reached.\n# TYPE {name} counter\n");
    for (limit, times) in server.club.reached.all() {
        let _ = writeln!(text, "{name}{{limit=\"{limit}\"}} {times}");
    }
    let name = "heterodox_store_commit_seconds";
    let _ = write!(text, "# HELP {name} Time of a commit of the store.\n# TYPE {name} summary\n");
    let _ = write!(text, "{name}_sum {}\n{name}_count {commits}\n", time.as_secs_f64());
    text
}
