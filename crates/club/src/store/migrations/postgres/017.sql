-- Whom a member wants to see come.
CREATE TABLE friends (
    member BIGINT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    other BIGINT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    PRIMARY KEY (member, other)
);
