use std::path::Path;

use super::copy::{judge, manifest};
use super::mutants::{Mutant, read, sample};
use super::{Caught, Options, Tried, Verdict, page, system};

fn all() -> Options {
    let system = system::named("plog").expect("it is a system");
    Options { system, tests: true, mutants: true, sample: None, with_tests: false, write: false }
}

#[test]
fn options() {
    assert_eq!(Options::parse(&["plog"]), Ok(all()));
    let kv = system::named("capybarakv").expect("it is a system");
    assert_eq!(Options::parse(&["capybarakv"]), Ok(Options { system: kv, ..all() }));
    assert_eq!(Options::parse(&["plog", "--only", "tests"]), Ok(Options { mutants: false, ..all() }));
    let sample = Options { tests: false, sample: Some(6), with_tests: true, ..all() };
    assert_eq!(Options::parse(&["plog", "--mutants", "6", "--with-tests"]), Ok(sample));
    for wrong in [
        &[][..],
        &["other"],
        &["plog", "--mutants"],
        &["plog", "--mutants", "x"],
        &["plog", "--mutants", "0"],
        &["plog", "--mutants", "2", "--write"],
        &["plog", "--only", "all"],
        &["plog", "--only", "tests", "--mutants", "3"],
        &["plog", "--only", "tests", "--write"],
        &["plog", "--fast"],
    ] {
        assert!(Options::parse(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn a_list_of_mutants_is_read() {
    let list = "[[mutant]]\nwhat = \"w\"\nfile = \"f\"\ntext = \"\"\"\n  a\"\"\"\nwith = \"b\"\nexplained = \"e\"\n";
    let read_one = read(list).expect("it is a list");
    let one = Mutant {
        what: "w".into(),
        file: "f".into(),
        text: "  a".into(),
        with: "b".into(),
        explained: Some("e".into()),
    };
    assert_eq!(read_one, [one]);
    for wrong in ["", "mutant = 1", "[[mutant]]\nwhat = \"w\"", &list.replace("explained", "excused"), "[["] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_mistake_is_made_where_its_text_occurs_once() {
    let mutant = Mutant { text: "a + 1".into(), with: "a".into(), ..Mutant::default() };
    assert_eq!(mutant.made_in("x = a + 1;").ok().as_deref(), Some("x = a;"));
    assert!(mutant.made_in("x = a;").is_err());
    assert!(mutant.made_in("x = a + 1; y = a + 1;").is_err());
    assert!(Mutant { with: "a + 1".into(), ..mutant }.made_in("x = a + 1;").is_err());
}

#[test]
fn every_mistake_of_the_lists_can_be_made() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for system in &system::ALL {
        let text = std::fs::read_to_string(root.join(system.list())).expect("the list");
        let list = read(&text).expect("it is a list");
        assert!(list.len() >= 50, "{}: {}", system.name, list.len());
        for mutant in &list {
            let source = std::fs::read_to_string(root.join("systems").join(&mutant.file)).expect("its file");
            mutant.made_in(&source).unwrap_or_else(|error| panic!("{}: {error}", system.name));
            assert_eq!(list.iter().filter(|other| other.what == mutant.what).count(), 1, "{}", mutant.what);
            assert!(system.verifies(&mutant.file), "{}: nothing would look at {}", system.name, mutant.file);
        }
    }
}

#[test]
fn every_list_of_mistakes_is_of_a_system() {
    let systems = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../systems");
    for entry in std::fs::read_dir(systems).expect("the systems") {
        let folder = entry.expect("a system").path();
        let name = folder.file_name().and_then(|name| name.to_str()).expect("a name");
        assert_eq!(folder.join("mutants.toml").exists(), system::named(name).is_some(), "{name}");
    }
}

#[test]
fn samples_are_spread() {
    let list = |len: usize| (0..len).map(|i| Mutant { what: i.to_string(), ..Mutant::default() }).collect::<Vec<_>>();
    let names = |chosen: Vec<Mutant>| chosen.into_iter().map(|mutant| mutant.what).collect::<Vec<_>>();
    assert_eq!(names(sample(list(10), Some(3))), ["0", "3", "6"]);
    assert_eq!(sample(list(3), Some(9)).len(), 3);
    assert_eq!(sample(list(5), None).len(), 5);
    assert!(sample(Vec::new(), None).is_empty());
}

#[test]
fn what_the_verifier_says() {
    let error = |code: &str| format!("{{\"level\":\"error\",\"code\":{{\"code\":\"{code}\"}}}}\n");
    let rejected = Ok(Verdict::Rejected(vec!["verify/a".into(), "verify/b".into()]));
    assert_eq!(judge(Some(0), "{\"$message_type\":\"summary\"}\n"), Ok(Verdict::Survived));
    assert_eq!(judge(Some(1), &(error("verify/b") + &error("verify/a") + &error("verify/b"))), rejected);
    let unfinished = Ok(Verdict::Rejected(vec!["resource/rlimit".into()]));
    assert_eq!(judge(Some(1), &error("resource/rlimit")), unfinished);
    let broken = Ok(Verdict::DoesNotCompile("type/a".into()));
    assert_eq!(judge(Some(1), &(error("verify/b") + &error("type/a"))), broken);
    for (status, printed) in [(None, ""), (Some(1), ""), (Some(2), ""), (Some(0), &*error("verify/a")), (Some(101), "")]
    {
        assert!(judge(status, printed).is_err(), "{status:?} {printed}");
    }
}

#[test]
fn the_manifest_of_the_copy() {
    let text = "[workspace]\nmembers = [\"crates/*\"]\nvstd = { path = \"vstd\" }\npower = { path = \"systems/power\" }\n\
                power-media = { path = \"systems/power-media\" }\n";
    let expected = "[workspace]\nmembers = [\"systems/plog\", \"systems/power\"]\nvstd = { path = \"/tree/vstd\" }\n\
                    power = { path = \"systems/power\" }\npower-media = { path = \"/tree/systems/power-media\" }\n";
    let copied = ["plog".to_owned(), "power".to_owned()];
    assert_eq!(manifest(text, Path::new("/tree"), &copied).ok().as_deref(), Some(expected));
}

#[test]
fn survivors_need_an_explanation() {
    let tried = |verdict: Verdict, explained: Option<&str>| Tried {
        mutant: Mutant { explained: explained.map(str::to_owned), ..Mutant::default() },
        verdict,
        caught: Some(Caught::No),
    };
    let rejected = tried(Verdict::Rejected(vec!["verify/a".into()]), None);
    let explained = tried(Verdict::Survived, Some("it is equivalent"));
    let survived = tried(Verdict::Survived, None);
    let broken = tried(Verdict::DoesNotCompile("rustc".into()), Some("it does not matter"));
    assert_eq!([&rejected, &explained, &survived, &broken].map(Tried::is_well), [true, true, false, false]);
    let table = page::table(&[rejected, explained, survived, broken]);
    let numbers = "4 mistakes: 1 rejected, 2 survived (1 explained), 1 do not compile. The tests find 0 of 4.";
    assert!(table.starts_with(numbers), "{table}");
}
