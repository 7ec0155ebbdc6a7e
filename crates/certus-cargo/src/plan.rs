//! The plan: which crates to verify, in which order, and which crates each may name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use cargo_metadata::{BuildScript, Metadata, Package, Target, TargetKind};

use crate::artifacts::{Built, Missing};
use crate::cargo::{Cargo, RustVersions};
use crate::graph::Graph;
use crate::kind::Kind;
use crate::library::LibrarySource;
use crate::platform::Platform;
use crate::selection::{Selection, Vstd};
use crate::tree::Tree;
use crate::{Error, targets};

/// The library of the language.
const VSTD: &str = "vstd";

/// A dependency on a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The index of the library in the plan.
    pub library: usize,
    /// The name of the library in the crate that uses it.
    pub name: String,
}

/// The inputs of rustc for a crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The id of its package.
    pub package_id: String,
    /// The name of the crate, with `_` in place of `-`.
    pub crate_name: String,
    /// The crate's root file, for instance `src/lib.rs`.
    pub root: PathBuf,
    /// The edition as cargo writes it, for instance `2021`.
    pub edition: String,
    /// The configuration flags for `--cfg` of rustc.
    pub cfgs: Vec<String>,
    /// The environment variables for `env!`.
    pub env: BTreeMap<String, String>,
    /// The libraries that it may name.
    pub deps: Vec<Dependency>,
    /// The working directory of rustc when it compiles the crate.
    pub directory: PathBuf,
}

/// A library that verified crates use. It may be verified or not.
#[derive(Clone, Debug)]
pub(crate) struct Library {
    pub(crate) source: Source,
    /// Its index among the units, if it is verified.
    pub(crate) unit: Option<usize>,
    /// Its metadata from cargo, if it is not verified.
    pub(crate) metadata: Option<PathBuf>,
    /// Whether it is another library `vstd`. Certus trusts its specifications.
    pub(crate) is_vstd: bool,
    /// The dynamic library, for a crate of macros.
    pub(crate) macros: Option<PathBuf>,
}

/// A crate to verify.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The name of its package.
    pub package: String,
    /// The version of its package.
    pub version: String,
    /// The directory of its package.
    pub directory: PathBuf,
    /// The name of the target.
    pub target: String,
    /// The kind of the crate in its package.
    pub kind: Kind,
    /// The inputs of rustc for this crate.
    pub source: Source,
    /// Whether the user selected its package. Otherwise another crate needs it.
    pub is_selected: bool,
}

/// The crates to verify, each after its dependencies.
#[derive(Debug)]
pub struct Plan {
    /// The crates to verify.
    pub units: Vec<Unit>,
    /// The directory of the workspace.
    pub workspace_root: PathBuf,
    /// The directory in which cargo builds.
    pub target_directory: PathBuf,
    /// The target triple, if it is not the host's.
    pub target: Option<String>,
    /// All libraries, each after its dependencies.
    pub(crate) libraries: Vec<Library>,
    /// The directories in which rustc finds indirect dependencies.
    pub(crate) search: Vec<PathBuf>,
    /// The macro server of this toolchain.
    pub(crate) server: PathBuf,
}

impl Plan {
    /// Makes the plan by calls of cargo. If there are dependencies that are not verified, cargo compiles their
    /// metadata; `on_line` is called for each line that cargo prints.
    pub fn make(
        cargo: &Cargo,
        selection: &Selection,
        platform: &Platform,
        on_line: &mut dyn FnMut(&str),
    ) -> Result<Plan, Error> {
        let (metadata, versions) = cargo.metadata(selection, &platform.triple)?;
        let tree = |macros| cargo.tree(selection, &platform.triple, macros);
        let tree = Tree::parse(&tree(false)?, &tree(true)?)?;
        let graph = Graph::new(&metadata, &tree)?;
        let mut maker = Maker::new(&graph, selection, platform, &versions);
        maker.choose()?;
        let built = match maker.needs_cargo() {
            true => Built::read(cargo.check(selection, on_line)?, platform),
            false => Built::default(),
        };
        match maker.plan(&metadata, (&built, &built)) {
            Err(Error::TwoBuilds { .. }) if !platform.is_apart && selection.target.is_none() => {}
            plan => return plan,
        }
        // Cargo also builds a package for macros and build scripts. If the target is named, it keeps the two apart. The
        // packages that are verified are still those of the build that the user will make.
        let selection = Selection { target: Some(platform.triple.clone()), ..selection.clone() };
        let platform = Platform { is_apart: true, ..platform.clone() };
        let apart = Built::read(cargo.check(&selection, on_line)?, &platform);
        maker.plan(&metadata, (&built, &apart))
    }

