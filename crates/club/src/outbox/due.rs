//! When a message is written about what has happened: soon, gathered, and not too often.

use std::time::{Duration, SystemTime};

use crate::arrival::DAY;

/// What happens within so long after the first is told with it.
pub const GATHERED: Duration = Duration::from_secs(20);

/// The time between two messages to the same member or address.
pub const PAUSE: Duration = Duration::from_secs(10 * 60);

/// When what has happened at `first`, and was not told yet, is told. `sent` is when messages went to the member or to the
/// address, the oldest first, and `most` how many there may be in a day.
pub fn due(first: SystemTime, sent: &[SystemTime], most: usize) -> SystemTime {
    let gathered = first + GATHERED;
    let paused = sent.last().map_or(gathered, |last| *last + PAUSE);
    // From then on there were fewer in the day before.
    let free = sent.len().checked_sub(most.max(1)).map_or(gathered, |at| sent[at] + DAY);
    gathered.max(paused).max(free)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const START: SystemTime = SystemTime::UNIX_EPOCH;

    fn at(seconds: u64) -> SystemTime {
        START + Duration::from_secs(seconds)
    }

    #[test]
    fn the_first_message_comes_soon_and_the_next_one_after_a_pause() {
        assert_eq!(due(at(100), &[], 20), at(120));
        assert_eq!(due(at(100), &[at(90)], 20), at(690));
        assert_eq!(due(at(1000), &[at(90)], 20), at(1020));
        let sent: Vec<SystemTime> = (0..3).map(|one| at(1000 * one)).collect();
        assert_eq!(due(at(5000), &sent, 3), START + DAY);
        assert_eq!(due(at(5000), &sent, 4), at(5020));
    }

    proptest! {
        /// However much happens, nobody gets more than they may, and nothing waits for longer than it must.
        #[test]
        fn there_are_never_too_many(gaps in prop::collection::vec(0_u64..20_000, 1..120), most in 1_usize..6) {
            let (mut now, mut sent) = (START, Vec::new());
            for gap in gaps {
                now = now.max(START) + Duration::from_secs(gap);
                let recent: Vec<SystemTime> = sent.iter().copied().filter(|time| *time + DAY > now).collect();
                let when = due(now, &recent, most);
                prop_assert!(when >= now + GATHERED);
                if recent.is_empty() {
                    prop_assert!(when <= now + Duration::from_secs(60));
                }
                sent.push(when);
                now = when;
            }
            for pair in sent.windows(2) {
                prop_assert!(pair[1] >= pair[0] + PAUSE);
            }
            for some in sent.windows(most + 1) {
                prop_assert!(some[most] >= some[0] + DAY);
            }
        }
    }
}
