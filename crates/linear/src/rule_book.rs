//! The rules of a game as plain text, by pages: one for each heading.

use super::unanswered::Unanswered;
use crate::rules::diagram::{Diagram, Frame, Part, parts};
use crate::rules::explain::list;
use crate::rules::variant::Variant;

use super::board::board;

struct Page {
    title: String,
    lines: Vec<String>,
}

/// A text without the signs of its format.
fn plain(text: &str) -> String {
    text.replace("**", "").replace('`', "")
}

/// All pages. A paragraph is one line, and a diagram is told by ranks.
fn read(game: &'static dyn Variant) -> Vec<Page> {
    let mut pages: Vec<Page> = vec![Page { title: game.spec().title.to_owned(), lines: Vec::new() }];
    let mut open = false;
    for part in parts(game.spec().rules) {
        let Some(page) = pages.last_mut() else { break };
        let text = match part {
            Part::Line(line) => line.trim(),
            Part::Diagram(block) => {
                open = false;
                if let Ok(read) = Diagram::read(game, block) {
                    page.lines.extend(diagram(&read));
                }
                continue;
            }
        };
        if let Some(title) = text.strip_prefix("## ") {
            pages.push(Page { title: plain(title), lines: Vec::new() });
            open = false;
        } else if text.is_empty() || text.starts_with('#') {
            open = false;
        } else {
            let item = text.strip_prefix("* ").or(text.strip_prefix("- "));
            let numbered = text.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok());
            match page.lines.last_mut() {
                Some(last) if open && item.is_none() && !numbered => {
                    last.push(' ');
                    last.push_str(&plain(text));
                }
                _ => page.lines.push(plain(item.unwrap_or(text))),
            }
            open = true;
        }
    }
    let spec = game.spec();
    let kinds =
        spec.kinds.iter().map(|kind| format!("{} {}: {}.", kind.letters(), kind.name, kind.words)).collect();
    pages.push(Page { title: "Pieces and their letters".to_owned(), lines: kinds });
    pages
}

/// The first position of a diagram by ranks, and what its pictures show.
fn diagram(diagram: &Diagram) -> Vec<String> {
    let mut lines = vec!["A diagram:".to_owned()];
    lines.extend(board(diagram.frames[0].position.as_ref(), "").unwrap_or_default());
    for frame in &diagram.frames {
        if !frame.words.is_empty() {
            lines.push(frame.words.clone());
        }
        // The words tell of a square where it cannot go.
        if frame.pointer.is_none() {
            lines.extend(goes(frame));
        }
    }
    lines
}

/// Where a piece can go.
fn goes(frame: &Frame) -> Option<String> {
    let geometry = frame.position.geometry();
    let squares: Vec<String> = frame.next().iter().map(|&(at, _)| geometry.label(at).to_owned()).collect();
    (!squares.is_empty()).then(|| format!("Squares: {}.", list(&squares)))
}

/// The list of pages, one page by its number, or all of them.
pub(super) fn pages(game: &'static dyn Variant, which: &str) -> Result<Vec<String>, Unanswered> {
    let pages = read(game);
    let whole = |page: &Page| [vec![page.title.clone()], page.lines.clone()].concat();
    match which {
        "" => {
            let mut lines = whole(&pages[0]);
            lines.extend(pages.iter().enumerate().skip(1).map(|(at, page)| format!("Page {at}: {}.", page.title)));
            lines.push("Type rules and the number of a page, or rules all.".to_owned());
            Ok(lines)
        }
        "all" => Ok(pages.iter().flat_map(whole).collect()),
        _ => {
            let page = which.parse().ok().filter(|&at| at > 0).and_then(|at: usize| pages.get(at));
            page.map(whole).ok_or_else(|| Unanswered::Page { typed: which.to_owned(), last: pages.len() - 1 })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn the_rules_of_every_game_are_plain_lines() {
        for game in GAMES {
            let all = pages(*game, "all").expect("all pages");
            assert!(all.len() > 20, "{}", game.spec().id);
            for line in &all {
                assert!(!line.contains("**") && !line.contains('`') && !line.contains('#'), "{line}");
                assert!(!line.trim().is_empty());
            }
            let list = pages(*game, "").expect("the list");
            let count = list.iter().filter(|line| line.starts_with("Page ")).count();
            for page in 1..=count {
                assert!(pages(*game, &page.to_string()).is_ok_and(|lines| lines.len() > 1), "{page}");
            }
            assert!(pages(*game, &(count + 1).to_string()).is_err() && pages(*game, "x").is_err());
        }
    }
}
