//! The page `docs/bench/plog-mutants.md`.

use super::{Caught, Tried, Verdict};
use crate::bench::machine::Machine;

/// The page: how it came about, and the table.
pub(crate) fn page(machine: &Machine, tried: &[Tried]) -> String {
    let modified = if machine.is_modified { ", with changes that are not committed" } else { "" };
    format!(
        "# Mistakes in the verified logs\n\n\
         Written by `cargo xtask torture plog --only mutants --with-tests --write`; do not edit.\n\n\
         - Commit `{}`{modified}.\n\
         - Each row is a mistake in the executable code of `systems/plog`, or of what it runs on of `systems/power` and \
         `systems/pmcopy`, made alone in a copy; `systems/plog/mutants.toml` has them as text. The contracts and the proofs stay \
         as they are.\n\
         - *Verifier*: the codes of the errors of `cargo certus verify -p pmcopy -p power -p plog --lib`.\n\
         - *Tests*: whether a test of `systems/plog/tests`, at the size that `cargo test` runs, fails or does not end. They \
         need not find all that the verifier finds.\n\n\
         {}",
        machine.commit,
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
    text += "\n\n| Mistake | File | Verifier | Tests |\n|---|---|---|---|\n";
    for one in tried {
        let tests = match one.caught {
            Some(Caught::Yes) => "find it",
            Some(Caught::No) => "miss it",
            Some(Caught::Hangs) => "do not end",
            None => "",
        };
        text += &format!("| {} | `{}` | {} | {tests} |\n", one.mutant.what, one.mutant.file, verdict(one));
    }
    text
}

/// What became of a mistake, in words.
pub(crate) fn verdict(one: &Tried) -> String {
    match (&one.verdict, &one.mutant.explained) {
        (Verdict::Rejected(codes), _) => format!("rejected: {}", codes.join(", ")),
        (Verdict::Survived, Some(why)) => format!("survived: {why}"),
        (Verdict::Survived, None) => "**survived**".to_owned(),
        (Verdict::DoesNotCompile(code), _) => format!("**does not compile**: {code}"),
    }
}
