//! Tables of people: open tables, challenges, seats.
