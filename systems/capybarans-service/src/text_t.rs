//! Bytes as hexadecimal digits. Plain Rust.
//!
//! trusted: nothing of the theorem rests on it; a key that is written wrongly is not found again.

/// Bytes as digits, two a byte.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// As many bytes of twice as many digits. White space around them is left out.
pub fn of_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.trim().as_bytes();
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let mut bytes = [0; N];
    if digits.len() != 2 * N {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = (digit(pair[0])? << 4 | digit(pair[1])?) as u8;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        let bytes: [u8; 256] = std::array::from_fn(|index| index as u8);
        assert_eq!(of_hex(&to_hex(&bytes)), Some(bytes));
        assert_eq!(of_hex(" 0aF5\n"), Some([0x0a, 0xf5]));
    }

    #[test]
    fn what_is_no_hex_is_nothing() {
        for text in ["", "0", "012", "zz", "+1", "0é"] {
            assert_eq!(of_hex::<1>(text), None, "{text}");
        }
    }
}
