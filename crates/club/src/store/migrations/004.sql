-- Who wants neither lines nor challenges of whom.
CREATE TABLE blocks (
    member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    other INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    PRIMARY KEY (member, other)
) STRICT, WITHOUT ROWID;

-- Reports of players for the operator. Guests report and are reported too, so a person is a text such as `member:7`.
CREATE TABLE reports (
    id INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    by TEXT NOT NULL,
    by_name TEXT NOT NULL,
    about TEXT NOT NULL,
    about_name TEXT NOT NULL,
    -- `lobby`, `players` or `watchers`, and the table of the room.
    room TEXT NOT NULL,
    game INTEGER,
    -- The last lines of the room, one each: seconds since 1970, name, text, with tabs between.
    lines TEXT NOT NULL
) STRICT;

-- The rating of a member in a game with one setup (`game` or `game/preset`).
CREATE TABLE ratings (
    member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    ladder TEXT NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    -- Seconds since 1970.
    last INTEGER NOT NULL,
    PRIMARY KEY (member, ladder)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_ladder ON ratings (ladder, value);

-- The rating after each rated game.
CREATE TABLE rated (
    -- The number of the table.
    game INTEGER NOT NULL,
    member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    ladder TEXT NOT NULL,
    time INTEGER NOT NULL,
    -- The levels of the computers that took part, a bit for each: level 3 is 8.
    levels INTEGER NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    PRIMARY KEY (game, member)
) STRICT, WITHOUT ROWID;

CREATE INDEX rated_by_member ON rated (member, ladder, time);
