//! Every theme on every terminal: each piece can be read on each square, each word on its ground.

use crate::folder::Folder;
use heterodox::games::GAMES;
use heterodox::tui::depth::Depth;
use heterodox::tui::pieces::png::Inks;
use heterodox::tui::theme::army::army;
use heterodox::tui::theme::color::{Rgb, contrast, indexed, of_index};
use heterodox::tui::theme::ground::Ground;
use heterodox::tui::theme::{Role, Theme, Themes};
use ratatui::style::{Color, Modifier, Style};

/// The sixteen colours of xterm and of the Linux console.
const PALETTES: [[u32; 16]; 2] = [
    [
        0x00_0000, 0xcd_0000, 0x00_cd00, 0xcd_cd00, 0x00_00ee, 0xcd_00cd, 0x00_cdcd, 0xe5_e5e5, 0x7f_7f7f,
        0xff_0000, 0x00_ff00, 0xff_ff00, 0x5c_5cff, 0xff_00ff, 0x00_ffff, 0xff_ffff,
    ],
    [
        0x00_0000, 0xaa_0000, 0x00_aa00, 0xaa_5500, 0x00_00aa, 0xaa_00aa, 0x00_aaaa, 0xaa_aaaa, 0x55_5555,
        0xff_5555, 0x55_ff55, 0xff_ff55, 0x55_55ff, 0xff_55ff, 0x55_ffff, 0xff_ffff,
    ],
];

/// What a terminal has where nothing is said: light grey on black.
const GROUND: (usize, usize) = (7, 0);

fn split(color: u32) -> Rgb {
    Rgb((color >> 16) as u8, (color >> 8) as u8, color as u8)
}

fn rgb(color: Color, reset: usize, palette: &[u32; 16]) -> Rgb {
    let named = match color {
        Color::Reset => reset,
        Color::Rgb(red, green, blue) => return Rgb(red, green, blue),
        Color::Indexed(index) if index >= 16 => return of_index(index),
        Color::Indexed(index) => usize::from(index),
        Color::Black => 0,
        Color::Gray => 7,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
        other => panic!("{other} is not used"),
    };
    split(palette[named])
}

/// The contrast of a style on the poorer of the two palettes.
fn seen(style: Style) -> f64 {
    let with = |palette: &[u32; 16]| {
        let fg = rgb(style.fg.unwrap_or(Color::Reset), GROUND.0, palette);
        let bg = rgb(style.bg.unwrap_or(Color::Reset), GROUND.1, palette);
        contrast(fg, bg)
    };
    PALETTES.iter().map(with).fold(f64::INFINITY, f64::min)
}

fn all(themes: &Themes) -> Vec<Theme> {
    let depths = [Depth::None, Depth::Ansi16, Depth::Indexed256, Depth::True];
    let names: Vec<&str> = themes.list().into_iter().map(|(name, _)| name).collect();
    names.iter().flat_map(|name| depths.map(|depth| themes.named(name, depth))).collect()
}

/// Every square with every mark.
fn grounds() -> impl Iterator<Item = Ground> {
    let marks = Role::ALL.iter().copied().filter(|role| role.is_square()).map(Some).chain([None]);
    marks
        .flat_map(|mark| {
            [Ground::LIGHT, Ground::DARK].map(|square| [false, true].map(|goal| Ground { goal, mark, ..square }))
        })
        .flatten()
}

fn pieces() -> impl Iterator<Item = Role> {
    Role::ALL.iter().copied().filter(|role| role.is_piece())
}

#[test]
fn the_themes_are_whole() {
    let themes = Themes::load(None);
    assert_eq!(themes.warnings, [""; 0]);
    let names: Vec<&str> = themes.list().iter().map(|(name, _)| *name).collect();
    let built_in =
        "slate midnight forest walnut plum ember parchment glacier classic high-contrast colour-blind mono";
    assert_eq!(names, built_in.split(' ').collect::<Vec<_>>());
    assert!(themes.list().iter().all(|(_, about)| !about.is_empty()));
}

/// Their bright colours are read on black only, and the terminal's own ground may be white.
#[test]
fn with_16_colours_the_whole_window_is_black() {
    for theme in all(&Themes::load(None)).iter().filter(|theme| theme.depth() == Depth::Ansi16) {
        for &role in Role::ALL {
            let style = theme.style(role);
            assert_eq!(style.bg, Some(Color::Black), "{} {role:?}", theme.name());
            assert!(!matches!(style.fg, None | Some(Color::Reset)), "{} {role:?}", theme.name());
        }
    }
}

