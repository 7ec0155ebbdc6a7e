//! `certus stability`: prints whether proofs are stable.

use certus_diagnostics::counted;
use certus_driver::Prepared;
use certus_explain::stability::{FunctionStability, MUCH, Spread, ask};
use certus_session::Report;
use certus_tree::Program as _;
use serde_json::{Value, json};

use crate::cli;
use crate::report::ReportFormat;
use crate::report::Reporter;
use crate::status::{self, INTERNAL, NOT_PROVED, PROVED};
use crate::terminal::{errln, outln};

/// Solves all queries in variants, and returns the exit status: 0 if every function is proved in every variant.
pub(crate) fn stability(options: &cli::Stability) -> u8 {
    let verify = &options.verify;
    let mut reporter = match Reporter::for_people_or_json(verify.format(), verify.color, "stability") {
        Ok(reporter) => reporter,
        Err(status) => return status,
    };
    let (given, mut report) = (verify.options(), Report::new(&mut reporter));
    let prepared = match Prepared::new(&given, &mut report) {
        Ok(prepared) => prepared,
        Err(fault) => return status::of_fault(&fault),
    };
    let (selected, pool) = match (prepared.selected(&given, &mut report), prepared.start(&given)) {
        (Ok(selected), Ok(pool)) => (selected, pool),
        (Err(fault), _) | (_, Err(fault)) => return status::of_fault(&fault),
    };
    let (jobs, left_out) =
        certus_driver::encode(&given, &prepared.lowered, &selected, &mut report, prepared.loaded.sources());
    let asked = match ask(&given, options.variants, &jobs, &pool, &mut report) {
        Ok(asked) => asked,
        Err(error) => {
            errln!("error: internal error (please report the program that shows it): {error}");
            return INTERNAL;
        }
    };
    let errors = report.errors();
    let result = Stability { asked, variants: options.variants, selected: selected.len(), left_out: left_out.len() };
    reporter.clear_progress();
    match verify.format() {
        ReportFormat::Human => result.print_text(),
        _ => result.print_json(),
    }
    if errors == 0 && result.count(|one| one.proved < one.runs.len()) == 0 { PROVED } else { NOT_PROVED }
}

/// The result of the command.
struct Stability {
    asked: Vec<FunctionStability>,
    /// The number of variants of each query.
    variants: usize,
    /// The number of selected functions.
    selected: usize,
    /// The number of functions that could not be encoded.
    left_out: usize,
}

impl Stability {
    fn count(&self, which: impl Fn(&FunctionStability) -> bool) -> usize {
        self.asked.iter().filter(|one| which(one)).count()
    }

    /// The least stable function first, then those whose cost varies most.
    fn sorted(&self) -> Vec<&FunctionStability> {
        let mut all: Vec<&FunctionStability> = self.asked.iter().collect();
        all.sort_by(|a, b| a.proved.cmp(&b.proved).then(b.deviation().total_cmp(&a.deviation())));
        all
    }

    /// Prints one line for each function, the failing variants below it, and the totals.
    fn print_text(&self) {
        let head = ["proved", "units", "min", "max", "varies", "ms", "min", "max"];
        let [proved, units, least, most, varies, ms, quickest, slowest] = head;
        outln!(
            "{proved:>7} {units:>10} {least:>10} {most:>10} {varies:>6} {ms:>8} {quickest:>8} {slowest:>8}  function"
        );
        for one in self.sorted() {
            let (units, ms) = (one.units(), one.ms());
            let share = format!("{}/{}", one.proved, one.runs.len());
            let varies = format!("{:.0}%", one.deviation() * 100.0);
            outln!(
                "{share:>7} {:>10.0} {:>10.0} {:>10.0} {varies:>6} {:>8.1} {:>8.1} {:>8.1}  {}{}",
                units.median,
                units.least,
                units.most,
                ms.median,
                ms.least,
                ms.most,
                one.name,
                if one.is_proved { "" } else { " (not proved as written)" }
            );
            let failing = one.failing();
            if one.is_proved && !failing.is_empty() {
                let named: Vec<String> = failing.iter().map(|(kind, seed)| format!("{kind} {seed}")).collect();
                outln!("{:>7} not proved when {}", "", named.join(", "));
            }
        }
        outln!(
            "{} in {}: {} unstable, {} with a variation of more than {:.0}%, {} not proved as written; {} without \
             a query",
            counted(self.asked.len(), "function"),
            counted(self.variants, "variant"),
            self.count(|one| one.is_proved && !one.is_stable()),
            self.count(FunctionStability::varies),
            MUCH * 100.0,
            self.count(|one| !one.is_proved) + self.left_out,
            self.selected.saturating_sub(self.asked.len() + self.left_out),
        );
    }

    fn print_json(&self) {
        let spread = |spread: Spread| json!({"min": spread.least, "median": spread.median, "max": spread.most});
        for one in self.sorted() {
            let failing: Vec<Value> =
                one.failing().into_iter().map(|(kind, seed)| json!({"kind": kind, "seed": seed})).collect();
            let record = json!({
                "$message_type": "stability",
                "function": one.name,
                "is_proved": one.is_proved,
                "variants": one.runs.len(),
                "proved": one.proved,
                "is_stable": one.is_stable(),
                "varies": one.varies(),
                "deviation": one.deviation(),
                "units": spread(one.units()),
                "time_ms": spread(one.ms()),
                "failing": failing,
            });
            outln!("{record}");
        }
        let summary = json!({
            "$message_type": "stability-summary",
            "schema": 1,
            "variants": self.variants,
            "functions": self.asked.len(),
            "unstable": self.count(|one| one.is_proved && !one.is_stable()),
            "vary": self.count(FunctionStability::varies),
            "not_proved": self.count(|one| !one.is_proved) + self.left_out,
            "without_solver": self.selected.saturating_sub(self.asked.len() + self.left_out),
        });
        outln!("{summary}");
    }
}
