//! One tournament: what one can do, and the table of scores.

use std::time::SystemTime;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position as Point, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::{areas, phase_words, plan_words};
use crate::club::change_notifier::Listening;
use crate::club::store::TableKey;
use crate::club::tournament::{Form, Phase, Row, Tournament, TournamentError, Who};
use crate::players::computer::LEVELS;
use crate::ssh::screens::club::{ClubPlace, visit};
use crate::tui::action::{Action, Context};
use crate::tui::input::Input;
use crate::tui::screen::{Screen, Transition};
use crate::tui::theme::Role;
use crate::tui::told::Told;
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::Label;
use crate::tui::widgets::list::{Item, List, ListState};
use crate::tui::world::World;

/// From this width the table has a column of Sonneborn-Berger scores and one of wins.
const WIDE: u16 = 50;

/// What one can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Deed {
    Play,
    Join,
    Withdraw,
    Start,
    AddComputer,
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
    told: Option<Told>,
    /// Does Enter withdraw now? While games go on it does at the second time only: this row may have taken the place of
    /// another one.
    armed: bool,
    _listening: Option<Listening>,
}

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
            told: None,
            armed: false,
            _listening: visit(world).map(|visit| visit.club.notifier.listen(world.client.waker.clone())),
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
        if tournament == self.tournament {
            return false;
        }
        self.table = tournament.as_ref().map(Tournament::table).unwrap_or_default();
        let chosen = self.deeds.get(self.list.selected).copied();
        let had_game = self.deeds.contains(&Deed::Play);
        self.deeds = tournament.as_ref().map_or(Vec::new(), |one| deeds(one, Who::Member(visit.member.id)));
        self.tournament = tournament;
        // What was chosen stays chosen, except for a new game, which is the first row.
        let kept = chosen.filter(|_| had_game || !self.deeds.contains(&Deed::Play));
        self.list.selected = self.deeds.iter().position(|deed| Some(*deed) == kept).unwrap_or(0);
        self.armed &= self.deeds.get(self.list.selected) == Some(&Deed::Withdraw);
        true
    }

    fn items(&self) -> Vec<Item> {
        let item = |deed: &Deed| match deed {
            Deed::Play => Item::new("Play your game", ""),
            Deed::Join => Item::new("Join", ""),
            Deed::Withdraw => Item::new("Withdraw", ""),
            Deed::Start => Item::new("Start", ""),
            Deed::AddComputer => Item::choice("Let a computer play", format!("level {}", self.level)),
        };
        self.deeds.iter().map(item).collect()
    }

    fn act_on(&mut self, world: &World) -> Transition {
        let (Some(visit), Some(deed)) = (visit(world), self.deeds.get(self.list.selected)) else {
            return Transition::Same;
        };
        let goes_on = self.tournament.as_ref().is_some_and(|one| one.phase != Phase::Open);
        let withdraws = *deed == Deed::Withdraw;
        if !std::mem::replace(&mut self.armed, withdraws) && withdraws && goes_on {
            self.told = Some(Told::warning("Press Enter again to withdraw from the tournament."));
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
        self.told = done.err().map(Told::warning);
        self.look(world);
        if self.tournament.is_none() { Transition::Close } else { Transition::Changed }
    }

    /// Opens the table of one's game.
    fn play(&self, world: &World) -> Transition {
        let (Some(visit), Some(tournament)) = (visit(world), &self.tournament) else { return Transition::Same };
        match bout_of(tournament, Who::Member(visit.member.id)) {
            Some(key) => Transition::Open(ClubPlace::Game(key, None).into()),
            None => Transition::Same,
        }
    }

    /// The areas: the title, the list of deeds, the heading and the rows of the table, the message and the keys.
    fn areas(&self, area: Rect) -> [Rect; 6] {
        let [title, content, told, footer] = areas(area);
        let rows = self.deeds.len() as u16;
        let gap = u16::from(rows > 0);
        let parts = [rows, gap, 1].map(Constraint::Length).into_iter().chain([Constraint::Fill(1)]);
        let parts = Layout::vertical(parts).split(content);
        [title, parts[0], parts[2], parts[3], told, footer]
    }
}

/// The table of the game in progress of somebody.
fn bout_of(tournament: &Tournament, who: Who) -> Option<TableKey> {
    let entrant = tournament.find(who)?;
    let bout = tournament.bouts.iter().find(|bout| bout.shares.is_none() && bout.has(entrant))?;
    bout.table.map(TableKey)
}

