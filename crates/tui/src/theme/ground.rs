//! The colours of a square: what it is, and what is marked on it. A mark and the goal change the hue of the square and
//! leave its brightness, so that light and dark squares still differ and pieces can be read everywhere.

use ratatui::style::{Color, Modifier, Style};

use super::color::{Rgb, indexed, of_index};
use super::{Ink, LEAST_HUE, Role, Theme};
use crate::depth::Depth;

/// The part of the way to the colour of the goal. More would be louder than the last move and a check.
const GOAL_PART: f64 = 0.3;
/// The part of the way to the colour of a mark: the first after which the square is this far from what it was. The 256
/// colours want more, because the dark ones of them are mostly grey.
const MARK_PARTS: [f64; 5] = [0.45, 0.55, 0.65, 0.75, 0.85];
const STRONG_PARTS: [f64; 1] = [0.75];
/// That to the colour of who has moved: the first that is not loud. Red and orange are near each other, so it is no small
/// one.
const MOVER_PARTS: [f64; 4] = [0.6, 0.5, 0.42, 0.35];
const LEAST_MARK: f64 = 30.0;
/// The least light of a marked square, of 1. On black squares a hue needs some to be seen.
const LEAST_LIGHT: f64 = 0.012;
/// How far a tint is at least from the colour of the square, in steps of red, green and blue.
const LEAST_STEP: f64 = 25.0;

/// The part of the way to the colour of the cursor on the other levels: the first that is seen.
const ECHO_PARTS: [f64; 4] = [0.5, 0.4, 0.6, 0.75];

/// The chroma from which a colour is too loud for a square. Of the dark ones of the 256, olive and maroon have 47, magenta
/// and green 56 and more.
pub(crate) const LOUD: f64 = 55.0;

/// The ground that a piece stands on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ground {
    /// Whether the square is a light one.
    pub light: bool,
    /// Whether it belongs to the goal of the game.
    pub goal: bool,
    /// Its mark.
    pub mark: Option<Role>,
    /// The pieces of whoever has moved there last, if the mark is of a last move and says whose it was.
    pub mover: Option<Role>,
}

impl Ground {
    /// A dark square without a mark.
    pub const DARK: Ground = Ground { light: false, goal: false, mark: None, mover: None };
    /// A light square without a mark.
    pub const LIGHT: Ground = Ground { light: true, ..Ground::DARK };

    /// This square with a mark.
    #[must_use]
    pub const fn marked(self, mark: Role) -> Ground {
        Ground { mark: Some(mark), ..self }
    }

    /// This square with the last move of the player who has these pieces.
    #[cfg(test)]
    pub(crate) const fn moved_by(self, mover: Role) -> Ground {
        Ground { mover: Some(mover), ..self.marked(Role::LastTo) }
    }

    /// The role of the square.
    const fn square(self) -> Role {
        if self.light { Role::Light } else { Role::Dark }
    }

    /// The strongest role of the square: its mark, then the goal.
    pub(crate) fn role(self) -> Role {
        let goal = if self.goal { Role::Goal } else { self.square() };
        self.mark.unwrap_or(goal)
    }

    /// The role whose ground among the 256 it has: the pieces of whoever has moved there, or its own.
    fn chosen(self) -> Role {
        self.mover.unwrap_or(self.role())
    }
}

impl Theme {
    /// The colour of the signs and shapes of this mark.
    pub(crate) fn of_sign(&self, mark: Role) -> Option<Color> {
        self.on(Ground::DARK.marked(mark), None).fg
    }

    /// The style of a piece on this ground, or of the signs if there is no piece.
    pub fn on(&self, ground: Ground, piece: Option<Role>) -> Style {
        let role = ground.role();
        if self.chart || self.depth < Depth::Indexed256 || role == Role::Cursor {
            return self.on_square(role, piece);
        }
        let state = self.ink(role);
        let ink = piece.map_or(state, |piece| self.ink(piece));
        let modifiers = ink.modifiers | if ground.mark.is_some() { state.modifiers } else { Modifier::empty() };
        let bg = match self.depth {
            Depth::True => self.colour(ground, &MARK_PARTS),
            _ => self.index(ground).map(of_index),
        };
        let fg = self.shade(piece.unwrap_or(role), ground.chosen()).or(state.fg).or(self.ink(Role::Text).fg);
        self.tinted(Ink { fg, bg, modifiers, fill: None }, None)
    }

