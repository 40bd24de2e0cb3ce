//! What a client writes, cut into packets, of which one after the other is taken. The connection keeps room for as much as it
//! has ever encrypted at once, for as long as it lives: for a board of pictures that would be 64 KiB.

use bytes::Bytes;
use tokio::sync::oneshot;

/// The most bytes in a packet.
pub(super) const MOST_BYTES: usize = 4096;

/// A packet that is on its way. It is dropped when it was encrypted.
struct Sent {
    bytes: Vec<u8>,
    _taken: oneshot::Sender<()>,
}

impl AsRef<[u8]> for Sent {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Waits until a packet was taken, or never will be.
pub(super) struct Taken(oneshot::Receiver<()>);

impl Taken {
    pub(super) async fn wait(self) {
        let _ = self.0.await;
    }
}

/// Gives away a packet. The other value tells when it was taken.
pub(super) fn give(bytes: Vec<u8>) -> (Bytes, Taken) {
    let (taken, wait) = oneshot::channel();
    (Bytes::from_owner(Sent { bytes, _taken: taken }), Taken(wait))
}

/// The packets of bytes that come in parts.
pub(super) struct Packets<'a> {
    parts: &'a [&'a [u8]],
    /// What is left of the part that was begun.
    rest: &'a [u8],
    /// What is left of all.
    left: usize,
}

impl<'a> Packets<'a> {
    pub(super) fn new(parts: &'a [&'a [u8]]) -> Packets<'a> {
        Packets { parts, rest: &[], left: parts.iter().map(|part| part.len()).sum() }
    }
}

impl Iterator for Packets<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let room = self.left.min(MOST_BYTES);
        let mut packet = Vec::with_capacity(room);
        while packet.len() < room {
            if self.rest.is_empty() {
                (self.rest, self.parts) = self.parts.split_first()?;
            }
            let (taken, rest) = self.rest.split_at(self.rest.len().min(room - packet.len()));
            packet.extend_from_slice(taken);
            self.rest = rest;
        }
        self.left -= room;
        (room > 0).then_some(packet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::oneshot::error::TryRecvError;

    #[test]
    fn packets_are_full_and_no_byte_is_lost() {
        let bytes: Vec<u8> = (0..3 * MOST_BYTES + 7).map(|at| (at % 251) as u8).collect();
        for size in [1, 7, 1000, MOST_BYTES - 1, MOST_BYTES, MOST_BYTES + 1, bytes.len()] {
            let mut parts: Vec<&[u8]> = bytes.chunks(size).collect();
            parts.insert(parts.len() / 2, &[]);
            let packets: Vec<Vec<u8>> = Packets::new(&parts).collect();
            let sizes: Vec<usize> = packets.iter().map(Vec::len).collect();
            assert_eq!(sizes, [MOST_BYTES, MOST_BYTES, MOST_BYTES, 7], "parts of {size}");
            assert_eq!(packets.concat(), bytes, "parts of {size}");
        }
        for nothing in [&[][..], &[&[][..]]] {
            assert_eq!(Packets::new(nothing).count(), 0);
        }
    }

    #[test]
    fn a_packet_is_taken_when_all_of_it_was() {
        let (bytes, mut taken) = give(b"abc".to_vec());
        let rest = bytes.slice(1..);
        drop(bytes);
        assert_eq!((rest.as_ref(), taken.0.try_recv()), (&b"bc"[..], Err(TryRecvError::Empty)));
        drop(rest);
        assert_eq!(taken.0.try_recv(), Err(TryRecvError::Closed));
    }
}
