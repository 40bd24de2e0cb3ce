//! Splits the text of one game into tags and words. A word ends at white space or at one of `{ } ( ) ; $`.

use std::cell::Cell;

/// A token of the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// A move, a move number or a result.
    Word(&'t str),
    /// A comment, and whether it is closed.
    Comment(&'t str, bool),
    /// The digits of a NAG after the `$`.
    Nag(&'t str),
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// A `}` without a comment.
    Stray,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tag<'t> {
    pub(super) name: &'t str,
    pub(super) value: String,
    /// The offset of its bracket.
    pub(super) place: usize,
    /// Does it have the correct syntax?
    pub(super) sound: bool,
}

/// A lexer for the text of one game.
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// The last offset for which the line was computed, and that line: later lines are counted from there.
    known: Cell<(usize, usize)>,
}

fn blank(letter: char) -> bool {
    letter == ' ' || letter.is_whitespace() || letter.is_control()
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0, known: Cell::default() }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Consumes the text up to the first character for which `ends` is true.
    fn until(&mut self, ends: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    fn rest_of_line(&mut self) -> &'t str {
        self.until(|letter| letter == '\n' || letter == '\r')
    }

    /// Skips white space, and lines that start with `%`.
    fn skip(&mut self) {
        loop {
            self.until(|letter| !blank(letter));
            let begins = self.at == 0 || matches!(self.text.as_bytes()[self.at - 1], b'\n' | b'\r');
            if !(begins && self.rest().starts_with('%')) {
                return;
            }
            self.rest_of_line();
        }
    }

    /// The line number of an offset, from 0.
    pub(super) fn line_of(&self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let at = at.min(bytes.len());
        let ends = |&place: &usize| match bytes[place] {
            b'\n' => place == 0 || bytes[place - 1] != b'\r',
            b'\r' => true,
            _ => false,
        };
        let (from, before) = Some(self.known.get()).filter(|&(from, _)| from <= at).unwrap_or_default();
        let line = before + (from..at).filter(ends).count();
        self.known.set((at, line));
        line
    }

    /// The offset at which the next tag or token is read.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The next tag, if there is one. Line comments between tags are skipped; those after the last tag are left, as
    /// comments before the first move.
    pub(super) fn tag(&mut self) -> Option<Tag<'t>> {
        let before = self.at;
        self.skip();
        while self.rest().starts_with(';') {
            self.rest_of_line();
            self.skip();
        }
        if !self.rest().starts_with('[') {
            self.at = before;
            return None;
        }
        let place = self.at;
        self.at += 1;
        let inline = |letter: char| blank(letter) && letter != '\n' && letter != '\r';
        self.until(|letter| !inline(letter));
        let name = self.until(|letter| blank(letter) || letter == '"' || letter == ']');
        self.until(|letter| !inline(letter));
        if self.rest().starts_with('"') {
            self.at += 1;
            let (value, sound) = self.value();
            return Some(Tag { name, value, place, sound });
        }
        let value = self.until(|letter| matches!(letter, ']' | '\n' | '\r')).trim_end().to_owned();
        self.at += usize::from(self.rest().starts_with(']'));
        Some(Tag { name, value, place, sound: false })
    }

    /// Parses a value after its first quote. A quote ends the value only if the tag ends after it.
    fn value(&mut self) -> (String, bool) {
        let line = self.rest_of_line();
        let begin = self.at - line.len();
        let mut value = String::new();
        let mut letters = line.char_indices();
        while let Some((place, letter)) = letters.next() {
            match letter {
                '"' => {
                    let behind = line[place + 1..].trim_start_matches(blank);
                    if behind.starts_with(']') {
                        self.at = begin + line.len() - behind.len() + 1;
                        return (value, true);
                    }
                    value.push('"');
                }
                '\\' => match letters.next() {
                    Some((_, escaped @ ('"' | '\\'))) => value.push(escaped),
                    Some((_, other)) => value.extend(['\\', other]),
                    None => value.push('\\'),
                },
                other => value.push(other),
            }
        }
        let bare = value.trim_end();
        let bare = bare.strip_suffix(']').unwrap_or(bare);
        (bare.strip_suffix('"').unwrap_or(bare).to_owned(), false)
    }

    /// The next token of the moves.
    pub(super) fn token(&mut self) -> Option<Token<'t>> {
        self.skip();
        let first = self.rest().chars().next()?;
        let step = |lexer: &mut Lexer<'t>| lexer.at += 1;
        Some(match first {
            '{' => {
                step(self);
                let text = self.until(|letter| letter == '}');
                let closed = !self.rest().is_empty();
                self.at += usize::from(closed);
                Token::Comment(text, closed)
            }
            ';' => {
                step(self);
                Token::Comment(self.rest_of_line(), true)
            }
            '}' => {
                step(self);
                Token::Stray
            }
            '(' => {
                step(self);
                Token::Open
            }
            ')' => {
                step(self);
                Token::Close
            }
            '$' => {
                step(self);
                Token::Nag(self.until(|letter| !letter.is_ascii_digit()))
            }
            _ => Token::Word(
                self.until(|letter| blank(letter) || matches!(letter, '{' | '}' | '(' | ')' | ';' | '$')),
            ),
        })
    }
}
