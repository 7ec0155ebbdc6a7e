//! Numbers in messages.

/// A number with its noun: `1 error`, `2 errors`. The plural ends with `s`.
pub fn counted(count: impl TryInto<u64> + Copy + std::fmt::Display, noun: &str) -> String {
    let is_one = matches!(count.try_into(), Ok(1));
    format!("{count} {noun}{}", if is_one { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_has_no_plural() {
        assert_eq!(
            [counted(0_usize, "error"), counted(1_u64, "error"), counted(21_usize, "error")],
            ["0 errors", "1 error", "21 errors"]
        );
    }
}
