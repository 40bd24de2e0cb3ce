//! The panels: clocks, the current row, what fits into a box.

use super::moves::scrolled;
use super::*;
use crate::rules::side::Side;

#[test]
fn clocks_are_read_as_on_a_wall() {
    for (millis, shown) in
        [(0, "0:00.0"), (9_940, "0:09.9"), (10_000, "0:10"), (61_000, "1:01"), (3_661_000, "1:01:01")]
    {
        assert_eq!(clock(Duration::from_millis(millis)), shown);
    }
}

/// The text of both seats' boxes after some moves, in a box of this size.
fn boxes(game: usize, moves: &str, (columns, rows): (u16, u16)) -> Vec<String> {
    use crate::rules::variant::Opening;
    use crate::tui::board::marks::BoardMarks;
    use crate::tui::glyphs::UNICODE;
    let mut position = crate::games::GAMES[game].begin(Opening::Start).expect("the start");
    for text in moves.split_whitespace() {
        position.act(text).expect("it is legal");
    }
    let theme = Theme::chart();
    let pen = Pen { spec: position.spec(), theme: &theme, glyphs: &UNICODE, shown: 0 };
    let seen = BoardMarks::of(position.as_ref());
    let area = Rect::new(0, 0, columns, rows);
    let draw = |side: Side| {
        let mut buffer = Buffer::empty(area);
        let seat = Seat {
            side,
            who: "human".to_owned(),
            clock: None,
            turn: false,
            living: true,
            notes: position.seat_notes(side),
            reserve: position.reserve(side),
            held: None,
            lost: seen.lost[side].clone(),
        };
        SeatBox { pen, seat: &seat }.render(area, &mut buffer);
        buffer.content().iter().map(ratatui::buffer::Cell::symbol).collect()
    };
    position.spec().sides().map(draw).collect()
}

/// The box beside the board at 80x24 has two lines, but there can be up to three texts for a seat.
#[test]
fn a_note_is_seen_also_where_pieces_were_lost() {
    let moves = "b1c3 b8c6 c3d5 c6b4 d5b4 a7a6 b4a6";
    for (moves, lost) in [("", ""), (moves, "S P")] {
        for size in [(42, 4), (60, 4), (42, 5)] {
            let seats = boxes(1, moves, size);
            for text in &seats {
                assert!(text.contains("holes on board 0") && text.contains("reserve"), "{text}");
            }
            assert!(seats[1].contains(lost), "{}", seats[1]);
        }
    }
}

#[test]
fn the_current_row_is_in_sight() {
    for room in 1..40 {
        let firsts: Vec<usize> = (0..200).map(|current| scrolled(room, current)).collect();
        for (current, &first) in firsts.iter().enumerate() {
            assert!(first <= current && current < first + room, "{current} of {room}");
        }
        // It scrolls at most twice for each height of the list.
        let scrolls = firsts.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert!(scrolls <= 200 / (room / 2).max(1) + 1, "{scrolls} of {room}");
    }
}
