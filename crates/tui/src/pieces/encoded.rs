//! Pictures that were encoded as sixels, for all clients of a process: a server draws each piece once for all that have
//! cells of one size.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use ratatui::layout::Rect;

use super::graphics::Form;
use super::sent::Colours;
use crate::host::cell_size::CellSize;
use crate::theme::color::Rgb;

/// All that a part of a picture depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The number of the picture.
    pub(crate) number: u32,
    /// Its columns and rows.
    pub(crate) form: Form,
    pub(crate) cell: CellSize,
    pub(crate) colours: Colours,
    /// The colour of its square, if it is known.
    pub(crate) ground: Option<Rgb>,
    /// The columns and rows of it that are seen.
    pub(crate) area: Rect,
}

/// The same in an order.
type Key = (u32, Form, CellSize, Colours, Option<Rgb>, [u16; 4]);

impl Wish {
    const fn key(&self) -> Key {
        let Rect { x, y, width, height } = self.area;
        (self.number, self.form, self.cell, self.colours, self.ground, [x, y, width, height])
    }
}

/// The most bytes that are kept.
const MOST_BYTES: usize = 8 << 20;

/// What a picture takes beside its bytes.
const BESIDE_BYTES: usize = 160;

/// The pictures that were encoded.
#[derive(Debug, Default)]
pub(crate) struct Encoded(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    bytes: usize,
    pictures: BTreeMap<Key, Arc<[u8]>>,
}

impl Encoded {
    /// The bytes of a part of a picture: those that are kept, or those that `encode` makes.
    pub(crate) fn get(&self, wish: &Wish, encode: impl FnOnce() -> Option<Vec<u8>>) -> Option<Arc<[u8]>> {
        let key = wish.key();
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().pictures.get(&key) {
            return Some(Arc::clone(known));
        }
        // Others need not wait for it; at worst it is made twice.
        let made: Arc<[u8]> = encode()?.into();
        let mut kept = lock();
        let more = made.len() + BESIDE_BYTES;
        if kept.bytes + more > MOST_BYTES {
            *kept = Kept::default();
        }
        if kept.pictures.insert(key, Arc::clone(&made)).is_none() {
            kept.bytes += more;
        }
        drop(kept);
        Some(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(number: u32) -> Wish {
        let form = Form::new(4, 2).expect("it is small");
        let cell = CellSize::new(9, 18).expect("a cell");
        Wish { number, form, cell, colours: (None, None), ground: None, area: Rect::new(0, 0, 4, 2) }
    }

    #[test]
    fn a_picture_is_encoded_once() {
        let encoded = Encoded::default();
        assert_eq!(encoded.get(&wish(1), || None), None);
        assert_eq!(encoded.get(&wish(1), || Some(vec![7])).as_deref(), Some(&[7][..]));
        assert_eq!(encoded.get(&wish(1), || panic!("it is kept")).as_deref(), Some(&[7][..]));
        let part = Wish { area: Rect::new(0, 0, 4, 1), ..wish(1) };
        assert_eq!(encoded.get(&part, || Some(vec![8])).as_deref(), Some(&[8][..]), "a part is another one");
    }

    #[test]
    fn no_more_is_kept_than_there_is_room_for() {
        let encoded = Encoded::default();
        for number in 0..40 {
            encoded.get(&wish(number), || Some(vec![0; 1 << 20]));
            let kept = encoded.0.lock().expect("no panic");
            let bytes: usize = kept.pictures.values().map(|picture| picture.len() + BESIDE_BYTES).sum();
            assert!(bytes == kept.bytes && bytes <= MOST_BYTES, "{number}: {bytes}");
        }
    }
}
