//! A game that the people of a server share: who is there and who is away, what is off while people play, a seat that
//! another terminal of the same user has, and how the game is left.

use std::time::Instant;

use super::Play;
use super::company::CompanyError;
use super::table::Table;
use crate::rules::explain::list;
use crate::rules::mv::Move;
use crate::rules::side::{Side, Sides};
use crate::session::table::Identity;
use crate::session::table::command::Refusal;
use crate::session::table::consent::ABORT;
use crate::tui::action::{Action, Context};
use crate::tui::board::draw::army;
use crate::tui::dialogs::confirm::Confirm;
use crate::tui::screen::Transition;
use crate::tui::theme::Role;
use crate::tui::told::Told;
use crate::tui::world::World;

/// Shown while another terminal of the user has the seat.
const ELSEWHERE: &str = "You are playing on another terminal; Enter takes the seat back here.";

impl Table {
    /// Does the table belong to more people than the user of this terminal?
    pub(super) fn is_shared(&self) -> bool {
        self.company.is_some()
    }

    /// Does this terminal act for its user?
    pub(super) fn is_acting(&self) -> bool {
        self.company.as_ref().is_none_or(|company| company.acts())
    }

    /// Is the seat the user's, on this terminal or another?
    pub(super) fn holds(&self, side: Side) -> bool {
        self.own_seats().has(side)
    }

    pub(super) fn own_seats(&self) -> Sides {
        self.view.seats_of(self.identity())
    }

    /// Does the user only watch?
    pub(super) fn is_watched(&self) -> bool {
        self.is_shared() && self.own_seats() == Sides::NONE
    }

    /// The seat from which the user has turned the board to look.
    pub(super) fn turned(&self, world: &World) -> Option<Side> {
        if self.is_shared() { None } else { world.eyes.turned(self.shared()) }
    }

    /// Keeps how the board is turned, for the next time.
    pub(super) fn keep_turn(&self, side: Side, world: &mut World) {
        if !self.is_shared() {
            world.eyes.turn(self.shared(), side);
        }
    }

    /// Is the person of a seat not there?
    fn is_away(&self, side: Side) -> bool {
        let owner = self.view.status.owners[side].as_ref();
        let away = owner.is_some_and(|owner| !self.view.status.present.contains(owner));
        self.is_shared() && away && self.is_person(side) && self.ending().is_none()
    }

    /// The name that the person of a seat has now, at a table of the club.
    pub(super) fn name_of_today(&self, side: Side) -> Option<String> {
        let owner = self.view.status.owners[side].as_ref()?;
        self.company.as_ref()?.name(owner)
    }

    /// The colour of the seat whose person says this line of talk: `Ann: hello`.
    pub(super) fn speaker(&self, line: &str) -> Role {
        let spec = self.position().spec();
        let says = |side: &Side| line.strip_prefix(&self.who(*side)).is_some_and(|rest| rest.starts_with(": "));
        spec.sides().find(says).map_or(Role::Notice, |side| army(spec, side))
    }

    /// The name of a player, with a note about somebody who is away.
    pub(super) fn shown_name(&self, side: Side, now: Instant) -> String {
        let name = self.who(side);
        match self.grace(side, now) {
            Some(left) => format!("{name} (away {left})"),
            None if self.is_away(side) => format!("{name} (away)"),
            None => name,
        }
    }

    /// Who watches, in words.
    pub(super) fn watched_words(&self) -> Option<String> {
        let company = self.company.as_ref()?;
        let others = self.view.watchers().filter(|&who| who != self.identity());
        let watchers: Vec<String> = others.filter_map(|who| company.name(who)).collect();
        (!watchers.is_empty()).then(|| format!("Watching: {}.", list(&watchers)))
    }
}

