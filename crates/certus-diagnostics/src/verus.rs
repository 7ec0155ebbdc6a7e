//! The document that Verus prints with `--output-json`, for tools that read it.
//!
//! Names, nesting and units are those of Verus: times are whole milliseconds, and `time-micros` whole microseconds. Verus
//! measures stages that Certus does not have; their times are 0.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{FunctionSummary, Status, Summary, Times};

/// What the document says of a run beside its [`Summary`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerusFacts {
    /// Whether no option selects functions.
    pub is_whole: bool,
    /// Whether the program breaks a rule of the language, so that its functions were not all looked at.
    pub breaks_rules: bool,
    /// The number of solver processes, if times are wanted.
    pub threads: Option<usize>,
    /// The version of the command.
    pub version: &'static str,
}

/// The document, without a line break at its end.
pub fn verus_document(summary: &Summary, facts: VerusFacts) -> String {
    let functions = summary.functions.as_deref().unwrap_or_default();
    let details = |function: &FunctionSummary| {
        (function.name.clone(), json!({ "obligation_proof_notes": [], "failed_proof_notes": [] }))
    };
    let details: serde_json::Map<String, Value> = functions.iter().map(details).collect();
    let mut document = json!({
        "func-details": details,
        "verification-results": results(summary, functions, facts),
        "verus": {
            "profile": if cfg!(debug_assertions) { "debug" } else { "release" },
            "version": format!("Certus {}", facts.version),
            "platform": { "os": std::env::consts::OS, "arch": std::env::consts::ARCH },
            "toolchain": "stable",
            "commit": "Unknown",
        },
    });
    if let Some(threads) = facts.threads {
        document["times-ms"] = times(summary, functions, facts, threads);
    }
    format!("{document:#}")
}

/// `success` is there for a run over the whole crate, and the counts for a program that keeps the rules.
fn results(summary: &Summary, functions: &[FunctionSummary], facts: VerusFacts) -> Value {
    let mut results = json!({
        "encountered-error": summary.errors > 0,
        "encountered-vir-error": facts.breaks_rules,
    });
    if facts.is_whole {
        results["success"] = (summary.errors == 0).into();
    }
    if !facts.breaks_rules {
        results["verified"] = summary.verified.into();
        results["errors"] = functions.iter().filter(|function| function.status != Status::Verified).count().into();
        results["is-verifying-entire-crate"] = facts.is_whole.into();
    }
    results
}

fn times(summary: &Summary, functions: &[FunctionSummary], facts: VerusFacts, threads: usize) -> Value {
    let Times { front_end, lower, smt, solver, gate, total } = summary.times_ms;
    let mut modules: BTreeMap<&str, Vec<&FunctionSummary>> = BTreeMap::new();
    for function in functions {
        modules.entry(&function.module).or_default().push(function);
    }
    let mut by_module: Vec<_> = modules.into_iter().map(|(module, of)| (module, sum(&of), of)).collect();
    by_module.sort_by(|(_, (one, _), _), (_, (other, _), _)| other.total_cmp(one));
    let plain: Vec<Value> =
        by_module.iter().map(|(module, (time, _), _)| json!({ "module": module, "time": whole(*time) })).collect();
    let none = |(module, ..): &(&str, (f64, u64), Vec<&FunctionSummary>)| json!({ "module": module, "time": 0 });
    let (run, units) = sum(&functions.iter().collect::<Vec<_>>());
    let mut times = json!({
        "verus-build": { "profile": "release", "version": format!("Certus {}", facts.version) },
        "num-threads": threads,
        "total": whole(total),
        "estimated-cpu-time": whole((total - solver).max(0.0) + run),
        "rust": { "total": whole(front_end + gate), "init-and-types": whole(front_end), "trait-conflicts": 0, "compile": whole(gate) },
        "verification": {
            "total": whole(lower + smt + solver),
            "vir": { "total": whole(lower), "hir": 0, "import": 0, "rust-to-vir": whole(lower) },
        },
        "total-verify": whole(run),
        "total-verify-module-times": plain,
        "air": { "total": whole(smt), "module-times": by_module.iter().map(none).collect::<Vec<_>>() },
    });
    if !facts.breaks_rules {
        times["smt"] = json!({
            "total": whole(run),
            "smt-init": 0,
            "rlimit-init": 0,
            "smt-init-module-times": [],
            "smt-run": whole(run),
            "rlimit-run": units,
            "smt-run-module-times": by_module.iter().map(|(module, sum, of)| in_module(module, *sum, of)).collect::<Vec<_>>(),
        });
    }
    times
}

