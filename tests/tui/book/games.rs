//! A page with rules and a picture for every game, and the gallery of them all.

use std::fmt::Write as _;
use std::fs;

use heterodox::cli::rules::markdown;
use heterodox::games::{GAMES as BUILT_IN, Registry, shelf};
use heterodox::rules::variant::{Opening, Variant};
use heterodox::tui::depth::Depth;
use heterodox::tui::diagram::{Diagram, Moment};
use heterodox::tui::outline::Strokes;
use heterodox::tui::theme::{Theme, Themes};
use heterodox::tui::view::View;

use super::{GAMES, Pages, compare, docs, made_by, page};

/// What all pictures together may take.
const MOST_BYTES: usize = 1_500_000;

/// A game of the book, and who invented it.
struct Shown {
    game: &'static dyn Variant,
    credits: String,
}

/// The games that are built in, then those of the shelf, both in the order of the program.
fn shown() -> Vec<Shown> {
    let registry = Registry::default();
    let built_in = BUILT_IN.iter().map(|&game| Shown { game, credits: first_sentence(game.spec().rules) });
    let files = shelf::all().iter().map(|book| {
        let game = registry.file(book.id).expect("a game of the shelf");
        Shown { game, credits: game.credits().to_owned() }
    });
    built_in.chain(files).collect()
}

/// The rules of a built-in game begin with who invented it.
fn first_sentence(rules: &str) -> String {
    let line = rules.lines().find(|line| line.starts_with("By ")).expect("who invented it");
    line.split_inclusive(". ").next().unwrap_or(line).trim_end().to_owned()
}

/// The position that the first screen shows of a game.
fn picture(game: &'static dyn Variant, theme: &Theme) -> String {
    let spec = game.spec();
    let position = game.begin(spec.scene.map_or(Opening::Start, Opening::Fen)).expect("a position");
    let diagram = Diagram { theme, view: View::FIRST };
    diagram.still(position.as_ref(), Moment::of(position.as_ref()))
}

/// The rules below a picture.
fn rules(game: &'static dyn Variant) -> String {
    let spec = game.spec();
    let text = markdown(game, Strokes::Box).unwrap_or_else(|error| panic!("{}: {error}", spec.id));
    let (title, rest) = text.split_once('\n').expect("a title");
    let picture = format!("![{}]({}.svg)", spec.title, spec.id);
    let play = format!("`heterodox play {}` plays it. [All games](gallery.md).", spec.id);
    format!("{}\n{title}\n\n{picture}\n{rest}\n{play}\n", made_by("games"))
}

/// All games, each with its picture, what it is, what wins, and who invented it.
fn gallery(all: &[Shown]) -> String {
    let mut text = made_by("games");
    text.push_str(
        "\n# All games\n\nThe four games of Heterodox, and those that it brings along as [files](../variants.md). `heterodox play ID` plays one;\n\
         the id is in brackets. Each picture leads to the rules.\n",
    );
    let of_shelf = BUILT_IN.len();
    for (heading, games) in [("The four games", &all[..of_shelf]), ("The shelf", &all[of_shelf..])] {
        let _ = write!(text, "\n## {heading}\n\n| | |\n|---|---|\n");
        for Shown { game, credits } in games {
            let spec = game.spec();
            let (id, title) = (spec.id, spec.title);
            let goal = spec.goal.trim_end_matches('.');
            let words: Vec<String> = [spec.about.to_owned(), format!("Goal: {goal}."), credits.clone()]
                .into_iter()
                .filter(|words| !words.is_empty())
                .collect();
            let _ = writeln!(
                text,
                "| [![{title}]({id}.svg)]({id}.md) | **[{title}]({id}.md)** (`{id}`). {} |",
                words.join(" ").replace('|', "\\|")
            );
        }
    }
    text
}

#[test]
fn every_game_has_its_page_its_picture_and_its_place_in_the_gallery() {
    let all = shown();
    let theme = Themes::load(None).named("slate", Depth::True);
    let mut bytes = 0;
    let mut pages = Pages::from([(format!("{GAMES}/gallery.md"), gallery(&all))]);
    for Shown { game, .. } in &all {
        let id = game.spec().id;
        pages.insert(format!("{GAMES}/{id}.md"), rules(*game));
        let picture = picture(*game, &theme);
        bytes += picture.len();
        pages.insert(format!("{GAMES}/{id}.svg"), picture);
    }
    compare(&pages);
    for entry in fs::read_dir(docs().join(GAMES)).expect("the pages") {
        let name = entry.expect("a file").file_name();
        let name = format!("{GAMES}/{}", name.to_str().expect("text"));
        assert!(pages.contains_key(&name), "docs/{name} is of no game");
    }
    assert!(bytes <= MOST_BYTES, "the pictures have {bytes} bytes");
    // The list of contents is written by hand, for its order.
    let contents: Vec<String> = all
        .iter()
        .map(|shown| shown.game.spec())
        .map(|spec| format!("  - [{}]({GAMES}/{}.md)", spec.title, spec.id))
        .collect();
    let summary = page("SUMMARY.md");
    let listed: Vec<&str> =
        summary.lines().filter(|line| line.contains(&format!("({GAMES}/")) && line.starts_with("  - ")).collect();
    assert_eq!(listed, contents, "docs/SUMMARY.md lists all games in the order of the program");
}
