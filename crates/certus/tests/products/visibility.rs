//! Visibility against how the body of a spec function is published.
//!
//! Who sees a function that anybody else may name is told whether its body is known to them: `open` shows it to all who see
//! the function, `closed` to its module, `open(in p)` to what is below `p`. A body that is shown mentions nothing that those
//! it is shown to cannot see.

use super::cell::{Cell, Expected, refused};

/// Visibilities, with how far each reaches: 0 is the module itself, 1 the module around it, 2 the crate, 3 all.
const VISIBILITIES: &[(&str, u8)] = &[("", 0), ("pub(self)", 0), ("pub(super)", 1), ("pub(crate)", 2), ("pub", 3)];

/// Ways to publish a body, with how far each shows it; `None` for as far as the function is seen.
const PUBLISHED: &[(&str, Option<u8>)] = &[
    ("", Some(0)),
    ("open", None),
    ("closed", Some(0)),
    ("open(in self)", Some(0)),
    ("open(in super)", Some(1)),
    ("open(crate)", Some(2)),
];

/// Who mentions what.
const USES: &[(&str, &str)] = &[
    ("spec fn", "@ spec fn g() -> bool { true }"),
    ("const", "@ const G: bool = true;"),
    ("type", "@ struct G { x: bool }"),
];

fn of_function(visibility: (&str, u8), published: (&str, Option<u8>)) -> Expected {
    let codes = &["language/publish", "language/open-not-pub", "language/visibility"];
    match (published.0, visibility.1) {
        // It must be said wherever a visibility is written.
        ("", _) if !visibility.0.is_empty() => refused(codes),
        ("", _) | ("closed", _) => Expected::Accepted,
        // Nobody else sees it.
        (open, 0) if open.starts_with("open") => refused(codes),
        ("open", _) => Expected::Accepted,
        // Not further than the function itself.
        (_, reach) if published.1.is_some_and(|shown| shown > reach) => refused(codes),
        _ => Expected::Accepted,
    }
}

/// The whole table.
pub fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for visibility in VISIBILITIES {
        for published in PUBLISHED {
            let head = format!("{} {}", visibility.0, published.0);
            let expected = of_function(*visibility, *published);
            let shapes = [
                ("spec fn", format!("{head} spec fn f() -> bool {{ true }}")),
                ("method", format!("pub struct S {{ }} impl S {{ {head} spec fn f(&self) -> bool {{ true }} }}")),
                ("generic", format!("{head} spec fn f<A>(a: A) -> bool {{ true }}")),
            ];
            for (shape, text) in shapes {
                // One module more, for `super` to be one that is not the crate.
                let text = format!("mod inner {{ use vstd::prelude::*;\nverus! {{\n{text}\n}}\n}}");
                cells.push(Cell::plain(format!("{shape} `{head}`"), text, expected.clone()));
            }
            for mode in ["proof", "exec", ""].into_iter().filter(|_| !published.0.is_empty()) {
                let text = format!("{head} {mode} fn f() {{ }}");
                let codes =
                    ["language/publish", "language/publish-not-spec", "language/syntax", "language/open-not-pub"];
                cells.push(Cell::new(format!("{mode} fn `{head}`"), text, refused(&codes)));
            }
        }
        let text = format!("{} uninterp spec fn f() -> bool;", visibility.0);
        cells.push(Cell::new(format!("{} uninterp", visibility.0), text, Expected::Accepted));
        let text = format!("{} uninterp spec fn f() -> bool {{ true }}", visibility.0);
        let codes = ["language/uninterp-with-body", "language/publish"];
        cells.push(Cell::new(format!("{} uninterp with a body", visibility.0), text, refused(&codes)));
        let text = format!("{} spec fn f() -> bool;", visibility.0);
        // The older form of `uninterp`.
        cells.push(Cell::new(format!("{} without a body", visibility.0), text, Expected::Accepted));
        for mode in ["proof", "exec"] {
            let text = format!("{} uninterp {mode} fn f() {{ }}", visibility.0);
            let codes = ["language/publish", "language/publish-not-spec", "language/syntax"];
            cells.push(Cell::new(format!("{} uninterp {mode}", visibility.0), text, refused(&codes)));
        }
        cells.extend(mentions(*visibility));
        cells.extend(contracts(*visibility));
    }
    cells
}

/// A body, and what it mentions that is seen less far.
fn mentions(visibility: (&str, u8)) -> Vec<Cell> {
    let mut cells = Vec::new();
    for published in PUBLISHED {
        if of_function(visibility, *published) != Expected::Accepted {
            continue;
        }
        let shown = published.1.unwrap_or(visibility.1);
        for (what, declared) in USES {
            for (of_used, reach) in VISIBILITIES {
                let body = match *what {
                    "spec fn" => "g()",
                    "const" => "G",
                    _ => "(G { x: true }).x",
                };
                let publish = if *what == "spec fn" && !of_used.is_empty() { "closed" } else { "" };
                let declared = declared.replace('@', &format!("{of_used} {publish}"));
                let text = format!("{declared}\n{} {} spec fn f() -> bool {{ {body} }}", visibility.0, published.0);
                let text = format!("mod inner {{ use vstd::prelude::*;\nverus! {{\n{text}\n}}\n}}");
                // The field of the struct is private to the module.
                let reach = if *what == "type" { 0 } else { *reach };
                let expected = if shown <= reach { Expected::Accepted } else { refused(&["language/visibility"]) };
                let name = format!("body of `{} {}` mentions `{of_used}` {what}", visibility.0, published.0);
                cells.push(Cell::plain(name, text, expected));
            }
        }
    }
    cells
}

/// Contracts are seen by all who see the function.
fn contracts(visibility: (&str, u8)) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (of_used, reach) in VISIBILITIES {
        let publish = if of_used.is_empty() { "" } else { "closed" };
        for (clause, mode) in
            [("requires", "proof"), ("requires", "exec"), ("ensures", "proof"), ("recommends", "spec")]
        {
            let published = if mode == "spec" { "closed" } else { "" };
            let (ret, body) = if mode == "spec" { ("-> bool", "true") } else { ("", "") };
            let text = format!(
                "{of_used} {publish} spec fn g() -> bool {{ true }}\n{} {published} {mode} fn f() {ret} {clause} g() {{ \
                 {body} }}",
                visibility.0
            );
            let text = format!("mod inner {{ use vstd::prelude::*;\nverus! {{\n{text}\n}}\n}}");
            let expected = if visibility.1 <= *reach { Expected::Accepted } else { refused(&["language/visibility"]) };
            let name = format!("`{clause}` of `{}` {mode} fn mentions `{of_used}`", visibility.0);
            cells.push(Cell::plain(name, text, expected));
        }
    }
    cells
}
