//! The packages of a build and who depends on whom: the names of `cargo metadata`, the facts of `cargo tree`.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, Metadata, Package, TargetKind};

use crate::Error;
use crate::opt_in;
use crate::selection::Selected;
use crate::targets;
use crate::tree::{self, Tree};

/// One use of a package's library by another package.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// The name that the library has there.
    pub(crate) name: String,
    /// The package that is used.
    pub(crate) to: String,
    /// Whether the library and the binaries use it; otherwise only examples, tests and benchmarks do.
    pub(crate) is_normal: bool,
}

/// The packages that are compiled for the target, by their ids.
pub(crate) struct Graph<'m> {
    metadata: &'m Metadata,
    /// All packages that cargo knows of.
    packages: BTreeMap<&'m str, &'m Package>,
    /// Those that are part of the build, with their features.
    features: BTreeMap<&'m str, BTreeSet<String>>,
    edges: BTreeMap<&'m str, Vec<Edge>>,
    verified: BTreeSet<&'m str>,
}

impl<'m> Graph<'m> {
    /// Puts the two answers together.
    pub(crate) fn new(metadata: &'m Metadata, tree: &Tree) -> Result<Graph<'m>, Error> {
        let packages: BTreeMap<&str, &Package> = metadata.packages.iter().map(|p| (p.id.repr.as_str(), p)).collect();
        let mut texts: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
        for (id, package) in &packages {
            let directory = package.manifest_path.parent().map_or("", |path| path.as_str());
            let version = package.version.to_string();
            let is_it = |text: &&String| tree::is_about(text, &package.name, &version, directory);
            let found: Vec<&String> = tree.features.keys().filter(is_it).collect();
            if !found.is_empty() {
                texts.insert(id, found);
            }
        }
        let features = texts.iter().map(|(id, texts)| {
            let all = texts.iter().filter_map(|text| tree.features.get(*text)).flatten().cloned();
            (*id, all.collect())
        });
        let features = features.collect();
        let uses = |from: &str, to: &str| {
            let (Some(from), Some(to)) = (texts.get(from), texts.get(to)) else { return false };
            from.iter().any(|f| to.iter().any(|t| tree.edges.contains(&((*f).clone(), (*t).clone()))))
        };
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
        for (id, package) in packages.iter().filter(|(_, package)| !opt_in::is_library(&package.name)) {
            let workspace = if members.contains(id) { &metadata.workspace_metadata } else { &serde_json::Value::Null };
            let manifest = package.manifest_path.as_std_path();
            if !opt_in::is_verified(manifest, &package.metadata, workspace)? {
                continue;
            }
            if package.targets.iter().any(|target| target.kind.contains(&TargetKind::ProcMacro)) {
                let reason = "procedural macros cannot be verified; say `verify = false` for this package".to_string();
                return Err(Error::Manifest { manifest: manifest.to_path_buf(), reason });
            }
            verified.insert(*id);
        }
        Ok(Graph { metadata, packages, features, edges, verified })
    }

    /// A package of the graph.
    pub(crate) fn package(&self, id: &str) -> Option<&'m Package> {
        self.packages.get(id).copied()
    }

    /// The features that a package is built with.
    pub(crate) fn features(&self, id: &str) -> BTreeSet<String> {
        self.features.get(id).cloned().unwrap_or_default()
    }

    /// The packages of a name that are part of the build, with their features.
    pub(crate) fn of_name(&self, name: &str) -> Vec<(&'m Package, BTreeSet<String>)> {
        let found = self.features.iter().filter_map(|(id, features)| Some((self.package(id)?, features.clone())));
        found.filter(|(package, _)| package.name.as_str() == name).collect()
    }

    /// Whether a package is to be verified.
    pub(crate) fn is_verified(&self, id: &str) -> bool {
        self.verified.contains(id)
    }

    /// The libraries and crates of macros that a package uses, but for those of the language. What a crate of macros uses
    /// is of no concern.
    pub(crate) fn uses(&self, id: &str) -> Vec<(&Edge, &'m Package)> {
        if self.package(id).is_some_and(|package| targets::macros(package).is_some()) {
            return Vec::new();
        }
        let found = self.edges.get(id).into_iter().flatten().filter_map(|e| Some((e, self.package(&e.to)?)));
        let is_used = |p: &Package| targets::library(p).is_some() || targets::macros(p).is_some();
        found.filter(|(_, p)| !opt_in::is_library(&p.name) && is_used(p)).collect()
    }

    /// The packages that the user selects, in cargo's order.
    pub(crate) fn selected(&self, wanted: &Selected) -> Result<Vec<&'m Package>, Error> {
        let excluded = |p: &Package| wanted.excluded.iter().any(|name| *name == *p.name.as_str());
        if wanted.workspace {
            return Ok(self.metadata.workspace_packages().into_iter().filter(|p| !excluded(p)).collect());
        }
        if !wanted.named.is_empty() {
            return wanted.named.iter().map(|name| self.named(name)).collect();
        }
        let defaults = || match self.metadata.workspace_default_members.is_available() {
            true => self.metadata.workspace_default_packages(),
            false => self.metadata.workspace_packages(),
        };
        let root_manifest = self.metadata.workspace_root.join("Cargo.toml");
        let root = self.metadata.resolve.as_ref().and_then(|r| r.root.as_ref()).and_then(|id| self.package(&id.repr));
        match root {
            Some(package) if package.manifest_path != root_manifest => Ok(vec![package]),
            _ => Ok(defaults()),
        }
    }

    /// A package by what the user calls it: its name, or its name and version (`name@1.0.0`).
    fn named(&self, wanted: &str) -> Result<&'m Package, Error> {
        let (name, version) = wanted.split_once('@').map_or((wanted, None), |(name, version)| (name, Some(version)));
        let is_it =
            |p: &&Package| p.name.as_str() == name && version.is_none_or(|version| p.version.to_string() == version);
        let members = self.metadata.workspace_packages();
        let found = members.into_iter().find(is_it).or_else(|| self.metadata.packages.iter().find(is_it));
        found.ok_or_else(|| Error::UnknownPackage(wanted.to_string()))
    }
}
