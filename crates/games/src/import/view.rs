//! How the second seat sees the board: what a zone of the first seat is for it.

use super::area::{Area, At};
use super::keys::SEATS;
use super::refusal::Refusal;
use super::settings::Settings;

/// Why two zones cannot be one.
pub(super) const DIFFERENT: &str = "the zones of the two players are not the same as each sees the board";

/// How the second seat sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum View {
    /// From the other side, with the same files on its left.
    Mirrored,
    /// From the other side, rotated.
    Turned,
}

impl View {
    /// A square as a seat sees it.
    pub(super) fn local(self, seat: usize, (file, rank): At, [files, ranks]: [u8; 2]) -> At {
        match (seat, self) {
            (0, _) => (file, rank),
            (_, View::Mirrored) => (file, ranks - 1 - rank),
            (_, View::Turned) => (files - 1 - file, ranks - 1 - rank),
        }
    }

    /// The zone that both settings of a key are, for the seats that need it.
    pub(super) fn zone(
        self,
        settings: &Settings,
        key: &str,
        usual: [Area; 2],
        seats: [bool; 2],
        size: [u8; 2],
    ) -> Result<Area, Refusal> {
        let of = |seat: usize| settings.area(&key.replacen('@', SEATS[seat], 1), usual[seat]);
        self.shared([of(0), of(1)], seats, size)
            .ok_or_else(|| settings.wrong(&key.replacen('@', SEATS[1], 1), DIFFERENT))
    }

    /// The one zone that two are, each as its seat sees it.
    pub(super) fn shared(self, zones: [Area; 2], seats: [bool; 2], size: [u8; 2]) -> Option<Area> {
        let idle = seats.map(|needs| if needs { Area::EMPTY } else { Area::all() });
        self.common(zones, idle, size)
    }

    /// The same where some squares, as each seat sees them, mean nothing to it.
    pub(super) fn common(self, zones: [Area; 2], idle: [Area; 2], size: [u8; 2]) -> Option<Area> {
        let board = Area::board(size);
        let [first, second] = [0, 1].map(|seat| zones[seat].and(board).map(|at| self.local(seat, at, size)));
        let both = first.without(idle[0]).or(second.without(idle[1]));
        let same = |own: Area, idle: Area| both.without(idle) == own.without(idle);
        (same(first, idle[0]) && same(second, idle[1])).then_some(both)
    }
}
