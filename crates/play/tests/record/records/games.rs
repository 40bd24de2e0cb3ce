//! Games with trees of variations and everything that can be said of them, made from plans that can
//! be made smaller when a test fails.

use std::sync::Arc;
use std::time::Duration;

use heterodox_games::GAMES;
use heterodox_kernel::outcome::Share;
use heterodox_kernel::side::{BySide, Side};
use heterodox_kernel::timeline::Act;
use heterodox_kernel::variant::Opening;
use heterodox_play::record::game::{Game, Tags};
use heterodox_play::record::leaving::Leaving;
use heterodox_play::record::tree::{Eval, Id, Notes, PlayedMove, Tree, Worth};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Pieces of text that mean something to somebody.
const PIECES: &[&str] = &[
    " ",
    "  ",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "\t",
    "\u{0}",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{2028}",
    "\u{feff}",
    "{",
    "}",
    ";",
    "%",
    "(",
    ")",
    "$1",
    "[",
    "]",
    "\"",
    "\\",
    "[%",
    "[%clk 0:01:30]",
    "[%eval 0.10]",
    "[%eval 1,2,3,4]",
    "[%out green time]",
    "[%out red resigns]",
    "[%out blue fails]",
    "[%clk\n1:00]",
    "[ %clk 1:00]",
    "[%cal Ge2e4]",
    "[Event \"x\"]",
    "[Event ",
    "[Variant \"Holywar\"]",
    "*",
    "1-0",
    "1/2-1/2",
    "1.",
    "e4",
    "e.p.",
    "Ke2<>Ld2",
    "--",
    "!?",
    "é",
    "½",
    "♔",
    "日本",
    "word",
    "a few words",
    "%skipped?",
    ";",
    "a-word-that-is-longer-than-a-line-of-the-file-that-it-is-written-in-for-it-has-more-than-80-letters-in-it",
];

/// Names of tags, good and odd.
const NAMES: &[&str] = &[
    "Event",
    "site",
    "Date",
    "Round",
    "White",
    "Black",
    "Red",
    "red",
    "Orange",
    "Green",
    "Blue",
    "Result",
    "Variant",
    "FEN",
    "SetUp",
    "Array",
    "TimeControl",
    "Termination",
    "WhiteElo",
    "Annotator",
    "",
    "two words",
    "a\"quote",
    "a]bracket",
    "Größe",
    "%",
    ";",
    "line\nend",
];

/// A text with odd letters.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => select(PIECES).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "[a-z]{1,12} ",
    ];
    prop::collection::vec(piece, 0..9).prop_map(|pieces| pieces.concat())
}

fn texts() -> impl Strategy<Value = Vec<String>> {
    prop_oneof![3 => Just(Vec::new()), 2 => prop::collection::vec(text(), 1..4)]
}

fn worth() -> impl Strategy<Value = Worth> {
    let cents = prop_oneof![any::<i32>(), -999..999];
    prop_oneof![3 => cents.prop_map(Worth::Cents), 1 => any::<i32>().prop_map(Worth::Mate)]
}

fn notes() -> impl Strategy<Value = Notes> {
    let nags = prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(any::<u8>(), 1..3)];
    let clock = prop::option::weighted(0.2, any::<Duration>());
    let eval = prop::option::weighted(0.3, prop::collection::vec(worth(), 0..6).prop_map(Eval));
    (texts(), texts(), nags, clock, eval).prop_map(|(lead, comments, nags, clock, eval)| Notes {
        lead,
        comments,
        nags,
        clock,
        eval,
    })
}

/// One more deed of a tree.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Where it is put: mostly at the end of the line just begun.
    branch: Option<Index>,
    what: Index,
    leaves: Option<(Index, Leaving)>,
    notes: Notes,
}

