//! The findings on one page, as a vector picture (SVG) to put beside the rules of the game.

mod paper;

use super::findings::Findings;
use super::interval::Interval;
use super::remarks::{percent, wrapped};
use paper::{Anchor, Paper};

/// The size of the page, in the ratio of A4.
const WIDTH: f64 = 840.0;
const HEIGHT: f64 = 1188.0;
/// The left ends of the two columns, and how wide they are.
const LEFT: f64 = 48.0;
const RIGHT: f64 = 440.0;
const COLUMN: f64 = 352.0;
/// The names before bars, and the distance of lines.
const NAMES: f64 = 110.0;
const LINE: f64 = 20.0;
/// The bars of the histogram of lengths.
const BARS: usize = 20;
/// What is listed at most.
const MOST_ENDS: usize = 6;
const MOST_OPENINGS: usize = 16;
/// The letters of a remark in one line of its column.
const LETTERS: usize = 54;

impl Findings {
    /// The page. `board` is a picture of the board, as SVG.
    pub fn sheet(&self, event: &str, board: &str) -> String {
        let mut paper = Paper::new(WIDTH, HEIGHT, self.spec.title);
        paper.text(LEFT, 64.0, "title", Anchor::Start, self.spec.title);
        paper.text(LEFT, 88.0, "", Anchor::Start, self.spec.about);
        paper.text(LEFT, 108.0, "dim", Anchor::Start, &format!("{event}, {} games", self.games));
        paper.picture([LEFT, 130.0, COLUMN, COLUMN], board);
        let low = self.points(&mut paper, 150.0);
        self.to_look_at(&mut paper, low + 30.0);
        self.histogram(&mut paper, 530.0);
        self.curve(&mut paper, 530.0);
        self.causes(&mut paper, 700.0);
        self.figures(&mut paper, 700.0);
        self.pieces(&mut paper, 860.0);
        self.first_moves(&mut paper, 860.0);
        paper.done()
    }

    fn points(&self, paper: &mut Paper, top: f64) -> f64 {
        paper.head(RIGHT, top, "Points");
        let mut low = top + 8.0;
        let seats = self.seats.iter().map(|seat| (self.spec.seat(seat.side).name, seat.share, true));
        for (name, share, is_seat) in seats.chain([("Draws", self.draws, false)]) {
            bar(paper, [RIGHT, low], name, share, is_seat);
            if is_seat {
                let even = RIGHT + NAMES + self.even() * (COLUMN - NAMES - 44.0);
                paper.line([even, low + 1.0, even, low + LINE - 2.0], "even");
            }
            low += LINE;
        }
        low
    }

    fn to_look_at(&self, paper: &mut Paper, top: f64) {
        let remarks = self.remarks();
        if remarks.is_empty() {
            return;
        }
        paper.head(RIGHT, top, "To look at");
        let mut low = top + 22.0;
        for remark in remarks {
            for line in wrapped(&remark, LETTERS) {
                if low > 500.0 {
                    return;
                }
                paper.text(RIGHT, low, "", Anchor::Start, &line);
                low += 17.0;
            }
            low += 3.0;
        }
    }

    fn histogram(&self, paper: &mut Paper, top: f64) {
        paper.head(LEFT, top, "How long games are, in plies");
        let most = self.lengths.quantile(1.0).max(1);
        let width = most.div_ceil(BARS).max(1);
        let mut counts = vec![0_usize; most / width + 1];
        self.lengths.sorted.iter().for_each(|plies| counts[plies / width] += 1);
        let highest = counts.iter().max().copied().unwrap_or(1).max(1);
        let (low, high) = (top + 118.0, 92.0);
        let step = COLUMN / counts.len() as f64;
        for (at, &count) in counts.iter().enumerate() {
            let height = high * count as f64 / highest as f64;
            paper.rect([LEFT + at as f64 * step, low - height, step - 1.5, height], "bar");
        }
        paper.line([LEFT, low, LEFT + COLUMN, low], "axis");
        let of = |plies: usize| LEFT + (plies as f64 / width as f64 + 0.5) * step;
        let half = self.lengths.quantile(0.5);
        paper.line([of(half), low - high, of(half), low + 4.0], "even");
        paper.text(of(half), low + 18.0, "small", Anchor::Middle, &half.to_string());
        paper.text(LEFT, low + 18.0, "small", Anchor::Start, "0");
        paper.text(LEFT + COLUMN, low + 18.0, "small", Anchor::End, &(counts.len() * width).to_string());
    }

    fn curve(&self, paper: &mut Paper, top: f64) {
        paper.head(RIGHT, top, "Legal moves at each ply, on average");
        let (low, high) = (top + 118.0, 92.0);
        let most = self.choices.iter().copied().fold(1.0, f64::max);
        let step = COLUMN / self.choices.len().saturating_sub(1).max(1) as f64;
        let points: Vec<[f64; 2]> = self
            .choices
            .iter()
            .enumerate()
            .map(|(ply, mean)| [RIGHT + ply as f64 * step, low - high * mean / most])
            .collect();
        paper.curve(&points);
        paper.line([RIGHT, low, RIGHT + COLUMN, low], "axis");
        paper.text(RIGHT + COLUMN, low - high - 4.0, "small", Anchor::End, &format!("at most {most:.0}"));
        paper.text(RIGHT, low + 18.0, "small", Anchor::Start, "1");
        paper.text(RIGHT + COLUMN, low + 18.0, "small", Anchor::End, &self.choices.len().to_string());
    }

