//! Links and headings of a page in Markdown.

use std::collections::BTreeSet;

/// What a page has that others may name, and what it names.
#[derive(Default, Debug)]
pub(super) struct Page {
    pub(super) links: Vec<String>,
    /// The names of its headings in links.
    pub(super) headings: BTreeSet<String>,
}

impl Page {
    pub(super) fn read(text: &str) -> Page {
        let mut page = Page::default();
        let mut fence: Option<String> = None;
        for line in text.lines() {
            let shown = line.trim_start();
            let ticks: String = shown.chars().take_while(|&letter| letter == '`').collect();
            match &fence {
                Some(open) if shown == open => fence = None,
                Some(_) => {}
                None if ticks.len() >= 3 => fence = Some(ticks),
                None => page.line(line),
            }
        }
        page
    }

    fn line(&mut self, line: &str) {
        let level = line.chars().take_while(|&letter| letter == '#').count();
        if (1..=6).contains(&level) && line[level..].starts_with(' ') {
            self.heading(line[level..].trim());
        }
        self.links.extend(links(line));
    }

    fn heading(&mut self, title: &str) {
        let name = name(title);
        let mut free = name.clone();
        for number in 1.. {
            if self.headings.insert(free) {
                return;
            }
            free = format!("{name}-{number}");
        }
    }
}

/// The name of a heading in links. The sites that show pages and the book make it alike.
fn name(title: &str) -> String {
    let mut shown = String::new();
    let mut rest = title;
    // Of a link its words are shown.
    while let Some((before, link)) = rest.split_once("](") {
        shown.push_str(before);
        rest = link.split_once(')').map_or("", |(_, after)| after);
    }
    shown.push_str(rest);
    let letter = |letter: char| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter.is_alphanumeric().then_some(letter),
    };
    shown.to_lowercase().chars().filter_map(letter).collect()
}

/// The links of a line, of pictures too, without what is written as code.
fn links(line: &str) -> Vec<String> {
    let mut text = String::new();
    for (at, part) in line.split('`').enumerate() {
        // A link may have code as its words.
        text.push_str(if at % 2 == 0 { part } else { "code" });
    }
    let ends = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    ends.map(|(link, _)| link.split(' ').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn links_and_headings_are_read() {
    let page = Page::read(
        "# One [`two`](x.md) & three\n## One\n## One\nSee [a](a.md#b), [![c](c.svg)](d.md) and `[no](e.md)`, [`f`](f.md).\n\
         ````\n[no](g.md)\n```\n# No\n````\n* [h](h.md \"title\")\n#no\n",
    );
    assert_eq!(page.links, ["x.md", "a.md#b", "c.svg", "d.md", "f.md", "h.md"]);
    let headings: Vec<&str> = page.headings.iter().map(String::as_str).collect();
    assert_eq!(headings, ["one", "one-1", "one-two--three"]);
}