    /// The libraries that a crate reaches, in order.
    pub(crate) fn reached(&self, source: &Source) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut waiting: Vec<usize> = source.deps.iter().map(|dep| dep.library).collect();
        while let Some(index) = waiting.pop() {
            if reached.insert(index) {
                let library = self.libraries.get(index);
                waiting.extend(library.into_iter().flat_map(|l| l.source.deps.iter().map(|dep| dep.library)));
            }
        }
        reached
    }

    /// The units that a unit uses, in order.
    pub fn needs(&self, unit: &Unit) -> Vec<usize> {
        let reached = self.reached(&unit.source);
        reached.into_iter().filter_map(|index| self.libraries.get(index)?.unit).collect()
    }
}

/// A plan under construction.
struct Maker<'g, 'm> {
    graph: &'g Graph<'m>,
    selection: &'g Selection,
    platform: &'g Platform,
    versions: &'g RustVersions,
    /// The packages that the user selected.
    selected: Vec<&'m Package>,
    /// The verified targets of these packages, without their libraries.
    targets: Vec<(&'m Package, Vec<&'m Target>)>,
    /// The packages whose libraries are needed, each after its dependencies.
    order: Vec<&'m Package>,
}

impl<'g, 'm> Maker<'g, 'm> {
    fn new(
        graph: &'g Graph<'m>,
        selection: &'g Selection,
        platform: &'g Platform,
        versions: &'g RustVersions,
    ) -> Maker<'g, 'm> {
        Maker { graph, selection, platform, versions, selected: Vec::new(), targets: Vec::new(), order: Vec::new() }
    }

    /// Chooses the crates. `Err` if there is none to verify.
    fn choose(&mut self) -> Result<(), Error> {
        self.selected = self.graph.selected().to_vec();
        let verified: Vec<&Package> =
            self.selected.iter().copied().filter(|p| self.graph.is_verified(&p.id.repr)).collect();
        // The user may name a binary of an unverified package, to run it afterwards.
        targets::check_names(&self.selection.targets, &self.selected)?;
        for package in verified {
            let features = self.graph.features(&package.id.repr);
            let found = targets::selected(package, &self.selection.targets, &features)?;
            self.targets.push((package, found));
        }
        for package in self.selected.clone() {
            self.visit(package, false);
            let wants_dev =
                |target: &&Target| matches!(targets::kind(target), Some(Kind::Example | Kind::Test | Kind::Bench));
            let chosen = self.targets.iter().find(|(p, _)| p.id == package.id).map(|(_, found)| found);
            if chosen.is_some_and(|found| found.iter().any(wants_dev)) {
                self.visit_uses(package, true);
            }
        }
        let is_any = self.order.iter().any(|p| self.graph.is_verified(&p.id.repr));
        if !is_any && self.targets.iter().all(|(_, found)| found.is_empty()) {
            let names: Vec<String> = self.selected.iter().map(|p| format!("`{}`", p.name)).collect();
            return Err(Error::NothingToVerify { selected: names.join(", ") });
        }
        self.drop_unused();
        Ok(())
    }

    /// Adds a package after its dependencies. Cargo allows no cycles among libraries.
    fn visit(&mut self, package: &'m Package, via_dev: bool) {
        if self.order.iter().any(|p| p.id == package.id) {
            return;
        }
        self.visit_uses(package, via_dev);
        if targets::library(package).is_some() || targets::macros(package).is_some() {
            self.order.push(package);
        }
    }

