//! Plans of small workspaces, made with the real cargo. No crate comes from a registry.

use std::path::PathBuf;

use certus_cargo::{Cargo, Error, Plan, Platform, Purpose, Selection, Unit};
use certus_codes::Unsupported;
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
fn a_version_of_rust_is_what_stands_there() {
    let of = |text: &str| {
        let world = World::of(&[("low", &format!("{text}{VERIFIED}"))]);
        find(&world.plan(|_| {}), "low").source.env["CARGO_PKG_RUST_VERSION"].clone()
    };
    assert_eq!(of("rust-version = \"1.80\"\n"), "1.80");
    assert_eq!(of("rust-version = \"1.80.0\"\n"), "1.80.0");
    assert_eq!(of(""), "");
}

/// What nobody would verify may not ask for it.
#[test]
fn names_of_the_language_are_taken() {
    for name in ["builtin", "vstd", "state_machines_macros"] {
        let said = World::of(&[("low", VERIFIED), (name, VERIFIED)]).try_plan(|_| {}).expect_err(name).to_string();
        assert!(said.contains("rename this one"), "{said}");
        assert_eq!(units(&World::of(&[("low", VERIFIED), (name, "")]).plan(|_| {})), ["low/lib/low"]);
    }
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

/// What only crates of macros and build scripts turn on, cargo builds for the host.
#[test]
fn what_macros_turn_on_is_not_in_the_program() {
    let low = format!("{VERIFIED}[features]\nx = []\n[dependencies]\ndeep = {{ path = \"../deep\" }}\n");
    let deep = format!("{VERIFIED}[features]\nx = []\n");
    let app = |more: &str| {
        format!("{VERIFIED}[dependencies]\nlow = {{ path = \"../low\" }}\nmacros = {{ path = \"../macros\" }}\n{more}")
    };
    let turned_on = |macros: &str, more: &str, resolver: &str, all: bool| {
        let macros = format!("[lib]\nproc-macro = true\n[dependencies]\n{macros}");
        let world = World::of(&[("app", &app(more)), ("macros", &macros), ("low", &low), ("deep", &deep)]);
        let root = std::fs::read_to_string(world.at("Cargo.toml")).expect("it is there");
        world.write("Cargo.toml", &root.replace("\"3\"", &format!("\"{resolver}\"")));
        if !more.is_empty() {
            world.write("app/build.rs", "fn main() {}\n");
        }
        let plan = world.plan(|s| {
            if !all {
                s.packages.named.push("app".to_string());
            }
        });
        ["low", "deep"].map(|package| !features(find(&plan, package)).is_empty())
    };
    let low = "low = { path = \"../low\", features = [\"x\"] }\n";
    // `low` has the same features in both, but what it uses has not.
    let deep = "low = { path = \"../low\" }\ndeep = { path = \"../deep\", features = [\"x\"] }\n";
    let script = format!("[build-dependencies]\n{low}");
    for resolver in ["2", "3"] {
        assert_eq!(turned_on(low, "", resolver, false), [false, false]);
        assert_eq!(turned_on(deep, "", resolver, false), [false, false]);
        assert_eq!(turned_on("", &script, resolver, false), [false, false]);
        // Selected, the crate of macros has tests that are built for the target.
        assert_eq!(turned_on(low, "", resolver, true), [true, false]);
    }
    assert_eq!(turned_on(low, "", "1", false), [true, false]);
    assert_eq!(turned_on(deep, "", "1", false), [false, true]);
    assert_eq!(turned_on("", &script, "1", false), [true, false]);
}

/// A crate of macros that is selected is checked, and so is what it uses, for the host.
#[test]
fn a_library_for_the_host_is_not_taken() {
    let plain = "[dependencies]\ndeep = { path = \"../deep\" }\n";
    let macros = |dependency: &str| format!("[lib]\nproc-macro = true\n[dependencies]\n{dependency}\n");
    let low =
        format!("{VERIFIED}[dependencies]\nplain = {{ path = \"../plain\" }}\nother = {{ path = \"../other\" }}\n");
    let world = |for_other: &str| {
        World::of(&[
            ("low", &low),
            ("macros", &macros("plain = { path = \"../plain\" }")),
            ("other", &macros(&format!("deep = {{ path = \"../deep\"{for_other} }}"))),
            ("plain", plain),
            ("deep", "[features]\nx = []\n"),
        ])
    };
    let try_plan = |world: &World, target: Option<String>| {
        world.try_plan(|s| {
            s.packages.named = ["low", "macros"].map(str::to_string).to_vec();
            s.target = target;
        })
    };
    // `plain` is checked twice, to the same effect.
    let plan = try_plan(&world(""), None).expect("a plan");
    assert_eq!(crates(&plan, find(&plan, "low")).1, ["other macros", "deep external", "plain external"]);
    // For the host it uses a `deep` with a feature, which is not the one of the program.
    let world = world(", features = [\"x\"]");
    let plan = try_plan(&world, None).expect("a plan");
    let (file, _) = crates(&plan, find(&plan, "low"));
    let plain = file["crates"].as_array().expect("a list").iter().find(|krate| krate["name"] == "plain");
    let metadata = plain.expect("it is used")["metadata"].to_string();
    assert!(metadata.contains(&host()), "{metadata}");
    assert!(try_plan(&world, Some(host())).is_ok());
    assert!(world.try_plan(|s| s.packages.named.push("low".to_string())).is_ok());
}

/// What the target is called that programs are compiled for when none is named.
fn host() -> String {
    Platform::ask(&Cargo::find(), &Selection::default()).expect("cargo answers").triple
}

/// A package and another of its name and version: one of a registry, which is a directory here.
#[test]
fn a_fork_has_its_own_features() {
    let app = "[dependencies]\nlow = \"0.1\"\nfork = { path = \"../low\", package = \"low\" }\n\
               [features]\nmore = [\"fork/more\"]\n";
    let features = "[features]\nx = []\nmore = []\n";
    let world = World::of(&[("app", &format!("{VERIFIED}{app}")), ("low", &format!("{VERIFIED}{features}"))]);
    let head = "[package]\nname = \"low\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    world.write("vendored/low/Cargo.toml", &format!("{head}{VERIFIED}{features}default = [\"x\"]\n"));
    world.write("vendored/low/src/lib.rs", "");
    world.write("vendored/low/.cargo-checksum.json", "{\"files\":{}}");
    let plan = |wanted: &[&str]| {
        world.plan(|s| {
            let directory = world.at("vendored").canonicalize().expect("it is there");
            s.config.push("source.crates-io.replace-with=\"vendored\"".to_string());
            s.config.push(format!("source.vendored.directory={directory:?}"));
            s.packages.named.push("app".to_string());
            s.features.named = wanted.iter().map(|name| name.to_string()).collect();
        })
    };
    let of = |plan: &Plan| {
        let units = plan.units.iter().filter(|unit| unit.package == "low");
        let mut found: Vec<String> =
            units.map(|unit| format!("{} {}", unit.directory.ends_with("vendored/low"), features_of(unit))).collect();
        found.sort();
        found
    };
    assert_eq!(of(&plan(&[])), ["false ", "true \"default\" \"x\""]);
    assert_eq!(of(&plan(&["more"])), ["false \"more\"", "true \"default\" \"x\""]);
}

