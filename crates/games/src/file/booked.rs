//! The games of the shelf. Each is read when somebody asks for it.

use std::sync::OnceLock;

use super::variant::{self, FileVariant};
use crate::rules::spec::Spec;
use crate::rules::variant::Variant as _;
use crate::shelf::{self, Book, COUNT};

static READ: [OnceLock<FileVariant>; COUNT] = [const { OnceLock::new() }; COUNT];

/// The game of the shelf for whose id and title this holds.
pub(crate) fn find(holds: impl Fn(&Book) -> bool) -> Option<&'static FileVariant> {
    let (book, game) = shelf::all().iter().zip(&READ).find(|(book, _)| holds(book))?;
    Some(game.get_or_init(|| read(book)))
}

impl FileVariant {
    /// The game with these very data, if it was read from a file or is on the shelf.
    pub fn of(spec: &'static Spec) -> Option<&'static FileVariant> {
        let asked = READ.iter().filter_map(OnceLock::get);
        variant::kept().into_iter().chain(asked).find(|game| std::ptr::eq(game.spec(), spec))
    }
}

impl Book {
    /// The game.
    ///
    /// # Panics
    /// If the file has a mistake. The tests read all of them.
    pub fn game(&'static self) -> &'static FileVariant {
        find(|book| book.id == self.id).unwrap_or_else(|| panic!("{} is on the shelf", self.id))
    }
}

fn read(book: &'static Book) -> FileVariant {
    let name = format!("{}.toml", book.id);
    FileVariant::read(book.text, &name).unwrap_or_else(|mistakes| {
        let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        panic!("{}", told.join("\n"))
    })
}
