//! The author's reason for an assumption.
//!
//! A reason is a comment that begins with `trusted: `, directly above the item among its other comments and attributes,
//! or after the statement on its line. In the comment at the head of a file (`//! trusted: ..`) it is the reason for
//! everything in the file without another one. It ends with the comment, or at an empty line in it.

use certus_diagnostics::SourceFile;

/// The beginning of a reason.
const MARK: &str = "trusted: ";

/// The reason for the item or statement that begins on a line of a file.
pub(super) fn reason(file: &SourceFile, line: usize) -> Option<String> {
    own_reason(file, line).or_else(|| file_reason(file))
}

/// The text of a line that contains only a comment, without the comment marker.
fn comment(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix("//")?;
    Some(text.strip_prefix(['/', '!']).unwrap_or(text).trim())
}

/// The first reason in these comment lines. It ends before an empty line or a line that is no comment.
fn reason_in<'a>(lines: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut lines = lines.skip_while(|line| comment(line).is_none_or(|text| !text.starts_with(MARK)));
    let first = comment(lines.next()?)?.strip_prefix(MARK)?;
    let more = lines.map_while(comment).take_while(|text| !text.is_empty());
    Some(std::iter::once(first).chain(more).collect::<Vec<_>>().join(" "))
}

/// The reason at an item or statement that begins on a line.
fn own_reason(file: &SourceFile, line: usize) -> Option<String> {
    if let Some((_, behind)) = file.line(line).split_once("// trusted: ") {
        return Some(behind.trim().to_string());
    }
    let is_above = |text: &str| comment(text).is_some() || text.trim_start().starts_with("#[");
    let above = (1..line).rev().take_while(|n| is_above(file.line(*n))).last()?;
    reason_in((above..line).map(|n| file.line(n)))
}

/// The reason at the head of a file.
fn file_reason(file: &SourceFile) -> Option<String> {
    let last = (1..).find(|n| !file.line(*n).starts_with("//")).unwrap_or(1);
    let inner = |n: &usize| file.line(*n).starts_with("//!");
    reason_in((1..last).filter(inner).map(|n| file.line(n)))
}

#[cfg(test)]
mod tests {
    use certus_diagnostics::{FileId, Sources};

    use super::{file_reason, own_reason};

    fn with(text: &str, check: impl Fn(&certus_diagnostics::SourceFile)) {
        let mut sources = Sources::default();
        let id: FileId = sources.add("a.rs", text);
        check(sources.file(id).expect("a file that was added is there"));
    }

    #[test]
    fn a_reason_stands_directly_above() {
        let text = "//! A file.\n\n// trusted: not this one\n\n/// Does it.\n// trusted: since it\n// must be so\n#[a]\n\
                    axiom fn a();\naxiom fn b();\nassume(x); // trusted: here\n";
        with(text, |file| {
            assert_eq!(own_reason(file, 9).as_deref(), Some("since it must be so"));
            assert_eq!(own_reason(file, 10), None);
            assert_eq!(own_reason(file, 11).as_deref(), Some("here"));
            assert_eq!(own_reason(file, 5), None);
            assert_eq!(file_reason(file), None);
        });
    }

    #[test]
    fn a_reason_at_the_head_counts_for_the_file() {
        with("// A licence.\n//! A file.\n//!\n//! trusted: all of\n//! it.\n//!\n//! More.\nfn a() {}\n", |file| {
            assert_eq!(file_reason(file).as_deref(), Some("all of it."));
        });
        with("//! A file.\n\n//! trusted: behind a gap\n", |file| assert_eq!(file_reason(file), None));
        with("/// trusted: of an item\nfn a() {}\n", |file| assert_eq!(file_reason(file), None));
    }
}
