//! The row that lets the computer learn a game of a file: what it says, and what Enter does.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::games::file::FileVariant;
use crate::message::Message;
use crate::nets::{self, LearnState, LearnWatch, Progress, Stage};
use crate::rules::spec::Spec;
use crate::widgets::list::Item;
use crate::world::World;

/// How often the folder is looked at.
const BEAT: Duration = Duration::from_secs(1);

/// What is said where the laboratory is missing.
const MISSING: &str = "This takes the program heterodox-lab beside heterodox, or on the path. It comes with the source: \
                       cargo install --path crates/lab";

/// The learning of the chosen game.
pub(super) struct Learning {
    spec: &'static Spec,
    watch: LearnWatch,
    /// How the laboratory is told the game: its id, or its file.
    named: PathBuf,
    state: LearnState,
    pub(super) due: Instant,
}

impl Learning {
    /// That of this game. Nothing if it is no game of a file that a computer can learn here.
    pub(super) fn of(spec: &'static Spec, world: &World) -> Option<Learning> {
        let game = FileVariant::of(spec)?;
        let (place, named) = world.client.net_place(spec)?;
        let mut watch = LearnWatch::new(place, game);
        let state = watch.look();
        Some(Learning { spec, watch, named, state, due: world.now + BEAT })
    }

    pub(super) fn is_of(&self, spec: &'static Spec) -> bool {
        std::ptr::eq(self.spec, spec)
    }

    /// Looks again. Returns whether something has changed.
    pub(super) fn look(&mut self, now: Instant) -> bool {
        self.due = now + BEAT;
        let state = self.watch.look();
        let changed = state != self.state;
        self.state = state;
        changed
    }

    /// The row.
    pub(super) fn item(&self) -> Item {
        Item::new(
            "Learn",
            match &self.state {
                LearnState::Nothing => "let the computer learn this game".to_owned(),
                LearnState::Running(None) => "it looks how long it takes".to_owned(),
                LearnState::Running(Some(progress)) => format!("{}, {}", so_far(progress), left(progress.left)),
                LearnState::Pausing => "it pauses".to_owned(),
                LearnState::Paused(progress) => format!("paused: {}", so_far(progress)),
                LearnState::Learnt(_) => "the computer has learned it".to_owned(),
                LearnState::Lost(_) => "it has learned nothing better".to_owned(),
                LearnState::Refused(_) => "what it learned does not fit".to_owned(),
            },
        )
    }

    /// What is said of the row where it is chosen.
    pub(super) fn described(&self) -> String {
        match &self.state {
            LearnState::Nothing => {
                "It plays against itself, trains a net, and keeps that if it wins a test: at most two \
                                    hours, in the background."
                    .to_owned()
            }
            LearnState::Running(Some(progress)) => {
                format!("It works while this program is open: {}.", progress.words)
            }
            LearnState::Running(None) | LearnState::Pausing => "What is done is kept.".to_owned(),
            LearnState::Paused(_) => "What was done is kept, and it continues from there.".to_owned(),
            LearnState::Learnt(gain) => format!("It plays by its net: {gain}."),
            LearnState::Lost(result) => format!("Its net did not win the test: {result}. It plays as before."),
            LearnState::Refused(why) => format!("The computer plays without it. {why}."),
        }
    }

    /// What Enter does.
    pub(super) fn verb(&self) -> &'static str {
        match self.state {
            LearnState::Running(_) | LearnState::Pausing => "pause",
            LearnState::Paused(_) => "go on",
            LearnState::Nothing | LearnState::Learnt(_) | LearnState::Lost(_) | LearnState::Refused(_) => "learn",
        }
    }

    /// Starts, pauses, or goes on.
    pub(super) fn act(&mut self, world: &mut World) -> Option<Message> {
        let done = match self.state {
            LearnState::Running(_) | LearnState::Pausing => nets::pause(&self.watch.place().work),
            LearnState::Learnt(_) | LearnState::Lost(_) => {
                let words = "To learn it by other games: heterodox-lab learn with another --seed.";
                return Some(Message::notice(words));
            }
            _ if !world.client.teacher.is_installed() => return Some(Message::warning(MISSING)),
            LearnState::Nothing | LearnState::Paused(_) | LearnState::Refused(_) => {
                let paths = world.client.paths.clone();
                let start = |paths| world.client.teacher.start(&self.named, &paths);
                paths.map_or(Ok(()), start)
            }
        };
        if let Err(error) = done {
            return Some(Message::warning(error));
        }
        self.due = world.now;
        self.look(world.now);
        None
    }
}

fn so_far(progress: &Progress) -> String {
    let what = match progress.stage {
        Stage::Playing => "playing",
        Stage::Training => "training",
        Stage::Testing => "testing",
        Stage::Kept | Stage::Lost => "done",
    };
    format!("{what} {} %", progress.percent)
}

/// So many seconds in words.
fn left(seconds: u64) -> String {
    match seconds {
        0..60 => "a minute left".to_owned(),
        60..5_400 => format!("{} min left", seconds.div_ceil(60)),
        _ => format!("{:.1} h left", seconds as f64 / 3_600.0),
    }
}
