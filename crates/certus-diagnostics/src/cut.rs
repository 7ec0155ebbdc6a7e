//! Lines that are cut to the width of a terminal.

/// A line that fits into a terminal of this width, with the last column free.
pub fn cut(text: &str, width: usize) -> String {
    if text.chars().count() < width {
        return text.to_string();
    }
    let kept: String = text.chars().take(width.saturating_sub(2)).collect();
    kept + "…"
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn lines_are_cut_to_the_terminal() {
        assert_eq!(cut("1/20 f", 7), "1/20 f");
        assert_eq!(cut("1/20 f", 6), "1/20…");
        assert_eq!(cut("näher", 4), "nä…");
        assert_eq!(cut("x", 0), "…");
    }
}
