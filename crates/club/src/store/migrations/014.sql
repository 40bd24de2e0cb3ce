-- More letters look alike. Where somebody else has such a name already, both keep theirs.
UPDATE OR IGNORE members SET skeleton =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(skeleton,
    'з', 'e'), 'ь', 'b'), 'θ', 'o'), 'ш', 'w'), 'λ', 'л'), 'φ', 'ф'), 'ノ', '丿'), 'ヒ', '匕'), 'ム', '厶'), 'ホ',
    '朩'), 'メ', '乄'), 'イ', '亻'), 'ヨ', '彐'), 'ネ', '礻'), '囗', '口'), '士', '土'), '末', '未'), '曰', '日'), '妺', '妹'),
    '抺', '抹'), '沬', '沫'), '丫', 'y'), '丅', 't');

UPDATE OR IGNORE former_names SET skeleton =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(skeleton,
    'з', 'e'), 'ь', 'b'), 'θ', 'o'), 'ш', 'w'), 'λ', 'л'), 'φ', 'ф'), 'ノ', '丿'), 'ヒ', '匕'), 'ム', '厶'), 'ホ',
    '朩'), 'メ', '乄'), 'イ', '亻'), 'ヨ', '彐'), 'ネ', '礻'), '囗', '口'), '士', '土'), '末', '未'), '曰', '日'), '妺', '妹'),
    '抺', '抹'), '沬', '沫'), '丫', 'y'), '丅', 't');
