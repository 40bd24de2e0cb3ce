//! From the drawing of a piece (SVG) to its picture (PNG).

#![allow(unreachable_pub)]

pub mod curve;
pub mod png;
pub mod raster;
pub mod svg;
