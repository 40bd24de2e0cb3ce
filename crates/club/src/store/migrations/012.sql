-- The versions of games of files: the rules by which rated games were played, counted from 1 for each game. The text of a
-- ladder of such a game is `game@digest` or `game@digest/preset`.
CREATE TABLE versions (
    game TEXT NOT NULL,
    digest TEXT NOT NULL,
    -- What the game was called when the version came.
    title TEXT NOT NULL,
    number INTEGER NOT NULL,
    -- Seconds since 1970.
    seen INTEGER NOT NULL,
    PRIMARY KEY (game, digest)
) STRICT, WITHOUT ROWID;
