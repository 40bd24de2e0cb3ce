//! The commands about settings and themes.

use std::io::{self, IsTerminal as _, Write as _};

use clap::Args;

use super::{Failure, Outcome, out};
use crate::escape;
use crate::games::Registry;
use crate::paths::Paths;
use crate::tui::theme::Themes;
use crate::tui::world::setup::{self, ReadSettings};

#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
pub(super) struct Settings {
    /// Show the path of the settings file
    #[arg(long)]
    path: bool,
    /// Show every setting with its default, as a settings file
    #[arg(long)]
    print: bool,
    /// Check the file for mistakes
    #[arg(long)]
    check: bool,
}

/// `heterodox config`.
pub(super) fn config(arguments: &Settings, games: &Registry) -> Outcome {
    if arguments.print {
        return Ok(out::data().write_all(crate::config::file::DEFAULTS.as_bytes())?);
    }
    let paths = Paths::find(|name| std::env::var(name).ok());
    let Some(paths) = paths else {
        return Err(Failure::Failed("no home folder was found for settings".to_owned()));
    };
    if arguments.path {
        // Other programs use this path to open the file, so they get the exact bytes.
        let path = paths.config_file.as_os_str().as_encoded_bytes();
        let shown = escape::path(&paths.config_file);
        let path = if io::stdout().is_terminal() { shown.as_bytes() } else { path };
        return Ok(out::film().write_all(&[path, b"\n"].concat())?);
    }
    let mut out = out::words();
    let ReadSettings { config, mut problems, .. } = setup::settings(Some(&paths), games);
    problems.extend(setup::keys(&config, Some(&paths)).1);
    let themes = Themes::load(Some(&paths.themes_dir));
    problems.extend(themes.warnings.iter().cloned());
    if !themes.has(&config.look.theme) {
        problems.push(format!(
            "{}: look.theme: there is no theme \"{}\"",
            escape::path(&paths.config_file),
            config.look.theme
        ));
    }
    for problem in &problems {
        writeln!(out, "{}", escape::line(problem))?;
    }
    match problems.len() {
        0 => Ok(writeln!(out, "{}: no mistakes found", escape::path(&paths.config_file))?),
        count => Err(Failure::Failed(format!("{count} mistakes in the settings"))),
    }
}

/// `heterodox themes`.
pub(super) fn themes() -> Outcome {
    let paths = Paths::find(|name| std::env::var(name).ok());
    let themes = Themes::load(paths.as_ref().map(|paths| paths.themes_dir.as_path()));
    let mut out = out::words();
    for (name, about) in themes.list() {
        writeln!(out, "{:<16}{}", escape::line(name), escape::line(about))?;
    }
    for warning in &themes.warnings {
        out::complain(warning);
    }
    Ok(())
}
