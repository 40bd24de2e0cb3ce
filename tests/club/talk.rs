//! Talk, and its limits.
