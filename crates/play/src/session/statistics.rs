//! Statistics of many games: results by variant and opening, by level of the computer and by seat, winning and losing streaks,
//! and lengths. They are computed from the list entries only; no game is replayed.

use std::collections::BTreeMap;

use super::setup::tags::level_of;
use crate::games::Registry;
use crate::record::store::{GameEntry, Who};
use crate::rules::outcome::Share;
use crate::rules::spec::Spec;

/// The results of human players.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Won.
    pub won: usize,
    /// Neither won nor lost.
    pub shared: usize,
    /// Lost.
    pub lost: usize,
}

/// The result of a game for a human player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Came {
    Won,
    Shared,
    Lost,
}

impl Tally {
    /// The number of games.
    pub const fn games(&self) -> usize {
        self.won + self.shared + self.lost
    }

    fn add(&mut self, came: Came) {
        match came {
            Came::Won => self.won += 1,
            Came::Shared => self.shared += 1,
            Came::Lost => self.lost += 1,
        }
    }
}

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The variant, level or seat.
    pub name: String,
    /// The number of games, including those without a human player.
    pub games: usize,
    /// The results of human players against computers.
    pub tally: Tally,
    /// The average number of plies of finished games; `None` if there are none.
    pub plies: Option<usize>,
}

/// Statistics of many games.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// The number of games.
    pub games: usize,
    /// The number of games in progress.
    pub running: usize,
    /// The results of all games.
    pub all: Tally,
    /// By variant and opening.
    pub by_game: Vec<Row>,
    /// By the highest level of the computer players.
    pub by_level: Vec<Row>,
    /// By variant and seat of the human player.
    pub by_seat: Vec<Row>,
    /// The longest winning streak and the longest losing streak.
    pub longest: (usize, usize),
    /// The current streak: positive if won, negative if lost.
    pub current: isize,
    /// The average number of plies of finished games; `None` if there are none.
    pub plies: Option<usize>,
}

/// The sums for one row.
#[derive(Default)]
struct Sum {
    games: usize,
    tally: Tally,
    over: usize,
    plies: usize,
}

impl Sum {
    fn add(&mut self, entry: &GameEntry, came: Option<Came>) {
        self.games += 1;
        if !entry.running {
            self.over += 1;
            // The index with this number may have been changed by another program, so the sum must not overflow.
            self.plies = self.plies.saturating_add(entry.plies);
        }
        if let Some(came) = came {
            self.tally.add(came);
        }
    }

    fn row(self, name: String) -> Option<Row> {
        let plies = self.plies.checked_div(self.over);
        (self.games > 0).then_some(Row { name, games: self.games, tally: self.tally, plies })
    }
}

/// The seat of the only human player, if all others are programs.
fn person(entry: &GameEntry) -> Option<usize> {
    let mut people = entry.players.iter().enumerate().filter(|(_, player)| player.is != Who::Program);
    let (seat, player) = people.next()?;
    (people.next().is_none() && player.is == Who::Person).then_some(seat)
}

/// The result of a game for a seat, if it is over.
fn came(entry: &GameEntry, seat: usize) -> Option<Came> {
    if entry.result.seats() != Some(entry.players.len()) {
        return None;
    }
    entry.result.share(seat).map(|share| match share {
        Share::ALL => Came::Won,
        Share::NONE => Came::Lost,
        _ => Came::Shared,
    })
}

/// The highest level among the computer players.
fn level(entry: &GameEntry) -> Option<u8> {
    let programs = entry.players.iter().filter(|player| player.is == Who::Program);
    programs.filter_map(|player| level_of(&player.name)).max()
}