    fn visit_uses(&mut self, package: &'m Package, dev: bool) {
        let uses = self.graph.uses(&package.id.repr);
        let uses: Vec<&Package> = uses.into_iter().filter(|(e, _)| dev || e.is_normal).map(|(_, p)| p).collect();
        for used in uses {
            self.visit(used, false);
        }
    }

    /// Removes the libraries that no verified crate reaches.
    fn drop_unused(&mut self) {
        let mut waiting: Vec<&str> = self.order.iter().map(|p| p.id.repr.as_str()).collect();
        waiting.retain(|id| self.graph.is_verified(id));
        let mut wanted: BTreeSet<&str> = BTreeSet::new();
        let roots: Vec<&Package> = self.targets.iter().map(|(package, _)| *package).collect();
        for package in roots {
            let uses = self.graph.uses(&package.id.repr);
            waiting.extend(uses.iter().map(|(_, used)| used.id.repr.as_str()));
        }
        while let Some(id) = waiting.pop() {
            if wanted.insert(id) {
                let uses = self.graph.uses(id);
                let uses = uses.iter().filter(|(e, _)| e.is_normal);
                waiting.extend(uses.map(|(_, used)| used.id.repr.as_str()));
            }
        }
        self.order.retain(|p| wanted.contains(p.id.repr.as_str()));
    }

    /// Whether cargo must compile or run something before the verification.
    fn needs_cargo(&self) -> bool {
        let is_external = |p: &&Package| !self.graph.is_verified(&p.id.repr);
        self.order.iter().any(|p| is_external(p) || has_script(p)) || self.targets.iter().any(|(p, _)| has_script(p))
    }

    /// Completes the plan with the output of `cargo check`: for the packages that are verified, and for the others.
    fn plan(&self, metadata: &Metadata, (own, built): (&Built, &Built)) -> Result<Plan, Error> {
        let mut plan = Plan {
            units: Vec::new(),
            workspace_root: metadata.workspace_root.as_std_path().to_path_buf(),
            target_directory: metadata.target_directory.as_std_path().to_path_buf(),
            target: self.platform.is_foreign().then(|| self.platform.triple.clone()),
            libraries: Vec::new(),
            search: built.search.iter().cloned().collect(),
            server: self.platform.macro_server.clone(),
        };
        plan.libraries.extend(self.vstd()?);
        for package in &self.order {
            if let Some(target) = targets::macros(package) {
                plan.libraries.push(self.macros(metadata, package, target, built)?);
                continue;
            }
            let Some(target) = targets::library(package) else { continue };
            let is_verified = self.graph.is_verified(&package.id.repr);
            let features = self.graph.features(&package.id.repr);
            let artifact = match is_verified {
                true => None,
                false => {
                    let found = built.metadata(&package.id.repr, &features, self.graph.is_uniform(&package.id.repr));
                    Some(found.map_err(|why| self.no_artifact(package, built, why))?)
                }
            };
            let source = self.source(metadata, package, target, if is_verified { own } else { built }, false)?;
            let unit = is_verified.then_some(plan.units.len());
            if is_verified {
                plan.units.push(self.unit(package, target, source.clone()));
            }
            plan.libraries.push(Library { source, unit, metadata: artifact, is_vstd: false, macros: None });
        }
        for (package, found) in &self.targets {
            for target in found {
                let source = self.source(metadata, package, target, own, true)?;
                plan.units.push(self.unit(package, target, source));
            }
        }
        Ok(plan)
    }

    /// A crate of macros, which was built for the host.
    fn macros(&self, metadata: &Metadata, package: &Package, target: &Target, built: &Built) -> Result<Library, Error> {
        let source = self.source(metadata, package, target, built, false)?;
        let found = built.macros(&package.id.repr, &self.graph.features(&package.id.repr));
        let dynamic = found.map_err(|why| self.no_artifact(package, built, why))?;
        Ok(Library { source, unit: None, metadata: None, is_vstd: false, macros: Some(dynamic) })
    }

