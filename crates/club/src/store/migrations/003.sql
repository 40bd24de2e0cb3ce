-- When the clock of the seat on turn began to run, in milliseconds since 1970.
ALTER TABLE tables ADD COLUMN moved INTEGER;

-- The tables of people. The moves are in the log with the same number.
CREATE TABLE hall (
    id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    -- The identity of the host.
    host TEXT NOT NULL,
    -- The game, its start and its clock: the first event of a log, as JSON.
    setup TEXT NOT NULL,
    rated INTEGER NOT NULL,
    -- The code with which people find a private table.
    code TEXT UNIQUE,
    opened INTEGER NOT NULL,
    started INTEGER,
    ended INTEGER,
    -- How the game ended: the cause of the journal, and the words for people.
    cause TEXT,
    words TEXT,
    -- The number of moves at the end.
    moves INTEGER,
    -- Was the result told to the ratings?
    told INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX hall_untold ON hall (id) WHERE ended IS NOT NULL AND told = 0;

CREATE INDEX hall_unfinished ON hall (id) WHERE ended IS NULL;

CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES hall (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    -- The identity and the name of the person, if there is one.
    person TEXT,
    name TEXT,
    -- The level of the computer, if there is one.
    level INTEGER,
    -- Does the computer give the seat to a person who asks?
    stands_in INTEGER NOT NULL DEFAULT 0,
    -- The identity and the name of the person who left this seat to a computer in a rated game.
    left_by TEXT,
    left_name TEXT,
    -- The share of the result.
    share TEXT,
    -- Has the person seen the result?
    seen INTEGER NOT NULL DEFAULT 0,
    -- Does the person want a rematch?
    again INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_person ON seats (person);

-- The members who are asked to sit at a table. Without any, everybody may.
CREATE TABLE invited (
    game INTEGER NOT NULL REFERENCES hall (id) ON DELETE CASCADE,
    member INTEGER NOT NULL,
    PRIMARY KEY (game, member)
) STRICT, WITHOUT ROWID;

CREATE TABLE challenges (
    id INTEGER PRIMARY KEY,
    by_member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    -- Nobody: everybody may accept.
    to_member INTEGER REFERENCES members (id) ON DELETE CASCADE,
    -- The terms of the table, as the first event of a log. The seats are `host`, `open` or `computer:LEVEL`.
    terms TEXT NOT NULL,
    rated INTEGER NOT NULL,
    made INTEGER NOT NULL,
    -- The table that the challenge led to.
    game INTEGER,
    -- `open`, `accepted`, `declined`, `withdrawn` or `expired`.
    state TEXT NOT NULL
) STRICT;

CREATE INDEX challenges_open ON challenges (id) WHERE state = 'open';

CREATE TABLE vacations (
    member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    PRIMARY KEY (member, start)
) STRICT, WITHOUT ROWID;

-- When the server last ran, in milliseconds since 1970: clocks of live games stop while it does not.
CREATE TABLE pulse (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    seen INTEGER NOT NULL
) STRICT;
