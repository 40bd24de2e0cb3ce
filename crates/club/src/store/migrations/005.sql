-- Tournaments. All of one is one text, which is replaced when something in it changes.
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    made INTEGER NOT NULL,
    -- Whether it is over.
    over INTEGER NOT NULL DEFAULT 0,
    -- JSON: what is played, who takes part, the games with their tables and results.
    data TEXT NOT NULL
) STRICT;

CREATE INDEX tournaments_by_over ON tournaments (over, made);