    fn unit(&self, package: &Package, target: &Target, source: Source) -> Unit {
        let directory = package.manifest_path.parent().map(|path| path.as_std_path().to_path_buf());
        Unit {
            package: package.name.to_string(),
            version: package.version.to_string(),
            directory: directory.unwrap_or_default(),
            target: target.name.clone(),
            kind: targets::kind(target).unwrap_or(Kind::Lib),
            source,
            is_selected: self.selected.iter().any(|p| p.id == package.id),
        }
    }

    /// The inputs of rustc for a target.
    fn source(
        &self,
        metadata: &Metadata,
        package: &Package,
        target: &Target,
        built: &Built,
        own_library: bool,
    ) -> Result<Source, Error> {
        let id = package.id.repr.as_str();
        let kind = targets::kind(target);
        let dev = matches!(kind, Some(Kind::Example | Kind::Test | Kind::Bench));
        let first = usize::from(self.selection.vstd.is_some());
        let place = |id: &str| Some(first + self.order.iter().position(|p| p.id.repr == id)?);
        let uses = self.graph.uses(id);
        let uses = uses.into_iter().filter(|(edge, _)| dev || edge.is_normal);
        let mut deps: Vec<Dependency> = uses
            .filter_map(|(edge, used)| Some(Dependency { library: place(&used.id.repr)?, name: edge.name.clone() }))
            .collect();
        if let (true, Some(library), Some(place)) = (own_library, targets::library(package), place(id)) {
            deps.push(Dependency { library: place, name: crate_name(&library.name) });
        }
        if first > 0 && self.graph.is_verified(id) {
            deps.push(Dependency { library: 0, name: VSTD.to_string() });
        }
        let script = self.script(package, built)?;
        let mut cfgs = self.platform.cfgs.clone();
        cfgs.extend(self.graph.features(id).iter().map(|feature| format!("feature=\"{feature}\"")));
        cfgs.extend(script.into_iter().flat_map(|script| script.cfgs.iter().cloned()));
        Ok(Source {
            package_id: id.to_string(),
            crate_name: crate_name(&target.name),
            root: target.src_path.as_std_path().to_path_buf(),
            edition: target.edition.as_str().to_string(),
            cfgs,
            env: env(package, target, self.versions.get(id).map_or("", String::as_str), script),
            deps,
            directory: directory(metadata, package),
        })
    }

    /// The output of a package's build script, if it has one. No verified code depends on the script of a crate of
    /// macros.
    fn script<'b>(&self, package: &Package, built: &'b Built) -> Result<Option<&'b BuildScript>, Error> {
        let id = package.id.repr.as_str();
        if !has_script(package) || targets::macros(package).is_some() {
            return Ok(None);
        }
        let is_verified = self.graph.is_verified(id);
        let found = built.script(id, &self.graph.features(id), is_verified);
        let what = "which output of its build script".to_string();
        found.map(Some).map_err(|why| match why {
            Missing::Nothing => Error::NoScript { package: shown(package), output: built.output(&|_| false) },
            Missing::Several => Error::TwoBuilds { package: shown(package), what },
        })
    }

    /// The library that replaces that of Certus; it is the first one of a plan.
    fn vstd(&self) -> Result<Option<Library>, Error> {
        let (id, found) = match &self.selection.vstd {
            None => return Ok(None),
            Some(Vstd::Path(path)) => (path.to_string_lossy().into_owned(), LibrarySource::at(path)?),
            Some(Vstd::Registry) => {
                let found = self.graph.of_name(VSTD);
                let [(package, features)] = &found[..] else { return Err(Error::NoVstd) };
                let target = targets::library(package).ok_or(Error::NoVstd)?;
                let source = LibrarySource {
                    root: target.src_path.as_std_path().to_path_buf(),
                    edition: target.edition.as_str().to_string(),
                    cfgs: features.iter().map(|feature| format!("feature=\"{feature}\"")).collect(),
                };
                (package.id.repr.clone(), source)
            }
        };
        let source = Source {
            package_id: id,
            crate_name: VSTD.to_string(),
            root: std::path::absolute(&found.root).map_err(Error::file(&found.root))?,
            edition: found.edition,
            cfgs: self.platform.cfgs.iter().cloned().chain(found.cfgs).collect(),
            env: BTreeMap::new(),
            deps: Vec::new(),
            directory: PathBuf::new(),
        };
        Ok(Some(Library { source, unit: None, metadata: None, is_vstd: true, macros: None }))
    }

    fn no_artifact(&self, package: &Package, built: &Built, why: Missing) -> Error {
        if why == Missing::Several {
            return Error::TwoBuilds { package: shown(package), what: "which of its libraries".to_string() };
        }
        let users = self.order.iter().chain(self.targets.iter().map(|(package, _)| package));
        let mut users = users.filter(|p| self.graph.uses(&p.id.repr).iter().any(|(e, _)| e.to == package.id.repr));
        let needed_by = users.next().map_or_else(|| "a crate".to_string(), |user| format!("`{}`", user.name));
        let output = built.output(&|id| self.graph.is_verified(id));
        Error::NoArtifact { package: shown(package), needed_by, output }
    }
}

