-- When a member logged in for the second time. Those who have been here longer count as if they had.
ALTER TABLE members ADD COLUMN returned INTEGER;

UPDATE members SET returned = joined;

CREATE INDEX members_once ON members (id) WHERE returned IS NULL;

-- The new members of the last day, for the limits of a network and of a day: when each came, and from which address; of
-- IPv6 a network of 64 bits.
CREATE TABLE arrivals (
    time INTEGER NOT NULL,
    network TEXT NOT NULL
) STRICT;

CREATE INDEX arrivals_by_time ON arrivals (time);
