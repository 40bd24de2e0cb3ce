//! The rows of the lobby: games that wait for their reader, what can be done, open tables, games in progress, and who is
//! here.

use std::time::Instant;

use super::from_store::FromStore;
use super::goal::Goal;
use super::offers::Challenges;
use super::seen::Seen;
use super::signs::Signs;
use super::words::{answered, name, offer, own_offer, pace, players, progress, result, safe, terms, tournaments};
use crate::client::defaults;
use crate::club::Visit;
use crate::club::challenge::{Answered, COUNTED, Challenge};
use crate::club::member::MemberId;
use crate::club::moment::seconds;
use crate::club::table_service::{Finished, Listed, Seat};
use crate::club::zone::Zone;
use crate::players::computer::level_name;
use crate::rules::variant::Variant;
use crate::session::setup::{MatchSetup, SeatKind};
use crate::tui::widgets::list::Item;
use crate::tui::world::World;

/// The most tables, games and people that are listed of each. Each client keeps its own rows, so all of many would be far
/// more than one can read. Everybody can be challenged by name, and a private table is found by its code.
const MOST: usize = 100;

/// A row. Headings and notes have no goal.
pub(super) struct Row {
    pub(super) goal: Option<Goal>,
    pub(super) item: Item,
    /// What is said below the list while the row is chosen.
    pub(super) more: Option<String>,
}

impl Row {
    fn goal(goal: Goal, text: impl Into<String>, value: impl Into<String>) -> Row {
        Row { goal: Some(goal), item: Item::new(text, value), more: None }
    }

    fn note(text: impl Into<String>, value: impl Into<String>) -> Row {
        Row { goal: None, item: Item { open: false, ..Item::new(text, value) }, more: None }
    }

    fn more(self, more: String) -> Row {
        Row { more: Some(more), ..self }
    }
}

/// Rows below a heading, with an empty row before it; nothing without rows.
fn part(heading: &str, rows: Vec<Row>, all: &mut Vec<Row>) {
    if rows.is_empty() {
        return;
    }
    let headings = ["", heading].map(|text| Row { goal: None, item: Item::heading(text), more: None });
    all.extend(headings.into_iter().skip(usize::from(all.is_empty())));
    all.extend(rows);
}

/// The rows of so many as are listed, and how many more there are.
fn few(all: Vec<&Listed>, row: impl Fn(&Listed) -> Row) -> Vec<Row> {
    let more = all.len().saturating_sub(MOST);
    let rows = all.into_iter().take(MOST).map(row);
    rows.chain((more > 0).then(|| Row::note(format!("and {more} more"), " "))).collect()
}

/// The game that is played at once: as it was played last, against the computer.
pub(super) fn setup(game: &'static dyn Variant, world: &World) -> MatchSetup {
    let setup = defaults::setup_of(game, &world.client);
    let people = setup.seats.iter().filter(|seat| matches!(seat, SeatKind::Human(_))).count();
    if people == 1 { setup } else { MatchSetup::against_computer(game, defaults::level(&world.client)) }
}

/// The game against the computer in words.
fn against(setup: &MatchSetup) -> String {
    let title = setup.game.spec().title;
    let level = |seat: &SeatKind| if let SeatKind::Computer(level) = seat { Some(*level) } else { None };
    match setup.seats.iter().filter_map(level).max() {
        Some(level) => format!("{title}, level {level}: {}", level_name(level)),
        None => title.to_owned(),
    }
}

/// Is it the move of the person who sees this list?
fn is_own_turn(listed: &Listed) -> bool {
    listed.turn().is_some_and(|turn| listed.own == Some(turn))
}

/// The row of one's own game in progress.
fn own_game(listed: &Listed, zone: &Zone, now: Instant) -> Row {
    let title = listed.setup.game.spec().title;
    Row::goal(Goal::Game(listed.key), format!("{title}: {}", players(&listed.seats)), progress(listed, zone, now))
}

/// The row of a game that ended while its player was away.
fn ended(finished: &Finished, me: MemberId, zone: &Zone) -> Row {
    let title = finished.setup.game.spec().title;
    let seats: Vec<Seat> = finished.seats.iter().map(|seat| seat.player.clone()).collect();
    let (text, words) = (format!("{title}: {}", players(&seats)), safe(&finished.words));
    let more = format!("{words} It ended at {}.", zone.moment(seconds(finished.ended)));
    Row::goal(Goal::Ended(finished.key), text, result(finished, me)).more(more)
}

/// The row of a table that waits for people.
fn waiting(listed: &Listed, me: MemberId) -> Row {
    let free = listed.seats.iter().filter(|seat| **seat == Seat::Open).count();
    let value = match (listed.host == me, free) {
        (_, 0) => "waits for its players".to_owned(),
        (true, _) => "yours, waiting".to_owned(),
        (_, 1) => "one free".to_owned(),
        (_, free) => format!("{free} free"),
    };
    let who: Vec<String> = listed.seats.iter().filter(|seat| **seat != Seat::Open).map(name).collect();
    let who = if who.is_empty() { String::new() } else { format!("{}: ", who.join(", ")) };
    Row::goal(Goal::Table(listed.key), format!("{who}{}", terms(&listed.setup, listed.rated)), value)
}

