-- Where a member is told by message what happens while they are away.
CREATE TABLE outbox_addresses (
    member BIGINT PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE, address TEXT COLLATE "C" NOT NULL, code BYTEA,
    wrong BIGINT NOT NULL, stop TEXT COLLATE "C" NOT NULL UNIQUE
);
CREATE TABLE outbox_lines (
    member BIGINT NOT NULL REFERENCES members (id) ON DELETE CASCADE, about TEXT COLLATE "C" NOT NULL,
    time BIGINT NOT NULL, words TEXT COLLATE "C" NOT NULL, PRIMARY KEY (member, about)
);
CREATE TABLE outbox (
    id BIGINT PRIMARY KEY, member BIGINT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    address TEXT COLLATE "C" NOT NULL, kind TEXT COLLATE "C" NOT NULL, words TEXT COLLATE "C" NOT NULL,
    stop TEXT COLLATE "C" NOT NULL, made BIGINT NOT NULL, state TEXT COLLATE "C" NOT NULL, tries BIGINT NOT NULL,
    due BIGINT NOT NULL
);
CREATE INDEX outbox_due ON outbox (due) WHERE state IN ('waits', 'sending');
CREATE INDEX outbox_by_member ON outbox (member, made);
CREATE INDEX outbox_by_address ON outbox (address, made);
