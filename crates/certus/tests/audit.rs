//! The audit of calls: that rustc calls in every accepted program of the examples, the chapters and the guide, and in the
//! library, what the front end says is called; and that a difference does not go unseen (`audit/faults.rs`).

#[path = "audit/ends.rs"]
mod ends;
#[path = "audit/faults.rs"]
mod faults;
mod support;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;
use support::literate::{self, Case};
use support::run;

/// Where programs stand in prose.
const CHAPTERS: [&str; 2] = ["tests/spec", "docs/guide/src"];

fn main() -> ExitCode {
    let mut trials = vec![Trial::test("library", || Ok(library()?))];
    for path in support::files(&support::root().join("examples"), "rs") {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let scratch = folder("examples").join(&name);
        trials.push(Trial::test(format!("examples/{name}"), move || Ok(agrees(&path, &[], &scratch)?)));
    }
    for of in CHAPTERS {
        let chapters = support::files(&support::root().join(of), "md");
        if chapters.is_empty() {
            trials.push(Trial::test(of, || Err("no chapter was found, so nothing was tested".into())));
        }
        for chapter in chapters {
            let name = chapter.strip_prefix(support::root()).unwrap_or(&chapter).to_string_lossy().into_owned();
            trials.push(Trial::test(name.clone(), move || Ok(accepted(&name, &chapter)?)));
        }
    }
    trials.push(Trial::test("faults", || Ok(on_a_large_stack(|| faults::check(&folder("faults")))?)));
    trials.push(Trial::test("borrows", || Ok(borrows()?)));
    trials.push(Trial::test("ends", || Ok(on_a_large_stack(|| ends::check(&folder("ends")))?)));
    support::conclude(trials)
}

/// The chapters whose claims about the ends of borrows are counted.
const OF_BORROWS: [&str; 3] = ["mutable-references.md", "mutable-parameters.md", "future.md"];

/// How many of them must be compared at least, and how many may be left out. The first may only grow, the second only shrink.
const COMPARED: usize = 116;
const LEFT_OUT: usize = 17;

/// That claims about the ends of borrows are compared, and do not silently become fewer.
fn borrows() -> Result<(), String> {
    let (mut compared, mut left_out) = (0, 0);
    for name in OF_BORROWS {
        let chapter = support::root().join("tests/spec").join(name);
        let text = std::fs::read_to_string(chapter).map_err(|error| error.to_string())?;
        let cases = literate::cases(&text).map_err(|(line, reason)| format!("{name}:{line}: {reason}"))?;
        for case in cases.iter().filter(is_accepted) {
            let log = folder("borrows").join(format!("{name}_{}", case.offset));
            let program = folder("borrows").join(format!("{name}_{}.rs", case.offset));
            std::fs::write(&program, &case.program).map_err(|error| error.to_string())?;
            let flags = [case.flags.clone(), vec!["--log".into(), log.to_string_lossy().into_owned()]].concat();
            agrees(&program, &flags, &program)?;
            let counts = std::fs::read_to_string(log.join("program.borrows")).map_err(|error| error.to_string())?;
            let numbers: Vec<usize> = counts.split(' ').filter_map(|word| word.trim().parse().ok()).collect();
            let [more, less] = numbers[..] else { return Err(format!("{name}: `{counts}`")) };
            (compared, left_out) = (compared + more, left_out + less);
        }
    }
    match compared >= COMPARED && left_out <= LEFT_OUT {
        true => Ok(()),
        false => {
            Err(format!("{compared} claims are compared and {left_out} are not: expected {COMPARED} and {LEFT_OUT}"))
        }
    }
}

/// A folder for what a test writes.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A program on which both agree. It is not proved here.
fn agrees(program: &Path, flags: &[String], scratch: &Path) -> Result<(), String> {
    let mut flags = flags.to_vec();
    flags.extend(["--audit", "--no-verify"].map(str::to_owned));
    let run = run::verify(program, &flags, scratch);
    let shown = run.of_level("error").map(|error| error.rendered.clone());
    let faults: Vec<String> = run.faults(0).into_iter().chain(shown).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// Whether a program is accepted.
fn is_accepted(case: &&Case) -> bool {
    case.expected.iter().all(|expected| expected.level != "error")
}

/// The accepted programs of a chapter.
fn accepted(name: &str, chapter: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(chapter).map_err(|error| error.to_string())?;
    let cases = literate::cases(&text).map_err(|(line, reason)| format!("{name}:{line}: {reason}"))?;
    let folder = folder(&name.replace(|c: char| !c.is_alphanumeric(), "_"));
    let mut wrong = Vec::new();
    for case in cases.iter().filter(is_accepted) {
        let program = folder.join(format!("line_{}.rs", case.offset));
        std::fs::write(&program, &case.program).map_err(|error| error.to_string())?;
        if let Err(reason) = agrees(&program, &case.flags, &program) {
            wrong.push(format!("{name}:{}: {reason}", case.offset));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Runs the stages of the command in this process, with as much stack as the command gives them.
fn on_a_large_stack(work: impl FnOnce() -> Result<(), String> + Send + 'static) -> Result<(), String> {
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(work);
    let joined = thread.map_err(|error| error.to_string())?.join();
    joined.unwrap_or_else(|_| Err("panicked".into()))
}

fn library() -> Result<(), String> {
    let scratch = folder("library").join("lib.rs");
    agrees(&support::root().join("vstd/lib.rs"), &["--is-vstd".to_owned()], &scratch)
}
