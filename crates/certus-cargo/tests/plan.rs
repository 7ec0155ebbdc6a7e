//! Plans of small workspaces, made with the real cargo. No crate comes from a registry.

use std::path::PathBuf;

use certus_cargo::{Cargo, Error, Plan, Platform, Selection, Unit};
use serde_json::Value;

/// A workspace in a directory of its own.
struct World(tempfile::TempDir);

impl World {
    /// Of packages by name, each with what its manifest says beyond name and version.
    fn of(packages: &[(&str, &str)]) -> World {
        let world = World(tempfile::tempdir().expect("a directory"));
        let names: Vec<String> = packages.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        world.write("Cargo.toml", &format!("[workspace]\nresolver = \"3\"\nmembers = [{}]\n", names.join(", ")));
        for (name, rest) in packages {
            let head = format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n");
            world.write(&format!("{name}/Cargo.toml"), &(head + rest));
            world.write(&format!("{name}/src/lib.rs"), "");
        }
        world
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.at(path);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("made");
        std::fs::write(path, text).expect("written");
    }

    fn try_plan(&self, change: impl FnOnce(&mut Selection)) -> Result<Plan, Error> {
        let mut selection = Selection { manifest_path: Some(self.at("Cargo.toml")), ..Selection::default() };
        selection.restrictions.push("--offline".to_string());
        change(&mut selection);
        let platform = Platform::ask(&Cargo::find(), &selection)?;
        Plan::make(&Cargo::find(), &selection, &platform, &mut |_| {})
    }

    fn plan(&self, change: impl FnOnce(&mut Selection)) -> Plan {
        self.try_plan(change).expect("a plan")
    }
}

/// The crates in order: `package/kind/target`.
fn units(plan: &Plan) -> Vec<String> {
    plan.units.iter().map(|u| format!("{}/{}/{}", u.package, u.kind.name(), u.target)).collect()
}

fn find<'p>(plan: &'p Plan, package: &str) -> &'p Unit {
    plan.units.iter().find(|unit| unit.package == package).expect("it is verified")
}

/// The crates that a crate may reach: names, and `verified` or `external`.
fn crates(plan: &Plan, unit: &Unit) -> (Value, Vec<String>) {
    let file: Value = serde_json::from_str(&unit.crates_file(plan)).expect("it is JSON");
    let name =
        |krate: &Value| format!("{} {}", krate["name"].as_str().unwrap_or("?"), krate["kind"].as_str().unwrap_or("?"));
    let names = file["crates"].as_array().expect("a list").iter().map(name).collect();
    (file, names)
}

fn features(unit: &Unit) -> Vec<&str> {
    unit.source.cfgs.iter().filter_map(|cfg| cfg.strip_prefix("feature=")).collect()
}

const VERIFIED: &str = "[package.metadata.certus]\nverify = true\n";

#[test]
fn each_crate_comes_after_those_that_it_uses() {
    let top = format!(
        "{VERIFIED}[dependencies]\nlow = {{ path = \"../low\" }}\nother = {{ package = \"plain\", path = \"../plain\" }}\n"
    );
    let plain = "[dependencies]\ndeep-down = { path = \"../deep-down\" }\n";
    let world = World::of(&[
        ("app", "[dependencies]\ntop = { path = \"../top\" }\nunused = { path = \"../unused\" }\n"),
        ("top", &top),
        ("plain", plain),
        ("deep-down", ""),
        ("unused", ""),
        ("low", "[package.metadata.verus]\nverify = true\n"),
    ]);
    world.write("top/src/bin/run.rs", "fn main() {}\n");
    let plan = world.plan(|_| {});
    assert_eq!(units(&plan), ["low/lib/low", "top/lib/top", "top/bin/run"]);
    let (file, names) = crates(&plan, find(&plan, "top"));
    assert_eq!(names, ["low verified", "deep_down external", "plain external"]);
    let deps = file["deps"].as_array().expect("a list");
    assert!(deps.contains(&serde_json::json!({ "crate": 2, "name": "other" })), "{deps:?}");
    assert_eq!(file["crates"][2]["deps"], serde_json::json!([{ "crate": 1, "name": "deep_down" }]));
    let metadata = file["crates"][2]["metadata"].as_str().expect("cargo made it");
    assert!(metadata.ends_with(".rmeta") && PathBuf::from(metadata).is_file());
    assert_eq!(file["crates"][0].get("metadata"), None);
    assert!(!file["search"].as_array().expect("a list").is_empty());
    // The binary uses the library beside it as well.
    let (_, names) = crates(&plan, &plan.units[2]);
    assert_eq!(names, ["low verified", "deep_down external", "plain external", "top verified"]);
    // Selected or needed.
    let plan = world.plan(|s| s.packages.named.push("top".to_string()));
    assert_eq!(plan.units.iter().map(|u| u.is_selected).collect::<Vec<_>>(), [false, true, true]);
    let plan = world.plan(|s| s.packages.named.push("app".to_string()));
    assert_eq!(units(&plan), ["low/lib/low", "top/lib/top"]);
}

