//! The findings for programs.

use serde_json::{Value, json};

use super::findings::Findings;
use super::interval::Interval;

impl Findings {
    /// The findings as JSON. Parts are from 0 to 1, lengths in plies.
    pub fn json(&self, event: &str) -> Value {
        let seats = self.seats.iter().map(|seat| {
            json!({ "seat": self.spec.seat(seat.side).name, "points": interval(seat.share), "wins": seat.wins })
        });
        let ends =
            self.ends.iter().map(|end| json!({ "cause": end.cause.id, "wins": end.wins, "draws": end.draws }));
        let kinds = self.kinds.iter().map(|finding| {
            json!({
                "piece": self.spec.of(finding.kind).name,
                "moves": finding.deeds.moves,
                "captures": finding.deeds.captures,
                "losses": finding.deeds.losses,
                "seen": finding.seen,
                "moved": finding.moved,
                "chance": finding.worth.map(|worth| interval(worth.chance)),
                "worth": finding.worth.and_then(|worth| worth.pawns).map(interval),
            })
        });
        let openings = self.openings.iter().map(|opening| {
            json!({
                "moves": opening.moves,
                "games": opening.games,
                "points": interval(opening.share),
                "decides": opening.decides,
            })
        });
        let lead = self.leads.map(
            |leads| json!({ "changes": leads.changes, "came_back": leads.came_back, "decided": leads.decided }),
        );
        let quantiles = [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| self.lengths.quantile(part));
        json!({
            "study": event,
            "game": self.spec.id,
            "games": self.games,
            "unfinished": self.unfinished,
            "seats": seats.collect::<Vec<_>>(),
            "draws": interval(self.draws),
            "plies": { "least": quantiles[0], "quarter": quantiles[1], "half": quantiles[2],
                       "three_quarters": quantiles[3], "most": quantiles[4] },
            "choices": self.choices,
            "ends": ends.collect::<Vec<_>>(),
            "lead": lead,
            "pieces": kinds.collect::<Vec<_>>(),
            "unit": self.unit.map(|kind| self.spec.of(kind).name),
            "openings": openings.collect::<Vec<_>>(),
            "remarks": self.remarks(),
        })
    }
}

fn interval(interval: Interval) -> Value {
    json!({ "value": interval.value, "least": interval.least, "most": interval.most })
}
