//! The files of the pages that are not made for each answer: the style sheet, the script and the icon. Their names have their
//! digests, so a browser may keep them for ever.

use crate::answer::{Answer, Keep, digest};
use crate::tui::diagram::{PIECES, colour_sheet};
use crate::tui::theme::Theme;

const STYLE: &str = include_str!("../assets/style.css");
const SCRIPT: &str = include_str!("../assets/live.js");
const ICON: &str = include_str!("../assets/icon.svg");

/// The files, with their names.
#[derive(Debug)]
pub(crate) struct Assets {
    /// The paths of the style sheet, the script and the icon.
    pub(crate) style: String,
    pub(crate) script: String,
    pub(crate) icon: String,
    all: [(String, Answer); 3],
}

impl Assets {
    /// The files with the boards in the colours of these themes.
    pub(crate) fn new(dark: &Theme, light: &Theme) -> Assets {
        let (dark, light) = (colour_sheet(dark), colour_sheet(light));
        let style = format!("{STYLE}{PIECES}{light}\n@media (prefers-color-scheme:dark){{{dark}}}\n");
        let named = |text: &str, ending: &str, kind| {
            let name = format!("{:016x}.{ending}", digest(text.as_bytes()));
            (name, Answer::file(kind, text.to_owned(), Keep::Always))
        };
        let all = [
            named(&style, "css", "text/css; charset=utf-8"),
            named(SCRIPT, "js", "text/javascript; charset=utf-8"),
            named(ICON, "svg", "image/svg+xml"),
        ];
        let [style, script, icon] = [0, 1, 2].map(|at: usize| format!("/file/{}", all[at].0));
        Assets { style, script, icon, all }
    }

    /// The file with this name.
    pub(crate) fn get(&self, name: &str) -> Option<Answer> {
        self.all.iter().find(|(known, _)| known == name).map(|(_, answer)| answer.clone())
    }
}
