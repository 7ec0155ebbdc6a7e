//! The exercises of `certus tour`: programs that are not verified yet, for newcomers to complete.
//!
//! In each exercise, only the lines between two comments ([`BEGIN`], [`END`]) are to be changed. `exercises` has the programs,
//! and `solutions` one text for those lines of each, which a test verifies.

use std::io;
use std::path::Path;

/// An exercise.
#[derive(Clone, Copy, Debug)]
pub struct Exercise {
    /// The name of its file.
    pub file: &'static str,
    /// What the user gets.
    pub text: &'static str,
}

macro_rules! exercises {
    ($($file:literal),* $(,)?) => {
        [$(Exercise { file: $file, text: include_str!(concat!("../exercises/", $file)) }),*]
    };
}

/// The exercises, in order.
pub const EXERCISES: [Exercise; 10] = exercises![
    "01_requires.rs",
    "02_ensures.rs",
    "03_bug.rs",
    "04_spec.rs",
    "05_loop.rs",
    "06_vector.rs",
    "07_induction.rs",
    "08_sequence.rs",
    "09_struct.rs",
    "10_search.rs",
];

/// The comment before what the user changes.
pub const BEGIN: &str = "// YOUR PART";
/// The end of it.
pub const END: &str = "// END";

/// Writes the exercises that are not in the directory, and the one to reset. The result is their number.
///
/// # Errors
///
/// If a file cannot be written, or there is no exercise of the name to reset.
pub fn written(directory: &Path, reset: Option<&str>) -> io::Result<usize> {
    let is_reset = |exercise: &Exercise| {
        reset.is_some_and(|name| exercise.file.trim_end_matches(".rs") == name.trim_end_matches(".rs"))
    };
    if let Some(name) = reset.filter(|_| !EXERCISES.iter().any(is_reset)) {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no exercise `{name}`")));
    }
    std::fs::create_dir_all(directory)?;
    let mut count = 0;
    for exercise in &EXERCISES {
        let path = directory.join(exercise.file);
        if is_reset(exercise) || !path.exists() {
            std::fs::write(path, exercise.text)?;
            count += 1;
        }
    }
    Ok(count)
}

/// The first line, from 1, that differs outside of the user's part.
pub fn changed_line(original: &str, text: &str) -> Option<usize> {
    let (wanted, found) = (kept(original), kept(text));
    let same = wanted.iter().zip(&found).take_while(|((_, one), (_, other))| one == other).count();
    let first = found.get(same).or_else(|| wanted.get(same)).map(|(number, _)| *number);
    first.filter(|_| same < wanted.len().max(found.len()))
}

/// The lines that are not the user's, with their numbers from 1. Blanks at their ends do not count.
fn kept(text: &str) -> Vec<(usize, &str)> {
    let mut is_users = false;
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        is_users &= line.trim() != END;
        if !is_users {
            lines.push((index + 1, line.trim_end()));
        }
        is_users |= line.trim() == BEGIN;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_exercise_has_a_part_for_the_user() {
        for exercise in &EXERCISES {
            let ours = kept(exercise.text);
            assert!(ours.len() < exercise.text.lines().count(), "{}", exercise.file);
            assert!(ours.iter().any(|(_, line)| line.trim() == END), "{}", exercise.file);
        }
    }

    #[test]
    fn only_the_users_part_may_change() {
        let original = "a\n  // YOUR PART\nb\n  // END\nc\n";
        assert_eq!(changed_line(original, "a \n  // YOUR PART\nx\ny\n  // END\nc\n"), None);
        assert_eq!(changed_line(original, "a\n  // YOUR PART\n  // END\nc\n"), None);
        assert_eq!(changed_line(original, "z\n  // YOUR PART\nb\n  // END\nc\n"), Some(1));
        assert_eq!(changed_line(original, "a\n  // YOUR PART\nb\n  // END\nd\n"), Some(5));
        assert_eq!(changed_line(original, "a\nb\n  // END\nc\n"), Some(2));
        assert_eq!(changed_line(original, "a\n  // YOUR PART\nb\n  // END\nc\nd\n"), Some(6));
        assert_eq!(changed_line(original, "a\n  // YOUR PART\nb\nc\n"), Some(4));
    }
}