/// The name of a package in messages.
fn shown(package: &Package) -> String {
    format!("{} v{}", package.name, package.version)
}

fn has_script(package: &Package) -> bool {
    package.targets.iter().any(|target| target.kind.contains(&TargetKind::CustomBuild))
}

/// The directory in which cargo runs rustc for a package: the root of the workspace for its members.
fn directory(metadata: &Metadata, package: &Package) -> PathBuf {
    let own = || package.manifest_path.parent().unwrap_or(&metadata.workspace_root);
    let is_member = metadata.workspace_members.contains(&package.id);
    if is_member { &metadata.workspace_root } else { own() }.as_std_path().to_path_buf()
}

/// The name of a target as a crate name.
fn crate_name(target: &str) -> String {
    target.replace('-', "_")
}

/// The environment variables that cargo sets when it compiles a crate.
fn env(package: &Package, target: &Target, rust: &str, script: Option<&BuildScript>) -> BTreeMap<String, String> {
    let version = &package.version;
    let directory = package.manifest_path.parent().map_or("", |path| path.as_str());
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let path = |value: Option<String>| value.unwrap_or_default();
    let mut env: BTreeMap<String, String> = [
        ("CARGO_CRATE_NAME", crate_name(&target.name)),
        ("CARGO_MANIFEST_DIR", directory.to_string()),
        ("CARGO_MANIFEST_PATH", package.manifest_path.to_string()),
        ("CARGO_PKG_AUTHORS", package.authors.join(":")),
        ("CARGO_PKG_DESCRIPTION", text(&package.description)),
        ("CARGO_PKG_HOMEPAGE", text(&package.homepage)),
        ("CARGO_PKG_LICENSE", text(&package.license)),
        ("CARGO_PKG_LICENSE_FILE", path(package.license_file.as_ref().map(ToString::to_string))),
        ("CARGO_PKG_NAME", package.name.to_string()),
        ("CARGO_PKG_README", path(package.readme.as_ref().map(ToString::to_string))),
        ("CARGO_PKG_REPOSITORY", text(&package.repository)),
        ("CARGO_PKG_RUST_VERSION", rust.to_string()),
        ("CARGO_PKG_VERSION", version.to_string()),
        ("CARGO_PKG_VERSION_MAJOR", version.major.to_string()),
        ("CARGO_PKG_VERSION_MINOR", version.minor.to_string()),
        ("CARGO_PKG_VERSION_PATCH", version.patch.to_string()),
        ("CARGO_PKG_VERSION_PRE", version.pre.to_string()),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_string(), value))
    .collect();
    if matches!(targets::kind(target), Some(Kind::Bin | Kind::Example)) {
        env.insert("CARGO_BIN_NAME".to_string(), target.name.clone());
    }
    if let Some(script) = script {
        env.insert("OUT_DIR".to_string(), script.out_dir.to_string());
        env.extend(script.env.iter().cloned());
    }
    env
}
