//! The page `docs/bench/SYSTEM-mutants.md`.

use super::system::System;
use super::{Caught, Tried, Verdict};
use crate::bench::machine::Machine;

/// The page: how it came about, and the table.
pub(crate) fn page(machine: &Machine, system: &System, with_tests: bool, tried: &[Tried]) -> String {
    let modified = if machine.is_modified { ", with changes that are not committed" } else { "" };
    let (name, option) = (system.name, if with_tests { " --with-tests" } else { "" });
    let tests = match with_tests {
        true => format!(
            "- *Tests*: whether a test of `cargo test {}`, at its usual size, fails or does not end. They need not find all \
             that the verifier finds.\n",
            system.tested_packages().join(" ")
        ),
        false => String::new(),
    };
    format!(
        "# Mistakes in `{name}`\n\n\
         Written by `cargo xtask torture {name} --only mutants{option} --write`; do not edit.\n\n\
         - Commit `{}`{modified}.\n\
         - Each row is a mistake in the executable code of `systems/{name}`, or of what it runs on, made alone in a copy; \
         `{}` has them as text. The contracts and the proofs stay as they are.\n\
         - *Verifier*: the codes of the errors of `cargo certus verify {} --lib`.\n\
         {tests}\n{}",
        machine.commit,
        system.list(),
        system.verified_packages().join(" "),
        table(tried),
    )
}

/// A sentence with the numbers, and a row a mistake.
pub(crate) fn table(tried: &[Tried]) -> String {
    let count = |is: &dyn Fn(&Tried) -> bool| tried.iter().filter(|one| is(one)).count();
    let rejected = count(&|one| matches!(one.verdict, Verdict::Rejected(_)));
    let broken = count(&|one| matches!(one.verdict, Verdict::DoesNotCompile(_)));
    let survived = tried.len() - rejected - broken;
    let explained = count(&|one| one.verdict == Verdict::Survived && one.mutant.explained.is_some());
    let tested = count(&|one| one.caught.is_some());
    let caught = count(&|one| one.caught.is_some_and(|caught| caught != Caught::No));
    let mut text = format!(
        "{} mistakes: {rejected} rejected, {survived} survived ({explained} explained), {broken} do not compile.",
        tried.len()
    );
    if tested > 0 {
        text += &format!(" The tests find {caught} of {tested}.");
    }
    text += match tested {
        0 => "\n\n| Mistake | File | Verifier |\n|---|---|---|\n",
        _ => "\n\n| Mistake | File | Verifier | Tests |\n|---|---|---|---|\n",
    };
    for one in tried {
        let tests = match one.caught {
            Some(Caught::Yes) => "find it",
            Some(Caught::No) => "miss it",
            Some(Caught::Hangs) => "do not end",
            None => "",
        };
        let tests = if tested > 0 { format!(" {tests} |") } else { String::new() };
        text += &format!("| {} | `{}` | {} |{tests}\n", one.mutant.what, one.mutant.file, verdict(one));
    }
    text
}

/// The result of a mistake, in words.
pub(crate) fn verdict(one: &Tried) -> String {
    match (&one.verdict, &one.mutant.explained) {
        (Verdict::Rejected(codes), _) => format!("rejected: {}", codes.join(", ")),
        (Verdict::Survived, Some(why)) => format!("survived: {why}"),
        (Verdict::Survived, None) => "**survived**".to_owned(),
        (Verdict::DoesNotCompile(code), _) => format!("**does not compile**: {code}"),
    }
}
