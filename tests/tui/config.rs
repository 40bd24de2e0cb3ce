//! The settings file: the one in the repository is what is built in, and no file can keep the
//! program from starting.

use heterodox::config::clock::Clock;
use heterodox::config::file::{self, DEFAULTS, write};
use heterodox::config::mistake::{Fault, WriteError};
use heterodox::config::{Config, Kind, OPTIONS, schema};
use heterodox::session::setup::ClockSetup;
use heterodox::tui::action::ACTIONS;
use proptest::prelude::*;

/// Settings, and what is wrong with them in words.
fn read(text: &str, name: &str) -> (Config, Vec<String>) {
    let (config, mistakes) = file::read(text, name);
    (config, mistakes.iter().map(ToString::to_string).collect())
}

#[test]
fn the_file_of_the_repository_is_what_is_built_in() {
    let (config, warnings) = read(DEFAULTS, "config.toml");
    assert_eq!(warnings, [""; 0]);
    let keys = config.keys.clone();
    assert_eq!(Config { keys: Vec::new(), ..config }, Config::default());
    for option in OPTIONS {
        let section = DEFAULTS.split(&format!("[{}]", option.section)).nth(1).unwrap_or_default();
        let section = section.split("\n[").next().unwrap_or_default();
        assert!(section.lines().any(|line| line.starts_with(&format!("{} = ", option.key))), "{}", option.key);
        assert!(Config::default().get(option.section, option.key).is_some());
    }
    // Every action stands there with the keys it has.
    let listed: Vec<(&str, Vec<&str>)> =
        keys.iter().map(|row| (row.action.as_str(), row.keys.iter().map(String::as_str).collect())).collect();
    let built_in: Vec<(&str, Vec<&str>)> = ACTIONS.iter().map(|row| (row.id, row.keys.to_vec())).collect();
    assert_eq!(listed, built_in);
}

/// Editors complete a file by the schema that its first line names.
#[test]
fn the_schema_is_that_of_the_table() {
    let made = schema::text(ACTIONS.iter().map(|row| (row.id, row.title)));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/config.schema.json");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &made).expect("a file");
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(kept, made, "docs/config.schema.json is other now: run this test with BLESS=1");
    assert!(
        DEFAULTS.starts_with("#:schema https://")
            && DEFAULTS.lines().next().is_some_and(|line| line.ends_with("/docs/config.schema.json"))
    );
    // What the file has by default fits, and nothing else has a name there.
    let schema: serde_json::Value = serde_json::from_str(&made).expect("JSON");
    for option in OPTIONS {
        let known = &schema["properties"][option.section]["properties"][option.key];
        let fits = match option.kind {
            Kind::Word(words) => known["enum"] == serde_json::json!(words),
            Kind::Number(from, to) => known["minimum"] == from && known["maximum"] == to,
            Kind::Flag => known["type"] == "boolean",
            Kind::Text | Kind::Clock => known["type"] == "string",
        };
        assert!(fits, "{}.{}: {known}", option.section, option.key);
        let value = Config::default().get(option.section, option.key).expect("a default");
        let default = known["default"].as_str().map_or_else(|| known["default"].to_string(), str::to_owned);
        assert_eq!(default, value, "{}.{}", option.section, option.key);
    }
    assert_eq!(schema["additionalProperties"], false);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (text, told) in [
        ("[look]\nthem = \"x\"", "c.toml:2: look.them: unknown option; did you mean theme?"),
        ("[lok]\n", "c.toml:1: unknown section [lok]; did you mean [look]?"),
        (
            "[look]\n\ncolours = \"many\"",
            "c.toml:3: look.colours is \"many\": expected one of auto, none, 16, 256, true",
        ),
        ("[play]\nlevel = 11", "c.toml:2: play.level is 11: expected a number from 1 to 10"),
        ("[play]\nlevel = \"3\"", "c.toml:2: play.level is \"3\": expected a number"),
        (
            "[play]\nclock = \"soon\"",
            "c.toml:2: play.clock is \"soon\": expected none, or minutes and seconds like 10+5",
        ),
        ("[play]\ntakebacks = 1", "c.toml:2: play.takebacks is 1: expected true or false"),
        ("[engine]\nname = \"x\"", "c.toml:1: engine: expected tables [[engine]]"),
        ("\n[[engines]]\nname = \"x\"", "c.toml:2: unknown table [[engines]]; did you mean [[engine]]?"),
        ("look = 3", "c.toml:1: look: expected a section [look]"),
        ("[keys]\nundo = 3", "c.toml:2: keys.undo: expected a list of keys"),
        ("[look]\ntheme = \"a\nb", "c.toml:"),
        ("[play]\nlevel = 99999999999999999999", "c.toml:2: play.level is 99999999999999999999: expected a number"),
        ("look.theme.x = 1", "c.toml:1: look.theme is a table: expected a text"),
        ("\n[look.theme]\nx = 1", "c.toml:2: look.theme is [look.theme]: expected a text"),
        ("[play]\nlevel = [\n  1,\n]", "c.toml:2: play.level is [\n  1,\n]: expected a number"),
    ] {
        let (config, warnings) = read(text, "c.toml");
        assert_eq!(warnings.len(), 1, "{text}: {warnings:?}");
        assert!(warnings[0].starts_with(told), "{}", warnings[0]);
        assert_eq!(config, Config::default());
    }
}

