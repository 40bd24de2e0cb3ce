//! Members: their keys and names, and who is here.

use std::time::SystemTime;

use super::club;

#[test]
fn a_member_with_two_connections_is_here_once() {
    let (_folder, club) = club("here-once");
    let member = |key| club.store.member_of_key([key; 32], &format!("folder-{key}"), SystemTime::now());
    let (ann, _) = member(1).expect("a member");
    let (bob, _) = member(2).expect("a member");
    let first = club.enter(ann.clone());
    let second = club.enter(ann.clone());
    let other = club.enter(bob.clone());
    assert!(second.number() > first.number());
    assert_eq!(club.here(), [ann.clone(), bob.clone()]);
    drop(first);
    assert_eq!(club.here(), [ann, bob.clone()]);
    drop(second);
    assert_eq!(club.here(), [bob]);
    drop(other);
    assert!(club.here().is_empty());
}
