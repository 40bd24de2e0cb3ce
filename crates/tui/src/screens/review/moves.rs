//! The move list of a game with variations, as rows: the main line in columns, variations as running text on
//! indented lines.

use ratatui::layout::Rect;

use crate::host::LARGEST;
use crate::record::leaving::Leaving;
use crate::record::nag;
use crate::record::tree::{Id, Node, Tree};
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::rules::timeline::Act;
use crate::theme::Role;
use crate::theme::army::army;
use crate::widgets::text::{columns, head, pieces};

/// A piece of text in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Word {
    /// Its first column.
    pub(super) x: u16,
    pub(super) text: String,
    /// The style role.
    pub(super) role: Role,
    /// The node it belongs to.
    pub(super) id: Option<Id>,
}

impl Word {
    /// The column after the text.
    pub(super) fn end(&self) -> u16 {
        self.x + columns(&self.text, LARGEST.0.into()) as u16
    }

    /// Its place in the row of a panel, for drawing and for the mouse.
    pub(super) fn place(&self, row: Rect) -> Rect {
        let from = Rect { x: row.x.saturating_add(self.x), ..row };
        Rect { width: self.end() - self.x, ..from }.intersection(row)
    }
}

/// The texts of one row.
pub(super) type Row = Vec<Word>;

/// The columns for the number of a round.
const NUMBER: u16 = 4;

/// The least columns of a seat, so that the first long moves move nothing.
const LEAST: u16 = 8;

/// A narrower column has no room for a move.
const NARROWEST: u16 = 8;

/// The maximum indentation of variations.
const DEEPEST: u16 = 5;

/// The maximum number of marks shown per move.
const SIGNS: usize = 8;

/// A move with its marks, or who left the game and why.
pub(super) fn text(spec: &Spec, node: &Node) -> String {
    let Some(deed) = &node.deed else { return String::new() };
    let name = spec.seat(deed.side).name;
    let mut text = match deed.act {
        Act::Move(_) => deed.shown.clone(),
        Act::Leave(_) => deed.leaving.unwrap_or(Leaving::Resigns).told(name),
    };
    node.notes.nags.iter().take(SIGNS).for_each(|&nag| text += &nag::sign(nag));
    text + if node.notes.nags.len() > SIGNS { "…" } else { "" }
}

/// All rows of a game for this width. No comment has more rows than are visible at once (`seen`).
pub(super) fn rows(tree: &Tree, at: Id, width: u16, seen: usize) -> Vec<Row> {
    let spec = tree.start().spec();
    let seats = seats(tree, spec, width);
    let (rows, row) = (Vec::new(), Vec::new());
    let mut builder = Builder { tree, spec, at, width, seen, seats, rows, row, now: None };
    builder.said(&tree.node(Id::ROOT).notes.comments, 0);
    for id in tree.line(Id::ROOT).skip(1) {
        builder.main(id);
    }
    builder.end_row();
    builder.rows
}

/// Where the moves of each seat begin: its column is as wide as its longest move. Where they do not fit, all are equal;
/// `None` if there is no room for columns.
fn seats(tree: &Tree, spec: &Spec, width: u16) -> Option<Vec<(u16, u16)>> {
    let mut wide = vec![LEAST; spec.seats.len()];
    for node in tree.line(Id::ROOT).skip(1).map(|id| tree.node(id)) {
        if let Some(deed) = node.deed.as_ref().filter(|deed| matches!(deed.act, Act::Move(_))) {
            let wide = &mut wide[deed.side.index()];
            *wide = (*wide).max(columns(&text(spec, node), LARGEST.0.into()) as u16 + 2);
        }
    }
    let room = width.saturating_sub(NUMBER);
    if wide.iter().sum::<u16>() > room + 2 {
        let equal = room / spec.seats.len() as u16;
        if equal < NARROWEST {
            return None;
        }
        wide.fill(equal);
    }
    let mut x = NUMBER;
    let columns = wide.into_iter().map(|wide| {
        x += wide;
        (x - wide, wide)
    });
    Some(columns.collect())
}

/// A node still to be written with all that follows it, at a nesting depth.
struct Task {
    id: Id,
    depth: u16,
    /// Does it start a new row?
    fresh: bool,
}

