//! The text of one game as tags and words. A word ends only at a blank or one of `{ } ( ) ; $`.

use std::cell::Cell;

/// A piece of the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// A move, a number, a result.
    Word(&'t str),
    /// A comment, and whether it is closed.
    Comment(&'t str, bool),
    /// What stands behind a `$`.
    Nag(&'t str),
    /// A variation begins.
    Open,
    /// It ends.
    Close,
    /// A `}` that closes nothing.
    Stray,
}

/// A tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tag<'t> {
    pub(super) name: &'t str,
    pub(super) value: String,
    /// Where its bracket stands.
    pub(super) place: usize,
    /// Is it written as a tag should be?
    pub(super) sound: bool,
}

/// The text of one game, read from left to right.
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// A place whose line was asked for, and that line: the next one is counted from there.
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

    /// Takes everything up to where a letter is such.
    fn until(&mut self, ends: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    fn rest_of_line(&mut self) -> &'t str {
        self.until(|letter| letter == '\n' || letter == '\r')
    }

    /// Skips blanks, and lines that begin with `%`.
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

    /// The line that a place of the text is in, from 0.
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

    /// Where the next tag or word is read.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The next tag, as long as there are tags. What is said between them is skipped; what is said
    /// after the last is said of the game.
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

    /// A value whose first quote has been read. A quote ends it only if the tag ends there too.
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

    /// The next piece of the moves.
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
