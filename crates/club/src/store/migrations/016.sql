-- The servers that share the club. One that gave no sign for a while is gone, and so is one that has left.
CREATE TABLE nodes (
    id INTEGER PRIMARY KEY,
    -- Where the others reach it; empty for one that is alone.
    address TEXT NOT NULL,
    -- Its last sign, in milliseconds since 1970.
    seen INTEGER NOT NULL,
    -- 1 when it has left.
    gone INTEGER NOT NULL DEFAULT 0,
    -- Who is there, as JSON, and how often that has changed.
    people TEXT NOT NULL DEFAULT '[]',
    version INTEGER NOT NULL DEFAULT 0
);

-- The server that has a table.
ALTER TABLE tables ADD COLUMN node INTEGER;

-- What one server tells the others.
CREATE TABLE changes (id INTEGER PRIMARY KEY, node INTEGER NOT NULL, made INTEGER NOT NULL, what TEXT NOT NULL);

INSERT INTO used_numbers (kind, last) VALUES ('node', 0), ('change', 0), ('guest', 0);
