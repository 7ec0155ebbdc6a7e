//! Steps put into rustc's program after the points where borrows end, and claims that are not true. Each use of a reference
//! that is resolved must be reported, and nothing else.

use std::path::Path;

use certus_tree::{EndClaim, EndEvent, Ends, PartStep};

use crate::faults::Sides;

/// A program with references in variables.
const PROGRAM: &str = include_str!("ends_program.rs");

/// A function, the number of a point in it, and lines that are put after that point. `{r}` is rustc's variable for `r`.
type Case = (&'static str, usize, &'static str);

/// The code of the errors.
const CODE: &str = "internal/borrow";

/// The function of a name in rustc's program: where it begins and ends.
fn function(mir: &str, name: &str) -> Option<std::ops::Range<usize>> {
    let start = mir.find(&format!("\nfn {name}("))?;
    let end = mir[start..].find("\n}\n")? + start;
    Some(start..end)
}

/// The program with lines put after a point.
fn with_lines(mir: &str, (name, point, lines): Case) -> Result<String, String> {
    let at = function(mir, name).ok_or_else(|| format!("no function `{name}`"))?;
    let text = &mir[at.clone()];
    let mut lines = lines.to_string();
    for (variable, place) in text.lines().filter_map(|line| line.trim().strip_prefix("debug ")?.split_once(" => ")) {
        lines = lines.replace(&format!("{{{variable}}}"), place.trim_end_matches(';'));
    }
    let (call, _) = text.match_indices("point::<").nth(point).ok_or_else(|| format!("no point {point} in `{name}`"))?;
    let block = text[call..].split_once("[return: ").and_then(|(_, rest)| rest.split_once([',', ']']));
    let (block, _) = block.ok_or("a call without a target")?;
    let begin = text.find(&format!("    {block}: {{\n")).ok_or("a block that is not there")? + block.len() + 8;
    let mut out = mir.to_string();
    out.insert_str(at.start + begin, &lines.lines().map(|line| format!("        {}\n", line.trim())).collect::<String>());
    Ok(out)
}

/// Whether anything is said about the end of a borrow.
fn is_reported(sides: &Sides, ends: &Ends, mir: &str) -> bool {
    let found = sides.found(&sides.loaded, ends, mir);
    found.errors.iter().any(|error| error.code.to_string() == CODE)
}

/// Each use after the end is reported, and nothing else is.
pub fn check(folder: &Path) -> Result<(), String> {
    let sides = Sides::new(folder, PROGRAM)?;
    let mut wrong = Vec::new();
    let found = sides.found(&sides.loaded, &sides.ends, &sides.mir);
    if !found.errors.is_empty() || found.borrows.compared < 20 {
        wrong.push(format!("without a fault: {:?} {:?}", found.errors, found.borrows));
    }
    for (cases, expected) in [(USES, true), (OTHERS, false)] {
        for case in cases {
            let mir = with_lines(&sides.mir, *case)?;
            if is_reported(&sides, &sides.ends, &mir) != expected {
                wrong.push(format!("{case:?}: {}", if expected { "not reported" } else { "reported" }));
            }
        }
    }
    for (name, change, expected) in CLAIMS {
        let mut ends = sides.ends.clone();
        change(&sides, &mut ends);
        if is_reported(&sides, &ends, &sides.mir) != *expected {
            wrong.push(format!("claims that are {name}: {}", if *expected { "not reported" } else { "reported" }));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}
