//! Runs one batch of cases: records their values, verifies the claims, and counts the verdicts.
//!
//! The order is always the same. All cases of the batch are printed as one plain program, which rustc compiles and
//! which runs once. Then all claims, the right ones and the wrong ones, are printed as modules of one program for the
//! verifier. An error belongs to the module whose lines it is on. If an error is outside of all modules, the whole
//! batch does not count, so that nothing counts as accepted by mistake.

use std::ops::Range;
use std::path::PathBuf;

use super::Kind;
use super::facts::{Facts, Wrong};
use super::generate::Case;
use super::ghost::{self, Ghost, ghost};
use super::print::{Claim, SIZE, program};
use super::random::Dice;
use super::report::Counts;
use super::run::{Errors, Seen, Tools, is_early};
use super::shrink::shrink;
use super::tree::Piece;

/// Runs the cases of these numbers.
pub(super) fn run(tools: &Tools, kind: Kind, seeds: Range<u64>) -> Counts {
    let mut counts = Counts::default();
    let cases: Vec<Case> = seeds.clone().map(|seed| kind.case(seed)).collect();
    counts.cases = cases.len();
    if let Err(error) = judge(tools, &cases, &mut counts) {
        eprintln!("cases {}..{}: {error}", seeds.start, seeds.end);
        counts.broken += 1;
    }
    counts
}

/// Records, verifies, and counts.
fn judge(tools: &Tools, cases: &[Case], counts: &mut Counts) -> Result<(), String> {
    let seen = tools.observe(cases)?;
    let mut claims = Vec::new();
    for (case, seen) in cases.iter().zip(&seen) {
        match seen {
            Seen::NotRust(code) => *counts.not_rust.entry(code.clone()).or_default() += 1,
            Seen::Facts(facts) if facts.too_large => counts.too_large += 1,
            Seen::Facts(facts) => {
                claims.push(Claim { case, facts, wrong: None });
                if !facts.panics
                    && let Some(wrong) = wrong(case, facts)
                {
                    claims.push(Claim { case, facts, wrong: Some(wrong) });
                }
            }
        }
    }
    // A program of ghost code is as large as several small cases: one for each fifth number.
    let with_ghost = cases.iter().filter(|case| case.seed.is_multiple_of(5));
    let ghosts: Vec<(u64, Ghost)> =
        with_ghost.map(|case| (case.seed, ghost(case.seed))).filter(|(_, ghost)| ghost.count() > 0).collect();
    let mut texts: Vec<String> = claims.iter().map(program).collect();
    for (seed, ghost) in &ghosts {
        texts.push(ghost::program(ghost, None));
        texts.push(ghost::program(ghost, Some(*seed as usize % ghost.count())));
    }
    let verdicts = tools.ask(&texts)?;
    if let Some(first) = verdicts.elsewhere.first() {
        return Err(format!("an error that belongs to no case: {first}"));
    }
    let (of_claims, of_ghosts) = verdicts.errors.split_at(claims.len());
    for (claim, errors) in claims.iter().zip(of_claims) {
        count(claim, errors, counts);
        if (claim.wrong.is_some() || claim.facts.panics) && errors.is_empty() {
            keep(tools, claim);
        }
        if let Some(code) = errors.iter().find(|code| code.starts_with("internal/")) {
            eprintln!("case {}: {code}", claim.case.seed);
        }
    }
    for ((seed, ghost), pair) in ghosts.iter().zip(of_ghosts.chunks(2)) {
        counts.ghost += ghost.count();
        match pair[0].first() {
            None => counts.ghost_proved += ghost.count(),
            Some(code) if is_early(code) => *counts.refused.entry(format!("ghost: {code}")).or_default() += 1,
            // One error a claim at most.
            Some(_) => counts.ghost_proved += ghost.count().saturating_sub(pair[0].len()),
        }
        if !pair[0].is_empty() && std::env::var_os("FUZZ_INCOMPLETE").is_some() {
            eprintln!("ghost {seed}: {}", pair[0].join(" "));
        }
        counts.wrong_claims += 1;
        if pair[1].is_empty() {
            counts.accepted += 1;
            let at = *seed as usize % ghost.count();
            let first = format!("// Ghost case {seed}: claim {at} does not hold, and was accepted.\n");
            write_down(
                &format!("ghost_{seed}.rs"),
                &format!("{first}{}fn main() {{}}\n", ghost::program(ghost, Some(at))),
            );
        }
    }
    Ok(())
}

