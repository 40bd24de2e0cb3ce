-- The tables of format 15, as the steps for SQLite make them. What the columns hold is said there. Texts are ordered byte by
-- byte, as there.
CREATE TABLE turn (id BIGINT PRIMARY KEY);
INSERT INTO turn (id) VALUES (1);
CREATE TABLE members (
    id BIGINT PRIMARY KEY, name TEXT COLLATE "C", folder TEXT COLLATE "C" NOT NULL UNIQUE, joined BIGINT NOT NULL,
    skeleton TEXT COLLATE "C", named BIGINT, returned BIGINT, zone TEXT COLLATE "C" NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX members_by_skeleton ON members (skeleton);
CREATE INDEX members_once ON members (id) WHERE returned IS NULL;
CREATE TABLE keys (
    digest BYTEA PRIMARY KEY, member BIGINT NOT NULL REFERENCES members (id) ON DELETE CASCADE, added BIGINT NOT NULL
);
CREATE INDEX keys_by_member ON keys (member);
CREATE TABLE codes (
    digest BYTEA PRIMARY KEY, member BIGINT NOT NULL REFERENCES members (id) ON DELETE CASCADE, until BIGINT
);
CREATE INDEX codes_by_member ON codes (member);
CREATE TABLE former_names (skeleton TEXT COLLATE "C" PRIMARY KEY, member BIGINT NOT NULL, until BIGINT NOT NULL);
CREATE TABLE removed_folders (folder TEXT COLLATE "C" PRIMARY KEY);
CREATE TABLE arrivals (time BIGINT NOT NULL, network TEXT COLLATE "C" NOT NULL);
CREATE INDEX arrivals_by_time ON arrivals (time);
CREATE TABLE bans (what TEXT COLLATE "C" PRIMARY KEY, name TEXT COLLATE "C" NOT NULL, made BIGINT NOT NULL);
CREATE TABLE blocks (
    member BIGINT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    other BIGINT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    PRIMARY KEY (member, other)
);
CREATE TABLE tables (
    id BIGINT PRIMARY KEY, epoch BIGINT, next BIGINT NOT NULL DEFAULT 0, made BIGINT NOT NULL, moved BIGINT
);
CREATE TABLE events (
    game BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, number BIGINT NOT NULL, line TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (game, number)
);
CREATE TABLE hall (
    id BIGINT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE, host TEXT COLLATE "C" NOT NULL,
    setup TEXT COLLATE "C" NOT NULL, rated BIGINT NOT NULL, code TEXT COLLATE "C" UNIQUE, opened BIGINT NOT NULL,
    started BIGINT, ended BIGINT, cause TEXT COLLATE "C", words TEXT COLLATE "C", moves BIGINT,
    told BIGINT NOT NULL DEFAULT 0, tournament BIGINT, passing BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX hall_passing ON hall (id) WHERE passing = 1;
CREATE INDEX hall_unfinished ON hall (id) WHERE ended IS NULL;
CREATE INDEX hall_untold ON hall (id) WHERE ended IS NOT NULL AND told = 0;
CREATE TABLE seats (
    game BIGINT NOT NULL REFERENCES hall (id) ON DELETE CASCADE, seat BIGINT NOT NULL, person TEXT COLLATE "C",
    name TEXT COLLATE "C", level BIGINT, stands_in BIGINT NOT NULL DEFAULT 0, left_by TEXT COLLATE "C",
    left_name TEXT COLLATE "C", share TEXT COLLATE "C", seen BIGINT NOT NULL DEFAULT 0, again BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (game, seat)
);
CREATE INDEX seats_by_person ON seats (person);
CREATE TABLE challenges (
    id BIGINT PRIMARY KEY, by_member BIGINT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    to_member BIGINT REFERENCES members (id) ON DELETE CASCADE, terms TEXT COLLATE "C" NOT NULL, rated BIGINT NOT NULL,
    made BIGINT NOT NULL, game BIGINT, state TEXT COLLATE "C" NOT NULL, told BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX challenges_open_by ON challenges (by_member) WHERE state = 'open';
CREATE INDEX challenges_open_made ON challenges (made) WHERE state = 'open';
CREATE INDEX challenges_open_to ON challenges (to_member) WHERE state = 'open';
CREATE INDEX challenges_over ON challenges (made) WHERE state <> 'open';
CREATE INDEX challenges_untold ON challenges (by_member) WHERE told = 0;
CREATE TABLE ratings (
    member BIGINT NOT NULL REFERENCES members (id) ON DELETE CASCADE, ladder TEXT COLLATE "C" NOT NULL,
    value DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL, last BIGINT NOT NULL, PRIMARY KEY (member, ladder)
);
CREATE INDEX ratings_by_ladder ON ratings (ladder, value);
CREATE TABLE rated (
    game BIGINT NOT NULL, member BIGINT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    ladder TEXT COLLATE "C" NOT NULL, time BIGINT NOT NULL, levels BIGINT NOT NULL, value DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL, PRIMARY KEY (game, member)
);
CREATE INDEX rated_by_member ON rated (member, ladder, time);
CREATE TABLE versions (
    game TEXT COLLATE "C" NOT NULL, digest TEXT COLLATE "C" NOT NULL, title TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL, seen BIGINT NOT NULL, PRIMARY KEY (game, digest)
);
CREATE TABLE tournaments (
    id BIGINT PRIMARY KEY, made BIGINT NOT NULL, over BIGINT NOT NULL DEFAULT 0, data TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX tournaments_by_over ON tournaments (over, made);
CREATE TABLE vacations (
    member BIGINT NOT NULL REFERENCES members (id) ON DELETE CASCADE, start BIGINT NOT NULL, stop BIGINT NOT NULL,
    PRIMARY KEY (member, start)
);
CREATE TABLE reports (
    id BIGINT PRIMARY KEY, time BIGINT NOT NULL, by TEXT COLLATE "C" NOT NULL, by_name TEXT COLLATE "C" NOT NULL,
    about TEXT COLLATE "C" NOT NULL, about_name TEXT COLLATE "C" NOT NULL, room TEXT COLLATE "C" NOT NULL, game BIGINT,
    lines TEXT COLLATE "C" NOT NULL
);
CREATE TABLE pulse (id BIGINT PRIMARY KEY CHECK (id = 1), seen BIGINT NOT NULL);
CREATE TABLE used_numbers (kind TEXT COLLATE "C" PRIMARY KEY, last BIGINT NOT NULL);
INSERT INTO used_numbers (kind, last) VALUES ('member', 0), ('table', 0), ('tournament', 0), ('challenge', 0);
