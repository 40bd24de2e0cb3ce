//! Texts of any length, in every place that shows words.

mod costs;
mod places;
