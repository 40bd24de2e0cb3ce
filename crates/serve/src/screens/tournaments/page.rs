//! One tournament: what one can do, the table of scores, and beside them the board of what is chosen.

mod deed;
mod draw;
mod pairings;
mod terms;

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use crate::club::change_notifier::{Listening, Topic};
use crate::club::store::TableKey;
use crate::club::tournament::{Bout, Entrant, Phase, Row, Tournament, TournamentError, Who};
use crate::players::computer::LEVELS;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::variant::Opening;
use crate::screens::club::{ClubPlace, listen, visit};
use crate::tui::action::{Action, Context};
use crate::tui::input::Input;
use crate::tui::message::Message;
use crate::tui::message_slot::MessageSlot;
use crate::tui::screen::{Screen, Transition};
use crate::tui::view::View;
use crate::tui::wakes::Reasons;
use crate::tui::widgets::list::ListState;
use crate::tui::world::World;
use deed::Deed;

/// A line of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    Deed(Deed),
    Gap,
    /// The heading of the table.
    Heading,
    /// A row of the table, by its place there.
    Player(usize),
}

impl Line {
    /// Can it be chosen?
    const fn is_open(self) -> bool {
        matches!(self, Line::Deed(_) | Line::Player(_))
    }
}

/// The page of a tournament.
pub(super) struct Page {
    number: i64,
    tournament: Option<Tournament>,
    table: Vec<Row>,
    deeds: Vec<Deed>,
    /// The level of a computer that is added.
    level: u8,
    list: ListState,
    read: SystemTime,
    message: Option<Message>,
    /// Does Enter withdraw now? While games go on it does at the second time only: this row may have taken the place of
    /// another one.
    armed: bool,
    /// The board of what is chosen.
    shown: Option<(Arc<dyn Position>, View)>,
    _listening: Option<Listening>,
    /// When to look at the game in progress again.
    tick: Option<Instant>,
}

/// How often a game in progress is looked at: its moves are no change of the club.
const TICK: Duration = Duration::from_secs(1);

impl Page {
    pub(super) fn new(number: i64, world: &World) -> Page {
        let mut page = Page {
            number,
            tournament: None,
            table: Vec::new(),
            deeds: Vec::new(),
            level: 3,
            list: ListState::default(),
            read: SystemTime::now(),
            message: None,
            armed: false,
            shown: None,
            _listening: listen(&[Topic::Tournaments], world),
            tick: None,
        };
        page.look(world);
        page
    }

    fn own(world: &World) -> Option<Who> {
        visit(world).map(|visit| Who::Member(visit.member.id))
    }

    /// Reads the tournament. True if something is other than before.
    fn look(&mut self, world: &World) -> bool {
        let Some(visit) = visit(world) else { return false };
        self.read = SystemTime::now();
        let tournament = visit.club.tournament(self.number);
        let is_going_on = tournament.as_ref().is_some_and(|one| !one.running().is_empty());
        self.tick = is_going_on.then(|| world.now + TICK);
        if tournament == self.tournament {
            return self.show(world);
        }
        let (line, who) = (self.line(), self.player().map(|(entrant, _)| entrant.who));
        let had_game = self.deeds.contains(&Deed::Play);
        self.table = tournament.as_ref().map(Tournament::table).unwrap_or_default();
        self.deeds = tournament.as_ref().map_or(Vec::new(), |one| Deed::all(one, Who::Member(visit.member.id)));
        self.tournament = tournament;
        // What was chosen stays chosen, except for a new game, which is the first row.
        let has_new_game = !had_game && self.deeds.contains(&Deed::Play);
        let is_chosen = |other: &Line| match *other {
            Line::Player(at) => who.is_some() && self.entrant(at).map(|entrant| entrant.who) == who,
            other => Some(other) == line,
        };
        let lines = self.lines();
        let kept = lines.iter().position(is_chosen).filter(|_| !has_new_game);
        let first = || lines.iter().position(|line| line.is_open()).unwrap_or(0);
        self.list.selected = kept.filter(|&at| lines[at].is_open()).unwrap_or_else(first);
        self.armed &= self.deed() == Some(Deed::Withdraw);
        self.show(world);
        true
    }

    /// All lines: what can be done, and the table.
    fn lines(&self) -> Vec<Line> {
        let gap = (!self.deeds.is_empty()).then_some(Line::Gap);
        let deeds = self.deeds.iter().copied().map(Line::Deed).chain(gap);
        deeds.chain([Line::Heading]).chain((0..self.table.len()).map(Line::Player)).collect()
    }

    fn open(&self) -> Vec<bool> {
        self.lines().into_iter().map(Line::is_open).collect()
    }

    fn line(&self) -> Option<Line> {
        self.lines().get(self.list.selected).copied()
    }

    fn deed(&self) -> Option<Deed> {
        match self.line()? {
            Line::Deed(deed) => Some(deed),
            _ => None,
        }
    }

    /// Who is in this row of the table.
    fn entrant(&self, at: usize) -> Option<&Entrant> {
        self.tournament.as_ref()?.entrants.get(self.table.get(at)?.entrant)
    }

    /// The chosen player and their score.
    fn player(&self) -> Option<(&Entrant, &Row)> {
        match self.line()? {
            Line::Player(at) => Some((self.entrant(at)?, self.table.get(at)?)),
            _ => None,
        }
    }

    /// The game in progress of the chosen player, which can be watched.
    fn watched(&self) -> Option<TableKey> {
        let (_, row) = self.player()?;
        bout_of(self.tournament.as_ref()?, row.entrant)?.table.map(TableKey)
    }

