//! The shortest sequence that moves the cursor from one place to another.

use std::io::Write as _;

use ratatui::layout::Position;

/// Writes the shortest way to a place from another one, if that is known.
pub(super) fn go(from: Option<Position>, to: Position, out: &mut Vec<u8>) {
    if from == Some(to) {
        return;
    }
    let begin = out.len();
    let _ = match (to.x, to.y) {
        (0, 0) => out.write_all(b"\x1b[H"),
        (0, row) => write!(out, "\x1b[{}H", row + 1),
        (column, row) => write!(out, "\x1b[{};{}H", row + 1, column + 1),
    };
    let mut shorter = |way: &[u8]| {
        if way.len() < out.len() - begin {
            out.truncate(begin);
            out.extend_from_slice(way);
        }
    };
    let Some(at) = from else { return };
    let mut way = Vec::with_capacity(8);
    let across = |from: u16, way: &mut Vec<u8>| match to.x.checked_sub(from) {
        Some(0) => {}
        Some(by) => counted(by, b'C', way),
        // A backspace has one byte, and the sequence three or more.
        None if from - to.x <= 4 => way.extend(std::iter::repeat_n(8, usize::from(from - to.x))),
        None => counted(from - to.x, b'D', way),
    };
    if to.y > at.y {
        // A vertical tab goes down in one byte. A line feed could go to the first column as well, if the terminal's driver
        // adds a carriage return to it.
        if to.y - at.y <= 3 {
            way.extend(std::iter::repeat_n(0x0b, usize::from(to.y - at.y)));
        } else {
            counted(to.y - at.y, b'B', &mut way);
        }
    } else if at.y > to.y {
        counted(at.y - to.y, b'A', &mut way);
    }
    across(at.x, &mut way);
    shorter(&way);
    if to.y >= at.y {
        way.clear();
        way.push(b'\r');
        way.extend(std::iter::repeat_n(b'\n', usize::from(to.y - at.y)));
        across(0, &mut way);
        shorter(&way);
    }
}

fn counted(by: u16, sign: u8, way: &mut Vec<u8>) {
    way.extend_from_slice(b"\x1b[");
    if by > 1 {
        let _ = write!(way, "{by}");
    }
    way.push(sign);
}
