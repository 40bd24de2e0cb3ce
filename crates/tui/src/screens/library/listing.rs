//! The list model: sort order, filter, selection and marks. It stays fast with ten thousand games: the search
//! text is stored ready to match, and orders are lists of indices.

use std::collections::HashSet;

use crate::action::Action;
use crate::record::store::{Filter, GameEntry, SortOrder};
use crate::zone::Zone;

/// Identifies a game until its file is renamed: the file name and the number in the file.
pub type Key = (String, usize);

/// The games of the list.
#[derive(Debug, Default)]
pub struct Listing {
    entries: Vec<GameEntry>,
    /// The time zone in which dates are shown, and searched.
    zone: Zone,
    /// The search text of each game.
    words: Vec<String>,
    /// The indices of all games in sort order.
    order: Vec<u32>,
    /// The indices of the games that pass the filter, in the same order.
    shown: Vec<u32>,
    sort: SortOrder,
    filter: Filter,
    marked: HashSet<Key>,
    /// The index of the selected game in `shown`.
    chosen: usize,
    /// Has the user moved the selection?
    touched: bool,
}

fn key(entry: &GameEntry) -> Key {
    (entry.file.clone(), entry.number)
}

impl Listing {
    /// An empty list for a reader in this zone.
    pub(crate) fn in_zone(zone: Zone) -> Listing {
        Listing { zone, ..Listing::default() }
    }

    pub(crate) const fn zone(&self) -> &Zone {
        &self.zone
    }

    /// The number of games.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Is the list without games?
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The number of games that pass the filter.
    pub fn shown(&self) -> usize {
        self.shown.len()
    }

    pub(crate) const fn sort(&self) -> SortOrder {
        self.sort
    }

    /// The index of the selected game.
    pub(crate) const fn chosen(&self) -> usize {
        self.chosen
    }

    /// The game at an index of the filtered list.
    pub(crate) fn at(&self, place: usize) -> Option<&GameEntry> {
        self.shown.get(place).map(|&at| &self.entries[at as usize])
    }

    /// The selected game.
    pub(crate) fn here(&self) -> Option<&GameEntry> {
        self.at(self.chosen)
    }

    /// The games that pass the filter, in sort order.
    pub(crate) fn visible(&self) -> impl Iterator<Item = &GameEntry> {
        self.shown.iter().map(|&at| &self.entries[at as usize])
    }

    /// Replaces the games; keeps the selection and the marks.
    pub fn renew(&mut self, entries: Vec<GameEntry>) {
        self.change(|listing| {
            listing.words = entries.iter().map(|entry| entry.words(&listing.zone)).collect();
            listing.entries = entries;
            let known: HashSet<Key> = listing.entries.iter().map(key).collect();
            listing.marked.retain(|marked| known.contains(marked));
            listing.put_in_order();
        });
    }

    pub(crate) fn add(&mut self, entries: Vec<GameEntry>) {
        self.change(|listing| {
            listing.words.extend(entries.iter().map(|entry| entry.words(&listing.zone)));
            listing.entries.extend(entries);
            listing.put_in_order();
        });
    }

    /// Removes all games of these files.
    pub(crate) fn remove(&mut self, files: &HashSet<String>) {
        let left = self.entries.iter().filter(|entry| !files.contains(&entry.file)).cloned().collect();
        self.renew(left);
    }

    /// Sets the filter text.
    pub fn set_filter(&mut self, text: &str) {
        let filter = Filter::new(text);
        if filter != self.filter {
            self.change(|listing| {
                listing.filter = filter;
                listing.sieve();
            });
        }
    }

    /// Switches to the next sort order.
    pub(crate) fn turn(&mut self) {
        self.change(|listing| {
            listing.sort = listing.sort.next();
            listing.put_in_order();
        });
    }

    fn put_in_order(&mut self) {
        self.order = (0..self.entries.len() as u32).collect();
        let (entries, sort) = (&self.entries, self.sort);
        self.order.sort_unstable_by(|&a, &b| sort.compare(&entries[a as usize], &entries[b as usize]));
        self.sieve();
    }

    fn sieve(&mut self) {
        let takes = |at: &&u32| self.filter.takes(&self.words[**at as usize]);
        self.shown = self.order.iter().filter(takes).copied().collect();
    }

    /// Changes the list and keeps the same game selected. If the user has not moved the selection, it stays on
    /// the first row.
    fn change(&mut self, change: impl FnOnce(&mut Listing)) {
        let was = self.here().filter(|_| self.touched).map(key);
        change(self);
        let place = |was: Key| self.visible().position(|entry| entry.file == was.0 && entry.number == was.1);
        let last = self.shown.len().saturating_sub(1);
        let found = was.and_then(place);
        self.touched &= found.is_some() || !self.shown.is_empty();
        self.chosen = found.unwrap_or(if self.touched { self.chosen.min(last) } else { 0 });
    }

    /// Selects an index. True if the selection changed.
    pub(crate) fn choose(&mut self, place: usize) -> bool {
        let place = place.min(self.shown.len().saturating_sub(1));
        self.touched = true;
        std::mem::replace(&mut self.chosen, place) != place
    }

