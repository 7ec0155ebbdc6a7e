//! Parses `cargo tree`: the packages of a build, with their features. `cargo metadata` describes the whole workspace at
//! once, where each member may enable features of the others.
//!
//! Cargo may build a package twice, for the target and for the host, and the output does not distinguish the two. So
//! cargo runs twice. Without crates of macros and build dependencies, everything is for the target, except for the
//! lines below a root that is a crate of macros. The run with them finds the crates of macros.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::Package;

use crate::{Error, targets};

/// The format of a line, after the depth: package, features.
pub(crate) const FORMAT: &str = "\t{p}\t{f}\t";
/// The source of crates.io in the ids of packages, for every way in which cargo gets its index.
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// A line of the output.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    package: String,
    features: BTreeSet<String>,
}

/// The packages that are compiled for the target, and the crates of macros that they use, by their texts in the tree.
/// Each has one set of features.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tree {
    /// The selected packages.
    pub(crate) roots: Vec<String>,
    /// The features of each package.
    pub(crate) features: BTreeMap<String, BTreeSet<String>>,
    /// The dependencies, as pairs of texts.
    pub(crate) edges: BTreeSet<(String, String)>,
    /// The packages that have other features for the host, where crates of macros use them.
    pub(crate) other_for_host: BTreeSet<String>,
}

impl Tree {
    /// Parses both outputs: the one without crates of macros, and the one with them.
    pub(crate) fn parse(target: &str, all: &str) -> Result<Tree, Error> {
        let mut tree = Tree::default();
        let mut host = false;
        for (parent, node) in lines(target)? {
            if parent.is_none() {
                host = is_macro(&node.package);
                tree.roots.push(node.package.clone());
            }
            // Below a root that is a crate of macros, everything is for the host.
            if parent.is_none() || !host {
                tree.add(&node)?;
                tree.edges.extend(parent.map(|parent| (parent.package, node.package)));
            }
        }
        for (parent, node) in lines(all)? {
            if tree.features.get(&node.package).is_some_and(|features| *features != node.features) {
                tree.other_for_host.insert(node.package.clone());
            }
            let Some(parent) = parent.filter(|_| is_macro(&node.package)) else { continue };
            // The same package with other features is the build for the host.
            if tree.features.get(&parent.package) == Some(&parent.features) && !is_macro(&parent.package) {
                tree.add(&node)?;
                tree.edges.insert((parent.package, node.package));
            }
        }
        Ok(tree)
    }

    fn add(&mut self, node: &Node) -> Result<(), Error> {
        let known = self.features.entry(node.package.clone()).or_insert_with(|| node.features.clone());
        match *known == node.features {
            true => Ok(()),
            false => Err(Error::TwoBuilds { package: node.package.clone(), what: "with which features".to_string() }),
        }
    }
}

/// The lines of an output, each with its parent.
fn lines(text: &str) -> Result<Vec<(Option<Node>, Node)>, Error> {
    let mut found = Vec::new();
    let mut above: Vec<Node> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let bad = || Error::Answer { command: "tree", reason: format!("the line `{line}`") };
        let parts: Vec<&str> = line.split('\t').collect();
        let [depth, package, features, _] = parts[..] else { return Err(bad()) };
        let depth: usize = depth.parse().map_err(|_| bad())?;
        if depth > above.len() {
            return Err(bad());
        }
        above.truncate(depth);
        let features = features.trim().split(',').filter(|f| !f.is_empty()).map(str::to_string).collect();
        let node = Node { package: package.trim().to_string(), features };
        found.push((above.last().cloned(), node.clone()));
        above.push(node);
    }
    Ok(found)
}

/// The parts of a text of the tree: `name v1.0.0 (proc-macro) (place)`.
struct Shown<'t> {
    name: &'t str,
    version: &'t str,
    is_macro: bool,
    place: Option<&'t str>,
}