impl Statistics {
    /// The statistics of these games.
    pub fn of<'e>(entries: impl IntoIterator<Item = &'e GameEntry>, known: &Registry) -> Statistics {
        // A damaged journal that was put aside continues in another file, so it is not counted.
        let mut games: Vec<&GameEntry> = entries.into_iter().filter(|entry| !entry.is_aside()).collect();
        games.sort_by(|a, b| (&a.date, a.modified).cmp(&(&b.date, b.modified)));
        let mut all = Sum::default();
        // By the places of the variant and of its opening in the lists. An opening that is in no list comes last.
        let mut of_game: BTreeMap<(usize, usize, &str), (String, Sum)> = BTreeMap::new();
        let mut of_level: Vec<Sum> = (0..=10).map(|_| Sum::default()).collect();
        let mut of_seat: Vec<Vec<Sum>> =
            known.games().iter().map(|game| game.spec().sides().map(|_| Sum::default()).collect()).collect();
        let mut runs = Runs::default();
        let mut statistics = Statistics { games: games.len(), ..Statistics::default() };
        for entry in games {
            let seat = person(entry);
            let came = seat.and_then(|seat| came(entry, seat));
            statistics.running += usize::from(entry.running);
            all.add(entry, came);
            runs.add(came);
            let Some(game) = known.games().iter().position(|game| is(game.spec(), entry)) else { continue };
            let setups = known.games()[game].spec().setups;
            let array = match entry.setup.as_str() {
                "" => 0,
                name => setups.iter().position(|setup| setup.name == name).unwrap_or(setups.len()),
            };
            let row = of_game.entry((game, array, entry.setup.as_str()));
            row.or_insert_with(|| (entry.full_title(), Sum::default())).1.add(entry, came);
            if let (Some(_), Some(level)) = (came, level(entry)) {
                of_level[usize::from(level)].add(entry, came);
            }
            if let (Some(_), Some(sum)) = (came, seat.and_then(|seat| of_seat[game].get_mut(seat))) {
                sum.add(entry, came);
            }
        }
        let specs = || known.games().iter().map(|game| game.spec());
        statistics.by_game = of_game.into_values().filter_map(|(name, sum)| sum.row(name)).collect();
        statistics.by_level =
            of_level.into_iter().enumerate().filter_map(|(at, sum)| sum.row(format!("Level {at}"))).collect();
        let seats = |(spec, sums): (&'static Spec, Vec<Sum>)| {
            let name = |at: usize| format!("{}, {}", spec.title, spec.seats[at].name);
            sums.into_iter().enumerate().filter_map(move |(at, sum)| sum.row(name(at))).collect::<Vec<Row>>()
        };
        statistics.by_seat = specs().zip(of_seat).flat_map(seats).collect();
        (statistics.longest, statistics.current) = ((runs.won, runs.lost), runs.now);
        statistics.plies = all.plies.checked_div(all.over);
        statistics.all = all.tally;
        statistics
    }

    /// The current streak in words.
    pub fn run(&self) -> String {
        let games = |count: usize| if count == 1 { "the last game" } else { "games" };
        match self.current {
            0 => "the last game was a draw".to_owned(),
            1 | -1 => format!("{} was {}", games(1), if self.current > 0 { "won" } else { "lost" }),
            run => {
                let count = run.unsigned_abs();
                format!("the last {count} {} were {}", games(count), if run > 0 { "won" } else { "lost" })
            }
        }
    }
}

fn is(spec: &Spec, entry: &GameEntry) -> bool {
    entry.spec().is_some_and(|known| std::ptr::eq(known, spec))
}

/// Winning and losing streaks.
#[derive(Default)]
struct Runs {
    now: isize,
    won: usize,
    lost: usize,
}

