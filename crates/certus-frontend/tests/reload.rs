//! When a program that was edited is loaded into the database that is there, and when it is not.

use std::fs;
use std::path::{Path, PathBuf};

use certus_frontend::{Loaded, Options, SettledFiles};
use certus_tree::{DefId, Program as _};

const ROOT: &str = "mod part;\nuse vstd::prelude::*;\nverus! { fn f() { part::g(1); } }\nfn main() {}\n";
const PART: &str = "use vstd::prelude::*;\nverus! { pub fn g(x: u8) requires x > 0 { assert(x + 1 > x); } }\n";

/// A program in a folder.
struct Place {
    folder: PathBuf,
    options: Options,
}

impl Place {
    fn new(name: &str) -> Place {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reload").join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let options = Options { root_file: folder.join("main.rs"), ..Options::default() };
        let place = Place { folder, options };
        place.write("main.rs", ROOT);
        place.write("part.rs", PART);
        place
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.join(name), text).expect("to write a file");
    }

    fn load(&self) -> Loaded {
        certus_frontend::load(&self.options).expect("the files are readable")
    }

    fn reload(&self, before: Loaded) -> Loaded {
        before.reload(&self.options, &|_, _| SettledFiles::new()).expect("the files are readable")
    }
}

/// A text with the paths of definitions in the place of their numbers, which follow the order in which threads ask.
fn named(text: &str, loaded: &Loaded) -> String {
    let mut parts = text.split("DefId(");
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (number, rest) = part.split_once(')').expect("a number has an end");
        out += &loaded.path(DefId(number.parse().expect("it is a number")));
        out += rest;
    }
    out
}

/// All that is said of a program, and all that is known of its items.
fn all(loaded: &Loaded) -> Vec<String> {
    let mut all: Vec<String> = loaded.diagnostics().iter().map(|found| format!("{found:?}")).collect();
    for def in loaded.local_items() {
        let body = named(&format!("{:?}", loaded.body(def)), loaded);
        all.push(format!("{} {:?} {body}", loaded.path(def), loaded.item(def).is_ok()));
    }
    all.extend(loaded.late_diagnostics().iter().map(|found| format!("{found:?}")));
    all.push(loaded.expanded(&[]).map(|expanded| expanded.text).unwrap_or_default());
    all
}

/// The program after an edit, loaded into the database and from scratch.
fn edited(name: &str, text: &str) -> (Loaded, Vec<String>, Vec<String>) {
    let place = Place::new(&format!("edit-{:?}", std::thread::current().id()));
    let before = place.load();
    assert!(!before.is_reloaded());
    all(&before);
    place.write(name, text);
    let now = place.reload(before);
    let (again, scratch) = (all(&now), all(&place.load()));
    (now, again, scratch)
}

#[test]
fn edits_of_texts_are_put_into_the_database() {
    let edits = [
        ("part.rs", PART.to_string()),
        ("part.rs", PART.replace("x + 1 > x", "x >= 1")),
        ("part.rs", PART.replace("x: u8", "x: u16, y: bool")),
        ("part.rs", PART.replace("pub fn g", "pub struct S { a: u8 } impl S { fn m(&self) {} } pub fn g")),
        ("part.rs", PART.replace("x + 1 > x", "y")),
        ("part.rs", format!("\n\n// Words.\n{PART}")),
        ("main.rs", ROOT.replace("part::g(1)", "part::g(2)")),
    ];
    for (name, text) in edits {
        let (now, again, scratch) = edited(name, &text);
        assert!(now.is_reloaded(), "{text}");
        // The numbers of definitions follow the order of the questions, which are the same.
        assert_eq!(again, scratch, "{text}");
    }
}

#[test]
fn another_part_of_the_library_is_many_texts() {
    let (now, again, scratch) = edited("part.rs", &PART.replace("assert(x + 1 > x);", "let a = x.wrapping_add(1);"));
    assert!(!now.is_reloaded());
    assert_eq!(again, scratch);
}

#[test]
fn what_texts_do_not_say_is_loaded_from_scratch() {
    let place = Place::new("shape");
    place.write("more.rs", "");
    let before = place.load();
    place.write("main.rs", &format!("mod more;\n{ROOT}"));
    let now = place.reload(before);
    assert!(!now.is_reloaded(), "a file");
    let mut other = Place { folder: place.folder, options: place.options };
    other.options.cfgs.push("on".into());
    let now = other.reload(now);
    assert!(!now.is_reloaded(), "an option");
    other.write("part.rs", PART);
    assert!(other.reload(now).is_reloaded());
}

#[test]
fn after_an_error_of_the_rewriter_nothing_is_taken_over() {
    let place = Place::new("errors");
    let wrong = PART.replace("assert(x + 1 > x);", "assert(x + 1 > x;");
    place.write("part.rs", &wrong);
    let before = place.load();
    let found = all(&before);
    place.write("main.rs", &ROOT.replace("part::g(1)", "part::g(2)"));
    let now = place.reload(before);
    assert!(!now.is_reloaded());
    // The file with the error is as it was, and the error is told again.
    assert!(all(&now).iter().any(|text| found.contains(text) && text.contains("Error")));
    place.write("part.rs", PART);
    let mended = place.reload(now);
    assert!(!mended.is_reloaded());
    assert_eq!(all(&mended), all(&place.load()));
}
