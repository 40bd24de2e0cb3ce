//! The journal tells the whole game: whatever is ordered, a game that is replayed from its journal is the one in play.

use std::fmt::Debug;

use proptest::prelude::*;

use super::*;
use crate::players::{Expected, PlayerError};
use crate::record::journal::JournalEvent;
use crate::rules::side::BySide;

/// Numbers that choose a command, and how many seconds pass before it.
type Choice = (u8, u8, u8, u8);

/// What was written.
fn events(effects: Vec<Effect>) -> Vec<JournalEvent> {
    let event = |effect| if let Effect::Write(event) = effect { Some(event) } else { None };
    effects.into_iter().filter_map(event).collect()
}

/// A position with moves played until this seat is on turn, and the texts of these moves.
fn until_turn(referee: &Referee, side: Side, by: u8) -> (Box<dyn Position>, Vec<String>) {
    let (mut position, mut texts) = (referee.position().fork(), Vec::new());
    while position.turn() != side && position.outcome().is_none() {
        let legal = position.legal();
        let mv = legal[usize::from(by) % legal.len()];
        texts.push(position.machine(mv));
        if position.play(mv).is_err() {
            break;
        }
    }
    (position, texts)
}

/// A move that this seat may have later, or a text that is none.
fn premove(referee: &Referee, side: Side, by: u8) -> Option<String> {
    let (position, _) = until_turn(referee, side, by);
    let legal = position.legal();
    match by % 4 {
        0 => None,
        1 => Some("nonsense".to_owned()),
        _ => legal.get(usize::from(by) % legal.len().max(1)).map(|&mv| position.machine(mv)),
    }
}

/// A line of conditional moves: those of the others, and an answer.
fn line(referee: &Referee, side: Side, by: u8) -> Option<Vec<String>> {
    let (position, mut texts) = until_turn(referee, side, by);
    let legal = position.legal();
    texts.push(position.machine(*legal.get(usize::from(by) % legal.len().max(1))?));
    is_line(referee.position(), side, &texts).then_some(texts)
}

fn thought(by: u8) -> Thought {
    let score = [-2000, -200, 0, 5, 2000][usize::from(by) % 5];
    Thought {
        depth: 3,
        lines: vec![Expected { score, seats: None, moves: Vec::new() }],
        nodes: 9,
        time: seconds(1),
    }
}

/// Would a table pass on that this seat asks for something, or agrees to it?
fn may_wish(referee: &Referee, side: Side, wish: Wish) -> bool {
    match wish {
        Wish::TakeBack => referee.can_take_back(side) || referee.requests().iter().any(|open| open.what == wish),
        Wish::Pause => !referee.is_stopped(),
        Wish::Continue => referee.is_stopped(),
        Wish::Hints => !referee.are_hints_agreed(),
        Wish::Evaluation => !referee.is_evaluation_agreed(),
    }
}

/// The command that these numbers choose, if a table would pass it on.
fn chosen(referee: &Referee, (kind, one, two, _): Choice) -> Option<TableCommand> {
    let sides: Vec<Side> = referee.position().spec().sides().collect();
    let side = sides[usize::from(one) % sides.len()];
    let legal = referee.position().legal();
    let mv = || legal.get(usize::from(two) % legal.len().max(1)).copied();
    let asked = referee.asking.ticket();
    let person = referee.people().has(side).then_some(side);
    let wish = Wish::ALL[usize::from(two) % Wish::ALL.len()];
    let yes = two.is_multiple_of(2);
    Some(match kind % 42 {
        0..15 => match asked {
            Some(ticket) => TableCommand::Answer(ticket, Reply::Move(mv()?)),
            None if referee.is_stopped() => return None,
            None => TableCommand::Play(mv()?),
        },
        15..19 => TableCommand::Premove(person?, premove(referee, side, two)),
        19 | 20 if referee.position().turn() == side => return None,
        19 | 20 => TableCommand::Plan(person?, line(referee, side, two).into_iter().collect()),
        21 => TableCommand::Draw(side),
        22 => [TableCommand::Draw(side), TableCommand::DeclineDraw(side)][usize::from(yes)].clone(),
        23 | 24 => TableCommand::Claim(side),
        25..28 if may_wish(referee, person?, wish) => TableCommand::Wish(Sides::only(side), wish),
        25..28 => return None,
        28 => TableCommand::Refuse(person?, wish),
        29 => TableCommand::Stop(yes),
        30 => TableCommand::Pause(yes),
        31 | 32 => TableCommand::Undo,
        33 => TableCommand::Redo,
        34 => [TableCommand::Resign(side), TableCommand::Dismiss(person?)][usize::from(yes)].clone(),
        35 => TableCommand::Replace(side, 3),
        36 if yes => TableCommand::Give(side, "ann".to_owned(), "Ann".to_owned()),
        36 => TableCommand::Sit(side),
        37 => TableCommand::Hold(yes),
        38 => TableCommand::Answer(asked?, Reply::Thought(thought(two))),
        40 => TableCommand::Answer(asked?, Reply::Waits),
        41 => TableCommand::Answer(asked?, Reply::Begins),
        _ if yes => TableCommand::Answer(asked?, Reply::Failed(PlayerError::ThreadEnded, two.is_multiple_of(4))),
        _ => TableCommand::Tick,
    })
}

