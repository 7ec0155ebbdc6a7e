//! The audit of calls sees a difference between rustc and the front end (`audit/faults.rs`), and compares as many claims about
//! the ends of borrows as it did.
//!
//! That there is no difference in the chapters, the guide, the examples and the library is a part of the tests `spec`,
//! `examples` and `library`.

#[path = "audit/ends.rs"]
mod ends;
#[path = "audit/faults.rs"]
mod faults;
mod support;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;
use support::literate;
use support::run;

fn main() -> ExitCode {
    let trials = vec![
        Trial::test("faults", || Ok(on_a_large_stack(|| faults::check(&folder("faults")))?)),
        Trial::test("borrows", || Ok(borrows()?)),
        Trial::test("ends", || Ok(on_a_large_stack(|| ends::check(&folder("ends")))?)),
    ];
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
        for case in cases.iter().filter(|case| case.is_accepted()) {
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

/// Runs the stages of the command in this process, with as much stack as the command gives them.
fn on_a_large_stack(work: impl FnOnce() -> Result<(), String> + Send + 'static) -> Result<(), String> {
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(work);
    let joined = thread.map_err(|error| error.to_string())?.join();
    joined.unwrap_or_else(|_| Err("panicked".into()))
}