#[test]
fn features_are_those_of_the_selection() {
    let low = format!("{VERIFIED}[features]\nx = []\ny = []\n");
    let world = World::of(&[
        ("low", &low),
        ("one", "[dependencies]\nlow = { path = \"../low\", features = [\"x\"] }\n"),
        ("two", "[dependencies]\nlow = { path = \"../low\" }\n[features]\nmore = [\"low/y\"]\n"),
    ]);
    let of = |names: &[&str], wanted: &[&str]| {
        let plan = world.plan(|s| {
            s.packages.named = names.iter().map(|name| name.to_string()).collect();
            s.features.named = wanted.iter().map(|name| name.to_string()).collect();
        });
        features(find(&plan, "low")).join(" ")
    };
    assert_eq!(of(&["two"], &[]), "");
    assert_eq!(of(&["one"], &[]), "\"x\"");
    assert_eq!(of(&["two"], &["more"]), "\"y\"");
    assert_eq!(of(&[], &[]), "\"x\"");
}

#[test]
fn targets_are_those_that_are_asked_for() {
    let low = format!(
        "{VERIFIED}[features]\nx = []\n[dev-dependencies]\nhigh = {{ path = \"../high\" }}\n\
         [[example]]\nname = \"shy\"\nrequired-features = [\"x\"]\n"
    );
    let high = format!("{VERIFIED}[dependencies]\nlow = {{ path = \"../low\" }}\n");
    let world = World::of(&[("low", &low), ("high", &high)]);
    for path in ["src/main.rs", "examples/shy.rs", "examples/bold.rs", "tests/all.rs"] {
        world.write(&format!("low/{path}"), "fn main() {}\n");
    }
    let low = |change: fn(&mut Selection)| {
        world.try_plan(|s| {
            s.packages.named.push("low".to_string());
            change(s);
        })
    };
    let asked = |change| units(&low(change).expect("a plan"));
    assert_eq!(asked(|_| {}), ["low/lib/low", "low/bin/low"]);
    assert_eq!(asked(|s| s.targets.lib = true), ["low/lib/low"]);
    // Tests may use crates that use the library; no cycle comes of it.
    assert_eq!(asked(|s| s.targets.tests = true), ["low/lib/low", "high/lib/high", "low/test/all"]);
    assert_eq!(asked(|s| s.targets.examples = true), ["low/lib/low", "high/lib/high", "low/example/bold"]);
    let shy = |s: &mut Selection| s.targets.example.push("shy".to_string());
    assert!(matches!(low(shy), Err(Error::MissingFeatures { .. })));
    let shy = |s: &mut Selection| {
        s.targets.example.push("shy".to_string());
        s.features.named.push("x".to_string());
    };
    assert_eq!(asked(shy), ["low/lib/low", "high/lib/high", "low/example/shy"]);
    let nobody = |s: &mut Selection| s.targets.bin.push("nobody".to_string());
    assert!(low(nobody).is_err_and(|error| error.to_string().contains("there are `low`")));
}

#[test]
fn what_a_build_script_says_is_known() {
    let world = World::of(&[("made", &format!("build = \"build.rs\"\n{VERIFIED}"))]);
    world.write(
        "made/build.rs",
        "fn main() { println!(\"cargo::rustc-cfg=fast\"); println!(\"cargo::rustc-env=WHO=me\"); }\n",
    );
    let plan = world.plan(|_| {});
    let source = &find(&plan, "made").source;
    assert!(source.cfgs.iter().any(|cfg| cfg == "fast") && source.cfgs.iter().any(|cfg| cfg == "debug_assertions"));
    assert_eq!(source.env.get("WHO").map(String::as_str), Some("me"));
    assert_eq!(source.env.get("CARGO_PKG_VERSION_MINOR").map(String::as_str), Some("1"));
    assert!(source.env.contains_key("OUT_DIR"));
}

