-- Names with digits that stand for letters look like those with the letters. Where somebody else has such a name already,
-- both keep theirs.
UPDATE OR IGNORE members SET skeleton =
    replace(replace(replace(replace(replace(replace(replace(
        skeleton, '2', 'z'), '3', 'e'), '4', 'a'), '5', 's'), '7', 't'), '8', 'b'), '9', 'g');

UPDATE OR IGNORE former_names SET skeleton =
    replace(replace(replace(replace(replace(replace(replace(
        skeleton, '2', 'z'), '3', 'e'), '4', 'a'), '5', 's'), '7', 't'), '8', 'b'), '9', 'g');
