//! What a neural network learns from: examples, and the error of what it says about them.

use super::dataset::chance;

/// The examples of a game, and how the network is to judge them. The network has `VIEWS` views of each.
pub(super) trait Lessons<const VIEWS: usize>: Sync {
    type Example: Copy + Sync;

    /// Appends the active inputs of an example. Returns its output layer. In each epoch from 1 on, the example may be
    /// seen in another mirror.
    fn see(&self, example: &Self::Example, epoch: usize, inputs: &mut Vec<u16>) -> usize;

    /// The loss for an output of this worth, and the derivative of the loss by that.
    fn judge(&self, example: &Self::Example, worth: f32) -> (f64, f32);
}

/// The cross-entropy of a predicted win probability and the actual share.
pub(super) fn surprise(chance: f32, share: f32) -> f64 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    f64::from(-share * chance.ln() - (1.0 - share) * (1.0 - chance).ln())
}

/// The scale with which the scores predict the results best.
pub(super) fn scale(told: &[(f32, f32)]) -> f32 {
    let loss =
        |scale: f32| -> f64 { told.iter().map(|&(score, result)| surprise(chance(score, scale), result)).sum() };
    let scales = (0..40).map(|step| 40.0 * 1.1f32.powi(step));
    scales.min_by(|&a, &b| loss(a).total_cmp(&loss(b))).unwrap_or(400.0)
}
