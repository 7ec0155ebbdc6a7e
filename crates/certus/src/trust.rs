//! `certus trust`: prints the assumptions of a crate, each with the author's reason.

use certus_diagnostics::Summary;
use certus_driver::Fault;
use certus_driver::trust::{Allowed, Counts, Item, Listed, Trusts, UsedBy, trust as listed};
use serde_json::{Value, json};

use crate::cli;
use crate::output::MessageFormat;
use crate::report::Reporter;
use crate::status::{self, BAD_CALL, NOT_PROVED, PROVED};
use crate::terminal::{errln, outln};

/// Lists the assumptions of a crate, and returns the exit status.
pub(crate) fn trust(options: &cli::Trust) -> u8 {
    let mut reporter = Reporter::new(options.message_format.into(), options.color);
    let with_uses = options.uses || options.html.is_some();
    let trusts = match listed(&options.program.options(), with_uses, &mut reporter) {
        Ok(trusts) => trusts,
        Err(fault) => {
            if matches!(fault, Fault::Rejected) {
                errln!("error: the assumptions of the crate cannot be listed because of the errors above");
            }
            return status::of_fault(&fault);
        }
    };
    if let Some(path) = &options.html {
        let page = certus_driver::trust_page::page(&trusts.name, &trusts.own.items, &Counts::new(&trusts.own).text());
        if let Err(error) = std::fs::write(path, page) {
            errln!("error: cannot write `{}`: {error}", path.display());
            return BAD_CALL;
        }
    }
    let allowed = match Allowed::read(options.allow_list.as_deref()) {
        Ok(allowed) => allowed,
        Err(fault) => return status::of_fault(&fault),
    };
    match options.message_format {
        MessageFormat::Human => print_text(options, &trusts),
        MessageFormat::Json => print_json(options, &trusts),
    }
    if options.deny { denied(options, &trusts, &allowed) } else { PROVED }
}

/// Says which assumptions are not allowed, and returns the exit status.
fn denied(options: &cli::Trust, trusts: &Trusts, allowed: &Allowed) -> u8 {
    let found = allowed.differences(trusts.own.items.iter().map(|item| &item.trusted));
    for item in &found.denied {
        errln!("error: not allowed: {item}");
    }
    let list = options.allow_list.iter().map(|path| path.display().to_string()).collect::<String>();
    for (number, line) in &found.unused {
        errln!("error: {list}:{number}: the crate does not assume `{line}`: delete the line");
    }
    if found.denied.is_empty() && found.unused.is_empty() { PROVED } else { NOT_PROVED }
}

fn print_lines(listed: &Listed) {
    for Item { trusted, file, line, column, reason, uses } in &listed.items {
        let reason = reason.as_deref().unwrap_or("(no reason given)");
        outln!("{trusted} at {file}:{line}:{column}: {reason}");
        for (name, is_direct) in uses.iter().flat_map(UsedBy::all) {
            outln!("    used by {name}{}", if is_direct { "" } else { ", through what it calls" });
        }
    }
}

/// Prints one record for each item.
fn print_records(listed: &Listed, of_library: bool) {
    for Item { trusted, file, line, column, reason, uses } in &listed.items {
        let mut record = json!({
            "$message_type": "trusted",
            "kind": trusted.kind.name(),
            "path": &*trusted.path,
            "of_library": of_library,
            "file_name": file,
            "line": line,
            "column": column,
            "reason": reason,
        });
        if let (Some(uses), Some(record)) = (uses, record.as_object_mut()) {
            record.insert("used_by".to_owned(), json!(uses.directly));
            record.insert("used_through_calls_by".to_owned(), json!(uses.through));
        }
        outln!("{record}");
    }
}
fn print_text(options: &cli::Trust, trusts: &Trusts) {
    if options.program.is_vstd {
        outln!("library vstd: the crate itself replaces the library (--is-vstd)");
    }
    if let (Some(path), Some(library)) = (&options.program.vstd, &trusts.library) {
        outln!("library vstd at {}: its specifications and lemmas are trusted. Its assumptions:", path.display());
        print_lines(library);
        outln!("library vstd: {}", Counts::new(library).text());
    }
    for known in &trusts.dependencies {
        outln!("crate {known}: its specifications are trusted; its own run lists its assumptions");
    }
    print_lines(&trusts.own);
    outln!("{}", Counts::new(&trusts.own).text());
}

fn print_json(options: &cli::Trust, trusts: &Trusts) {
    if let Some(library) = &trusts.library {
        print_records(library, true);
    }
    print_records(&trusts.own, false);
    let mut record = json!({
        "$message_type": "trust-summary",
        "schema": Summary::SCHEMA,
        "is_vstd": options.program.is_vstd,
        "crates": trusts.dependencies,
        "library": trusts.library.as_ref().map(|library| json!(Counts::new(library))),
    });
    if let (Some(record), Value::Object(counts)) = (record.as_object_mut(), json!(Counts::new(&trusts.own))) {
        record.extend(counts);
    }
    outln!("{record}");
}
