-- Members and their keys. Times are seconds since 1970, in UTC.
CREATE TABLE members (
    id INTEGER PRIMARY KEY,
    name TEXT,
    -- The folder of the member below `players` of the server.
    folder TEXT NOT NULL UNIQUE,
    joined INTEGER NOT NULL
) STRICT;

CREATE TABLE keys (
    -- SHA-256 of the public key.
    digest BLOB PRIMARY KEY,
    member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    added INTEGER NOT NULL
) STRICT;

CREATE INDEX keys_by_member ON keys (member);

-- The event logs of tables. The writer with the newest epoch appends, at the next number.
CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    epoch INTEGER,
    next INTEGER NOT NULL DEFAULT 0,
    made INTEGER NOT NULL
) STRICT;

CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    -- A line of a journal, with its checksum, number and epoch.
    line TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
