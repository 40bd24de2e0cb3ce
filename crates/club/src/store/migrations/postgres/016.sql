-- The servers that share the club, what they tell each other, and who has which table.
CREATE TABLE nodes (
    id BIGINT PRIMARY KEY, address TEXT COLLATE "C" NOT NULL, seen BIGINT NOT NULL, gone BIGINT NOT NULL DEFAULT 0,
    people TEXT COLLATE "C" NOT NULL DEFAULT '[]', version BIGINT NOT NULL DEFAULT 0
);
ALTER TABLE tables ADD COLUMN node BIGINT;
CREATE TABLE changes (
    id BIGINT PRIMARY KEY, node BIGINT NOT NULL, made BIGINT NOT NULL, what TEXT COLLATE "C" NOT NULL
);
INSERT INTO used_numbers (kind, last) VALUES ('node', 0), ('change', 0), ('guest', 0);
