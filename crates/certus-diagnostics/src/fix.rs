//! Changes of the source that fix a diagnostic.
//!
//! A stage describes the change as data ([`Fix`]). This module turns it into text, because only the renderers have the
//! source.

use crate::diagnostic::{Applicability, Diagnostic, Suggestion};
use crate::source::{Sources, Span};

/// A change of the source at the primary place of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fix {
    /// Write these triggers after the variables of the quantifier: groups of terms, as messages show them.
    Triggers(Vec<Vec<String>>),
    /// Write a measure before the body of the function or loop.
    Decreases,
    /// Write these facts into the `requires` of the `assert(..) by(..)` with this goal. The proof succeeds with them.
    Premises(Vec<Premise>),
}

/// A fact that a block lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Premise {
    /// The place of the fact in the source.
    pub span: Span,
    /// True if the premise is the negation of the text at this place.
    pub is_negated: bool,
    /// The fact in the user's words, if it has such a form.
    pub text: Option<String>,
}

/// The change as text; `None` if the text would have another meaning.
pub(crate) fn suggestion(diagnostic: &Diagnostic, sources: &Sources) -> Option<Suggestion> {
    let place = diagnostic.primary.as_ref()?.span;
    match diagnostic.fix.as_ref()? {
        Fix::Triggers(groups) => triggers(place, groups, sources),
        Fix::Decreases => decreases(place, sources),
        Fix::Premises(facts) => premises(place, facts, sources),
    }
}

/// The text of a file from a byte on.
fn rest(span: Span, at: u32, sources: &Sources) -> Option<&str> {
    sources.file(span.file)?.text.get(at as usize..)
}

/// Writes the chosen triggers, if the quantifier contains them in the same form.
fn triggers(span: Span, groups: &[Vec<String>], sources: &Sources) -> Option<Suggestion> {
    let text: String = sources.text(span).split_whitespace().collect();
    let group = |group: &Vec<String>| {
        let terms: Option<Vec<String>> = group.iter().map(|term| as_written(term, &text)).collect();
        Some(format!("#![trigger {}]", terms?.join(", ")))
    };
    let groups: Option<Vec<String>> = groups.iter().map(group).collect();
    let behind = sources.text(span).match_indices('|').nth(1).map(|(at, _)| span.start + at as u32 + 1)?;
    Some(Suggestion {
        message: "write the trigger, or another one".into(),
        span: Span::new(span.file, behind, behind),
        replacement: format!(" {}", groups?.join(" ")),
        applicability: Applicability::MaybeIncorrect,
    })
}

/// Splits a list at its commas, except for commas in parentheses; in a list of `types`, also except for those in `<>`.
pub(crate) fn split(list: &str, types: bool) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0_i32);
    let mut before = ' ';
    for (at, char) in list.char_indices() {
        match char {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '<' if types => depth += 1,
            '>' if types && before != '-' => depth -= 1,
            ',' if depth == 0 => {
                parts.extend(list.get(from..at).map(str::trim));
                from = at + 1;
            }
            _ => {}
        }
        before = char;
    }
    parts.extend(list.get(from..).map(str::trim).filter(|last| !last.is_empty()));
    parts
}

/// A term of a trigger in one of the forms in which the user may have written it, if `text`, which has no spaces,
/// contains that form.
fn as_written(term: &str, text: &str) -> Option<String> {
    let has = |form: &String| text.contains(&form.split_whitespace().collect::<String>());
    let Some((name, inside)) = term.strip_suffix(')').and_then(|term| term.split_once('(')) else {
        let is_name = term.chars().all(|c| c.is_alphanumeric() || c == '_');
        return Some(term.to_string()).filter(|term| is_name && has(term));
    };
    let args: Option<Vec<String>> = split(inside, false).into_iter().map(|arg| as_written(arg, text)).collect();
    let args = args?;
    let (first, rest) = args.split_first()?;
    let rest = rest.join(", ");
    let forms = [
        format!("{name}({})", args.join(", ")),
        format!("{first}.{name}({rest})"),
        format!("{first}[{rest}]"),
        format!("{first}.{name}"),
        format!("{first}@"),
    ];
    let is_index = matches!(name, "index" | "spec_index");
    let fits = |(number, form): &(usize, String)| match number {
        2 => is_index && has(form),
        3 => rest.is_empty() && has(form),
        4 => name == "view" && has(form),
        _ => has(form),
    };
    forms.into_iter().enumerate().find(fits).map(|(_, form)| form)
}

