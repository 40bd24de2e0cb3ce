//! The table of scores: by points, then Sonneborn-Berger, then wins.

use super::{POINT, Tournament};

/// A row of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The rank, from 1; equal rows have equal ranks.
    pub rank: usize,
    /// The number of the entrant.
    pub entrant: usize,
    /// The points.
    pub points: f64,
    /// The points of those that were beaten, and half of those with whom the point was shared. In a game of more than two
    /// seats each of the others counts for a part.
    pub sonneborn: f64,
    /// The games that are over.
    pub games: usize,
    /// The games in which nobody else got anything.
    pub wins: usize,
}

impl Tournament {
    /// The Sonneborn-Berger score of an entrant.
    fn sonneborn(&self, entrant: usize) -> f64 {
        let mut sum = 0.0;
        for bout in &self.bouts {
            let Some(own) = bout.share(entrant) else { continue };
            let others = bout.seats.iter().flatten().filter(|&&other| other != entrant);
            let weight = 1.0 / bout.seats.len().saturating_sub(1).max(1) as f64;
            for &other in others {
                let theirs = bout.share(other).unwrap_or(0);
                if own + theirs > 0 {
                    let score = f64::from(own) / f64::from(own + theirs);
                    sum += weight * score * f64::from(self.points(other)) / f64::from(POINT);
                }
            }
        }
        sum
    }

    /// The table, the first at the top.
    pub fn table(&self) -> Vec<Row> {
        let row = |entrant: usize| {
            let over = self.bouts.iter().filter_map(|bout| bout.share(entrant));
            let wins = over.clone().filter(|&share| share == POINT).count();
            Row {
                rank: 0,
                entrant,
                points: f64::from(self.points(entrant)) / f64::from(POINT),
                sonneborn: self.sonneborn(entrant),
                games: over.count(),
                wins,
            }
        };
        let mut rows: Vec<Row> = (0..self.entrants.len()).map(row).collect();
        let order = |one: &Row, other: &Row| {
            let points = other.points.total_cmp(&one.points);
            points.then(other.sonneborn.total_cmp(&one.sonneborn)).then(other.wins.cmp(&one.wins))
        };
        rows.sort_by(order);
        for at in 0..rows.len() {
            let same = at > 0 && order(&rows[at - 1], &rows[at]).is_eq();
            rows[at].rank = if same { rows[at - 1].rank } else { at + 1 };
        }
        rows
    }
}
