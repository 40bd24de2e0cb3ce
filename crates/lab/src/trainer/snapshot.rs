//! The state of a training after an epoch, as bytes: with the same positions it continues as if it had never stopped.

use crate::games::nets::sum;

/// The first bytes.
const MARK: &[u8; 8] = b"hdxepoch";

/// The state of a training.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Snapshot {
    /// The number of finished epochs.
    pub(super) epoch: usize,
    /// The number of steps of the optimiser.
    pub(super) steps: i32,
    /// A number of the training set and the settings: another training is not continued.
    pub(super) of: u64,
    pub(super) weights: Vec<f32>,
    pub(super) mean: Vec<f32>,
    pub(super) square: Vec<f32>,
    /// The least validation loss, and the net with it.
    pub(super) loss: f32,
    pub(super) best: Vec<u8>,
}

impl Snapshot {
    pub(super) fn written(&self) -> Vec<u8> {
        let mut bytes = MARK.to_vec();
        bytes.extend((self.epoch as u64).to_le_bytes());
        bytes.extend(i64::from(self.steps).to_le_bytes());
        bytes.extend(self.of.to_le_bytes());
        bytes.extend(u64::from(self.loss.to_bits()).to_le_bytes());
        bytes.extend(
            [&self.weights, &self.mean, &self.square].into_iter().flatten().flat_map(|one| one.to_le_bytes()),
        );
        bytes.extend(&self.best);
        let sum = sum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The state in these bytes, if they are whole and of a training of so many weights.
    pub(super) fn read(bytes: &[u8], weights: usize) -> Option<Snapshot> {
        let (bytes, last) = bytes.split_last_chunk::<8>()?;
        if sum(bytes) != u64::from_le_bytes(*last) {
            return None;
        }
        let mut words = bytes.strip_prefix(MARK)?.as_chunks::<8>().0.iter().map(|&word| u64::from_le_bytes(word));
        let (epoch, steps, of, loss) = (words.next()?, words.next()?, words.next()?, words.next()?);
        let rest = bytes.get(MARK.len() + 4 * 8..)?;
        let (floats, best) = rest.split_at_checked(3 * 4 * weights)?;
        let mut floats = floats.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four));
        let mut list = || floats.by_ref().take(weights).collect();
        Some(Snapshot {
            epoch: epoch as usize,
            steps: steps as i32,
            of,
            weights: list(),
            mean: list(),
            square: list(),
            loss: f32::from_bits(loss as u32),
            best: best.to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let snapshot = Snapshot {
            epoch: 3,
            steps: 70,
            of: 9,
            weights: vec![1.0, -2.5, 0.0],
            mean: vec![0.5; 3],
            square: vec![0.25; 3],
            loss: 0.6,
            best: vec![1, 2, 3, 4, 5],
        };
        let bytes = snapshot.written();
        assert_eq!(Snapshot::read(&bytes, 3), Some(snapshot));
        assert!((0..bytes.len()).all(|cut| Snapshot::read(&bytes[..cut], 3).is_none()));
        for at in 0..bytes.len() {
            let mut wrong = bytes.clone();
            wrong[at] ^= 4;
            assert_eq!(Snapshot::read(&wrong, 3), None, "{at}");
        }
        assert_eq!(Snapshot::read(&bytes, usize::MAX / 64), None);
    }
}
