//! Selects the targets of a package.

use std::collections::BTreeSet;

use cargo_metadata::{Package, Target, TargetKind};

use crate::Error;
use crate::kind::Kind;
use crate::selection::Targets;

/// The kind of a target; `None` for a target that is never verified (a build script, a crate of macros).
pub(crate) fn kind(target: &Target) -> Option<Kind> {
    let of = |kind: &TargetKind| match kind {
        TargetKind::Lib | TargetKind::RLib | TargetKind::DyLib | TargetKind::CDyLib | TargetKind::StaticLib => {
            Some(Kind::Lib)
        }
        TargetKind::Bin => Some(Kind::Bin),
        TargetKind::Example => Some(Kind::Example),
        TargetKind::Test => Some(Kind::Test),
        TargetKind::Bench => Some(Kind::Bench),
        _ => None,
    };
    target.kind.iter().find_map(of)
}

/// The library of a package.
pub(crate) fn library(package: &Package) -> Option<&Target> {
    package.targets.iter().find(|target| kind(target) == Some(Kind::Lib))
}

/// The crate of macros of a package.
pub(crate) fn macros(package: &Package) -> Option<&Target> {
    package.targets.iter().find(|target| target.kind.contains(&TargetKind::ProcMacro))
}

/// The selected targets of a package, without its library, in the order of the kinds.
pub(crate) fn selected<'p>(
    package: &'p Package,
    targets: &Targets,
    features: &BTreeSet<String>,
) -> Result<Vec<&'p Target>, Error> {
    let mut found: Vec<(Kind, &Target)> = Vec::new();
    for target in &package.targets {
        let Some(kind) = kind(target) else { continue };
        let by_name = is_named(targets, kind, &target.name);
        if kind == Kind::Lib || !(by_name || is_wanted(targets, kind)) {
            continue;
        }
        let missing: Vec<&str> =
            target.required_features.iter().filter(|f| !features.contains(*f)).map(String::as_str).collect();
        match (missing.is_empty(), by_name) {
            (true, _) => found.push((kind, target)),
            // As in cargo: if the user names a target, a missing feature is an error.
            (false, true) => {
                let features = missing.join(", ");
                return Err(Error::MissingFeatures { name: target.name.clone(), features });
            }
            (false, false) => {}
        }
    }
    found.sort_by_key(|(kind, _)| *kind);
    Ok(found.into_iter().map(|(_, target)| target).collect())
}

/// Whether all targets of a kind are selected.
fn is_wanted(targets: &Targets, kind: Kind) -> bool {
    targets.all
        || match kind {
            Kind::Lib => true,
            Kind::Bin => targets.bins || targets.is_default(),
            Kind::Example => targets.examples,
            Kind::Test => targets.tests,
            Kind::Bench => targets.benches,
        }
}

fn is_named(targets: &Targets, kind: Kind, name: &str) -> bool {
    named(targets).iter().any(|(of, names)| *of == kind && names.iter().any(|n| n == name))
}

/// The names of selected targets, by kind.
fn named(targets: &Targets) -> [(Kind, &Vec<String>); 4] {
    [
        (Kind::Bin, &targets.bin),
        (Kind::Example, &targets.example),
        (Kind::Test, &targets.test),
        (Kind::Bench, &targets.bench),
    ]
}

/// `Err` for a name of a target that no package has.
pub(crate) fn check_names(targets: &Targets, packages: &[&Package]) -> Result<(), Error> {
    let all = || packages.iter().flat_map(|package| &package.targets);
    for (of, names) in named(targets) {
        let known: BTreeSet<&str> = all().filter(|t| kind(t) == Some(of)).map(|t| t.name.as_str()).collect();
        if let Some(name) = names.iter().find(|name| !known.contains(name.as_str())) {
            let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            let known = if known.is_empty() { String::new() } else { format!("; there are {}", known.join(", ")) };
            return Err(Error::UnknownTarget { kind: of.name(), name: name.clone(), known });
        }
    }
    Ok(())
}
