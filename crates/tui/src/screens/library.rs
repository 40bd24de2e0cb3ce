//! The saved games: a list with a filter typed directly, a preview of the selected game's last position, and
//! actions on games. Files are read in background threads, so a key press never blocks.

mod areas;
mod draw;
mod figures;
mod file_actions;
mod job;
pub mod listing;
mod loader;
mod page;
mod preview;
mod prompt;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use crate::action::{Action, Context};
use crate::input::Input;
use crate::message::Message;
use crate::message_slot::MessageSlot;
use crate::place::Place;
use crate::read_game::ReadGame;
use crate::record::store::{GameEntry, Store, Trashed};
use crate::screen::{Screen, Transition};
use crate::session::archive;
use crate::session::statistics::Statistics;
use crate::task::Task;
use crate::wakes::Reasons;
use crate::widgets::field::{Field, FieldState, FieldStep};
use crate::world::World;
pub use figures::lines as figure_lines;
use job::{Job, Report};
use listing::Listing;
use loader::{Loader, News};
use page::Page;
use preview::Preview;
use prompt::Prompt;

/// The maximum number of import problems that are listed.
const PROBLEMS: usize = 1000;

/// The answer of the thread that reads a game for a review.
enum Opened {
    Game(Box<ReadGame>),
    Not(String),
}

/// The screen of saved games.
pub struct Library {
    /// The folder of saved games; `None` if there is none.
    store: Option<Store>,
    listing: Listing,
    filter: FieldState,
    preview: Option<Preview>,
    loader: Option<Loader>,
    /// The games found so far by a repeated scan; they replace the list when the scan ends.
    found: Option<Vec<GameEntry>>,
    /// The number of files scanned, and the total.
    progress: (usize, usize),
    job: Option<Job>,
    /// A game that is being read for a review.
    opening: Option<Task<Opened>>,
    prompt: Option<Prompt>,
    message: Option<Message>,
    /// The deleted files, the latest deletion last.
    trashed: Vec<Vec<Trashed>>,
    /// A page that is opened at the next wake-up.
    page: Option<Page>,
    /// Does a game's screen cover this one? The games may have changed when it closes.
    away: bool,
}

impl Library {
    /// All saved games; scanning starts at once.
    pub fn new(world: &World) -> Library {
        let games = world.client.games_folder();
        let usable = world.client.paths.as_ref().filter(|_| matches!(games, Ok(Some(_))));
        let store = usable.map(|paths| archive::store(&paths.data_dir, world.client.games.clone()));
        let mut library = Library {
            preview: store.clone().map(|store| Preview::new(store, Arc::clone(&world.client.waker))),
            store,
            listing: Listing::in_zone(world.zone()),
            filter: FieldState::default(),
            loader: None,
            found: None,
            progress: (0, 0),
            job: None,
            opening: None,
            prompt: None,
            message: games.err().map(Message::warning),
            trashed: Vec::new(),
            page: None,
            away: false,
        };
        library.look(world);
        library
    }

    /// Starts a scan; the old list is shown until the scan is complete.
    fn look(&mut self, world: &World) {
        self.found = (!self.listing.is_empty()).then(Vec::new);
        self.loader = self
            .store
            .clone()
            .map(|store| loader::start(store, Arc::clone(&world.client.waker), world.client.fault.point("loader")));
    }

    /// Receives messages from the scan.
    fn take_news(&mut self) -> bool {
        let mut changed = false;
        while let Some(news) = self.loader.as_ref().and_then(Loader::poll) {
            changed = true;
            match (news, &mut self.found) {
                (News::Found(done, of, games), Some(found)) => {
                    self.progress = (done, of);
                    found.extend(games);
                }
                (News::Found(done, of, games), None) => {
                    self.progress = (done, of);
                    self.listing.add(games);
                }
                (News::Done(problems), _) => {
                    self.loader = None;
                    if let Some(found) = self.found.take() {
                        self.listing.renew(found);
                    }
                    match &problems[..] {
                        [] => {}
                        [one] => self.message = Some(Message::warning(one)),
                        [first, more @ ..] => {
                            self.message = Some(Message::warning(format!("{first} (and {} more)", more.len())));
                        }
                    }
                }
            }
        }
        changed
    }

