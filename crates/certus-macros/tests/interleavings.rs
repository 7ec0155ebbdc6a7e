//! Many interleavings of the threads of the examples, as they are compiled.
//!
//! Shuttle runs the threads of a program one at a time, and switches between them at each operation on a place in memory
//! that it knows. It stands in for `core::sync::atomic` and `std::thread` in a copy of the library, which also lets it
//! switch before a cell is read or written. The rest of the program is as it is: the macros, the examples, the rest of
//! the library. The switches are chosen at random from a fixed seed, so each run of this test is the same.
//!
//! The seeded bugs say that this finds something: each has an interleaving that fails, and it must be found.

mod common;

use common::{cargo, files, folder, text_of, workspace};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The version of Shuttle, as in the manifest of this package: it is in the lock file.
const SHUTTLE: &str = "=0.9.10";

/// How many interleavings of each program are tried.
const TRIES: usize = 1_000;

/// The programs, each with what is run: little enough that an interleaving takes microseconds.
const PROGRAMS: [(&str, &str); 11] = [
    ("barrier", "assert_eq!(meet(3), vec![3; 3]);"),
    ("counter_to_n", "assert_eq!(count(3, 3), Some(9));"),
    ("flat_combiner", "assert_eq!(add_all(3, 3), Some(9));"),
    ("interner", "intern_by_all(3, 6);"),
    ("locked_table", "assert_eq!(work_all(2, 3, 4), Some(6));"),
    ("mpmc_queue", "assert_eq!(exchange(2, 2, 4), Some(28));"),
    ("peterson", "assert_eq!(add_both(3), Some(6));"),
    ("rwlock_distributed", "assert_eq!(run(3, 2, 3), Some(6));"),
    ("shared_pointer", "assert_eq!(use_together(3), Some(1));"),
    (
        "spsc_queue",
        "let (producer, consumer) = queue(2); let sender = spawn(move || { send_all(producer, 4); }); \
         let (_, values) = receive_all(consumer, 4); assert!(sender.join().is_ok()); assert_eq!(values, [0, 1, 2, 3]);",
    ),
    ("treiber_stack", "assert_eq!(exchange_all(3, 4), Some(18));"),
];

/// Programs with a seeded bug that some interleaving shows. The others are not here because what they do is undefined,
/// or needs more steps than can be tried.
const BUGS: [(&str, &str); 5] = [
    ("interner_bug", "intern_by_all(3, 6);"),
    ("locked_table_bug", "assert_eq!(work_all(2, 3, 4), Some(6));"),
    ("mpmc_queue_bug", "assert_eq!(exchange(1, 2, 4), Some(28));"),
    ("peterson_bug", "assert_eq!(add_both(3), Some(6));"),
    ("rwlock_distributed_bug", "assert_eq!(run(3, 2, 3), Some(6));"),
];

/// What is replaced in a file of the library: the file, the text, what stands there then, and how often.
const REPLACED: [(&str, &str, &str, usize); 4] = [
    ("atomic.rs", "use core::sync::atomic::{", "use shuttle::sync::atomic::{", 1),
    // The memory behind a pointer is no place that Shuttle knows.
    ("atomic.rs", "unsafe { $std::from_ptr", "unsafe { core::sync::atomic::$std::from_ptr", 3),
    ("thread.rs", "std::thread::", "shuttle::thread::", 4),
    ("cell/pcell_maybe_uninit.rs", "unsafe {", "shuttle::thread::yield_now(); unsafe {", 8),
];

#[test]
fn interleavings_of_examples() {
    let dir = folder("interleavings");
    copy_library(&dir.join("vstd"));
    let mut main = String::from(
        "use shuttle::scheduler::RandomScheduler;\nuse shuttle::{Config, Runner};\nuse std::panic::catch_unwind;\n\n\
         fn explore(program: fn()) -> bool {\n    \
         let scheduler = RandomScheduler::new_from_seed(25, TRIES);\n    \
         catch_unwind(|| { Runner::new(scheduler, Config::new()).run(program); }).is_ok()\n}\n\nfn main() {\n",
    );
    let mut modules = format!("const TRIES: usize = {TRIES};\n");
    for (name, run) in PROGRAMS.iter().chain(&BUGS) {
        let path = workspace().join(format!("examples/{name}.rs"));
        let text = fs::read_to_string(&path).expect("an example can be read");
        let text = format!("{text}\npub fn explored() {{ {run} }}\n");
        fs::write(dir.join(format!("src/{name}.rs")), text).expect("a program can be written");
        let _ = writeln!(modules, "mod {name};"); // Writing to a string does not fail.
        let _ = writeln!(main, "    println!(\"{name} {{}}\", explore({name}::explored));");
    }
    let main = format!("#![allow(warnings)]\n{modules}{main}}}\n");
    fs::write(dir.join("src/main.rs"), main).expect("a program can be written");
    fs::write(dir.join("Cargo.toml"), manifest()).expect("a manifest can be written");
    fs::copy(workspace().join("Cargo.lock"), dir.join("Cargo.lock")).expect("the lock file can be copied");
    let output = cargo(&dir, &["run", "-q"]);
    assert!(output.status.success(), "{}", text_of(&output));
    let expected = PROGRAMS.iter().map(|(name, _)| format!("{name} true\n"));
    let expected: String = expected.chain(BUGS.iter().map(|(name, _)| format!("{name} false\n"))).collect();
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{}", text_of(&output));
}

/// The library, with Shuttle in the place of what it stands in for.
fn copy_library(to: &Path) {
    let from = workspace().join("vstd");
    for file in files(&from, "rs") {
        let name = file.strip_prefix(&from).expect("a file is below its folder");
        let mut text = fs::read_to_string(&file).expect("the library can be read");
        for (_, old, new, times) in REPLACED.iter().filter(|(place, ..)| Path::new(place) == name) {
            assert_eq!(text.matches(old).count(), *times, "how often `{old}` is in {}", name.display());
            text = text.replace(old, new);
        }
        let path = to.join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        fs::write(path, text).expect("the library can be written");
    }
    let text = format!(
        "[package]\nname = \"vstd\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[lib]\npath = \"lib.rs\"\n\n\
         [features]\ndefault = [\"alloc\", \"std\"]\nalloc = []\nstd = []\n\n{}",
        dependencies()
    );
    fs::write(to.join("Cargo.toml"), text).expect("a manifest can be written");
}

/// What the copy and the programs both depend on.
fn dependencies() -> String {
    let path = |name: &str| workspace().join("packages").join(name).display().to_string().replace('\\', "/");
    format!(
        "[dependencies]\nshuttle = \"{SHUTTLE}\"\nverus_builtin = {{ path = \"{}\" }}\nverus_builtin_macros = {{ path = \
         \"{}\" }}\nverus_state_machines_macros = {{ path = \"{}\" }}\n",
        path("verus_builtin"),
        path("verus_builtin_macros"),
        path("verus_state_machines_macros"),
    )
}

fn manifest() -> String {
    format!(
        "[package]\nname = \"certus-interleavings\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n{}vstd = {{ path = \
         \"vstd\" }}\n\n[profile.dev.package.\"*\"]\nopt-level = 2\n\n[workspace]\n",
        dependencies()
    )
}
