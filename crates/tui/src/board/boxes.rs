//! How the boxes beside or below a board share their room: each takes what it needs, and the moves grow by several rows
//! at once, so that boxes seldom change their places during a game.

use ratatui::layout::{Constraint, Flex, Layout, Rect};

use super::draw::Look;
use super::panels::{KindList, MoveList};
use crate::widgets::areas::from_top;
use crate::widgets::frame::Frame;

/// The moves get more rows this many at a time, and so many where the pieces would have no room beside that.
const STEP: usize = 8;
const LOW_STEP: usize = 4;

/// The moves get more columns this many at a time.
const WIDER: u16 = 4;

/// The columns of a box beyond its text.
const BORDER: u16 = 4;

/// The rows of a box beyond its text.
const EDGES: u16 = 2;

/// The greatest width of the box of the pieces.
const WIDEST: u16 = 112;

/// The least width of that box beside the moves.
const LEAST: u16 = 34;

/// From this height on the pieces have their place for the whole game, up to three fifths; below, the moves come first.
const TALL: u16 = 24;

/// From this width on, where the room is wider than high, the chances stand beside the moves of a review.
const WIDE: u16 = 100;

/// The least and the greatest height of the box of the chances, and what it has in a high room although moves need more.
const CHANCES: [u16; 2] = [6, 15];
const FINE: u16 = 10;

/// The rows that moves keep beside other boxes.
const KEPT: u16 = 5;

/// The rows of a box for so many rows of moves.
fn stepped(rows: usize, step: usize) -> u16 {
    // The next move has its row already.
    u16::try_from((rows + 1).next_multiple_of(step)).unwrap_or(u16::MAX - EDGES) + EDGES
}

/// The boxes of a game that is played.
pub(crate) struct GameBoxes<'a> {
    pub(crate) moves: Rect,
    /// The pieces of the game, if there is room for them.
    pub(crate) pieces: Option<(Rect, KindList<'a>)>,
}

impl<'a> GameBoxes<'a> {
    /// The pieces beside the moves, if there is room for words about them; else below the moves or beside them, with what
    /// fits.
    pub(crate) fn of(list: MoveList<'a>, look: Look<'a>, area: Rect) -> GameBoxes<'a> {
        let beside = match GameBoxes::beside(list, look, area) {
            Some(beside) if beside.is_said() => return beside,
            beside => beside,
        };
        match GameBoxes::below(list, look, area) {
            Some(below) if below.is_said() => below,
            below => beside.or(below).unwrap_or(GameBoxes { moves: area, pieces: None }),
        }
    }

    fn is_said(&self) -> bool {
        self.pieces.as_ref().is_some_and(|(_, kinds)| kinds.is_said())
    }

    /// Both boxes end in the same row until the moves need more.
    fn beside(list: MoveList<'a>, look: Look<'a>, area: Rect) -> Option<GameBoxes<'a>> {
        let wide = list.width().next_multiple_of(WIDER) + BORDER;
        let room = area.width.checked_sub(wide).filter(|&room| room >= LEAST)?.min(WIDEST);
        let kinds =
            KindList::fitting(list.pen, look, room.saturating_sub(BORDER), area.height.saturating_sub(EDGES))?;
        let (moves, pieces) = if kinds.is_said() {
            (Constraint::Length(wide), Constraint::Max(room))
        } else {
            // The moves go on in a second list.
            (Constraint::Fill(1), Constraint::Length(kinds.width() + BORDER))
        };
        let [moves, pieces] = Layout::horizontal([moves, pieces]).flex(Flex::Center).areas(area);
        let rows = kinds.rows() + EDGES;
        let needed = stepped(list.rows_in(Frame::inside(moves)), STEP).max(rows);
        let ([moves], _) = from_top(moves, [needed]);
        let ([pieces], _) = from_top(pieces, [rows]);
        Some(GameBoxes { moves, pieces: Some((pieces, kinds)) })
    }

    fn below(list: MoveList<'a>, look: Look<'a>, area: Rect) -> Option<GameBoxes<'a>> {
        let inside = Frame::inside(area);
        let [most] = Layout::vertical([Constraint::Ratio(3, 5)]).areas(area);
        let kinds = [STEP, LOW_STEP].into_iter().find_map(|step| {
            let needed = stepped(list.rows_in(inside), step);
            let most = if area.height >= TALL { most.height } else { area.height.saturating_sub(needed) };
            KindList::fitting(list.pen, look, inside.width, most.saturating_sub(EDGES))
        })?;
        let rows = Constraint::Length(kinds.rows() + EDGES);
        let [moves, pieces] = Layout::vertical([Constraint::Fill(1), rows]).areas(area);
        Some(GameBoxes { moves, pieces: Some((pieces, kinds)) })
    }
}

/// The boxes of a review; a box without room has no rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ReviewBoxes {
    pub(crate) moves: Rect,
    pub(crate) chances: Rect,
    /// The lines of the analysis.
    pub(crate) lines: Rect,
}

