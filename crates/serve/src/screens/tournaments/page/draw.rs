//! How the page of a tournament is drawn: what can be done and the table at the left, the board of what is chosen beside them.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::super::{phase_words, plan_words, played, players_words};
use super::pairings::pairings;
use super::terms::{play, taking_part};
use super::{Line, Page, bout_of};
use crate::club::tournament::{Entrant, Row, Tournament};
use crate::club::tournament_words::{self, points};
use crate::screens::club::visit;
use crate::session::telling::sentence;
use crate::tui::action::{Action, Context};
use crate::tui::board::preview::small_board;
use crate::tui::message::Message;
use crate::tui::theme::Role;
use crate::tui::widgets::about::About;
use crate::tui::widgets::areas::ListPage;
use crate::tui::widgets::bar::Bar;
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::Label;
use crate::tui::widgets::list::{Item, List, ListState, Mark, Scrolled};
use crate::tui::widgets::text::{columns, wrap};
use crate::tui::world::World;

/// The rows of the gauge above the list, and those of the words about what is chosen.
const ABOUT: u16 = 2;
const DETAILS: u16 = 6;

/// From this width the table has a column of games, and from this one one of Sonneborn-Berger scores.
const WITH_COUNT: u16 = 44;
const WITH_SONNEBORN: u16 = 52;

/// The words in a row of the table: the mark of one's own row, rank, name, points, games, Sonneborn-Berger, and what they do.
type Texts<'t> = [&'t str; 7];

/// The columns of a row.
fn cells(row: Rect) -> [Rect; 7] {
    let games = if row.width >= WITH_COUNT { 7 } else { 0 };
    let sonneborn = if row.width >= WITH_SONNEBORN { 7 } else { 0 };
    let widths = [2, 3].map(Constraint::Length).into_iter().chain([Constraint::Fill(1)]);
    let parts = Layout::horizontal(widths.chain([7, games, sonneborn, 7, 2].map(Constraint::Length))).split(row);
    std::array::from_fn(|at| parts[at])
}

/// Draws the texts of a row: numbers at the right of their columns.
fn line(world: &World, role: Role, texts: Texts<'_>, row: Rect, buffer: &mut Buffer) {
    for (at, (text, cell)) in texts.into_iter().zip(cells(row)).enumerate() {
        let label = Label::new(world.glyphs.head(text, cell.width.into()), world.theme.style(role));
        if at < 3 { label.render(cell, buffer) } else { label.right().render(cell, buffer) }
    }
}

/// Until when the game of an entrant waits for somebody who is away, in words.
fn waiting_words(one: &Tournament, entrant: usize, world: &World) -> Option<String> {
    let visit = visit(world)?;
    let since = one.bouts.iter().find(|bout| bout.has(entrant) && bout.shares.is_none())?.waits?;
    let end = visit.zone().hour((since + visit.club.tournament_limits().away.as_secs()) as i64);
    Some(format!("Your game waits for somebody who is away: it is lost for them at {end}."))
}

/// The score of a player, in words.
fn score_words(one: &Tournament, entrant: &Entrant, row: &Row) -> String {
    let state = match (entrant.withdrawn, bout_of(one, row.entrant).is_some()) {
        (true, _) => " Withdrawn.",
        (_, true) => " Plays now.",
        _ => "",
    };
    if row.games == 0 {
        return format!("No game is over yet.{state}");
    }
    let sonneborn = points(row.sonneborn);
    let (rank, sum, games, wins) = (row.rank, points(row.points), row.games, row.wins);
    format!("Rank {rank}, points: {sum}. Games: {games}, won: {wins}. Sonneborn-Berger: {sonneborn}.{state}")
}

impl Page {
    pub(super) fn areas(&self, area: Rect) -> ListPage {
        ListPage::of(area, self.lines().len(), ABOUT, DETAILS)
    }

    /// What is chosen, in words: a title and a text.
    fn words(&self, one: &Tournament, world: &World) -> (String, String) {
        if let Some((entrant, row)) = self.player() {
            return (entrant.name.clone(), score_words(one, entrant, row));
        }
        let zone = visit(world).map(crate::club::Visit::zone).unwrap_or_default();
        let mut words = vec![players_words(one)];
        words.extend(self.deed().map(|deed| deed.about().to_owned()));
        let state = sentence(&phase_words(one, &zone, self.read));
        (state.trim_end_matches('.').to_owned(), words.join(" "))
    }

