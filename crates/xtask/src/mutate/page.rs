//! Reports of the mistakes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Mutant, Outcome, Verdict};

/// The place and the kind of a mistake.
pub(crate) fn place(mutant: &Mutant) -> String {
    format!(
        "{} {}:{} {}: {}",
        mutant.number,
        mutant.file,
        mutant.site.lines.start,
        mutant.site.mistake.name(),
        mutant.code
    )
}

/// A line for the whole, and one for each mistake that survives without a reason.
pub(crate) fn text(outcome: &Outcome) -> String {
    let killed = outcome.tried.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Killed { .. })).count();
    let survive: Vec<&Mutant> = outcome.unexplained().collect();
    let mut out = String::new();
    for mutant in &survive {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "survives: {}", place(mutant));
    }
    let explained = outcome.tried.len() - killed - survive.len();
    let _ = writeln!(
        out,
        "{} mistakes of {} places in {} programs: {killed} noticed ({:.1}%), {explained} explained, {} survive; {} do not compile",
        outcome.tried.len(),
        outcome.places,
        outcome.programs,
        share(killed, outcome.tried.len()),
        survive.len(),
        outcome.left_out
    );
    out
}

fn share(part: usize, all: usize) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

/// The page `docs/bench/mutants.md`.
pub(crate) fn page(outcome: &Outcome) -> String {
    let mut rows: BTreeMap<(&str, &str), (usize, usize)> = BTreeMap::new();
    for (mutant, verdict) in &outcome.tried {
        let row = rows.entry((mutant.krate(), mutant.site.mistake.name())).or_default();
        row.0 += 1;
        row.1 += usize::from(matches!(verdict, Verdict::Killed { .. }));
    }
    let mut out = String::from(
        "# Mistakes in the verifier\n\nWritten by `cargo xtask mutate --write`; do not edit. Each mistake is made in a copy of the \
         verifier, and the programs of the chapters, the guide and the examples, and the tests, that meet it are asked until one gets another \
         answer. What a mistake does to messages alone is not looked at.\n\n| Crate | Mistake | Made | Noticed |\n|---|---|---|---|\n",
    );
    for ((krate, mistake), (made, noticed)) in rows {
        let _ = writeln!(out, "| `{krate}` | {mistake} | {made} | {noticed} |");
    }
    let _ = writeln!(out, "\n{}", text(outcome).lines().last().unwrap_or_default());
    let survivors: Vec<&(Mutant, Verdict)> =
        outcome.tried.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Survived { .. })).collect();
    if !survivors.is_empty() {
        out.push_str("\n## Not noticed\n\n| Place | Mistake | Programs asked, of those that meet it | Why |\n|---|---|---|---|\n");
    }
    for (mutant, verdict) in survivors {
        let Verdict::Survived { asked, meet } = verdict else { continue };
        let reason = outcome.reasons.get(&mutant.name()).map_or("", String::as_str);
        let code = mutant.code.replace('|', "\\|");
        let (file, line) = (&mutant.file, mutant.site.lines.start);
        let _ = writeln!(
            out,
            "| `{file}:{line}` | {}: `{code}` | {asked} of {meet} | {reason} |",
            mutant.site.mistake.name()
        );
    }
    out
}
