//! Names of members. A name is letters of one script, digits and `-_.`, and no two members have names that look alike:
//! all names that do share one skeleton.

use std::time::Duration;

use thiserror::Error;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_width::UnicodeWidthStr as _;

use super::moment::hours;
use crate::escape;
use crate::games::Registry;
use crate::players::computer::{LEVELS, level_name};

/// The longest name, in characters and in columns.
pub(crate) const LONGEST: usize = 16;

/// How long a name is kept before it can be changed again.
pub(crate) const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// How long nobody else can take a name that was given up.
pub(crate) const HELD: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Names that nobody has: they would be taken for the server or its operator, or for a word of the screens on which names
/// are shown. Those of the sides of all games are added. Compared by their skeletons.
const RESERVED: &[&str] = &[
    "admin",
    "administrator",
    "all",
    "anonymous",
    "anybody",
    "anyone",
    "away",
    "bot",
    "casual",
    "deleted",
    "draw",
    "engine",
    "everybody",
    "everyone",
    "fingerprint",
    "free",
    "heterodox",
    "host",
    "human",
    "live",
    "lobby",
    "me",
    "moderator",
    "myself",
    "nobody",
    "none",
    "open",
    "operator",
    "others",
    "owner",
    "private",
    "rated",
    "root",
    "server",
    "SHA256",
    "somebody",
    "someone",
    "staff",
    "support",
    "system",
    "table",
    "you",
    "yourself",
];

/// Beginnings of names that are given by the server: to guests, to members without a name, and to computers.
const BEGINNINGS: &[&str] = &["guest", "player", "computer", "level", "deletedplayer"];

/// Why a name cannot be chosen.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NameError {
    /// There is nothing.
    #[error("the name is empty: expected 1 to {LONGEST} characters")]
    Empty,
    /// It is too long.
    #[error("the name has {found} characters: expected at most {LONGEST} (wide ones count twice)")]
    Long {
        /// How long it is.
        found: usize,
    },
    /// A character has no place in a name.
    #[error("{} cannot be in a name: expected Latin, Greek, Cyrillic, Chinese, Japanese or Korean letters, digits and - _ .", shown(*.0))]
    Character(char),
    /// Letters of several scripts.
    #[error("the name mixes letters of several scripts, which look alike: expected one script")]
    Scripts,
    /// No letter at all, or another character at the beginning.
    #[error("expected a name that begins with a letter")]
    Start,
    /// It would be taken for the server or a computer.
    #[error("names like this one are reserved")]
    Reserved,
    /// Somebody has it, or one that looks like it.
    #[error("somebody has this name, or one that looks like it")]
    Taken,
    /// The name was changed a short time ago.
    #[error("the name was chosen less than a day ago: it can be changed again in {}", hours(*.0))]
    Soon(Duration),
}

fn shown(letter: char) -> String {
    escape::line(&letter.to_string()).into_owned()
}

/// A script whose letters can be in a name. Scripts that are written from right to left are left out: terminals turn
/// the rest of a line around them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    EastAsian,
}

fn script(letter: char) -> Option<Script> {
    let script = match letter {
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{17f}' | '\u{218}'..='\u{21b}' | '\u{1e00}'..='\u{1eff}' => {
            Script::Latin
        }
        '\u{386}' | '\u{388}'..='\u{3ce}' => Script::Greek,
        '\u{400}'..='\u{45f}' | '\u{490}'..='\u{491}' => Script::Cyrillic,
        '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fa}'
        | '\u{30fc}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}' => Script::EastAsian,
        _ => return None,
    };
    letter.is_alphabetic().then_some(script)
}

