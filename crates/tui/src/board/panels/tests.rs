//! The panels: clocks, the current row, what fits into a box.

use super::moves::scrolled;
use super::*;
use crate::rules::side::Side;
use ratatui::layout::Position as Point;

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
    use crate::board::marks::BoardMarks;
    use crate::glyphs::UNICODE;
    use crate::rules::variant::Opening;
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
            taken: seen.taken[side].clone(),
            ahead: seen.ahead(position.spec(), side),
        };
        SeatBox { pen, seat: &seat }.render(area, &mut buffer);
        buffer.content().iter().map(ratatui::buffer::Cell::symbol).collect()
    };
    position.spec().sides().map(draw).collect()
}

/// One line says what a seat has, and in less room the first of it.
#[test]
fn what_a_seat_has_is_one_line() {
    let moves = "b1c3 b8c6 c3d5 c6b4 d5b4 a7a6 b4a6";
    for (wide, white) in [
        (50, "reserve  H   taken S P +5  holes on board 0"),
        (44, "reserve  H   +5  holes on board 0"),
        (30, "H  holes on board 0"),
        (16, "H  holes 0"),
        (11, "holes 0"),
    ] {
        let seats = boxes(1, moves, (wide, 3));
        let row: String = seats[0].chars().skip(usize::from(wide) + 2).take(usize::from(wide) - 4).collect();
        assert_eq!(row.trim_end(), white, "{wide}");
    }
    // With four seats it is the same, without what nobody is ahead of.
    let seats = boxes(3, "", (30, 3));
    assert!(seats.iter().all(|text| text.contains("29 pieces")), "{seats:?}");
}

/// A reserve that is used up keeps its place, so what follows it stays.
#[test]
fn an_empty_reserve_is_said() {
    let all = "K@e2 K@e7 L@d2 L@d7 C@c2 C@c7 C@f2 C@f7 B@b2 B@b7 B@g2 B@g7 S@a1 S@a8 S@h1 S@h8";
    let seats = boxes(0, all, (42, 3));
    assert!(seats.iter().all(|text| text.contains("reserve  - ")), "{seats:?}");
    let seats = boxes(0, "K@e2", (42, 3));
    assert!(seats[0].contains("reserve  L  C×2  B×2  S×2"), "{seats:?}");
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

/// The list of these rounds, a text for each seat, drawn in a box of this size, with the list itself.
fn listed(game: usize, rounds: &[&[&str]], (wide, rows): (u16, u16), check: impl Fn(MoveList<'_>, &Buffer, Rect)) {
    use crate::glyphs::UNICODE;
    use crate::session::history::Line;
    let spec = crate::games::GAMES[game].spec();
    let mut lines = Vec::new();
    for (round, texts) in (1..).zip(rounds) {
        for (side, text) in spec.sides().zip(*texts) {
            let ply = lines.len() + 1;
            lines.push(Line { round, side, text: (*text).to_owned(), is_move: true, ply });
        }
    }
    let theme = Theme::chart();
    let pen = Pen { spec, theme: &theme, glyphs: &UNICODE, shown: lines.len() };
    let list = MoveList { pen, lines: &lines, about: "" };
    let area = Rect::new(0, 0, wide, rows);
    let mut buffer = Buffer::empty(area);
    list.render(area, &mut buffer);
    check(list, &buffer, area);
}

fn row_of(buffer: &Buffer, y: u16) -> String {
    let cells = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol());
    cells.collect::<String>().trim_end().to_owned()
}

#[test]
fn columns_of_moves_are_as_narrow_as_the_longest_move() {
    listed(0, &[&["e4", "Sb1-c3-d5"], &["Kxd3", "e5"]], (60, 4), |_, buffer, _| {
        assert_eq!(row_of(buffer, 0), "  1 e4      Sb1-c3-d5");
        assert_eq!(row_of(buffer, 1), "  2 Kxd3    e5");
    });
    listed(3, &[&["ssd3", "Ryya2", "Ryh1", "Rssi2"]], (60, 4), |_, buffer, _| {
        assert_eq!(row_of(buffer, 0), "  1 ssd3    Ryya2   Ryh1    Rssi2");
    });
    // Where the longest moves do not fit, all seats have as much.
    listed(0, &[&["e4", "Sb1-c3-d5xe6"]], (20, 4), |_, buffer, _| {
        assert_eq!(row_of(buffer, 0), "  1 e4      Sb1-c3…");
    });
}

#[test]
fn a_move_has_the_colour_of_its_seat() {
    listed(3, &[&["ssd3", "Ryya2", "Ryh1", "Rssi2"], &["ssd4"]], (60, 4), |list, buffer, _| {
        let seats = list.pen.spec.sides().zip([4, 12, 20, 28]);
        for (side, x) in seats {
            let style = list.pen.theme.style(army(list.pen.spec, side));
            assert_eq!(Some(buffer[(x, 0)].fg), style.fg, "{side:?}");
        }
    });
}

#[test]
fn a_list_goes_on_beside_itself_where_there_is_room() {
    let rounds: Vec<&[&str]> = vec![&["e4", "e5"]; 7];
    listed(0, &rounds, (50, 4), |list, buffer, area| {
        assert_eq!(row_of(buffer, 0), "  1 e4      e5          5 e4      e5");
        assert_eq!(row_of(buffer, 2), "  3 e4      e5          7 e4      e5");
        assert_eq!(row_of(buffer, 3), "  4 e4      e5");
        // What is drawn is what the mouse meets.
        assert_eq!(list.hit(area, Point::new(26, 2)), Some(13));
        assert_eq!(list.hit(area, Point::new(12, 3)), Some(8));
        assert_eq!(list.hit(area, Point::new(30, 3)), None);
    });
    // Without room the first rounds go out of sight.
    listed(0, &rounds, (30, 4), |_, buffer, _| assert_eq!(row_of(buffer, 0), "  5 e4      e5"));
}
