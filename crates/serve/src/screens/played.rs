//! Finished games to look through: all that were played here, or the page of a member, with their ratings.

mod curve;
mod draw;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::club::ClubError;
use crate::club::member::{Member, MemberId};
use crate::club::ratings::{Ladder, Standing};
use crate::club::table_service::{Finished, PLAYED};
use crate::club::table_words::safe;
use crate::ladder_titles;
use crate::screens::club::{ClubPlace, visit};
use crate::tui::list_screen::ListScreen;
use crate::tui::message::Message;
use crate::tui::place::Place;
use crate::tui::screen::Transition;
use crate::tui::view::View;
use crate::tui::widgets::list::ListState;
use crate::tui::world::World;

/// The list.
pub(crate) struct Played {
    /// Whose page it is; nobody's, if it lists the games of everybody.
    of: Option<Member>,
    /// When they came, in seconds since 1970.
    joined: Option<i64>,
    /// Are they a friend of the reader?
    is_friend: bool,
    ratings: Vec<Rating>,
    games: Vec<Finished>,
    rows: Vec<Row>,
    list: ListState,
    message: Option<Message>,
}

/// A rating of the member.
struct Rating {
    ladder: Ladder,
    title: String,
    standing: Standing,
    /// The rating after each game, the oldest first.
    history: Vec<f64>,
}

/// What a row is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    /// Challenges the member.
    Challenge,
    /// Takes the member as a friend, or ends that.
    Friend,
    /// A rating, by its place.
    Rating(usize),
    /// A game, by its place.
    Game(usize),
    /// Reads more games.
    Older,
}

impl Played {
    /// The page of a member, or the games of everybody.
    pub(crate) fn new(of: Option<Member>, world: &World) -> Played {
        let (ratings, games, rows) = (Vec::new(), Vec::new(), Vec::new());
        let mut screen = Played {
            of,
            joined: None,
            is_friend: false,
            ratings,
            games,
            rows,
            list: ListState::default(),
            message: None,
        };
        let read = screen.read(world);
        screen.message = read.err().map(Message::warning);
        screen
    }

    fn read(&mut self, world: &World) -> Result<(), ClubError> {
        let Some(visit) = visit(world) else { return Ok(()) };
        if let Some(of) = &self.of {
            self.joined = visit.club.joined(of.id)?;
            self.is_friend = visit.club.friends(visit.member.id)?.contains(&of.id);
            let titles = ladder_titles::all(world);
            for (ladder, standing) in visit.club.standings(of.id)? {
                let history = visit.club.rating_history(of.id, &ladder)?;
                let title = titles.iter().find(|(known, _)| *known == ladder).map(|(_, title)| title.clone());
                self.ratings.push(Rating {
                    title: title.unwrap_or_else(|| ladder.game.clone()),
                    ladder,
                    standing,
                    history,
                });
            }
            self.ratings.sort_by_key(|rating| std::cmp::Reverse(rating.standing.games));
        }
        self.read_games(world)
    }

    /// Reads the next games.
    fn read_games(&mut self, world: &World) -> Result<(), ClubError> {
        let Some(visit) = visit(world) else { return Ok(()) };
        let (of, last) = (self.of.as_ref().map(|of| of.id), self.games.last().map(|game| game.key));
        let more = visit.club.tables.played(&visit.member, of, last)?;
        let is_full = more.len() >= PLAYED;
        self.games.extend(more);
        let is_member = |id| matches!(id, MemberId::Member(_));
        let other = self.of.as_ref().map(|of| of.id).filter(|of| *of != visit.member.id);
        let are_members = is_member(visit.member.id) && other.is_some_and(is_member);
        self.rows = [Row::Challenge, Row::Friend].into_iter().filter(|_| are_members).collect();
        self.rows.extend((0..self.ratings.len()).map(Row::Rating));
        self.rows.extend((0..self.games.len()).map(Row::Game));
        self.rows.extend(is_full.then_some(Row::Older));
        Ok(())
    }

    fn row(&self) -> Option<Row> {
        self.rows.get(self.list.selected).copied()
    }

    /// Takes the member as a friend, or ends that.
    fn befriend(&mut self, world: &World) -> Result<Transition, ClubError> {
        let Some((visit, of)) = visit(world).zip(self.of.as_ref()) else { return Ok(Transition::Same) };
        visit.club.set_friend(&visit.member, of.id, !self.is_friend)?;
        self.is_friend = !self.is_friend;
        let name = safe(&of.shown_name());
        self.message = Some(Message::notice(if self.is_friend {
            format!("The lobby tells you when {name} comes. Nobody else learns of it.")
        } else {
            format!("{name} is not among your friends any more.")
        }));
        Ok(Transition::Changed)
    }

    /// Opens a game for review.
    fn review(&self, at: usize, world: &World) -> Result<Transition, ClubError> {
        let Some((visit, game)) = visit(world).zip(self.games.get(at)) else { return Ok(Transition::Same) };
        let found = visit.club.tables.finished_game(&visit.member, game.key)?;
        Ok(found.map_or(Transition::Same, |game| Transition::Open(Place::Review(Box::new(game), View::FIRST))))
    }
}

impl ListScreen for Played {
    fn list(&mut self) -> &mut ListState {
        &mut self.list
    }

    fn rows(&self, _: &World) -> usize {
        self.rows.len()
    }

    fn list_area(&self, world: &World) -> Rect {
        draw::areas(world.whole(), self.rows.len()).list
    }

    fn choose(&mut self, world: &World) -> Transition {
        let done = match self.row() {
            None => Ok(Transition::Same),
            // From there people come back to the lobby, where the answer is heard.
            Some(Row::Challenge) => {
                Ok(Transition::Become(ClubPlace::Challenge(self.of.clone().map(Box::new)).into()))
            }
            Some(Row::Friend) => self.befriend(world),
            Some(Row::Rating(at)) => {
                let game = world.client.games.find(&self.ratings[at].ladder.game);
                Ok(Transition::Open(ClubPlace::Ladder(game).into()))
            }
            Some(Row::Game(at)) => self.review(at, world),
            Some(Row::Older) => self.read_games(world).map(|()| Transition::Changed),
        };
        done.unwrap_or_else(|error| {
            self.message = Some(Message::warning(error));
            Transition::Changed
        })
    }

    fn message(&mut self) -> Option<&mut Option<Message>> {
        Some(&mut self.message)
    }

    fn render(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        draw::draw(self, world, area, buffer);
    }
}