fn in_module(module: &str, (time, units): (f64, u64), functions: &[&FunctionSummary]) -> Value {
    let function = |function: &&FunctionSummary| {
        json!({
            "function": function.name,
            // The key of Verus has this colon.
            "mode:": function.mode,
            "time": whole(function.time_ms),
            "time-micros": whole(function.time_ms * 1000.0),
            "rlimit": function.resource,
            "success": function.status == Status::Verified,
        })
    };
    json!({
        "module": module,
        "time": whole(time),
        "time-micros": whole(time * 1000.0),
        "rlimit": units,
        "function-breakdown": functions.iter().map(function).collect::<Vec<_>>(),
    })
}

/// The solver's time in milliseconds, and its cost in units.
fn sum(functions: &[&FunctionSummary]) -> (f64, u64) {
    functions.iter().fold((0.0, 0), |(time, units), f| (time + f.time_ms, units + f.resource))
}

/// A time that is not negative, as a whole number.
fn whole(time: f64) -> u64 {
    time as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACTS: VerusFacts = VerusFacts { is_whole: true, breaks_rules: false, threads: Some(2), version: "1" };

    fn read(summary: &Summary, facts: VerusFacts) -> Value {
        serde_json::from_str(&verus_document(summary, facts)).expect("JSON")
    }

    fn summary() -> Summary {
        let of = |name: &str, module: &str, status, time_ms| FunctionSummary {
            name: name.into(),
            module: module.into(),
            mode: "proof".into(),
            status,
            time_ms,
            resource: 10,
        };
        let functions = vec![
            of("a::f", "a", Status::Verified, 1.5),
            of("a::S::g", "a", Status::Failed, 2.5),
            of("a::b::h", "a::b", Status::Verified, 9.25),
        ];
        Summary { verified: 2, errors: 3, functions: Some(functions), ..Summary::default() }
    }

    #[test]
    fn functions_are_counted_and_errors_are_not() {
        let results = &read(&summary(), FACTS)["verification-results"];
        assert_eq!((&results["verified"], &results["errors"]), (&2.into(), &1.into()));
        assert_eq!((&results["success"], &results["encountered-error"]), (&false.into(), &true.into()));
        let proved = read(&Summary { errors: 0, ..summary() }, FACTS);
        assert_eq!(proved["verification-results"]["success"], true);
    }

    #[test]
    fn what_is_not_known_is_left_out() {
        let part = read(&summary(), VerusFacts { is_whole: false, threads: None, ..FACTS });
        assert!(part["verification-results"].get("success").is_none() && part.get("times-ms").is_none());
        let wrong = read(&summary(), VerusFacts { breaks_rules: true, ..FACTS });
        assert!(wrong["verification-results"].get("verified").is_none());
        assert!(wrong["times-ms"].get("smt").is_none());
    }

    #[test]
    fn functions_are_in_their_modules() {
        let document = read(&summary(), FACTS);
        let modules = &document["times-ms"]["smt"]["smt-run-module-times"];
        // The longest comes first.
        assert_eq!((&modules[0]["module"], &modules[0]["time-micros"]), (&"a::b".into(), &9250.into()));
        let of_a = &modules[1]["function-breakdown"];
        assert_eq!((&of_a[1]["function"], &of_a[1]["success"]), (&"a::S::g".into(), &false.into()));
        assert_eq!((&modules[1]["time"], &modules[1]["rlimit"]), (&4.into(), &20.into()));
        assert_eq!(document["func-details"]["a::f"]["failed_proof_notes"], json!([]));
    }
}
