//! Runs the literate tests of `tests/spec` and the programs of the guide in `docs/guide`: each program of each chapter is
//! a test, named `chapter.md:line` or `guide/page.md:line`. Accepted programs are audited too: rustc calls in them what the
//! front end says is called.
//!
//! `SPEC_FILTER=text` keeps the chapters whose name contains the text; cargo's own filters work on the names.

mod support;

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;
use support::literate::{self, Case, Output};
use support::run;

/// Where chapters lie, and what the names of their tests begin with.
const FOLDERS: [(&str, &str); 2] = [("tests/spec", ""), (GUIDE, "guide/")];

const GUIDE: &str = "docs/guide/src";

fn main() -> ExitCode {
    let filter = std::env::var("SPEC_FILTER").unwrap_or_default();
    let mut trials = Vec::new();
    for (folder, prefix) in FOLDERS {
        let before = trials.len();
        for (page, file) in pages(folder) {
            let name = format!("{prefix}{page}");
            if name.contains(&filter) {
                let path = format!("{folder}/{page}");
                trials.extend(trials_of(&name, &path, &std::fs::read_to_string(&file).unwrap()));
            }
        }
        if trials.len() == before && filter.is_empty() {
            let nothing = || Err("no program was found, so nothing was tested".into());
            trials.push(Trial::test(folder, nothing));
        }
    }
    trials.push(Trial::test("guide/links", || Ok(links()?)));
    trials.push(Trial::test("guide/harness", || Ok(harness()?)));
    support::conclude(trials)
}

/// The chapters of a folder: the path below it, and the file.
fn pages(folder: &str) -> Vec<(String, PathBuf)> {
    let folder = support::root().join(folder);
    let name = |file: &Path| file.strip_prefix(&folder).unwrap_or(file).to_string_lossy().replace('\\', "/");
    support::files(&folder, "md").into_iter().map(|file| (name(&file), file)).collect()
}

/// One test a program, or one that fails if the chapter cannot be read.
fn trials_of(name: &str, path: &str, chapter: &str) -> Vec<Trial> {
    let path = path.to_owned();
    match literate::blocks(chapter) {
        Err((line, reason)) => vec![Trial::test(name, move || Err(format!("{path}:{line}: {reason}").into()))],
        Ok(blocks) => {
            let trial = |(case, output): (Case, Option<Output>)| {
                let path = path.clone();
                Trial::test(format!("{name}:{}", case.offset), move || Ok(check(&path, &case, output.as_ref())?))
            };
            blocks.into_iter().map(trial).collect()
        }
    }
}

/// Writes the program to a file of its own and verifies it; once more for the output that is shown.
fn check(path: &str, case: &Case, output: Option<&Output>) -> Result<(), String> {
    let stem = path.replace(|c: char| !c.is_alphanumeric(), "_");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spec").join(stem);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let program = folder.join(format!("line_{}.rs", case.offset));
    std::fs::write(&program, &case.program).map_err(|error| error.to_string())?;
    let mut flags = case.flags.clone();
    flags.extend(case.is_accepted().then(|| "--audit".to_owned()));
    literate::judge(path, case, &run::verify(&program, &flags, &program))?;
    let Some(output) = output else { return Ok(()) };
    let mut flags = case.flags.clone();
    flags.push("--message-format=human".to_owned());
    let run = run::verify(&program, &flags, &program);
    let summary = std::fs::read_to_string(program.with_extension("stdout")).map_err(|error| error.to_string())?;
    literate::compare(path, output, &format!("{}{summary}", run.stderr))
}

