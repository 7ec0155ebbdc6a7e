//! Any bytes as a program: the stages before the solver answer, or the fuzzer keeps the bytes.
#![no_main]

// The very function that the mutants of the test suite go through.
#[path = "../../crates/certus/tests/support/front.rs"]
mod front;

use std::io::Write;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let mut file = tempfile::Builder::new().suffix(".rs").tempfile().expect("a temporary file");
    file.write_all(data).expect("a temporary file that can be written");
    if let Err(fault) = front::check(file.path()) {
        panic!("{fault}");
    }
});
