//! Which lessons are solved, and where each course was left. It is one small file in the data folder, replaced as a whole,
//! so that a crash leaves the old one or the new one.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files::temporary_file::TemporaryFile;
use crate::files::{self, MOST_SETTINGS_BYTES};
use crate::record::course::Course;

/// The progress in one course. Steps are known by their titles, so a course may get new ones.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct CourseProgress {
    /// The titles of the solved steps.
    pub solved: BTreeSet<String>,
    /// The title of the step that was left last.
    pub at: Option<String>,
}

/// The progress in all courses, by the id of their games.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Progress(BTreeMap<String, CourseProgress>);

/// The file in the data folder of the program.
pub(crate) fn file(data: &Path) -> PathBuf {
    data.join("lessons.json")
}

impl CourseProgress {
    /// Is this step solved?
    pub fn is_solved(&self, course: &Course, number: usize) -> bool {
        course.steps.get(number).is_some_and(|step| self.solved.contains(&step.title))
    }

    /// The number of solved steps.
    pub fn count(&self, course: &Course) -> usize {
        (0..course.steps.len()).filter(|&number| self.is_solved(course, number)).count()
    }

    /// The step to go on with: the one that was left, if it is not solved, or else the first one after it that is not.
    /// `None` if all are solved.
    pub fn next(&self, course: &Course) -> Option<usize> {
        let steps = course.steps.len();
        let left = self.at.as_ref().and_then(|at| course.steps.iter().position(|step| step.title == *at));
        let from = left.unwrap_or(0);
        (from..steps).chain(0..from).find(|&number| !self.is_solved(course, number))
    }
}

impl Progress {
    /// The progress that was kept. A file that is missing or cannot be read counts as none.
    pub(crate) fn read(data: &Path) -> Progress {
        let text = files::read_text(&file(data), MOST_SETTINGS_BYTES);
        text.ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    pub(crate) fn of(&self, game: &str) -> CourseProgress {
        self.0.get(game).cloned().unwrap_or_default()
    }

    /// Adds the progress in the course of a game. What another client has solved meanwhile stays solved.
    pub(crate) fn add(&mut self, game: &str, more: &CourseProgress) {
        let known = self.0.entry(game.to_owned()).or_default();
        known.solved.extend(more.solved.iter().cloned());
        known.at = more.at.clone().or(known.at.take());
    }

    /// Adds the progress in the course of a game to what is kept.
    pub(crate) fn keep(data: &Path, game: &str, more: &CourseProgress) -> io::Result<()> {
        let mut all = Progress::read(data);
        all.add(game, more);
        let text = serde_json::to_string(&all)?;
        files::make_folder(data)?;
        let path = file(data);
        let mut temporary = TemporaryFile::beside(&path)?;
        temporary.file().write_all(text.as_bytes())?;
        temporary.file().sync_all()?;
        temporary.replace(&path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::folder::Folder;
    use std::fs;

    fn solved(titles: &[&str], at: Option<&str>) -> CourseProgress {
        let solved = titles.iter().map(|&title| title.to_owned()).collect();
        CourseProgress { solved, at: at.map(str::to_owned) }
    }

    #[test]
    fn what_is_kept_is_read_and_added_to() {
        let home = Folder::new("lessons");
        let data = home.path().join("data");
        assert_eq!(Progress::read(&data), Progress::default());
        Progress::keep(&data, "holywar", &solved(&["One"], Some("Two"))).expect("room");
        Progress::keep(&data, "armies", &solved(&["Three"], None)).expect("room");
        Progress::keep(&data, "holywar", &solved(&["Two"], None)).expect("room");
        let kept = Progress::read(&data);
        assert_eq!(kept.of("holywar"), solved(&["One", "Two"], Some("Two")));
        assert_eq!(kept.of("armies"), solved(&["Three"], None));
        assert_eq!(kept.of("none"), CourseProgress::default());
        for text in ["", "[]", "{\"holywar\":3}", "\u{0}", "{\"holywar\":{\"solved\":[1]}}"] {
            fs::write(file(&data), text).expect("room");
            assert_eq!(Progress::read(&data), Progress::default(), "{text}");
        }
        // What is unreadable is replaced by what is learnt next.
        Progress::keep(&data, "holywar", &solved(&["One"], None)).expect("room");
        assert_eq!(Progress::read(&data).of("holywar"), solved(&["One"], None));
    }
}
