//! The shuffled arrays `shuffle:N`: all permutations of the eight pieces with the Bishops on squares of
//! different colours, in alphabetical order. Red mirrors White.

/// The pieces in alphabetical order.
const PIECES: &[u8; 8] = b"BBCCKLSS";

/// The colours of the squares a1, b2 to g2 and h1: 1 is light.
const COLOURS: [u8; 8] = [0, 0, 1, 0, 1, 0, 1, 1];

/// The number of arrays.
const COUNT: usize = 2880;

/// The FEN of `shuffle:N`.
pub(super) fn setup(name: &str) -> Option<String> {
    let number: usize = name.strip_prefix("shuffle:")?.parse().ok()?;
    if number >= COUNT {
        return None;
    }
    arrays().nth(number).map(fen)
}

fn arrays() -> impl Iterator<Item = [u8; 8]> {
    std::iter::successors(Some(*PIECES), |&order| following(order)).filter(|order| {
        let mut bishops = order.iter().zip(COLOURS).filter(|&(&piece, _)| piece == b'B').map(|(_, colour)| colour);
        bishops.next() != bishops.next()
    })
}

/// The next permutation in alphabetical order.
fn following(mut order: [u8; 8]) -> Option<[u8; 8]> {
    let rise = order.windows(2).rposition(|pair| pair[0] < pair[1])?;
    let larger = order.iter().rposition(|&piece| piece > order[rise]).expect("a larger one stands right behind");
    order.swap(rise, larger);
    order[rise + 1..].reverse();
    Some(order)
}

fn fen(order: [u8; 8]) -> String {
    let white: String = order.into_iter().map(char::from).collect();
    let red = white.to_lowercase();
    let home = |pieces: &str| (pieces[..1].to_owned(), pieces[1..7].to_owned(), pieces[7..].to_owned());
    let ((wa, w, wh), (ra, r, rh)) = (home(&white), home(&red));
    format!("{ra}******{rh}/*{r}*/*pppppp*/*6*/*6*/*PPPPPP*/*{w}*/{wa}******{wh}[] w - - 0 1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_2880_arrays_in_alphabetical_order() {
        let all: Vec<[u8; 8]> = arrays().collect();
        assert_eq!(all.len(), COUNT);
        assert!(all.is_sorted());
        assert_eq!(&all[0], b"BCBCKLSS", "B on dark a1 needs its fellow on light c2");
        assert!(setup("shuffle:2879").is_some());
        assert_eq!(setup("shuffle:2880"), None);
        assert_eq!(setup("shuffle:-1"), None);
        assert_eq!(setup("shuffle"), None);
    }
}
