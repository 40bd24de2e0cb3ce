//! Bytes of keys, of answers, and of anything else.

use super::*;
use proptest::prelude::*;

fn all(bytes: &[u8]) -> Vec<Input> {
    let mut parser = Parser::new();
    let mut inputs = parser.feed(bytes);
    inputs.extend(parser.flush());
    inputs
}

fn strokes(names: &str) -> Vec<Input> {
    names.split(' ').map(|name| Input::Key(name.parse().expect(name))).collect()
}

#[test]
fn keys_are_what_they_are_called() {
    for (bytes, names) in [
        (&b"a"[..], "a"),
        (b"H!~", "H ! ~"),
        (b" ", "Space"),
        (b"\r", "Enter"),
        (b"\n", "Enter"),
        (b"\t", "Tab"),
        (b"\x1b[Z", "S-Tab"),
        (b"\x7f", "Backspace"),
        (b"\x08", "Backspace"),
        (b"\x1b", "Esc"),
        (b"\x1b\x1b", "Esc Esc"),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", "Up Down Right Left"),
        (b"\x1bOA\x1bOB", "Up Down"),
        (b"\x1b\x1b[A", "Up"),
        (b"\x1b[1;5C", "C-Right"),
        (b"\x1b[5~\x1b[6~", "PgUp PgDn"),
        (b"\x1b[H\x1b[F\x1b[1~\x1b[4~", "Home End Home End"),
        (b"\x1b[3~\x1b[2~", "Delete Insert"),
        (b"\x03\x0c\x1a", "C-c C-l C-z"),
        (b"\x1bx", "A-x"),
        (b"\x1b_", "A-_"),
        (b"\x1b_x\x1b]", "A-_ x A-]"),
        (b"\x1bP", "A-P"),
        (b"\x1bOP\x1b[24~", "F1 F12"),
        ("é".as_bytes(), "é"),
    ] {
        assert_eq!(all(bytes), strokes(names), "{bytes:?}");
    }
}

#[test]
fn the_mouse_is_its_left_button_and_its_wheel() {
    assert_eq!(all(b"\x1b[<0;10;5M\x1b[<0;12;6m"), [Input::Press(9, 4), Input::Release(11, 5)]);
    assert_eq!(all(b"\x1b[<32;11;5M\x1b[<34;11;5M\x1b[<35;11;5M"), [Input::Drag(10, 4)]);
    assert_eq!(all(b"\x1b[<64;1;1M\x1b[<65;1;1M"), [Input::Wheel(-1, 0, 0), Input::Wheel(1, 0, 0)]);
    assert_eq!(all(b"\x1b[<2;1;1M\x1b[<35;1;1M"), []);
}

