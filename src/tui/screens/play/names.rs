//! What the keys do now, in words: the key bar names it where the table of actions has a wider word.

use super::Play;
use super::end::word_of_way;
use crate::tui::action::Action;
use crate::tui::world::World;

impl Play {
    /// The actions that answer what others at the table ask for: to agree or to refuse, or to agree to a claim.
    pub(super) fn answer_actions(&self) -> Vec<Action> {
        let mut keys = vec![Action::Agree, Action::Decline];
        keys.extend(self.table.claimed().is_some().then_some(Action::Claim));
        keys
    }

    /// Does another seat offer a draw?
    pub(super) fn is_offered_draw(&self) -> bool {
        self.table.offered().is_some_and(|by| self.table.person() != Some(by))
    }

    /// Does another terminal of the user have the seat, so that Enter takes it back?
    pub(super) fn waits_elsewhere(&self) -> bool {
        self.elsewhere_words().is_some()
    }

    /// What an action does now, where the words of the table do not say it.
    pub(super) fn named(&self, action: Action, world: &World) -> Option<&'static str> {
        let shared = self.table.is_shared();
        if self.table.ending().is_some()
            && let Some(word) = word_of_way(action)
        {
            return Some(word);
        }
        Some(match action {
            Action::Agree | Action::Decline => return self.answer_word(action, world.now),
            Action::Pick if self.waits_elsewhere() => "take the seat",
            Action::Pick if self.coach_asks() => "play it",
            Action::Back if self.coach_asks() => "another move",
            Action::Coach if self.coach_asks() => "coach off",
            Action::Draw if self.is_offered_draw() => "accept the draw",
            Action::Draw => "offer a draw",
            Action::Claim if self.table.claimed().is_some() => "agree to the claim",
            Action::Pause if shared && self.table.view.status.stopped => "continue",
            Action::Pause if !shared && self.table.is_paused() => "continue",
            Action::Resign if self.can_abort() => "abort",
            Action::Restart if shared => "rematch",
            _ => return None,
        })
    }
}