    /// The colour of this ground; a mark has the first of these parts that is seen.
    fn colour(&self, ground: Ground, parts: &[f64]) -> Option<Rgb> {
        let square = self.ink(ground.square()).bg?;
        let zone = match self.ink(Role::Goal).bg {
            Some(goal) if ground.goal => square.tinted(goal, LEAST_STEP, GOAL_PART),
            _ => square,
        };
        let mover = ground.mover.and_then(|mover| self.ink(mover).fg).map(Rgb::vivid);
        let Some(mark) = mover.or(ground.mark.and_then(|mark| self.ink(mark).bg)) else { return Some(zone) };
        let light = square.luminance().max(LEAST_LIGHT);
        let marked = |part: f64| {
            let mixed = zone.mixed(mark, part);
            // A grey has its brightness only.
            if mark.hue() > LEAST_HUE { mixed.with_light(light) } else { mixed }
        };
        let find = |parts: &[f64], fits: &dyn Fn(Rgb) -> bool| {
            let fitting = parts.iter().map(|&part| marked(part)).find(|&colour| fits(colour));
            fitting.or_else(|| parts.last().map(|&part| marked(part)))
        };
        if mover.is_some() {
            return find(&MOVER_PARTS, &|colour| colour.chroma() < LOUD);
        }
        find(parts, &|colour| square.distance(colour) >= LEAST_MARK)
    }

    /// The same for a square that the cursor is over on another level: its ground has something of the colour of the
    /// cursor, where there are colours enough.
    pub(crate) fn on_echo(&self, ground: Ground, piece: Option<Role>) -> Style {
        let plain = self.on(ground, piece);
        let bg = match self.depth {
            _ if self.chart => None,
            Depth::True => self.colour(ground, &MARK_PARTS),
            Depth::Indexed256 => self.index(ground).map(of_index),
            _ => None,
        };
        let (Some(bg), Some(cursor)) = (bg, self.ink(Role::Cursor).bg) else { return plain };
        let others = [bg, cursor, of_index(indexed(cursor))];
        // Few of the 256 colours are dark, so the nearest one that is left is taken, with a hue if the cursor has one.
        let has_hue = cursor.hue() > LEAST_HUE;
        let nearest = |colour: Rgb| {
            let all = (16..=255).map(of_index).filter(|known| !others.contains(known));
            let all = all.filter(|known| !has_hue || known.hue() > 2 * LEAST_HUE && known.chroma() < LOUD);
            all.min_by(|a, b| colour.distance(*a).total_cmp(&colour.distance(*b))).unwrap_or(colour)
        };
        let mixed = ECHO_PARTS.iter().map(|&part| bg.mixed(cursor, part));
        let echo = mixed.map(|colour| if self.depth == Depth::True { colour } else { nearest(colour) });
        let Some(echo) = echo.into_iter().find(|echo| !others.contains(echo)) else { return plain };
        let fg = self.shade(piece.unwrap_or(ground.role()), Role::Cursor).or(self.ink(Role::Text).fg);
        self.tinted(Ink { fg, bg: Some(echo), modifiers: plain.add_modifier, ..Ink::default() }, None)
    }

    /// Its colour of the 256: the one that the theme has chosen, or the nearest.
    fn index(&self, ground: Ground) -> Option<u8> {
        let chosen = self.grounds(ground.chosen());
        chosen.map(|[light, dark]| if ground.light { light } else { dark }).or_else(|| self.nearest(ground))
    }