/// Writes a measure before the body.
fn decreases(span: Span, sources: &Sources) -> Option<Suggestion> {
    let text = rest(span, span.start, sources)?;
    let body = body(text)?;
    let head = text.get(..body).unwrap_or("");
    let measure = crate::measures::measure(head, text.get(body..)?);
    let is_known = measure.is_some();
    let measure = measure.unwrap_or_else(|| "0int".to_owned());
    let comma = if head.trim_end().ends_with([',', ')']) || !has_clause(head) { "" } else { "," };
    let place = span.start + head.trim_end().len() as u32;
    let is_function = head.split_whitespace().next().is_some_and(|word| !["while", "loop", "for"].contains(&word));
    let what = if is_function { "write what goes down with each call" } else { "write what goes down at each turn" };
    Some(Suggestion {
        message: if is_known { format!("{what}: `decreases {measure}`") } else { what.to_owned() },
        span: Span::new(span.file, place, span.start + body as u32),
        replacement: format!("{comma} decreases {measure} "),
        applicability: if is_known { Applicability::MaybeIncorrect } else { Applicability::HasPlaceholders },
    })
}

/// Whether the head of a function or loop has a clause.
fn has_clause(head: &str) -> bool {
    let words = ["requires", "ensures", "recommends", "returns", "invariant", "invariant_except_break"];
    head.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| words.contains(&word))
}

/// The offset of the body after the head of a function or loop: the first brace outside of parentheses, comments and
/// strings.
fn body(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    let bytes = text.as_bytes();
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += text.get(at..)?.find('\n')?;
            }
            b'"' => return None,
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.checked_sub(1)?,
            b'{' if depth == 0 => return Some(at),
            b';' if depth == 0 => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Writes facts that a block lacks into its `requires`, if they have the same meaning there: if they are in the same
/// function.
fn premises(goal: Span, facts: &[Premise], sources: &Sources) -> Option<Suggestion> {
    let before = rest(goal, 0, sources)?.get(..goal.start as usize)?;
    let function = before.rfind("fn ")?;
    let (mut texts, mut is_sure) = (Vec::new(), true);
    for fact in facts {
        let text = sources.text(fact.span).trim();
        let is_own =
            fact.span.file == goal.file && (function..goal.start as usize).contains(&(fact.span.start as usize));
        if !is_own || text.is_empty() || text.contains('\n') {
            return None;
        }
        // A variable of the fact may be another variable here.
        is_sure &= before.get(fact.span.end as usize..).is_some_and(|between| !between.contains("let "));
        texts.push(if fact.is_negated { format!("!({text})") } else { text.to_string() });
    }
    let (behind, has_requires) = premises_place(rest(goal, goal.end, sources)?)?;
    let at = goal.end + behind as u32;
    let facts = texts.join(", ");
    Some(Suggestion {
        message: format!("add `{facts}` to its `requires`"),
        span: Span::new(goal.file, at, at),
        replacement: if has_requires { format!(" {facts},") } else { format!(" requires {facts}") },
        applicability: if is_sure { Applicability::MachineApplicable } else { Applicability::MaybeIncorrect },
    })
}

/// The offset for premises after the goal of `assert(..) by(..)`, and whether there are some already: after `requires`,
/// or where it would be.
fn premises_place(behind: &str) -> Option<(usize, bool)> {
    let by = behind.find("by")?;
    // Between the goal and `by` there are only closing parentheses.
    if !behind.get(..by)?.chars().all(|c| c == ')' || c.is_whitespace()) {
        return None;
    }
    let close = by + behind.get(by..)?.find(')')? + 1;
    let after = behind.get(close..)?;
    let blanks = after.len() - after.trim_start().len();
    let requires = "requires";
    match after.trim_start().starts_with(requires) {
        true => Some((close + blanks + requires.len(), true)),
        false => Some((close, false)),
    }
}

#[cfg(test)]
mod tests {
    use certus_codes::{Language, Verify};

    use super::{Applicability, Diagnostic, Fix, Premise, Sources, Span, Suggestion, suggestion};
    use crate::source::FileId;

    /// The change that is suggested.
    fn suggested(text: &str, make: impl Fn(&dyn Fn(&str) -> Span) -> Diagnostic) -> Option<Suggestion> {
        let mut sources = Sources::default();
        let file = sources.add("a.rs", text);
        let place = |word: &str| {
            let at = text.rfind(word).unwrap_or(0) as u32;
            Span::new(file, at, at + word.len() as u32)
        };
        let change = suggestion(&make(&place), &sources)?;
        assert_eq!(change.span.file, FileId(0));
        Some(change)
    }

