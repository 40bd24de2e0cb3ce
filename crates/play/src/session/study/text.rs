//! The findings as text, in lines of at most 79 columns.

use super::findings::{Findings, KindFinding};
use super::interval::Interval;
use super::remarks::{percent, wrapped};

/// The openings that are listed.
const MOST_OPENINGS: usize = 12;
/// The letters of a line of a list, behind its sign.
const LETTERS: usize = 75;

impl Findings {
    /// The findings as text.
    pub fn text(&self, event: &str) -> String {
        let mut lines = vec![event.to_owned(), counted(self.games), String::new()];
        self.of_balance(&mut lines);
        self.of_games(&mut lines);
        self.of_kinds(&mut lines);
        self.of_openings(&mut lines);
        let remarks = self.remarks();
        if !remarks.is_empty() {
            lines.extend([String::new(), "To look at:".to_owned()]);
            lines.extend(remarks.iter().flat_map(|remark| item(remark)));
        }
        lines.join("\n") + "\n"
    }

    fn of_balance(&self, lines: &mut Vec<String>) {
        lines.push("Points (in brackets: where 19 of 20 such studies lie)".to_owned());
        for seat in &self.seats {
            let name = self.spec.seat(seat.side).name;
            lines.push(format!("  {name:<10} {}, {} won", span(seat.share), counted(seat.wins)));
        }
        lines.push(format!("  {:<10} {}", "Draws", span(self.draws)));
        if self.unfinished > 0 {
            lines.push(format!("  {:<10} {}", "No end", counted(self.unfinished)));
        }
    }

    fn of_games(&self, lines: &mut Vec<String>) {
        let [least, quarter, half, most_of, most] =
            [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| self.lengths.quantile(part));
        lines.push(String::new());
        lines.push("Games".to_owned());
        lines.push(format!(
            "  Plies      {half} in the middle, half of them {quarter} to {most_of}, all {least} to {most}"
        ));
        let at = |ply: usize| self.choices.get(ply).map(|mean| format!("{mean:.0} at ply {}", ply + 1));
        let some: Vec<String> = [0, 10, 20, 40, 80].into_iter().filter_map(at).collect();
        lines.push(format!("  Choices    {:.0} on average; {}", self.all_choices, some.join(", ")));
        for (number, end) in self.ends.iter().enumerate() {
            let seats = self.spec.seats.iter().map(|seat| seat.name).zip(end.wins.iter().copied());
            let parts: Vec<(&str, usize)> =
                seats.chain([("draw", end.draws)]).filter(|(_, count)| *count > 0).collect();
            let parts: Vec<String> = match parts.as_slice() {
                [(name, _)] => vec![(*name).to_owned()],
                several => several.iter().map(|(name, count)| format!("{name} {count}")).collect(),
            };
            let head = if number == 0 { "Ends" } else { "" };
            lines.push(format!("  {head:<10} {:>4}  {} ({})", end.games(), end.cause.words, parts.join(", ")));
        }
        let Some(leads) = self.leads else { return };
        lines.push(format!("  Lead       changes {:.1} times a game", leads.changes));
        let decided = percent(leads.decided);
        lines.push(format!("  Decided    after {decided} of the moves in half of the games that are won"));
        lines.push(format!("  Comebacks  {} of the winners were about to lose", percent(leads.came_back)));
    }

    fn of_kinds(&self, lines: &mut Vec<String>) {
        lines.push(String::new());
        let unit = if self.unit.is_some() { format!("in {}s", self.unit_name()) } else { String::new() };
        let head = format!(
            "{:<16} {:>6} {:>6} {:>6}  {:<20} {unit}",
            "Pieces", "moves", "takes", "lost", "chance of one more"
        );
        lines.push(head.trim_end().to_owned());
        for finding in &self.kinds {
            lines.push(self.of_kind(finding));
        }
    }

    fn of_kind(&self, finding: &KindFinding) -> String {
        let name = self.spec.of(finding.kind).name;
        let each = |count: u32| format!("{:.1}", f64::from(count) / self.games.max(1) as f64);
        let deeds = finding.deeds;
        let worth = finding.worth.map(|worth| {
            let points = worth.chance.times(100.0);
            format!("{:+.0} % ({:+.0} to {:+.0})", points.value, points.least, points.most)
        });
        let pawns = finding
            .worth
            .and_then(|worth| worth.pawns)
            .map(|pawns| format!("{:.1} ({:.1} to {:.1})", pawns.value, pawns.least, pawns.most));
        let (worth, pawns) = (worth.unwrap_or_else(|| "-".to_owned()), pawns.unwrap_or_default());
        let line = format!(
            "  {name:<14} {:>5}{} {:>6} {:>6}  {worth:<20} {pawns}",
            percent(finding.of_moves).trim_end_matches(" %"),
            "%",
            each(deeds.captures),
            each(deeds.losses),
        );
        line.trim_end().to_owned()
    }

    fn of_openings(&self, lines: &mut Vec<String>) {
        if self.openings.is_empty() {
            return;
        }
        lines.push(String::new());
        lines.push(format!("First moves: points of {}", self.spec.seats[0].name));
        for opening in self.openings.iter().take(MOST_OPENINGS) {
            let mark = if opening.decides { "  decides" } else { "" };
            let moves = opening.moves.join(" ");
            lines.push(format!("  {moves:<22} {:>12}  {}{mark}", counted(opening.games), span(opening.share)));
        }
    }
}

fn counted(games: usize) -> String {
    if games == 1 { "1 game".to_owned() } else { format!("{games} games") }
}

fn span(share: Interval) -> String {
    let part = share.times(100.0);
    format!("{:>3.0} % ({:.0} to {:.0})", part.value, part.least, part.most)
}

/// A sentence of a list, in lines that begin below each other.
fn item(text: &str) -> impl Iterator<Item = String> {
    let heads = std::iter::once("  - ").chain(std::iter::repeat("    "));
    wrapped(text, LETTERS).into_iter().zip(heads).map(|(line, head)| head.to_owned() + &line)
}
