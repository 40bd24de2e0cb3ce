//! The screens of the stack above each other: what a dialog covers in part is dimmed, but no board that it stands beside,
//! and of a piece that it covers in part nothing is left. The row of the keys has those of the dialog.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::{Color, Modifier};
use ratatui::widgets::Widget as _;

use super::screen::{Cover, Screen, Shown};
use super::stage::Stage;
use super::theme::Role;
use super::widgets::footer::Footer;
use super::widgets::put::clear;
use super::world::World;

/// Draws all visible screens. Returns the position of the terminal cursor if it is shown.
pub(crate) fn draw(stack: &[Box<dyn Screen>], world: &World, buffer: &mut Buffer) -> Option<Point> {
    let area = buffer.area;
    // Of the screens that are seen, the lowest one covers the whole window.
    let first = stack.iter().rposition(|screen| screen.cover() == Cover::Whole).unwrap_or(0);
    let (top, below) = stack[first..].split_last()?;
    let regions = stack[first].layout(world, area);
    world.drawn.frame(regions.map_or_else(|| Stage::of(area), |regions| regions.stage(area)));
    if below.is_empty() {
        Shown(top.as_ref(), world).render(area, buffer);
    } else {
        world.drawn.begin();
        let mut keys = world.stage().keys;
        for screen in below {
            keys = draw_below(screen.as_ref(), world, keys, buffer);
        }
        let others = world.drawn.boxes();
        Shown(top.as_ref(), world).render(area, buffer);
        let (pieces, boxes) = world.drawn.end();
        for (square, ground) in pieces {
            remove_torn(square, ground, &boxes, buffer);
        }
        let mut bright = boxes.get(others..).unwrap_or_default().to_vec();
        bright.extend(world.stage().board_beside(&bright));
        world.theme.dim(&bright, buffer);
        Footer::of(top.as_ref(), world).render(keys, buffer);
    }
    // If there is no room for an input field, its cursor is not shown either.
    top.cursor(world, area).filter(|&at| area.contains(at))
}

/// Draws a screen that another one covers in part: none of its keys works now, so none is shown. Returns the row of the
/// keys, which begins where those of the screen began.
fn draw_below(screen: &dyn Screen, world: &World, keys: Rect, buffer: &mut Buffer) -> Rect {
    let area = buffer.area;
    let mut left = None;
    for (place, _) in world.clicks.during(|| screen.draw(world, area, buffer)) {
        if keys.contains(place.as_position()) {
            left = Some(left.map_or(place.x, |left: u16| left.min(place.x)));
        }
        clear(buffer, place.intersection(area), world.theme.style(Role::Text));
    }
    let x = left.unwrap_or(keys.x);
    Rect { x, width: keys.right() - x, ..keys }
}

/// Removes a piece that boxes cover in part from its square.
fn remove_torn(square: Rect, ground: Color, boxes: &[Rect], buffer: &mut Buffer) {
    let covered = |at: Point| boxes.iter().any(|area| area.contains(at));
    let torn = square.positions().any(covered) && !square.positions().all(covered);
    for at in square.positions().filter(|&at| torn && !covered(at)) {
        if let Some(cell) = buffer.cell_mut(at) {
            cell.set_char(' ').set_bg(ground);
            cell.underline_color = Color::Reset;
            cell.modifier = Modifier::empty();
        }
    }
}
