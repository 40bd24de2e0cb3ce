//! The stack of screens: what a screen below the top may do.

use std::time::Instant;

use crate::app::{keys, shown};
use heterodox::cli::picture::bare_world;
use heterodox::tui::action::{Action, Context};
use heterodox::tui::app::App;
use heterodox::tui::screen::{Screen, Transition};
use heterodox::tui::wakes::Reasons;
use heterodox::tui::widgets::put::put;
use heterodox::tui::world::World;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// A screen that shows its name, and opens another one when it is woken.
struct Named {
    name: &'static str,
    opens: Option<&'static str>,
}

fn named(name: &'static str, opens: Option<&'static str>) -> Box<dyn Screen> {
    Box::new(Named { name, opens })
}

impl Screen for Named {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        action == Action::Leave
    }

    fn act(&mut self, action: Action, _: &mut World) -> Transition {
        if action == Action::Leave { Transition::Close } else { Transition::Same }
    }

    fn wake(&mut self, _: Reasons, _: &mut World) -> Transition {
        self.opens.take().map_or(Transition::Same, |name| Transition::push(named(name, None)))
    }

    fn draw(&self, _: &World, area: Rect, buffer: &mut Buffer) {
        put(buffer, area.x, area.y, self.name, area.width.into(), Style::new());
    }
}

#[test]
fn a_page_that_a_covered_screen_opens_is_seen_when_it_is_uncovered() {
    let world = bare_world("classic", "256", "unicode", (40, 12));
    let mut app = App::new(world, vec![named("list", Some("problems")), named("statistics", None)]);
    app.wake(Instant::now());
    assert!(shown(&app).contains("statistics"), "{}", shown(&app));
    keys(&mut app, "q");
    assert!(shown(&app).contains("problems"), "{}", shown(&app));
    keys(&mut app, "q");
    assert!(shown(&app).contains("list"), "{}", shown(&app));
}
