//! Statistics of many games as text lines, with bars for the results.

use crate::glyphs::Glyphs;
use crate::session::statistics::{Row, Statistics, Tally};
use crate::theme::Role;
use crate::widgets::text::{fit, wrap};

/// The maximum length of a line, however wide the window is.
const WIDEST: usize = 100;

fn games(count: usize) -> String {
    format!("{count} {}", if count == 1 { "game" } else { "games" })
}

/// A result as counts and a percentage score.
fn result(tally: Tally, wide: bool) -> String {
    let points = tally.won as f64 + tally.shared as f64 / 2.0;
    let share = format!("{:>3.0} %", points / tally.games().max(1) as f64 * 100.0);
    if wide {
        format!("{:>4} won {:>4} drawn {:>4} lost  {share}", tally.won, tally.shared, tally.lost)
    } else {
        format!("{} - {} - {}  {share}", tally.won, tally.shared, tally.lost)
    }
}

/// A bar of won, drawn and lost games, scaled so that the largest row (`most` games) fills `room` columns.
fn bar(tally: Tally, most: usize, room: usize, glyphs: &Glyphs) -> String {
    let mut drawn = String::new();
    let (mut games, mut columns) = (0, 0);
    for (count, sign) in [tally.won, tally.shared, tally.lost].into_iter().zip(glyphs.bars) {
        games += count;
        // Every non-zero count gets at least one column; the total length does not grow.
        let to = (games * room).div_ceil(most.max(1)).min(room);
        let to = if count > 0 { to.max((columns + 1).min(room)) } else { columns };
        drawn.extend(std::iter::repeat_n(sign, to - columns));
        columns = to;
    }
    drawn
}

/// The lines of the statistics page for this width.
pub fn lines(statistics: &Statistics, width: usize, glyphs: &Glyphs) -> Vec<(Role, String)> {
    let width = width.min(WIDEST);
    let mut lines: Vec<(Role, String)> = Vec::new();
    let mut say = |role: Role, text: &str| {
        lines.extend(wrap(text, width).map(|line| (role, glyphs.plain(&line))));
    };
    let unfinished =
        if statistics.running > 0 { format!(", {} of them unfinished", statistics.running) } else { String::new() };
    let length = match statistics.plies {
        Some(plies) if statistics.running > 0 => format!("; {plies} plies on average in finished games"),
        Some(plies) => format!("; {plies} plies on average"),
        None => String::new(),
    };
    say(Role::Text, &format!("{}{unfinished}{length}.", games(statistics.games)));
    if statistics.all.games() == 0 {
        say(Role::Dim, "Results count games of one person against computers.");
    } else {
        let all = statistics.all;
        say(
            Role::Text,
            &format!(
                "One person against computers: {}, {} won, {} drawn, {} lost.",
                games(all.games()),
                all.won,
                all.shared,
                all.lost
            ),
        );
        let (won, lost) = statistics.longest;
        say(Role::Text, &format!("Longest streaks: {won} won, {lost} lost; {}.", statistics.run()));
    }
    if statistics.all.games() > 0 {
        let [won, shared, lost] = glyphs.bars;
        lines.push((Role::Dim, format!("{won} won  {shared} drawn  {lost} lost")));
    }
    for (title, rows) in [
        ("By computer level", &statistics.by_level),
        ("By seat", &statistics.by_seat),
        ("By game", &statistics.by_game),
    ] {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.tally.games() > 0).collect();
        if !rows.is_empty() {
            lines.push((Role::Text, String::new()));
            lines.push((Role::Title, title.to_owned()));
            lines.extend(plot(&rows, width, glyphs).into_iter().map(|line| (Role::Text, line)));
        }
    }
    if !statistics.by_game.is_empty() {
        lines.push((Role::Text, String::new()));
        lines.push((Role::Title, "Average length".to_owned()));
        let name = statistics.by_game.iter().map(|row| row.name.len()).max().unwrap_or(0);
        for row in &statistics.by_game {
            let length = row.plies.map_or("unfinished".to_owned(), |plies| format!("{plies:>4} plies"));
            lines.push((Role::Text, format!("{:name$}  {:>11}  {length}", row.name, games(row.games))));
        }
    }
    lines
}

/// Rows with their bars.
fn plot(rows: &[&Row], width: usize, glyphs: &Glyphs) -> Vec<String> {
    let wide = width >= 72;
    let name = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).min(width / 3);
    let most = rows.iter().map(|row| row.tally.games()).max().unwrap_or(1);
    let words: Vec<String> = rows.iter().map(|row| result(row.tally, wide)).collect();
    let taken = words.iter().map(String::len).max().unwrap_or(0);
    let room = width.saturating_sub(name + taken + 3);
    let line = |(row, words): (&&Row, &String)| {
        let named = fit(&row.name, name, glyphs.more);
        let drawn = bar(row.tally, most, room, glyphs);
        format!("{named:name$}  {drawn:room$} {words:>taken$}")
    };
    rows.iter().zip(&words).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glyphs::{ASCII, UNICODE};

    #[test]
    fn what_goes_on_has_no_length() {
        let row = |games, plies| Row { name: "Armies".to_owned(), games, tally: Tally::default(), plies };
        let statistics = |plies, running| {
            let statistics =
                Statistics { games: 2, running, plies, by_game: vec![row(2, plies)], ..Statistics::default() };
            lines(&statistics, 78, &ASCII).into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n")
        };
        let running = statistics(None, 2);
        assert!(running.starts_with("2 games, 2 of them unfinished.\n") && !running.contains("plies"), "{running}");
        assert!(running.ends_with("2 games  unfinished"), "{running}");
        assert!(statistics(Some(30), 1).contains("1 of them unfinished; 30 plies on average in finished games."));
        assert!(statistics(Some(30), 0).starts_with("2 games; 30 plies on average.\n"));
    }

    #[test]
    fn bars_are_as_long_as_there_are_games() {
        let tally = |won, shared, lost| Tally { won, shared, lost };
        for (tally, drawn) in [
            (tally(5, 0, 5), "#####....."),
            (tally(1, 1, 1), "#=."),
            (tally(0, 0, 10), ".........."),
            (tally(0, 0, 0), ""),
            (tally(10, 0, 0), "##########"),
        ] {
            assert_eq!(bar(tally, 10, 10, &ASCII), drawn);
        }
        assert_eq!(bar(tally(1, 1, 98), 100, 10, &UNICODE), "█▒░░░░░░░░");
        assert_eq!(bar(tally(998, 1, 1), 1000, 3, &ASCII).len(), 3);
    }
}
