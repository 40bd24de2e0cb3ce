//! Pictures of positions and animations of games: well-formed, complete, and at each moment what the position says.

use std::collections::{BTreeMap, BTreeSet};

use heterodox::games::GAMES;
use heterodox::record::game::Game;
use heterodox::record::tree::{Id, PlayedMove};
use heterodox::rules::position::{Position, Stock};
use heterodox::rules::side::Side;
use heterodox::rules::variant::{Opening, Variant};
use heterodox::tui::depth::Depth;
use heterodox::tui::diagram::{Diagram, Moment, moments};
use heterodox::tui::theme::{Theme, Themes};
use heterodox::tui::view::View;

/// An element of a picture with everything in it.
#[derive(Debug, Default)]
struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    text: String,
    inside: Vec<Element>,
}

impl Element {
    /// Reads a document strictly: every tag is closed, every attribute is quoted and stands once, every `&` begins
    /// a known entity.
    fn read(text: &str) -> Element {
        let mut open = vec![Element::default()];
        let mut rest = text;
        while let Some(at) = rest.find('<') {
            let (words, after) = rest.split_at(at);
            assert!(!words.contains('>'), "a loose > in {words:?}");
            for part in words.split('&').skip(1) {
                assert!(["amp;", "lt;", "gt;", "quot;"].iter().any(|known| part.starts_with(known)), "&{part}");
            }
            open.last_mut().expect("the document").text.push_str(words);
            let (tag, after) = after[1..].split_once('>').expect("an end of the tag");
            rest = after;
            if let Some(name) = tag.strip_prefix('/') {
                let closed = open.pop().expect("an open element");
                assert_eq!(closed.name, name);
                open.last_mut().expect("the document").inside.push(closed);
                continue;
            }
            let (tag, is_whole) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
            let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
            let mut element = Element { name: name.to_owned(), ..Element::default() };
            while !rest.trim().is_empty() {
                let (key, after) = rest.trim_start().split_once("=\"").expect("name=\"value\"");
                let (value, after) = after.split_once('"').expect("a closing quote");
                assert!(element.attributes.insert(key.to_owned(), value.to_owned()).is_none(), "{key} twice");
                rest = after;
            }
            if is_whole {
                open.last_mut().expect("the document").inside.push(element);
            } else {
                open.push(element);
            }
        }
        assert!(rest.trim().is_empty(), "after the end: {rest:?}");
        let mut document = open.pop().expect("the document");
        assert!(open.is_empty(), "not closed: {}", document.name);
        assert_eq!(document.inside.len(), 1);
        document.inside.remove(0)
    }

    fn get(&self, key: &str) -> &str {
        self.attributes.get(key).map_or("", String::as_str)
    }

    fn all<'a>(&'a self, name: &str, found: &mut Vec<&'a Element>) {
        for element in &self.inside {
            if element.name == name {
                found.push(element);
            }
            element.all(name, found);
        }
    }

    fn named(&self, name: &str) -> Vec<&Element> {
        let mut found = Vec::new();
        self.all(name, &mut found);
        found
    }

    /// What is seen at a part of the whole time: the elements outside the definitions.
    fn seen(&self, time: f64) -> Vec<&Element> {
        let mut seen = Vec::new();
        for element in self.inside.iter().filter(|element| element.name != "defs") {
            match element.inside.iter().find(|inner| inner.name == "animate") {
                None => seen.push(element),
                Some(animate) => {
                    assert_eq!((animate.get("attributeName"), animate.get("calcMode")), ("visibility", "discrete"));
                    assert_eq!(animate.get("repeatCount"), "indefinite");
                    let times = animate.get("keyTimes").split(';').map(|at| at.parse().expect("a time"));
                    let times: Vec<f64> = times.collect();
                    let values: Vec<&str> = animate.get("values").split(';').collect();
                    assert_eq!(times.len(), values.len());
                    assert!(times[0] == 0.0 && times.is_sorted() && times.iter().all(|&at| at <= 1.0));
                    let now = times.iter().rposition(|&at| at <= time).expect("0 is the first");
                    if values[now] == "visible" {
                        seen.extend(element.inside.iter().filter(|inner| inner.name != "animate"));
                    }
                }
            }
        }
        seen
    }
}

/// The pieces that are seen: the names of their symbols with their places.
fn pieces(seen: &[&Element]) -> BTreeSet<(String, String, String)> {
    let uses = seen.iter().filter(|element| element.name == "use");
    uses.map(|piece| (piece.get("href").to_owned(), piece.get("x").to_owned(), piece.get("y").to_owned())).collect()
}

fn theme(name: &str) -> Theme {
    Themes::load(None).named(name, Depth::True)
}

/// A game of some plies that takes what it can, with names that must be written safely.
fn played(variant: &'static dyn Variant, plies: usize) -> Game {
    let mut game = Game::begin(variant, None, None).expect("a game");
    game.tags.set("Result", "1-0");
    game.tags.set(Game::seat_tag(variant.spec(), Side::FIRST), "<b>&\"Ann\"\u{1b}]0;x\u{7}");
    let mut position = game.tree.start().fork();
    let mut at = Id::ROOT;
    for ply in 0..plies {
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        let taking = legal.iter().position(|&mv| position.captured(mv).is_some());
        let text = position.machine(legal[taking.unwrap_or(ply * 31 % legal.len())]);
        let deed = PlayedMove::play(position.as_mut(), &text).expect("it is legal");
        at = game.tree.attach(at, deed);
    }
    game
}

