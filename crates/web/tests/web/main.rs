//! The pages of a club over a real connection, as a browser and as somebody who means harm sees them.

#[path = "../../../../tests/support/folder.rs"]
mod folder;

mod checker;
mod limits;
mod pages;
mod reads;
mod routes;
mod served;
