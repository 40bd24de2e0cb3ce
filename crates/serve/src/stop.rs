//! The end of the server: what is not stored is tried once more, every client saves and tells its user, and what is lost is
//! in the log.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::connection::Connection;
use super::server::Server;
use crate::club::table_service::TableService;

/// How long the server waits for its clients when it ends.
const LAST_ORDERS: Duration = Duration::from_secs(9);

/// How long a disk may take when the server ends.
const LAST_TRY: Duration = Duration::from_millis(500);

/// Why a connection ends with the server.
pub(super) const STOP: &str = "stop";

/// What people read whose server ends while others of the club are there.
const ELSEWHERE: &str = "This server is going down. Connect again: your games are at another one.";

impl Server {
    /// Ends all connections. New ones are not accepted any more.
    pub(super) async fn stop(&self) {
        self.log.note("stop", &[("clients", &self.clients.load(Ordering::SeqCst))]);
        self.hall_within(LAST_TRY, TableService::save_now).await;
        let is_shared = !self.club.peers().is_empty();
        let club = Arc::clone(&self.club);
        let leaving = tokio::task::spawn_blocking(move || club.leave_nodes());
        if let Ok(Ok(Err(error))) = tokio::time::timeout(LAST_TRY, leaving).await {
            self.log.note("failed", &[("what", &"node"), ("error", &error)]);
        }
        for connection in self.all() {
            let words = if is_shared { ELSEWHERE } else { "The server is going down." };
            connection.end(words, STOP);
        }
        let end = Instant::now() + LAST_ORDERS;
        while Instant::now() < end {
            if self.clients.load(Ordering::SeqCst) == 0 && self.all().is_empty() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
            self.look();
        }
        for (key, _, loss) in self.hall_within(LAST_TRY, TableService::unsaved).await.unwrap_or_default() {
            let (moves, why) = (loss.unsaved.moves, &loss.why);
            self.log.note("lost", &[("what", &"save"), ("table", &key.0), ("moves", &moves), ("error", why)]);
        }
        self.log.note("stopped", &[("clients", &self.clients.load(Ordering::SeqCst))]);
    }

    /// Asks the table service for something that waits for the disk, for this long at most.
    async fn hall_within<T: Send + 'static>(&self, time: Duration, ask: fn(&TableService) -> T) -> Option<T> {
        let tables = Arc::clone(&self.club.tables);
        tokio::time::timeout(time, tokio::task::spawn_blocking(move || ask(&tables))).await.ok()?.ok()
    }

    /// What a person is told whose session ends with the server, and what the server could not keep of their games:
    /// `lost`, and what is not stored of the games that they play with others.
    pub(super) fn last_words(
        &self,
        connection: &Connection,
        told: Option<String>,
        lost: &mut Vec<String>,
    ) -> Option<String> {
        if connection.reason() != Some(STOP) {
            return told;
        }
        let member = connection.member();
        let is_own = |people: &[_]| member.as_ref().is_some_and(|member| people.contains(&member.id));
        let own = self.club.tables.unsaved().into_iter().filter(|(_, people, _)| is_own(people));
        lost.extend(own.map(|(key, _, loss)| format!("Table {}: {}: {}.", key.0, loss.words(), loss.why)));
        // Nothing of a guest is kept.
        let kept = lost.is_empty() && member.is_some_and(|member| !member.is_guest());
        told.map(|told| if kept { format!("{told} Your games are saved.") } else { told })
    }
}
