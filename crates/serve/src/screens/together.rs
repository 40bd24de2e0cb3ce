//! Reviewing a game with others at a table of the club.

use std::sync::Arc;

use crate::club::Club;
use crate::club::change_notifier::{Listening, Topic};
use crate::club::table_service::{TableServiceError, Together};
use crate::club::talk::ear::Ear;
use crate::escape;
use crate::record::game::Game;
use crate::rules::timeline::Act;
use crate::screens::club::{ClubPlace, visit};
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
    _listening: [Listening; 2],
}

impl Circle for AtClub {
    fn look(&self) -> Seen {
        let seen = self.together.see();
        let plain = |name: &String| escape::line(name).into_owned();
        Seen {
            leads: seen.leads,
            leader: plain(&seen.leader),
            others: seen.others.iter().map(plain).collect(),
            asks: seen.asks.as_ref().map(plain),
            asking: seen.asking,
            spot: seen.spot,
        }
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
    let visit = visit(world).ok_or(TableServiceError::NoTable)?;
    let (club, topics) = (Arc::clone(&visit.club), [ear.room().topic(), Topic::Member(visit.member.id)]);
    let said = club.notifier.listen(&topics, world.waker(Reason::Club));
    let listening = [together.listen(world.waker(Reason::Table)), said];
    let circle = AtClub { together, club, ear, _listening: listening };
    Ok(Review::with_others(game, view, Box::new(circle), world))
}
