//! The coach in a game: a move that loses much is asked about once, and after the end the moments that decided the game
//! are shown. A move waits for the check a short time only, and pressing again plays it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::desk::Desk;
use super::part::{Part, Step};
use super::table::Table;
use crate::action::{Action, Context};
use crate::client::settings_file::{SaveError, keep};
use crate::record::game::Game;
use crate::rules::mv::Move;
use crate::rules::side::BySide;
use crate::session::coach::{Check, Moment, NODES_AFTER, decided, resources};
use crate::session::setup::{MatchSetup, SeatKind, Start};
use crate::session::survey::Survey;
use crate::theme::Role;
use crate::wakes::Reasons;
use crate::world::World;

/// The longest time that a move waits for its check.
const LONGEST_CHECK: Duration = Duration::from_secs(1);

/// With less time than this on the clock, no move waits.
const CRITICAL: Duration = Duration::from_secs(20);

/// A move that waits.
struct Held {
    check: Check,
    until: Instant,
    /// Was the question asked?
    asked: bool,
}

/// What the coach finds after the end.
struct After {
    game: Game,
    /// The analysis, while it runs.
    survey: Option<Survey>,
    found: Vec<Moment>,
}

/// The coach at a table.
#[derive(Default)]
pub(super) struct Coach {
    /// The move that waits for it.
    held: Option<Held>,
    /// What it finds after the end.
    after: Option<After>,
    /// How accurate the seats were, if the game is over and was analysed.
    accuracy: Option<BySide<f64>>,
}

impl Table {
    /// Is it a game of one person against computers, so that the coach may help?
    fn may_be_coached(&self) -> bool {
        let people = self.setup().seats.iter().filter(|seat| matches!(seat, SeatKind::Human(_))).count();
        people == 1 && self.has_computer() && !self.is_shared()
    }

    fn is_coached(&self, world: &World) -> bool {
        world.client.config.play.coach && self.may_be_coached()
    }
}

impl Coach {
    /// Turns the coach on or off and keeps that for the next games.
    fn toggle(&mut self, desk: &mut Desk, world: &mut World) {
        let on = !world.client.config.play.coach;
        world.client.config.play.coach = on;
        self.held = None;
        let kept = keep("play", "coach", &on.to_string(), &mut world.client);
        // Guests and users without a home folder have the choice until they leave.
        let lost = kept.err().filter(SaveError::is_fault).map(|error| format!(" ({error})")).unwrap_or_default();
        let notice = if on { "Coach on: it asks before a move that loses much" } else { "Coach off" };
        desk.pane.tell(Role::Notice, format!("{notice}{lost}."));
        if on {
            self.look_at_all(&desk.table, world);
        } else {
            self.after = None;
        }
    }

    /// Was the question asked, so that the move waits for an answer?
    pub(super) fn asks(&self) -> bool {
        self.held.as_ref().is_some_and(|held| held.asked)
    }

    /// Plays the move that waits, or asks about it, once its check is done.
    fn check(&mut self, desk: &mut Desk, world: &World) -> Option<Step> {
        let held = self.held.as_mut()?;
        let position = desk.table.position();
        if !held.check.is_of(position) || desk.browse.is_some() || desk.table.ending().is_some() {
            self.held = None;
            return None;
        }
        if held.asked {
            return None;
        }
        let mv = held.check.mv;
        match held.check.take() {
            Some(Some(words)) => {
                held.asked = true;
                desk.pane.selection.ready(position, mv);
                desk.pane.rest_now();
                let key = world.keymap.key(Context::Board, Action::Pick);
                let key = key.map(|key| format!(" {key} plays it.")).unwrap_or_default();
                desk.pane.tell(Role::Advice, format!("{}, are you sure? {words}{key}", position.display(mv)));
                Some(Step::changed())
            }
            None if world.now < held.until => None,
            _ => {
                self.held = None;
                Some(Step::Play(mv))
            }
        }
    }

    /// After the end, looks at the whole game for the moments that decided it, if the coach is on.
    fn look_at_all(&mut self, table: &Table, world: &World) {
        let over = table.ending().is_some() && !table.position().acts().is_empty();
        if !over {
            self.after = None;
            return;
        }
        if self.after.is_some() || !table.is_coached(world) {
            return;
        }
        if let Ok(game) = table.record() {
            let notify = Arc::clone(&world.client.waker);
            let limits = resources(world.client.resources("coach"));
            let survey = Survey::fixed(&game.tree, NODES_AFTER, &world.client.assistant, limits, notify);
            self.after = Some(After { game, survey: Some(survey), found: Vec::new() });
        }
    }

    /// Takes what was found since. True if something changed.
    fn found(&mut self, table: &Table, world: &mut World) -> bool {
        let Some(after) = &mut self.after else { return false };
        let Some(survey) = &mut after.survey else { return false };
        if !survey.take(&mut after.game.tree) {
            return false;
        }
        if survey.is_done() || survey.failure().is_some() {
            after.survey = None;
            after.found = decided(&after.game);
            world.table_views.judge(&after.game);
            self.judged(table, world);
        }
        true
    }

