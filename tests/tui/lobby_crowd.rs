//! A lobby with many people lists so many of them as one can read.

use heterodox::club::member::Member;

use crate::app::{keys, shown};
use crate::lobby::Evening;

#[test]
fn a_crowd_is_counted_and_not_listed_whole() {
    let evening = Evening::new("lobby-crowd");
    let _here: Vec<_> = (1..=130).map(|number| evening.club.enter(Member::guest(number))).collect();
    let mut app = evening.client(1, (80, 24), "unicode");
    keys(&mut app, "End");
    let text = shown(&app);
    assert!(text.contains("and 30 more"), "{text}");
}
