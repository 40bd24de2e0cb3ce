//! What a person sees. Knows no rule: what stands where, and what may be picked, is asked from
//! the position.

pub mod action;
pub mod boardmap;
pub mod input;
pub mod keymap;
pub mod outline;
pub mod view;
