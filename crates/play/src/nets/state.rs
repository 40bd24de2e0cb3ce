//! What is known of the learning of a game, from what lies in its folder.

use super::{FoundNet, NetPlace, Progress, Stage, is_running, progress};
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
    pub fn of(place: &NetPlace, game: &FileVariant) -> LearnState {
        let progress = Progress::read(&place.work);
        if is_running(&place.work) {
            let pauses = place.work.join(progress::PAUSE).exists();
            return if pauses { LearnState::Pausing } else { LearnState::Running(progress) };
        }
        let net = place.teach(game);
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
}
