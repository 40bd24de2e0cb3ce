//! Where files are: settings, themes, games. Follows the customs of the system.

use std::path::PathBuf;

use directories::ProjectDirs;

/// Where files are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paths {
    /// The user's settings.
    pub config_file: PathBuf,
    /// The user's themes.
    pub themes_dir: PathBuf,
    /// What the program keeps.
    pub data_dir: PathBuf,
}

impl Paths {
    /// Finds them; nothing where there is no home. `HETERODOX_CONFIG` and `HETERODOX_DATA` name
    /// other folders.
    pub fn find(variable: impl Fn(&str) -> Option<String>) -> Option<Paths> {
        let given = |name| variable(name).filter(|path| !path.is_empty()).map(PathBuf::from);
        let system = ProjectDirs::from("", "", "heterodox");
        let config_dir =
            given("HETERODOX_CONFIG").or(system.as_ref().map(|dirs| dirs.config_dir().to_path_buf()))?;
        let data_dir = given("HETERODOX_DATA").or(system.as_ref().map(|dirs| dirs.data_dir().to_path_buf()))?;
        Some(Paths { config_file: config_dir.join("config.toml"), themes_dir: config_dir.join("themes"), data_dir })
    }
}

/// A path as it is typed, with the home folder for a `~` at its beginning, as shells read it.
pub fn expanded(typed: &str) -> String {
    let home = typed.strip_prefix("~/").and_then(|rest| Some((directories::BaseDirs::new()?, rest)));
    match home {
        Some((dirs, rest)) => dirs.home_dir().join(rest).display().to_string(),
        None => typed.to_owned(),
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
