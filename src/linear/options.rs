//! Options of a new game as words: `level 5`, `people`, `as black`, `clock 10+5`, `setup cathedral`, `white=human:Ann`.

use super::unanswered::Unanswered;
use crate::config::engines;
use crate::session::setup::{ClockSetup, MatchSetup, SeatKind, Start};
use crate::tui::world::World;

/// What the options are, for people.
pub(super) const OPTIONS: &str = "level 1 to 10, people for no computer, as SIDE to play that side, clock 10+5, \
                                  setup NAME, or SIDE=WHO like black=human:Ann";

/// A setup with these options. The error says what was wrong and what was expected.
pub(super) fn read(mut setup: MatchSetup, words: &[&str], world: &World) -> Result<MatchSetup, Unanswered> {
    let mut words = words.iter().copied();
    let mut level = None;
    while let Some(word) = words.next() {
        let mut value = |what: &str| words.next().ok_or_else(|| format!("{word}: expected {what}."));
        let told = |problem: &dyn std::fmt::Display| format!("{word}: {problem}.");
        match word.to_lowercase().as_str() {
            "level" => match format!("computer:{}", value("a number from 1 to 10")?).parse() {
                Ok(kind) => level = Some(kind),
                Err(problem) => return Err(told(&problem).into()),
            },
            "people" => setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new())),
            "as" => {
                let name = value("a side")?;
                let computer = setup.seats.iter().find(|seat| matches!(seat, SeatKind::Computer(_))).cloned();
                let computer = computer.unwrap_or(SeatKind::Computer(world.config.play.level as u8));
                setup.seats.iter_mut().for_each(|seat| *seat = computer.clone());
                setup.seat(&format!("{name}=human")).map_err(|problem| told(&problem))?;
            }
            "clock" => {
                let clock = ClockSetup::read(value("minutes and seconds like 10+5, or none")?);
                setup.clock = clock.map_err(|problem| told(&problem))?;
            }
            "setup" => setup.start = Start::Named(value("the name of an opening")?.to_owned()),
            _ if word.contains('=') => setup.seat(word).map_err(|problem| told(&problem))?,
            _ => return Err(format!("\"{word}\" is not an option: {OPTIONS}.").into()),
        }
    }
    if let Some(level) = level {
        let computers = setup.seats.iter_mut().filter(|seat| matches!(seat, SeatKind::Computer(_)));
        computers.for_each(|seat| *seat = SeatKind::clone(&level));
    }
    for seat in &setup.seats {
        if let SeatKind::Engine(name) = seat {
            engines::find(&world.config.engines, name, setup.game.spec().id)
                .map_err(|problem| format!("{problem}."))?;
        }
    }
    setup.begin().map_err(|problem| format!("{problem}."))?;
    Ok(setup)
}

/// The game of a person in the first seat against the computer, as the settings say.
pub(super) fn usual(game: &'static dyn crate::rules::variant::Variant, world: &World) -> MatchSetup {
    let mut setup = MatchSetup::against_computer(game, world.config.play.level as u8);
    setup.takebacks = world.config.play.takebacks;
    setup
}
