//! The numbers of lines of trusted code, proofs and code in a crate, as papers about verified systems count them.

use std::path::Path;

use certus_frontend::LoadError;
use certus_rewrite::LineKind;

/// The number of lines of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// What is not verified.
    pub trusted: usize,
    /// Specifications and proofs.
    pub proof: usize,
    /// What runs and is verified.
    pub code: usize,
    /// `use`, `mod`, `verus!` itself.
    pub frame: usize,
}

/// Why lines cannot be counted.
#[derive(Debug, thiserror::Error)]
pub enum CountError {
    /// The root file of the crate cannot be read.
    #[error("{0}")]
    Read(#[from] LoadError),
    /// A file cannot be parsed: its place and the reason.
    #[error("{0}")]
    Syntax(String),
}

impl Counts {
    fn of(lines: &[Option<LineKind>]) -> Counts {
        let count = |kind| lines.iter().filter(|line| **line == Some(kind)).count();
        Counts {
            trusted: count(LineKind::Trusted),
            proof: count(LineKind::Proof),
            code: count(LineKind::Code),
            frame: count(LineKind::Frame),
        }
    }

    fn plus(self, other: Counts) -> Counts {
        Counts {
            trusted: self.trusted + other.trusted,
            proof: self.proof + other.proof,
            code: self.code + other.code,
            frame: self.frame + other.frame,
        }
    }

    /// The sum of the numbers of several files.
    pub fn total<'c>(counts: impl IntoIterator<Item = &'c Counts>) -> Counts {
        counts.into_iter().fold(Counts::default(), |sum, counts| sum.plus(*counts))
    }

    /// The proof-to-code ratio: lines of proof for each line of code. `None` without code.
    pub fn ratio(self) -> Option<f64> {
        (self.code > 0).then(|| self.proof as f64 / self.code as f64)
    }
}

/// The counts of each file of a crate, by the path to show.
pub fn count(root: &Path) -> Result<Vec<(String, Counts)>, CountError> {
    let mut counted = Vec::new();
    for (path, text) in certus_frontend::files(root)? {
        let shown = certus_frontend::shown(&path, root);
        // By convention, a file whose name ends with `_t.rs` is trusted as a whole.
        let is_trusted = path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("_t"));
        let lines = certus_rewrite::lines(&text, is_trusted).map_err(|error| {
            let place = error.span.start();
            CountError::Syntax(format!("{shown}:{}:{}: {}", place.line, place.column + 1, error.message))
        })?;
        counted.push((shown, Counts::of(&lines)));
    }
    Ok(counted)
}