impl<'t> Shown<'t> {
    fn read(text: &'t str) -> Option<Shown<'t>> {
        let (name, rest) = text.split_once(" v")?;
        let (version, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let marks = [rest.strip_prefix("(proc-macro)"), rest.strip_suffix("(proc-macro)")];
        let mark = marks.into_iter().flatten().next();
        let place = match mark.unwrap_or(rest).trim() {
            "" => None,
            place => Some(place.strip_prefix('(')?.strip_suffix(')')?),
        };
        Some(Shown { name, version, is_macro: mark.is_some(), place })
    }
}

fn is_macro(text: &str) -> bool {
    Shown::read(text).is_some_and(|shown| shown.is_macro)
}

/// Whether a text of the tree names this package. The text of a local package has its directory, that of a package of
/// crates.io has no place, that of a git dependency has the address and the beginning of the revision, and others have
/// the name of their registry.
pub(crate) fn is_about(text: &str, package: &Package) -> bool {
    let Some(shown) = Shown::read(text) else { return false };
    if shown.name != package.name.as_str()
        || shown.version != package.version.to_string()
        || shown.is_macro != targets::macros(package).is_some()
    {
        return false;
    }
    let directory = package.manifest_path.parent().map_or("", |path| path.as_str());
    is_at(shown.place, package.source.as_ref().map(|source| source.repr.as_str()), directory)
}

fn is_at(place: Option<&str>, source: Option<&str>, directory: &str) -> bool {
    let Some(source) = source else { return place == Some(directory) };
    if source == CRATES_IO {
        return place.is_none();
    }
    let Some(place) = place else { return false };
    let address = |text: &str| text.split(['?', '#']).next().unwrap_or_default().to_string();
    let revision = |text: &str| text.rsplit_once('#').map(|(_, revision)| revision.to_string()).unwrap_or_default();
    match source.strip_prefix("git+") {
        Some(source) => {
            let (short, long) = (revision(place), revision(source));
            address(place) == address(source) && !short.is_empty() && long.starts_with(&short)
        }
        None => place.starts_with("registry ") || place.starts_with("dir "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARGET: &str = "0\ta v0.1.0 (/w/a)\tfoo,bar\t\n1\tfnv v1.0.7\tstd\t\n\n\
        0\tb v0.1.0 (/w/b)\t\t\n1\ta v0.1.0 (/w/a)\tfoo,bar\t (*)\n\n\
        0\tn v0.1.0 (proc-macro) (/w/n)\t\t\n1\tfnv v1.0.7\tmore\t\n";
    const ALL: &str = "0\ta v0.1.0 (/w/a)\tfoo,bar\t\n1\tfnv v1.0.7\tstd\t\n1\tm v0.1.0 (proc-macro) (/w/m)\t\t\n\
        2\tfnv v1.0.7\talloc\t\n3\tk v1.0.0 (proc-macro)\t\t\n2\tl v1.0.0 (proc-macro)\t\t\n\n\
        0\tb v0.1.0 (/w/b)\t\t\n1\ta v0.1.0 (/w/a)\tfoo,bar\t (*)\n";

    #[test]
    fn features_are_those_of_the_target() {
        let tree = Tree::parse(TARGET, ALL).expect("it is well-formed");
        let features = |package: &str| tree.features[package].iter().cloned().collect::<Vec<_>>();
        assert_eq!(features("a v0.1.0 (/w/a)"), ["bar", "foo"]);
        // The one with `alloc` is compiled for macros, and so is the one with `more`.
        assert_eq!(features("fnv v1.0.7"), ["std"]);
        let edge = |from: &str, to: &str| tree.edges.contains(&(from.into(), to.into()));
        assert!(edge("a v0.1.0 (/w/a)", "m v0.1.0 (proc-macro) (/w/m)"));
        assert!(edge("b v0.1.0 (/w/b)", "a v0.1.0 (/w/a)"));
        assert!(!edge("b v0.1.0 (/w/b)", "fnv v1.0.7"));
        // What only macros use is not known.
        assert!(!edge("fnv v1.0.7", "k v1.0.0 (proc-macro)") && !tree.features.contains_key("l v1.0.0 (proc-macro)"));
        assert_eq!(tree.other_for_host.iter().collect::<Vec<_>>(), ["fnv v1.0.7"]);
        assert_eq!(tree.roots, ["a v0.1.0 (/w/a)", "b v0.1.0 (/w/b)", "n v0.1.0 (proc-macro) (/w/n)"]);
    }

    #[test]
    fn a_package_has_one_set_of_features() {
        let text = "0\ta v0.1.0 (/w/a)\tfoo\t\n0\tb v0.1.0 (/w/b)\t\t\n1\ta v0.1.0 (/w/a)\t\t\n";
        let output = Tree::parse(text, "").expect_err("two").to_string();
        assert!(output.contains("`a v0.1.0 (/w/a)`") && output.contains("with which features"), "{output}");
    }

    #[test]
    fn a_line_that_is_not_understood_is_an_error() {
        for text in ["nonsense", "x\ta v1\t\t", "3\ta v1.0.0\t\t", "0\ta v1.0.0", "0\ta v1.0.0 (/w/a\tb)\tx\t"] {
            assert!(Tree::parse(text, "").is_err(), "{text}");
        }
    }

    fn is_here(text: &str, source: Option<&str>, directory: &str) -> bool {
        is_at(Shown::read(text).expect("a package").place, source, directory)
    }

    #[test]
    fn packages_are_told_apart_by_their_place() {
        let public = Some(CRATES_IO);
        assert!(is_here("fnv v1.0.7", public, "/r/fnv") && is_here("fnv v1.0.7 (proc-macro)", public, "/r/fnv"));
        // A local package has a place, one of a registry has none.
        assert!(!is_here("fnv v1.0.7", None, "/w/fnv") && !is_here("fnv v1.0.7 (/w/fnv)", public, "/w/fnv"));
        assert!(is_here("a v0.1.0 (/w/a)", None, "/w/a") && !is_here("a v0.1.0 (/w/a)", None, "/w/b/a"));
        for text in ["m v0.1.0 (proc-macro) (/w/m)", "m v0.1.0 (/w/m) (proc-macro)"] {
            assert!(is_here(text, None, "/w/m") && is_macro(text));
        }
        assert!(is_here("m v0.1.0 (/w (x)/m)", None, "/w (x)/m") && !is_macro("m v0.1.0 (/w (proc-macro))"));
        let git = Some("git+https://host/g?branch=main#0123456789abcdef");
        assert!(is_here("g v0.1.0 (https://host/g?branch=main#01234567)", git, "/checkouts/g"));
        for place in
            ["https://host/g?branch=main#01230000", "https://host/h#01234567", "https://host/g", "/checkouts/g"]
        {
            assert!(!is_here(&format!("g v0.1.0 ({place})"), git, "/checkouts/g"), "{place}");
        }
        assert!(!is_here("g v0.1.0", git, "/checkouts/g"));
        let other = Some("registry+https://host/index");
        assert!(is_here("g v0.1.0 (registry `mine`)", other, "/registry/g") && !is_here("g v0.1.0", other, "/g"));
    }
}
