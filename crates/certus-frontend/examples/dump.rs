//! Loads a file, prints its tree and how long each step took.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::Instant;

use certus_frontend::{Options, load, on_big_stack};
use certus_tree::Program;

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(file) = args.next() else { return };
    let quiet = args.next().is_some();
    on_big_stack(move || {
        let start = Instant::now();
        let options = Options { root_file: file.into(), ..Options::default() };
        let loaded = match load(&options) {
            Ok(loaded) => loaded,
            Err(error) => return println!("{error}"),
        };
        let loading = start.elapsed();
        let diagnostics = loaded.diagnostics();
        let names = start.elapsed();
        let items = loaded.local_items();
        let mut ok = 0;
        let mut bad = 0;
        for def in &items {
            match loaded.body(*def) {
                Ok(_) => ok += 1,
                Err(_) => bad += 1,
            }
        }
        let bodies = start.elapsed();
        if !quiet {
            println!("diagnostics: {}", support::messages(loaded.sources(), &diagnostics));
            for def in &items {
                print!("{}", support::Dump { program: &loaded }.def(*def));
            }
        } else {
            println!("{}", support::messages(loaded.sources(), &diagnostics));
            for def in &items {
                if let Err(errors) = loaded.body(*def) {
                    println!("{}: {}", loaded.path(*def), support::messages(loaded.sources(), &errors));
                }
                if let Err(errors) = loaded.item(*def) {
                    println!("{}: item {}", loaded.path(*def), support::messages(loaded.sources(), &errors));
                }
            }
        }
        println!("load {loading:?}, names {names:?}, bodies {bodies:?}; {ok} good, {bad} bad of {}", items.len());
    });
}
