//! What `auto` has chosen for an option on this terminal, in words.

use crate::board::draw;
use crate::board::layout::{Regions, wish};
use crate::client::defaults;
use crate::config::{GlyphSet, Look, PieceLetters, PieceSetting};
use crate::depth::Depth;
use crate::glyphs::Glyphs;
use crate::host::name::Answers;
use crate::pieces::piece_style::PieceStyle;
use crate::rules::variant::Opening;
use crate::view::View;
use crate::world::World;

/// The choice for an option with this key, or nothing if it has no such value.
pub(super) fn chosen(key: &str, world: &World) -> Option<String> {
    let on = |is: bool| if is { "on" } else { "off" };
    let depth = world.theme.depth();
    let words = match key {
        "colours" => match depth {
            Depth::None => "none",
            Depth::Ansi16 => "16",
            Depth::Indexed256 => "256",
            Depth::True => "24-bit",
        },
        "glyphs" => Glyphs::chosen(GlyphSet::Auto, &world.facts).name.as_str(),
        "pieces" => return Some(pieces(world)),
        "letters" => on(has_letters(world)),
        // As `Drawing::lines` has it.
        "lines" if depth >= Depth::Indexed256 && world.glyphs.name != GlyphSet::Ascii => "none",
        "lines" => "grid",
        "motion" if depth == Depth::None => "off",
        "motion" if world.facts.over_ssh => "one step",
        "motion" => "on",
        "mouse" => on(!world.facts.over_ssh && !world.facts.in_screen),
        "clipboard" => on(world.facts.can_copy()),
        _ => return None,
    };
    Some(words.to_owned())
}

/// Do drawn pieces have letters beside them in the next game in this window?
fn has_letters(world: &World) -> bool {
    let game = defaults::setup(&world.client).game;
    let Ok(position) = game.begin(Opening::Start) else { return false };
    let wish = wish(position.as_ref(), world, 0);
    let seats = game.spec().seats.len();
    let regions = Regions::of(world.whole(), position.geometry(), seats, View::FIRST, wish);
    let look = draw::Look { letters: PieceLetters::Auto, ..draw::Look::of(world, game.spec()) };
    regions.is_ok_and(|regions| {
        let form = regions.board.form;
        regions.board.drawn && look.has_letters((form.width, form.height))
    })
}

/// The longest name of a terminal beside the choice.
const LONGEST: usize = 8;

/// How pieces are drawn, and for which terminal.
fn pieces(world: &World) -> String {
    let look = Look { pieces: PieceSetting::Auto, ..world.client.config.look.clone() };
    let piece_style = world.pieces.piece_style(&look, world.glyphs.name);
    let is_said = |program: &str| piece_style > PieceStyle::Letters && program.len() <= LONGEST;
    let name = Answers::of(&world.facts.reports).name().filter(|name| is_said(&name.program));
    if world.pieces.ability.sixels.is_some() && piece_style > PieceStyle::Letters {
        let slow = if piece_style < PieceStyle::Pictures { " (slow)" } else { "" };
        return format!("{}{slow}", world.pieces.name(piece_style));
    }
    name.map_or_else(|| piece_style.name().to_owned(), |name| format!("{} ({})", piece_style.name(), name.program))
}
