//! Dialogs: screens on top of another screen that show one message or ask one question and then close.

pub mod confirm;
pub mod help;
pub mod leaving;
pub mod palette;
pub mod plain;
pub mod reading;
pub mod share;
