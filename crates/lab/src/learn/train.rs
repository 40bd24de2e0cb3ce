//! The training of a learning: its state is kept after each epoch.

use std::io;
use std::path::Path;
use std::time::Instant;

use heterodox_play::files;
use heterodox_play::nets::{Progress, Stage};

use super::game_file::GameFile;
use super::plan::Plan;
use super::{Done, Heard, LearnError, Learning, write};
use crate::trainer::{self, Course, First, Fit};

/// The name of the file with the state.
pub(super) const NAME: &str = "epoch";
/// The name of the file with the weights, when it is done.
pub(super) const NET: &str = "weights";

/// The most bytes of a state.
const MOST_BYTES: u64 = 256 << 20;

/// The steps of an epoch, and the least number of examples in each: few positions are learnt by heart in many steps.
const STEPS: usize = 16;
const LEAST: usize = 256;

/// From fewer positions than this, a net with fewer neurons learns more.
const MANY: usize = 200_000;
const SMALL: usize = 32;

impl Learning<'_> {
    /// Trains a net on the games that were played.
    pub(super) fn trained(&self, plan: &Plan, heard: &Heard<'_>) -> Done<Vec<u8>> {
        let work = &self.place.work;
        let done = read(&work.join(NET))?;
        if done.is_some() {
            return Ok(done);
        }
        let epochs = self.effort.epochs;
        let logs = GameFile::all(work)?;
        let state = read(&work.join(NAME))?;
        let batch = (plan.positions / STEPS).next_power_of_two().clamp(LEAST, Fit::BATCH);
        let how = Fit { epochs, result: 0.3, later: 0.5, scale: None, rate: 0.01, batch };
        let most = if plan.positions < MANY { SMALL } else { usize::MAX };
        let mut failure = None;
        let (begun, mut first) = (Instant::now(), None);
        let keep = &mut |state: &[u8]| failure = failure.take().or(write(&work.join(NAME), state).err());
        let mut unheard = None;
        let report = &mut |report: &trainer::Report| {
            let epoch = report.epoch;
            let &mut first = first.get_or_insert(epoch);
            let each = begun.elapsed().as_secs_f64() / (epoch - first).max(1) as f64;
            let measured = epoch > first;
            let left = if measured { (each * (epochs - epoch) as f64) as u64 } else { plan.seconds[1] };
            let words = format!("epoch {epoch} of {epochs}, error {:.4}", report.validation_loss);
            let percent = (100 * epoch / epochs) as u8;
            let progress = Progress { stage: Stage::Training, percent, left: left + plan.seconds[2], words };
            unheard = unheard.take().or(heard.hear(&progress).err());
        };
        let mut course = Course::new(report).on(self.threads).until(self.stop).kept(state.as_deref(), keep);
        let id = self.game.spec().id;
        let net = trainer::trained(
            self.games,
            id,
            &logs,
            First::Untrained(self.effort.hidden.min(most)),
            how,
            &mut course,
        )?;
        if let Some(failure) = failure.or(unheard) {
            return Err(failure);
        }
        let Some(net) = net else { return Ok(None) };
        write(&work.join(NET), &net)?;
        Ok(Some(net))
    }
}

/// What a file has, if it is there.
fn read(path: &Path) -> Result<Option<Vec<u8>>, LearnError> {
    match files::read(path, MOST_BYTES) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(LearnError::file(path, error)),
    }
}