#[test]
fn the_language_is_no_dependency() {
    let low = format!("{VERIFIED}[dependencies]\nvstd = {{ path = \"../vstd\" }}\n");
    let vstd = "[dependencies]\nhelper = { path = \"../helper\" }\n";
    let world = World::of(&[("low", &low), ("vstd", vstd), ("helper", "")]);
    // What only the library of the language needs is not even compiled.
    world.write("helper/src/lib.rs", "this does not compile");
    let plan = world.plan(|s| s.packages.named.push("low".to_string()));
    let (file, names) = crates(&plan, find(&plan, "low"));
    assert_eq!(names, [""; 0]);
    assert_eq!(file.get("macro_server"), None);
}

#[test]
fn crates_of_macros_are_known_by_their_libraries() {
    let low = format!(
        "{VERIFIED}[dependencies]\nplain = {{ path = \"../plain\" }}\nmine = {{ package = \"more-macros\", path = \"../more-macros\" }}\n"
    );
    let macros = "[lib]\nproc-macro = true\n[dependencies]\nhelper = { path = \"../helper\" }\n";
    let plain = "[dependencies]\nmacros = { path = \"../macros\" }\n";
    let more = "[lib]\nproc-macro = true\n[features]\nx = []\n";
    let world =
        World::of(&[("low", &low), ("plain", plain), ("helper", ""), ("macros", macros), ("more-macros", more)]);
    let plan = world.plan(|s| s.packages.named.push("low".to_string()));
    let (file, names) = crates(&plan, find(&plan, "low"));
    // Those that a dependency uses, too: it may pass the names on. What only macros need is not among them.
    assert_eq!(names, ["more_macros macros", "macros macros", "plain external"]);
    for (number, name) in [(0, "more_macros"), (1, "macros")] {
        let library = PathBuf::from(file["crates"][number]["metadata"].as_str().expect("cargo made it"));
        let file_name = library.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(library.is_file() && file_name.contains(name) && !file_name.ends_with(".rmeta"), "{file_name}");
    }
    assert!(file["deps"].as_array().expect("a list").contains(&serde_json::json!({ "crate": 0, "name": "mine" })));
    assert!(PathBuf::from(file["macro_server"].as_str().expect("a path")).is_file());
    assert_eq!(file["directory"].as_str(), world.at("").canonicalize().expect("it is there").to_str());
    // Nobody verifies macros, so nobody may think that they are verified.
    let world = World::of(&[("low", VERIFIED), ("macros", &format!("{VERIFIED}[lib]\nproc-macro = true\n"))]);
    let said = world.try_plan(|_| {}).expect_err("macros").to_string();
    assert!(said.contains("procedural macros cannot be verified"), "{said}");
}

#[test]
fn a_dependency_that_does_not_compile_is_told() {
    let low = format!("{VERIFIED}[dependencies]\nplain = {{ path = \"../plain\" }}\n");
    let world = World::of(&[("low", &low), ("plain", "")]);
    world.write("plain/src/lib.rs", "pub fn f() -> u8 { \"\" }\n");
    let said = world.try_plan(|_| {}).expect_err("no metadata").to_string();
    assert!(said.contains("`plain v0.1.0`, which `low` needs") && said.contains("mismatched types"), "{said}");
    // Errors in a crate that is verified are the verifier's to say.
    world.write("plain/src/lib.rs", "");
    world.write("low/src/lib.rs", "pub fn f() -> u8 { \"\" }\n");
    assert_eq!(units(&world.plan(|_| {})), ["low/lib/low"]);
}

#[test]
fn nothing_to_verify_is_no_success() {
    let world = World::of(&[("one", ""), ("two", VERIFIED)]);
    let one = |s: &mut Selection| s.packages.named.push("one".to_string());
    assert!(matches!(world.try_plan(one), Err(Error::NothingToVerify { .. })));
    let but = |s: &mut Selection| {
        s.packages.workspace = true;
        s.packages.excluded.push("two".to_string());
    };
    assert!(matches!(world.try_plan(but), Err(Error::NothingToVerify { .. })));
    assert_eq!(units(&world.plan(|_| {})), ["two/lib/two"]);
}