/// Lines around panels are seen, and less than the text in them.
#[test]
fn borders_stay_behind_the_content() {
    for theme in all(&Themes::load(None)) {
        let [border, dim] = [Role::Border, Role::Dim].map(|role| theme.style(role));
        let told = format!("{} {:?}", theme.name(), theme.depth());
        if !border.add_modifier.contains(Modifier::DIM) {
            assert!(seen(border) >= 2.0 && seen(border) < seen(dim), "{told}: {:.2}", seen(border));
        }
    }
}

/// The accent says where one is: the panel, the row and the move that are chosen. Nothing else has it.
#[test]
fn the_accent_is_only_for_what_is_chosen() {
    let mut accents = 0;
    for theme in all(&Themes::load(None)).into_iter().filter(|theme| theme.depth() >= Depth::Indexed256) {
        let [accent, text] = [Role::BorderActive, Role::Text].map(|role| theme.style(role).fg);
        if accent == text {
            continue;
        }
        accents += 1;
        assert_eq!(theme.bar().fg == accent, theme.style(Role::Selected).bg != accent, "{}", theme.name());
        for &role in Role::ALL.iter().filter(|role| !role.is_square() && !role.is_piece()) {
            let chosen = matches!(role, Role::BorderActive | Role::HistoryNow);
            assert!(chosen || theme.style(role).fg != accent, "{} {:?}: {role:?}", theme.name(), theme.depth());
        }
    }
    assert_eq!(accents, 18, "nine themes with two kinds of colours");
}

#[test]
fn every_piece_can_be_read_on_every_square() {
    for theme in all(&Themes::load(None)) {
        for ground in grounds() {
            for piece in pieces() {
                let found = seen(theme.on(ground, Some(piece)));
                assert!(found >= 4.5, "{} {:?}: {piece:?} on {ground:?}: {found:.2}", theme.name(), theme.depth());
            }
            let signs = seen(theme.on(ground, None));
            assert!(signs >= 4.5, "{} {:?}: signs on {ground:?}: {signs:.2}", theme.name(), theme.depth());
        }
    }
}

#[test]
fn every_word_can_be_read() {
    for theme in all(&Themes::load(None)) {
        let is_word = |role: &Role| !role.is_square() && !role.is_piece() && *role != Role::Border;
        for &role in Role::ALL.iter().filter(|role| is_word(role)) {
            let found = seen(theme.style(role));
            assert!(found >= 4.5, "{} {:?}: {role:?}: {found:.2}", theme.name(), theme.depth());
        }
    }
}

/// Two sides, and four armies, are never of one colour.
#[test]
fn sides_differ_where_there_are_colours() {
    for theme in all(&Themes::load(None)).iter().filter(|theme| theme.depth() > Depth::None) {
        let colour = |piece| theme.on_square(Role::Dark, Some(piece)).fg;
        assert_ne!(colour(Role::Piece1), colour(Role::Piece2), "{}", theme.name());
        let armies = [Role::Army1, Role::Army2, Role::Army3, Role::Army4];
        for (at, &army) in armies.iter().enumerate() {
            for &other in &armies[..at] {
                assert_ne!(colour(army), colour(other), "{} {:?}", theme.name(), theme.depth());
            }
        }
    }
}

/// Hue from 0 to 360 and saturation from 0 to 1 of a colour.
fn hue(Rgb(red, green, blue): Rgb) -> (f64, f64) {
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    if most == least {
        return (0.0, 0.0);
    }
    let span = f64::from(most - least);
    let far = |a: u8, b: u8| (f64::from(a) - f64::from(b)) / span;
    let sixths = match most {
        _ if most == red => far(green, blue),
        _ if most == green => 2.0 + far(blue, red),
        _ => 4.0 + far(red, green),
    };
    ((sixths * 60.0).rem_euclid(360.0), span / f64::from(most))
}

