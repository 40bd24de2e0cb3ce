//! What holds of any game, and of any text.

use std::io::BufReader;

use heterodox_kernel::timeline::Act;
use heterodox_play::record::game::Game;
use heterodox_play::record::pgn::{self, Header, Lister, Parsed, Reader};
use heterodox_play::record::tree::Id;
use proptest::prelude::*;
use proptest::sample::Index;

use super::games::{games, text};

fn read(bytes: &[u8]) -> Vec<Parsed> {
    Reader::new(bytes).map(|parsed| parsed.expect("a slice has no faults")).collect()
}

fn kept(bytes: &[u8]) -> Vec<Option<Game>> {
    read(bytes).into_iter().map(|parsed| parsed.game).collect()
}

fn list(bytes: &[u8]) -> Vec<Header> {
    Lister::new(bytes).map(|header| header.expect("a slice has no faults")).collect()
}

fn moves(game: &Game) -> usize {
    let moved = |&id: &Id| matches!(game.tree.node(id).deed.as_ref().map(|deed| deed.act), Some(Act::Move(_)));
    game.tree.line(Id::ROOT).filter(moved).count()
}

/// What is read of any text is what is read of what is written of it, and its list fits.
fn stands(bytes: &[u8]) -> Result<(), TestCaseError> {
    let (all, headers) = (read(bytes), list(bytes));
    prop_assert_eq!(all.len(), headers.len());
    for (parsed, header) in all.iter().zip(&headers) {
        prop_assert_eq!(parsed.offset, header.offset);
        prop_assert!(parsed.game.is_some() || parsed.problems.iter().any(|problem| problem.stops));
        prop_assert!(parsed.problems.len() <= pgn::MOST_PROBLEMS + 1);
        let Some(game) = &parsed.game else { continue };
        prop_assert_eq!(&pgn::normal(game), game, "what is read is normal");
        let written = pgn::write(game);
        let again = pgn::read(&written);
        prop_assert_eq!(again.len(), 1, "{}", written);
        prop_assert_eq!(again[0].game.as_ref(), Some(game), "{}", written);
    }
    Ok(())
}

/// A text with pieces put in, taken out, or put in the place of others.
fn damaged(text: &str, edits: &[(Index, usize, String)]) -> String {
    let mut all: Vec<char> = text.chars().collect();
    for (place, length, put) in edits {
        let at = place.index(all.len() + 1);
        let end = (at + length).min(all.len());
        all.splice(at..end, put.chars());
    }
    all.into_iter().collect()
}

fn cases() -> u32 {
    if std::env::var_os("HETERODOX_THOROUGH").is_some() { 8_000 } else { 300 }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back(game in games()) {
        let normal = pgn::normal(&game);
        prop_assert_eq!(&pgn::normal(&normal), &normal, "normal is normal");
        let written = pgn::write(&game);
        let all = pgn::read(&written);
        prop_assert_eq!(all.len(), 1, "{}", written);
        let Parsed { game: found, problems, .. } = &all[0];
        prop_assert!(problems.is_empty(), "{}\n{}", problems[0], written);
        prop_assert_eq!(found.as_ref(), Some(&normal), "{}", written);
        prop_assert_eq!(pgn::write(&normal), written);
    }

    #[test]
    fn lines_are_short(game in games()) {
        let written = pgn::write(&game);
        for line in written.lines().filter(|line| !line.starts_with(['[', ';'])) {
            prop_assert!(line.chars().count() <= 80 || !line.contains(' ') || line.contains(" %"), "{}", line);
            prop_assert!(!line.starts_with('%') && !line.ends_with(' '), "{}", line);
        }
    }

    #[test]
    fn ends_of_lines_and_marks_of_encoding_change_nothing(some in prop::collection::vec(games(), 1..3)) {
        let written: Vec<String> = some.iter().map(pgn::write).collect();
        for between in ["", "\n", "\n\n\n"] {
            let text = written.join(between);
            let normal: Vec<_> = some.iter().map(|game| Some(pgn::normal(game))).collect();
            prop_assert_eq!(&kept(text.as_bytes()), &normal);
            prop_assert_eq!(&kept(text.replace('\n', "\r\n").as_bytes()), &normal);
            prop_assert_eq!(&kept(text.replace('\n', "\r").as_bytes()), &normal);
            prop_assert_eq!(&kept(format!("\u{feff}{text}").as_bytes()), &normal);
        }
    }

    #[test]
    fn a_list_tells_the_same(some in prop::collection::vec(games(), 0..4), ending in 0..3) {
        let ending = ["\n", "\r\n", "\r"][ending as usize];
        let text = some.iter().map(pgn::write).collect::<Vec<_>>().join("\n").replace('\n', ending);
        let bytes = text.as_bytes();
        let headers = list(bytes);
        prop_assert_eq!(headers.len(), some.len());
        for (header, game) in headers.iter().zip(&some) {
            let game = pgn::normal(game);
            prop_assert_eq!(&header.tags, &game.tags);
            prop_assert_eq!(header.plies, moves(&game), "{}", text);
            let from = &bytes[header.offset as usize..];
            prop_assert_eq!(Reader::new(from).next().expect("a game").expect("no fault").game, Some(game.clone()));
            prop_assert_eq!(kept(&from[..header.length as usize]), vec![Some(game)]);
            prop_assert!(from.starts_with(b"["));
            let before = text[..header.offset as usize].replace("\r\n", "\n").replace('\r', "\n");
            prop_assert_eq!(header.line, before.matches('\n').count() + 1);
        }
        prop_assert_eq!(headers.iter().map(|header| header.length).sum::<u64>(), bytes.len() as u64);
    }

    #[test]
    fn it_does_not_matter_in_which_pieces_a_file_comes(text in prop::collection::vec(text(), 0..12), size in 1..9usize) {
        let text = format!("[Event \"x\"]\n[Variant \"holywar\"]\n\n{}", text.concat());
        let pieces = || BufReader::with_capacity(size, text.as_bytes());
        prop_assert_eq!(Reader::new(pieces()).flatten().collect::<Vec<_>>(), read(text.as_bytes()));
        prop_assert_eq!(Lister::new(pieces()).flatten().collect::<Vec<_>>(), list(text.as_bytes()));
    }

    #[test]
    fn damaged_games_are_kept_as_far_as_they_go(
        some in prop::collection::vec(games(), 1..3),
        edits in prop::collection::vec((any::<Index>(), 0..12usize, text()), 1..6),
    ) {
        let text = some.iter().map(pgn::write).collect::<Vec<_>>().join("\n");
        stands(damaged(&text, &edits).as_bytes())?;
    }

    #[test]
    fn any_pieces_of_text_are_read(pieces in prop::collection::vec(text(), 0..12)) {
        stands(pieces.concat().as_bytes())?;
        stands(format!("[Variant \"armies\"]\n\n{}", pieces.concat()).as_bytes())?;
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        stands(&bytes)?;
    }
}
