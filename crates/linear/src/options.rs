//! Options of a new game as words: `level 5`, `people`, `as black`, `clock 10+5`, `setup cathedral`, `white=human:Ann`.

use super::unanswered::Unanswered;
use crate::client::Client;
use crate::client::defaults;
use crate::client::results::my_level;
use crate::config::engines;
use crate::session::setup::{ClockSetup, MatchSetup, SeatKind, Start};

/// A setup with these options. The error says what was wrong and what was expected.
pub(super) fn read(mut setup: MatchSetup, words: &[&str], client: &Client) -> Result<MatchSetup, Unanswered> {
    let mut words = words.iter().copied();
    let mut level = None;
    while let Some(word) = words.next() {
        let mut value =
            |expected| words.next().ok_or_else(|| Unanswered::Value { option: word.to_owned(), expected });
        let wrong = |why| Unanswered::Wrong { option: word.to_owned(), why };
        match word.to_lowercase().as_str() {
            "level" => {
                let text = value("a number from 1 to 10, or mine")?;
                level = Some(match text {
                    "mine" => SeatKind::Computer(my_level(setup.game.spec(), client)),
                    _ => format!("computer:{text}").parse().map_err(wrong)?,
                });
            }
            "people" => setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new())),
            "as" => {
                let name = value("a side")?;
                let computer = setup.seats.iter().find(|seat| matches!(seat, SeatKind::Computer(_))).cloned();
                let computer = computer.unwrap_or(SeatKind::Computer(defaults::level(client)));
                setup.seats.iter_mut().for_each(|seat| *seat = computer.clone());
                setup.seat(&format!("{name}=human")).map_err(wrong)?;
            }
            "clock" => {
                let clock = ClockSetup::read_here(value("minutes and seconds like 10+5, or none")?);
                setup.clock = clock.map_err(wrong)?;
            }
            "setup" => setup.start = Start::Named(value("the name of an opening")?.to_owned()),
            _ if word.contains('=') => setup.seat(word).map_err(wrong)?,
            _ => return Err(Unanswered::Option(word.to_owned())),
        }
    }
    if let Some(level) = &level {
        let computers = setup.seats.iter_mut().filter(|seat| matches!(seat, SeatKind::Computer(_)));
        computers.for_each(|seat| *seat = SeatKind::clone(level));
    }
    for seat in &setup.seats {
        if let SeatKind::Engine(name) = seat {
            engines::find(&client.config.engines, name, setup.game.spec().id)?;
        }
    }
    setup.begin()?;
    if level.is_some() {
        defaults::keep_level(&setup, client);
    }
    Ok(setup)
}

/// The game of a person in the first seat against the computer, at the level chosen last.
pub(super) fn usual(game: &'static dyn crate::rules::variant::Variant, client: &Client) -> MatchSetup {
    let mut setup = MatchSetup::against_computer(game, defaults::level(client));
    setup.takebacks = client.config.play.takebacks;
    setup
}