    /// Receives messages from the background job.
    fn take_report(&mut self, world: &World) -> bool {
        let mut changed = false;
        while let Some(report) = self.job.as_mut().and_then(Job::poll) {
            changed = true;
            match report {
                // A failure comes as `Done`.
                Report::Count(_) | Report::Failed(_) => {}
                Report::Done(message, others) => {
                    self.job = None;
                    self.message = Some(message);
                    if others {
                        self.look(world);
                    }
                }
                Report::Imported(name, mut done) => {
                    self.job = None;
                    let words = format!("{name}: {}.", done.words());
                    let whole = done.problems.is_empty();
                    self.message = Some(if whole { Message::notice(words) } else { Message::warning(words) });
                    let more = done.problems.len().saturating_sub(PROBLEMS);
                    if more > 0 {
                        done.problems.truncate(PROBLEMS);
                        done.problems.push(format!("and {more} more"));
                    }
                    if done.problems.len() > 1 {
                        self.page = Some(Page::words(format!("Problems in {name}"), done.problems));
                    }
                    self.look(world);
                }
                Report::PutAway(gone, problems) => {
                    self.job = None;
                    self.gone(gone, &problems, world);
                }
            }
        }
        changed
    }

    /// Requests the preview of the selected game.
    fn glance(&mut self) {
        if let (Some(preview), Some(entry)) = (&mut self.preview, self.listing.here()) {
            preview.ask(entry);
        }
    }

    fn done(&mut self, changed: bool) -> Transition {
        self.glance();
        if changed { Transition::Changed } else { Transition::Same }
    }

    /// Sets the message, or clears it with `None`.
    fn say(&mut self, message: impl Into<Option<Message>>) -> Transition {
        self.message = message.into();
        self.done(true)
    }

    /// Resumes the selected game if it is unfinished; otherwise opens its review.
    fn open(&mut self, world: &World) -> Transition {
        let (Some(entry), Some(store)) = (self.listing.here(), &self.store) else { return Transition::Same };
        let path = store.path(&entry.file);
        if !entry.running {
            return self.review(world);
        }
        self.away = true;
        Transition::Open(Place::Resume(path))
    }

    /// Opens the selected game for review, finished or not. Its file may be large, so it is read in the background.
    fn review(&mut self, world: &World) -> Transition {
        let (Some(entry), Some(store)) = (self.listing.here(), &self.store) else { return Transition::Same };
        let (path, number, games) = (store.path(&entry.file), entry.number, store.games().clone());
        if let Err(refusal) = world.client.files.own(&path) {
            return self.say(Message::warning(refusal));
        }
        let read = move |_: &_| match ReadGame::file(&path, number, &games) {
            Ok(read) => Opened::Game(Box::new(read)),
            Err(error) => Opened::Not(error.to_string()),
        };
        let failed = |why| Opened::Not(format!("The game could not be opened: {why}"));
        self.opening = Some(Task::start("opening", Arc::clone(&world.client.waker), read, failed));
        self.say(Message::notice("Opening the game…"))
    }

    /// Opens the review of a game that was read, or shows why it could not be read.
    fn take_opened(&mut self) -> Option<Transition> {
        let opened = self.opening.as_ref()?.poll()?;
        self.opening = None;
        self.message = None;
        Some(match opened {
            Opened::Game(read) => {
                self.away = true;
                Transition::Open(Place::Read(read))
            }
            Opened::Not(problem) => self.say(Message::warning(problem)),
        })
    }

    /// One step back: clears the filter, then the marks, then closes the screen.
    fn back(&mut self) -> Transition {
        if !self.filter.text().is_empty() {
            self.filter.set("");
            self.listing.set_filter("");
        } else if self.listing.marks() > 0 {
            self.listing.clear_marks();
        } else {
            return Transition::Close;
        }
        self.say(None)
    }

    fn type_filter(&mut self, input: &Input) -> Transition {
        match self.filter.input(input) {
            Some(FieldStep::Changed) => {
                self.listing.set_filter(self.filter.text());
                self.say(None)
            }
            _ => Transition::Same,
        }
    }
}

