//! Failures that tests ask for. Only builds with debug assertions can fail on purpose: in what people get, none of this
//! is left.

/// The message of the panic.
#[cfg(debug_assertions)]
const MESSAGE: &str = "a fault was asked for";

/// Which failure is asked for: the name of a place, or the name of a place and a way to fail, as in `pictures:abort`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Fault {
    #[cfg(debug_assertions)]
    asked: Option<String>,
}

impl Fault {
    /// The failure that was asked for by these words.
    #[cfg_attr(not(debug_assertions), expect(unused_variables, reason = "nothing fails on purpose"))]
    pub fn of(words: Option<&str>) -> Fault {
        Fault {
            #[cfg(debug_assertions)]
            asked: words.map(str::to_owned),
        }
    }

    /// The place of this name.
    #[cfg_attr(not(debug_assertions), expect(unused_variables, reason = "nothing fails on purpose"))]
    pub fn point(&self, name: &str) -> FailPoint {
        FailPoint {
            #[cfg(debug_assertions)]
            fails: self.asked.as_deref() == Some(name),
        }
    }

    /// Fails in the way that was asked for at this place.
    #[cfg_attr(not(debug_assertions), expect(unused_variables, reason = "nothing fails on purpose"))]
    pub fn reach(&self, name: &str) {
        #[cfg(debug_assertions)]
        if let Some((place, way)) = self.asked.as_deref().and_then(|asked| asked.split_once(':'))
            && place == name
        {
            ways::fail(way);
        }
    }
}

/// A place in the code that fails if a test has asked for it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FailPoint {
    #[cfg(debug_assertions)]
    fails: bool,
}

impl FailPoint {
    /// Panics if that was asked for.
    pub fn reach(self) {
        #[cfg(debug_assertions)]
        assert!(!self.fails, "{MESSAGE}");
    }
}

/// The ways in which a program can fail.
#[cfg(debug_assertions)]
mod ways {
    use std::hint::black_box;
    use std::thread::Builder;

    use super::MESSAGE;
    use crate::task;

    pub(super) fn fail(way: &str) {
        match way {
            "panic" => panic!("{MESSAGE}"),
            "abort" => std::process::abort(),
            "memory" => drop(black_box(vec![1_u8; isize::MAX as usize])),
            "stack" => drop(black_box(fill_the_stack(1))),
            "thread" => {
                let _ = Builder::new().spawn(|| panic!("{MESSAGE}"));
            }
            "contained" => {
                let _ = task::spawn("fault", || panic!("{MESSAGE}"));
            }
            _ => {}
        }
    }

    fn fill_the_stack(depth: u64) -> u64 {
        let frame = black_box([depth; 64]);
        if frame[0] == 0 { 0 } else { fill_the_stack(depth + 1) + frame[1] }
    }
}
