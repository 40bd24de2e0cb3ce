//! Commands that wait for the disk.

use super::*;

#[test]
fn a_move_that_waits_behind_an_offer_is_played() {
    for game in two_seats() {
        let (mut referee, _) = referee(game, 0, None);
        let mv = first_move(&referee);
        referee.step(TableCommand::Play(mv), seconds(1));
        // Both wait. The offer is written first, and changes no position.
        referee.step(TableCommand::Draw(Side::FIRST), seconds(1));
        let second = first_move(&referee);
        referee.step(TableCommand::Play(second), seconds(1));
        assert!(referee.is_moved(), "no clock runs for who has moved");
        referee.step(TableCommand::Synced(1), seconds(2));
        assert_eq!(referee.lines().len(), 1);
        referee.step(TableCommand::Synced(2), seconds(2));
        assert_eq!(referee.lines().iter().filter(|line| line.is_move).count(), 2, "{game}");
    }
}