#[test]
fn answers_of_the_terminal_are_no_letters() {
    for bytes in [
        &b"\x1b[24;80R"[..],
        b"\x1b]10;rgb:0000/0000/0000\x1b\\",
        b"\x1b]10;rgb:0000/0000/0000\x07",
        b"\x1bP1+r544e=787465726d\x1b\\",
        b"\x1b[?2026;2$y",
        b"\x1b[8;24;80t",
        b"\x1b[>c",
        b"\x1b[?c",
        b"\x1b[>;;99999999c",
        b"\x1b[>;c",
        b"\x1b[>1;250801;0c",
        b"\x1b[?62;99999999c",
        b"\x1b[[Z",
        b"\x1bOz",
    ] {
        // The next key is one, whatever it is.
        for then in ["q", "A-]", "A-P", "Up"] {
            let sent = match then {
                "A-]" => "\x1b]",
                "A-P" => "\x1bP",
                "Up" => "\x1b[A",
                other => other,
            };
            assert_eq!(all(&[bytes, sent.as_bytes()].concat()), strokes(then));
        }
        assert_eq!(all(bytes), [], "{:?}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn known_answers_are_reports() {
    for (bytes, report) in [
        (&b"\x1b[?62;22c"[..], Report::Attributes(vec![62, 22])),
        (b"\x1bP>|kitty(0.35.2)\x1b\\", Report::Version("kitty(0.35.2)".to_owned())),
        (b"\x1bP>|a\x01\x1bb\xff\x1b\\", Report::Version("ab\u{fffd}".to_owned())),
        (b"\x1b[>0;136;0c", Report::Kind(vec![0, 136, 0])),
        (b"\x1b[?62;52;c", Report::Attributes(vec![62, 52])),
        (b"\x1b_Gi=31;OK\x1b\\", Report::Graphics("i=31;OK".to_owned())),
        (b"\x1b[6;20;10t", Report::Cell(10, 20)),
        (b"\x1bP1$r0;48:2::1:22:133m\x1b\\", Report::TrueColour(true)),
        (b"\x1bP1$r48:2:1:22:133m\x1b\\", Report::TrueColour(true)),
        (b"\x1bP1$r0;38;2;9;9;9;48;2;1;22;133m\x1b\\", Report::TrueColour(true)),
        (b"\x1bP1$r0;48:5:17m\x1b\\", Report::TrueColour(false)),
        (b"\x1bP1$r38:2::1:22:133m\x1b\\", Report::TrueColour(false)),
        (b"\x1bP1$r\xff\x1b\\", Report::TrueColour(false)),
        (b"\x1bP0$r\x1b\\", Report::TrueColour(false)),
        (b"\x1b]11;rgb:0000/0000/0000\x1b\\", Report::Ground("rgb:0000/0000/0000".to_owned())),
        (b"\x1b]11;rgb:0000/0000/0000\x07", Report::Ground("rgb:0000/0000/0000".to_owned())),
    ] {
        let then = [bytes, b"q"].concat();
        let shown = String::from_utf8_lossy(bytes);
        assert_eq!(all(&then), [Input::Report(report), Input::Key(Key::char('q'))], "{shown:?}");
    }
    assert_eq!(all(b"\x1b[?62;99999999c\x1b[6;1t"), []);
}

#[test]
fn pastes_are_text() {
    let mut parser = Parser::new();
    let pasted = "8/8 w\r\n- \u{1b}[31m x";
    let inputs = parser.feed(format!("\x1b[200~{pasted}\x1b[201~a").as_bytes());
    assert_eq!(inputs, [Input::Paste("8/8 w\n- [31m x".to_owned()), Input::Key(Key::char('a'))]);
    let long = vec![b'x'; LONGEST_PASTE_BYTES * 2];
    let mut inputs = parser.feed(b"\x1b[200~");
    inputs.extend(parser.feed(&long));
    inputs.extend(parser.feed(b"\x1b[201~"));
    assert!(matches!(&inputs[..], [Input::Paste(text)] if text.len() == LONGEST_PASTE_BYTES));
}

#[test]
fn of_a_sequence_that_is_too_long_nothing_is_left() {
    for (begins, ends) in [
        (&b"\x1bP>|kitty(0.46.2)"[..], &b"\x1b\\"[..]),
        (b"\x1bP1+r", b"\x1b\\"),
        (b"\x1bP1$r", b"\x1b\\"),
        (b"\x1b]0;", b"\x07"),
        (b"\x1b_G", b"\x1b\\"),
        (b"\x1b[?62", b"c"),
        (b"\x1b[", b"~"),
    ] {
        let shown = String::from_utf8_lossy(begins);
        let mut parser = Parser::new();
        let long = |byte| vec![byte; 16 * LONGEST_SEQUENCE + 5];
        assert_eq!(parser.feed(begins), []);
        assert_eq!(parser.feed(&long(b'1')), [], "{shown:?}");
        assert!(parser.pending() && parser.is_overlong() && parser.open.len() <= LONGEST_SEQUENCE);
        assert_eq!(parser.feed(ends), [], "{shown:?}");
        assert_eq!(parser.feed(b"q"), strokes("q"), "{shown:?}");
        // Without an end it is given up when nothing more comes.
        parser.feed(&[begins, &long(b'2')].concat());
        assert_eq!((parser.flush(), parser.pending()), (Vec::new(), false));
        assert_eq!(parser.feed(b"q"), strokes("q"), "{shown:?}");
    }
}

proptest! {
    #[test]
    fn pieces_make_the_same_as_the_whole(
        parts in prop::collection::vec(prop::sample::select(vec![
            &b"\x1b[A"[..], b"\x1b[1;5D", b"q", b"\r", "ü".as_bytes(), b"\x1b[<0;3;4M",
            b"\x1b[200~a\x1bb\x1b[201~", b"\x1b[24;80R", b"\x1bOC", b"\x1b_Gi=1;OK\x1b\\", b"\x1bP>|x(1)\x1b\\",
            b"\x1b[?62c", b"\x1b_q", b"\x1b]11;rgb:0/0/0\x07",
        ]), 0..12),
        cuts in prop::collection::vec(1..5_usize, 1..40),
    ) {
        let bytes = parts.concat();
        let whole = all(&bytes);
        let (mut parser, mut rest, mut pieces) = (Parser::new(), &bytes[..], Vec::new());
        for cut in cuts.iter().cycle() {
            if rest.is_empty() { break; }
            let (piece, after) = rest.split_at((*cut).min(rest.len()));
            pieces.extend(parser.feed(piece));
            rest = after;
        }
        pieces.extend(parser.flush());
        prop_assert_eq!(pieces, whole);
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut parser = Parser::new();
        parser.feed(&bytes);
        parser.flush();
        parser.feed(b"\x1b[201~");
        parser.flush();
        prop_assert!(parser.feed(b"zz").contains(&Input::Key(Key::char('z'))));
    }
}

/// The rest of a control sequence may come late, over a slow line. It is never typed.
#[test]
fn a_control_sequence_is_waited_for_as_long_as_an_answer() {
    for (begins, waits) in [(&b"\x1b[>1"[..], true), (b"\x1b[", true), (b"\x1bP>|", true), (b"\x1b", false)] {
        let mut parser = Parser::new();
        parser.feed(begins);
        assert_eq!((parser.pending(), parser.is_answer()), (true, waits), "{begins:?}");
    }
}