    fn player_row(&self, at: usize, own: Option<usize>, world: &World, place: Rect, buffer: &mut Buffer) {
        let (Some(one), Some(row), Some(entrant)) = (&self.tournament, self.table.get(at), self.entrant(at)) else {
            return;
        };
        let here = self.line() == Some(Line::Player(at));
        let is_own = own == Some(row.entrant);
        let role = match (here, is_own) {
            (true, _) => Role::Selected,
            (_, true) => Role::Title,
            _ if entrant.withdrawn => Role::Dim,
            _ => Role::Text,
        };
        if here {
            buffer.set_style(place, world.theme.style(role));
        }
        let state = match (entrant.withdrawn, bout_of(one, row.entrant).is_some()) {
            (true, _) => "left",
            (_, true) => "plays",
            _ => "",
        };
        // One's own row has a sign as well as another colour.
        let mark = if is_own && !here { "*" } else { "" };
        let room = usize::from(cells(place)[2].width);
        let with_you = format!("{} (you)", entrant.name);
        let name = if is_own && columns(&with_you, room) <= room { &with_you } else { &entrant.name };
        let [rank, games] = [row.rank, row.games].map(|number| number.to_string());
        let [sum, sonneborn] = [row.points, row.sonneborn].map(points);
        line(world, role, [mark, &rank, name, &sum, &games, &sonneborn, state], place, buffer);
        if here {
            Mark(world).render(place, buffer);
        }
    }

    fn table(&self, own: Option<usize>, world: &World, area: Rect, buffer: &mut Buffer) {
        let lines = self.lines();
        let room = usize::from(area.height);
        let offset = self.list.scroll(lines.len(), room);
        for (place, (at, row)) in area.rows().zip(lines.iter().enumerate().skip(offset)) {
            match *row {
                Line::Deed(deed) => {
                    // A list of this row alone, which is chosen or not.
                    let mut state = ListState::new(usize::from(at != self.list.selected));
                    List::new(&[deed.item(self.level)], world).render(place, buffer, &mut state);
                }
                Line::Gap => {}
                Line::Heading => {
                    line(world, Role::Dim, ["", "", "Player", "Points", "Games", "S-B", ""], place, buffer);
                }
                Line::Player(at) => self.player_row(at, own, world, place, buffer),
            }
        }
        Scrolled { world, before: offset > 0, after: offset + room < lines.len() }.render(area, buffer);
    }

    /// What is to be known about the tournament and its games, as far as there is room: what it waits for comes first, then
    /// who plays whom, then how it is played.
    fn news(&self, one: &Tournament, world: &World, area: Rect, buffer: &mut Buffer) {
        let Some(visit) = visit(world) else { return };
        let key = world.keymap.key(Context::List, Action::Pick);
        let away = visit.club.tournament_limits().away.as_secs() / 60;
        let paragraph = |(title, words): (&str, String)| -> Vec<Item> {
            let lines = wrap(&words, usize::from(area.width).saturating_sub(4)).map(|line| Item::new(line, ""));
            [Item::heading(title)].into_iter().chain(lines).collect()
        };
        let own = Page::own(world);
        let first = taking_part(one, own, &self.deeds, key.as_deref()).map(paragraph).unwrap_or_default();
        let games = pairings(one).iter().flat_map(|row| row.wrapped(area.width)).collect();
        let last = play(one, away).map(paragraph).unwrap_or_default();
        let mut items: Vec<Item> = Vec::new();
        for part in [first, games, last].into_iter().filter(|part| !part.is_empty()) {
            items.extend((!items.is_empty()).then(|| Item::heading("")));
            items.extend(part);
        }
        items.truncate(area.height.into());
        // Nothing in it can be chosen.
        List::new(&items, world).render(area, buffer, &mut ListState::new(0));
    }

    pub(super) fn paint(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let page = self.areas(area);
        let style = |role| world.theme.style(role);
        let Some(one) = &self.tournament else {
            Label::new("This tournament does not exist any more.", style(Role::Warning)).render(page.title, buffer);
            return;
        };
        let (plan, state) = (plan_words(&one.plan, world), tournament_words::state(one, self.read));
        let title = if page.picture.is_empty() {
            format!("{plan}, {state}")
        } else {
            Label::new(state, style(Role::Dim)).right().render(page.title, buffer);
            plan
        };
        Label::new(world.glyphs.head(&title, page.title.width.into()), style(Role::Title))
            .render(page.title, buffer);
        let (part, all) = played(one, self.read).unwrap_or((0, 1));
        Bar::gauge(part, all, world).render(page.about, buffer);
        let own = Page::own(world).and_then(|who| one.find(who));
        self.table(own, world, page.list, buffer);
        self.news(one, world, page.below, buffer);
        if let Some((position, view)) = self.shown.as_ref().filter(|_| !page.picture.is_empty()) {
            let rows = small_board(world, position.as_ref(), *view, page.picture, buffer);
            let (title, words) = self.words(one, world);
            About { title: &title, words: &words, world }.render(page.words(rows), buffer);
        }
        let waits = || own.and_then(|own| waiting_words(one, own, world)).map(Message::notice);
        if let Some(words) = self.message.clone().or_else(waits) {
            let head = world.glyphs.head(&words.words, page.message.width.into());
            Label::new(head, words.style(&world.theme)).render(page.message, buffer);
        }
        Footer::of(self, world).render(page.footer, buffer);
    }
}