/// The rows of challenges: answers, those of others, and one's own.
fn challenges(all: &Challenges, me: MemberId, zone: &Zone) -> Vec<Row> {
    let answer =
        |one: &Answered| Row::goal(Goal::Answer(one.challenge.id), answered(one), "new").more(answered(one));
    let (own, others): (Vec<&Challenge>, Vec<&Challenge>) = all.open.iter().partition(|one| one.by.id == me);
    let until = |one: &Challenge| format!("until {}", zone.day(seconds(one.expires)));
    let end = |one: &Challenge| format!("It waits until {}.", zone.moment(seconds(one.expires)));
    let offered = |one: &Challenge| {
        let more = format!("{} {}", offer(one), end(one));
        Row::goal(Goal::Offer(one.id), offer(one), until(one)).more(more)
    };
    let waits = |one: &Challenge| {
        let more = format!("{}. {}", own_offer(one), end(one));
        Row::goal(Goal::Own(one.id), own_offer(one), until(one)).more(more)
    };
    // Those to this member come before those to everybody.
    let (asked, to_all): (Vec<&Challenge>, Vec<&Challenge>) = others.into_iter().partition(|one| one.to.is_some());
    let rows = all.answered.iter().map(answer).chain(asked.into_iter().chain(to_all).map(offered));
    let mut rows: Vec<Row> = rows.chain(own.into_iter().map(waits)).collect();
    rows.extend((all.more > 0).then(|| match all.more {
        COUNTED.. => Row::note(format!("and at least {COUNTED} more"), " "),
        more => Row::note(format!("and {more} more"), " "),
    }));
    rows
}

/// All rows, from the top, and whether one of them tells the time.
pub(super) fn rows(
    visit: &Visit,
    setup: &MatchSetup,
    (seen, read, signs): (&Seen, &FromStore, &Signs),
    now: Instant,
) -> (Vec<Row>, bool) {
    let me = visit.member.id;
    let (games, open): (Vec<&Listed>, Vec<&Listed>) =
        seen.tables().into_iter().partition(|listed| listed.is_playing());
    let (mut own, others): (Vec<&Listed>, Vec<&Listed>) =
        games.into_iter().partition(|listed| listed.own.is_some());
    // Games in which it is one's move come first, slow ones before the others.
    own.sort_by_key(|listed| (!is_own_turn(listed), !listed.setup.is_slow()));
    let ticks = !own.is_empty() || !others.is_empty();

    let mut rows = Vec::new();
    part("Your games", own.into_iter().map(|listed| own_game(listed, &read.zone, now)).collect(), &mut rows);
    let broken = seen.broken.iter().map(|seats| Row::note(players(seats), "the operator knows"));
    part("Cannot be opened", broken.collect(), &mut rows);
    part(
        "Ended while you were away",
        read.missed.iter().map(|one| ended(one, me, &read.zone)).collect(),
        &mut rows,
    );
    let item = Item::choice("Play now", against(setup));
    let play = Row { goal: Some(Goal::Play), item, more: None };
    let doing = vec![
        play,
        Row::goal(Goal::New, "New table", ""),
        Row::goal(Goal::Challenge, "Challenge somebody", ""),
        Row::goal(Goal::Join, "Join by code", ""),
        Row::goal(Goal::Tournaments, "Tournaments", tournaments(seen.all.tournaments, signs.has_tournament())),
        Row::goal(Goal::Ladders, "Ladders", ""),
        Row::goal(Goal::Played, "Games played here", ""),
        Row::goal(Goal::Account, "Account", ""),
        Row::goal(Goal::Alone, "Play alone, learn, settings", ""),
    ];
    part("Play", doing, &mut rows);
    // Others can make many, so they are below what everybody needs.
    part("Challenges", challenges(&read.challenges, me, &read.zone), &mut rows);
    part("Tables", few(open, |listed| waiting(listed, me)), &mut rows);
    let watched = |listed: &Listed| {
        let title = listed.setup.game.spec().title;
        let text = format!("{}: {title}{}", players(&listed.seats), pace(&listed.setup));
        Row::goal(Goal::Game(listed.key), text, progress(listed, &read.zone, now))
    };
    part("Being played", few(others, watched), &mut rows);
    part("Here", people(visit, seen, signs), &mut rows);
    (rows, ticks)
}

/// The rows of who is here, friends first.
fn people(visit: &Visit, seen: &Seen, signs: &Signs) -> Vec<Row> {
    let me = visit.member.id;
    let (friends, all): (Vec<_>, Vec<_>) =
        seen.here(&visit.member).partition(|(member, _)| signs.is_friend(member.id));
    let friends = friends.into_iter().map(|(member, state)| (member, format!("friend, {state}")));
    let all = friends.chain(all.into_iter().map(|(member, state)| (member, state.to_owned())));
    let mut people: Vec<Row> = Vec::new();
    let mut others = 0;
    for (member, state) in all {
        others += usize::from(member.id != me);
        if member.id != me && others > MOST {
            continue;
        }
        let name = safe(&member.shown_name());
        people.push(if member.id == me {
            Row::note(name, state)
        } else {
            Row::goal(Goal::Member(member.id), name, state)
        });
    }
    if let Some(more) = others.checked_sub(MOST).filter(|more| *more > 0) {
        people.push(Row::note(format!("and {more} more"), " "));
    }
    if others == 0 {
        people.push(Row::note("Nobody else is here. Others see that you would play.", " "));
    }
    people
}
