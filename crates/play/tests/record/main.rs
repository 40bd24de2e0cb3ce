//! Games in files: PGN, journals, the library.

#[path = "../support/app.rs"]
mod app;
#[path = "../support/chart.rs"]
mod chart;
#[path = "../support/saved.rs"]
mod saved;
#[path = "../support/mod.rs"]
mod support;

mod folders;
mod games;
mod journals;
mod leftovers;
mod library;
mod records;