struct Builder<'a> {
    tree: &'a Tree,
    spec: &'static Spec,
    at: Id,
    width: u16,
    /// The number of visible rows.
    seen: usize,
    /// The column of each seat in the main line, and its width; `None` if there is no room for columns.
    seats: Option<Vec<(u16, u16)>>,
    rows: Vec<Row>,
    row: Row,
    /// The round and seat of the last move in the row.
    now: Option<(u32, Side)>,
}

impl Builder<'_> {
    fn end_row(&mut self) {
        if !self.row.is_empty() {
            self.rows.push(std::mem::take(&mut self.row));
        }
        self.now = None;
    }

    fn role(&self, id: Id, usual: Role) -> Role {
        let nags = &self.tree.node(id).notes.nags;
        if id == self.at {
            Role::HistoryNow
        } else if nags.iter().any(|nag| matches!(nag, 2 | 4 | 6)) {
            Role::Warning
        } else if nags.iter().any(|nag| matches!(nag, 1 | 3)) {
            Role::Title
        } else {
            usual
        }
    }

    fn put(&mut self, x: u16, text: String, role: Role, id: Option<Id>) {
        self.row.push(Word { x, text, role, id });
    }

    /// Writes a move of the main line.
    fn main(&mut self, id: Id) {
        let node = self.tree.node(id);
        let Some(deed) = &node.deed else { return };
        let shown = text(self.spec, node);
        let role = self.role(id, army(self.spec, deed.side));
        let column = self.seats.as_ref().map(|seats| seats[deed.side.index()]);
        match (deed.act, column) {
            (Act::Leave(_), _) => {
                self.end_row();
                let role = if id == self.at { Role::HistoryNow } else { Role::Notice };
                self.put(0, shown, role, Some(id));
                self.end_row();
            }
            (Act::Move(_), Some((x, wide))) => {
                let fits = self.now.is_some_and(|(round, side)| round == deed.round && side < deed.side);
                if !fits {
                    self.end_row();
                    self.put(0, format!("{:>3}", deed.round), Role::Dim, None);
                    if deed.side != Side::FIRST && self.spec.seats.len() == 2 {
                        self.put(NUMBER, "…".to_owned(), Role::Dim, None);
                    }
                }
                let room = usize::from(wide.saturating_sub(1));
                let shown = if columns(&shown, room) > room { head(&shown, room).to_owned() } else { shown };
                self.put(x, shown, role, Some(id));
                self.now = Some((deed.round, deed.side));
            }
            (Act::Move(_), None) => {
                self.end_row();
                let letter = self.spec.seat(deed.side).initial();
                self.put(0, format!("{letter} {shown}"), role, Some(id));
                let number = deed.round.to_string();
                let x = self.width.saturating_sub(number.len() as u16);
                if self.row[0].end() < x {
                    self.put(x, number, Role::Dim, None);
                }
                self.end_row();
            }
        }
        self.said(&node.notes.comments, 1);
        self.beside(id, 1);
    }

    /// Writes comments in rows of their own.
    fn said(&mut self, comments: &[String], depth: u16) {
        if comments.is_empty() {
            return;
        }
        self.end_row();
        self.talk(depth, depth, comments);
        self.end_row();
    }

    /// Appends comments to an indented line, cut to the number of visible rows. Returns the column of the next
    /// word.
    fn talk(&mut self, x: u16, depth: u16, texts: &[String]) -> u16 {
        let mut x = x;
        let begun = self.rows.len();
        let room = usize::from(self.width.saturating_sub(depth).max(1));
        for piece in texts.iter().flat_map(|text| pieces(text, room)) {
            if self.rows.len() - begun >= self.seen.max(1) {
                return self.flow(x, depth, "…".to_owned(), Role::Dim, None);
            }
            x = self.flow(x, depth, piece.to_owned(), Role::Dim, None);
        }
        x
    }

    /// Appends a word to an indented line, wrapping if needed. Returns the column of the next word.
    fn flow(&mut self, x: u16, depth: u16, text: String, role: Role, id: Option<Id>) -> u16 {
        let long = columns(&text, self.width.into()) as u16;
        let mut x = x;
        if x > depth && x + long > self.width {
            self.end_row();
            x = depth;
        }
        self.put(x, text, role, id);
        x + long + 1
    }

    /// Writes the variations of a move.
    fn beside(&mut self, id: Id, depth: u16) {
        let Some((first, others)) = self.tree.parent(id).and_then(|at| self.tree.children(at).split_first()) else {
            return;
        };
        if *first != id || others.is_empty() {
            return;
        }
        self.end_row();
        let mut tasks: Vec<Task> = others.iter().rev().map(|&id| Task { id, depth, fresh: true }).collect();
        let tree = self.tree;
        let mut x = depth;
        let mut line = depth;
        while let Some(Task { id, depth, fresh }) = tasks.pop() {
            let indent = depth.min(DEEPEST);
            if fresh || line != depth {
                self.end_row();
                x = indent;
                line = depth;
                x = self.talk(x, indent, &tree.node(id).notes.lead);
            }
            x = self.deed(x, indent, id, fresh || self.row.is_empty());
            x = self.talk(x, indent, &tree.node(id).notes.comments);
            tasks.extend(self.tree.children(id).first().map(|&id| Task { id, depth, fresh: false }));
            // The alternatives of a variation's first move are siblings that are listed already.
            let siblings = self.tree.parent(id).map_or(&[][..], |at| self.tree.children(at));
            if let Some((_, others)) = siblings.split_first().filter(|(first, _)| **first == id) {
                tasks.extend(others.iter().rev().map(|&id| Task { id, depth: depth + 1, fresh: true }));
            }
        }
        self.end_row();
    }

    /// Writes a move of a variation, with its number if needed.
    fn deed(&mut self, x: u16, indent: u16, id: Id, numbered: bool) -> u16 {
        let node = self.tree.node(id);
        let Some(deed) = &node.deed else { return x };
        let two = self.spec.seats.len() == 2;
        let number = match (two, deed.side == Side::FIRST) {
            (true, true) => format!("{}.", deed.round),
            (true, false) if numbered => format!("{}…", deed.round),
            (false, first) if first || numbered => {
                format!("{} {} ", deed.round, self.spec.seat(deed.side).initial())
            }
            (false, _) => format!("{} ", self.spec.seat(deed.side).initial()),
            _ => String::new(),
        };
        let role = self.role(id, Role::Text);
        self.flow(x, indent, number + &text(self.spec, node), role, Some(id))
    }
}

