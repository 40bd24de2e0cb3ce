//! When a user is warned, logged out or parked.

use super::*;

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn a_user_without_a_key_is_warned_and_then_logged_out() {
    let (limits, start) = (Limits::default(), Instant::now());
    let mut state = State::new(Window::new((80, 24), (0, 0)), Flow::new(1, start), start);
    let after = |minutes: u32| start + 60 * minutes * SECOND;
    assert_eq!(state.due(&limits, false, after(18)), Due::Nothing);
    assert_eq!(state.due(&limits, false, after(19)), Due::Warning);
    assert_eq!(state.due(&limits, false, after(19) + SECOND), Due::Nothing, "once");
    assert_eq!(state.due(&limits, false, after(20)), Due::Idle);
    state.games.store(1, Ordering::Relaxed);
    assert_eq!(state.due(&limits, false, after(20)), Due::Nothing, "a game takes longer");
    assert_eq!(state.due(&limits, false, after(60)), Due::Idle);
    state.ended = true;
    assert_eq!(state.due(&limits, false, after(60)), Due::Nothing);
}

#[test]
fn an_archive_ends_when_nothing_is_taken_of_it() {
    let (limits, start) = (Limits::default(), Instant::now());
    let mut state = State::new(Window::new((80, 24), (0, 0)), Flow::new(1, start), start);
    state.is_archive = true;
    state.writing = Some(start);
    assert_eq!(state.due(&limits, true, start + 59 * SECOND), Due::Nothing, "a slow line");
    // A part of it was taken.
    state.writing = Some(start + 59 * SECOND);
    assert_eq!(state.due(&limits, true, start + 118 * SECOND), Due::Nothing);
    assert_eq!(state.due(&limits, true, start + 119 * SECOND), Due::Stuck);
}

#[test]
fn a_terminal_that_takes_nothing_is_parked_once() {
    let (limits, start) = (Limits::default(), Instant::now());
    let mut state = State::new(Window::new((80, 24), (0, 0)), Flow::new(1, start), start);
    state.writing = Some(start);
    assert_eq!(state.due(&limits, false, start + 29 * SECOND), Due::Nothing);
    assert_eq!(state.due(&limits, false, start + 30 * SECOND), Due::Stalled);
    assert_eq!(state.due(&limits, false, start + 31 * SECOND), Due::Nothing);
    // What was on its way has gone into a queue, but the socket takes nothing.
    assert_eq!(state.due(&limits, true, start + 31 * SECOND), Due::Nothing);
    state.writing = None;
    assert_eq!(state.due(&limits, true, start + 60 * SECOND), Due::Nothing);
    assert_eq!(state.due(&limits, true, start + 61 * SECOND), Due::Stalled);
    assert_eq!(state.due(&limits, true, start + 62 * SECOND), Due::Nothing);
    assert_eq!(state.due(&limits, false, start + 63 * SECOND), Due::Nothing);
    assert_eq!(state.due(&limits, true, start + 64 * SECOND), Due::Nothing, "it has begun anew");
    assert_eq!(state.due(&limits, true, start + 94 * SECOND), Due::Stalled);
}
