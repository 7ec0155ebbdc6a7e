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
    out.insert_str(
        at.start + begin,
        &lines.lines().map(|line| format!("        {}\n", line.trim())).collect::<String>(),
    );
    Ok(out)
}

/// Whether anything is said about the end of a borrow.
fn is_reported(sides: &Sides, ends: &Ends, mir: &str) -> Result<bool, String> {
    let found = sides.found(&sides.loaded, ends, mir);
    match found.errors.iter().find(|error| error.code.to_string() == "internal/audit") {
        Some(error) => Err(error.message.clone()),
        None => Ok(found.errors.iter().any(|error| error.code.to_string() == CODE)),
    }
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
            if is_reported(&sides, &sides.ends, &mir)? != expected {
                wrong.push(format!("{case:?}: {}", if expected { "not reported" } else { "reported" }));
            }
        }
    }
    for (name, change, expected) in CLAIMS {
        let mut ends = sides.ends.clone();
        change(&mut ends);
        if is_reported(&sides, &ends, &sides.mir)? != *expected {
            wrong.push(format!("claims that are {name}: {}", if *expected { "not reported" } else { "reported" }));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Uses of references that are resolved.
const USES: &[Case] = &[
    // Writes, borrows and moves of a reference.
    ("whole", 0, "(*{r}) = const 9_u8;"),
    ("whole", 0, "_90 = &mut (*{r});"),
    ("whole", 0, "_90 = &raw mut (*{r});"),
    ("whole", 0, "_90 = &mut {r};"),
    ("whole", 0, "_90 = move {r};"),
    ("whole", 0, "_90 = copy {r};\n_91 = copy _90;"),
    ("whole", 0, "_90 = copy {r} as *mut u8 (PtrToPtr);"),
    // What takes it.
    ("whole", 0, "_90 = Pair::<'_> { left: copy {r}, right: copy {r}, count: const 0_u8 };"),
    ("whole", 0, "_90 = (const 1_u8, move {r});"),
    ("whole", 0, "_90 = [move {r}];"),
    ("whole", 0, "_90 = Option::<&mut u8>::Some(copy {r});"),
    ("whole", 0, "_90 = touch(copy {r}) -> [return: bb90, unwind continue];\n}\nbb90: {"),
    // In another block, and on one of two ways.
    ("whole", 0, "goto -> bb91;\n}\nbb91: {\n(*{r}) = const 9_u8;"),
    (
        "whole",
        0,
        "switchInt(copy {x}) -> [0: bb90, otherwise: bb91];\n}\nbb90: {\n(*{r}) = const 9_u8;\ngoto -> bb91;\n}\nbb91: {",
    ),
    ("whole", 0, "drop({x}) -> [return: bb90, unwind continue];\n}\nbb90: {\n(*{r}) = const 9_u8;"),
    // Before it gets another value, and after that one is resolved.
    ("again", 0, "(*{r}) = const 9_u8;"),
    ("again", 1, "(*{r}) = const 9_u8;"),
    // Fields.
    ("fields", 0, "(*({p}.0: &mut u8)) = const 9_u8;"),
    ("fields", 0, "_8 = copy ({p}.0: &mut u8);\n(*_8) = const 9_u8;"),
    ("fields", 0, "_90 = &mut (*({p}.0: &mut u8));"),
    ("fields", 1, "(*({p}.1: &mut u8)) = const 9_u8;"),
    ("fields", 1, "_90 = move ({p}.0: &mut u8);"),
    ("fields", 1, "_90 = move {p};"),
    ("fields", 1, "_90 = &mut {p};"),
    ("fields", 1, "({p}.1: &mut u8) = copy _4;\n(*({p}.0: &mut u8)) = const 9_u8;"),
    ("pair_of_both", 0, "(*({t}.0: &mut u8)) = const 9_u8;"),
    ("pair_of_both", 1, "(*({t}.0: &mut u8)) = const 9_u8;"),
    ("pair_of_both", 1, "_90 = copy {t};\n_91 = copy _90;"),
    // Variants.
    ("variant", 1, "_90 = &mut {o};"),
    ("variant", 2, "_90 = &mut {o};"),
    ("variant", 2, "(*(({o} as Some).0: &mut u8)) = const 9_u8;"),
    ("variant", 2, "_90 = move (({o} as Some).0: &mut u8);"),
    ("variant", 2, "(*(*{q})) = const 9_u8;"),
    // Loops and branches.
    ("repeated", 0, "(*{r}) = const 9_u8;"),
    ("branches", 0, "(*{r}) = const 9_u8;"),
    ("branches", 1, "(*{r}) = const 9_u8;"),
    ("branches", 2, "(*{r}) = const 9_u8;"),
    // References to references, boxes and slices.
    ("nested", 1, "(*(*{s})) = const 9_u8;"),
    ("nested", 1, "(*{s}) = &mut {x};"),
    ("nested", 1, "_90 = &mut {r};"),
    (
        "boxed",
        0,
        "_90 = copy (({b}.0: std::ptr::Unique<&mut u8>).0: std::ptr::NonNull<&mut u8>) as *const &mut u8 (Transmute);
         _91 = copy (*_90);
         (*_91) = const 9_u8;",
    ),
    ("boxed", 0, "_90 = move {b};"),
    ("slice", 0, "(*{s})[0 of 3] = const 9_u8;"),
    ("slice", 0, "_90 = &mut (*{s})[1:];"),
];

/// Steps that use no reference which is resolved.
const OTHERS: &[Case] = &[
    // Reads.
    ("whole", 0, "_90 = copy (*{r});"),
    ("whole", 0, "_90 = &(*{r});"),
    ("whole", 0, "_90 = &raw const (*{r});"),
    ("whole", 0, "_90 = &{r};"),
    ("nested", 0, "_90 = copy (*{r});"),
    ("nested", 1, "_90 = copy (*(*{s}));"),
    ("slice", 0, "{n} = PtrMetadata(copy {s});"),
    ("slice", 0, "_90 = copy (*{s})[0 of 3];"),
    // The end of the variable.
    ("whole", 0, "StorageDead({r});"),
    ("whole", 0, "drop({r}) -> [return: bb90, unwind continue];\n}\nbb90: {"),
    // Another value.
    ("whole", 0, "{r} = &mut {x};\n(*{r}) = const 9_u8;"),
    ("again", 0, "{r} = copy _5;\n(*{r}) = const 9_u8;"),
    ("fields", 1, "{p} = Pair::<'_> { left: copy _4, right: copy _5, count: const 0_u8 };\n_90 = move {p};"),
    ("fields", 1, "({p}.0: &mut u8) = copy _4;\n(*({p}.0: &mut u8)) = const 9_u8;"),
    ("variant", 0, "{o} = Option::<&mut u8>::None;"),
    ("branches", 0, "{r} = &mut {x};\n(*{r}) = const 9_u8;"),
    // Other variables and other parts.
    ("whole", 0, "{x} = const 9_u8;"),
    ("whole", 0, "_90 = &mut {x};\n(*_90) = const 9_u8;"),
    ("again", 0, "{y} = const 4_u8;"),
    ("repeated", 0, "{i} = const 4_u8;"),
    ("fields", 0, "(*({p}.1: &mut u8)) = const 9_u8;"),
    ("fields", 1, "({p}.2: u8) = const 9_u8;"),
    ("fields", 1, "_90 = copy ({p}.2: u8);"),
    ("fields", 1, "_90 = &mut ({p}.2: u8);"),
    ("pair_of_both", 0, "(*({t}.1: &mut u8)) = const 9_u8;"),
    ("pair_of_both", 1, "_90 = &{t};"),
    ("variant", 2, "_90 = discriminant({o});"),
    // Ways that do not come back.
    ("whole", 0, "unreachable;\n}\nbb90: {\n(*{r}) = const 9_u8;\ngoto -> bb90;\n}\nbb91: {"),
];

/// A change of the claims.
type Change = fn(&mut Ends);

/// Claims that are changed, and whether they are false then.
const CLAIMS: &[(&str, Change, bool)] = &[
    ("as they are", |_| {}, false),
    ("without what happens before", |ends| each(ends, |claim| claim.events.clear()), true),
    ("with a use more", |ends| each(ends, |claim| claim.events.push(EndEvent::Used)), false),
    ("about other fields", |ends| each(ends, |claim| claim.way.iter_mut().for_each(|step| step.field = 9)), false),
    ("about the whole", |ends| each(ends, |claim| claim.way.clear()), true),
    ("about all but a field", |ends| each(ends, |claim| claim.others = claim.way.drain(..).collect()), true),
    (
        "about a variant",
        |ends| each(ends, |claim| claim.way.push(PartStep { variant: Some("Some".into()), field: 0 })),
        false,
    ),
    ("about points that are not there", |ends| each(ends, |claim| claim.point += 1000), false),
];

/// Changes each claim.
fn each(ends: &mut Ends, change: impl Fn(&mut EndClaim)) {
    ends.claims.iter_mut().for_each(change);
}
