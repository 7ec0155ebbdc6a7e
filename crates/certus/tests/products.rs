//! Products of features of the language, taken whole: each table crosses what may be written with where it may be written,
//! and a rule says of every cell whether it is accepted, or with which code it is refused.
//!
//! The rules are those of the guide and of its reference pages, stated here once more and apart from the code that enforces
//! them. A cell is a module of its own; those that are to be refused with the same code stand in one program, for all
//! errors of a stage are reported at once. A cell that does not do what its rule says is tried again alone, and only what it
//! does alone counts.
//!
//! `PRODUCTS_FILTER=text` keeps the cells whose names contain the text.

mod support;

mod products {
    pub mod attributes;
    pub mod cell;
    pub mod clauses;
    pub mod places;
    pub mod traits;
    pub mod types;
    pub mod visibility;
}

use std::process::ExitCode;

use products::{attributes, cell, clauses, traits, types, visibility};

fn main() -> ExitCode {
    let filter = std::env::var("PRODUCTS_FILTER").unwrap_or_default();
    let mut trials = Vec::new();
    let tables = [
        ("attributes", attributes::cells as fn() -> Vec<cell::Cell>),
        ("traits", traits::cells),
        ("types", types::cells),
        ("clauses", clauses::cells),
        ("visibility", visibility::cells),
    ];
    for (table, cells) in tables {
        let cells: Vec<cell::Cell> = cells().into_iter().filter(|cell| cell.name.contains(&filter)).collect();
        trials.extend(cell::trials(table, cells));
    }
    support::conclude(trials)
}