/// Every page of the guide is in its table of contents once, and every link leads to a file.
fn links() -> Result<(), String> {
    let mut problems = Vec::new();
    let mut listed = BTreeSet::new();
    let pages = pages(GUIDE);
    for (page, file) in &pages {
        for (line, target) in links_of(&std::fs::read_to_string(file).map_err(|error| error.to_string())?) {
            let linked = resolved(page, &target);
            if !support::root().join(GUIDE).join(&linked).is_file() {
                problems.push(format!("{GUIDE}/{page}:{line}: there is no file `{target}`"));
            }
            if page == "SUMMARY.md" && !listed.insert(linked) {
                problems.push(format!("{GUIDE}/{page}:{line}: `{target}` is listed twice"));
            }
        }
    }
    let missing = pages.iter().filter(|(page, _)| page != "SUMMARY.md" && !listed.contains(Path::new(page)));
    problems.extend(missing.map(|(page, _)| format!("{GUIDE}/SUMMARY.md does not list `{page}`")));
    if pages.is_empty() {
        problems.push(format!("{GUIDE} has no pages"));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// The links of a page to files, with their lines; what looks like one in code is none.
fn links_of(page: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let (mut is_block, mut is_span) = (false, false);
    for (index, line) in page.lines().enumerate() {
        let is_fence = line.trim_start().starts_with("```");
        is_block ^= is_fence;
        if is_block || is_fence || line.trim().is_empty() {
            is_span = false;
            continue;
        }
        let mut prose = String::new();
        for (number, part) in line.split('`').enumerate() {
            is_span ^= number > 0;
            prose.push_str(if is_span { "" } else { part });
        }
        for after in prose.split("](").skip(1) {
            let target = after.split([')', '#']).next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") {
                found.push((index + 1, target.to_owned()));
            }
        }
    }
    found
}

/// What a link on a page leads to, below the folder of the guide.
fn resolved(page: &str, target: &str) -> PathBuf {
    let mut path = Path::new(page).parent().unwrap_or(Path::new("")).to_owned();
    for component in Path::new(target).components() {
        match component {
            Component::ParentDir => drop(path.pop()),
            other => path.push(other),
        }
    }
    path
}

/// The comparison of shown output sees what differs and nothing else, and links are those that a reader sees.
fn harness() -> Result<(), String> {
    let links = links_of("[`a`](b.md) `[c](d.md)\ne` [f](../g.md#h) [i](https://j.k)\n```text\n[l](m.md)\n```\n");
    if links != [(1, "b.md".to_owned()), (2, "../g.md".to_owned())] {
        return Err(format!("{links:?}"));
    }
    let chapter = "```rust\n# use a;\n#\n#[b]\n```\n```text,output\nerror\n --> x.rs:1:2\n1 | a\nverified: 1\n```\n";
    let blocks = literate::blocks(chapter).map_err(|(line, reason)| format!("{line}: {reason}"))?;
    let [(case, Some(output))] = &blocks[..] else { return Err(format!("{blocks:?}")) };
    if case.program != "use a;\n\n#[b]\n" || output.offset != 6 {
        return Err(format!("{blocks:?}"));
    }
    for (printed, line) in [
        ("error\n --> /tmp/y.rs:1:2\n1 | a //~ ERROR verify/assert\nverified: 1 (20 ms)\n", None),
        ("error\n --> x.rs:1:3\n1 | a\nverified: 1\n", Some(8)),
        ("error\n --> x.rs:1:2\n1 | a\nverified: 2\n", Some(10)),
        ("error\n --> x.rs:1:2\n1 | a\n", Some(10)),
        ("error\n --> x.rs:1:2\n1 | a\nverified: 1\nmore\n", Some(11)),
    ] {
        let told = literate::compare("page", output, printed).err();
        let expected = line.map(|line| format!("page:{line}: "));
        if told.is_some() != expected.is_some() || !told.unwrap_or_default().starts_with(&expected.unwrap_or_default())
        {
            return Err(format!("not seen rightly: {printed}"));
        }
    }
    for alone in ["```text,output\n```\n", "```rust\n```\n```text,output\n```\n```text,output\n```\n"] {
        if literate::blocks(alone).is_ok() {
            return Err(format!("an output without a program is accepted: {alone}"));
        }
    }
    Ok(())
}
