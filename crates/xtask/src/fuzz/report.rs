//! Counts of a run.
//!
//! Two shares matter: that of the facts which were proved, and that of the wrong claims which were accepted. The first is
//! how complete the verifier is for programs of this kind; the second must be zero.

use std::collections::BTreeMap;

/// What was counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// Cases generated.
    pub(super) cases: usize,
    /// Those that rustc refuses, by its code; they are not counted further.
    pub(super) not_rust: BTreeMap<String, usize>,
    /// Those that pass a place too often.
    pub(super) too_large: usize,
    /// Those that panic when they run; each must be refused.
    pub(super) panics: usize,
    /// Facts seen in all cases that were asked for.
    pub(super) facts: usize,
    /// Facts of the cases that were proved as a whole.
    pub(super) proved_facts: usize,
    /// Cases of which all that was seen was proved.
    pub(super) proved: usize,
    /// Cases that were not proved, by the code of their first error.
    pub(super) refused: BTreeMap<String, usize>,
    /// Wrong claims that were asked for.
    pub(super) wrong_claims: usize,
    /// Wrong claims, or cases that panic, that were accepted.
    pub(super) accepted: usize,
    /// Ghost assertions that were asked for, and those that were proved.
    pub(super) ghost: usize,
    /// Ghost assertions that were proved.
    pub(super) ghost_proved: usize,
    /// Batches that could not be judged.
    pub(super) broken: usize,
}

impl Counts {
    /// Adds what another thread counted.
    pub(super) fn add(&mut self, other: &Counts) {
        self.cases += other.cases;
        self.too_large += other.too_large;
        self.panics += other.panics;
        self.facts += other.facts;
        self.proved_facts += other.proved_facts;
        self.proved += other.proved;
        self.wrong_claims += other.wrong_claims;
        self.accepted += other.accepted;
        self.ghost += other.ghost;
        self.ghost_proved += other.ghost_proved;
        self.broken += other.broken;
        for (from, to) in [(&other.not_rust, &mut self.not_rust), (&other.refused, &mut self.refused)] {
            from.iter().for_each(|(code, n)| *to.entry(code.clone()).or_default() += n);
        }
    }

    /// One line for the way.
    pub(super) fn line(&self) -> String {
        format!(
            "{} cases, {} of {} facts proved, {} wrong claims and {} panics, {} accepted, ghost {} of {}",
            self.cases,
            self.proved_facts,
            self.facts,
            self.wrong_claims,
            self.panics,
            self.accepted,
            self.ghost_proved,
            self.ghost
        )
    }

    /// The end of a run.
    pub(super) fn summary(&self) -> String {
        let share = |part: usize, of: usize| if of == 0 { 0.0 } else { 100.0 * part as f64 / of as f64 };
        let codes = |map: &BTreeMap<String, usize>| {
            let mut all: Vec<(&String, &usize)> = map.iter().collect();
            all.sort_by(|a, b| b.1.cmp(a.1));
            all.iter().map(|(code, n)| format!("  {n:>7}  {code}\n")).collect::<String>()
        };
        format!(
            "cases            {}\nnot Rust         {}\ntoo large        {}\npanics           {}\nproved           {}\n\
             facts proved     {} of {} ({:.1}%)\nghost proved     {} of {} ({:.1}%)\nwrong claims     {}\n\
             WRONGLY ACCEPTED {}\nbroken batches   {}\nnot proved, by first code:\n{}not Rust, by code:\n{}",
            self.cases,
            self.not_rust.values().sum::<usize>(),
            self.too_large,
            self.panics,
            self.proved,
            self.proved_facts,
            self.facts,
            share(self.proved_facts, self.facts),
            self.ghost_proved,
            self.ghost,
            share(self.ghost_proved, self.ghost),
            self.wrong_claims,
            self.accepted,
            self.broken,
            codes(&self.refused),
            codes(&self.not_rust),
        )
    }

    /// The counts as one line of JSON.
    pub(super) fn json(&self, from: u64) -> String {
        serde_json::json!({
            "from": from, "cases": self.cases, "not_rust": self.not_rust, "too_large": self.too_large,
            "panics": self.panics, "facts": self.facts, "proved_facts": self.proved_facts, "proved": self.proved,
            "refused": self.refused, "wrong_claims": self.wrong_claims, "accepted": self.accepted,
            "ghost": self.ghost, "ghost_proved": self.ghost_proved, "broken": self.broken,
        })
        .to_string()
    }
}
