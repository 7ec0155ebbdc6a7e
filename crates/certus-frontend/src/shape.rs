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
}

impl Shape {
    pub(crate) fn new(options: &Options, files: &Files, dependencies: &[Files], with_vstd: bool) -> Shape {
        let paths = |files: &Files| files.keys().cloned().collect();
        let dependencies = dependencies.iter().map(paths).collect();
        Shape { options: options.clone(), files: paths(files), dependencies, with_vstd }
    }
}
