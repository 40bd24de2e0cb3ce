//! Filters and sorts the games of a list.

use std::cmp::Ordering;

use super::entry::GameEntry;
use crate::zone::Zone;

/// Words that must all occur in a game; case is ignored.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Filter(Vec<String>);

impl Filter {
    /// A filter with the words of a text.
    pub fn new(text: &str) -> Filter {
        Filter(text.to_lowercase().split_whitespace().map(str::to_owned).collect())
    }

    /// Does a game with these [`GameEntry::words`] match?
    pub fn takes(&self, words: &str) -> bool {
        self.0.iter().all(|word| words.contains(word.as_str()))
    }
}

impl GameEntry {
    /// The text that filters search, in lower case, with the date as it is shown in this zone.
    pub fn words(&self, zone: &Zone) -> String {
        let goes_on = if self.running { "unfinished" } else { "" };
        let damaged = if self.damaged.is_some() { "damaged" } else { "" };
        let (id, title, termination) = (&self.game, self.title(), &self.termination);
        let (seats, result, date, file) = (self.seats(), self.result, self.date.shown_in(zone), &self.file);
        format!("{id} {title} {seats} {result} {date} {file} {termination} {goes_on} {damaged}").to_lowercase()
    }
}

/// A sort order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SortOrder {
    /// Newest first.
    #[default]
    Newest,
    /// Oldest first.
    Oldest,
    /// By variant.
    Game,
    /// By player names.
    Players,
    /// By result.
    Result,
    /// Longest first.
    Length,
}

impl SortOrder {
    /// Every order.
    pub const ALL: [SortOrder; 6] = [
        SortOrder::Newest,
        SortOrder::Oldest,
        SortOrder::Game,
        SortOrder::Players,
        SortOrder::Result,
        SortOrder::Length,
    ];

    /// Its name for people.
    pub const fn words(self) -> &'static str {
        match self {
            SortOrder::Newest => "newest first",
            SortOrder::Oldest => "oldest first",
            SortOrder::Game => "by game",
            SortOrder::Players => "by players",
            SortOrder::Result => "by result",
            SortOrder::Length => "longest first",
        }
    }

    /// The next order, cyclically.
    #[must_use]
    pub fn next(self) -> SortOrder {
        let at = SortOrder::ALL.iter().position(|&order| order == self).unwrap_or(0);
        SortOrder::ALL[(at + 1) % SortOrder::ALL.len()]
    }

    /// Compares two games. Equal games are sorted by date, newest first.
    pub fn compare(self, a: &GameEntry, b: &GameEntry) -> Ordering {
        let newest = || {
            let key = |entry: &GameEntry| (entry.modified, entry.number);
            b.date.cmp(&a.date).then_with(|| key(b).cmp(&key(a))).then_with(|| b.file.cmp(&a.file))
        };
        let first = match self {
            SortOrder::Newest => Ordering::Equal,
            SortOrder::Oldest => return newest().reverse(),
            SortOrder::Game => a.title().cmp(b.title()),
            SortOrder::Players => {
                let names = |entry: &'_ GameEntry| -> Vec<String> {
                    entry.players.iter().map(|player| player.name.to_lowercase()).collect()
                };
                names(a).cmp(&names(b))
            }
            SortOrder::Result => a.result.cmp(&b.result),
            SortOrder::Length => b.plies.cmp(&a.plies),
        };
        first.then_with(newest)
    }
}
