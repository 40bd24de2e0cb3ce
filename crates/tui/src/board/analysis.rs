//! The analysis: the best lines of the position on the board, updated while the analysis is on.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::panels::Pen;
use super::score_view::{self, ScoreView};
use crate::players::assistant;
use crate::players::{Reply, Thought};
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::theme::Role;
use crate::widgets::areas::from_top;
use crate::widgets::label::Parts;
use crate::widgets::text::{columns, whole_words, wrap};
use crate::world::World;

/// The number of lines to search (MultiPV).
pub(crate) const LINES: usize = 3;

/// The analysis, which follows the position on the board.
#[derive(Default)]
pub(crate) struct Analysis {
    asked: Option<Asked>,
    thought: Option<Thought>,
    failure: Option<String>,
}

/// The position under analysis.
struct Asked {
    /// The number of acts played, and the position's hash.
    of: (usize, u64),
    turn: Side,
    /// Is the game over in this position, so that there is nothing to search?
    over: bool,
    /// The search and its reply channel; `None` while paused, or if the game is over.
    answers: Option<(assistant::Asked, Receiver<Reply>)>,
}

impl Analysis {
    /// Analyses this position, or stops with `None`. True if the position is another one.
    pub(crate) fn look(&mut self, position: Option<&dyn Position>, world: &World) -> bool {
        let of = position.map(|position| (position.acts().len(), position.hash()));
        let same = of == self.asked.as_ref().map(|asked| asked.of);
        if same && self.asked.as_ref().is_none_or(|asked| asked.answers.is_some()) {
            return false;
        }
        if !same {
            (self.thought, self.failure) = (None, None);
        }
        // The old search is dropped only after the new one has started.
        self.asked = position.zip(of).map(|(position, of)| {
            let (sender, answers) = channel();
            let waker = Arc::clone(&world.client.waker);
            let take = move |reply| {
                if sender.send(reply).is_ok() {
                    waker();
                }
            };
            let resources = world.client.resources("analysis");
            let over = position.outcome().is_some();
            let asked =
                (!over).then(|| (world.client.assistant.analyse(position.fork(), LINES, resources, take), answers));
            Asked { of, turn: position.turn(), over, answers: asked }
        });
        !same
    }

    /// Stops the search until the next `look`; the lines found stay visible.
    pub(crate) fn pause(&mut self) {
        if let Some(asked) = &mut self.asked {
            asked.answers = None;
        }
    }

    /// Receives search results. True if there is a new one.
    pub(crate) fn take(&mut self) -> bool {
        let Some((_, answers)) = self.asked.as_ref().and_then(|asked| asked.answers.as_ref()) else { return false };
        let mut changed = false;
        for reply in answers.try_iter() {
            changed = true;
            match reply {
                Reply::Thought(thought) => (self.thought, self.failure) = (Some(thought), None),
                Reply::Failed(why, _) => self.failure = Some(why.to_string()),
                _ => {}
            }
        }
        changed
    }

    /// The winning chances of the seats by the best line.
    pub(crate) fn chances(&self, spec: &'static Spec) -> Option<Vec<f64>> {
        let line = self.thought.as_ref()?.lines.first()?;
        Some(score_view::chances(spec, self.asked.as_ref()?.turn, line))
    }

    /// The message shown while there are no lines.
    fn waiting(&self) -> &'static str {
        match &self.asked {
            None => "Waiting for the computer…",
            Some(asked) if asked.over => "The game is over here.",
            Some(_) => "Starting…",
        }
    }

    /// The number of rows of the analysis box.
    pub(crate) fn rows(pen: &Pen<'_>) -> u16 {
        LINES as u16 + 2 + u16::from(pen.spec.seats.len() > 2)
    }

    fn seen(&self, pen: &Pen<'_>, looks: Option<Side>) -> Option<ScoreView> {
        let turn = self.asked.as_ref()?.turn;
        Some(ScoreView { spec: pen.spec, turn, looks: looks.unwrap_or(turn) })
    }

    /// The best line as one row, for layouts without room for more.
    pub(crate) fn words(&self, pen: &Pen<'_>, looks: Option<Side>) -> Option<String> {
        if let Some(why) = &self.failure {
            return Some(format!("Analysis: {why}"));
        }
        let (Some(thought), Some(seen)) = (&self.thought, self.seen(pen, looks)) else {
            return Some(format!("Analysis: {}", self.waiting()));
        };
        let line = thought.lines.first()?;
        Some(format!("{} · depth {} · {}", seen.score(line), thought.depth, line.moves.join(" ")))
    }
}