/// The letter that this small letter or digit looks like, in either of its forms.
///
/// The tables of Unicode (`unicode-security`) were tried in its place. They cost 355 kB of the program and miss what people
/// do in names: digits for letters (`D4isy`), letters that are alike in their other form (`вов`, `ΑΝΝΑ`), `ł`, `ß`, `vv`.
/// Of the letters that a name can have they split 85 groups that are one here. What they knew beside that and can be
/// mistaken in a terminal is among these lines; the rest are old and new spellings of one Chinese letter.
fn alike(letter: char) -> char {
    match letter {
        '0' | 'о' | 'ο' | 'ø' | 'θ' => 'o',
        '1' | 'i' | 'ı' | 'ł' | 'і' | 'ι' => 'l',
        '4' | 'а' | 'α' => 'a',
        '8' | 'в' | 'β' | 'ь' => 'b',
        'с' => 'c',
        'đ' | 'ð' => 'd',
        '3' | 'е' | 'ε' | 'є' | 'з' => 'e',
        '9' => 'g',
        'н' | 'η' | 'ħ' | 'ћ' | 'ђ' => 'h',
        'ј' => 'j',
        'к' | 'κ' | 'ĸ' => 'k',
        'м' | 'μ' => 'm',
        'п' | 'ν' | 'ŋ' => 'n',
        'р' | 'ρ' | 'þ' => 'p',
        'г' => 'r',
        '5' | 'ѕ' => 's',
        '7' | 'т' | 'τ' | 'ŧ' | '丅' => 't',
        'и' => 'u',
        'ѵ' => 'v',
        'ω' | 'ш' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'υ' | 'ү' | '丫' => 'y',
        '2' | 'ζ' => 'z',
        'ς' => 'σ',
        'λ' => 'л',
        'φ' => 'ф',
        'ニ' => '二',
        'ロ' | '囗' => '口',
        'カ' => '力',
        'タ' => '夕',
        'ト' => '卜',
        'ハ' => '八',
        'エ' => '工',
        'ー' => '一',
        'へ' => 'ヘ',
        'べ' => 'ベ',
        'り' => 'リ',
        'ノ' => '丿',
        'ヒ' => '匕',
        'ム' => '厶',
        'ホ' => '朩',
        'メ' => '乄',
        'イ' => '亻',
        'ヨ' => '彐',
        'ネ' => '礻',
        '士' => '土',
        '末' => '未',
        '曰' => '日',
        '妺' => '妹',
        '抺' => '抹',
        '沬' => '沫',
        letter => letter,
    }
}

/// What all names that look like this one have in common: small letters without marks and separators, and of letters
/// that look alike always the same one.
fn skeleton(name: &str) -> String {
    let small = name.nfkd().filter(|&letter| !is_combining_mark(letter)).flat_map(char::to_lowercase);
    let bare: String = small.filter(|letter| !"-_.".contains(*letter)).map(alike).collect();
    bare.replace("rn", "m").replace("vv", "w").replace("ß", "ss").replace('æ', "ae").replace('œ', "oe")
}

/// A name that is allowed, but may be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    shown: String,
    skeleton: String,
}

impl Name {
    /// Reads what somebody typed.
    pub fn parse(typed: &str, games: &Registry) -> Result<Name, NameError> {
        // No more is looked at than can become a name.
        let name: String = typed.trim().chars().take(8 * LONGEST).nfc().collect();
        let found = name.chars().count().max(name.width());
        let mut scripts = Vec::new();
        for letter in name.chars() {
            match script(letter) {
                Some(script) => scripts.push(script),
                None if letter.is_ascii_digit() || "-_.".contains(letter) => {}
                None => return Err(NameError::Character(letter)),
            }
        }
        if name.is_empty() {
            return Err(NameError::Empty);
        }
        if found > LONGEST {
            return Err(NameError::Long { found });
        }
        if scripts.windows(2).any(|two| two[0] != two[1]) {
            return Err(NameError::Scripts);
        }
        if name.chars().next().is_none_or(|first| script(first).is_none()) {
            return Err(NameError::Start);
        }
        let skeleton = skeleton(&name);
        let is = |reserved: &str| skeleton == self::skeleton(reserved);
        let begins = |beginning: &&str| skeleton.starts_with(&self::skeleton(beginning));
        let levels = (1..=LEVELS).any(|level| is(level_name(level)));
        let sides = games.games().iter().any(|game| game.spec().seats.iter().any(|seat| is(seat.name)));
        if levels || sides || RESERVED.iter().any(|name| is(name)) || BEGINNINGS.iter().any(begins) {
            return Err(NameError::Reserved);
        }
        Ok(Name { shown: name, skeleton })
    }