    fn causes(&self, paper: &mut Paper, top: f64) {
        paper.head(LEFT, top, "How games end");
        let mut low = top + 22.0;
        for end in self.ends.iter().take(MOST_ENDS) {
            let part = end.games() as f64 / self.games.max(1) as f64;
            paper.text(LEFT + 42.0, low, "num", Anchor::End, &percent(part));
            paper.text(LEFT + 54.0, low, "", Anchor::Start, end.cause.words);
            low += LINE;
        }
        if self.unfinished > 0 {
            let part = percent(self.unfinished as f64 / self.games.max(1) as f64);
            paper.text(LEFT + 42.0, low, "num", Anchor::End, &part);
            paper.text(LEFT + 54.0, low, "", Anchor::Start, "do not end");
        }
    }

    fn figures(&self, paper: &mut Paper, top: f64) {
        paper.head(RIGHT, top, "How games go");
        let mut figures = vec![(format!("{:.0}", self.all_choices), "legal moves on average")];
        if let Some(leads) = self.leads {
            figures.push((format!("{:.1}", leads.changes), "changes of the lead in a game"));
            figures.push((percent(leads.came_back), "of the winners were about to lose"));
            figures.push((percent(leads.decided), "of the moves, and half of the wins are decided"));
        }
        for (at, (figure, words)) in figures.iter().enumerate() {
            let low = top + 22.0 + at as f64 * LINE;
            paper.text(RIGHT + 42.0, low, "num", Anchor::End, figure);
            paper.text(RIGHT + 54.0, low, "", Anchor::Start, words);
        }
    }

    fn pieces(&self, paper: &mut Paper, top: f64) {
        let unit = self.unit.map(|_| format!(" (1 is a {})", self.unit_name())).unwrap_or_default();
        paper.head(LEFT, top, &format!("What one more piece is worth{unit}"));
        let value = |finding: &super::findings::KindFinding| {
            let worth = finding.worth.filter(|_| self.spec.royal != Some(finding.kind))?;
            Some(worth.pawns.unwrap_or_else(|| worth.chance.times(100.0)))
        };
        let mut known: Vec<(&str, Interval)> = self
            .kinds
            .iter()
            .filter_map(|finding| Some((self.spec.of(finding.kind).name, value(finding)?)))
            .collect();
        known.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
        let most = known.iter().map(|(_, worth)| worth.most).fold(0.1, f64::max);
        let least = known.iter().map(|(_, worth)| worth.least).fold(0.0, f64::min);
        let scale = (COLUMN - NAMES - 44.0) / (most - least);
        let zero = LEFT + NAMES - least * scale;
        let line = (260.0 / known.len().max(1) as f64).min(LINE);
        for (at, (name, worth)) in known.iter().enumerate() {
            let low = top + 10.0 + at as f64 * line;
            paper.text(LEFT + NAMES - 8.0, low + 12.0, "", Anchor::End, name);
            let end = zero + worth.value * scale;
            paper.rect([zero.min(end), low + 3.0, (end - zero).abs(), 9.0], "bar");
            paper.line([zero + worth.least * scale, low + 7.5, zero + worth.most * scale, low + 7.5], "reach");
            let figure =
                if self.unit.is_some() { format!("{:.1}", worth.value) } else { format!("{:+.0} %", worth.value) };
            paper.text(LEFT + COLUMN, low + 12.0, "num", Anchor::End, &figure);
        }
        paper.line([zero, top + 10.0, zero, top + 10.0 + known.len() as f64 * line], "axis");
    }

    fn first_moves(&self, paper: &mut Paper, top: f64) {
        if self.openings.is_empty() {
            return;
        }
        paper.head(RIGHT, top, &format!("First moves: games, points of {}", self.spec.seats[0].name));
        let mut low = top + 22.0;
        for opening in self.openings.iter().take(MOST_OPENINGS) {
            let class = if opening.decides { "mark" } else { "" };
            paper.text(RIGHT, low, class, Anchor::Start, &opening.moves.join(" "));
            paper.text(RIGHT + 190.0, low, "num", Anchor::End, &opening.games.to_string());
            let share = opening.share.times(100.0);
            let words = format!("{:.0} % ({:.0} to {:.0})", share.value, share.least, share.most);
            paper.text(RIGHT + COLUMN, low, "num", Anchor::End, &words);
            low += 16.0;
        }
    }
}

/// A bar of a part, with its name, its figure, and how far it is known.
fn bar(paper: &mut Paper, [left, top]: [f64; 2], name: &str, part: Interval, strong: bool) {
    let (start, whole) = (left + NAMES, COLUMN - NAMES - 44.0);
    paper.text(start - 8.0, top + 14.0, "", Anchor::End, name);
    paper.rect([start, top + 4.0, part.value * whole, 11.0], if strong { "bar" } else { "pale" });
    paper.line([start + part.least * whole, top + 9.5, start + part.most * whole, top + 9.5], "reach");
    paper.text(left + COLUMN, top + 14.0, "num", Anchor::End, &percent(part.value));
}