    /// The nearest of the 256. Few of them are dark, so where a light and a dark square would be of one, the next lighter
    /// one is taken for the light square; if there is none, the next darker one for the dark square.
    fn nearest(&self, ground: Ground) -> Option<u8> {
        // The goal is like a mark here, and gives way to one: a mix of both would be grey.
        let mark = ground.mark.or(ground.goal.then_some(Role::Goal));
        let ground = Ground { goal: false, mark, ..ground };
        let nearest = |ground| {
            let colour = self.colour(ground, &STRONG_PARTS)?;
            Some(if mark.is_some() && colour.hue() > LEAST_HUE { hued(colour) } else { indexed(colour) })
        };
        let (here, other) = (nearest(ground)?, nearest(Ground { light: !ground.light, ..ground })?);
        let luminance = of_index(here).luminance();
        let differ = (luminance - of_index(other).luminance()).abs() > 0.005;
        if differ && (luminance > of_index(other).luminance()) == ground.light {
            return Some(here);
        }
        let base = luminance.min(of_index(other).luminance());
        let like = of_index(here);
        let find = |fits: &dyn Fn(f64) -> bool| {
            let all = (16..=255).filter(|&index| fits(of_index(index).luminance()));
            all.min_by(|&a, &b| like.distance(of_index(a)).total_cmp(&like.distance(of_index(b))))
        };
        let lighter = find(&|light| light > base * 1.25 + 0.01);
        match (ground.light, lighter) {
            (true, Some(lighter)) => Some(lighter),
            (false, None) => find(&|light| light < base * 0.85),
            _ if of_index(other).luminance() < luminance => Some(other),
            _ => Some(here),
        }
    }
}