/// What somebody can do in a tournament.
fn deeds(tournament: &Tournament, who: Who) -> Vec<Deed> {
    let mut deeds = Vec::new();
    let entrant = tournament.find(who).and_then(|at| tournament.entrants.get(at));
    let is_in = entrant.is_some_and(|entrant| !entrant.withdrawn);
    let (open, over) = (tournament.phase == Phase::Open, tournament.phase == Phase::Over);
    let arena = matches!(tournament.plan.form, Form::Arena { .. });
    if bout_of(tournament, who).is_some() {
        deeds.push(Deed::Play);
    }
    if !is_in && !over && (open || arena) {
        deeds.push(Deed::Join);
    }
    if open && tournament.by == who {
        deeds.push(Deed::Start);
    }
    if !over && (open || arena) && tournament.by == who {
        deeds.push(Deed::AddComputer);
    }
    if is_in && !over {
        deeds.push(Deed::Withdraw);
    }
    deeds
}

/// Until when the game of an entrant waits for somebody who is away, in words.
fn waiting_words(one: &Tournament, entrant: usize, world: &World) -> Option<String> {
    let visit = visit(world)?;
    let since = one.bouts.iter().find(|bout| bout.has(entrant) && bout.shares.is_none())?.waits?;
    let end = visit.zone().hour((since + visit.club.tournament_limits().away.as_secs()) as i64);
    Some(format!("Your game waits for somebody who is away: it is lost for them at {end}."))
}

/// The columns of the table: rank, name, points, Sonneborn-Berger, wins, games.
fn cells(row: Rect) -> [Rect; 6] {
    let more = if row.width >= WIDE { 8 } else { 0 };
    let widths = [Constraint::Length(4), Constraint::Fill(1)].into_iter();
    let parts = Layout::horizontal(widths.chain([8, more, more, 7].map(Constraint::Length))).split(row);
    std::array::from_fn(|at| parts[at])
}

/// A number of points without a useless end.
pub(super) fn points(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl Screen for Page {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        match action {
            Action::Left | Action::Right => self.deeds.get(self.list.selected) == Some(&Deed::AddComputer),
            Action::Pick => !self.deeds.is_empty(),
            Action::Back | Action::Leave => true,
            _ => self.list.can(action, &vec![true; self.deeds.len()]),
        }
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
            _ if self.list.step(action, &vec![true; self.deeds.len()]) => {
                self.armed = false;
                Transition::Changed
            }
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let Input::Press(x, y) = *input else { return None };
        let [_, list, ..] = self.areas(world.whole());
        self.list.selected = self.list.hit(list, self.deeds.len(), Point::new(x, y))?;
        Some(self.act_on(world))
    }

    fn tell(&mut self, told: Told) {
        self.told = Some(told);
    }

    fn hush(&mut self) -> bool {
        self.told.take().is_some()
    }

    fn wake(&mut self, world: &mut World) -> Transition {
        if self.look(world) { Transition::Changed } else { Transition::Same }
    }

    fn uncovered(&mut self, world: &mut World) {
        self.look(world);
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let [title, list, heading, rows, told, footer] = self.areas(area);
        let style = |role| world.theme.style(role);
        let Some(one) = &self.tournament else {
            Label::new("This tournament does not exist any more.", style(Role::Warning)).render(title, buffer);
            return;
        };
        let zone = visit(world).map(crate::club::Visit::zone).unwrap_or_default();
        let words = format!("{}, {}", plan_words(&one.plan, world), phase_words(one, zone, self.read));
        Label::new(world.glyphs.head(&words, title.width.into()), style(Role::Title)).render(title, buffer);
        List::new(&self.items(), world).render(list, buffer, &mut { self.list });
        let line = |texts: [&str; 6], role: Role, row: Rect, buffer: &mut Buffer| {
            for (at, (text, cell)) in texts.into_iter().zip(cells(row)).enumerate() {
                let label = Label::new(world.glyphs.head(text, cell.width.into()), style(role));
                if at < 2 { label.render(cell, buffer) } else { label.right().render(cell, buffer) }
            }
        };
        line(["", "Player", "Points", "S-B", "Wins", "Games"], Role::Dim, heading, buffer);
        let own = Page::own(world).and_then(|who| one.find(who));
        for (place, row) in rows.rows().zip(&self.table) {
            let Some(entrant) = one.entrants.get(row.entrant) else { continue };
            let mut name = entrant.name.clone();
            if own == Some(row.entrant) {
                name.push_str(" (you)");
            }
            if entrant.withdrawn {
                name.push_str(" (withdrawn)");
            } else if one.is_playing(row.entrant) {
                name.push_str(" (playing)");
            }
            let role = if own == Some(row.entrant) { Role::Title } else { Role::Text };
            let numbers = [row.rank.to_string(), points(row.points), points(row.sonneborn)];
            let (wins, games) = (row.wins.to_string(), row.games.to_string());
            let [rank, sum, sonneborn] = &numbers;
            line([rank, &name, sum, sonneborn, &wins, &games], role, place, buffer);
        }
        let waits = || own.and_then(|own| waiting_words(one, own, world)).map(Told::notice);
        if let Some(words) = self.told.clone().or_else(waits) {
            let head = world.glyphs.head(&words.words, told.width.into());
            Label::new(head, words.style(&world.theme)).render(told, buffer);
        }
        Footer::of(self, world).render(footer, buffer);
    }
}
