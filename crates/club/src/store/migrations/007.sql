-- Numbers of tables, tournaments and challenges are never used again, like those of members: results, logs, bouts and
-- orders of the operator name them after the row is gone.
INSERT INTO used_numbers (kind, last)
SELECT 'table', coalesce(max(number), 0) FROM (
    SELECT max(id) AS number FROM tables
    UNION ALL SELECT max(game) FROM rated
    UNION ALL SELECT max(game) FROM challenges
    UNION ALL SELECT max(json_extract(bout.value, '$.table')) FROM tournaments, json_each(data, '$.bouts') AS bout
);

INSERT INTO used_numbers (kind, last) SELECT 'tournament', coalesce(max(id), 0) FROM tournaments;

INSERT INTO used_numbers (kind, last) SELECT 'challenge', coalesce(max(id), 0) FROM challenges;

CREATE TRIGGER table_removed AFTER DELETE ON tables BEGIN
    UPDATE used_numbers SET last = max(last, old.id) WHERE kind = 'table';
END;

CREATE TRIGGER tournament_removed AFTER DELETE ON tournaments BEGIN
    UPDATE used_numbers SET last = max(last, old.id) WHERE kind = 'tournament';
END;

CREATE TRIGGER challenge_removed AFTER DELETE ON challenges BEGIN
    UPDATE used_numbers SET last = max(last, old.id) WHERE kind = 'challenge';
END;

-- The tournament that a game belongs to.
ALTER TABLE hall ADD COLUMN tournament INTEGER;

UPDATE hall SET tournament = (
    SELECT max(tournaments.id) FROM tournaments, json_each(data, '$.bouts') AS bout
    WHERE json_extract(bout.value, '$.table') = hall.id
);
