//! The functions of accepted programs are called with random inputs, and must do what their contracts say.
//!
//! This shows end to end that what the verifier accepts is true of what rustc compiles. The test reads contracts itself
//! and computes their values (`contracts/eval`), so that it shares no rule with the verifier but the parser.

mod common;
#[path = "contracts/mod.rs"]
mod contracts;

use contracts::harness::{Crate, Report};

/// Runs in a thread whose stack is large enough for deep specifications.
fn run(name: &'static str, programs: Vec<(String, String)>) -> Report {
    let run = move || Crate::build(name, &programs).run();
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(run).expect("a thread can be started");
    thread.join().expect("the harness does not panic")
}

#[test]
fn accepted_programs_meet_their_contracts() {
    let report = run("contracts", common::accepted());
    println!(
        "{} functions, {} calls, {} clauses with {} answers, {} clauses open\nskipped: {:#?}\ncut: {:#?}",
        report.functions, report.calls, report.clauses, report.answers, report.open, report.skipped, report.cut
    );
    let mut causes: Vec<_> = report.causes.iter().collect();
    causes.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
    println!("open because of: {:#?}", &causes[..causes.len().min(40)]);
    assert!(report.failures.is_empty(), "{} failures:\n{}", report.failures.len(), report.failures.join("\n"));
}
