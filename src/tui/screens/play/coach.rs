//! The coach in a game: a move that loses much is asked about once, and after the end the moments that decided the game
//! are shown. A move waits for the check a short time only, and pressing again plays it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Play;
use crate::client::settings_file::{SaveError, keep};
use crate::record::game::Game;
use crate::rules::mv::Move;
use crate::session::coach::{Check, Moment, NODES_AFTER, decided, resources};
use crate::session::setup::{MatchSetup, SeatKind, Start};
use crate::session::survey::Survey;
use crate::tui::action::{Action, Context};
use crate::tui::screen::Transition;
use crate::tui::theme::Role;
use crate::tui::world::World;

/// The longest time that a move waits for its check.
const PATIENCE: Duration = Duration::from_secs(1);

/// With less time than this on the clock, no move waits.
const CRITICAL: Duration = Duration::from_secs(20);

/// A move that waits.
pub(super) struct Held {
    check: Check,
    until: Instant,
    /// Was the question asked?
    asked: bool,
}

/// What the coach finds after the end.
pub(super) struct After {
    game: Game,
    /// The analysis, while it runs.
    survey: Option<Survey>,
    found: Vec<Moment>,
}

impl Play {
    /// Is it a game of one person against computers, so that the coach may help?
    pub(super) fn may_be_coached(&self) -> bool {
        let people = self.table.setup().seats.iter().filter(|seat| matches!(seat, SeatKind::Human(_))).count();
        people == 1 && self.table.has_computer() && !self.table.is_shared()
    }

    fn is_coached(&self, world: &World) -> bool {
        world.client.config.play.coach && self.may_be_coached()
    }

    /// Turns the coach on or off and keeps that for the next games.
    pub(super) fn toggle_coach(&mut self, world: &mut World) -> Transition {
        let on = !world.client.config.play.coach;
        world.client.config.play.coach = on;
        self.held = None;
        let kept = keep("play", "coach", &on.to_string(), &mut world.client);
        // Guests and users without a home folder have the choice until they leave.
        let lost = kept.err().filter(SaveError::is_fault).map(|error| format!(" ({error})")).unwrap_or_default();
        let told = if on { "Coach on: it asks before a move that loses much" } else { "Coach off" };
        self.pane.tell(Role::Notice, format!("{told}{lost}."));
        if on {
            self.look_at_all(world);
        } else {
            self.after_end = None;
        }
        Transition::Changed
    }

    /// Whether this move waits for its check. A move that is made again is played.
    pub(super) fn holds(&mut self, mv: Move, world: &World) -> bool {
        let position = self.table.position();
        if self.held.take().is_some_and(|held| held.check.mv == mv && held.check.is_of(position)) {
            return false;
        }
        let hurries = self.table.clock(position.turn(), world.now).is_some_and(|left| left < CRITICAL);
        if !self.is_coached(world) || hurries || position.legal().len() < 2 {
            return false;
        }
        let notify = Arc::clone(&world.client.waker);
        let check = Check::begin(position, mv, &world.client.assistant, world.client.resources("coach"), notify);
        self.held = Some(Held { check, until: world.now + PATIENCE, asked: false });
        true
    }

    /// Was the question asked, so that the move waits for an answer?
    pub(super) fn coach_asks(&self) -> bool {
        self.held.as_ref().is_some_and(|held| held.asked)
    }

    /// Forgets the move that waits; true if there was one.
    pub(super) fn lets_go(&mut self) -> bool {
        self.held.take().is_some()
    }

    /// When the move that waits is played at the latest.
    pub(super) fn held_until(&self) -> Option<Instant> {
        self.held.as_ref().filter(|held| !held.asked).map(|held| held.until)
    }

    /// Plays the move that waits, or asks about it, once its check is done.
    pub(super) fn checked(&mut self, world: &mut World) -> Option<Transition> {
        let held = self.held.as_mut()?;
        if !held.check.is_of(self.table.position()) || self.browse.is_some() || self.table.ending().is_some() {
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
                let position = self.table.position();
                self.pane.hand.ready(position, mv);
                self.pane.rest_now();
                let key = world.keymap.key(Context::Board, Action::Pick);
                let key = key.map(|key| format!(" {key} plays it.")).unwrap_or_default();
                self.pane.tell(Role::Advice, format!("{}, are you sure? {words}{key}", position.display(mv)));
                Some(Transition::Changed)
            }
            None if world.now < held.until => None,
            _ => {
                self.held = None;
                Some(self.play_at_once(mv, world))
            }
        }
    }

    /// After the end, looks at the whole game for the moments that decided it, if the coach is on.
    pub(super) fn look_at_all(&mut self, world: &World) {
        let over = self.table.ending().is_some() && !self.table.position().acts().is_empty();
        if !over {
            self.after_end = None;
            return;
        }
        if self.after_end.is_some() || !self.is_coached(world) {
            return;
        }
        if let Ok(game) = self.table.record() {
            let notify = Arc::clone(&world.client.waker);
            let limits = resources(world.client.resources("coach"));
            let survey = Survey::fixed(&game.tree, NODES_AFTER, &world.client.assistant, limits, notify);
            self.after_end = Some(After { game, survey: Some(survey), found: Vec::new() });
        }
    }

    /// Takes what was found since. True if something changed.
    pub(super) fn looked(&mut self, world: &mut World) -> bool {
        let Some(after) = &mut self.after_end else { return false };
        let Some(survey) = &mut after.survey else { return false };
        if !survey.take(&mut after.game.tree) {
            return false;
        }
        if survey.is_done() || survey.failure().is_some() {
            after.survey = None;
            after.found = decided(&after.game);
            world.eyes.judge(&after.game);
            self.judged(world);
        }
        true
    }

    /// The game with what the coach found in it, once it has looked at all of it.
    pub(super) fn analysed(&self) -> Option<Game> {
        let after = self.after_end.as_ref().filter(|after| after.survey.is_none())?;
        Some(after.game.clone())
    }

    /// The moments that decided the game, in its order.
    pub(super) fn moments(&self) -> &[Moment] {
        self.after_end.as_ref().map_or(&[], |after| &after.found)
    }

    /// The game from before a moment, with the same seats.
    pub(super) fn setup_of_moment(&self, number: u8) -> Option<MatchSetup> {
        let moment = self.moments().get(usize::from(number).checked_sub(1)?)?;
        Some(MatchSetup { start: Start::Fen(moment.fen.clone()), ..self.table.setup().clone() }.here())
    }

    /// What the end says of the moments.
    pub(super) fn moment_words(&self) -> Vec<(String, Role)> {
        let Some(after) = &self.after_end else { return Vec::new() };
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
