//! Mistakes of beginners, each as a program: the first error leads out of it.
//!
//! A page of `tests/mistakes` has a program with one mistake and the program after the change. Between them stands what
//! counts as the way out:
//!
//! - `Says: code`: the first help of the first error (or its message, if it has no help) contains this code, and the program
//!   after the change has it;
//! - `Names: words`: the same with words that name the one missing fact;
//! - `Open: words`: what would have to be said. Such a page does not count, and it must say so until it does.
//!
//! The program with the mistake must be rejected, and the other one verified.

mod support;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Failed, Trial};

use support::run::{Reported, Run, verify};

/// The share of pages whose first error leads out of the mistake, in percent. It may only go up.
const SCORE: usize = 90;

/// The least number of pages.
const PAGES: usize = 100;

struct Page {
    name: String,
    way: (String, String),
    before: String,
    after: String,
}

fn read(path: &Path) -> Page {
    let text = std::fs::read_to_string(path).unwrap();
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    let mut blocks = text.split("```rust\n").skip(1).map(|block| block.split("```").next().unwrap().to_owned());
    let (before, after) = (blocks.next().unwrap(), blocks.next().unwrap());
    let way = ["Says", "Names", "Open"].iter().find_map(|kind| {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("{kind}: ")))?;
        Some(((*kind).to_owned(), line.trim_matches('`').to_owned()))
    });
    Page { way: way.unwrap_or_else(|| panic!("{name} says nothing")), name, before, after }
}

fn run(name: &str, text: &str) -> Run {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("mistakes");
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join(format!("m{}.rs", name.replace('-', "_")));
    std::fs::write(&file, text).unwrap();
    verify(&file, &[], &file)
}

/// The first help of an error; of an error without one, its message and labels. The excerpt of the source is no help.
fn first_help(error: &Reported) -> &str {
    let Some(at) = error.rendered.find("help: ") else { return &error.text };
    let help = &error.rendered[at..];
    let end = help[6..].find("\nhelp: ").or_else(|| help[6..].find("= help: ")).map_or(help.len(), |end| end + 6);
    &help[..end]
}

/// Without spaces and ends of lines, which the renderer puts where it likes.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn check(page: &Page) -> Result<(), Failed> {
    let after = run(&format!("{}-after", page.name), &page.after);
    if after.status != Some(0) {
        return Err(format!("the program after the change does not verify:\n{}", after.stderr).into());
    }
    let before = run(&page.name, &page.before);
    let Some(error) = before.of_level("error").next() else {
        return Err("the program with the mistake is accepted".into());
    };
    let help = first_help(error);
    let (kind, way) = (&*page.way.0, plain(&page.way.1));
    let leads = plain(help).contains(&way);
    match kind {
        "Open" if leads => Err("it is said now: make it `Says:` or `Names:`".into()),
        "Open" => Ok(()),
        "Says" if !plain(&page.after).contains(&way) => Err("the change is not what the help says".into()),
        _ if !leads => Err(format!("expected `{}` in the first help:\n{}", page.way.1, error.rendered).into()),
        _ => Ok(()),
    }
}

fn main() -> ExitCode {
    let files = support::files(&support::root().join("tests/mistakes"), "md");
    let pages: Vec<Page> = files.iter().filter(|path| !path.ends_with("README.md")).map(|path| read(path)).collect();
    let closed = pages.iter().filter(|page| page.way.0 != "Open").count();
    let all = pages.len();
    let mut trials = vec![Trial::test("score", move || match (all >= PAGES, closed * 100 >= all * SCORE) {
        (true, true) => Ok(()),
        _ => Err(format!("{closed} of {all} pages lead out of the mistake").into()),
    })];
    trials.extend(pages.into_iter().map(|page| Trial::test(page.name.clone(), move || check(&page))));
    support::conclude(trials)
}
