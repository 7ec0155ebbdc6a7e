//! Reports of the results.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Answers, Counted, EXPLANATIONS, Explained, Judged, Options};

/// A line for each kind of query about a program.
pub(crate) fn lines(answers: &Answers) -> String {
    let mut out = String::new();
    for Counted { question, places, asked, unanswered, left_out } in &answers.counted {
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{}: {question}: {places} places, asked {asked} times, {unanswered} without an answer, {left_out} left out",
            answers.program
        );
    }
    let seconds = answers.time.as_secs();
    let _ = writeln!(out, "{}: {} found, {seconds} s", answers.program, answers.found.len());
    out
}

/// The page `docs/bench/contradictions.md`.
pub(crate) fn page(options: &Options, all: &[Answers], judged: &Judged<'_>) -> String {
    let Options { seeds, times, library_rlimit, .. } = options;
    let mut out = format!(
        "# Contradictions\n\nWritten by `cargo xtask contradictions --seeds {seeds} --times {times} --library-rlimit \
         {library_rlimit} --write`; do not edit.\n\n\
         Everything that the solver is given is asked for `false`, under {seeds} seeds: it should not follow.\n\n\
         - `contexts`: what is known at the beginning of each function and loop and at each goal, with the goal left out, at \
         {times} times the budget of the proof.\n\
         - `contracts`: a call of each function whose contract is believed, with arbitrary arguments that meet its \
         preconditions: before it, and behind it. All axioms of the library that are broadcast are in use.\n\
         - `triggers`: all of these axioms are in use, and the terms are there that the trigger of one axiom or lemma asks for, \
         of arbitrary values, and of such that meet its preconditions.\n\
         - `groups`: each two groups of broadcast facts are in use, and the terms of all their triggers are there, once of values \
         that they share, once of values of their own that meet the preconditions.\n\n\
         The budget of the last three is {times} times an `rlimit` of {library_rlimit} for each context. Where it runs out the \
         solver has no answer: it has found no contradiction, and there may be one. In all other cases it stopped by itself, \
         with every instance made that it makes at all.\n\n\
         | program | question | contexts | asked | without an answer | left out |\n|---|---|---:|---:|---:|---:|\n"
    );
    let mut sums: BTreeMap<&str, [u64; 4]> = BTreeMap::new();
    for (answers, counted) in all.iter().flat_map(|one| one.counted.iter().map(move |counted| (one, counted))) {
        let Counted { question, places, asked, unanswered, left_out } = counted;
        let row = [*places, *asked, *unanswered, *left_out];
        let _ = writeln!(out, "| `{}` | {question} | {} |", answers.program, cells(row));
        let sum = sums.entry(question).or_default();
        sum.iter_mut().zip(row).for_each(|(sum, one)| *sum += one);
    }
    for (question, sum) in sums {
        let _ = writeln!(out, "| all | {question} | {} |", cells(sum));
    }
    let (queries, units): (u64, u64) = all.iter().fold((0, 0), |(q, u), one| (q + one.queries, u + one.units));
    let minutes = all.iter().map(|one| one.time.as_secs()).sum::<u64>() / 60;
    let _ = write!(
        out,
        "\n{queries} queries of {} million units of the solver, {minutes} minutes.\n\n## What is found\n\n{} without an \
         explanation.\n",
        units / 1_000_000,
        judged.unexplained.len(),
    );
    for (program, found) in &judged.unexplained {
        let _ = writeln!(out, "- {} in {program}: `{}`: {}: `{}`", found.kind, found.function, found.cause, found.text);
    }
    let _ =
        writeln!(out, "\nExplained in `{EXPLANATIONS}`:\n\n| program | function | where | why |\n|---|---|---|---|");
    for (_, Explained { program, function, text, reason }) in &judged.explained {
        let _ = writeln!(out, "| `{program}` | `{function}` | `{text}` | {reason} |");
    }
    out
}

fn cells(row: [u64; 4]) -> String {
    row.map(|number| number.to_string()).join(" | ")
}
