//! Times as the store has them: seconds since 1970, in UTC.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// Tells the time. Tests have a clock of their own.
pub type Time = Arc<dyn Fn() -> SystemTime + Send + Sync>;

/// A time as seconds; 0 for one before 1970.
pub fn seconds(time: SystemTime) -> i64 {
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// The time of these seconds.
pub(crate) fn moment(seconds: i64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(seconds.max(0) as u64)
}

/// A time that is left, in words: minutes, and hours from an hour and a half on.
pub(super) fn hours(left: Duration) -> String {
    match left.as_secs().div_ceil(60) {
        minutes @ 0..=90 => format!("{minutes} min"),
        minutes => format!("{} h", minutes.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_the_same_after_the_store() {
        for time in [0, 1, 1_700_000_000] {
            assert_eq!(seconds(moment(time)), time);
        }
        assert_eq!(seconds(SystemTime::UNIX_EPOCH - Duration::from_secs(5)), 0);
        assert_eq!(moment(-5), SystemTime::UNIX_EPOCH);
    }
}