/// Counts the verdict on one claim.
fn count(claim: &Claim<'_>, errors: &Errors, counts: &mut Counts) {
    match (claim.wrong.is_some(), claim.facts.panics) {
        (true, _) => counts.wrong_claims += 1,
        (false, true) => counts.panics += 1,
        (false, false) => {
            counts.facts += claim.facts.count();
            match errors.first() {
                None => {
                    counts.proved += 1;
                    counts.proved_facts += claim.facts.count();
                }
                Some(code) => {
                    *counts.refused.entry(code.clone()).or_default() += 1;
                    if std::env::var_os("FUZZ_INCOMPLETE").is_some() {
                        eprintln!("case {}: {}", claim.case.seed, errors.join(" "));
                    }
                }
            }
        }
    }
    if (claim.wrong.is_some() || claim.facts.panics) && errors.is_empty() {
        counts.accepted += 1;
    }
}

/// A place of the case whose claim is made wrong: the result in half of the cases.
fn wrong(case: &Case, facts: &Facts) -> Option<Wrong> {
    let mut dice = Dice::new(case.seed ^ 0x5eed);
    let (mut ids, mut last) = (Vec::new(), None);
    case.items.visit(&mut |piece| match piece {
        Piece::Point(point) | Piece::Ended(_, point) if facts.reached(point.id) => ids.push(point.id),
        Piece::Contract(contract) if facts.reached(contract.id) => {
            ids.push(contract.id);
            last = Some(contract.id);
        }
        _ => {}
    });
    let id = if dice.chance(50) { last? } else { *ids.get(dice.below(ids.len()))? };
    let other = dice.chance(30).then(|| dice.below(1 << 16) as u64);
    Some(Wrong { id, other })
}

/// Makes a wrong acceptance smaller and writes it down.
fn keep(tools: &Tools, claim: &Claim<'_>) {
    let still = |case: &Case| {
        let Ok(seen) = tools.observe(std::slice::from_ref(case)) else { return false };
        let [Seen::Facts(facts)] = &seen[..] else { return false };
        let wrong = claim.wrong.filter(|wrong| facts.reached(wrong.id));
        if facts.panics != claim.facts.panics || wrong != claim.wrong {
            return false;
        }
        let verdicts = tools.ask(&[program(&Claim { case, facts, wrong })]);
        verdicts.is_ok_and(|verdicts| verdicts.elsewhere.is_empty() && verdicts.errors[0].is_empty())
    };
    let small = if still(claim.case) { shrink(claim.case, 400, still) } else { claim.case.clone() };
    let facts = match tools.observe(std::slice::from_ref(&small)).as_deref() {
        Ok([Seen::Facts(facts)]) => facts.clone(),
        _ => claim.facts.clone(),
    };
    let kind = if facts.panics { "panics when it runs" } else { "claims what is not so" };
    let text = format!(
        "// Case {}: {kind}, and was accepted.\n{SIZE}{}fn main() {{}}\n",
        claim.case.seed,
        program(&Claim { case: &small, facts: &facts, wrong: claim.wrong })
    );
    write_down(&format!("case_{}.rs", claim.case.seed), &text);
}

/// Writes a find into `tests/seeds/sound`.
fn write_down(name: &str, text: &str) {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/seeds/sound");
    let path = directory.join(name);
    eprintln!("WRONGLY ACCEPTED: {}", path.display());
    let written = std::fs::create_dir_all(&directory).and_then(|()| std::fs::write(&path, text));
    if let Err(error) = written {
        eprintln!("{error}\n{text}");
    }
}

/// A case with its recorded values and the verifier's output.
pub(super) fn show(tools: &Tools, case: Case) -> Result<String, String> {
    let seed = case.seed;
    let mut run = String::new();
    case.items.print(super::tree::Form::Run, &mut run);
    match tools.observe(std::slice::from_ref(&case))?.remove(0) {
        Seen::NotRust(code) => Ok(format!("// rustc refuses it: {code}\n{run}")),
        Seen::Facts(facts) => {
            let claim = Claim { case: &case, facts: &facts, wrong: None };
            let verdicts = tools.ask(&[program(&claim)])?;
            let ghost = ghost::program(&ghost(seed), None);
            let panics = if facts.panics { "// It panics.\n" } else { "" };
            Ok(format!(
                "{panics}// {:?}\n{SIZE}{}mod ghost_code {{\n{ghost}}}\nfn main() {{}}\n",
                verdicts.errors[0],
                program(&claim)
            ))
        }
    }
}
