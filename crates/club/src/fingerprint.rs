//! Keys as people read them.

use crate::escape::base64;

/// The fingerprint of a key, as `ssh-keygen -l` shows it.
pub fn fingerprint(digest: [u8; 32]) -> String {
    format!("SHA256:{}", base64(&digest).trim_end_matches('='))
}

/// The digest that a fingerprint names.
pub fn of_fingerprint(text: &str) -> Option<[u8; 32]> {
    let letters = text.strip_prefix("SHA256:")?;
    let mut digest = [0; 32];
    let (mut bits, mut count, mut at) = (0_u32, 0, 0);
    for letter in letters.bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            *digest.get_mut(at)? = (bits >> count) as u8;
            at += 1;
        }
    }
    (at == digest.len()).then_some(digest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_names_its_digest() {
        let digest: [u8; 32] = std::array::from_fn(|at| (at * 37 + 11) as u8);
        let text = fingerprint(digest);
        assert_eq!(text.len(), "SHA256:".len() + 43);
        assert_eq!(of_fingerprint(&text), Some(digest));
        for wrong in ["", "SHA256:", "SHA256:abc", &format!("{text}AA"), &text.replace(':', ";"), "SHA256:\u{e9}"] {
            assert_eq!(of_fingerprint(wrong), None, "{wrong}");
        }
    }
}