    /// Takes what the analysis of the whole game has found since, if it is over.
    fn judged(&mut self, table: &Table, world: &World) {
        let over = table.ending().is_some();
        self.accuracy = if over { world.table_views.accuracy(table.position()) } else { None };
    }

    pub(super) const fn accuracy(&self) -> Option<&BySide<f64>> {
        self.accuracy.as_ref()
    }

    /// The game with what the coach found in it, once it has looked at all of it.
    pub(super) fn analysed(&self) -> Option<Game> {
        let after = self.after.as_ref().filter(|after| after.survey.is_none())?;
        Some(after.game.clone())
    }

    /// The moments that decided the game, in its order.
    pub(super) fn moments(&self) -> &[Moment] {
        self.after.as_ref().map_or(&[], |after| &after.found)
    }

    /// The game from before a moment, with the same seats.
    pub(super) fn setup_of_moment(&self, number: u8, setup: &MatchSetup) -> Option<MatchSetup> {
        let moment = self.moments().get(usize::from(number).checked_sub(1)?)?;
        Some(MatchSetup { start: Start::Fen(moment.fen.clone()), ..setup.clone() }.here())
    }

    /// What the end says of the moments.
    pub(super) fn moment_words(&self) -> Vec<(String, Role)> {
        let Some(after) = &self.after else { return Vec::new() };
        if let Some(survey) = &after.survey {
            let (done, all) = survey.progress();
            return vec![(format!("The coach looks at the game: {done} of {all} positions."), Role::Dim)];
        }
        if after.found.is_empty() {
            return vec![("No single move decided the game.".to_owned(), Role::Text)];
        }
        let head = "What decided it (a number plays from there):".to_owned();
        let rows =
            after.found.iter().enumerate().map(|(at, one)| (format!("{} {}", at + 1, one.words), Role::Text));
        std::iter::once((head, Role::Dim)).chain(rows).collect()
    }
}

impl Part for Coach {
    fn can(&self, action: Action, desk: &Desk, _: &World) -> Option<bool> {
        match action {
            Action::Back if self.held.is_some() => Some(true),
            Action::Coach => Some(desk.table.may_be_coached()),
            _ => None,
        }
    }

    fn why_not(&self, action: Action, _: &Desk) -> Option<String> {
        (action == Action::Coach).then(|| "The coach helps one person who plays against computers.".to_owned())
    }

    fn say(&self, action: Action, _: &Desk, _: &World) -> Option<&'static str> {
        match action {
            Action::Pick if self.asks() => Some("play it"),
            Action::Back if self.asks() => Some("another move"),
            Action::Coach if self.asks() => Some("coach off"),
            _ => None,
        }
    }

    fn act(&mut self, action: Action, desk: &mut Desk, world: &mut World) -> Option<Step> {
        match action {
            Action::Coach => self.toggle(desk, world),
            Action::Back => {
                self.held.take()?;
                // The message of the coach goes too.
                desk.back();
            }
            _ => return None,
        }
        Some(Step::changed())
    }

    /// The move waits for its check. A move that is made again is played.
    fn holds(&mut self, mv: Move, desk: &mut Desk, world: &mut World) -> Option<Step> {
        let position = desk.table.position();
        if self.held.take().is_some_and(|held| held.check.mv == mv && held.check.is_of(position)) {
            return None;
        }
        let hurries = desk.table.clock(position.turn(), world.now).is_some_and(|left| left < CRITICAL);
        if !desk.table.is_coached(world) || hurries || position.legal().len() < 2 {
            return None;
        }
        let notify = Arc::clone(&world.client.waker);
        let check = Check::begin(position, mv, &world.client.assistant, world.client.resources("coach"), notify);
        self.held = Some(Held { check, until: world.now + LONGEST_CHECK, asked: false });
        Some(Step::changed())
    }

    fn opened(&mut self, desk: &mut Desk, world: &World) {
        self.judged(&desk.table, world);
        self.look_at_all(&desk.table, world);
    }

    fn moved(&mut self, _: &mut Desk) {
        self.accuracy = None;
    }

    fn changed(&mut self, _: bool, desk: &mut Desk, world: &mut World) -> Option<Step> {
        self.look_at_all(&desk.table, world);
        None
    }

    fn wake(&mut self, why: Reasons, desk: &mut Desk, world: &mut World) -> Option<Step> {
        let checked = self.check(desk, world);
        let found = why.task && self.found(&desk.table, world);
        checked.or_else(|| found.then(Step::changed))
    }

    /// When the move that waits is played at the latest.
    fn deadline(&self) -> Option<Instant> {
        self.held.as_ref().filter(|held| !held.asked).map(|held| held.until)
    }
}
