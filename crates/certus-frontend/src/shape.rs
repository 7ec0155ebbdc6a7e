//! What the files and crates of a database follow from.

use std::path::PathBuf;

use crate::Options;
use crate::graph::Files;

/// What the files and crates of a database follow from, but for the texts. Where two are equal, each file has the same number
/// in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) options: Options,
    /// The files of the crate under verification.
    pub(crate) files: Vec<PathBuf>,
    /// The files of each crate that it depends on.
    dependencies: Vec<Vec<PathBuf>>,
    /// Whether our library is among the crates.
    with_vstd: bool,
    /// Whether the crate under verification is a library `vstd` that is not ours.
    pub(crate) is_other_vstd: bool,
}

impl Shape {
    pub(crate) fn new(options: &Options, files: &Files, dependencies: &[Files], of_vstd: OfVstd) -> Shape {
        let paths = |files: &Files| files.keys().cloned().collect();
        let dependencies = dependencies.iter().map(paths).collect();
        let OfVstd { with_vstd, is_other_vstd } = of_vstd;
        Shape { options: options.clone(), files: paths(files), dependencies, with_vstd, is_other_vstd }
    }
}

/// What a program has to do with the library `vstd`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OfVstd {
    /// Whether ours is among the crates.
    pub(crate) with_vstd: bool,
    /// Whether the crate under verification is one that is not ours.
    pub(crate) is_other_vstd: bool,
}
