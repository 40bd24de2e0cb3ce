//! The answers of the last moment. Many who look at the same page at the same time cost as much as one.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::answer::Answer;
use crate::route::Route;

/// For how long an answer is given again.
const FRESH: Duration = Duration::from_secs(1);

/// How many are kept.
const MOST: usize = 64;

/// The answers of the last moment.
#[derive(Default, Debug)]
pub(crate) struct RecentAnswers(Mutex<HashMap<Route, (Instant, Answer)>>);

impl RecentAnswers {
    /// The answer that was given a moment ago.
    pub(crate) fn get(&self, route: &Route, now: Instant) -> Option<Answer> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known
            .get(route)
            .filter(|(made, _)| now.saturating_duration_since(*made) < FRESH)
            .map(|(_, one)| one.clone())
    }

    /// Keeps an answer for a moment.
    pub(crate) fn keep(&self, route: Route, answer: &Answer, now: Instant) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.retain(|_, (made, _)| now.saturating_duration_since(*made) < FRESH);
        }
        if known.len() < MOST {
            known.insert(route, (now, answer.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_given_again_for_a_moment_and_take_little_room() {
        let (answers, now) = (RecentAnswers::default(), Instant::now());
        let answer = Answer::page("page".to_owned());
        for key in 0..2 * MOST as i64 {
            answers.keep(Route::Tournament(key), &answer, now);
        }
        assert_eq!(answers.0.lock().expect("nobody panicked").len(), MOST);
        assert!(answers.get(&Route::Tournament(0), now).is_some());
        assert!(answers.get(&Route::Tournament(0), now + FRESH).is_none());
        answers.keep(Route::Front, &answer, now + FRESH);
        assert!(answers.get(&Route::Front, now + FRESH).is_some(), "the old ones make room");
    }
}