/// White is the lighter side, and a seat that is called after a colour has that colour where the theme
/// has colours at all.
#[test]
fn seats_look_as_they_are_called() {
    let themes = Themes::load(None);
    for theme in all(&themes).iter().filter(|theme| theme.depth() > Depth::None) {
        for spec in GAMES.iter().map(|game| game.spec()) {
            for ground in [Role::Light, Role::Dark] {
                let shown = |side| {
                    let fg = theme.on_square(ground, Some(army(spec, side))).fg.expect("a colour");
                    rgb(fg, GROUND.0, &PALETTES[0])
                };
                let told = format!("{} {:?} {}", theme.name(), theme.depth(), spec.id);
                for side in spec.sides() {
                    let (name, colour) = (spec.seat(side).name, shown(side));
                    let (hue, saturation) = hue(colour);
                    let range = match name {
                        "White" => {
                            let lighter = spec
                                .sides()
                                .all(|other| other == side || shown(other).luminance() < colour.luminance());
                            assert!(lighter && saturation < 0.35, "{told}: White is {colour:?}");
                            continue;
                        }
                        "Black" => continue,
                        _ if theme.name() == "mono" && theme.depth() > Depth::Ansi16 => continue,
                        "Red" => 340.0..385.0,
                        // With sixteen colours there is none; yellow is what it is called there.
                        "Orange" if theme.depth() == Depth::Ansi16 => 50.0..70.0,
                        // Of the 256 the dark ones are few.
                        "Orange" if theme.depth() == Depth::Indexed256 => 25.0..61.0,
                        "Orange" => 25.0..55.0,
                        "Green" => 85.0..175.0,
                        // The blue of sixteen colours cannot be read on black.
                        "Blue" if theme.depth() == Depth::Ansi16 => 170.0..190.0,
                        "Blue" => 190.0..255.0,
                        other => panic!("{told}: which colour is {other}?"),
                    };
                    let hue = if hue < 180.0 && name == "Red" { hue + 360.0 } else { hue };
                    assert!(saturation > 0.3 && range.contains(&hue), "{told}: {name} is {colour:?}, hue {hue:.0}");
                }
            }
        }
    }
}

/// On a board that is nearly as light as White, White has its own colour in a dark rim, as on boards of wood. The rim is
/// read on every square, and the letter on its plate.
#[test]
fn white_is_the_lightest_also_on_light_boards() {
    let mut rimmed = 0;
    for theme in all(&Themes::load(None)).iter().filter(|theme| theme.depth() >= Depth::Indexed256) {
        let drawn = |piece, ground| {
            let style = theme.figure(theme.on(ground, Some(piece)), piece);
            rgb(style.fg.expect("a colour"), GROUND.0, &PALETTES[0])
        };
        let told = format!("{} {:?}", theme.name(), theme.depth());
        let light = rgb(theme.on(Ground::LIGHT, None).bg.expect("a colour"), GROUND.1, &PALETTES[0]);
        assert_eq!(theme.fill(Role::Piece1).is_some(), light.luminance() > 0.4, "{told}");
        assert_eq!(theme.fill(Role::Piece2), None, "{told}");
        if theme.fill(Role::Piece1).is_none() {
            continue;
        }
        rimmed += 1;
        for ground in grounds() {
            let white = drawn(Role::Piece1, ground);
            let square = rgb(theme.on(ground, None).bg.expect("a colour"), GROUND.1, &PALETTES[0]);
            assert!(white.luminance() > 0.85 && drawn(Role::Piece2, ground).luminance() < 0.02, "{told}");
            let (rim, least) = (Inks::of(white), contrast(Inks::of(white).core, square));
            assert!(least >= 3.0 && contrast(rim.outline, square) >= 3.0, "{told} {ground:?}: {least:.2}");
            let letter = seen(theme.letter(theme.on(ground, Some(Role::Piece1)), Role::Piece1));
            assert!(letter >= 4.5, "{told} {ground:?}: {letter:.2}");
        }
    }
    assert_eq!(rimmed, 4, "two themes with two kinds of colours");
}

/// The pieces of a seat have one colour on light and dark squares of a kind, also with 256 colours.
#[test]
fn a_row_of_pieces_has_one_colour() {
    let themes = Themes::load(None);
    let names = themes.list().into_iter().map(|(name, _)| name);
    for theme in names.filter(|name| *name != "mono").map(|name| themes.named(name, Depth::Indexed256)) {
        for mark in [None, Some(Role::LastTo), Some(Role::Capture), Some(Role::Picked)] {
            for goal in [false, true] {
                for piece in [Role::Piece1, Role::Piece2] {
                    let on = |square| theme.on(Ground { goal, mark, ..square }, Some(piece)).fg;
                    assert_eq!(on(Ground::LIGHT), on(Ground::DARK), "{} {piece:?} {mark:?} {goal}", theme.name());
                }
            }
        }
    }
}

