//! HTML that is escaped by its type: text and values of attributes come in through [`Html::text`] and its like, which escape
//! them, and every element is closed by what opened it. So no name of a person can be markup.

use heterodox_base::escape;

/// The elements without content.
const VOID: [&str; 4] = ["meta", "link", "br", "hr"];

/// The attributes of an element: names of the program, and any values.
pub(crate) type Attributes<'a> = &'a [(&'static str, &'a str)];

/// A part of a page.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Html(String);

impl Html {
    /// Any text.
    pub(crate) fn text(&mut self, text: &str) {
        self.0.push_str(&escape::xml(text));
    }

    fn open(&mut self, tag: &'static str, attributes: Attributes<'_>) {
        self.0.push('<');
        self.0.push_str(tag);
        for (name, value) in attributes {
            self.0.push(' ');
            self.0.push_str(name);
            self.0.push_str("=\"");
            self.text(value);
            self.0.push('"');
        }
        self.0.push('>');
    }

    /// An element, with what is put into it.
    pub(crate) fn inside(&mut self, tag: &'static str, attributes: Attributes<'_>, fill: impl FnOnce(&mut Html)) {
        self.open(tag, attributes);
        fill(self);
        if !VOID.contains(&tag) {
            self.0.push_str("</");
            self.0.push_str(tag);
            self.0.push('>');
        }
        if !INLINE.contains(&tag) {
            self.0.push('\n');
        }
    }

    /// An element with a text in it.
    pub(crate) fn element(&mut self, tag: &'static str, attributes: Attributes<'_>, text: &str) {
        self.inside(tag, attributes, |html| html.text(text));
    }

    /// An element without content.
    pub(crate) fn void(&mut self, tag: &'static str, attributes: Attributes<'_>) {
        self.inside(tag, attributes, |_| ());
    }

    /// A link.
    pub(crate) fn link(&mut self, href: &str, text: &str) {
        self.element("a", &[("href", href)], text);
    }

    /// A heading of a section.
    pub(crate) fn heading(&mut self, text: &str) {
        self.element("h2", &[], text);
    }

    /// A paragraph.
    pub(crate) fn paragraph(&mut self, text: &str) {
        self.element("p", &[], text);
    }

    /// A drawing of the program: it is markup already.
    pub(crate) fn drawing(&mut self, svg: &str) {
        self.0.push_str(svg);
    }

    /// Another part.
    pub(crate) fn part(&mut self, other: &Html) {
        self.0.push_str(&other.0);
    }

    /// A whole document.
    pub(crate) fn document(self) -> String {
        format!("<!DOCTYPE html>\n{}", self.0)
    }
}

/// After these elements the line does not end, because that would be a space.
const INLINE: [&str; 7] = ["a", "b", "code", "span", "em", "strong", "time"];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn markup_in_texts_and_values_is_text() {
        let mut html = Html::default();
        html.element("a", &[("href", "\" onclick=\"x")], "<script>alert('&')</script>");
        html.void("meta", &[("content", "'>")]);
        assert!(!html.0.contains("<script") && !html.0.contains("\" onclick=\"x\""), "{}", html.0);
        assert_eq!(html.0.matches('<').count(), 3);
    }

    proptest! {
        #[test]
        fn no_text_opens_an_element(text in ".{0,60}", value in ".{0,60}") {
            let mut html = Html::default();
            html.element("p", &[("title", &value)], &text);
            prop_assert_eq!(html.0.matches('<').count(), 2);
            prop_assert_eq!(html.0.matches('"').count(), 2);
        }
    }
}
