-- Names. The skeleton of a name is the same for all names that look alike.
ALTER TABLE members ADD COLUMN skeleton TEXT;
-- When the name was chosen.
ALTER TABLE members ADD COLUMN named INTEGER;

-- Minutes that the clock of the member is ahead of UTC.
ALTER TABLE members ADD COLUMN zone INTEGER NOT NULL DEFAULT 0;

CREATE UNIQUE INDEX members_by_skeleton ON members (skeleton);

-- Names that were given up. For a while nobody else can take them.
CREATE TABLE former_names (
    skeleton TEXT PRIMARY KEY,
    -- Who had it; that member may take it again.
    member INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;

-- The number of a member is never used again: it stands in the logs of tables.
CREATE TABLE used_numbers (
    kind TEXT PRIMARY KEY,
    last INTEGER NOT NULL
) STRICT;

INSERT INTO used_numbers (kind, last) VALUES ('member', 0);

CREATE TRIGGER member_removed AFTER DELETE ON members BEGIN
    UPDATE used_numbers SET last = max(last, old.id) WHERE kind = 'member';
END;

-- Codes that bind a key to a member, each for one use.
CREATE TABLE codes (
    -- SHA-256 of the code.
    digest BLOB PRIMARY KEY,
    member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    -- When it stops being valid; a code for a lost key has no such time.
    until INTEGER
) STRICT;

CREATE INDEX codes_by_member ON codes (member);

-- Folders below `players` whose members are gone. They are removed when nobody uses them.
CREATE TABLE removed_folders (
    folder TEXT PRIMARY KEY
) STRICT;

-- Who may not come in: `key:` and the digest, or `address:` and the network.
CREATE TABLE bans (
    what TEXT PRIMARY KEY,
    -- The name at that time.
    name TEXT NOT NULL,
    made INTEGER NOT NULL
) STRICT;