/// The pieces that a picture of this position has to show.
fn wanted(position: &dyn Position) -> usize {
    let board = position.geometry().squares().filter(|&square| position.piece(square).is_some()).count();
    let held = |side| position.reserve(side).iter().filter(|(_, stock)| *stock != Stock::Count(0)).count();
    let living = position.spec().sides().filter(|&side| position.living().has(side));
    board + living.map(held).sum::<usize>()
}

#[test]
fn an_animation_shows_every_position_of_the_game_in_turn() {
    let theme = theme("slate");
    for variant in GAMES.iter().copied() {
        let game = played(variant, 40);
        let look = Diagram { theme: &theme, view: View::FIRST };
        let film = look.film(&game);
        assert_eq!(film, look.film(&game), "the same bytes each time");
        let picture = Element::read(&film);
        let frames = moments(&game);
        assert_eq!(frames.len(), game.tree.length() + 1);
        let whole = frames.len() as f64 + 3.0;
        let mut shown = BTreeSet::new();
        for (at, id) in game.tree.line(Id::ROOT).enumerate() {
            let position = game.tree.position(id);
            let seen = picture.seen((at as f64 + 0.5) / whole);
            let still = Element::read(&look.still(position.as_ref(), Moment::at(&game, id)));
            assert_eq!(pieces(&seen), pieces(&still.seen(0.0)), "{} ply {at}", variant.spec().id);
            assert_eq!(pieces(&seen).len(), wanted(position.as_ref()), "{} ply {at}", variant.spec().id);
            let words: Vec<&str> = seen.iter().map(|element| element.text.as_str()).collect();
            shown.insert(format!("{words:?}"));
        }
        assert_eq!(shown.len(), frames.len(), "{}: as many pictures as plies and one", variant.spec().id);
        assert!(film.contains("&lt;b&gt;&amp;&quot;Ann&quot;\\x1b]0;x\\x07"), "{}", variant.spec().id);
        assert!(film.len() < 160_000, "{}: {}", variant.spec().id, film.len());
        // A viewer without animations shows the end.
        let hidden = picture.named("g").into_iter().filter(|group| group.get("visibility") == "hidden").count();
        assert!(hidden > 0, "{}", variant.spec().id);
    }
}

/// Positions in which every kind of every army appears, on the board or in a reserve.
#[test]
fn every_kind_of_every_army_is_drawn_with_its_own_shapes() {
    for (name, _) in Themes::load(None).list() {
        let theme = theme(name);
        for variant in GAMES {
            let spec = variant.spec();
            let mut found = BTreeSet::new();
            let mut texts = vec!["4F3/8/8/8/8/8/6g1/4f2G w - - 0 1".to_owned()];
            let folder = format!("{}/fuzz/seeds/position_text", env!("CARGO_MANIFEST_DIR"));
            for entry in
                std::fs::read_dir(folder).expect("the positions").map(|entry| entry.expect("an entry").path())
            {
                let game = entry.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
                if game.starts_with(spec.id) {
                    texts.push(std::fs::read_to_string(entry).expect("text"));
                }
            }
            let mut positions: Vec<Box<dyn Position>> = vec![variant.begin(Opening::Start).expect("the start")];
            let fens = texts.iter().flat_map(|text| text.lines());
            positions.extend(fens.filter_map(|fen| variant.begin(Opening::Fen(fen)).ok()));
            for position in &positions {
                let look = Diagram { theme: &theme, view: View::FIRST };
                let picture = Element::read(&look.still(position.as_ref(), Moment::last(position.as_ref())));
                assert_eq!(pieces(&picture.seen(0.0)).len(), wanted(position.as_ref()), "{}", spec.id);
                let symbols = picture.named("symbol");
                let drawn: BTreeSet<String> =
                    symbols.iter().map(|symbol| format!("#{}", symbol.get("id"))).collect();
                let used: BTreeSet<String> =
                    pieces(&picture.seen(0.0)).into_iter().map(|(name, ..)| name).collect();
                assert_eq!(drawn, used, "{}: every piece has its symbol", spec.id);
                for symbol in symbols {
                    assert!(symbol.inside.len() > 2 && symbol.named("text").is_empty(), "{}", symbol.get("id"));
                    found.insert(symbol.get("id").to_owned());
                }
            }
            for (side, kind) in spec.sides().flat_map(|side| spec.all_kinds().map(move |kind| (side, kind))) {
                let id = format!("p{}-{}", side.index(), spec.of(kind).letter);
                let owned = spec.of(kind).owned_by(side);
                assert!(!owned || found.contains(&id), "{}: {id} in {found:?}", spec.id);
            }
        }
    }
}

#[test]
fn a_picture_is_seen_from_every_side_with_its_marks_and_names() {
    let theme = theme("parchment");
    for variant in GAMES.iter().copied() {
        let spec = variant.spec();
        let game = played(variant, 3);
        for side in spec.sides() {
            let look = Diagram { theme: &theme, view: View::of(spec, side) };
            let picture = Element::read(&look.still(game.end().as_ref(), Moment::at(&game, game.tree.last())));
            let marks =
                picture.inside.iter().filter(|element| element.name == "rect" && !element.get("x").is_empty());
            assert!(marks.count() >= 1, "{}: the last move", spec.id);
            let texts: Vec<&str> = picture.named("text").iter().map(|text| text.text.as_str()).collect();
            let geometry = spec.geometry();
            for square in geometry.squares() {
                let label = geometry.label(square);
                let parts = [&label[0..1], &label[1..2]];
                assert!(parts.iter().all(|part| texts.contains(part)), "{}: {label}", spec.id);
            }
            let [_, _, levels] = geometry.size();
            let levels = if levels > 1 { usize::from(levels) } else { 0 };
            assert_eq!(texts.iter().filter(|text| text.starts_with("level ")).count(), levels);
        }
    }
}
