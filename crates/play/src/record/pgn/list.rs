//! Lists the games of a file without replaying them.

use std::io::{self, BufRead};

use super::lex::Lexer;
use super::split::Splitter;
use super::{MOST_TAG_BYTES, MOST_TAGS};
use crate::record::game::Tags;

/// What is known of a game without replaying its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Its tags as they were found.
    pub tags: Tags,
    /// The offset of its text in the file. A reader that starts there reads this game first.
    pub offset: u64,
    /// The length of its text, in bytes.
    pub length: u64,
    /// The number of its first line, from 1.
    pub line: usize,
    /// The approximate number of plies.
    pub plies: usize,
}

/// Lists the games of a file one after the other; ends at the first input error.
pub struct Lister<R>(Splitter<R>);

impl<R: BufRead> Lister<R> {
    /// A lister of this input.
    pub fn new(input: R) -> Lister<R> {
        Lister(Splitter::new(input, MOST_TAG_BYTES))
    }
}

impl<R: BufRead> Iterator for Lister<R> {
    type Item = io::Result<Header>;

    fn next(&mut self) -> Option<io::Result<Header>> {
        let chunk = match self.0.next() {
            Ok(chunk) => chunk?,
            Err(error) => return Some(Err(error)),
        };
        let (offset, length, line, plies) = (chunk.offset, chunk.length, chunk.line, chunk.plies);
        let text = chunk.text();
        let mut lexer = Lexer::new(&text);
        let mut tags = Tags::default();
        for tag in std::iter::from_fn(|| lexer.tag()).take(MOST_TAGS) {
            tags.set(tag.name, tag.value);
        }
        tags.shrink();
        Some(Ok(Header { tags, offset, length, line, plies }))
    }
}
