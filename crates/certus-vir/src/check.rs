//! The invariants of VIR.
use crate::item::Program;
/// What is wrong with a program, empty when nothing is.
pub fn check_program(_program: &Program) -> Vec<String> {
    Vec::new()
}
