//! Declarations that are written once for several types.

/// Writes out the repetitions of a declaration file, which is faster to read than a macro would be:
///
/// ```text
/// // @for $t in u8 u16           // @for ($a, $b) in (u8, i8) (u16, i16)
/// impl Clone for $t { .. }       ..
/// // @end                        // @end
/// ```
///
/// Blocks nest; names are replaced longest first. Errs with the line that is not understood.
pub fn repeat(text: &str) -> Result<String, String> {
    let wrong = |line: &str| line.to_string();
    let mut stack: Vec<(&str, String)> = vec![("", String::new())];
    for line in text.lines() {
        if let Some(head) = line.trim().strip_prefix("// @for ") {
            stack.push((head, String::new()));
        } else if line.trim() == "// @end" {
            let (head, body) = stack.pop().ok_or_else(|| wrong(line))?;
            let (names, values) = head.split_once(" in ").ok_or_else(|| wrong(head))?;
            let (_, outer) = stack.last_mut().ok_or_else(|| wrong(line))?;
            for row in rows(names, values) {
                let mut text = body.clone();
                let mut pairs: Vec<(&str, String)> = split(names).into_iter().zip(row).collect();
                pairs.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
                for (name, value) in pairs {
                    text = text.replace(name, &value);
                }
                outer.push_str(&text);
            }
        } else if let Some((_, out)) = stack.last_mut() {
            out.push_str(line);
            out.push('\n');
        }
    }
    match stack.pop() {
        Some(("", out)) if stack.is_empty() => Ok(out),
        _ => Err(wrong("a block without an end")),
    }
}

/// The values of each turn: words, or tuples when the names are a tuple.
fn rows(names: &str, values: &str) -> Vec<Vec<String>> {
    if !names.starts_with('(') {
        return values.split_whitespace().map(|v| vec![v.to_string()]).collect();
    }
    values.split(") (").map(|row| split(row).into_iter().map(str::to_string).collect()).collect()
}

/// The parts of `(a, b)`; the parentheses may be missing on either side.
fn split(row: &str) -> Vec<&str> {
    let row = row.trim();
    let row = row.strip_prefix('(').unwrap_or(row);
    let row = row.strip_suffix(')').unwrap_or(row);
    row.split(", ").map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::repeat;

    #[test]
    fn blocks_are_written_once_a_row() {
        let text = "a\n// @for ($x, $y) in (u8, 1) (u16, 2)\nimpl T for $x { $y }\n// @end\n";
        assert_eq!(repeat(text).as_deref(), Ok("a\nimpl T for u8 { 1 }\nimpl T for u16 { 2 }\n"));
        assert!(repeat("// @for $x u8\n// @end\n").is_err());
        assert!(repeat("// @for $x in u8\n").is_err());
    }
}
