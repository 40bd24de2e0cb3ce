-- The versions of games of files: the rules by which rated games were played, counted from 1 for each game. The text of a
-- ladder of such a game is `game@digest` or `game@digest/preset`.
CREATE TABLE versions (
    game TEXT NOT NULL,
    digest TEXT NOT NULL,
    -- What the game was called when the version came.
    title TEXT NOT NULL,
    number INTEGER NOT NULL,
    -- Seconds since 1970.
    seen INTEGER NOT NULL,
    PRIMARY KEY (game, digest)
) STRICT, WITHOUT ROWID;

-- The games of the program that are files, with the rules by which they were played until now.
CREATE TEMP TABLE played (game TEXT PRIMARY KEY, digest TEXT NOT NULL, title TEXT NOT NULL);

INSERT INTO played VALUES
    ('3check', 'f37e30093ee1ec50', 'Three-check'),
    ('aiwok', '64520f1e030d6de0', 'Ai-wok'),
    ('almost', '26f7c207faed9032', 'Almost Chess'),
    ('amazon', 'ab1b17d62a75ad30', 'Amazon Chess'),
    ('amazons', '97daf1fe4c38b3f9', 'Game of the Amazons'),
    ('antichess', 'fd601c9f43154c83', 'Antichess'),
    ('asean', '1aa4b7bac90331dc', 'ASEAN Chess'),
    ('atomic', '6f88ab732bc87d27', 'Atomic Chess'),
    ('berolina', '0818702c60b37789', 'Berolina Chess'),
    ('breakthrough', '8ad79626d90e4b6d', 'Breakthrough'),
    ('capablanca', '2217a06b78b8a32b', 'Capablanca Chess'),
    ('centaur', '2f2b0658df0ad077', 'Centaur Chess'),
    ('chancellor', '22118f4f6c56b63b', 'Chancellor Chess'),
    ('chess', 'ad328ea77a8b14cd', 'Chess'),
    ('chess960', '2f27040d4a60b803', 'Chess960'),
    ('chessgi', '1361f45d364f7379', 'Chessgi'),
    ('chigorin', '1c293aea6cfa9771', 'Chigorin Chess'),
    ('courier', 'beb0481110566c23', 'Courier Chess'),
    ('crazyhouse', 'c222f475dc01a473', 'Crazyhouse'),
    ('dobutsu', 'e91beb503fe3e245', 'Dobutsu Shogi'),
    ('embassy', 'b5e1d3294a10433a', 'Embassy Chess'),
    ('extinction', '47037d1acea19664', 'Extinction Chess'),
    ('gardner', 'c7537e8c9b69ca45', 'Gardner''s Minichess'),
    ('gorogoro', 'e0f8d034ed4aeb14', 'Goro Goro Shogi'),
    ('gothic', '05775bc69231b4ea', 'Gothic Chess'),
    ('grand', 'f7c005f22225c2cb', 'Grand Chess'),
    ('grasshopper', '65eedcc94f0ae142', 'Grasshopper Chess'),
    ('hoppelpoppel', '6296575880e6f702', 'Hoppel-Poppel'),
    ('horde', 'bd7ce76e285fcc2b', 'Horde'),
    ('isolation', '2a9ad70e02ef264e', 'Isolation'),
    ('janus', '5c963a9254be5cb1', 'Janus Chess'),
    ('judkins', 'a565e45dfb11c9c0', 'Judkins Shogi'),
    ('kinglet', '902fafa34cfbb1fc', 'Kinglet Chess'),
    ('kingofthehill', 'c7c8c99e617ecb6b', 'King of the Hill'),
    ('knightmate', '7fd7e7294b41f680', 'Knightmate'),
    ('loop', 'cf3500d4bdd636f8', 'Loop Chess'),
    ('losalamos', '41a1b166055ff78c', 'Los Alamos Chess'),
    ('makruk', '86a1db651605dee0', 'Makruk'),
    ('manchu', 'e3db03b382f8ef0f', 'Manchu Chess'),
    ('minishogi', 'e28af2a618065118', 'Minishogi'),
    ('minixiangqi', 'd4a8c2997881a227', 'Minixiangqi'),
    ('modern', 'f5aee13fc79ebabc', 'Modern Chess'),
    ('newzealand', '249910267d38a716', 'New Zealand Chess'),
    ('nocastle', 'e6e1f11224e80e38', 'No-castling Chess'),
    ('orda', '3e6f993ea4021454', 'Orda Chess'),
    ('quadrille', '3e8797339d601f87', 'Quadrille'),
    ('racingkings', 'b41f5981f9469404', 'Racing Kings'),
    ('raumschach', '545a58d79e84b8e1', 'Raumschach'),
    ('seirawan', '591788bdfb8d4395', 'Seirawan Chess'),
    ('shako', '28c6148ef0a5fa38', 'Shako'),
    ('shatranj', 'a91a714648d0f1de', 'Shatranj'),
    ('shogi', '4c74016f3fe79e51', 'Shogi'),
    ('snailtrail', 'e3a75475b3e4eaba', 'Snailtrail'),
    ('spartan', '6b1b73729cc6a97c', 'Spartan Chess'),
    ('xiangqi', '75b0f4c6bf24350a', 'Xiangqi');

INSERT INTO versions (game, digest, title, number, seen)
SELECT game, digest, title, 1, 0 FROM played
WHERE EXISTS (SELECT 1 FROM ratings WHERE ladder = game OR ladder LIKE game || '/%');

UPDATE ratings SET ladder =
    (SELECT game || '@' || digest || substr(ladder, length(game) + 1) FROM played WHERE ladder = game OR ladder LIKE game || '/%')
WHERE EXISTS (SELECT 1 FROM played WHERE ladder = game OR ladder LIKE game || '/%');

UPDATE rated SET ladder =
    (SELECT played.game || '@' || digest || substr(ladder, length(played.game) + 1) FROM played
     WHERE ladder = played.game OR ladder LIKE played.game || '/%')
WHERE EXISTS (SELECT 1 FROM played WHERE ladder = played.game OR ladder LIKE played.game || '/%');

DROP TABLE played;
