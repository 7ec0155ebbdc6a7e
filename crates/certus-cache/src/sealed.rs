//! A text with a checksum before it. All files here on which a conclusion depends have this format.

use sha2::{Digest, Sha256};

/// The bytes to write for a text. `head` names the kind of text and its format.
pub(crate) fn seal(head: &str, body: &str) -> Vec<u8> {
    format!("{head} {}\n{body}", hash(body.as_bytes())).into_bytes()
}

/// The text in these bytes; `None` unless they are exactly what was written for it.
pub(crate) fn open<'b>(head: &str, bytes: &'b [u8]) -> Option<&'b str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (sum, body) = text.strip_prefix(head)?.strip_prefix(' ')?.split_once('\n')?;
    (sum == hash(body.as_bytes())).then_some(body)
}

/// The SHA-256 of some bytes, in hexadecimal.
pub(crate) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