/// What the journal must tell of a game, but for the clocks.
fn facts(referee: &Referee) -> Vec<String> {
    fn labelled(name: &str, fact: impl Debug) -> String {
        format!("{name}: {fact:?}")
    }
    let position = referee.position();
    let over = referee.ending.is_some();
    vec![
        labelled("position", (position.fen(), position.hash(), position.acts().len(), position.turn())),
        labelled("score", &referee.score),
        labelled("ending", &referee.ending),
        labelled("offers", &referee.offers),
        labelled("requests", &referee.requests),
        labelled("stopped", referee.is_stopped()),
        // Nothing is planned in a game that is over, and an undo drops what was.
        labelled("plans", (!over).then_some(&referee.plans)),
        labelled("seats", &referee.setup.seats),
    ]
}

/// The game of this journal, before it goes on.
fn replayed(start: &MatchSetup, journal: &[JournalEvent]) -> Referee {
    let mut referee = Referee::new(start.clone(), start.begin().expect("the start"));
    assert_eq!(referee.replay(journal), journal.len(), "{:?}", journal.last());
    referee
}

/// Gives the commands to a game. After each of them a game that is resumed from the journal must be the same.
fn play(start: &MatchSetup, choices: &[Choice]) {
    let mut live = Referee::new(start.clone(), start.begin().expect("the start"));
    let mut journal = events(live.begin(Duration::ZERO));
    live.step(TableCommand::Synced(u64::MAX), Duration::ZERO);
    let mut now = 0;
    for &choice in choices {
        now += u64::from(choice.3 % 8);
        let Some(command) = chosen(&live, choice) else { continue };
        let said = format!("{command:?}");
        journal.extend(events(order(&mut live, command, now)));
        // The game is left, and resumed.
        let left = events(live.leave(seconds(now)));
        live.step(TableCommand::Synced(u64::MAX), seconds(now));
        let whole = [&journal[..], &left].concat();
        let mut again = replayed(start, &whole);
        if live.ending.is_none() {
            let clocks = |clocks: Option<BySide<Duration>>| clocks.map(|clocks| clocks.values().to_vec());
            assert_eq!(clocks(again.clocks.values()), clocks(live.clocks.all_left(seconds(now))), "{said}");
        }
        let more = events(again.begin(seconds(now)));
        assert_eq!(more, [], "{said}: nothing was left to do");
        for (again, live) in facts(&again).into_iter().zip(facts(&live)) {
            assert_eq!(again, live, "{said}");
        }
        if choice.0.is_multiple_of(7) {
            // It goes on in another program.
            again.step(TableCommand::Synced(u64::MAX), seconds(now));
            (live, journal) = (again, whole);
        }
    }
}

fn cases() -> u32 {
    if std::env::var_os("HETERODOX_THOROUGH").is_some() { 20_000 } else { 150 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn a_game_that_is_resumed_is_the_one_that_was_left(
        game in prop::sample::select(GAMES),
        computers in 0..3_usize,
        clock in prop::option::of(prop::sample::select(vec!["1+0", "5+3", "3d"])),
        won in any::<bool>(),
        choices in prop::collection::vec(any::<Choice>(), 1..50),
    ) {
        let id = if won { four_seats() } else { game.spec().id };
        let mut start = setup(id, computers, clock);
        if won {
            start.start = Start::Fen(claims::WON.to_owned());
        }
        play(&start, &choices);
    }
}
