//! What is drawn on a page: texts, bars, lines, a curve and a picture.

use std::fmt::Write as _;

use crate::escape::xml;

/// Which point of a text is at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// A page in progress.
pub(super) struct Paper(String);

const STYLE: &str = "text{font-family:\"DejaVu Sans\",Verdana,sans-serif;font-size:12px;fill:#2b2b2b}\
                     .title{font-size:30px;font-weight:bold}.head{font-weight:bold;fill:#7a4a1d}.dim{fill:#777}\
                     .small{font-size:10px;fill:#777}.mark{font-weight:bold;fill:#a33}\
                     .bar{fill:#c08a52}.pale{fill:#cfc8bd}.reach{stroke:#4a3520;stroke-width:1.5}\
                     .axis{stroke:#8a8175;stroke-width:1}.even{stroke:#7a4a1d;stroke-width:1;stroke-dasharray:3 2}\
                     .curve{fill:none;stroke:#a8682f;stroke-width:2}";

impl Paper {
    pub(super) fn new(width: f64, height: f64, title: &str) -> Paper {
        Paper(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">\n<title>{}</title>\n<style>{STYLE}</style>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fbf8f2\"/>\n",
            xml(title)
        ))
    }

    pub(super) fn text(&mut self, x: f64, y: f64, class: &str, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = xml(text);
        let _ = writeln!(
            self.0,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\" text-anchor=\"{anchor}\">{text}</text>"
        );
    }

    /// The heading of a part, with a line below.
    pub(super) fn head(&mut self, x: f64, y: f64, text: &str) {
        self.text(x, y, "head", Anchor::Start, text);
    }

    pub(super) fn rect(&mut self, [x, y, width, height]: [f64; 4], class: &str) {
        let width = width.max(0.0);
        let _ = writeln!(
            self.0,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" class=\"{class}\"/>"
        );
    }

    pub(super) fn line(&mut self, [x1, y1, x2, y2]: [f64; 4], class: &str) {
        let _ = writeln!(
            self.0,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>"
        );
    }

    pub(super) fn curve(&mut self, points: &[[f64; 2]]) {
        let points: Vec<String> = points.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(self.0, "<polyline class=\"curve\" points=\"{}\"/>", points.join(" "));
    }

    /// Another picture as a whole, so that its styles stay in it.
    pub(super) fn picture(&mut self, [x, y, width, height]: [f64; 4], svg: &str) {
        let mut data = String::with_capacity(svg.len() * 3 / 2);
        for letter in svg.chars() {
            match letter {
                '%' | '#' | '<' | '>' | '"' | '&' | '\'' | '\n' => {
                    let _ = write!(data, "%{:02X}", u32::from(letter));
                }
                letter => data.push(letter),
            }
        }
        let _ = writeln!(
            self.0,
            "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
             href=\"data:image/svg+xml;utf8,{data}\"/>"
        );
    }

    pub(super) fn done(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }
}
