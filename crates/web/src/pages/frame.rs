//! What all pages have: head, ways to the other pages, foot.

use crate::html::Html;
use crate::site::Site;
use crate::tui::diagram::{CARD, PageSymbols};

/// The pages that every page links, with their paths.
const WAYS: [(&str, &str); 3] = [("/games", "Games"), ("/tournaments", "Tournaments"), ("/rules", "Rules")];

/// How it changes while somebody looks at it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) enum Changes {
    /// It does not.
    #[default]
    Never,
    /// It is asked for again every so many seconds.
    Every(u32),
    /// This address tells when; without scripts it is asked for again every so many seconds.
    Told(String, u32),
}

/// A page before its frame is around it.
#[derive(Default)]
pub(crate) struct Page {
    /// Its title.
    pub(crate) title: String,
    /// What search engines and chat programs show.
    pub(crate) description: String,
    pub(crate) body: Html,
    /// The path of the page itself.
    pub(crate) path: String,
    /// The path of the picture that shows it, with what is in it.
    pub(crate) card: Option<(String, String)>,
    /// The pieces of its boards.
    pub(crate) symbols: PageSymbols,
    pub(crate) changes: Changes,
}

impl Page {
    /// A page with this title.
    pub(crate) fn new(title: &str, body: Html) -> Page {
        Page { title: title.to_owned(), body, ..Page::default() }
    }

    fn head(&self, site: &Site, html: &mut Html) {
        html.void("meta", &[("charset", "utf-8")]);
        html.void("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
        let title = if self.path == "/" { self.title.clone() } else { format!("{} · Heterodox", self.title) };
        html.element("title", &[], &title);
        html.void("meta", &[("name", "description"), ("content", &self.description)]);
        html.void("meta", &[("property", "og:site_name"), ("content", "Heterodox")]);
        html.void("meta", &[("property", "og:type"), ("content", "website")]);
        html.void("meta", &[("property", "og:title"), ("content", &self.title)]);
        html.void("meta", &[("property", "og:description"), ("content", &self.description)]);
        // Programs that show a link want whole addresses.
        if let (Some(address), false) = (&site.words.address, self.path.is_empty()) {
            let own = format!("{address}{}", self.path);
            html.void("link", &[("rel", "canonical"), ("href", &own)]);
            html.void("meta", &[("property", "og:url"), ("content", &own)]);
            if let Some((path, words)) = &self.card {
                let (wide, high) = (CARD.0.to_string(), CARD.1.to_string());
                html.void("meta", &[("property", "og:image"), ("content", &format!("{address}{path}"))]);
                html.void("meta", &[("property", "og:image:width"), ("content", &wide)]);
                html.void("meta", &[("property", "og:image:height"), ("content", &high)]);
                html.void("meta", &[("property", "og:image:alt"), ("content", words)]);
                html.void("meta", &[("name", "twitter:card"), ("content", "summary_large_image")]);
            }
        }
        html.void("link", &[("rel", "icon"), ("type", "image/svg+xml"), ("href", &site.assets.icon)]);
        html.void("link", &[("rel", "stylesheet"), ("href", &site.assets.style)]);
        html.element("script", &[("src", &site.assets.script), ("defer", "defer")], "");
        if let Changes::Every(seconds) | Changes::Told(_, seconds) = &self.changes {
            let seconds = seconds.to_string();
            html.inside("noscript", &[], |html| {
                html.void("meta", &[("http-equiv", "refresh"), ("content", &seconds)]);
            });
        }
    }

    fn header(&self, html: &mut Html) {
        html.inside("header", &[], |html| {
            html.element("a", &[("class", "home"), ("href", "/")], "Heterodox");
            html.inside("nav", &[("aria-label", "Pages")], |html| {
                for (path, name) in WAYS {
                    if self.path == path {
                        html.element("a", &[("href", path), ("aria-current", "page")], name);
                    } else {
                        html.link(path, name);
                    }
                    html.text(" ");
                }
            });
        });
    }

    /// The whole page.
    pub(crate) fn document(&self, site: &Site) -> String {
        let mut html = Html::default();
        html.inside("html", &[("lang", "en")], |html| {
            html.inside("head", &[], |html| self.head(site, html));
            html.inside("body", &[], |html| {
                self.header(html);
                let every;
                let told: Vec<(&'static str, &str)> = match &self.changes {
                    Changes::Never => Vec::new(),
                    Changes::Every(seconds) => {
                        every = seconds.to_string();
                        vec![("data-every", every.as_str())]
                    }
                    Changes::Told(address, _) => vec![("data-live", address.as_str())],
                };
                html.inside("main", &told, |html| {
                    html.drawing(&self.symbols.svg());
                    html.part(&self.body);
                });
                html.inside("footer", &[], |html| {
                    html.text("Heterodox, a club for chess variants in the terminal: ");
                    html.element("code", &[], &site.words.ssh);
                });
            });
        });
        html.document()
    }
}
