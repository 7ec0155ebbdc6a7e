//! Runs the programs of `examples/`: each verifies, unless it begins with `//~ fails`; then its errors must be on the
//! lines that end with `// FAILS`, and on no others. All are audited: rustc calls in them what the front end says is called.

mod support;

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::Trial;
use support::{marks, run};

fn main() -> ExitCode {
    let mut trials = Vec::new();
    for path in support::files(&support::root().join("examples"), "rs") {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        trials.push(Trial::test(name, move || Ok(check(&path)?)));
    }
    if trials.is_empty() {
        trials.push(Trial::test("examples", || Err("no example was found, so nothing was tested".into())));
    }
    support::conclude(trials)
}

fn check(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let expected = marks::expected(&text)?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let scratch = folder.join(path.file_name().unwrap_or_default());
    marks::judge(&expected, &run::verify(path, &["--audit".to_owned()], &scratch))
}
