-- Whom a member wants to see come.
CREATE TABLE friends (
    member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    other INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    PRIMARY KEY (member, other)
) STRICT, WITHOUT ROWID;