impl MessageSlot for Library {
    fn tell(&mut self, message: Message) {
        // This may be the reason why a game could not be opened.
        self.away = false;
        self.say(message);
    }

    fn hush(&mut self) -> bool {
        self.message.take().is_some()
    }
}

impl Screen for Library {
    fn context(&self) -> Context {
        Context::Library
    }

    fn can(&self, action: Action, _: &World) -> bool {
        let some = self.listing.shown() > 0;
        match action {
            Action::Back | Action::Leave => true,
            Action::Import => self.store.is_some() && self.job.is_none(),
            Action::Export => some && self.job.is_none(),
            Action::Restore => !self.trashed.is_empty() && self.job.is_none(),
            Action::Delete => (some || self.listing.marks() > 0) && self.job.is_none(),
            _ => some,
        }
    }

    fn field_keys(&self) -> Vec<(&'static str, &'static str)> {
        self.prompt.as_ref().map(Prompt::keys).unwrap_or_default()
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![
            Action::Pick,
            Action::Mark,
            Action::Sort,
            Action::Delete,
            Action::Restore,
            Action::Export,
            Action::Import,
            Action::Rename,
            Action::Statistics,
            Action::Back,
        ]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        // While a prompt is open, its input has priority.
        if self.prompt.is_some() {
            return Transition::Same;
        }
        if !self.can(action, world) {
            return self.refuse(action);
        }
        match action {
            Action::Pick => self.open(world),
            Action::Review => self.review(world),
            Action::Back => self.back(),
            Action::Leave => Transition::Close,
            Action::Mark => {
                self.listing.mark();
                self.say(None)
            }
            Action::MarkAll => {
                self.listing.mark_all();
                self.say(None)
            }
            Action::Sort => {
                self.listing.turn();
                self.say(None)
            }
            Action::Statistics => Transition::push(Box::new(Page::figures(Statistics::of(
                self.listing.visible(),
                &world.client.games,
            )))),
            Action::Delete => self.delete(world),
            Action::Restore => self.restore(world),
            Action::Rename | Action::Import | Action::Export => {
                self.prompt = Prompt::new(action, &self.listing);
                self.say(None)
            }
            _ => {
                let page = usize::from(self.areas(world, world.whole()).list.height);
                let moved = self.listing.step(action, page.saturating_sub(1));
                if moved {
                    self.message = None;
                }
                self.done(moved)
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        if self.prompt.is_some() {
            return self.answer(input, world);
        }
        match *input {
            Input::Key(key) => world.keymap.edits(Context::Library, key).then(|| self.type_filter(input)),
            Input::Paste(_) => Some(self.type_filter(input)),
            Input::Press(x, y) => {
                let place = self.hit(world, Point::new(x, y))?;
                let again = place == self.listing.chosen();
                self.listing.choose(place);
                Some(if again { self.open(world) } else { self.say(None) })
            }
            _ => None,
        }
    }

    fn confirmed(&mut self, action: Action, world: &mut World) -> Transition {
        if action == Action::Delete { self.put_away(world) } else { Transition::Same }
    }

    fn message_slot(&mut self) -> Option<&mut dyn MessageSlot> {
        Some(self)
    }

    fn wake(&mut self, why: Reasons, world: &mut World) -> Transition {
        if !why.task {
            return Transition::Same;
        }
        let (news, report) = (self.take_news(), self.take_report(world));
        let seen = self.preview.as_mut().is_some_and(Preview::poll);
        if let Some(opened) = self.take_opened() {
            return opened;
        }
        if let Some(page) = self.page.take() {
            return Transition::push(Box::new(page));
        }
        self.done(news || report || seen)
    }

    fn uncovered(&mut self, world: &mut World) {
        if std::mem::take(&mut self.away) {
            self.look(world);
        }
    }

    fn cursor(&self, world: &World, area: Rect) -> Option<Point> {
        let areas = self.areas(world, area);
        Some(match &self.prompt {
            Some(prompt) => Field::new(&prompt.label, &prompt.field).cursor(areas.words),
            None => Field::new(areas::FILTER, &self.filter).cursor(areas.filter),
        })
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.picture(world, area, buffer);
    }
}
