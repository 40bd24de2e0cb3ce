//! Whom a member wants to see come.

use std::time::SystemTime;

use heterodox_club::friends::MOST_FRIENDS;
use heterodox_club::member::{Member, MemberId};
use heterodox_club::{Club, ClubError};

use crate::club;
use crate::table_service::member;

#[test]
fn a_friendship_lasts_is_of_one_side_and_goes_with_the_account() {
    let (_folder, club) = club("friends");
    let [ann, bo, cy] = [0, 1, 2].map(|key| member(&club, key));
    let friends = |of: &Member| club.friends(of.id).expect("the store").into_iter().collect::<Vec<_>>();
    for _ in 0..2 {
        club.set_friend(&ann, bo.id, true).expect("a friend");
    }
    club.set_friend(&ann, cy.id, true).expect("a friend");
    club.set_friend(&ann, ann.id, true).expect("it changes nothing");
    assert_eq!((friends(&ann), friends(&bo)), (vec![bo.id, cy.id], Vec::new()));
    club.set_friend(&ann, cy.id, false).expect("no friend");
    assert_eq!(friends(&ann), [bo.id]);
    club.enter(bo.clone()).arrived(Some([1; 32]), None).delete(SystemTime::now()).expect("deleted");
    assert!(friends(&ann).is_empty());
}

#[test]
fn there_is_a_limit_and_guests_have_none() {
    let (_folder, club) = club("friends-limit");
    let ann = member(&club, 0);
    let other = |number: usize| {
        let digest = [(number / 250) as u8 + 1; 31];
        let mut key = [(number % 250) as u8; 32];
        key[..31].copy_from_slice(&digest);
        club.store.member_of_key(key, &format!("other-{number}"), SystemTime::now()).expect("a member").0
    };
    for number in 0..MOST_FRIENDS {
        club.set_friend(&ann, other(number).id, true).expect("a friend");
    }
    let refused = |club: &Club, of: &Member, whom: MemberId| club.set_friend(of, whom, true).expect_err("refused");
    assert!(matches!(refused(&club, &ann, other(MOST_FRIENDS).id), ClubError::ManyFriends));
    assert_eq!(club.friends(ann.id).expect("the store").len(), MOST_FRIENDS);
    let guest = Member::guest(5);
    assert!(matches!(refused(&club, &guest, ann.id), ClubError::Guest));
    assert!(matches!(refused(&club, &ann, guest.id), ClubError::Guest));
    assert!(club.friends(guest.id).expect("the store").is_empty());
}
