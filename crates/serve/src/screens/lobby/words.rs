//! Tables of people in words.

use std::time::{Duration, Instant, SystemTime};

use crate::club::challenge::{Answered, Challenge};
use crate::club::member::MemberId;
use crate::club::moment::seconds;
use crate::club::store::Closing;
use crate::club::table_service::{Finished, Listed, Terms};
pub(super) use crate::club::table_words::{clock, name, pace, players, safe, terms};
use crate::club::zone::Zone;
use crate::escape;
use crate::rules::outcome::Share;
use crate::rules::side::Side;
use crate::tui::board::panels;

/// An hour, and a day.
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// What a challenge is about.
fn about(challenge: &Challenge) -> String {
    let Terms { game, clock: pace, rated, .. } = &challenge.terms;
    let kind = if *rated { "rated" } else { "casual" };
    format!("{}, {}, {kind}", game.spec().title, clock(*pace))
}

/// Who is challenged.
fn challenged(challenge: &Challenge) -> String {
    challenge.to.as_ref().map_or_else(|| "everybody".to_owned(), |to| safe(&to.shown_name()))
}

/// A challenge, as somebody reads it who may accept it.
pub(super) fn offer(challenge: &Challenge) -> String {
    let whom = if challenge.to.is_some() { "you" } else { "everybody" };
    format!("{} challenges {whom}: {}.", safe(&challenge.by.shown_name()), about(challenge))
}

/// A challenge of one's own.
pub(super) fn own_offer(challenge: &Challenge) -> String {
    format!("You challenge {}: {}", challenged(challenge), about(challenge))
}

/// What became of a challenge of one's own.
pub(super) fn answered(answer: &Answered) -> String {
    let (whom, what) = (challenged(&answer.challenge), about(&answer.challenge));
    match (answer.how, &answer.challenge.to) {
        (Closing::Accepted(_), Some(_)) => format!("{whom} accepts your challenge: {what}."),
        (Closing::Accepted(_), None) => format!("Your challenge is accepted: {what}."),
        (Closing::Declined, _) => format!("{whom} declines your challenge: {what}."),
        _ => format!("Nobody has accepted your challenge in two weeks: {what}."),
    }
}

/// What somebody got from a finished game.
pub(super) fn result(finished: &Finished, who: MemberId) -> String {
    match finished.share_of(who) {
        None => "over".to_owned(),
        Some(Share::ALL) => "you won".to_owned(),
        Some(Share::NONE) => "you lost".to_owned(),
        Some(share) => format!("a draw: {share}"),
    }
}

/// How many tournaments can be joined, and how many go on; whether one of the first is new.
pub(super) fn tournaments((open, running): (usize, usize), is_new: bool) -> String {
    let words = [(open, "open"), (running, "in progress")];
    let words = words.into_iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}"));
    let words = words.collect::<Vec<_>>().join(", ");
    if is_new { format!("{words} · new") } else { words }
}

/// The time left, as precisely as it matters.
fn left(time: Duration) -> String {
    match time {
        time if time > DAY => format!("{} days", time.as_secs().div_ceil(DAY.as_secs())),
        time if time > 2 * HOUR => format!("{} hours", time.as_secs().div_ceil(HOUR.as_secs())),
        // In a list seconds are enough.
        time => panels::clock(time.max(Duration::from_secs(10))),
    }
}

/// Until when a slow move has to be played.
fn deadline(left: Duration, zone: &Zone) -> String {
    let end = SystemTime::now().checked_add(left).map(seconds);
    // The year is that of the reader's calendar: it is at most a week away.
    end.map_or_else(String::new, |end| format!("by {}", zone.moment(end).get(5..).unwrap_or_default()))
}

/// The same of a game at another server, as that one tells it.
fn far_progress(listed: &Listed) -> String {
    let Some(brief) = listed.brief.as_ref().filter(|_| listed.is_playing()) else { return String::new() };
    let turn = match (listed.turn(), listed.own) {
        (None, _) => Some("over".to_owned()),
        (Some(turn), Some(own)) if turn == own => Some("your move".to_owned()),
        (Some(turn), Some(_)) => {
            listed.setup.game.spec().seats.get(turn.index()).map(|seat| format!("{} to move", seat.name))
        }
        (Some(_), None) => None,
    };
    let watchers = (brief.watchers > 0).then(|| format!("{} watching", brief.watchers));
    // It comes from another server, which may be another version.
    let round = Some(escape::line(&brief.round).into_owned());
    turn.into_iter().chain(round).chain(watchers).collect::<Vec<_>>().join(" · ")
}

/// How far a game is: the move, the clocks, who watches.
pub(super) fn progress(listed: &Listed, zone: &Zone, now: Instant) -> String {
    let Some(table) = &listed.table else { return far_progress(listed) };
    let view = table.newest();
    let (position, spec) = (view.position.as_ref(), view.position.spec());
    let mut words = Vec::new();
    match (&view.status.ending, listed.own) {
        (Some(_), _) => words.push("over".to_owned()),
        (None, Some(side)) if side == position.turn() => words.push("your move".to_owned()),
        (None, Some(_)) => words.push(format!("{} to move", spec.seat(position.turn()).name)),
        _ => {}
    }
    let slow = view.clock(position.turn(), now).filter(|_| listed.setup.is_slow() && view.status.ending.is_none());
    if let Some(left) = slow {
        words.push(deadline(left, zone));
    } else {
        words.push(position.round_words());
    }
    let clocks: Vec<String> =
        Side::all(spec.seats.len()).filter_map(|side| view.clock(side, now)).map(left).collect();
    if !clocks.is_empty() && slow.is_none() && view.status.ending.is_none() {
        words.push(clocks.join(" "));
    }
    let watchers = view.watchers().count();
    if watchers > 0 {
        words.push(format!("{watchers} watching"));
    }
    words.join(" · ")
}
