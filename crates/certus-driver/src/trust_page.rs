//! The assumptions of a crate, as a self-contained HTML page.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::trust::Item;
use certus_diagnostics::{counted, escaped};

const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;max-width:64em;margin:2em auto;padding:0 1em;color:#222}\
h1{font-size:1.5em}h2{font-size:1.1em;margin-top:2em;border-bottom:1px solid #ccc}code{font-size:.95em}\
.item{margin:.9em 0}.kind{background:#eef3f8;border-radius:3px;padding:0 .4em}.none{color:#a33}\
ul{margin:.3em 0}summary{cursor:pointer}:target{background:#fff6d6}";

/// The page. It lists the items by file, each with an anchor, and then every function with the items that it depends
/// on.
pub fn page(name: &str, lines: &[Item], counts: &str) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{0}: assumptions</title>\n\
         <style>{STYLE}</style>\n<h1><code>{0}</code>: what is taken on trust</h1>\n<p>{1}.</p>\n",
        escaped(name),
        escaped(counts)
    );
    let mut by_file: BTreeMap<&str, Vec<(usize, &Item)>> = BTreeMap::new();
    for (number, line) in lines.iter().enumerate() {
        by_file.entry(&line.file).or_default().push((number, line));
    }
    for (file, lines) in &by_file {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "<h2 id=\"{0}\"><code>{0}</code> ({1})</h2>", escaped(file), lines.len());
        lines.iter().for_each(|(number, line)| item(*number, line, &mut out));
    }
    functions(lines, &mut out);
    out.push_str("</html>\n");
    out
}

/// Writes one item, with its reason and links to the functions that use it.
fn item(number: usize, line: &Item, out: &mut String) {
    let reason = match &line.reason {
        Some(reason) => escaped(reason),
        None => "<span class=\"none\">no reason given</span>".to_owned(),
    };
    let _ = writeln!(
        out,
        "<div class=\"item\" id=\"t{number}\"><span class=\"kind\">{}</span> <a href=\"#t{number}\"><code>{}</code></a>, \
         line {}: {reason}",
        line.trusted.kind.name(),
        escaped(&line.trusted.path),
        line.line
    );
    match &line.uses {
        None => {}
        Some(uses) => {
            let (directly, through) = (uses.directly.len(), uses.through.len());
            let _ = writeln!(
                out,
                "<details><summary>used by {}, and by {through} through a call</summary><ul>",
                counted(directly, "function")
            );
            for (name, is_direct) in uses.all() {
                let how = if is_direct { "" } else { " (through a call)" };
                let _ = writeln!(out, "<li><a href=\"#f-{0}\"><code>{0}</code></a>{how}</li>", escaped(name));
            }
            out.push_str("</ul></details>\n");
        }
    }
    out.push_str("</div>\n");
}

/// Every function that depends on an item, with these items.
fn functions(lines: &[Item], out: &mut String) {
    let mut by_function: BTreeMap<&str, Vec<(usize, &str)>> = BTreeMap::new();
    for (number, line) in lines.iter().enumerate() {
        for (name, _) in line.uses.iter().flat_map(|uses| uses.all()) {
            by_function.entry(name).or_default().push((number, &line.trusted.path));
        }
    }
    let _ =
        writeln!(out, "<h2 id=\"functions\">Functions that depend on an assumption ({})</h2>\n<ul>", by_function.len());
    for (name, items) in by_function {
        let links = items.iter().map(|(n, path)| format!("<a href=\"#t{n}\"><code>{}</code></a>", escaped(path)));
        let links: Vec<String> = links.collect();
        let _ = writeln!(out, "<li id=\"f-{0}\"><code>{0}</code>: {1}</li>", escaped(name), links.join(", "));
    }
    out.push_str("</ul>\n");
}