/// The lines in a box.
#[derive(Clone, Copy)]
pub(crate) struct AnalysisBox<'a> {
    /// The styles.
    pub(crate) pen: Pen<'a>,
    pub(crate) analysis: &'a Analysis,
    /// The seat from which the scores are seen; `None` for the seat to move.
    pub(crate) looks: Option<Side>,
}

impl Widget for AnalysisBox<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let AnalysisBox { pen, analysis, looks } = self;
        let about = analysis
            .thought
            .as_ref()
            .map(|thought| format!("depth {} · {}", thought.depth, score_view::speed(thought)));
        let inside = pen.frame(area, "Analysis", &about.unwrap_or_default(), false, buffer);
        if let Some(why) = &analysis.failure {
            return pen.line(inside, why, Role::Warning, buffer);
        }
        let (Some(thought), Some(seen)) = (&analysis.thought, analysis.seen(&pen, looks)) else {
            return pen.line(inside, analysis.waiting(), Role::Dim, buffer);
        };
        let seats = thought.lines.first().and_then(|line| seen.seats(line));
        let ([head], rows) = from_top(inside, [u16::from(seats.is_some())]);
        if let Some(seats) = seats {
            pen.line(head, &seats, Role::Text, buffer);
        }
        for (row, line) in rows.rows().zip(&thought.lines) {
            Scored { pen, score: &seen.number(line), moves: &line.moves.join(" ") }.render(row, buffer);
        }
    }
}

/// The best moves in a narrow column, one per row.
#[derive(Clone, Copy)]
pub(crate) struct AnalysisColumn<'a> {
    /// The styles.
    pub(crate) pen: Pen<'a>,
    pub(crate) analysis: &'a Analysis,
    /// The seat from which the scores are seen; `None` for the seat to move.
    pub(crate) looks: Option<Side>,
}

impl Widget for AnalysisColumn<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let AnalysisColumn { pen, analysis, looks } = self;
        let depth = analysis.thought.as_ref().map_or(String::new(), |thought| format!(" {}", thought.depth));
        let ([head], rows) = from_top(area, [1]);
        pen.rule(head, &format!("depth{depth}"), buffer);
        let (Some(thought), Some(seen)) = (&analysis.thought, analysis.seen(&pen, looks)) else {
            for (row, words) in rows.rows().zip(wrap(analysis.waiting(), area.width.into())) {
                pen.line(row, &words, Role::Dim, buffer);
            }
            return;
        };
        for (row, line) in rows.rows().zip(&thought.lines) {
            let moves = line.moves.first().map_or("", String::as_str);
            Scored { pen, score: &seen.number(line), moves }.render(row, buffer);
        }
    }
}

/// Moves with their score before them. They are cut between two moves.
struct Scored<'a> {
    pen: Pen<'a>,
    score: &'a str,
    moves: &'a str,
}

impl Widget for Scored<'_> {
    fn render(self, row: Rect, buffer: &mut Buffer) {
        let Scored { pen, score, moves } = self;
        let (title, text) = (pen.theme.style(Role::Title), pen.theme.style(Role::Text));
        let score = pen.glyphs.plain(&format!("{score:<7} "));
        let room = usize::from(row.width).saturating_sub(columns(&score, row.width.into()));
        let moves = whole_words(&pen.glyphs.head(moves, room), room, pen.glyphs.more);
        Parts([(score, title), (moves, text)]).render(row, buffer);
    }
}
