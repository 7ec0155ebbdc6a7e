//! Loads each file named on the standard input and prints one line for every problem the front end finds in it.

#[path = "../tests/support/mod.rs"]
mod support;

use std::io::BufRead as _;

use certus_frontend::{Options, load, on_big_stack};
use certus_tree::Program;

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        on_big_stack(|| check(&line));
    }
}

fn check(file: &str) {
    let loaded = match load(&Options { root_file: file.into(), ..Options::default() }) {
        Ok(loaded) => loaded,
        Err(error) => return println!("{file}: {error}"),
    };
    let mut errors = loaded.diagnostics();
    for def in loaded.local_items() {
        errors.extend(loaded.item(def).err().unwrap_or_default());
        errors.extend(loaded.body(def).err().unwrap_or_default());
    }
    for error in &errors {
        println!("{file}: {}", support::messages(loaded.sources(), std::slice::from_ref(error)).replace('\n', " "));
    }
    println!("{file}: done {}", errors.len());
}
