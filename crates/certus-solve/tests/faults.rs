//! Solvers that hang, die or talk nonsense: never a proof, never a wait without end.
#![cfg(unix)]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use certus_solve::{Limit, LocalPool, Profile, Query, Verdict};
use common::{Z3, pigeonhole, pool, query, solve, z3};
use tempfile::TempDir;

const SHORT: Duration = Duration::from_millis(300);
const LONG: Duration = Duration::from_secs(60);

/// A program in the place of the solver.
fn fake(script: &str) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("z3");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    (directory, path)
}

fn simple() -> Query {
    query("(declare-const x Int)\n", &["(= x x)"])
}

/// A query that keeps a solver busy for minutes.
fn endless() -> Query {
    Query { rlimit: 0, ..pigeonhole(14, Profile::Nonlinear) }
}

fn out_of_time() -> Verdict {
    Verdict::ResourceExhausted { limit: Limit::Time(SHORT), found: vec![] }
}

fn out_of_units() -> Verdict {
    Verdict::ResourceExhausted { limit: Limit::Units, found: vec![] }
}

fn verdict_of(binary: &Path, wall_limit: Duration) -> Verdict {
    solve(&pool(binary, 1, wall_limit), simple()).verdict
}

fn error_of(binary: &Path) -> String {
    match verdict_of(binary, LONG) {
        Verdict::SolverError(message) => message,
        other => panic!("{other:?}"),
    }
}

fn kill(process: u32) {
    assert!(Command::new("kill").args(["-9", &process.to_string()]).status().unwrap().success());
}