/// The nearest of the 256 colours that is neither grey nor loud.
fn hued(colour: Rgb) -> u8 {
    let all = (16..232).filter(|&index| of_index(index).hue() > 2 * LEAST_HUE && of_index(index).chroma() < LOUD);
    let far = |index: &u8| colour.distance(of_index(*index));
    all.min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or_else(|| indexed(colour))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Themes;
    use crate::theme::color::{contrast, rgb};

    const MARKS: [Role; 10] = [
        Role::Picked,
        Role::Target,
        Role::Capture,
        Role::OwnCapture,
        Role::Partner,
        Role::Hint,
        Role::LastFrom,
        Role::LastTo,
        Role::Check,
        Role::Goal,
    ];

    fn of(theme: &Theme, ground: Ground) -> Rgb {
        theme.on(ground, None).bg.and_then(rgb).expect("a ground has a colour")
    }

    /// Every square that is marked, in every theme and with both kinds of colours.
    fn all(mut check: impl FnMut(&str, Role, &Theme, [Ground; 2])) {
        let themes = Themes::standard();
        for (name, _) in themes.list() {
            for depth in [Depth::Indexed256, Depth::True] {
                let theme = themes.named(name, depth);
                for mark in MARKS {
                    let ground = |square: Ground| match mark {
                        Role::Goal => Ground { goal: true, ..square },
                        mark => square.marked(mark),
                    };
                    check(name, mark, &theme, [Ground::LIGHT, Ground::DARK].map(ground));
                }
            }
        }
    }

    #[test]
    fn light_and_dark_squares_differ_under_every_mark() {
        all(|name, mark, theme, [light, dark]| {
            let (light, dark) = (of(theme, light), of(theme, dark));
            let depth = theme.depth();
            assert!(light.luminance() > dark.luminance(), "{name} {depth:?} {mark:?}: {light:?} {dark:?}");
        });
    }

    /// The square of the cursor on another level is neither the square nor the cursor, and its piece can be read.
    #[test]
    fn an_echo_of_the_cursor_is_seen_and_is_not_the_cursor() {
        let themes = Themes::standard();
        for (name, _) in themes.list() {
            for depth in [Depth::Indexed256, Depth::True] {
                let theme = themes.named(name, depth);
                let cursor = theme.on_square(Role::Cursor, None).bg;
                for ground in [Ground::LIGHT, Ground::DARK] {
                    let echo = theme.on_echo(ground, None).bg;
                    assert_ne!(echo, theme.on(ground, None).bg, "{name} {depth:?} {ground:?}");
                    assert_ne!(echo, cursor, "{name} {depth:?} {ground:?}");
                    for army in [Role::Army1, Role::Army2, Role::Army3, Role::Army4] {
                        let style = theme.on_echo(ground, Some(army));
                        let (fg, bg) =
                            (style.fg.and_then(rgb).expect("a colour"), style.bg.and_then(rgb).expect("one"));
                        assert!(contrast(fg, bg) >= 3.0, "{name} {depth:?} {army:?} {}", contrast(fg, bg));
                    }
                }
            }
        }
    }

    /// With four players the last move has the colour of who has made it.
    #[test]
    fn whose_move_it_was_is_seen() {
        let armies = [Role::Army1, Role::Army2, Role::Army3, Role::Army4];
        let themes = Themes::standard();
        for (name, _) in themes.list().into_iter().filter(|(name, _)| *name != "mono") {
            let theme = themes.named(name, Depth::True);
            for square in [Ground::LIGHT, Ground::DARK] {
                let tint = |army| of(&theme, square.moved_by(army));
                for (at, &army) in armies.iter().enumerate() {
                    assert_ne!(tint(army), of(&theme, square), "{name} {army:?}");
                    let chroma = tint(army).chroma();
                    assert!(chroma < LOUD * 1.1, "{name} {army:?} {square:?} is loud: {chroma:.0}");
                    for &other in &armies[..at] {
                        let far = tint(army).distance(tint(other));
                        assert!(far >= 15.0, "{name} {army:?} {other:?} {square:?}: {far:.0}");
                    }
                }
            }
            for army in armies {
                let [light, dark] = [Ground::LIGHT, Ground::DARK].map(|square| of(&theme, square.moved_by(army)));
                assert!(light.luminance() > dark.luminance(), "{name} {army:?}");
            }
        }
    }

    /// With 256 colours no square is loud but that of a check, and light and dark squares can be told apart.
    #[test]
    fn no_square_is_loud_and_chequers_are_seen_with_256_colours() {
        let seen = |a: Rgb, b: Rgb| contrast(a, b) >= 1.1 || a.distance(b) >= 35.0;
        all(|name, mark, theme, [light, dark]| {
            if theme.depth() != Depth::Indexed256 {
                return;
            }
            let plain = [Ground::LIGHT, Ground::DARK].map(|square| of(theme, square));
            let marked = [light, dark].map(|square| of(theme, square));
            for (square, plain) in marked.iter().zip(plain) {
                let chroma = square.chroma();
                assert!(mark == Role::Check || chroma < LOUD, "{name} {mark:?}: {square:?} has {chroma:.0}");
                assert!(name == "mono" || seen(*square, plain), "{name} {mark:?}: {square:?} on {plain:?}");
            }
            assert!(seen(marked[0], marked[1]), "{name} {mark:?}: {marked:?}");
        });
    }

    /// With 256 colours too: the mark of each player is seen, is not loud, keeps the chequer, and pieces on it can be read.
    #[test]
    fn whose_move_it_was_is_seen_with_256_colours() {
        let armies = [Role::Army1, Role::Army2, Role::Army3, Role::Army4];
        let themes = Themes::standard();
        for (name, _) in themes.list().into_iter().filter(|(name, _)| *name != "mono") {
            let theme = themes.named(name, Depth::Indexed256);
            let is_dark = of(&theme, Ground::LIGHT).luminance() < 0.2;
            for army in armies {
                let squares = [Ground::LIGHT, Ground::DARK];
                let marked = squares.map(|square| of(&theme, square.moved_by(army)));
                for (square, colour) in squares.into_iter().zip(marked) {
                    let plain = of(&theme, square);
                    let (far, lighter) = (colour.apart(plain), contrast(colour, plain));
                    assert!(far >= 24.0, "{name} {army:?}: {colour:?} on {plain:?}: {far:.0}");
                    assert!(!is_dark || lighter >= 1.4, "{name} {army:?}: {colour:?} on {plain:?}: {lighter:.2}");
                    assert!(colour.chroma() < LOUD, "{name} {army:?}: {colour:?} has {:.0}", colour.chroma());
                    let piece = theme.on(square.moved_by(army), Some(army)).fg.and_then(rgb).expect("a colour");
                    let read = contrast(piece, colour);
                    assert!(read >= 4.5, "{name} {army:?}: {piece:?} on {colour:?}: {read:.2}");
                }
                let [light, dark] = marked;
                let chequer = contrast(light, dark);
                assert!(light.luminance() > dark.luminance() && chequer >= 1.1, "{name} {army:?}: {chequer:.2}");
            }
        }
    }

    #[test]
    fn every_mark_is_seen_on_every_square() {
        all(|name, mark, theme, grounds| {
            // Where all is grey, signs say it.
            if name == "mono" {
                return;
            }
            for ground in grounds {
                let plain = of(theme, Ground { goal: false, mark: None, ..ground });
                let marked = of(theme, ground);
                assert_ne!(plain, marked, "{name} {mark:?}");
            }
        });
    }
}