    /// The text after it.
    fn changed(text: &str, make: impl Fn(&dyn Fn(&str) -> Span) -> Diagnostic) -> Option<String> {
        let change = suggested(text, make)?;
        let (start, end) = (change.span.start as usize, change.span.end as usize);
        Some(format!("{}{}{}", &text[..start], change.replacement, &text[end..]))
    }

    #[test]
    fn a_missing_premise_is_written() {
        let error = |place: &dyn Fn(&str) -> Span, fact: &str, is_negated: bool| {
            let fix = Fix::Premises(vec![Premise { span: place(fact), is_negated, text: None }]);
            Diagnostic::error(Verify::Assert, "not proved", place("a * b > 0")).with_fix(fix)
        };
        let with = |text: &str, fact: &'static str| changed(text, |place| error(place, fact, false));
        let text = "fn f() requires a > 1 { assert(a * b > 0) by (nonlinear_arith) requires b > 1; }";
        let wanted = "fn f() requires a > 1 { assert(a * b > 0) by (nonlinear_arith) requires a > 1, b > 1; }";
        assert_eq!(with(text, "a > 1").as_deref(), Some(wanted));
        let text = "fn f() requires a > 1 { assert(a * b > 0) by (nonlinear_arith); }";
        let wanted = "fn f() requires a > 1 { assert(a * b > 0) by (nonlinear_arith) requires a > 1; }";
        assert_eq!(with(text, "a > 1").as_deref(), Some(wanted));
        let other = "fn g() ensures a > 1 {} fn f() { assert(a * b > 0) by (nonlinear_arith); }";
        assert_eq!(with(other, "a > 1"), None, "a fact of another function reads otherwise");
        let text = "fn f() { if a > 1 { } else { assert(a * b > 0) by (nonlinear_arith); } }";
        let wanted = "fn f() { if a > 1 { } else { assert(a * b > 0) by (nonlinear_arith) requires !(a > 1); } }";
        assert_eq!(changed(text, |place| error(place, "a > 1", true)).as_deref(), Some(wanted));
        let sure =
            |text: &str| suggested(text, |place| error(place, "a > 1", false)).map(|change| change.applicability);
        assert_eq!(
            sure("fn f() requires a > 1 { assert(a * b > 0) by (nonlinear_arith); }"),
            Some(Applicability::MachineApplicable)
        );
        let other = "fn f() requires a > 1 { let a = b; assert(a * b > 0) by (nonlinear_arith); }";
        assert_eq!(sure(other), Some(Applicability::MaybeIncorrect), "it may be another variable");
    }

    #[test]
    fn a_measure_is_written_before_the_body() {
        let error = |span| Diagnostic::error(Language::MissingDecreases, "none", span).with_fix(Fix::Decreases);
        let with = |text: &str| changed(text, |place| error(place("f(")));
        assert_eq!(
            with("spec fn f(n: nat) -> nat { n }").as_deref(),
            Some("spec fn f(n: nat) -> nat decreases n { n }")
        );
        let wanted = "fn f(n: nat) requires n > 0, decreases n { }";
        assert_eq!(with("fn f(n: nat) requires n > 0 { }").as_deref(), Some(wanted));
        assert_eq!(with("fn f(n: nat);"), None);
    }

    #[test]
    fn a_trigger_is_written_behind_the_variables() {
        let with = |groups: &[&str]| {
            let text = "forall|i: int| p(i) && q(i)";
            let fix = Fix::Triggers(groups.iter().map(|term| vec![(*term).to_owned()]).collect());
            changed(text, |place| {
                Diagnostic::note(Language::TriggerChoice, "chosen", place(text)).with_fix(fix.clone())
            })
        };
        assert_eq!(
            with(&["p(i)", "q(i)"]).as_deref(),
            Some("forall|i: int| #![trigger p(i)] #![trigger q(i)] p(i) && q(i)")
        );
        assert_eq!((with(&["p%2(i)"]), with(&["other(i)"])), (None, None));
    }

    #[test]
    fn a_trigger_is_as_it_is_written() {
        let text = "forall|i:int,j:int|0<=i<j<v.len()==>v[i]<=v[j]&&f(v@,g(i)).x>0";
        let form = |term| super::as_written(term, text);
        assert_eq!(form("index(v, i)").as_deref(), Some("v[i]"));
        assert_eq!(form("len(v)").as_deref(), Some("v.len()"));
        assert_eq!(form("x(f(view(v), g(i)))").as_deref(), Some("f(v@, g(i)).x"));
        assert_eq!((form("index(v, k)"), form("h(i)"), form("(")), (None, None, None));
        assert_eq!(super::split("f(a, b), c", false), ["f(a, b)", "c"]);
    }
}
