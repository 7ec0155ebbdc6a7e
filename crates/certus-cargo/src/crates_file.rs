//! Writes the file for `certus verify --crates`, which describes the crates that a crate may name.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::plan::{Dependency, Library, Plan, Source, Unit};

impl Unit {
    /// The text of the file: the libraries that the crate reaches, each after its dependencies.
    pub fn crates_file(&self, plan: &Plan) -> String {
        let mut file = self.crates_json(plan);
        file["search"] = json!(plan.search);
        file.to_string()
    }

    /// The file without the search directories for indirect dependencies. rustc identifies these by hashes, so no proof
    /// depends on their place.
    pub(crate) fn crates_json(&self, plan: &Plan) -> Value {
        let reached = plan.reached(&self.source);
        let place: BTreeMap<usize, usize> = reached.iter().enumerate().map(|(new, old)| (*old, new)).collect();
        let libraries = reached.iter().filter_map(|index| plan.libraries.get(*index));
        let crates: Vec<Value> = libraries.clone().map(|library| krate(library, &place)).collect();
        let mut file = json!({
            "version": 1,
            "crates": crates,
            "deps": deps(&self.source.deps, &place),
            "env": self.source.env,
        });
        if libraries.clone().any(|library| library.macros.is_some()) {
            file["directory"] = json!(self.source.directory);
            file["macro_server"] = json!(plan.server);
        }
        file
    }
}

fn krate(library: &Library, place: &BTreeMap<usize, usize>) -> Value {
    let Source { crate_name, root, edition, cfgs, env, deps: uses, directory, .. } = &library.source;
    let mut value = json!({
        "name": crate_name,
        "root": root,
        "edition": edition,
        "cfg": cfgs,
        "kind": match (library.is_vstd, library.unit, &library.macros) {
            (true, ..) => "library",
            (false, Some(_), _) => "verified",
            (false, None, Some(_)) => "macros",
            (false, None, None) => "external",
        },
        "env": env,
        "deps": deps(uses, place),
    });
    if let Some(metadata) = library.metadata.as_ref().or(library.macros.as_ref()) {
        value["metadata"] = json!(metadata);
    }
    if !library.is_vstd {
        value["directory"] = json!(directory);
    }
    value
}

/// The dependencies, with the numbers of the file. A library that is no longer in the plan is left out.
fn deps(deps: &[Dependency], place: &BTreeMap<usize, usize>) -> Vec<Value> {
    let known = deps.iter().filter_map(|dep| Some((place.get(&dep.library)?, &dep.name)));
    known.map(|(index, name)| json!({ "crate": index, "name": name })).collect()
}