impl ReviewBoxes {
    /// The boxes for moves that take so many rows, for chances, if they are known, and for so many rows of lines.
    pub(crate) fn of(area: Rect, moves: usize, has_chances: bool, lines: u16) -> ReviewBoxes {
        if has_chances && area.width >= WIDE && area.height < area.width / 2 {
            let [moves, rest] = Layout::horizontal([Constraint::Ratio(2, 5), Constraint::Fill(1)]).areas(area);
            let [least, most] = CHANCES;
            let lines = if rest.height >= lines + least { lines } else { 0 };
            let ([chances, lines], _) = from_top(rest, [(rest.height - lines).min(most), lines]);
            return ReviewBoxes { moves, chances, lines };
        }
        let mut room = area.height.saturating_sub(KEPT);
        let mut take = |wanted: u16, is: bool| {
            let taken = if is && room >= wanted { wanted } else { 0 };
            room -= taken;
            taken
        };
        let [least, most] = CHANCES;
        let lines = take(lines, lines > 0);
        let chances = take(least, has_chances);
        // What the moves do not need makes the curve finer.
        let free = area.height.saturating_sub(stepped(moves, STEP) + lines);
        let third = (area.height / 3).clamp(least, FINE);
        let chances = if chances > 0 { free.clamp(third, most).min(least + room) } else { 0 };
        let parts = [Constraint::Fill(1), Constraint::Length(chances), Constraint::Length(lines)];
        let [moves, chances, lines] = Layout::vertical(parts).areas(area);
        ReviewBoxes { moves, chances, lines }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::map::Drawing;
    use crate::board::panels::Pen;
    use crate::glyphs::UNICODE;
    use crate::session::history::Line;
    use crate::theme::Theme;

    /// The places of the moves and of the pieces after this many rounds, without artwork, and whether the pieces have
    /// words.
    fn shared(game: usize, rounds: usize, area: Rect) -> (Rect, Option<Rect>, bool) {
        let spec = crate::games::GAMES[game].spec();
        let theme = Theme::chart();
        let rounds = (1..).take(rounds);
        let line = |(round, side)| Line { round, side, text: "e4".to_owned(), is_move: true, ply: 1 };
        let lines: Vec<Line> =
            rounds.flat_map(|round| spec.sides().map(move |side| (round, side))).map(line).collect();
        let list =
            MoveList { pen: Pen { spec, theme: &theme, glyphs: &UNICODE, shown: 0 }, lines: &lines, about: "" };
        let look = Look {
            theme: &theme,
            glyphs: &UNICODE,
            album: None,
            drawing: Drawing::LETTERS,
            drawn: None,
            letters: crate::config::PieceLetters::Auto,
        };
        let boxes = GameBoxes::of(list, look, area);
        let said = boxes.is_said();
        (boxes.moves, boxes.pieces.map(|(place, _)| place), said)
    }

    #[test]
    fn boxes_stand_in_their_area_beside_each_other() {
        for game in 0..crate::games::GAMES.len() {
            for (width, height) in (20..140).step_by(7).flat_map(|width| (3..50).map(move |height| (width, height)))
            {
                let area = Rect::new(3, 2, width, height);
                for rounds in [0, 5, 30, 100] {
                    let (moves, pieces, _) = shared(game, rounds, area);
                    assert_eq!(moves.intersection(area), moves);
                    assert!(moves.height >= height.min(6), "{game} {area:?} {rounds}: {moves:?}");
                    if let Some(pieces) = pieces {
                        assert_eq!(pieces.intersection(area), pieces);
                        assert!(!pieces.intersects(moves), "{game} {area:?} {rounds}");
                    }
                }
            }
        }
    }

    #[test]
    fn moves_grow_by_several_rows_at_once() {
        let area = Rect::new(0, 0, 70, 50);
        let heights: Vec<u16> = (0..60).map(|rounds| shared(0, rounds, area).0.height).collect();
        let changes = heights.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert!((2..=5).contains(&changes) && heights.is_sorted(), "{heights:?}");
        assert!(heights[0] < 26 && heights[59] == 50, "{heights:?}");
    }

    /// In a low room the names of the pieces stay as long as the moves do not need their place.
    #[test]
    fn pieces_give_way_to_moves() {
        let area = Rect::new(0, 0, 35, 17);
        assert!(matches!(shared(2, 0, area), (_, Some(_), false)));
        assert_eq!(shared(2, 20, area), (area, None, false));
        // In a high one they keep it, with words.
        let area = Rect::new(0, 0, 44, 40);
        assert_eq!(shared(2, 0, area), shared(2, 50, area));
        assert!(shared(2, 0, area).2);
    }

    #[test]
    fn chances_take_what_the_moves_of_a_review_leave() {
        let area = Rect::new(0, 0, 40, 40);
        let few = ReviewBoxes::of(area, 6, true, 0);
        let many = ReviewBoxes::of(area, 90, true, 5);
        assert_eq!((few.moves.height, few.chances.height), (25, 15));
        assert_eq!((many.moves.height, many.chances.height, many.lines.height), (25, 10, 5));
        let none = ReviewBoxes::of(area, 6, false, 0);
        assert_eq!((none.moves, none.chances.height), (area, 0));
        let low = ReviewBoxes::of(Rect::new(0, 0, 160, 14), 6, true, 4);
        assert!(low.chances.x == low.moves.right() && low.lines.y == low.chances.bottom());
    }
}