fn wait_for<T>(mut condition: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(value) = condition() {
            return value;
        }
        assert!(started.elapsed() < LONG);
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn only_process(pool: &LocalPool) -> u32 {
    wait_for(|| pool.process_ids().first().copied())
}

#[test]
fn missing_program() {
    let message = error_of(Path::new("/nonexistent/z3"));
    assert!(message.contains("/nonexistent/z3"), "{message}");
}

#[test]
fn program_that_ends_at_once() {
    let (_directory, path) = fake("echo cannot load a library >&2; exit 3");
    let message = error_of(&path);
    assert!(message.contains("cannot load a library") && message.contains("exit status: 3"), "{message}");
}

#[test]
fn program_that_is_silent() {
    let (_directory, path) = fake("exec sleep 60");
    assert_eq!(verdict_of(&path, SHORT), out_of_time());
    let (_directory, path) = fake("while read -r line; do :; done");
    assert_eq!(verdict_of(&path, SHORT), out_of_time());
    let (_directory, path) = fake("exec cat > /dev/null");
    let message = error_of(&path);
    assert!(message.contains("ended unexpectedly"), "{message}");
}

#[test]
fn program_that_does_not_read_a_query_larger_than_a_pipe() {
    let (_directory, path) = fake("exec sleep 60");
    let large = Query { context: "(assert true)\n".repeat(100_000).into(), ..simple() };
    let outcome = solve(&pool(&path, 1, SHORT), large);
    assert_eq!(outcome.verdict, out_of_time());
}

#[test]
fn program_that_prints_garbage() {
    let (_directory, path) = fake("exec yes unsat");
    let message = error_of(&path);
    assert!(message.contains("printed more"), "{message}");
    let (_directory, path) = fake("echo unsat; echo unsat; exec cat");
    assert_eq!(verdict_of(&path, SHORT), out_of_time());
    let (_directory, path) = fake("echo unsat; exit 0");
    error_of(&path);
}

#[test]
fn program_that_says_unsat_to_all_of_a_proper_dialogue() {
    // Marks are echoed as they should be, so that everything else is taken for an answer.
    let echo = "while read -r line; do case $line in *echo*) echo \"$line\" | sed 's/.*\"\\(.*\\)\".*/\\1/';; esac";
    let (_directory, path) = fake(&format!("{echo}; echo unsat; done"));
    error_of(&path);
    let (_directory, path) = fake(&format!(
        "{echo}; case $line in *check-sat*) echo unsat;; *reason*) echo '(:reason-unknown \"\")';; \
         *get-info*rlimit*) echo '(:rlimit 5)';; *'assert (or'*) echo '(error \"late\")';; esac; done"
    ));
    let message = error_of(&path);
    assert!(message.contains("late"), "{message}");
    let (_directory, path) = fake(&format!(
        "{echo}; case $line in *check-sat*) echo unsat;; *reason*) echo '(:reason-unknown \"\")';; \
         *get-info*rlimit*) echo '(:rlimit 5)';; esac; done"
    ));
    assert_eq!(verdict_of(&path, LONG), Verdict::Proved, "the fakes above fail for the reason they are made for");
}

#[test]
fn goals_proved_one_by_one_still_need_an_unsat_for_the_whole() {
    // `unknown` at first, then `unsat` for the one goal, and then for the whole what the script is made with.
    let script = |last: &str| {
        format!(
            "n=0; while read -r line; do case $line in *echo*) echo \"$line\" | sed 's/.*\"\\(.*\\)\".*/\\1/';; \
             *check-sat*) n=$((n+1)); case $n in 1) echo unknown;; 2) echo unsat;; *) echo {last};; esac;; \
             *reason*) echo '(:reason-unknown \"(incomplete)\")';; *get-info*rlimit*) echo '(:rlimit 5)';; \
             *get-value*) echo '(error \"line 1 column 2: model is not available\")';; esac; done"
        )
    };
    let (_directory, path) = fake(&script("unsat"));
    assert_eq!(verdict_of(&path, LONG), Verdict::Proved);
    let (_directory, path) = fake(&script("sat"));
    error_of(&path);
    let (_directory, path) = fake(&script("unknown"));
    error_of(&path);
}

#[test]
fn exhausted_budget_is_retried_once_with_the_other_arithmetic() {
    let script = |second: &str| {
        format!(
            "n=0; while read -r line; do case $line in *echo*) echo \"$line\" | sed 's/.*\"\\(.*\\)\".*/\\1/';; \
             *arith.solver*) arith=$line;; \
             *check-sat*) n=$((n+1)); case $n$arith in 1*2')') echo unknown;; 2*6')') echo {second};; esac;; \
             *reason*) echo '(:reason-unknown \"canceled\")';; *get-info*rlimit*) echo \"(:rlimit $((n*5)))\";; \
             esac; done"
        )
    };
    for (second, expected) in [("unsat", Verdict::Proved), ("unknown", out_of_units())] {
        let (_directory, path) = fake(&script(second));
        let outcome = solve(&pool(&path, 1, LONG), simple());
        assert_eq!((outcome.verdict, outcome.rlimit_count), (expected, 10));
    }
}

#[test]
fn hung_solver_is_replaced() {
    let pool = pool(&Z3, 1, SHORT);
    let first = only_process(&pool);
    let started = Instant::now();
    assert_eq!(solve(&pool, endless()).verdict, out_of_time());
    assert!(started.elapsed() < LONG / 2);
    assert_eq!(solve(&pool, simple()).verdict, Verdict::Proved);
    assert_ne!(only_process(&pool), first);
}

#[test]
fn killed_idle_solver_is_replaced() {
    let pool = z3(1);
    let first = only_process(&pool);
    kill(first);
    assert_eq!(solve(&pool, simple()).verdict, Verdict::Proved);
    assert_ne!(only_process(&pool), first);
}

#[test]
fn solver_killed_in_the_middle_is_given_one_more_chance() {
    let pool = z3(1);
    let started = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // Twice: the query begins again on a second process, and then no more.
            let first = only_process(&pool);
            std::thread::sleep(SHORT);
            kill(first);
            let second = wait_for(|| pool.process_ids().first().copied().filter(|id| *id != first));
            std::thread::sleep(SHORT);
            kill(second);
        });
        let Verdict::SolverError(message) = solve(&pool, endless()).verdict else { panic!() };
        assert!(message.contains("signal: 9"), "{message}");
    });
    assert!(started.elapsed() < LONG / 2);
    assert_eq!(solve(&pool, simple()).verdict, Verdict::Proved);
}

#[test]
fn dropping_a_busy_pool_ends_it() {
    let pool = z3(2);
    let (sender, receiver) = std::sync::mpsc::channel();
    for index in 0..4 {
        certus_solve::Executor::submit(&pool, index, endless(), sender.clone());
    }
    drop(sender);
    wait_for(|| (pool.process_ids().len() == 2).then_some(()));
    std::thread::sleep(SHORT);
    let started = Instant::now();
    drop(pool);
    assert!(started.elapsed() < Duration::from_secs(5));
    // The two under way are answered, the two in the queue dropped.
    let answered: Vec<_> = receiver.into_iter().collect();
    assert_eq!(answered.len(), 2);
    assert!(answered.iter().all(|(_, outcome)| matches!(outcome.verdict, Verdict::SolverError(_))));
}
