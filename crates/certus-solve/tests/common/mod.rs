//! What the integration tests share.
#![allow(dead_code)] // Each test program uses its part.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use certus_solve::{LocalPool, Outcome, PoolConfig, Profile, Query, Verdict};

/// The solver, fetched on a machine's first run.
pub static Z3: LazyLock<PathBuf> =
    LazyLock::new(|| certus_solve::setup::setup(&mut |line| eprintln!("{line}")).unwrap().path);

/// A budget that every question here that has an answer stays far below.
pub const ENOUGH: u64 = 1_000_000;

/// A pool with a short safety limit.
pub fn pool(binary: &Path, jobs: usize, wall_limit: Duration) -> LocalPool {
    LocalPool::start_with(PoolConfig { binary: binary.to_path_buf(), jobs, wall_limit }).unwrap()
}

/// A pool of real solvers with a limit that no test reaches.
pub fn z3(jobs: usize) -> LocalPool {
    pool(&Z3, jobs, Duration::from_secs(60))
}

/// The outcome of a single query.
pub fn solve(pool: &LocalPool, query: Query) -> Outcome {
    let mut outcomes = pool.run(vec![query], |_, _| {});
    outcomes.pop().unwrap()
}

/// The verdict of a single query on a fresh solver.
pub fn verdict(query: Query) -> Verdict {
    solve(&z3(1), query).verdict
}

/// A query in which goal `gN` is violated when the N-th claim is false. Up to 10 errors.
pub fn query(declarations: &str, claims: &[&str]) -> Query {
    let goals: Vec<String> = (0..claims.len()).map(|n| format!("g{n}")).collect();
    let mut context = declarations.to_owned();
    for (goal, claim) in goals.iter().zip(claims) {
        context += &format!("(declare-const {goal} Bool)\n(assert (= {goal} (not {claim})))\n");
    }
    context += &format!("(assert (or {}))\n", goals.join(" "));
    Query { max_errors: 10, ..Query::new(context, goals, ENOUGH) }
}

/// The pigeonhole principle, which no solver of this kind proves fast: a claim that `pigeons` do not fit.
pub fn pigeonhole(pigeons: usize, profile: Profile) -> Query {
    let holes = pigeons - 1;
    let mut declarations = String::new();
    let mut clauses = String::new();
    for p in 0..pigeons {
        for h in 0..holes {
            declarations += &format!("(declare-const p{p}_{h} Bool)\n");
            for q in 0..p {
                clauses += &format!("(or (not p{p}_{h}) (not p{q}_{h}))\n");
            }
        }
        let somewhere: Vec<String> = (0..holes).map(|h| format!("p{p}_{h}")).collect();
        clauses += &format!("(or {})\n", somewhere.join(" "));
    }
    Query { profile, ..query(&declarations, &[&format!("(not (and {clauses}))")]) }
}

/// The failed goals' indices.
pub fn indices(verdict: &Verdict) -> Vec<usize> {
    match verdict {
        Verdict::Failed { goals, .. } | Verdict::ResourceExhausted { found: goals, .. } => {
            goals.iter().map(|goal| goal.index).collect()
        }
        Verdict::Proved | Verdict::SolverError(_) => Vec::new(),
    }
}
