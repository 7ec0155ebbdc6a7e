//! A run that is cancelled, or that panics, leaves no process behind. The test looks at its children from outside.
//!
//! This is one test: the children of tests that run at the same time could not be told apart.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use certus_diagnostics::{Diagnostic, FunctionEvent, Sources};
use certus_driver::{CacheMode, Cancellation, Fault, Options, Session, Sink};

/// A proof that takes longer than any test waits.
const SLOW: &str = "use vstd::prelude::*;
verus! {
fn quick() { assert(1 + 1 == 3); }
#[verifier::rlimit(100000)]
proof fn slow(a: int, b: int, c: int)
    by (nonlinear_arith)
    requires a > 2, b > 2, c > 2,
    ensures a * a * a + b * b * b != c * c * c,
{}
}
fn main() {}
";

/// Far more than anything needs.
const LIMIT: Duration = Duration::from_secs(60);

/// Counts what is reported, and panics at the first state of a function if that is wanted.
#[derive(Default)]
struct Counting {
    reports: usize,
    panics: bool,
}

impl Sink for Counting {
    fn show(&mut self, _: &Diagnostic, _: &Sources) {
        self.reports += 1;
    }

    fn function(&mut self, _: &FunctionEvent<'_>, _: &Sources) {
        self.reports += 1;
        assert!(!self.panics, "the sink panics, as the test wants");
    }
}

/// The children of this process that run one of these programs, with the time that each took, in ticks.
fn children(programs: &[&str]) -> Vec<(u32, u64)> {
    let of = |entry: fs::DirEntry| -> Option<(u32, u64)> {
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        let (head, tail) = stat.rsplit_once(')')?;
        let (process, name) = head.split_once(" (")?;
        let fields: Vec<&str> = tail.split_whitespace().collect();
        let is_own = fields.get(1)?.parse() == Ok(std::process::id()) && programs.contains(&name);
        is_own.then(|| Some((process.parse().ok()?, fields.get(11)?.parse().ok()?)))?
    };
    fs::read_dir("/proc").expect("processes").filter_map(Result::ok).filter_map(of).collect()
}

/// Waits until something is so.
fn wait(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < LIMIT, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn nothing_is_left() -> bool {
    children(&["z3", "rustc"]).is_empty()
}

/// A run over this file, until `cancel` says that it may be cancelled. Its error, and the number of reports after that.
fn cancelled(file: &Path, when: impl Fn() -> bool + Send + 'static) -> (Fault, usize) {
    let options = Options { cache: CacheMode::Off, events: true, ..Options::new(file) };
    let cancellation = Cancellation::default();
    let other = cancellation.clone();
    let canceller = std::thread::spawn(move || {
        wait("the run does not come that far", when);
        other.cancel();
        let began = Instant::now();
        wait("a process is left", nothing_is_left);
        began.elapsed()
    });
    let mut sink = Counting::default();
    let session = Session::new(&options, &mut sink).expect("there is a solver").cancellable(cancellation);
    let fault = session.run(None, &mut sink).err().expect("it is cancelled");
    let took = canceller.join().expect("it ends");
    assert!(took < Duration::from_secs(5), "{took:?}");
    wait("a process is left", nothing_is_left);
    (fault, sink.reports)
}

#[test]
fn nothing_is_left_of_a_run_that_does_not_end_by_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("slow.rs");
    fs::write(&file, SLOW).expect("to write");
    // While the solver works.
    let (fault, _) = cancelled(&file, || children(&["z3"]).iter().any(|(_, ticks)| *ticks > 30));
    assert!(matches!(fault, Fault::Cancelled), "{fault}");
    // While the front end works: nothing is reported.
    let (fault, reports) = cancelled(&file, || true);
    assert!(matches!(fault, Fault::Cancelled), "{fault}");
    assert_eq!(reports, 0);
    // When rustc has been started.
    let (fault, _) = cancelled(&file, || !children(&["rustc"]).is_empty());
    assert!(matches!(fault, Fault::Cancelled), "{fault}");
    // A panic in a run does not wait for the solver.
    let options = Options { cache: CacheMode::Off, events: true, ..Options::new(&file) };
    let mut sink = Counting { panics: true, ..Counting::default() };
    let session = Session::new(&options, &mut sink).expect("there is a solver");
    let run = catch_unwind(AssertUnwindSafe(|| session.run(None, &mut sink)));
    assert!(run.is_err());
    wait("a process is left", nothing_is_left);
    // Another run works as ever.
    fs::write(&file, "fn main() {}").expect("to write");
    let right = session.run(None, &mut Counting::default()).expect("the set-up is right");
    assert_eq!(right.summary.errors, 0);
}
