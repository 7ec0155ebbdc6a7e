//! Rule `import-cycle`: modules of one crate that use each other are one module in several files, and can only be read together.

use std::collections::{BTreeMap, BTreeSet};

use super::paths::Segments;
use super::source::Source;
use super::{Finding, crate_of};

/// Modules that use each other in a circle, at most.
const CYCLE: usize = 3;

/// Crates in which a larger circle is left, with its size. A number here may only fall.
const LARGER: &[(&str, usize)] = &[];

/// A module by its path in the crate: `["body", "call"]`; the root is empty.
type Module = Vec<String>;

/// Rule `import-cycle`, for every crate.
pub(crate) fn check(sources: &[Source]) -> Vec<Finding> {
    let mut crates: BTreeMap<&str, BTreeMap<Module, &Source>> = BTreeMap::new();
    for source in sources.iter().filter(|source| !source.is_test && !source.is_generated) {
        if let Some(module) = module_of(&source.path) {
            crates.entry(crate_of(&source.path)).or_default().insert(module, source);
        }
    }
    crates.into_iter().flat_map(|(name, modules)| in_crate(name, &modules)).collect()
}

/// The largest circle of a crate, if it is larger than it may be, or smaller than the table says.
fn in_crate(name: &str, modules: &BTreeMap<Module, &Source>) -> Option<Finding> {
    let limit = LARGER.iter().find(|(known, _)| *known == name).map_or(CYCLE, |(_, size)| *size);
    let manifest = format!("crates/{name}/Cargo.toml");
    let largest = circles(&Graph { modules }.arrows()).into_iter().max_by_key(Vec::len).unwrap_or_default();
    let message = if largest.len() > limit {
        let names: Vec<String> = largest.iter().map(|module| format!("`{}`", module.join("::"))).collect();
        format!("{} modules use each other in a circle, at most {limit}: {}", largest.len(), names.join(", "))
    } else if limit > CYCLE && largest.len() < limit && modules.len() >= limit {
        format!("the largest circle has {} modules now: write that number into `LARGER`", largest.len())
    } else {
        return None;
    };
    Some(Finding::new(&manifest, 1, "import-cycle", message))
}

/// The module that a file is: `["body", "call"]` of `crates/certus-lower/src/body/call.rs`.
fn module_of(path: &str) -> Option<Module> {
    let (_, inside) = path.split_once("/src/")?;
    let mut parts: Module = inside.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if matches!(parts.last().map(String::as_str), Some("lib" | "main" | "mod")) {
        parts.pop();
    }
    (parts.first().is_none_or(|first| first != "bin")).then_some(parts)
}

/// The modules of one crate.
struct Graph<'a> {
    modules: &'a BTreeMap<Module, &'a Source>,
}

impl Graph<'_> {
    /// Which modules each module uses. A module may use its ancestors, as privacy has it, so those are no arrows.
    fn arrows(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let arrows = self.modules.iter().map(|(module, source)| {
            let exports = source.paths.exports.iter().map(|(_, path)| path);
            let targets = source.paths.used.iter().chain(exports).filter_map(|path| self.target(module, path, 0));
            (module.clone(), targets.filter(|target| !module.starts_with(target)).collect())
        });
        arrows.collect()
    }

    /// The module in which what a path of `module` names is written, through at most eight `pub use`.
    fn target(&self, module: &[String], path: &Segments, depth: usize) -> Option<Module> {
        let supers = path.iter().take_while(|segment| *segment == "super").count();
        let (mut at, rest) = match path.first()?.as_str() {
            "crate" => (Module::new(), &path[1..]),
            "self" => (module.to_vec(), &path[1..]),
            "super" => (module.get(..module.len().checked_sub(supers)?)?.to_vec(), &path[supers..]),
            first => {
                let child = [module, &[first.to_owned()]].concat();
                self.modules.contains_key(&child).then_some((child, &path[1..]))?
            }
        };
        for (index, segment) in rest.iter().enumerate() {
            let child = [at.as_slice(), std::slice::from_ref(segment)].concat();
            if self.modules.contains_key(&child) {
                at = child;
                continue;
            }
            let exports = self.modules.get(&at).map_or(&[][..], |source| &source.paths.exports);
            let exported = exports.iter().find(|(name, _)| name == segment && depth < 8);
            let through = exported.and_then(|(_, from)| {
                let path = from.iter().chain(&rest[index + 1..]).cloned().collect();
                self.target(&at, &path, depth + 1)
            });
            return Some(through.unwrap_or(at));
        }
        Some(at)
    }
}

/// The sets of modules that reach each other, those of one module left out.
fn circles(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Vec<Module>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        arrows.keys().map(|module| (module, reach(arrows, module))).collect();
    let mut found: Vec<Vec<Module>> = Vec::new();
    for (module, targets) in &reached {
        let back = |target: &&&Module| reached.get(*target).is_some_and(|targets| targets.contains(module));
        let circle: Vec<Module> = targets.iter().filter(back).map(|target| (*target).clone()).collect();
        // Each of its members finds the circle; the first keeps it.
        if circle.len() > 1 && circle.first() == Some(*module) {
            found.push(circle);
        }
    }
    found
}

/// All modules that arrows lead to, in one step or more.
fn reach<'a>(arrows: &'a BTreeMap<Module, BTreeSet<Module>>, from: &'a Module) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(module) = waiting.pop() {
        waiting.extend(arrows.get(module).into_iter().flatten().filter(|target| reached.insert(*target)));
    }
    reached
}