fn step() -> impl Strategy<Value = Step> {
    let branch = prop::option::weighted(0.25, any::<Index>());
    let leaves = prop::option::weighted(0.1, (any::<Index>(), select(&Leaving::ALL)));
    (branch, any::<Index>(), leaves, notes()).prop_map(|(branch, what, leaves, notes)| Step {
        branch,
        what,
        leaves,
        notes,
    })
}

/// What becomes a game.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    variant: Index,
    /// Begins with this position of those that the tests know; otherwise as usual.
    opening: Option<Index>,
    steps: Vec<Step>,
    about: Notes,
    promoted: Vec<Index>,
    tags: Vec<(&'static str, String)>,
    shares: Option<Vec<Index>>,
}

fn plan() -> impl Strategy<Value = Plan> {
    (
        any::<Index>(),
        prop::option::of(any::<Index>()),
        prop::collection::vec(step(), 0..24),
        notes(),
        prop::collection::vec(any::<Index>(), 0..3),
        prop::collection::vec((select(NAMES), text()), 0..6),
        prop::option::of(prop::collection::vec(any::<Index>(), 4)),
    )
        .prop_map(|(variant, opening, steps, about, promoted, tags, shares)| Plan {
            variant,
            opening,
            steps,
            about,
            promoted,
            tags,
            shares,
        })
}

/// Games of all kinds.
pub(crate) fn games() -> impl Strategy<Value = Game> {
    plan().prop_map(|plan| made(&plan))
}

const TABLE: &str = include_str!("../../../../../tests/data/perft.tsv");

fn made(plan: &Plan) -> Game {
    let variant = *plan.variant.get(GAMES);
    let rows = TABLE.lines().filter(|line| line.split('\t').next() == Some(variant.spec().id));
    let fens: Vec<&str> = rows.filter_map(|line| line.split('\t').nth(2)).collect();
    let opening = plan.opening.map_or(Opening::Start, |index| Opening::Fen(fens[index.index(fens.len())]));
    let position = variant.begin(opening).expect("the table has good positions");
    let mut tree = Tree::new(Arc::from(position));
    *tree.notes_mut(Id::ROOT) = plan.about.clone();
    let mut at = Id::ROOT;
    for step in &plan.steps {
        if let Some(branch) = step.branch {
            at = *branch.get(&tree.all());
        }
        at = grown(&mut tree, at, step).unwrap_or(at);
    }
    for index in &plan.promoted {
        let all = tree.all();
        tree.promote(*index.get(&all));
    }
    let mut tags = Tags::default();
    for (name, value) in &plan.tags {
        tags.set(name, value.clone());
    }
    let shares = match (&plan.shares, tree.position(tree.last()).outcome()) {
        (None, _) => None,
        // Of a game that the rules have ended, another result is a problem.
        (Some(_), Some(outcome)) => Some(outcome.shares),
        (Some(parts), None) => Some(shared(parts)),
    };
    Game { tags, tree, shares }
}

fn grown(tree: &mut Tree, at: Id, step: &Step) -> Option<Id> {
    let mut position = tree.position(at);
    let living: Vec<Side> = position.living().iter().collect();
    let leaves = step.leaves.filter(|_| tree.start().spec().seats.len() > 2 && position.outcome().is_none());
    let deed = if let Some((who, why)) = leaves {
        let (side, round) = (*who.get(&living), position.round());
        position.leave(side).ok()?;
        PlayedMove::leave(side, round, why)
    } else {
        let legal = position.legal();
        (!legal.is_empty()).then(|| PlayedMove::of(position.as_ref(), Act::Move(*step.what.get(&legal))))?
    };
    let id = tree.attach(at, deed);
    *tree.notes_mut(id) = step.notes.clone();
    Some(id)
}

/// Shares that mostly add to one.
fn shared(parts: &[Index]) -> BySide<Share> {
    let among = parts[0].index(5);
    BySide::from_fn(|side| match (among, parts[side.index()].index(2)) {
        (0, _) => Share::among(parts[side.index()].index(9) + 1),
        (_, 0) => Share::NONE,
        _ => Share::among(among),
    })
}