impl Runs {
    fn add(&mut self, came: Option<Came>) {
        self.now = match came {
            None => return,
            Some(Came::Won) => self.now.max(0) + 1,
            Some(Came::Lost) => self.now.min(0) - 1,
            Some(Came::Shared) => 0,
        };
        self.won = self.won.max(usize::try_from(self.now).unwrap_or(0));
        self.lost = self.lost.max(usize::try_from(-self.now).unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::record::result::GameResult;
    use crate::record::store::Player;

    fn entry(at: usize, names: &[&str], result: &str, date: &str, plies: usize) -> GameEntry {
        let player = |name: &&str| Player {
            name: (*name).to_owned(),
            is: match *name {
                "Human" => Who::Person,
                name if level_of(name).is_some() => Who::Program,
                _ => Who::Unknown,
            },
        };
        GameEntry {
            file: String::new(),
            number: 1,
            among: 1,
            offset: 0,
            length: 0,
            line: 1,
            game: GAMES[at].spec().id.to_owned(),
            variant: Some(GAMES[at]),
            own_title: String::new(),
            setup: String::new(),
            players: names.iter().map(player).collect(),
            result: GameResult::read(result).expect("a result"),
            date: date.parse().unwrap_or_default(),
            plies,
            termination: String::new(),
            modified: 0,
            running: result == "*",
            damaged: None,
        }
    }

    #[test]
    fn each_opening_has_a_line_of_its_own() {
        let with = |id: &str, setup: &str, plies| {
            let at = GAMES.iter().position(|game| game.spec().id == id).expect("it is built in");
            let names = ["Human", "Computer 1", "Computer 1", "Computer 1"];
            let names = &names[..GAMES[at].spec().seats.len()];
            GameEntry { setup: setup.to_owned(), ..entry(at, names, "1-0", "2026-11-01", plies) }
        };
        let games = [
            with("armies", "points", 240),
            with("armies", "first-fall", 100),
            with("armies", "", 1000),
            with("armies", "first-fall", 200),
            with("holywar", "shuffle", 50),
            with("holywar", "cathedral", 60),
        ];
        let statistics = Statistics::of(&games, &Registry::default());
        let rows: Vec<_> = statistics.by_game.iter().map(|row| (row.name.as_str(), row.games, row.plies)).collect();
        assert_eq!(
            rows,
            [
                ("Holywar, cathedral", 1, Some(60)),
                ("Holywar, shuffle", 1, Some(50)),
                ("Armies of Faith 1", 1, Some(1000)),
                ("Armies of Faith 1, first fall", 2, Some(150)),
                ("Armies of Faith 1, points", 1, Some(240)),
            ]
        );
    }

    #[test]
    fn games_of_one_person_against_computers_count() {
        let games = [
            entry(0, &["Human", "Computer 3"], "1-0", "2026-11-01", 30),
            entry(0, &["Computer 3", "Human"], "1-0", "2026-11-02", 50),
            entry(0, &["Computer 5", "Human"], "1-0", "2026-11-03", 40),
            entry(2, &["Human", "Computer 5"], "1/2-1/2", "2026-11-04", 80),
            entry(3, &["Computer 1", "Human", "Computer 2", "Computer 1"], "0-1-0-0", "2026-11-06", 200),
            entry(3, &["Computer 1", "Human", "Computer 2", "Computer 1"], "0-1-0-0", "2026-11-05", 100),
            // These games are not between one human player and computers.
            entry(0, &["Human", "Human"], "1-0", "2026-11-07", 10),
            entry(0, &["Ann", "Computer 9"], "1-0", "2026-11-08", 10),
            entry(0, &["Human", "Computer 9"], "*", "2026-11-09", 7),
        ];
        let statistics = Statistics::of(&games, &Registry::default());
        assert_eq!((statistics.games, statistics.running, statistics.plies), (9, 1, Some(65)));
        assert_eq!(statistics.all, Tally { won: 3, shared: 1, lost: 2 });
        assert_eq!((statistics.longest, statistics.current), ((2, 2), 2));
        assert_eq!(statistics.run(), "the last 2 games were won");
        let rows = |rows: &[Row]| -> Vec<(String, usize, usize)> {
            rows.iter().map(|row| (row.name.clone(), row.tally.won, row.tally.lost)).collect()
        };
        let row = |name: &str, won, lost| (name.to_owned(), won, lost);
        assert_eq!(rows(&statistics.by_level), [row("Level 2", 2, 0), row("Level 3", 1, 1), row("Level 5", 0, 1)]);
        assert_eq!(statistics.by_game.iter().map(|row| row.games).collect::<Vec<_>>(), [6, 1, 2]);
        assert_eq!(statistics.by_game[2].plies, Some(150));
        assert_eq!(statistics.by_seat.iter().map(|row| row.tally.games()).collect::<Vec<_>>(), [1, 2, 1, 2]);
        assert_eq!(Statistics::of(&[], &Registry::default()).games, 0);
        // A game in progress has no length yet.
        let statistics = Statistics::of(&games[8..], &Registry::default());
        assert_eq!((statistics.running, statistics.plies, statistics.by_game[0].plies), (1, None, None));
    }
}
