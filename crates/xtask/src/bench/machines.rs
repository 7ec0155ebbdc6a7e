//! State machines with tokens, of growing size: their obligations, a failing inductive step, and their expansion.
//!
//! A machine of size `n` has `n` fields and `n` transitions. Each transition touches two fields, whatever the size is, and
//! there is an invariant for each field. So the time for all obligations should grow as the size does.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::Fault;

/// The sizes, one program each.
pub(crate) const COUNTS: [usize; 4] = [5, 10, 20, 40];

/// The sizes of the programs in which the last transition breaks an invariant.
pub(crate) const BUGS: [usize; 2] = [10, 40];

/// The fields and transitions of the machine whose expansion is measured.
const EXPANDED: (usize, usize) = (30, 60);

/// The name of the program of a size.
pub(crate) fn subject(count: usize) -> String {
    format!("machine_{count}")
}

/// The program of a size.
pub(crate) fn program(count: usize, has_bug: bool) -> String {
    machine(count, count, has_bug)
}

/// A machine with these numbers of fields and transitions; in one with a bug, the last transition does not keep the invariant of
/// the second field that it touches.
fn machine(fields: usize, transitions: usize, has_bug: bool) -> String {
    let each = |count: usize, text: &dyn Fn(usize) -> String| (0..count).map(text).collect::<String>();
    let transition = |number: usize| {
        let (first, second) = (number % fields, (number + 1) % fields);
        let change = if has_bug && number + 1 == transitions { '-' } else { '+' };
        format!(
            "    transition! {{\n        step{number}(x: int) {{\n            require x >= 0;\n            assert pre.f{first} >= 0;\n            \
             update f{first} = pre.f{first} + x;\n            update f{second} = pre.f{second} {change} 1;\n        }}\n    }}\n"
        )
    };
    let mut text =
        String::from("use vstd::prelude::*;\n\nverus! {\n\ntokenized_state_machine! { Grown {\n    fields {\n");
    text += &each(fields, &|i| format!("        #[sharding(variable)]\n        pub f{i}: int,\n"));
    text += "    }\n    init! {\n        start() {\n";
    text += &each(fields, &|i| format!("            init f{i} = 0;\n"));
    text += "        }\n    }\n";
    text += &each(transitions, &transition);
    text += &each(fields, &|i| {
        format!("    #[invariant]\n    pub fn not_negative{i}(&self) -> bool {{ self.f{i} >= 0 }}\n")
    });
    text += "    #[inductive(start)]\n    fn start_inductive(post: Self) { }\n";
    text += &each(transitions, &|i| {
        format!("    #[inductive(step{i})]\n    fn step{i}_inductive(pre: Self, post: Self, x: int) {{ }}\n")
    });
    let _ = write!(text, "}} }}\n\n}} // verus!\n"); // Writing to a string does not fail.
    text
}

/// Milliseconds for the expansion of a machine with 30 fields and 60 transitions, as the command reports it: the median of
/// runs.
pub(crate) fn expansion(binary: &Path, runs: usize, scratch: &Path) -> Result<Option<f64>, Fault> {
    let file = scratch.join("machine_expanded.rs");
    let (fields, transitions) = EXPANDED;
    std::fs::write(&file, machine(fields, transitions, false))?;
    let mut times = Vec::new();
    for _ in 0..runs {
        let mut command = Command::new(binary);
        let output = command.args(["machine", "--time"]).arg(&file).stdin(Stdio::null()).output()?;
        times.extend(time(&String::from_utf8_lossy(&output.stderr)));
    }
    times.sort_by(f64::total_cmp);
    Ok(times.get(times.len() / 2).copied())
}

/// The time in `expanded in 12.3 ms`.
fn time(printed: &str) -> Option<f64> {
    printed.lines().find_map(|line| line.strip_prefix("expanded in ")?.strip_suffix(" ms")?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_has_what_its_size_says() {
        let text = program(5, false);
        let count = |word: &str| text.matches(word).count();
        let counts = [count("#[sharding("), count("transition!"), count("#[invariant]"), count("#[inductive(")];
        assert_eq!(counts, [5, 5, 5, 6]);
        assert_eq!(text.matches("update ").count(), 10, "each transition touches two fields");
        let wrong = program(5, true);
        assert_eq!(wrong.lines().zip(text.lines()).filter(|(a, b)| a != b).count(), 1);
        assert!(wrong.contains("update f0 = pre.f0 - 1;"), "{wrong}");
    }

    #[test]
    fn the_time_is_read_from_its_line() {
        assert_eq!(time("warning\nexpanded in 12.5 ms\n"), Some(12.5));
        assert_eq!(time("error: no machine\n"), None);
    }
}
