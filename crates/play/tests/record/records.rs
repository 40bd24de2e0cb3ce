//! Games as PGN: whatever is written reads back the same, whatever other programs write is read, and
//! whatever is broken is told and kept up to there.

mod bounds;
mod corpus;
mod games;
mod properties;
mod sites;
