//! Tasks of development: `cargo xtask tidy` holds the rules of style and architecture, `cargo xtask bench` measures, `cargo xtask
//! captures` takes the pictures of the guide, `cargo xtask torture` tries to break the verified systems, `cargo xtask mutate` makes
//! mistakes in the verifier, `cargo xtask contradictions` asks whether `false` follows, `cargo xtask
//! lines` counts the lines of the verified systems, `cargo xtask registry` verifies programs that use the registry's crates, `cargo xtask boot`
//! starts a kernel with the page table.

mod bench;
mod boot;
mod captures;
mod contradictions;
mod fuzz;
mod lines;
mod mutate;
mod registry;
mod task;
mod tidy;
mod torture;

use std::process::ExitCode;

/// One task a name; the exit status is 0 if it succeeded, 1 if it found something, 2 if it could not run.
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["tidy"] => tidy::main(),
        ["bench", options @ ..] => bench::main(options),
        ["boot", options @ ..] => boot::main(options),
        ["captures"] => captures::main(),
        ["contradictions", options @ ..] => contradictions::main(options),
        ["fuzz", options @ ..] => fuzz::main(options),
        ["lines", options @ ..] => lines::main(options),
        ["mutate", options @ ..] => mutate::main(options),
        ["registry", options @ ..] => registry::main(options),
        ["torture", options @ ..] => torture::main(options),
        _ => {
            let usages = [
                "cargo xtask tidy",
                bench::USAGE,
                boot::USAGE,
                captures::USAGE,
                contradictions::USAGE,
                fuzz::USAGE,
                lines::USAGE,
                mutate::USAGE,
                registry::USAGE,
                torture::USAGE,
            ];
            eprintln!("usage: {}", usages.join("\n       "));
            ExitCode::from(2)
        }
    }
}
