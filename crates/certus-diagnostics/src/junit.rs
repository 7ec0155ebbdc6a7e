//! Renders a run as JUnit's XML, which build servers read. A function is a test case.

use std::fmt::Write as _;

use crate::diagnostic::{Diagnostic, Level};
use crate::human::render_human;
use crate::markup::escaped;
use crate::source::Sources;
use crate::summary::{Status, Summary};

/// The errors of a run so far.
#[derive(Clone, Debug, Default)]
pub struct JUnit {
    /// For each error: its function, if it has one, its code, its message, and its text for people.
    errors: Vec<(Option<String>, String, String, String)>,
}

impl JUnit {
    /// Adds a diagnostic, which is about a function if one is given. Warnings and notes are not failures and are left
    /// out.
    pub fn add(&mut self, diagnostic: &Diagnostic, sources: &Sources, function: Option<&str>) {
        if diagnostic.level == Level::Error {
            let shown = render_human(diagnostic, sources, false);
            let (code, message) = (diagnostic.code.to_string(), diagnostic.message.clone());
            self.errors.push((function.map(str::to_string), code, message, shown));
        }
    }

    /// The document. An error outside of functions is a separate test case, named by its code.
    pub fn document(&self, name: &str, summary: &Summary) -> String {
        let functions = summary.functions.as_deref().unwrap_or_default();
        let known =
            |function: &Option<String>| function.as_ref().is_some_and(|f| functions.iter().any(|k| k.name == *f));
        let others: Vec<_> = self.errors.iter().filter(|(function, ..)| !known(function)).collect();
        let failed = |status: Status| matches!(status, Status::Failed | Status::ResourceLimit);
        let failures = functions.iter().filter(|f| failed(f.status)).count();
        let skipped = functions.iter().filter(|f| f.status == Status::Skipped).count();
        let (tests, errors) = (functions.len() + others.len(), others.len());
        let time = summary.times_ms.total / 1000.0;
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"certus\">\n");
        let counts = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\"");
        // Writing to a string does not fail, here and below.
        let _ = writeln!(out, "  <testsuite name=\"{}\" {counts} time=\"{time:.3}\">", escaped(name));
        for function in functions {
            let (class, short) = function.name.rsplit_once("::").unwrap_or((name, &function.name));
            let head = format!("classname=\"{}\" name=\"{}\"", escaped(class), escaped(short));
            let _ = write!(out, "    <testcase {head} time=\"{:.3}\"", function.time_ms / 1000.0);
            let own = self.errors.iter().filter(|(of, ..)| of.as_deref() == Some(&*function.name));
            let shown: Vec<&str> = own.map(|(.., shown)| shown.as_str()).collect();
            let _ = match function.status {
                Status::Verified => writeln!(out, "/>"),
                Status::Skipped => writeln!(out, "><skipped/></testcase>"),
                Status::Failed => writeln!(out, ">{}</testcase>", failure("failure", "failed", "not proved", &shown)),
                Status::ResourceLimit => {
                    writeln!(out, ">{}</testcase>", failure("failure", "resource-limit", "the budget ran out", &shown))
                }
            };
        }
        for (_, code, message, shown) in others {
            let head = format!("classname=\"{}\" name=\"{}\"", escaped(name), escaped(code));
            let _ = writeln!(out, "    <testcase {head}>{}</testcase>", failure("error", code, message, &[shown]));
        }
        out.push_str("  </testsuite>\n</testsuites>");
        out
    }
}

fn failure(element: &str, kind: &str, message: &str, shown: &[&str]) -> String {
    let text = escaped(&shown.join("\n\n"));
    format!("<{element} type=\"{}\" message=\"{}\">{text}</{element}>", escaped(kind), escaped(message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::FunctionSummary;
    use certus_codes::Verify;

    #[test]
    fn functions_are_test_cases() {
        let sources = Sources::default();
        let mut junit = JUnit::default();
        let error = |text: &str| Diagnostic::error_without_span(Verify::Assert, text);
        junit.add(&error("a < b & \u{7}"), &sources, Some("m::f"));
        junit.add(&error("elsewhere"), &sources, None);
        let of = |name: &str, status| FunctionSummary {
            name: name.into(),
            module: "a".into(),
            mode: "exec".into(),
            status,
            time_ms: 1.0,
            resource: 0,
        };
        let functions = vec![of("m::f", Status::Failed), of("m::g", Status::Verified), of("h", Status::Skipped)];
        let summary = Summary { functions: Some(functions), ..Summary::default() };
        let text = junit.document("m", &summary);
        let expected = expect_test::expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="certus">
              <testsuite name="m" tests="4" failures="1" errors="1" skipped="1" time="0.000">
                <testcase classname="m" name="f" time="0.001"><failure type="failed" message="not proved">error[verify/assert]: a &lt; b &amp; ␇</failure></testcase>
                <testcase classname="m" name="g" time="0.001"/>
                <testcase classname="m" name="h" time="0.001"><skipped/></testcase>
                <testcase classname="m" name="verify/assert"><error type="verify/assert" message="elsewhere">error[verify/assert]: elsewhere</error></testcase>
              </testsuite>
            </testsuites>"#]];
        expected.assert_eq(&text);
    }
}