fn features_of(unit: &Unit) -> String {
    features(unit).join(" ")
}

/// `cargo test` turns on what dependencies for development ask for, in the program as well.
#[test]
fn tests_have_features_of_their_own() {
    let low = format!(
        "{VERIFIED}[dependencies]\nmid = {{ path = \"../mid\" }}\nplain = {{ path = \"../plain\" }}\n\
         [dev-dependencies]\nmid = {{ path = \"../mid\", features = [\"x\"] }}\n\
         plain = {{ path = \"../plain\", features = [\"x\"] }}\n"
    );
    let mid = format!("{VERIFIED}[features]\nx = []\n");
    let world = World::of(&[("low", &low), ("mid", &mid), ("plain", "[features]\nx = []\n")]);
    world.write("low/tests/all.rs", "fn main() {}\n");
    let of = |change: fn(&mut Selection)| {
        let plan = world.plan(|s| {
            s.packages.named.push("low".to_string());
            change(s);
        });
        let (file, _) = crates(&plan, find(&plan, "low"));
        let metadata = file["crates"].as_array().expect("a list").iter().find(|krate| krate["name"] == "plain");
        let metadata = metadata.expect("it is used")["metadata"].as_str().expect("cargo made it").to_string();
        (features_of(find(&plan, "mid")), units(&plan).join(" "), metadata)
    };
    let built = of(|_| {});
    assert_eq!((built.0.as_str(), built.1.as_str()), ("", "mid/lib/mid low/lib/low"));
    let tested = of(|s| s.purpose = Purpose::Test);
    // The same crates, but others.
    assert_eq!((tested.0.as_str(), &tested.1), ("\"x\"", &built.1));
    assert_ne!(tested.2, built.2);
    assert_eq!(of(|s| (s.purpose, s.release) = (Purpose::Test, true)).0, "\"x\"");
    assert_eq!(of(|s| (s.purpose, s.targets.lib) = (Purpose::Test, true)).0, "\"x\"");
    assert_eq!(of(|s| s.targets.tests = true).0, "\"x\"");
    assert_eq!(of(|s| s.release = true).0, "");
}

