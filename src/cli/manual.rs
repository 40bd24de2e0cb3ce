//! Shell completions and manual pages, generated from the definition of the command line.

use std::io::Write;

use clap::{Command, CommandFactory as _};
use clap_complete::Shell;

use super::{Cli, Failure, Outcome};

/// Writes a completion script for a shell.
pub(super) fn completions(shell: Shell, out: &mut impl Write) -> Outcome {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "heterodox", &mut text);
    Ok(out.write_all(&text)?)
}

/// Writes the manual page of the program or of one of its commands.
pub(super) fn manual(name: Option<&str>, out: &mut impl Write) -> Outcome {
    let mut whole = Cli::command();
    // After `build`, a subcommand knows the name of the program.
    whole.build();
    let page = match name {
        None => whole,
        Some(name) => {
            let known = || -> String {
                let shown = whole.get_subcommands().filter(|command| !command.is_hide_set());
                shown.map(Command::get_name).collect::<Vec<_>>().join(", ")
            };
            let found = whole.get_subcommands().find(|command| command.get_name() == name);
            let none = || Failure::Usage(format!("there is no command \"{name}\": expected one of {}", known()));
            found.cloned().ok_or_else(none)?.display_name(format!("heterodox-{name}"))
        }
    };
    Ok(clap_mangen::Man::new(page).render(out)?)
}
