-- Lists of challenges read those of one member, or the newest to everybody, and not all that are open.
DROP INDEX challenges_open;

CREATE INDEX challenges_open_by ON challenges (by_member) WHERE state = 'open';

CREATE INDEX challenges_open_to ON challenges (to_member) WHERE state = 'open';

CREATE INDEX challenges_open_made ON challenges (made) WHERE state = 'open';
