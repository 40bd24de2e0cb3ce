//! The roles of the armies.

use super::Role;
use crate::rules::side::Side;
use crate::rules::spec::{Spec, Tint};

/// The role of the pieces of a seat.
pub const fn army(spec: &Spec, side: Side) -> Role {
    match spec.seats[side.index()].tint {
        Tint::Light => Role::Piece1,
        Tint::Dark => Role::Piece2,
        Tint::Red => Role::Army1,
        Tint::Orange => Role::Army2,
        Tint::Green => Role::Army3,
        Tint::Blue => Role::Army4,
    }
}
