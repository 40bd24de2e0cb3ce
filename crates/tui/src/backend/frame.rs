//! What a frame writes: its own bytes, and between them pictures that all clients of a process share.

use std::iter::once;
use std::sync::Arc;

/// The bytes of a frame. A whole board of pictures is many times as long as its text, and it is not copied.
#[derive(Debug, Default)]
pub struct Frame {
    own: Vec<u8>,
    /// The pictures, each with the number of own bytes before it.
    pictures: Vec<(usize, Arc<[u8]>)>,
}

impl Frame {
    /// A frame of bytes that has these pictures, each after so many of them.
    pub(super) fn new(own: Vec<u8>, pictures: Vec<(usize, Arc<[u8]>)>) -> Frame {
        Frame { own, pictures }
    }

    /// Its bytes in their order.
    pub fn parts(&self) -> impl Iterator<Item = &[u8]> {
        let from = once(0).chain(self.pictures.iter().map(|(at, _)| *at));
        let to = self.pictures.iter().map(|(at, _)| *at).chain(once(self.own.len()));
        let own = from.zip(to).map(|(from, to)| &self.own[from..to]);
        let pictures = self.pictures.iter().map(|(_, picture)| picture.as_ref()).chain(once(&[][..]));
        own.zip(pictures).flat_map(|(own, picture)| [own, picture]).filter(|part| !part.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_come_between_the_other_bytes() {
        let [one, two]: [Arc<[u8]>; 2] = [b"one".as_slice().into(), b"two".as_slice().into()];
        let parts = |pictures| Frame::new(b"abcd".to_vec(), pictures).parts().collect::<Vec<_>>().concat();
        assert_eq!(parts(Vec::new()), b"abcd");
        assert_eq!(parts(vec![(1, Arc::clone(&one)), (1, Arc::clone(&two))]), b"aonetwobcd");
        assert_eq!(parts(vec![(0, one), (4, two)]), b"oneabcdtwo");
        assert_eq!(Frame::default().parts().count(), 0);
    }
}
