-- Whether the member who made a challenge has heard how it was answered. Of old ones nobody waits to hear.
ALTER TABLE challenges ADD COLUMN told INTEGER NOT NULL DEFAULT 1;

UPDATE challenges SET told = 0 WHERE state = 'open';

CREATE INDEX challenges_untold ON challenges (by_member) WHERE told = 0;

-- Tables to which one member was asked become challenges of that member.
INSERT INTO challenges (by_member, to_member, terms, rated, made, state, told)
SELECT
    host.id,
    asked.id,
    json_set(
        hall.setup,
        '$.seats',
        json((
            SELECT json_group_array(word) FROM (
                SELECT
                    CASE
                        WHEN person = hall.host THEN 'host'
                        WHEN level IS NOT NULL THEN 'computer:' || level
                        ELSE 'open'
                    END AS word
                FROM seats WHERE game = hall.id ORDER BY seat
            )
        ))
    ),
    hall.rated,
    hall.opened,
    'open',
    0
FROM hall
JOIN members AS host ON hall.host = 'member:' || host.id
JOIN (SELECT game, max(member) AS member FROM invited GROUP BY game HAVING count(*) = 1) AS one
    ON one.game = hall.id
JOIN members AS asked ON asked.id = one.member
WHERE hall.started IS NULL AND hall.ended IS NULL AND asked.id <> host.id
    AND EXISTS (SELECT 1 FROM seats WHERE game = hall.id AND person IS NULL AND level IS NULL);

-- Other tables that wait for people who were asked are gone: their seats must not be open to everybody.
DELETE FROM tables WHERE id IN (
    SELECT hall.id FROM hall
    WHERE hall.started IS NULL AND hall.ended IS NULL
        AND EXISTS (SELECT 1 FROM invited WHERE game = hall.id)
        AND EXISTS (SELECT 1 FROM seats WHERE game = hall.id AND person IS NULL AND level IS NULL)
);

DROP TABLE invited;