/// A build script runs once for the program and once for what only macros and build scripts need.
#[test]
fn a_build_script_for_the_host_is_not_taken() {
    let made =
        |verified: bool| format!("build = \"build.rs\"\n[features]\nx = []\n{}", if verified { VERIFIED } else { "" });
    let try_plan = |verified: bool, script: &str, for_host: &str, change: &dyn Fn(&mut Selection)| {
        let app = format!(
            "{VERIFIED}[dependencies]\nmade = {{ path = \"../made\" }}\n\
             [build-dependencies]\nmade = {{ path = \"../made\"{for_host} }}\n"
        );
        let world = World::of(&[("app", &app), ("made", &made(verified))]);
        world.write("app/build.rs", "fn main() {}\n");
        let head = "let x = std::env::var_os(\"CARGO_FEATURE_X\").is_some();\n\
                    let out = std::env::var(\"OUT_DIR\").unwrap();\n";
        world.write("made/build.rs", &format!("#[allow(unused)]\nfn main() {{ {head}{script} }}\n"));
        world.try_plan(|s| {
            s.packages.named.push("app".to_string());
            // Nothing is there that another script wrote.
            s.target_dir = Some(world.at("target"));
            change(s);
        })
    };
    let with_x = ", features = [\"x\"]";
    let scripts = [
        "if x { println!(\"cargo::rustc-cfg=hasx\"); }",
        "if !x { println!(\"cargo::rustc-cfg=hasx\"); }",
        "println!(\"cargo::rustc-env=WHO={x}\");",
        "std::fs::write(format!(\"{out}/made.rs\"), format!(\"{x}\")).unwrap();",
        "if x { std::fs::create_dir(format!(\"{out}/made\")).unwrap(); }",
    ];
    for script in scripts {
        let said = try_plan(true, script, with_x, &|_| {}).expect_err(script);
        assert_eq!(said.code(), Some(Unsupported::TwoBuilds), "{said}");
        assert!(said.to_string().contains("`made v0.1.0`"), "{said}");
        // If it is not verified, cargo builds it once more, apart from what is for the host.
        let plan = try_plan(false, script, with_x, &|_| {}).expect(script);
        let (file, _) = crates(&plan, find(&plan, "app"));
        let made = file["crates"].as_array().expect("a list").iter().find(|krate| krate["name"] == "made");
        let cfgs = made.expect("it is used")["cfg"].to_string();
        assert_eq!(cfgs.contains("hasx"), script == scripts[1], "{cfgs}");
    }
    // With the same features it runs once.
    for verified in [true, false] {
        assert!(try_plan(verified, scripts[3], "", &|_| {}).is_ok());
    }
    // Another directory with the same in it: `env!` sees it where the package is verified.
    assert!(try_plan(true, "", with_x, &|_| {}).is_err());
    let same = "std::fs::write(format!(\"{out}/made.rs\"), \"fn f() {}\").unwrap();";
    assert!(try_plan(false, same, with_x, &|_| {}).is_ok());
    // Apart from what is built for the host, it is the right one.
    let host = |s: &mut Selection| s.target = Some(host());
    let has = |script: &str| {
        let plan = try_plan(true, script, with_x, &host).expect("a plan");
        find(&plan, "made").source.cfgs.contains(&"hasx".to_string())
    };
    assert!(!has(scripts[0]) && has(scripts[1]));
    // What fails for the program says nothing for it.
    let said = try_plan(true, "assert!(x);", with_x, &|_| {}).expect_err("it fails").to_string();
    assert!(said.contains("the output of the build script of `made v0.1.0` is not known"), "{said}");
}
