-- Where a member is told by message what happens while they are away.
CREATE TABLE outbox_addresses (
    member INTEGER PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
    -- An e-mail address, or a URL that starts with `https://`.
    address TEXT NOT NULL,
    -- SHA-256 of the code that was sent there; nothing once it was typed.
    code BLOB,
    -- How many wrong codes were typed.
    wrong INTEGER NOT NULL,
    -- The code that ends the messages. It is in each of them.
    stop TEXT NOT NULL UNIQUE
) STRICT;

-- What has happened and was not told yet: of each table, challenge and tournament the newest.
CREATE TABLE outbox_lines (
    member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    about TEXT NOT NULL,
    -- Seconds since 1970.
    time INTEGER NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (member, about)
) STRICT, WITHOUT ROWID;

-- The messages of the last days.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    -- `news` or `code`.
    kind TEXT NOT NULL,
    words TEXT NOT NULL,
    -- The code that ends the messages.
    stop TEXT NOT NULL,
    -- Seconds since 1970.
    made INTEGER NOT NULL,
    -- `waits`, `sending`, `sent` or `failed`.
    state TEXT NOT NULL,
    -- How often it was tried, and when it is tried next. What was being sent until then is tried again.
    tries INTEGER NOT NULL,
    due INTEGER NOT NULL
) STRICT;

CREATE INDEX outbox_due ON outbox (due) WHERE state IN ('waits', 'sending');
CREATE INDEX outbox_by_member ON outbox (member, made);
CREATE INDEX outbox_by_address ON outbox (address, made);
