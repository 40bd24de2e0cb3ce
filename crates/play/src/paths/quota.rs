//! How much a member of a server may keep: a number of bytes and of files. Everything in their folder counts.

use super::files::Refusal;

/// How much a member may keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quota {
    /// Bytes of all files together.
    pub bytes: u64,
    /// Files.
    pub files: usize,
}

impl Quota {
    /// No limit.
    pub const NONE: Quota = Quota { bytes: u64::MAX, files: usize::MAX };

    /// What is left for new files beside those with these sizes; an error if it is nothing.
    pub(crate) fn left(self, sizes: &[u64]) -> Result<Quota, Refusal> {
        let bytes = self.bytes.saturating_sub(sizes.iter().sum());
        let left = Quota { bytes, files: self.files.saturating_sub(sizes.len()) };
        if left.bytes == 0 || left.files == 0 { Err(self.full()) } else { Ok(left) }
    }

    /// The refusal of what does not fit.
    pub const fn full(self) -> Refusal {
        Refusal::Full { files: self.files, megabytes: self.bytes >> 20 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_count_and_the_rest_is_left() {
        let left = |bytes, files| Quota { bytes, files }.left(&[10, 20]);
        assert_eq!(left(31, 3), Ok(Quota { bytes: 1, files: 1 }));
        for (bytes, files) in [(30, 3), (31, 2), (0, 0)] {
            let message = left(bytes, files).expect_err("it is full").to_string();
            assert!(message.contains("delete files"), "{message}");
        }
        assert_eq!(Quota::NONE.left(&[1]).map(|left| left.files), Ok(usize::MAX - 1));
    }
}
