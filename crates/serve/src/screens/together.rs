//! Reviewing a game with others at a table of the club.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::club::Club;
use crate::club::change_notifier::Listening;
use crate::club::table_service::{TableServiceError, Together};
use crate::club::talk::ear::Ear;
use crate::escape;
use crate::record::game::Game;
use crate::rules::timeline::Act;
use crate::screens::club::{ClubPlace, visit};
use crate::session::driver::Notify;
use crate::tui::place::Place;
use crate::tui::screens::review::Review;
use crate::tui::screens::review::circle::{Circle, Seen};
use crate::tui::view::View;
use crate::tui::wakes::Reason;
use crate::tui::world::World;

/// The others at a table of the club.
struct AtClub {
    together: Together,
    club: Arc<Club>,
    ear: Ear,
    /// Has one of those who look done something?
    moved: Arc<AtomicBool>,
    /// Has something changed in the club?
    rung: Arc<AtomicBool>,
    _listening: [Listening; 2],
}

/// A waker that notes that it was called.
fn flag(world: &World) -> (Arc<AtomicBool>, Notify) {
    let rung = Arc::new(AtomicBool::new(true));
    let (flag, waker) = (Arc::clone(&rung), world.waker(Reason::Club));
    let notify = move || {
        if !flag.swap(true, Ordering::AcqRel) {
            waker();
        }
    };
    (rung, Arc::new(notify))
}

impl Circle for AtClub {
    fn look(&mut self) -> Option<Seen> {
        if !self.moved.swap(false, Ordering::AcqRel) {
            return None;
        }
        let seen = self.together.see();
        let plain = |name: &String| escape::line(name).into_owned();
        Some(Seen {
            leads: seen.leads,
            leader: plain(&seen.leader),
            others: seen.others.iter().map(plain).collect(),
            asks: seen.asks.as_ref().map(plain),
            asking: seen.asking,
            spot: seen.spot,
        })
    }

    fn show(&self, moves: &[Act]) {
        self.together.show(moves);
    }

    fn hand_over(&self) -> Option<String> {
        self.together.hand_over().map(|name| escape::line(&name).into_owned())
    }

    fn ask(&self) {
        self.together.ask();
    }

    fn talk(&self) -> Place {
        ClubPlace::Talk(self.ear.room()).into()
    }

    fn heard(&mut self) -> Option<String> {
        if !self.rung.swap(false, Ordering::AcqRel) {
            return None;
        }
        self.ear.news(&self.club)
    }
}

/// The screen on which people review a finished game together. Their talk is heard with this ear.
pub(crate) fn review(
    game: Game,
    view: View,
    together: Together,
    ear: Ear,
    world: &World,
) -> Result<Review, TableServiceError> {
    let club = Arc::clone(&visit(world).ok_or(TableServiceError::NoTable)?.club);
    let ((moved, on_move), (rung, on_ring)) = (flag(world), flag(world));
    let listening = [together.listen(on_move), club.notifier.listen(on_ring)];
    let circle = AtClub { together, club, ear, moved, rung, _listening: listening };
    Ok(Review::with_others(game, view, Box::new(circle), world))
}
