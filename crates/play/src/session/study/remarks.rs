//! What an inventor should look at, in sentences.

use super::MOST_PLIES;
use super::findings::{Findings, KindFinding};

/// So many draws are many.
const MANY_DRAWS: f64 = 0.5;
/// A kind that moves in fewer games hardly takes part.
const HARDLY: f64 = 0.1;
/// A game whose half is decided so early is over long before its end.
const EARLY: f64 = 0.35;
/// Before this part of a game nothing has happened.
const AT_ONCE: f64 = 0.05;
/// Games of so few plies are short.
const SHORT_PLIES: usize = 16;
/// From so many games on the remarks that need them are made.
const ENOUGH: usize = 20;

impl Findings {
    /// What an inventor should look at. Empty if nothing is odd.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.unfinished > 0 {
            let most = MOST_PLIES * self.seats.len();
            remarks.push(format!("{} of {} games did not end within {most} plies.", self.unfinished, self.games));
        }
        if self.games < ENOUGH {
            remarks.push(format!("{} games say little: play {ENOUGH} at least.", self.games));
            return remarks;
        }
        self.balance(&mut remarks);
        if self.draws.least > MANY_DRAWS {
            remarks.push(format!("{} of the games are draws.", percent(self.draws.value)));
        }
        if self.lengths.quantile(0.5) < SHORT_PLIES {
            remarks.push(format!("Half of the games are over after {} plies.", self.lengths.quantile(0.5)));
        }
        let early = self.leads.filter(|leads| leads.decided < EARLY && self.lengths.quantile(0.5) >= SHORT_PLIES);
        if let Some(leads) = early {
            let when = if leads.decided < AT_ONCE {
                "from the start".to_owned()
            } else {
                format!("after {} of their moves", percent(leads.decided))
            };
            remarks.push(format!("Half of the games that are won are decided {when}."));
        }
        remarks.extend(self.kinds.iter().filter_map(|kind| self.dead(kind)));
        let mut deciding = self.openings.iter().filter(|opening| opening.decides).peekable();
        if deciding.peek().is_some() {
            let names: Vec<String> = deciding.take(4).map(|opening| opening.moves.join(" ")).collect();
            remarks.push(format!("These first moves decide many games: {}.", names.join(", ")));
        }
        remarks
    }

    fn balance(&self, remarks: &mut Vec<String>) {
        for seat in &self.seats {
            let name = self.spec.seat(seat.side).name;
            let wins = percent(seat.share.value);
            if seat.share.least > self.even() {
                remarks.push(format!("{name} has the better game: {wins} of the points."));
            } else if seat.share.most < self.even() && self.seats.len() > 2 {
                remarks.push(format!("{name} has the worse game: {wins} of the points."));
            }
        }
    }

    /// Why a kind does not matter, if that is so.
    fn dead(&self, finding: &KindFinding) -> Option<String> {
        let name = self.spec.of(finding.kind).name;
        if !finding.deeds.seen {
            return Some(format!("No game had a {name}."));
        }
        let can_move = !self.spec.of(finding.kind).moves.is_empty();
        if finding.deeds.moves == 0 && can_move {
            return Some(format!("No {name} ever moved."));
        }
        if finding.moved < HARDLY && can_move {
            return Some(format!("A {name} moves in {} of the games that have one.", percent(finding.moved)));
        }
        let royal = self.spec.royal == Some(finding.kind);
        let worth = finding.worth.filter(|_| !royal)?;
        if worth.chance.most < 0.0 {
            return Some(format!("One more {name} makes a win less likely."));
        }
        // It is known well enough that it would show if the kind were worth a Pawn.
        let pawn = self.unit.and_then(|unit| self.kinds[unit.index()].worth)?;
        (worth.chance.most < pawn.chance.value / 2.0).then(|| {
            format!("One more {name} hardly helps to win: it is worth less than half a {}.", self.unit_name())
        })
    }

    /// The name of what is worth 1.
    pub(super) fn unit_name(&self) -> &'static str {
        self.unit.map_or("Pawn", |unit| self.spec.of(unit).name)
    }
}

/// A sentence in lines of at most so many letters.
pub(super) fn wrapped(text: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

pub(super) fn percent(part: f64) -> String {
    format!("{:.0} %", part * 100.0)
}
