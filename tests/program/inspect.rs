//! `inspect` answers whatever it is given.

use heterodox::cli::inspect;
use heterodox::games::Registry;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_get_one_line_of_json(line in prop::collection::vec(any::<u8>(), 0..200)) {
        let answer = inspect::answer(&line, &Registry::default());
        prop_assert!(!answer.contains('\n'));
        prop_assert!(serde_json::from_str::<serde_json::Value>(&answer).is_ok());
    }
}