    /// The name as others see it.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// What all names that look like it have in common.
    pub fn skeleton(&self) -> &str {
        &self.skeleton
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    fn parse(typed: &str) -> Result<Name, NameError> {
        Name::parse(typed, &Registry::default())
    }

    fn skeleton_of(name: &str) -> String {
        parse(name).unwrap_or_else(|error| panic!("{name}: {error}")).skeleton
    }

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        for alike in [
            &["Bob", "BOB", "b0b", "B.o-b", "bob_", "Вов", "bób", "böb", "Bo8"][..],
            &["Daisy", "D4isy", "Da1sy", "dai5y", "D41-5y"],
            &["Gertie", "G3rtie", "ger71e", "gert1e"],
            &["Logzed", "l092ed", "Lo9zed"],
            &["Anna", "ΑΝΝΑ", "ANNA"],
            &["Illia", "llIia", "l1l1a"],
            &["corn", "com"],
            &["カナ", "力ナ"],
            &["ヒカル", "匕力ル", "ピカル"],
            &["武士", "武土"],
            &["ΛΑΜΔΑ", "λαμδα"],
            &["Зоя", "зоя"],
            &["Strasse", "Straße"],
        ] {
            let first = skeleton_of(alike[0]);
            for name in alike {
                assert_eq!(skeleton_of(name), first, "{name}");
            }
        }
        assert_ne!(skeleton_of("Bob"), skeleton_of("Rob"));
        assert_ne!(skeleton_of("Bob"), skeleton_of("Bob2"));
    }

    #[test]
    fn what_is_no_name_is_refused_with_the_reason() {
        for (typed, error) in [
            ("", NameError::Empty),
            ("   ", NameError::Empty),
            ("abcdefghijklmnopq", NameError::Long { found: 17 }),
            ("漢漢漢漢漢漢漢漢漢", NameError::Long { found: 18 }),
            ("a b", NameError::Character(' ')),
            ("a\u{1b}[2J", NameError::Character('\u{1b}')),
            ("a\u{202e}b", NameError::Character('\u{202e}')),
            ("a\u{200b}b", NameError::Character('\u{200b}')),
            ("a\u{301}\u{301}", NameError::Character('\u{301}')),
            ("שלום", NameError::Character('ש')),
            ("🙂", NameError::Character('🙂')),
            ("Bоb", NameError::Scripts),
            ("12", NameError::Start),
            ("-a", NameError::Start),
            ("Admin", NameError::Reserved),
            ("0perator", NameError::Start),
            ("Оperator", NameError::Scripts),
            ("r.o.o.t", NameError::Reserved),
            ("guest-3", NameError::Reserved),
            ("p1ayer-9", NameError::Reserved),
            ("Master", NameError::Reserved),
            ("Computer5", NameError::Reserved),
            ("gu3st-9", NameError::Reserved),
            ("pl4y3r", NameError::Reserved),
            ("you", NameError::Reserved),
            ("Y0u", NameError::Reserved),
            ("open", NameError::Reserved),
            ("0pen", NameError::Start),
            ("Op3n", NameError::Reserved),
            ("White", NameError::Reserved),
            ("Wh1t3", NameError::Reserved),
            ("Black", NameError::Reserved),
            ("B-l-4-c-k", NameError::Reserved),
            ("orange", NameError::Reserved),
            ("SHA256", NameError::Reserved),
            ("5HA256", NameError::Start),
            ("sha-256", NameError::Reserved),
            ("Adm1n", NameError::Reserved),
        ] {
            assert_eq!(parse(typed), Err(error), "{typed:?}");
        }
    }

    #[test]
    fn no_side_of_a_game_is_a_name() {
        for seat in GAMES.iter().flat_map(|game| game.spec().seats) {
            assert_eq!(parse(seat.name), Err(NameError::Reserved), "{}", seat.name);
        }
        // Words that only begin like a reserved one are names.
        for name in ["Whitey", "Opener", "Young", "Redford", "Sharon"] {
            assert!(parse(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_name_is_kept_in_its_composed_form() {
        assert_eq!(parse(" Jose\u{301} ").expect("a name").shown(), "José");
        assert_eq!(parse("x").expect("a name").skeleton(), "x");
        assert_eq!(parse("Ёжик-7_.").expect("a name").shown(), "Ёжик-7_.");
    }
}
