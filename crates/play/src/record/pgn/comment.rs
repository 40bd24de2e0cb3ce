//! The contents of PGN comments: text and commands such as `[%clk 0:01:30]`. Any run of spaces, line ends and
//! control characters becomes one space. An unknown command is kept as text; text that looks like a known command
//! gets a space after its bracket.

use std::fmt::Write as _;

use std::time::Duration;

use crate::record::leaving::Leaving;
use crate::record::tree::{Eval, Worth};
use crate::rules::side::Side;
use crate::rules::spec::Spec;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// The time left on the clock.
    Clock(Duration),
    /// The evaluation of the position.
    Eval(Eval),
    /// A seat leaves the game, with the reason.
    Out(Side, Leaving),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Part<'t> {
    Text(&'t str),
    Command(Command),
    /// A command of a seat that leaves, but with an unknown seat or reason: without it the game may continue
    /// differently.
    Odd(&'t str),
}

/// An example of the command of a seat that leaves.
pub(super) const LEAVES: &str = "something like [%out green resigns] or [%out green time]";

/// Splits a comment into text and known commands.
pub(super) fn parts<'t>(spec: &Spec, text: &'t str) -> Vec<Part<'t>> {
    let mut parts = Vec::new();
    let (mut begun, mut at) = (0, 0);
    while let Some(found) = text[at..].find("[%") {
        let from = at + found;
        let inner = &text[from + 2..];
        at = from + 2;
        // A command with a bracket inside is not one of ours.
        let Some(length) = inner.find(['[', ']']) else { continue };
        if inner[length..].starts_with('[') {
            continue;
        }
        let inner = &inner[..length];
        let odd = spec.seats.len() > 2 && words(inner).next() == Some(OUT);
        let part = match command(spec, inner) {
            Some(command) => Part::Command(command),
            None if odd => Part::Odd(&text[from..=at + length]),
            None => continue,
        };
        parts.extend((begun < from).then(|| Part::Text(&text[begun..from])));
        parts.push(part);
        at += length + 1;
        begun = at;
    }
    parts.extend((begun < text.len()).then(|| Part::Text(&text[begun..])));
    parts
}

/// The name of the command of a seat that leaves.
const OUT: &str = "out";

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| letter == ' ' || letter.is_control()).filter(|word| !word.is_empty())
}

fn command(spec: &Spec, text: &str) -> Option<Command> {
    let mut words = words(text);
    let (name, value) = (words.next()?, words.next()?);
    let command = match name {
        "clk" => Command::Clock(clock(value)?),
        "eval" => Command::Eval(eval(spec, value)?),
        OUT if spec.seats.len() > 2 => {
            let side = spec.sides().find(|&side| spec.seat(side).name.eq_ignore_ascii_case(value))?;
            Command::Out(side, Leaving::of_shown(words.next()?)?)
        }
        _ => return None,
    };
    words.next().is_none().then_some(command)
}

fn digits(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Parses `h:mm:ss` with an optional fraction, of which three digits are kept.
pub(in crate::record) fn clock(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    digits(&fraction.chars().take(3).collect::<String>())?;
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) || whole.split(':').count() > 3 {
        return None;
    }
    let thousandths = digits(&format!("{fraction:0<3}")[..3])?;
    let mut seconds: u64 = 0;
    for part in whole.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(digits(part)?)?;
    }
    Some(Duration::from_secs(seconds) + Duration::from_millis(thousandths))
}

/// Parses the evaluation: one number in games for two, otherwise one per seat.
fn eval(spec: &Spec, text: &str) -> Option<Eval> {
    let parts: Vec<&str> = text.split(',').take(crate::rules::side::SEATS + 1).collect();
    let shares = match (spec.seats.len(), &parts[..]) {
        // Some programs append the search depth.
        (2, [one, depth]) if digits(depth).is_some() => vec![worth(one)?],
        (2, [one]) => vec![worth(one)?],
        (2, _) => return None,
        (seats, all) if all.len() == seats => all.iter().map(|part| worth(part)).collect::<Option<_>>()?,
        _ => return None,
    };
    Some(Eval(shares))
}

fn worth(text: &str) -> Option<Worth> {
    if let Some(moves) = text.strip_prefix('#') {
        return moves.parse().ok().map(Worth::Mate);
    }
    let (sign, plain) = match text.strip_prefix('-') {
        Some(plain) => (-1, plain),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = plain.split_once('.').unwrap_or((plain, ""));
    if whole.is_empty() && fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { i64::try_from(digits(whole)?).ok()? };
    let thousandths = i64::try_from(digits(&format!("{fraction:0<3}")[..3])?).ok()?;
    let cents = whole.checked_mul(100)?.checked_add((thousandths + 5) / 10)?;
    i32::try_from(sign * cents).ok().map(Worth::Cents)
}

/// Does the evaluation have as many values as this variant needs?
pub(super) fn fits(spec: &Spec, eval: &Eval) -> bool {
    let expected = if spec.seats.len() == 2 { 1 } else { spec.seats.len() };
    eval.0.len() == expected
}

/// Formats a command.
pub(super) fn write(spec: &Spec, command: &Command) -> String {
    match command {
        Command::Clock(left) => {
            let seconds = left.as_secs();
            let mut text = format!("[%clk {}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
            if left.subsec_millis() > 0 {
                let _ = write!(text, ".{:03}", left.subsec_millis());
            }
            text + "]"
        }
        Command::Eval(eval) => {
            let parts: Vec<String> = eval.0.iter().map(|worth| written(*worth)).collect();
            format!("[%eval {}]", parts.join(","))
        }
        Command::Out(side, how) => format!("[%out {} {}]", spec.seat(*side).name.to_lowercase(), how.shown()),
    }
}

fn written(worth: Worth) -> String {
    match worth {
        Worth::Mate(moves) => format!("#{moves}"),
        Worth::Cents(cents) => {
            let sign = if cents < 0 { "-" } else { "" };
            format!("{sign}{}.{:02}", cents.unsigned_abs() / 100, cents.unsigned_abs() % 100)
        }
    }
}

/// Is the text in its normal form already?
pub(super) fn is_plain(spec: &Spec, text: &str) -> bool {
    let blank = |letter: char| letter == ' ' || letter.is_control();
    let clean = !text.starts_with(blank) && !text.ends_with(blank) && !text.contains("  ");
    let spoken = || parts(spec, text).iter().all(|part| matches!(part, Part::Text(_)));
    !text.is_empty() && clean && !text.contains(char::is_control) && (!text.contains("[%") || spoken())
}

/// The normal form of the text: nothing in it reads as a known command.
pub(super) fn plain(spec: &Spec, text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in words(text) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.contains("[%") {
        return line;
    }
    let mut kept = String::with_capacity(line.len());
    let mut at = 0;
    for part in parts(spec, &line) {
        match part {
            Part::Text(text) => {
                kept.push_str(text);
                at += text.len();
            }
            Part::Command(_) | Part::Odd(_) => {
                let length = line[at..].find(']').map_or(line.len() - at, |end| end + 1);
                kept.push_str("[ ");
                kept.push_str(&line[at + 1..at + length]);
                at += length;
            }
        }
    }
    kept
}
