//! The list of the assumptions that a crate may make, for runs that deny all others.
//!
//! Each line is one assumption, as `certus trust` prints it: its kind and its path. What follows is a note for the reader,
//! and so is a line that begins with `#`. A crate that makes the same assumption twice needs two lines.
//!
//! ```text
//! # the driver of the disk
//! external_body disk::Disk::write   reviewed with version 3 of its manual
//! ```

use std::path::Path;

use certus_lower::{TrustKind, Trusted};

use crate::Fault;

/// Assumptions that are allowed.
#[derive(Debug, Default)]
pub struct Allowed {
    lines: Vec<Line>,
}

/// One of them.
#[derive(Debug)]
struct Line {
    /// Its number in the file, from 1.
    number: usize,
    kind: String,
    path: String,
}

/// What differs between a list and a crate.
#[derive(Debug, Default)]
pub struct Differences<'t> {
    /// Assumptions that the list does not have.
    pub denied: Vec<&'t Trusted>,
    /// What the list has and the crate does not assume, with the numbers of the lines.
    pub unused: Vec<(usize, String)>,
}

impl Allowed {
    /// Reads a list; without a file, nothing is allowed.
    ///
    /// # Errors
    ///
    /// [`Fault::Setup`] if the file cannot be read, or a line of it is not an assumption.
    pub fn read(path: Option<&Path>) -> Result<Allowed, Fault> {
        let Some(path) = path else { return Ok(Allowed::default()) };
        let text = std::fs::read_to_string(path)
            .map_err(|error| Fault::Setup(format!("cannot read `{}`: {error}", path.display())))?;
        Allowed::parse(&text).map_err(|(number, line)| {
            let form = "a kind and a path, such as `external_body disk::write`";
            Fault::Setup(format!("{}:{number}: `{line}` is no assumption: expected {form}", path.display()))
        })
    }

    /// `Err` is the first wrong line, with its number.
    fn parse(text: &str) -> Result<Allowed, (usize, String)> {
        let mut lines = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let mut words = line.split_whitespace();
            let (number, wrong) = (index + 1, || (index + 1, line.trim().to_string()));
            match (words.next(), words.next()) {
                (None, _) => {}
                (Some(word), _) if word.starts_with('#') => {}
                (Some(kind), Some(path)) if TrustKind::ALL.iter().any(|known| known.name() == kind) => {
                    lines.push(Line { number, kind: kind.to_string(), path: path.to_string() });
                }
                _ => return Err(wrong()),
            }
        }
        Ok(Allowed { lines })
    }

    /// Compares the list with what a crate assumes.
    pub fn differences<'t>(&self, trusted: impl Iterator<Item = &'t Trusted>) -> Differences<'t> {
        let mut left: Vec<&Line> = self.lines.iter().collect();
        let mut denied = Vec::new();
        for item in trusted {
            let is_it = |line: &&Line| line.kind == item.kind.name() && line.path == *item.path;
            match left.iter().position(is_it) {
                Some(at) => drop(left.remove(at)),
                // What declares something is no assumption, but may be listed.
                None if !item.kind.is_assumption() => {}
                None => denied.push(item),
            }
        }
        let unused = left.iter().map(|line| (line.number, format!("{} {}", line.kind, line.path))).collect();
        Differences { denied, unused }
    }
}

#[cfg(test)]
mod tests {
    use certus_diagnostics::{FileId, Span};

    use super::*;

    fn trusted(kind: TrustKind, path: &str) -> Trusted {
        Trusted { kind, path: path.into(), item: path.into(), span: Span::new(FileId(0), 0, 0) }
    }

    fn compared(list: &str, of_crate: &[Trusted]) -> (Vec<String>, Vec<usize>) {
        let allowed = Allowed::parse(list).expect("a list");
        let Differences { denied, unused } = allowed.differences(of_crate.iter());
        let name = |item: &Trusted| format!("{} {}", item.kind.name(), item.path);
        (denied.into_iter().map(name).collect(), unused.into_iter().map(|(number, _)| number).collect())
    }

    #[test]
    fn each_line_allows_one_assumption() {
        let twice = [trusted(TrustKind::Assume, "a::f"), trusted(TrustKind::Assume, "a::f")];
        assert_eq!(compared("", &[]), (vec![], vec![]));
        assert_eq!(compared("# why\n\nassume a::f   it holds\n", &twice), (vec!["assume a::f".into()], vec![]));
        assert_eq!(compared("assume a::f\nassume a::f", &twice), (vec![], vec![]));
        assert_eq!(compared("assume a::f\nassume a::f\nassume a::f", &twice), (vec![], vec![3]));
        assert_eq!(compared("admit a::f\nassume a::g", &twice[..1]), (vec!["assume a::f".into()], vec![1, 2]));
    }

    #[test]
    fn declarations_are_no_assumptions() {
        let items = [trusted(TrustKind::ExternalType, "a::T"), trusted(TrustKind::Global, "a::size")];
        assert_eq!(compared("", &items), (vec![], vec![]));
        assert_eq!(compared("external_type_specification a::T", &items), (vec![], vec![]));
    }

    #[test]
    fn wrong_lines_have_a_number() {
        for wrong in ["assume", "axioms a::f", "a::f assume", "assume\u{a0}"] {
            let found = Allowed::parse(&format!("admit a::f\n{wrong}\n")).map_err(|(number, _)| number);
            assert!(matches!(found, Err(2)), "{wrong}: {found:?}");
        }
    }
}