    /// Takes the board of what is chosen. True if it is another one.
    fn show(&mut self, world: &World) -> bool {
        let shown = self.board_of(world);
        let hash = |shown: &Option<(Arc<dyn Position>, View)>| shown.as_ref().map(|(position, _)| position.hash());
        let is_other = hash(&shown) != hash(&self.shown);
        self.shown = shown;
        is_other
    }

    /// The game in progress of the chosen player, or else one's own, or else the first one; without any the start.
    fn board_of(&self, world: &World) -> Option<(Arc<dyn Position>, View)> {
        let one = self.tournament.as_ref()?;
        let game = one.plan.variant(&world.client.games)?;
        let own = || one.find(Page::own(world)?);
        let player = self.player().map(|(_, row)| row.entrant);
        let entrant = player.or_else(own);
        let of_entrant = entrant.and_then(|at| bout_of(one, at));
        let first = || one.bouts.iter().find(|bout| bout.shares.is_none() && bout.table.is_some());
        let bout = if player.is_some() { of_entrant } else { of_entrant.or_else(first) };
        let seat = bout.and_then(|bout| bout.seats.iter().position(|seat| seat.is_some() && *seat == entrant));
        let view = seat.map_or(View::FIRST, |seat| View::of(game.spec(), Side::new(seat)));
        let position = |bout: &Bout| {
            let visit = visit(world)?;
            let listed = visit.club.tables.listed(&visit.member, TableKey(bout.table?))?;
            Some(Arc::clone(&listed.table?.newest().position))
        };
        let start = || game.begin(Opening::Start).ok().map(Arc::from);
        Some((bout.and_then(position).or_else(start)?, view))
    }

    fn act_on(&mut self, world: &World) -> Transition {
        if let Some(key) = self.watched() {
            return Transition::Open(ClubPlace::Game(key, None).into());
        }
        let (Some(visit), Some(deed)) = (visit(world), self.deed()) else { return Transition::Same };
        let goes_on = self.tournament.as_ref().is_some_and(|one| one.phase != Phase::Open);
        let withdraws = deed == Deed::Withdraw;
        if !std::mem::replace(&mut self.armed, withdraws) && withdraws && goes_on {
            self.message = Some(Message::warning("Press Enter again to withdraw from the tournament."));
            return Transition::Changed;
        }
        let (club, member, number) = (&visit.club, &visit.member, self.number);
        let done: Result<(), TournamentError> = match deed {
            Deed::Play => return self.play(world),
            Deed::Join => club.join_tournament(number, member),
            Deed::Withdraw => club.withdraw_from_tournament(number, member),
            Deed::Start => club.start_tournament(number, member, SystemTime::now()),
            Deed::AddComputer => club.add_computer(number, member, self.level),
        };
        self.message = done.err().map(Message::warning);
        self.look(world);
        if self.tournament.is_none() { Transition::Close } else { Transition::Changed }
    }

    /// Opens the table of one's game.
    fn play(&self, world: &World) -> Transition {
        let Some((one, who)) = self.tournament.as_ref().zip(Page::own(world)) else { return Transition::Same };
        let table = one.find(who).and_then(|at| bout_of(one, at)?.table);
        table.map_or(Transition::Same, |table| Transition::Open(ClubPlace::Game(TableKey(table), None).into()))
    }

    /// The selection has moved.
    fn moved(&mut self, world: &World) -> Transition {
        self.armed = false;
        self.show(world);
        Transition::Changed
    }
}

/// The game in progress of an entrant.
fn bout_of(tournament: &Tournament, entrant: usize) -> Option<&Bout> {
    tournament.bouts.iter().find(|bout| bout.shares.is_none() && bout.table.is_some() && bout.has(entrant))
}

impl Screen for Page {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        match action {
            Action::Left | Action::Right => self.deed() == Some(Deed::AddComputer),
            Action::Pick => self.deed().is_some() || self.watched().is_some(),
            Action::Back | Action::Leave => true,
            _ => self.list.can(action, &self.open()),
        }
    }

    fn say(&self, action: Action, _: &World) -> Option<String> {
        let words = self.deed().map_or("watch", Deed::word);
        (action == Action::Pick).then(|| words.to_owned())
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Left, Action::Right, Action::Up, Action::Down, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Back | Action::Leave => Transition::Close,
            Action::Pick => self.act_on(world),
            Action::Left | Action::Right if self.can(action, world) => {
                let level = if action == Action::Left { self.level - 1 } else { self.level + 1 };
                self.level = level.clamp(1, LEVELS);
                Transition::Changed
            }
            _ if self.list.step(action, &self.open()) => self.moved(world),
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let Input::Press(x, y) = *input else { return None };
        let (list, lines) = (self.areas(world.whole()).list, self.lines());
        let again = self.list.press(list, lines.len(), |at| lines[at].is_open(), Point::new(x, y))?;
        Some(if again { self.act_on(world) } else { self.moved(world) })
    }

    fn message_slot(&mut self) -> Option<&mut dyn MessageSlot> {
        Some(&mut self.message)
    }

    fn wake(&mut self, why: Reasons, world: &mut World) -> Transition {
        let is_due = self.tick.is_some_and(|tick| world.now >= tick);
        let looks = why.club || is_due;
        if looks && self.look(world) { Transition::Changed } else { Transition::Same }
    }

    fn deadline(&self, _: &World) -> Option<Instant> {
        self.tick
    }

    fn uncovered(&mut self, world: &mut World) {
        self.look(world);
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.paint(world, area, buffer);
    }
}
