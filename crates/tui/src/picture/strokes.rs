//! Box-drawing characters as areas, so that lines have no gaps whatever font a viewer has.

use std::fmt::Write as _;

use super::CELL;

/// The strokes of a character from its middle: up, down, left, right. Each is absent, light or heavy.
fn arms(letter: char) -> Option<[u32; 4]> {
    Some(match letter {
        '─' => [0, 0, 1, 1],
        '│' => [1, 1, 0, 0],
        '┌' => [0, 1, 0, 1],
        '┐' => [0, 1, 1, 0],
        '└' => [1, 0, 0, 1],
        '┘' => [1, 0, 1, 0],
        '├' => [1, 1, 0, 1],
        '┤' => [1, 1, 1, 0],
        '┬' => [0, 1, 1, 1],
        '┴' => [1, 0, 1, 1],
        '┼' => [1, 1, 1, 1],
        '━' => [0, 0, 2, 2],
        '┃' => [2, 2, 0, 0],
        '┏' => [0, 2, 0, 2],
        '┓' => [0, 2, 2, 0],
        '┗' => [2, 0, 0, 2],
        '┛' => [2, 0, 2, 0],
        _ => return None,
    })
}

/// The rest of the outline of a rounded corner, and where it begins.
fn rounded(letter: char) -> Option<(u32, u32, &'static str)> {
    Some(match letter {
        '╭' => (4, CELL.1, "v-5q0-4 4-4h1v1h-1q-3 0-3 3v5z"),
        '╮' => (5, CELL.1, "v-5q0-4-4-4h-1v1h1q3 0 3 3v5z"),
        '╰' => (4, 0, "v6q0 4 4 4h1v-1h-1q-3 0-3-3v-6z"),
        '╯' => (5, 0, "v6q0 4-4 4h-1v-1h1q3 0 3-3v-6z"),
        _ => return None,
    })
}

/// Whether a character is drawn as strokes.
pub(super) fn is_drawn(letter: char) -> bool {
    arms(letter).is_some() || rounded(letter).is_some()
}

/// Appends the strokes of a character, whose cell has this corner, to a path.
pub(super) fn draw(letter: char, left: u32, top: u32, path: &mut String) {
    let (wide, high) = CELL;
    if let Some((x, y, rest)) = rounded(letter) {
        let _ = write!(path, "M{} {}{rest}", left + x, top + y);
        return;
    }
    let Some(arms) = arms(letter) else { return };
    // The column and row in the middle, and one more on both sides of it for a heavy stroke.
    let (x, y) = (wide / 2, high / 2);
    let reach = arms.iter().max().map_or(0, |&most| most.saturating_sub(1));
    let mut area = |x: u32, y: u32, wide: u32, high: u32| {
        let _ = write!(path, "M{} {}h{wide}v{high}h-{wide}z", left + x, top + y);
    };
    let [up, down, across, right] = arms;
    if up + down > 0 {
        let from = if up > 0 { 0 } else { y - reach };
        let to = if down > 0 { high } else { y + reach + 1 };
        area(x - reach, from, 2 * reach + 1, to - from);
    }
    if across + right > 0 {
        let from = if across > 0 { 0 } else { x - reach };
        let to = if right > 0 { wide } else { x + reach + 1 };
        area(from, y - reach, to - from, 2 * reach + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(letter: char) -> String {
        let mut path = String::new();
        draw(letter, 90, 180, &mut path);
        path
    }

    #[test]
    fn strokes_reach_the_edges_of_their_cell() {
        assert_eq!(drawn('─'), "M90 189h9v1h-9z");
        assert_eq!(drawn('│'), "M94 180h1v18h-1z");
        assert_eq!(drawn('┌'), "M94 189h1v9h-1zM94 189h5v1h-5z");
        assert_eq!(drawn('┤'), "M94 180h1v18h-1zM90 189h5v1h-5z");
        assert_eq!(drawn('┛'), "M93 180h3v11h-3zM90 188h6v3h-6z");
        assert_eq!(drawn('╰'), "M94 180v6q0 4 4 4h1v-1h-1q-3 0-3-3v-6z");
        assert!(is_drawn('╮') && !is_drawn('a') && drawn('a').is_empty());
    }
}