/// With sixteen colours the signs of a board say by their colour what they mean, except in a theme of greys.
#[test]
fn signs_have_colours_also_where_there_are_sixteen() {
    let themes = Themes::load(None);
    for (name, _) in themes.list() {
        let theme = themes.named(name, Depth::Ansi16);
        let signs = [Role::Target, Role::Capture, Role::LastTo, Role::Hint, Role::Goal];
        let colours = signs.map(|sign| theme.on(Ground::DARK.marked(sign), None).fg.expect("a colour"));
        for (at, colour) in colours.iter().enumerate() {
            assert_eq!(name == "mono", colours[..at].contains(colour) || *colour == Color::White, "{name} {at}");
        }
    }
}

/// No two themes share the colours of the board, except those that change the armies only.
#[test]
fn themes_differ() {
    let themes = Themes::load(None);
    let names: Vec<&str> = themes.list().into_iter().map(|(name, _)| name).collect();
    let board = |name: &str| {
        let theme = themes.named(name, Depth::True);
        [Role::Light, Role::Dark].map(|ground| theme.on_square(ground, None).bg)
    };
    for (at, name) in names.iter().enumerate() {
        for other in &names[..at] {
            assert_ne!(board(name), board(other), "{name} and {other}");
        }
    }
}

#[test]
fn without_colours_there_are_none() {
    for theme in all(&Themes::load(None)).iter().filter(|theme| theme.depth() == Depth::None) {
        for &role in Role::ALL {
            assert_eq!((theme.style(role).fg, theme.style(role).bg), (None, None), "{role:?}");
        }
        assert!(theme.on_square(Role::Cursor, None).add_modifier.contains(Modifier::REVERSED));
    }
}

#[test]
fn a_users_theme_inherits_and_its_faults_are_told_with_their_lines() {
    let home = Folder::new("themes");
    let folder = home.path().to_owned();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write(
        "mine.toml",
        "inherits = \"midnight\"\n[palette]\nx = \"#102030\"\n[roles]\ndark = \"x\"\nlihgt = \"x\"\ncursor = \"y\"\n\
         check = { fg = 3, bold = true }\n[colours-256]\nhint = [66, 65]\ngoal = 12\npiece-2 = []\n",
    );
    write("circle.toml", "inherits = \"round\"\n");
    write("round.toml", "inherits = \"circle\"\n");
    write("broken.toml", "[roles\n");
    let themes = Themes::load(Some(&folder));
    let mine = themes.named("mine", Depth::True);
    assert_eq!(mine.on_square(Role::Dark, None).bg, Some(Color::Rgb(0x10, 0x20, 0x30)));
    assert_eq!(mine.style(Role::Title), themes.named("midnight", Depth::True).style(Role::Title));
    let told = |part: &str| {
        assert!(themes.warnings.iter().any(|text| text.contains(part)), "{part}: {:?}", themes.warnings);
    };
    told("mine.toml:6: there is no role lihgt; did you mean light?");
    told("mine.toml:7: roles.cursor");
    told("mine.toml:8: roles.check.fg: expected fg or bg with a colour, or bold");
    told("broken.toml:1:7: ");
    told("mine.toml:11: colours-256.goal: expected numbers from 16 to 255");
    told("mine.toml:12: colours-256.piece-2: ");
    told("inherits itself");
    // What a theme says itself comes before what its parent has chosen among the 256.
    let few = themes.named("mine", Depth::Indexed256);
    let ground = |theme: &Theme, ground| theme.on(ground, None).bg;
    assert_eq!(ground(&few, Ground::LIGHT.marked(Role::Hint)), Some(Color::Indexed(66)));
    assert_eq!(ground(&few, Ground::DARK.marked(Role::Hint)), Some(Color::Indexed(65)));
    assert_eq!(few.on_square(Role::Dark, None).bg, Some(Color::Indexed(indexed(Rgb(0x10, 0x20, 0x30)))));
    let midnight = themes.named("midnight", Depth::Indexed256);
    assert_eq!(ground(&few, Ground::LIGHT), ground(&midnight, Ground::LIGHT));
    assert_eq!(
        themes.named("circle", Depth::True).style(Role::Border),
        themes.named("classic", Depth::True).style(Role::Border)
    );
}
