//! The goals that special provers are measured with. A further prover needs a row here and nothing else.

use std::path::Path;

use super::Fault;

/// A goal that is a function of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// A description of the goal, for the table.
    pub(crate) name: &'static str,
    /// The prover, as in `by (..)`, or [`EPR`].
    pub(crate) prover: &'static str,
    /// The function.
    pub(crate) function: &'static str,
    /// The source of the program.
    text: Text,
}

/// The program of a goal.
#[derive(Clone, Copy, Debug)]
enum Text {
    /// The body of `verus!`.
    Items(&'static str),
    /// A file of `examples/`.
    Example(&'static str),
}

/// The prover of a whole module.
const EPR: &str = "epr_mode";

impl Goal {
    /// The text that selects the prover.
    pub(crate) fn mark(&self) -> String {
        if self.prover == EPR { format!("#![verifier::{EPR}]") } else { format!(" by ({})", self.prover) }
    }

    /// The program.
    pub(crate) fn text(&self, root: &Path) -> Result<String, Fault> {
        Ok(match self.text {
            Text::Items(items) => format!("use vstd::prelude::*;\n\nverus! {{\n{items}\n}} // verus!\n"),
            Text::Example(name) => std::fs::read_to_string(root.join("examples").join(name))?,
        })
    }
}

/// A goal of one function named `goal`.
const fn own(name: &'static str, prover: &'static str, items: &'static str) -> Goal {
    Goal { name, prover, function: "goal", text: Text::Items(items) }
}

/// All goals, by prover.
pub(crate) const GOALS: &[Goal] = &[
    own(
        "flags below a mask, for every word and flag (paper, 4.2.3)",
        "bit_vector",
        "spec fn mask(low: u64, high: u64) -> u64 { (!(!0u64 << sub(add(high, 1), low))) << low }
         proof fn goal() by (bit_vector)
             ensures forall|a: u64, i: u64| i < 13 && (a & mask(13, 29)) == 0
                 ==> #[trigger] ((a | (1u64 << i)) & mask(13, 29)) == 0,
         {}",
    ),
    own(
        "a sum is an exclusive or and its carries, `u64`",
        "bit_vector",
        "proof fn goal(x: u64, y: u64) by (bit_vector) ensures x + y == (x ^ y) + 2 * (x & y), {}",
    ),
    own(
        "a power of two has one bit, `u64`",
        "bit_vector",
        "proof fn goal(x: u64) by (bit_vector)
             requires x != 0, x & sub(x, 1) == 0,
             ensures exists|i: u64| i < 64 && x == #[trigger] (1u64 << i),
         {}",
    ),
    Goal {
        name: "CRC-32: a look-up is eight steps",
        prover: "bit_vector",
        function: "lemma_step32",
        text: Text::Example("crc.rs"),
    },
    Goal {
        name: "CRC-64: a look-up is eight steps",
        prover: "bit_vector",
        function: "lemma_step64",
        text: Text::Example("crc.rs"),
    },
    own(
        "a product distributes over a sum",
        "nonlinear_arith",
        "proof fn goal(a: int, b: int, c: int) by (nonlinear_arith) ensures a * (b + c) == a * b + a * c, {}",
    ),
    own(
        "products keep the order",
        "nonlinear_arith",
        "proof fn goal(a: int, b: int, c: int, d: int) by (nonlinear_arith)
             requires 0 <= a <= b, 0 <= c <= d,
             ensures a * c <= b * d,
         {}",
    ),
    own(
        "a quotient is told by its remainder",
        "nonlinear_arith",
        "proof fn goal(x: int, d: int, q: int, r: int) by (nonlinear_arith)
             requires x == d * q + r, 0 <= r < d,
             ensures x / d == q,
         {}",
    ),
    own(
        "multiples are closed under differences",
        "integer_ring",
        "proof fn goal(a: int, b: int, m: int) by (integer_ring)
             requires a % m == 0, b % m == 0,
             ensures (a - b) % m == 0,
         {}",
    ),
    own(
        "congruences can be multiplied",
        "integer_ring",
        "proof fn goal(a: int, b: int, c: int, d: int, m: int) by (integer_ring)
             requires (a - b) % m == 0, (c - d) % m == 0,
             ensures (a * c - b * d) % m == 0,
         {}",
    ),
    own(
        "a product of sums of four squares is one (Euler)",
        "integer_ring",
        "proof fn goal(a: int, b: int, c: int, d: int, p: int, q: int, r: int, s: int) by (integer_ring)
             ensures (a * a + b * b + c * c + d * d) * (p * p + q * q + r * r + s * s)
                 == (a * p + b * q + c * r + d * s) * (a * p + b * q + c * r + d * s)
                 + (a * q - b * p + c * s - d * r) * (a * q - b * p + c * s - d * r)
                 + (a * r - b * s - c * p + d * q) * (a * r - b * s - c * p + d * q)
                 + (a * s + b * r - c * q - d * p) * (a * s + b * r - c * q - d * p),
         {}",
    ),
    Goal {
        name: "CRC-32: 256 entries are remainders (paper, 3.3)",
        prover: "compute_only",
        function: "lemma_table32",
        text: Text::Example("crc.rs"),
    },
    Goal {
        name: "CRC-64: 256 entries are remainders",
        prover: "compute_only",
        function: "lemma_table64",
        text: Text::Example("crc.rs"),
    },
    own(
        "the sum of the numbers to 10,000, by recursion",
        "compute_only",
        "spec fn sum(n: nat) -> nat decreases n, { if n == 0 { 0 } else { n + sum((n - 1) as nat) } }
         proof fn goal() ensures sum(10_000) == 50_005_000, { assert(sum(10_000) == 50_005_000) by (compute_only); }",
    ),
    Goal {
        name: "distributed lock: a step keeps the invariant (paper, 4.1)",
        prover: EPR,
        function: "steps::lemma_next",
        text: Text::Example("distributed_lock_epr.rs"),
    },
    Goal {
        name: "delegation map: `set` changes the range and nothing else (paper, 3.2)",
        prover: EPR,
        function: "set_changes_the_range",
        text: Text::Example("delegation_map.rs"),
    },
];
