//! What `cargo tree` says: the packages that are really part of a build, with their features. `cargo metadata` answers
//! for the whole workspace at once, where each member may turn on features of the others.

use std::collections::{BTreeMap, BTreeSet};

use crate::Error;

/// The form of a line, after the depth: package, features.
pub(crate) const FORMAT: &str = "\t{p}\t{f}\t";

/// A package as the tree shows it, with the features that it is built with there. Built for the host and for the target
/// it may be two.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    package: String,
    features: String,
}

/// The packages that are compiled for the target, and the crates of macros that they use, by the text that the tree has for them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tree {
    /// Each with its features.
    pub(crate) features: BTreeMap<String, BTreeSet<String>>,
    /// Who depends on whom.
    pub(crate) edges: BTreeSet<(String, String)>,
}

impl Tree {
    /// Reads the answer.
    pub(crate) fn parse(text: &str) -> Result<Tree, Error> {
        let mut children: BTreeMap<Node, BTreeSet<Node>> = BTreeMap::new();
        let mut roots = BTreeSet::new();
        let mut above: Vec<Node> = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let bad = || Error::Answer { command: "tree", reason: format!("the line `{line}`") };
            let mut parts = line.split('\t');
            let (Some(depth), Some(package), Some(features)) = (parts.next(), parts.next(), parts.next()) else {
                return Err(bad());
            };
            let depth: usize = depth.parse().map_err(|_| bad())?;
            if depth > above.len() {
                return Err(bad());
            }
            above.truncate(depth);
            let node = Node { package: package.trim().to_string(), features: features.trim().to_string() };
            match above.last() {
                Some(parent) => drop(children.entry(parent.clone()).or_default().insert(node.clone())),
                None => drop(roots.insert(node.clone())),
            }
            children.entry(node.clone()).or_default();
            above.push(node);
        }
        Ok(Tree::reached(roots, &children))
    }

    /// What is compiled for the target, and the crates of macros that it uses, but not what only they need.
    fn reached(roots: BTreeSet<Node>, children: &BTreeMap<Node, BTreeSet<Node>>) -> Tree {
        let mut tree = Tree::default();
        let mut waiting: Vec<Node> = roots.into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(node) = waiting.pop() {
            if !seen.insert(node.clone()) {
                continue;
            }
            let features = tree.features.entry(node.package.clone()).or_default();
            features.extend(node.features.split(',').filter(|f| !f.is_empty()).map(str::to_string));
            let uses = children.get(&node).filter(|_| !is_macro(&node.package));
            for child in uses.into_iter().flatten() {
                tree.edges.insert((node.package.clone(), child.package.clone()));
                waiting.push(child.clone());
            }
        }
        tree
    }
}

fn is_macro(package: &str) -> bool {
    package.ends_with("(proc-macro)")
}

/// Whether a text of the tree may be about a package; `directory` tells two of one name and version apart.
pub(crate) fn is_about(text: &str, name: &str, version: &str, directory: &str) -> bool {
    let mut words = text.splitn(3, ' ');
    let is_named = words.next() == Some(name) && words.next().is_some_and(|v| v.strip_prefix('v') == Some(version));
    let rest = words.next().unwrap_or_default();
    // Local packages are shown with their directory, those of registries without any, others with their address.
    let is_local = rest.trim_start_matches('(').starts_with(['/', '\\']) || rest.get(2..3) == Some(":");
    let place = rest.trim_end_matches("(proc-macro)").trim().trim_start_matches('(').trim_end_matches(')');
    is_named && (!is_local || place == directory)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = "0\ta v0.1.0 (/w/a)\tfoo,bar\t\n1\tfnv v1.0.7\tstd\t\n1\tm v0.1.0 (/w/m) (proc-macro)\t\t\n\
        2\tfnv v1.0.7\talloc\t\n\n0\tb v0.1.0 (/w/b)\t\t\n1\ta v0.1.0 (/w/a)\tfoo,bar\t (*)\n";

    #[test]
    fn features_are_those_of_the_target() {
        let tree = Tree::parse(ANSWER).expect("it is well-formed");
        let features = |package: &str| tree.features[package].iter().cloned().collect::<Vec<_>>();
        assert_eq!(features("a v0.1.0 (/w/a)"), ["bar", "foo"]);
        // The one with `alloc` is compiled for the macros.
        assert_eq!(features("fnv v1.0.7"), ["std"]);
        assert!(tree.edges.contains(&("a v0.1.0 (/w/a)".into(), "m v0.1.0 (/w/m) (proc-macro)".into())));
        assert!(tree.edges.contains(&("b v0.1.0 (/w/b)".into(), "a v0.1.0 (/w/a)".into())));
        assert!(!tree.edges.contains(&("b v0.1.0 (/w/b)".into(), "fnv v1.0.7".into())));
    }

    #[test]
    fn a_line_that_is_not_understood_is_an_error() {
        for text in ["nonsense", "x\ta v1\t\t", "3\ta v1.0.0\t\t", "0\ta v1.0.0"] {
            assert!(Tree::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn packages_are_told_apart_by_their_place() {
        assert!(is_about("fnv v1.0.7", "fnv", "1.0.7", "/registry/fnv"));
        assert!(!is_about("fnv v1.0.7", "fnv", "1.0.6", "/registry/fnv"));
        assert!(!is_about("fnv v1.0.7", "fn", "1.0.7", "/registry/fnv"));
        assert!(is_about("a v0.1.0 (/w/a)", "a", "0.1.0", "/w/a"));
        assert!(!is_about("a v0.1.0 (/w/a)", "a", "0.1.0", "/w/b/a"));
        assert!(is_about("m v0.1.0 (/w/m) (proc-macro)", "m", "0.1.0", "/w/m"));
        assert!(is_about("g v0.1.0 (https://host/g#0123)", "g", "0.1.0", "/checkouts/g"));
    }
}
