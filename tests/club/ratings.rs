//! Ratings, ladders and tournaments.
