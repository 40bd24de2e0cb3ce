//! The words of all messages.

use crate::escape;

/// The most lines of a message.
const MOST_LINES: usize = 10;

/// The subject of all e-mails, and the title of all posts: nothing of it comes from players.
pub const SUBJECT: &str = "Heterodox";

/// It is the member's move.
pub(crate) fn move_of(game: &str, others: &str) -> String {
    format!("It is your move: {game} against {others}.")
}

/// Somebody challenges the member.
pub(crate) fn challenged(by: &str, game: &str) -> String {
    format!("{by} challenges you: {game}.")
}

/// What became of a challenge of the member.
pub(crate) fn answered(whom: &str, game: &str, accepted: bool) -> String {
    let verb = if accepted { "accepts" } else { "declines" };
    format!("{whom} {verb} your challenge: {game}.")
}

/// A tournament has started in which the member takes part.
pub(crate) fn started(game: &str) -> String {
    format!("A tournament of yours has started: {game}.")
}

/// A game of a tournament waits for the member.
pub(crate) fn waits(game: &str, minutes: u64) -> String {
    format!("Your game of a tournament waits for you, {minutes} minutes at most: {game}.")
}

/// What a message says of all that has happened. Nothing of it is more than one line.
pub(super) fn news(lines: &[String]) -> String {
    let more = lines.len().saturating_sub(MOST_LINES);
    let told = lines.iter().take(MOST_LINES).map(|line| escape::line(line).into_owned());
    let more = (more > 0).then(|| format!("And {more} more."));
    told.chain(more).collect::<Vec<_>>().join("\n")
}

/// The message with which an address is confirmed.
pub(super) fn confirm(code: &str, minutes: u64) -> String {
    format!(
        "Somebody wants messages about their games at this address.\nThe code is {code}: it is typed on the page \
         of the account within {minutes} minutes.\nIf you do not know of it, do nothing: there will be no more messages."
    )
}

/// The end of every message: where to play, and how it ends. `server` is what follows `ssh`.
pub fn with_end(words: &str, server: &str, stop: &str) -> String {
    format!("{words}\n\nPlay: ssh {server}\nNo more messages: ssh {server} stop {stop}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_ten_lines_and_counts_the_others() {
        let lines: Vec<String> = (1..=13).map(|number| format!("line {number}\u{1b}[2J\r\nX: y")).collect();
        let text = news(&lines);
        assert_eq!(text.lines().count(), 11);
        assert!(text.ends_with("And 3 more.") && text.lines().all(|line| !line.contains(['\u{1b}', '\r'])));
        assert_eq!(news(&lines[..1]).lines().count(), 1);
        let whole = with_end("It is your move.", "-p 2222 play.example.org", "ABCD-EFGH");
        assert!(whole.ends_with("No more messages: ssh -p 2222 play.example.org stop ABCD-EFGH\n"), "{whole}");
    }
}