/// The row that contains a node.
pub(super) fn row_of(rows: &[Row], at: Id) -> usize {
    rows.iter().position(|row| row.iter().any(|word| word.id == Some(at))).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::pgn;
    use unicode_width::UnicodeWidthStr as _;

    fn shown(text: &str, width: u16) -> Vec<String> {
        let game = pgn::read(text).remove(0).game.expect("a game");
        let line = |row: &Row| {
            let mut line = String::new();
            for word in row {
                let gap = usize::from(word.x).saturating_sub(line.chars().count());
                line += &" ".repeat(gap);
                line += &word.text;
            }
            assert!(line.width() <= usize::from(width) || row.len() == 1, "{line}");
            line
        };
        rows(&game.tree, Id::ROOT, width, 20).iter().map(line).collect()
    }

    #[test]
    fn variations_are_set_in() {
        let text = "[Variant \"sanctuary\"]\n\n1. e4 {good} e5 (1... d5 2. exd5 (2. e5 c5) 2... c5) 2. d4 ?? *";
        let expected = ["  1 e4", " good", "  1 …       e5", " 1…d5 2.exd5", "  2.e5 c5", " 2…c5", "  2 d4??"];
        assert_eq!(shown(text, 24), expected);
    }

    #[test]
    fn a_narrow_list_has_a_move_a_row() {
        let text = "[Variant \"sanctuary\"]\n\n1. e4 e5 (1... d5 2. exd5 c5 3. d4) 2. d4 *";
        assert_eq!(
            shown(text, 13),
            ["w e4        1", "b e5        1", " 1…d5 2.exd5", " c5 3.d4", "w d4        2"]
        );
    }

    #[test]
    fn a_long_comment_has_no_more_rows_than_are_seen_and_a_long_word_is_broken() {
        for said in ["word ".repeat(800_000), "x".repeat(4 << 20)] {
            let text = format!("[Variant \"sanctuary\"]\n\n1. e4 {{{said}}} e5 (1... {{{said}}} d5 {{{said}}}) *");
            let game = pgn::read(&text).remove(0).game.expect("a game");
            let rows = rows(&game.tree, Id::ROOT, 30, 10);
            assert!(rows.len() < 50, "{}", rows.len());
            assert!(rows.iter().flatten().all(|word| word.end() <= 30));
            assert_eq!(rows.iter().flatten().filter(|word| word.text == "…").count(), 4);
        }
    }
}
