//! The Adam optimiser: gradient descent with an adaptive step size for each weight.

/// The optimiser state of a set of weights.
pub(super) struct Adam {
    /// The gradient of the current batch, summed over its examples.
    pub(super) gradient: Vec<f32>,
    pub(super) mean: Vec<f32>,
    pub(super) square: Vec<f32>,
    least: f32,
    pub(super) steps: i32,
}

impl Adam {
    /// The initial state. `least` is the epsilon of Adam: gradients far below it have little effect.
    pub(super) fn new(weights: usize, least: f32) -> Adam {
        let zero = || vec![0.0; weights];
        Adam { gradient: zero(), mean: zero(), square: zero(), least, steps: 0 }
    }

    /// Adds the gradient of a part of the batch, and clears it.
    pub(super) fn add(&mut self, gradient: &mut [f32]) {
        self.gradient.iter_mut().zip(gradient).for_each(|(sum, part)| *sum += std::mem::take(part));
    }

    /// Makes a step along the mean gradient of `examples` examples and clears the gradient.
    pub(super) fn step(&mut self, weights: &mut [f32], examples: usize, rate: f32) {
        self.steps += 1;
        let (slow, fast) = (0.9f32, 0.999f32);
        let (unbias_mean, unbias_square) = (1.0 - slow.powi(self.steps), 1.0 - fast.powi(self.steps));
        let known = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, sum), (mean, square)) in weights.iter_mut().zip(&mut self.gradient).zip(known) {
            let gradient = std::mem::take(sum) / examples as f32;
            *mean = slow * *mean + (1.0 - slow) * gradient;
            *square = fast * *square + (1.0 - fast) * gradient * gradient;
            *weight -= rate * (*mean / unbias_mean) / ((*square / unbias_square).sqrt() + self.least);
        }
    }
}
