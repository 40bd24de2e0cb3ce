//! The help of every command as one page. The table of commands, which is written by hand, names them all.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use clap::Command;
use heterodox::cli::definition;

use super::{Pages, compare, made_by, page};

/// The columns of the help.
const COLUMNS: usize = 100;

fn whole() -> Command {
    let mut whole = definition().term_width(COLUMNS);
    // After `build` a command knows the names of those around it.
    whole.build();
    whole
}

/// The commands of a command that people are told of.
fn told(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help")
}

/// The help of a command, and of those below it.
fn help(command: &Command, name: &str, text: &mut String) {
    let shown = command.clone().bin_name(name).render_long_help().to_string();
    let lines: Vec<&str> = shown.lines().map(str::trim_end).collect();
    let _ = write!(text, "\n## {name}\n\n```text\n{}\n```\n", lines.join("\n").trim_end());
    for inner in told(command) {
        help(inner, &format!("{name} {}", inner.get_name()), text);
    }
}

#[test]
fn the_manual_is_the_help_of_the_program() {
    let mut text = made_by("manual");
    text.push_str(
        "\n# The help of every command\n\nWhat `--help` prints, and `heterodox man` makes a manual page of. [Commands and settings](commands.md) tells more.\n",
    );
    help(&whole(), "heterodox", &mut text);
    compare(&Pages::from([("manual.md".to_owned(), text)]));
}

/// The options of a command that people are told of.
fn options(command: &Command) -> BTreeSet<String> {
    let shown = command.get_arguments().filter(|argument| !argument.is_hide_set());
    shown
        .filter_map(|argument| argument.get_long())
        .filter(|long| *long != "help")
        .map(|long| format!("--{long}"))
        .collect()
}

/// The options that a cell of a table names.
fn named(cell: &str) -> BTreeSet<String> {
    let words = cell.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-'));
    words.filter(|word| word.starts_with("--") && word.len() > 2).map(str::to_owned).collect()
}

#[test]
fn the_table_of_commands_names_them_all_with_their_options() {
    let commands = page("commands.md");
    let table = commands.split("\n\n").find(|part| part.starts_with("| command | action |")).expect("a table");
    let whole = whole();
    let mut wrong = Vec::new();
    let mut found = BTreeSet::new();
    for row in table.lines().skip(2) {
        let cell = row.replace("\\|", "/").split(" | ").next().unwrap_or_default().to_owned();
        let Some(name) = cell.strip_prefix("| `").and_then(|rest| rest.split([' ', '`']).next().map(str::to_owned))
        else {
            continue;
        };
        let names: Vec<String> = cell
            .split('`')
            .skip(1)
            .step_by(2)
            .filter_map(|code| code.split(' ').next().map(str::to_owned))
            .filter(|word| told(&whole).any(|command| command.get_name() == word))
            .collect();
        let Some(command) = told(&whole).find(|command| command.get_name() == name) else {
            wrong.push(format!("there is no command {name}"));
            continue;
        };
        let mut known = options(command);
        known.extend(told(command).flat_map(options));
        wrong.extend(named(&cell).difference(&known).map(|option| format!("{name} has no {option}")));
        found.extend(names);
    }
    let all: BTreeSet<String> = told(&whole).map(|command| command.get_name().to_owned()).collect();
    wrong.extend(all.difference(&found).map(|name| format!("{name} has no row")));
    assert!(wrong.is_empty(), "docs/commands.md: {}", wrong.join("; "));
}
