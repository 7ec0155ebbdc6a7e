//! The packages of a build and their dependencies: names from `cargo metadata`, facts from `cargo tree`.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, Metadata, Package, TargetKind};

use crate::Error;
use crate::opt_in;
use crate::targets;
use crate::tree::{self, Tree};

/// A dependency of a package on the library of another package.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// The name of the library in the package that uses it.
    pub(crate) name: String,
    /// The id of the library's package.
    pub(crate) to: String,
    /// Whether the library and the binaries use it; otherwise only examples, tests and benchmarks do.
    pub(crate) is_normal: bool,
}

/// The packages that are compiled for the target, by their ids.
pub(crate) struct Graph<'m> {
    /// All packages that cargo knows.
    packages: BTreeMap<&'m str, &'m Package>,
    /// The selected packages.
    roots: Vec<&'m Package>,
    /// The packages of the build, with their features.
    features: BTreeMap<&'m str, BTreeSet<String>>,
    edges: BTreeMap<&'m str, Vec<Edge>>,
    verified: BTreeSet<&'m str>,
    /// The packages that crates of macros use with other features.
    other_for_host: BTreeSet<&'m str>,
}

impl<'m> Graph<'m> {
    /// Combines the results of `cargo metadata` and `cargo tree`.
    pub(crate) fn new(metadata: &'m Metadata, tree: &Tree) -> Result<Graph<'m>, Error> {
        let packages: BTreeMap<&str, &Package> = metadata.packages.iter().map(|p| (p.id.repr.as_str(), p)).collect();
        let texts = texts(metadata, tree)?;
        let known = texts.iter().filter_map(|(text, package)| {
            let features = tree.features.get(*text)?;
            Some((package.id.repr.as_str(), features.clone()))
        });
        let features: BTreeMap<&str, BTreeSet<String>> = known.collect();
        let roots = tree.roots.iter().filter_map(|text| texts.get(text.as_str()).copied()).collect();
        let id = |text: &String| texts.get(text.as_str()).map(|package| package.id.repr.as_str());
        let used: BTreeSet<(&str, &str)> = tree.edges.iter().filter_map(|(f, t)| Some((id(f)?, id(t)?))).collect();
        let uses = |from: &str, to: &str| used.contains(&(from, to));
        let mut edges: BTreeMap<&str, Vec<Edge>> = BTreeMap::new();
        for node in metadata.resolve.iter().flat_map(|resolve| &resolve.nodes) {
            for dep in node.deps.iter().filter(|dep| uses(&node.id.repr, &dep.pkg.repr)) {
                let has = |kind: DependencyKind| dep.dep_kinds.iter().any(|info| info.kind == kind);
                let is_normal = has(DependencyKind::Normal);
                if is_normal || has(DependencyKind::Development) {
                    let edge = Edge { name: dep.name.clone(), to: dep.pkg.repr.clone(), is_normal };
                    edges.entry(&node.id.repr).or_default().push(edge);
                }
            }
        }
        let members: BTreeSet<&str> = metadata.workspace_members.iter().map(|id| id.repr.as_str()).collect();
        let mut verified = BTreeSet::new();
        for (id, package) in &packages {
            let workspace = if members.contains(id) { &metadata.workspace_metadata } else { &serde_json::Value::Null };
            let manifest = package.manifest_path.as_std_path();
            if opt_in::is_library(&package.name) {
                if package.source.is_none() {
                    opt_in::check_library(manifest, &package.metadata, workspace)?;
                }
                continue;
            }
            if !opt_in::is_verified(manifest, &package.metadata, workspace)? {
                continue;
            }
            if package.targets.iter().any(|target| target.kind.contains(&TargetKind::ProcMacro)) {
                let reason = "procedural macros cannot be verified; set `verify = false` for this package".to_string();
                return Err(Error::Manifest { manifest: manifest.to_path_buf(), reason });
            }
            verified.insert(*id);
        }
        let other_for_host = tree.other_for_host.iter().filter_map(id).collect();
        Ok(Graph { packages, roots, features, edges, verified, other_for_host })
    }

    /// A package of the graph.
    pub(crate) fn package(&self, id: &str) -> Option<&'m Package> {
        self.packages.get(id).copied()
    }

    /// The features that a package is built with.
    pub(crate) fn features(&self, id: &str) -> BTreeSet<String> {
        self.features.get(id).cloned().unwrap_or_default()
    }

    /// Whether a package and its dependencies have the same features in all their builds.
    pub(crate) fn is_uniform(&self, id: &str) -> bool {
        let (mut seen, mut waiting) = (BTreeSet::new(), vec![id]);
        while let Some(id) = waiting.pop() {
            if self.other_for_host.contains(id) {
                return false;
            }
            if seen.insert(id) {
                waiting.extend(self.edges.get(id).into_iter().flatten().map(|edge| edge.to.as_str()));
            }
        }
        true
    }

    /// The packages of the build with this name, with their features.
    pub(crate) fn of_name(&self, name: &str) -> Vec<(&'m Package, BTreeSet<String>)> {
        let found = self.features.iter().filter_map(|(id, features)| Some((self.package(id)?, features.clone())));
        found.filter(|(package, _)| package.name.as_str() == name).collect()
    }

    /// Whether a package is to be verified.
    pub(crate) fn is_verified(&self, id: &str) -> bool {
        self.verified.contains(id)
    }

    /// The libraries and crates of macros that a package uses, except for the libraries of the language. The
    /// dependencies of a crate of macros are left out.
    pub(crate) fn uses(&self, id: &str) -> Vec<(&Edge, &'m Package)> {
        if self.package(id).is_some_and(|package| targets::macros(package).is_some()) {
            return Vec::new();
        }
        let found = self.edges.get(id).into_iter().flatten().filter_map(|e| Some((e, self.package(&e.to)?)));
        let is_used = |p: &Package| targets::library(p).is_some() || targets::macros(p).is_some();
        found.filter(|(_, p)| !opt_in::is_library(&p.name) && is_used(p)).collect()
    }

    /// The packages that the user selects.
    pub(crate) fn selected(&self) -> &[&'m Package] {
        &self.roots
    }
}

/// The package for each text of a tree: each text matches exactly one package.
fn texts<'m, 't>(metadata: &'m Metadata, tree: &'t Tree) -> Result<BTreeMap<&'t str, &'m Package>, Error> {
    let mut found = BTreeMap::new();
    for text in tree.features.keys() {
        let packages: Vec<&Package> = metadata.packages.iter().filter(|p| tree::is_about(text, p)).collect();
        let [package] = packages[..] else {
            let reason = format!("{} packages of `cargo metadata` are `{text}`", packages.len());
            return Err(Error::Answer { command: "tree", reason });
        };
        found.insert(text.as_str(), package);
    }
    Ok(found)
}