#[test]
fn mistakes_have_their_places_and_come_in_the_order_of_the_file() {
    let text = "[play]\nthink = 0\nlevel = 0\n[look]\ntitle = 1\nlines = \"x\"\nabc = 1\n[input]\nmouse = true\n";
    let (_, mistakes) = file::read(text, "c.toml");
    let lines: Vec<usize> = mistakes.iter().map(|mistake| mistake.place.line).collect();
    assert_eq!(lines, [2, 3, 5, 6, 7, 9]);
    assert!(mistakes.iter().all(|mistake| &*mistake.place.file == "c.toml" && mistake.place.column.is_none()));
    let value = |name: &str, found: &str, expected: &str| Fault::Value {
        name: name.to_owned(),
        found: found.to_owned(),
        expected: expected.to_owned(),
    };
    assert_eq!(mistakes[0].fault, value("play.think", "0", "a number from 1 to 3600"));
    assert_eq!(mistakes[3].fault, value("look.lines", "\"x\"", "one of auto, grid, none"));
    assert_eq!(mistakes[4].fault, Fault::Option { name: "look.abc".to_owned(), like: None });
    let (_, mistakes) = file::read("[look]\nlines = \n", "c.toml");
    assert_eq!((mistakes[0].place.line, mistakes[0].place.column), (2, Some(9)));
    assert!(matches!(mistakes[0].fault, Fault::Syntax { .. }));
    let number = WriteError::Number { value: "x".to_owned() };
    assert_eq!(write("", "play", "level", "x"), Err(number));
    assert_eq!(write("look = 1", "look", "theme", "x"), Err(WriteError::Section { section: "look".to_owned() }));
}

#[test]
fn other_programs_are_read_and_what_is_wrong_with_them_told() {
    let text = "[[engine]]\nname = \"fish\"\ncommand = \"fish --uci\"\noptions = { Hash = 8, Skill = \"low\" }\n\
                on_failure = \"lose\"\ngames = [\"a\"]\nthink_ms = 20\n[[engine]]\nname = \"b\"\ncommand = [\"/b c\"]\n";
    let (config, warnings) = read(text, "c.toml");
    assert_eq!(warnings, [""; 0]);
    let [fish, other] = &config.engines[..] else { panic!("two") };
    assert_eq!((fish.command.len(), fish.loses, fish.think_ms), (2, true, 20));
    assert_eq!(
        fish.options,
        [("Hash", "8"), ("Skill", "low")].map(|(name, value)| (name.to_owned(), value.to_owned()))
    );
    assert!(fish.plays("a") && !fish.plays("b") && other.plays("b"));
    assert_eq!((other.command.as_slice(), other.loses), (&["/b c".to_owned()][..], false));
    for (line, told) in [
        ("name = \"fish\"", "c.toml:4: engine: expected a name other than \"fish\""),
        ("", "c.toml:4: engine: expected a name"),
        ("name = \"x y\"\ncommand = \"x\"", "c.toml:5: engine.name: expected a name without spaces and colons"),
        ("name = \"x\"", "c.toml:4: engine: expected a command"),
        (
            "name = \"x\"\ncommand = \"x\"\non_failure = \"cry\"",
            "c.toml:7: engine.on_failure: expected lose or pause",
        ),
        (
            "name = \"x\\u001b\"\ncommand = \"x\"",
            "c.toml:5: engine.name: expected a name without spaces and colons",
        ),
        ("name = \"x:y\"\ncommand = \"x\"", "c.toml:5: engine.name: expected a name without spaces and colons"),
        (
            "name = \"x\"\ncommand = [\"\", \"x\"]",
            "c.toml:6: engine.command: expected a program with its arguments",
        ),
        (
            "name = \"x\"\ncommand = \"x\"\noptions = { A = \"1\\nquit\" }",
            "c.toml:7: engine.options: expected texts of one line",
        ),
        (
            "name = \"x\"\ncommand = \"x\"\noptions = { A = [1] }",
            "c.toml:7: engine.options: expected texts of one line",
        ),
        ("name = \"x\"\ncommand = \"x\"\ngames = 3", "c.toml:7: engine.games: expected a list of games"),
        ("name = \"x\"\ncommand = \"x\"\nthink_ms = 0", "c.toml:7: engine.think_ms: expected milliseconds"),
        ("name = \"x\"\ncomand = \"x\"", "c.toml:6: engine.comand: unknown option; did you mean command?"),
    ] {
        let text = format!("[[engine]]\nname = \"fish\"\ncommand = \"f\"\n[[engine]]\n{line}\n");
        let text = if line == "name = \"fish\"" { text + "command = \"f\"\n" } else { text };
        let (_, warnings) = read(&text, "c.toml");
        assert!(warnings.first().is_some_and(|first| first.starts_with(told)), "{line}: {warnings:?}");
    }
}

