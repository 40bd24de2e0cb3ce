//! A move step by step: each pick is asked for in words, with what can be picked.

use super::unanswered::Unanswered;
use crate::rules::explain::list;
use crate::rules::pick::{Mark, Pick, Picked};
use crate::rules::position::Position;
use crate::session::telling::sentence;

use super::board::{piece, square};

/// A pick as a word that can be typed.
fn word(position: &dyn Position, pick: Pick) -> String {
    let spec = position.spec();
    match pick {
        Pick::Square(square) => position.geometry().label(square).to_owned(),
        Pick::Reserve(kind) | Pick::Promote(kind) => spec.of(kind).name.to_owned(),
        Pick::Stop => "stop".to_owned(),
        Pick::Pass => "pass".to_owned(),
    }
}

/// The picks so far in words: `Knight c8, in e5`.
fn so_far(position: &dyn Position, picks: &[Pick]) -> String {
    let mut words: Vec<String> = Vec::new();
    for (at, &pick) in picks.iter().enumerate() {
        let choices = position.choices(&picks[..at]);
        let mark = choices.iter().find(|choice| choice.pick == pick).map(|choice| choice.mark);
        let named = word(position, pick);
        words.push(match (pick, mark) {
            (Pick::Square(square), _) if at == 0 => {
                format!("{} {named}", piece(position, square).unwrap_or_default()).trim().to_owned()
            }
            (_, Some(Mark::In)) => format!("in {named}"),
            (_, Some(Mark::Out)) => format!("out {named}"),
            _ => named,
        });
    }
    words.join(", ")
}

/// The question for the next pick, with what can be picked: `White Knight c8, where it goes: a7, b6 and d6.`
pub(super) fn question(position: &dyn Position, picks: &[Pick]) -> String {
    let choices = position.choices(picks);
    let options: Vec<String> = choices
        .iter()
        .map(|choice| {
            let named = word(position, choice.pick);
            let there = if let Pick::Square(square) = choice.pick { position.piece(square) } else { None };
            let kind = there.map(|piece| position.spec().of(piece.kind()).name);
            let target = if let Pick::Square(square) = choice.pick { piece(position, square) } else { None };
            match (choice.mark, kind, target) {
                (Mark::In, ..) => format!("in {named}"),
                (Mark::Out, ..) => format!("out {named}"),
                (Mark::From, Some(kind), _) => format!("{kind} {named}"),
                (Mark::Partner, Some(kind), _) => format!("{named} with the {kind}"),
                (Mark::Capture | Mark::OwnCapture, _, Some(target)) => format!("{named} takes {target}"),
                _ => named,
            }
        })
        .collect();
    let asked = position.ask(picks);
    let asked = match so_far(position, picks) {
        before if before.is_empty() => "pick a piece".to_owned(),
        before => format!("{before}, {asked}"),
    };
    sentence(&format!("{asked}: {}. Type one, or back", list(&options)))
}

/// The pick that a word means here, if it could mean one.
pub(super) fn read(position: &dyn Position, picks: &[Pick], typed: &str) -> Option<Pick> {
    let typed = typed.trim();
    let typed = typed.strip_prefix("in ").or(typed.strip_prefix("out ")).unwrap_or(typed);
    let choices = position.choices(picks);
    let same = |pick: Pick| word(position, pick).eq_ignore_ascii_case(typed);
    let letter = |pick: Pick| match pick {
        Pick::Reserve(kind) | Pick::Promote(kind) => position.spec().of(kind).letters() == typed,
        _ => false,
    };
    let found = choices.iter().map(|choice| choice.pick).find(|&pick| same(pick) || letter(pick));
    found.or_else(|| {
        let spec = position.spec();
        let kind = spec.all_kinds().find(|&kind| spec.of(kind).name.eq_ignore_ascii_case(typed));
        square(position, typed).ok().map(Pick::Square).or(kind.map(Pick::Reserve).filter(|_| picks.is_empty()))
    })
}

/// Makes a pick. Says why it cannot be made.
pub(super) fn choose(position: &dyn Position, picks: &mut Vec<Pick>, pick: Pick) -> Result<Picked, Unanswered> {
    if let Some(why) = position.explain(picks, pick) {
        return Err(Unanswered::Pick(sentence(&why)));
    }
    let mut picker = position.picker();
    for &known in picks.iter() {
        picker.choose(known);
    }
    let done = picker.choose(pick);
    if done == Picked::More {
        picks.push(pick);
    }
    Ok(done)
}
