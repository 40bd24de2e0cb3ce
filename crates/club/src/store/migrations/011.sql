-- Finished games that no member has played, and that belong to no tournament: they are removed after a time.
ALTER TABLE hall ADD COLUMN passing INTEGER NOT NULL DEFAULT 0;

UPDATE hall SET passing = 1
WHERE ended IS NOT NULL AND tournament IS NULL AND NOT EXISTS (
    SELECT 1 FROM seats WHERE game = hall.id AND (person LIKE 'member:%' OR left_by LIKE 'member:%')
);

CREATE INDEX hall_passing ON hall (id) WHERE passing = 1;

-- Challenges that are over are removed too.
CREATE INDEX challenges_over ON challenges (made) WHERE state <> 'open';
