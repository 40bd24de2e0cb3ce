//! Tells a page that its game has changed (server-sent events). The page asks for what is new itself, so a line is short, and
//! who does not read costs nothing but the lines that the system keeps.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use hyper::{Response, StatusCode};
use tokio::sync::mpsc::channel;
use tokio::time::sleep;

use crate::answer::events;
use crate::body::AnswerBody;
use crate::pages;
use crate::shown_game::version;
use crate::site::Site;

/// How often it is looked whether something has changed.
const LOOK: Duration = Duration::from_millis(500);

/// How often an idle page is told that the line is alive.
const PING: Duration = Duration::from_secs(60);

/// After this time the page asks anew.
const LONGEST: Duration = Duration::from_secs(10 * 60);

/// How many lines wait for a page. With more it does not read.
const WAITING: usize = 4;

/// Follows a game, for as long as it is in progress and somebody reads.
pub(crate) fn follow(site: &Arc<Site>, key: i64) -> Response<AnswerBody> {
    let Some(first) = version(site, key) else {
        return pages::problem(site, StatusCode::NOT_FOUND).response(None, false);
    };
    let (lines, body) = channel(WAITING);
    let site = Arc::clone(site);
    tokio::spawn(async move {
        let (mut told, mut pinged, start) = (first, Instant::now(), Instant::now());
        let _ = lines.try_send(Bytes::from(format!("retry: 3000\ndata: {first}\n\n")));
        while start.elapsed() < LONGEST && !lines.is_closed() {
            sleep(LOOK).await;
            let now = version(&site, key);
            let line = match now {
                Some(now) if now != told => format!("data: {now}\n\n"),
                Some(_) if pinged.elapsed() >= PING => ":\n\n".to_owned(),
                Some(_) => continue,
                None => "event: over\ndata: 0\n\n".to_owned(),
            };
            if lines.try_send(line.into()).is_err() || now.is_none() {
                return;
            }
            (told, pinged) = (now.unwrap_or(told), Instant::now());
        }
    });
    events(AnswerBody::Lines(body))
}
