//! A program that is told to end leaves no solver behind.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// A goal that the solver works on for much longer than this test.
const HARD: &str = "use vstd::prelude::*;
verus! {
#[verifier::rlimit(1000)]
proof fn hard(a: int, b: int, c: int, d: int, e: int)
    requires a > 2, b > 2, c > 2,
{
    assert(a * a * a * d * e + b * b * b * e != c * c * c + e * d * d + 7) by (nonlinear_arith)
        requires a > 2, b > 2, c > 2;
}
}
fn main() {}
";

/// The processes that this one has started and that still run.
fn children(of: u32) -> Vec<u32> {
    let parent = |process: &u32| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let mut fields = stat.rsplit(')').next()?.split_whitespace();
        let (state, parent) = (fields.next()?, fields.next()?);
        if state == "Z" { None } else { parent.parse::<u32>().ok() }
    };
    let processes = fs::read_dir("/proc").expect("processes").filter_map(Result::ok);
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    numbers.filter(|process| parent(process) == Some(of)).collect()
}

/// Whether a process is Z3 and runs.
fn is_solver(process: u32) -> bool {
    let name = fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
    let is_dead = fs::read_to_string(format!("/proc/{process}/stat")).map_or(true, |stat| stat.contains(") Z "));
    name.trim() == "z3" && !is_dead
}

/// Waits until something holds.
fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_signal_ends_the_solvers() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("hard.rs");
    fs::write(&file, HARD).expect("the program");
    let mut command = Command::new(env!("CARGO_BIN_EXE_certus"));
    command.args(["verify", "--no-cache"]).arg(&file).stdout(Stdio::null()).stderr(Stdio::null());
    let mut verifier = command.spawn().expect("certus runs");
    let solvers = || children(verifier.id()).into_iter().filter(|process| is_solver(*process)).collect::<Vec<_>>();
    wait_until("no solver starts", || !solvers().is_empty());
    // It has its query by then, and all solvers of this run have started.
    std::thread::sleep(Duration::from_millis(1500));
    let started = solvers();
    assert!(!started.is_empty(), "the solver is done with a goal that is too hard");
    kill_process(Pid::from_child(&verifier), Signal::TERM).expect("it runs");
    let status = verifier.wait().expect("it ends");
    assert_eq!(status.signal(), Some(15), "{status}");
    wait_until("a solver goes on", || !started.iter().any(|process| is_solver(*process)));
}
