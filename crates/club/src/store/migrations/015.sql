-- The owner of a table shows its epoch with each write, from the opening of the table on.
UPDATE tables SET epoch = 0 WHERE epoch IS NULL;

-- How often a tournament was changed: a change counts only if no other one came in between.
ALTER TABLE tournaments ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
