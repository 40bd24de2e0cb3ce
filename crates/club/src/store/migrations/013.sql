-- A time zone is stored by its name. What was a number of minutes ahead of UTC becomes the name of that distance.
ALTER TABLE members ADD COLUMN zone_name TEXT NOT NULL DEFAULT '';
UPDATE members SET zone_name = printf('UTC%s%d', iif(zone < 0, '-', '+'), abs(zone) / 60) ||
    iif(abs(zone) % 60 = 0, '', printf(':%02d', abs(zone) % 60)) WHERE zone <> 0;
ALTER TABLE members DROP COLUMN zone;
ALTER TABLE members RENAME COLUMN zone_name TO zone;
