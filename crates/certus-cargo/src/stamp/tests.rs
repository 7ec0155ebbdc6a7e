//! What makes a crate stale.

use super::*;
use crate::kind::Kind;
use crate::plan::{Dependency, Library, Source};

/// Two crates in a directory, the second uses the first, and a dependency that is not verified.
struct World {
    directory: tempfile::TempDir,
    plan: Plan,
}

impl World {
    fn new() -> World {
        let directory = tempfile::tempdir().expect("a directory");
        let at = |name: &str| directory.path().join(name);
        for name in ["certus", "a.rs", "b.rs", "fnv.rmeta"] {
            std::fs::write(at(name), name).expect("written");
        }
        let source = |name: &str, deps: &[(usize, &str)]| Source {
            package_id: name.to_string(),
            crate_name: name.to_string(),
            root: at(&format!("{name}.rs")),
            edition: "2021".to_string(),
            cfgs: Vec::new(),
            env: BTreeMap::new(),
            deps: deps.iter().map(|(library, name)| Dependency { library: *library, name: name.to_string() }).collect(),
            directory: directory.path().to_path_buf(),
        };
        let unit = |source: &Source| Unit {
            package: source.crate_name.clone(),
            version: "0.1.0".to_string(),
            directory: directory.path().to_path_buf(),
            target: source.crate_name.clone(),
            kind: Kind::Lib,
            source: source.clone(),
            is_selected: true,
        };
        let (a, fnv) = (source("a", &[]), source("fnv", &[]));
        let b = source("b", &[(0, "a"), (1, "fnv")]);
        let plan = Plan {
            units: vec![unit(&a), unit(&b)],
            workspace_root: directory.path().to_path_buf(),
            target_directory: at("target"),
            target: None,
            libraries: vec![
                Library { source: a, unit: Some(0), metadata: None, is_vstd: false, macros: None },
                Library { source: fnv, unit: None, metadata: Some(at("fnv.rmeta")), is_vstd: false, macros: None },
            ],
            search: Vec::new(),
            server: PathBuf::new(),
        };
        World { directory, plan }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.at(name), text).expect("written");
    }

    fn stamps(&self, rustc: &str) -> Stamps {
        Stamps::new(&self.plan, Identity::new(&self.at("certus"), rustc).expect("it is there"))
    }

    /// A file with the hash of what is in it now.
    fn read(&self, name: &str) -> BTreeMap<PathBuf, String> {
        BTreeMap::from([(self.at(name), file_hash(&self.at(name)).expect("it is there"))])
    }

    /// As if both crates were proved.
    fn prove(&self, options: &Options) {
        let mut stamps = self.stamps("rustc 1");
        stamps.add(&self.plan, 0, options, &self.read("a.rs")).expect("noted");
        stamps.add(&self.plan, 1, options, &self.read("b.rs")).expect("noted");
    }

    fn fresh(&self, options: &Options) -> [bool; 2] {
        let mut stamps = self.stamps("rustc 1");
        [0, 1].map(|index| stamps.is_fresh(&self.plan, index, options))
    }
}

fn whole() -> Options {
    Options::parse(&[]).expect("no options")
}

#[test]
fn what_was_proved_is_fresh() {
    let world = World::new();
    assert_eq!(world.fresh(&whole()), [false, false]);
    world.prove(&whole());
    assert_eq!(world.fresh(&whole()), [true, true]);
    // The same text again is no change.
    world.write("a.rs", "a.rs");
    assert_eq!(world.fresh(&whole()), [true, true]);
}

#[test]
fn an_edit_reaches_those_that_use_the_crate() {
    let world = World::new();
    world.prove(&whole());
    world.write("b.rs", "other");
    assert_eq!(world.fresh(&whole()), [true, false]);
    world.write("b.rs", "b.rs");
    assert_eq!(world.fresh(&whole()), [true, true]);
    world.write("a.rs", "other");
    assert_eq!(world.fresh(&whole()), [false, false]);
    // The crate is proved again; who uses it was proved with another one.
    world.stamps("rustc 1").add(&world.plan, 0, &whole(), &world.read("a.rs")).expect("noted");
    assert_eq!(world.fresh(&whole()), [true, false]);
}

#[test]
fn everything_else_counts_too() {
    for change in ["certus", "fnv.rmeta", "rustc", "cfg", "env", "options", "gone"] {
        let mut world = World::new();
        world.prove(&whole());
        let mut options = whole();
        let mut rustc = "rustc 1";
        match change {
            "rustc" => rustc = "rustc 2",
            "cfg" => world.plan.units[1].source.cfgs.push("feature=\"x\"".into()),
            "env" => drop(world.plan.units[1].source.env.insert("A".into(), "1".into())),
            "options" => options = Options::parse(&["--rlimit=3".into()]).expect("known"),
            "gone" => std::fs::remove_file(world.at("b.rs")).expect("it was there"),
            file => world.write(file, "other"),
        }
        let mut stamps = world.stamps(rustc);
        stamps.is_fresh(&world.plan, 0, &options);
        assert!(!stamps.is_fresh(&world.plan, 1, &options), "{change}");
    }
}

#[test]
fn what_is_not_a_whole_proof_leaves_no_stamp() {
    let world = World::new();
    world.prove(&Options::parse(&["--function".into(), "f".into()]).expect("known"));
    assert_eq!(world.fresh(&whole()), [false, false]);
    // A run whose files are not known.
    world.stamps("rustc 1").add(&world.plan, 0, &whole(), &BTreeMap::new()).expect("nothing is noted");
    assert_eq!(world.fresh(&whole()), [false, false]);
    // A file that another one took the place of while the run went on.
    let read = world.read("a.rs");
    world.write("a.rs", "other");
    world.stamps("rustc 1").add(&world.plan, 0, &whole(), &read).expect("noted");
    assert_eq!(world.fresh(&whole()), [false, false]);
}

#[test]
fn a_crate_over_one_that_is_not_proved_is_not_fresh() {
    let world = World::new();
    world.stamps("rustc 1").add(&world.plan, 1, &whole(), &world.read("b.rs")).expect("nothing is noted");
    assert_eq!(world.fresh(&whole()), [false, false]);
}

#[test]
fn a_stamp_is_taken_away_or_broken() {
    let world = World::new();
    world.prove(&whole());
    world.stamps("rustc 1").remove(&world.plan.units[0], &whole()).expect("it was there");
    assert_eq!(world.fresh(&whole()), [false, false]);
    world.stamps("rustc 1").remove(&world.plan.units[0], &whole()).expect("once is enough");
    world.prove(&whole());
    let path = world.stamps("rustc 1").path(&world.plan.units[0], &whole());
    let text = std::fs::read_to_string(&path).expect("it is there");
    for broken in [String::new(), text[..text.len() / 2].to_string(), text.replace("a.rs", "b.rs"), "[]".to_string()] {
        std::fs::write(&path, &broken).expect("written");
        assert_eq!(world.fresh(&whole()), [false, false], "{broken}");
    }
    std::fs::write(&path, &text).expect("written");
    assert_eq!(world.fresh(&whole()), [true, true]);
}