#[test]
fn one_option_is_written_and_all_else_stays() {
    let mine = "# mine\n[look] # here\ntheme = \"mono\" # grey\n\n[other]\nx = 1\n";
    let text = write(mine, "look", "theme", "midnight").expect("it can be read");
    assert_eq!(text, mine.replace("\"mono\"", "\"midnight\""));
    let text = write(&text, "play", "level", "7").expect("it can be read");
    assert!(text.starts_with(&mine.replace("\"mono\"", "\"midnight\"")) && text.contains("level = 7"));
    assert_eq!(read(&text, "c").0.play.level, 7);
    assert!(write("[look", "look", "theme", "x").is_err());
}

#[test]
fn every_value_of_every_option_is_kept() {
    for option in OPTIONS {
        let values: Vec<String> = match option.kind {
            Kind::Word(words) => words.iter().map(|&word| word.to_owned()).collect(),
            Kind::Flag => vec!["true".to_owned(), "false".to_owned()],
            Kind::Number(from, to) => vec![from.to_string(), to.to_string()],
            Kind::Clock => vec!["none".to_owned(), "10+5".to_owned()],
            Kind::Text => vec!["a \"b\" é".to_owned()],
        };
        for value in values {
            let text = write(DEFAULTS, option.section, option.key, &value).expect("it can be read");
            let (config, warnings) = read(&text, "c");
            assert_eq!(
                (config.get(option.section, option.key), warnings.len()),
                (Some(value), 0),
                "{}",
                option.key
            );
        }
    }
}

/// A text that is a clock for a game is one for the settings, and the other way round.
#[test]
fn clocks_of_the_settings_are_those_of_games() {
    for text in [
        "none", "10", "10+5", "0+5", "0+0", "600+600", "601", "1+601", "", "+", "1+", "+1", "x", "1+1+1", "-1",
        "3d",
    ] {
        let here = match Clock::parse(text) {
            Some(Clock::None) => Ok(None),
            Some(Clock::Times(minutes, seconds)) => Ok(Some(ClockSetup::new(minutes, seconds))),
            None => Err(()),
        };
        assert_eq!(here, ClockSetup::read_here(text).map_err(|_| ()), "{text}");
    }
}

proptest! {
    #[test]
    fn no_file_is_too_wrong(text in ".{0,200}", at in 0..2000_usize, with in "[\\PC\n]{0,6}") {
        let _ = read(&text, "c");
        let mut spoiled = DEFAULTS.to_owned();
        let at = (0..=at.min(spoiled.len())).rev().find(|&at| spoiled.is_char_boundary(at)).unwrap_or(0);
        spoiled.insert_str(at, &with);
        let _ = read(&spoiled, "c");
        let _ = write(&spoiled, "look", "theme", "mono");
    }
}