    /// Updates the games of a renamed file; the selection and the marks are kept.
    pub(crate) fn rename(&mut self, from: &str, to: &str) {
        let place = self.chosen;
        for entry in self.entries.iter_mut().filter(|entry| entry.file == from) {
            to.clone_into(&mut entry.file);
            if self.marked.remove(&(from.to_owned(), entry.number)) {
                self.marked.insert(key(entry));
            }
        }
        self.words = self.entries.iter().map(|entry| entry.words(&self.zone)).collect();
        self.choose(place);
        self.change(Listing::put_in_order);
    }

    /// Moves the selection as the action says, with this page size.
    pub(crate) fn step(&mut self, action: Action, page: usize) -> bool {
        let last = self.shown.len().saturating_sub(1);
        let was = self.chosen;
        let to = match action {
            Action::Up => was.saturating_sub(1),
            Action::Down => was + 1,
            Action::PageUp => was.saturating_sub(page.max(1)),
            Action::PageDown => was + page.max(1),
            Action::First => 0,
            Action::Last => last,
            _ => return false,
        };
        self.choose(to)
    }

    /// Toggles the mark of the selected game and moves to the next one.
    pub(crate) fn mark(&mut self) {
        let Some(key) = self.here().map(key) else { return };
        if !self.marked.remove(&key) {
            self.marked.insert(key);
        }
        self.choose(self.chosen + 1);
    }

    /// Marks all games that pass the filter; if all of them are marked already, clears all marks.
    pub(crate) fn mark_all(&mut self) {
        let keys: Vec<Key> = self.visible().map(key).collect();
        if keys.iter().all(|key| self.marked.contains(key)) {
            self.marked.clear();
        } else {
            self.marked.extend(keys);
        }
    }

    pub(crate) fn clear_marks(&mut self) {
        self.marked.clear();
    }

    pub(crate) fn is_marked(&self, entry: &GameEntry) -> bool {
        !self.marked.is_empty() && self.marked.contains(&key(entry))
    }

    /// The number of marked games.
    pub(crate) fn marks(&self) -> usize {
        self.marked.len()
    }

    /// The marked games in sort order, including those hidden by the filter; without marks, the selected game.
    pub fn meant(&self) -> Vec<GameEntry> {
        if self.marked.is_empty() {
            return self.here().cloned().into_iter().collect();
        }
        let entries = self.order.iter().map(|&at| &self.entries[at as usize]);
        entries.filter(|entry| self.is_marked(entry)).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::record::result::GameResult;
    use crate::record::store::{Player, Who};

    fn entry(file: &str, at: usize, name: &str, plies: usize) -> GameEntry {
        GameEntry {
            file: format!("{file}.pgn"),
            number: 1,
            among: 1,
            offset: 0,
            length: 0,
            line: 1,
            game: GAMES[at].spec().id.to_owned(),
            variant: Some(GAMES[at]),
            own_title: String::new(),
            setup: String::new(),
            players: vec![Player { name: name.to_owned(), is: Who::Unknown }],
            result: GameResult::read("1-0").expect("a result"),
            date: format!("2026-11-{:02}", 10 + plies).parse().expect("a date"),
            plies,
            termination: String::new(),
            modified: 0,
            running: false,
            damaged: None,
        }
    }

    fn listing() -> Listing {
        let mut listing = Listing::default();
        listing.renew(vec![entry("a", 0, "Ann", 3), entry("b", 1, "Bea Blue", 9), entry("c", 2, "Cid", 6)]);
        listing
    }

    fn files(listing: &Listing) -> Vec<&str> {
        listing.visible().map(|entry| entry.file.trim_end_matches(".pgn")).collect()
    }

    #[test]
    fn every_order_and_every_word_counts() {
        let mut listing = listing();
        let mut orders = Vec::new();
        for _ in SortOrder::ALL {
            orders.push(files(&listing).concat());
            listing.turn();
        }
        assert_eq!(orders, ["bca", "acb", "bac", "abc", "bca", "bca"]);
        for (text, left) in [("BEA", "b"), ("blue bea", "b"), ("bea ann", ""), ("2026-11", "bca"), ("1-0 cid", "c")]
        {
            listing.set_filter(text);
            assert_eq!(files(&listing).concat(), left, "{text}");
        }
    }

    #[test]
    fn what_is_chosen_and_marked_stays_so() {
        let mut listing = listing();
        listing.add(vec![entry("d", 0, "Dan", 12)]);
        assert_eq!(listing.here().map(|entry| entry.plies), Some(12), "nobody has chosen anything yet");
        listing.step(Action::Last, 5);
        listing.set_filter("ann");
        listing.set_filter("");
        assert_eq!(listing.here().map(|entry| entry.plies), Some(3));
        listing.turn();
        assert_eq!((listing.chosen(), listing.here().map(|entry| entry.plies)), (0, Some(3)));
        listing.mark();
        listing.mark();
        assert_eq!(listing.meant().iter().map(|entry| entry.plies).collect::<Vec<_>>(), [3, 6]);
        listing.set_filter("dan");
        assert_eq!(listing.meant().len(), 2, "a mark does not go with the filter");
        listing.remove(&HashSet::from(["a.pgn".to_owned()]));
        assert_eq!((listing.marks(), listing.len()), (1, 3));
        listing.set_filter("");
        listing.mark_all();
        assert_eq!(listing.marks(), 3);
        listing.mark_all();
        assert_eq!(listing.marks(), 0);
        listing.renew(Vec::new());
        assert!(!listing.step(Action::Down, 5) && listing.here().is_none() && listing.meant().is_empty());
    }
}
