//! Which games of a list are wanted, and in what order.

use std::cmp::Ordering;

use super::entry::GameEntry;

/// Words that a game must all have, in any case.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Filter(Vec<String>);

impl Filter {
    /// The words of a text.
    pub fn new(text: &str) -> Filter {
        Filter(text.to_lowercase().split_whitespace().map(str::to_owned).collect())
    }

    /// Does a game whose [`GameEntry::words`] these are have all of them?
    pub fn takes(&self, words: &str) -> bool {
        self.0.iter().all(|word| words.contains(word.as_str()))
    }
}

impl GameEntry {
    /// What it is found by, in small letters.
    pub fn words(&self) -> String {
        let goes_on = if self.running { "unfinished" } else { "" };
        let damaged = if self.damaged.is_some() { "damaged" } else { "" };
        let (id, title, termination) = (&self.game, self.title(), &self.termination);
        let (seats, result, date, file) = (self.seats(), &self.result, &self.date, &self.file);
        format!("{id} {title} {seats} {result} {date} {file} {termination} {goes_on} {damaged}").to_lowercase()
    }
}

/// An order of games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SortOrder {
    /// The newest first.
    #[default]
    Newest,
    /// The oldest first.
    Oldest,
    /// By what is played.
    Game,
    /// By who plays.
    Players,
    /// By result.
    Result,
    /// The longest first.
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

    /// In words.
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

    /// The one after it, round and round.
    #[must_use]
    pub fn next(self) -> SortOrder {
        let at = SortOrder::ALL.iter().position(|&order| order == self).unwrap_or(0);
        SortOrder::ALL[(at + 1) % SortOrder::ALL.len()]
    }

    /// Which of two games comes first. Those that are alike in this are in the order of their dates.
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
