//! Games in files: PGN and journals.

#[path = "../../../../tests/support/folder.rs"]
mod folder;

mod journals;
mod records;
