//! Damaged journals, which are put aside under a name of their own.

use std::path::Path;

/// The start of the file extension of a damaged journal that was put aside; a number follows.
pub(super) const DAMAGED: &str = "damaged-";

/// Is this the name of a damaged journal that was put aside?
pub(crate) fn is_damaged(name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
    let number = ending.and_then(|ending| ending.strip_prefix(DAMAGED));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}
