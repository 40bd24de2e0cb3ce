//! Kernels that the compiler may turn into whatever vectors every processor of the architecture has. They also do
//! what is left of a row at the end of the others.

/// The loops over neurons have this fixed length, because the compiler knows then that vectors fit.
const BLOCK: usize = 32;

pub(super) fn update(hidden: &mut [i16], rows: &[i16], gone: &[u16], come: &[u16]) {
    update_from(0, hidden, rows, gone, come);
}

/// The same for the neurons from `at` on.
pub(super) fn update_from(mut at: usize, hidden: &mut [i16], rows: &[i16], gone: &[u16], come: &[u16]) {
    let width = hidden.len();
    let (blocks, rest) = hidden[at..].as_chunks_mut::<BLOCK>();
    for block in blocks {
        let mut sum = *block;
        let row = |input: u16| -> &[i16; BLOCK] {
            row!(rows, width, input, at, BLOCK).first_chunk().expect("it has this length")
        };
        for &input in gone {
            let row = row(input);
            sum = std::array::from_fn(|neuron| sum[neuron].wrapping_sub(row[neuron]));
        }
        for &input in come {
            let row = row(input);
            sum = std::array::from_fn(|neuron| sum[neuron].wrapping_add(row[neuron]));
        }
        *block = sum;
        at += BLOCK;
    }
    for &input in gone {
        for (neuron, weight) in rest.iter_mut().zip(row!(rows, width, input, at, width - at)) {
            *neuron = neuron.wrapping_sub(*weight);
        }
    }
    for &input in come {
        for (neuron, weight) in rest.iter_mut().zip(row!(rows, width, input, at, width - at)) {
            *neuron = neuron.wrapping_add(*weight);
        }
    }
}

pub(super) fn output(hidden: &[i16], weights: &[i16], most: i16) -> i32 {
    let (blocks, rest) = hidden.as_chunks::<BLOCK>();
    let (columns, last) = weights.as_chunks::<BLOCK>();
    let mut sum = 0i32;
    for (block, column) in blocks.iter().zip(columns) {
        let clamped: [i16; BLOCK] = std::array::from_fn(|neuron| block[neuron].max(0).min(most));
        let product =
            |neuron: usize| i32::from(clamped[neuron].wrapping_mul(column[neuron])) * i32::from(clamped[neuron]);
        let pairs: [i32; BLOCK / 2] =
            std::array::from_fn(|pair| product(2 * pair).wrapping_add(product(2 * pair + 1)));
        sum = pairs.iter().fold(sum, |sum, &pair| sum.wrapping_add(pair));
    }
    let rest = rest.iter().zip(last).map(|(&neuron, &weight)| {
        let neuron = neuron.max(0).min(most);
        i32::from(neuron.wrapping_mul(weight)) * i32::from(neuron)
    });
    rest.fold(sum, i32::wrapping_add)
}

pub(super) fn greatest(numbers: &[i64]) -> i64 {
    numbers.iter().copied().fold(i64::MIN, i64::max)
}
