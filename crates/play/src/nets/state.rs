//! What is known of the learning of a game, from what lies in its folder.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use super::{FoundNet, NetPlace, Progress, Stage, is_running, progress};
use crate::files::system::FileNumber;
use crate::games::file::FileVariant;

/// Where the learning of a game stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LearnState {
    /// It has not begun.
    Nothing,
    /// A program learns it. It has made no plan yet, or is so far.
    Running(Option<Progress>),
    /// It was asked to pause, and will in a moment.
    Pausing,
    /// It was paused or killed so far.
    Paused(Progress),
    /// The computer plays by a net. What its test has shown, in words.
    Learnt(String),
    /// The net did not win its test, which has shown this.
    Lost(String),
    /// The net was learnt by other rules, or is damaged, and why.
    Refused(String),
}

impl LearnState {
    /// Looks at this place. The computer plays by a net that is new there.
    pub fn of(place: &NetPlace, game: &'static FileVariant) -> LearnState {
        LearnWatch::new(place.clone(), game).look()
    }
}

/// Looks at the learning of a game again and again. Its net is large, and is read only when it may be another one.
#[derive(Clone, Debug)]
pub struct LearnWatch {
    place: NetPlace,
    game: &'static FileVariant,
    read: Option<ReadNet>,
}

/// A net that was read, and what it was known by.
#[derive(Clone, Debug)]
struct ReadNet {
    file: Option<FileFacts>,
    progress: Option<Progress>,
    net: FoundNet,
}

/// What tells a file from the one that was there before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct FileFacts {
    number: FileNumber,
    length: u64,
    changed: Option<SystemTime>,
}

impl FileFacts {
    fn of(path: &Path) -> Option<FileFacts> {
        let facts = fs::metadata(path).ok()?;
        let number = FileNumber::behind(path).ok()?;
        Some(FileFacts { number, length: facts.len(), changed: facts.modified().ok() })
    }
}

impl LearnWatch {
    /// That of this game, which has not looked yet.
    pub const fn new(place: NetPlace, game: &'static FileVariant) -> LearnWatch {
        LearnWatch { place, game, read: None }
    }

    /// Where the learning is.
    pub const fn place(&self) -> &NetPlace {
        &self.place
    }

    /// Looks again. The computer plays by a net that is new there.
    pub fn look(&mut self) -> LearnState {
        let work = &self.place.work;
        let progress = Progress::read(work);
        if is_running(work) {
            let pauses = work.join(progress::PAUSE).exists();
            return if pauses { LearnState::Pausing } else { LearnState::Running(progress) };
        }
        let net = self.net(progress.as_ref());
        match (progress, net) {
            (Some(progress), _) if !matches!(progress.stage, Stage::Kept | Stage::Lost) => {
                LearnState::Paused(progress)
            }
            (_, FoundNet::Used(learnt)) => LearnState::Learnt(learnt.gain.clone()),
            (_, FoundNet::Refused(why)) => LearnState::Refused(why),
            (Some(Progress { stage: Stage::Lost, words, .. }), FoundNet::None) => LearnState::Lost(words),
            (_, FoundNet::None) => LearnState::Nothing,
        }
    }

    /// The net that is there.
    fn net(&mut self, progress: Option<&Progress>) -> FoundNet {
        let file = FileFacts::of(&self.place.net);
        let known = self.read.as_ref().filter(|read| read.file == file && read.progress.as_ref() == progress);
        if let Some(read) = known {
            return read.net.clone();
        }
        let net = self.place.teach(self.game);
        self.read = Some(ReadNet { file, progress: progress.cloned(), net: net.clone() });
        net
    }
}