impl Play {
    /// Why an action is off at a table of people.
    pub(super) fn forbidden(&self, action: Action) -> Option<&'static str> {
        if !self.table.is_shared() {
            return None;
        }
        let over = self.table.ending().is_some();
        match action {
            Action::Hint | Action::Analyse | Action::Threats | Action::Explore | Action::Review
                if !over && !self.table.view.status.hints =>
            {
                match (self.table.view.status.is_strict(), self.table.is_watched()) {
                    (true, _) => {
                        Some("Hints, analysis and other lines are off until this game is over: its result counts.")
                    }
                    (_, true) => Some("Analysis is off until the players allow it or the game is over."),
                    // This key asks the others.
                    _ if action == Action::Hint => None,
                    _ => {
                        Some("Hints, analysis and other lines need the consent of all: ask for a hint to ask them.")
                    }
                }
            }
            Action::Coach => Some("The coach helps one person who plays against computers."),
            Action::Restart if !over => Some("A game of people cannot be restarted."),
            Action::Restart if self.table.is_watched() => Some("Only the players can play again."),
            Action::OtherSide | Action::NextLevel | Action::NewGame => {
                Some("New games of people are started in the lobby.")
            }
            Action::Number(_) if over => Some("New games of people are started in the lobby."),
            _ => None,
        }
    }

    /// How far a watcher is behind the game.
    pub(super) fn behind(&self) -> Option<String> {
        if !self.table.is_watched() || self.table.ending().is_some() {
            return None;
        }
        let plies = self.table.position().acts().len();
        Some(match self.browse.as_ref().map(|browse| plies - browse.ply) {
            None => "live".to_owned(),
            Some(1) => "1 move behind".to_owned(),
            Some(moves) => format!("{moves} moves behind"),
        })
    }

    /// The line about the people at the table: a seat that is played elsewhere comes before all else.
    pub(super) fn elsewhere_words(&self) -> Option<&'static str> {
        (!self.table.is_acting() && self.table.ending().is_none()).then_some(ELSEWHERE)
    }

    /// Takes the seat back from another terminal.
    pub(super) fn takes_back(&mut self, action: Action) -> Option<Transition> {
        if self.table.is_acting() || action != Action::Pick {
            return None;
        }
        let company = self.table.company.as_ref()?;
        company.take_over();
        self.pane.tell(Role::Notice, "You are playing here again.");
        Some(Transition::Changed)
    }

    /// The question before a game of people is left or given up, if this action does that.
    pub(super) fn question_of_people(&self, action: Action) -> Option<String> {
        let plays = self.table.is_shared() && self.table.person().is_some() && self.table.ending().is_none();
        match action {
            Action::Leave if plays && self.table.setup().clock.is_some_and(|clock| !clock.each_move) => {
                Some("Leave the board? The game continues, and so do the clocks.".to_owned())
            }
            Action::Resign if plays && self.can_abort() => {
                Some("Abort the game? Nothing has been lost or won.".to_owned())
            }
            _ => None,
        }
    }

    /// Is a move asked about before it is played? In a slow game there is time for that.
    pub(super) fn must_confirm(&self, world: &World) -> bool {
        let slow = self.table.setup().is_slow();
        world.client.config.play.confirm_slow && slow && self.table.is_shared()
    }

    /// Asks about a move. Until the answer the board is as before it.
    pub(super) fn ask_about(&mut self, mv: Move) -> Transition {
        let position = self.table.position();
        let shown = position.display(mv);
        let question = Confirm::new(format!("Play {shown}?"), Action::PlayNow);
        self.unconfirmed = Some((mv, position.acts().len()));
        self.pane.show(position, None);
        Transition::Push(Box::new(question.expected(format!("{shown} was not played."))))
    }

    /// Plays the move that was asked about, unless the board has changed since.
    pub(super) fn play_confirmed(&mut self, (mv, acts): (Move, usize), world: &mut World) -> Transition {
        if self.table.position().acts().len() == acts {
            return self.play_at_once(mv, world);
        }
        self.pane.told = Some(Refusal::Changed.to_string());
        Transition::Changed
    }

    /// How soon the user has to begin in a game of a tournament: no clock shows it.
    pub(super) fn first_move_words(&self) -> Option<String> {
        let table = &self.table;
        let early = table.view.status.tournament && table.plays() && table.position().acts().len() < ABORT;
        let seconds = table.company.as_ref().filter(|_| early)?.first_move().as_secs();
        Some(format!("Move within {seconds} seconds, or the game is lost: the tournament does not wait."))
    }

    pub(super) fn can_abort(&self) -> bool {
        let may_abort = self.table.is_shared() && !self.table.view.status.tournament;
        may_abort && self.table.position().acts().len() < ABORT
    }

    /// Aborts the game instead of resigning, while that costs nothing.
    pub(super) fn abort(&mut self) -> Option<Transition> {
        if !self.can_abort() {
            return None;
        }
        Some(match self.table.company.as_ref()?.abort() {
            Ok(()) => Transition::Told(Told::notice("The game was aborted.")),
            Err(refused) => {
                self.pane.told = Some(refused.to_string());
                Transition::Changed
            }
        })
    }

    /// Opens the talk of the players, or that of the watchers.
    pub(super) fn talk(&self) -> Transition {
        self.table.company.as_ref().map_or(Transition::Same, |company| Transition::Open(company.talk()))
    }

    /// Reviews the finished game with all others who do.
    pub(super) fn together(&mut self) -> Transition {
        let Some(company) = &self.table.company else { return Transition::Same };
        let opened = match self.analysed().map_or_else(|| self.table.record(), Ok) {
            Ok(game) => company.together(game, self.pane.view),
            Err(problem) => Err(CompanyError(Box::new(problem))),
        };
        match opened {
            Ok(place) => Transition::Open(place),
            Err(why) => {
                self.pane.told = Some(why.to_string());
                Transition::Changed
            }
        }
    }

    /// Who reviews the finished game together, in words, with the key that joins them.
    pub(super) fn together_words(&self, world: &World) -> Option<String> {
        let names = self.gathered.as_slice();
        let key = world.keymap.key(Context::Board, Action::Together)?;
        let does = if names.len() == 1 { "reviews" } else { "review" };
        (!names.is_empty()).then(|| format!("{} {does} the game: {key} joins in.", list(names)))
    }

    /// What the game has changed in the rating of the user.
    pub(super) fn rating_words(&self) -> Option<String> {
        self.rating.clone()
    }

    /// Asks the others for another game, or agrees to one.
    pub(super) fn rematch(&mut self) -> Option<Transition> {
        let answer = self.table.company.as_mut()?.again();
        self.pane.told = Some(match answer {
            Ok(Some(place)) => return Some(Transition::Become(place)),
            // The line about the rematch says the rest.
            Ok(None) => {
                self.pane.told = None;
                return Some(Transition::Changed);
            }
            Err(refused) => refused.to_string(),
        });
        Some(Transition::Changed)
    }

    /// The line about a rematch: who wants one, and what is missing.
    pub(super) fn rematch_line(&self, world: &World) -> Option<String> {
        let company = self.table.company.as_ref().filter(|_| self.table.ending().is_some())?;
        let (want, view) = (company.wants(), &self.table.view);
        if want.is_empty() {
            return None;
        }
        let named = |who: &Identity| company.name(who).unwrap_or_else(|| "somebody".to_owned());
        if want.contains(self.table.identity()) {
            let owners = view.position.spec().sides().filter_map(|side| view.status.owners[side].as_ref());
            let gone: Vec<String> = owners.filter(|who| !view.status.present.contains(*who)).map(named).collect();
            return Some(match gone.as_slice() {
                [] => "You have asked for a rematch: it starts when all agree.".to_owned(),
                [one] => {
                    format!("You want a rematch, but {one} has left. A challenge in the lobby waits for them.")
                }
                all => format!("You want a rematch, but {} have left.", list(all)),
            });
        }
        let names: Vec<String> = want.iter().map(named).collect();
        let verb = if names.len() == 1 { "wants" } else { "want" };
        let agrees = world.keymap.key(Context::Board, Action::Restart).filter(|_| !self.table.is_watched());
        let agrees = agrees.map_or_else(|| ".".to_owned(), |key| format!(": {key} agrees."));
        Some(format!("{} {verb} a rematch{agrees}", list(&names)))
    }

    /// Tells once, on the screen that covers this one, that the next game has begun.
    pub(super) fn tell_next(&mut self, world: &mut World) {
        if !std::mem::replace(&mut self.told_next, true) {
            world.news.push("The rematch has begun: it opens when you are back at the board.".to_owned());
        }
    }

    /// Looks at the people at the table again. The screen closes if the game was aborted.
    pub(super) fn look_at_people(&mut self) -> Option<Transition> {
        let over = self.table.ending().is_some();
        let company = self.table.company.as_mut()?;
        // Also after another screen has covered this one while the bell rang.
        if let Some(place) = company.next_game().filter(|_| over) {
            return Some(Transition::Become(place));
        }
        if !company.poll() {
            return None;
        }
        self.read_plans();
        let company = self.table.company.as_mut()?;
        if over {
            if self.rating.is_none() {
                self.rating = company.rating();
                // What was said before about the rating is old now.
                self.pane.told = self.pane.told.take().filter(|_| self.rating.is_none());
            }
            self.gathered = company.looks_together();
            let wishes = company.wants();
            let is_new = |who: &&Identity| !self.wishes.contains(who) && *who != self.table.identity();
            // A new wish is seen, whatever is on its line.
            if wishes.iter().any(|who| is_new(&who)) {
                self.pane.told = None;
                self.notice = None;
            }
            self.wishes = wishes;
        }
        let company = self.table.company.as_mut()?;
        let (heard, gone) = (company.heard(), company.gone());
        if let Some(words) = heard {
            let speaker = self.table.speaker(&words);
            self.pane.tell(speaker, words);
        }
        if let Some(why) = gone.filter(|_| !over) {
            return Some(Transition::Told(Told::notice(why)));
        }
        Some(Transition::Changed)
    }
}
