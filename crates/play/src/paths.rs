//! Paths of the settings, themes and games. They follow the conventions of the operating system.

pub mod files;
pub mod quota;

use std::path::PathBuf;

use directories::ProjectDirs;

/// The paths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paths {
    /// The user's settings.
    pub config_file: PathBuf,
    /// The user's themes.
    pub themes_dir: PathBuf,
    /// The folder for the program's data.
    pub data_dir: PathBuf,
}

impl Paths {
    /// Finds the paths. `None` if no home folder was found. `HETERODOX_CONFIG` and `HETERODOX_DATA` set other
    /// folders.
    pub fn find(variable: impl Fn(&str) -> Option<String>) -> Option<Paths> {
        let given = |name| variable(name).filter(|path| !path.is_empty()).map(PathBuf::from);
        let system = ProjectDirs::from("", "", "heterodox");
        let config_dir =
            given("HETERODOX_CONFIG").or(system.as_ref().map(|dirs| dirs.config_dir().to_path_buf()))?;
        let data_dir = given("HETERODOX_DATA").or(system.as_ref().map(|dirs| dirs.data_dir().to_path_buf()))?;
        Some(Paths { config_file: config_dir.join("config.toml"), themes_dir: config_dir.join("themes"), data_dir })
    }
}

impl Paths {
    /// The folder of the user's own games.
    pub fn variants_dir(&self) -> PathBuf {
        self.config_file.with_file_name("variants")
    }
}

/// The path for a typed text: a leading `~` stands for the home folder, as in shells.
fn expanded(typed: &str) -> PathBuf {
    let home = typed.strip_prefix("~/").and_then(|rest| Some((directories::BaseDirs::new()?, rest)));
    match home {
        Some((dirs, rest)) => dirs.home_dir().join(rest),
        None => PathBuf::from(typed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_can_be_named() {
        let paths = Paths::find(|name| Some(format!("/x/{name}"))).expect("they are given");
        assert_eq!(paths.config_file, PathBuf::from("/x/HETERODOX_CONFIG/config.toml"));
        assert_eq!(paths.data_dir, PathBuf::from("/x/HETERODOX_DATA"));
    }
}
