//! A measure that may go down: for a loop from its condition, for a recursive function from the arguments of the call.

use crate::fix::split;

/// What may go down, of a loop or function with this head and this text from its body on.
pub(crate) fn measure(head: &str, rest: &str) -> Option<String> {
    match head.trim_start().strip_prefix("while ") {
        Some(condition) => of_loop(condition),
        None => of_function(head, rest),
    }
}

/// `n - i` for `i < n`, `i` for `i > 0`.
fn of_loop(condition: &str) -> Option<String> {
    let end = ["invariant", "ensures", "{"].iter().filter_map(|word| condition.find(word)).min();
    let condition = condition.get(..end.unwrap_or(condition.len()))?;
    let first = condition.split("&&").next()?.split("||").next()?.trim();
    let sides = |sign: &str| {
        let (a, b) = first.split_once(sign)?;
        Some((a.trim().to_owned(), b.trim().to_owned()))
    };
    if let Some((a, b)) = sides(" <= ").or_else(|| sides(" < ")) {
        return Some(format!("{b} - {a}"));
    }
    let (a, b) = sides(" >= ").or_else(|| sides(" > ")).or_else(|| sides(" != "))?;
    Some(if b.chars().all(|c| c.is_ascii_digit()) { a } else { format!("{a} - {b}") })
}

/// The parameter that a call in the body makes smaller; the first one, if none looks so.
fn of_function(head: &str, rest: &str) -> Option<String> {
    let (before, inside) = head.split_once('(')?;
    let name = before.split('<').next()?.split_whitespace().last()?;
    let params: Vec<(&str, &str)> = split(inside.get(..closing(inside, ('(', ')'))?)?, true)
        .into_iter()
        .filter_map(|param| match param.trim().trim_start_matches("tracked ") {
            "self" | "&self" => Some(("self", "Self")),
            other => other.split_once(':').map(|(name, ty)| (name.trim(), ty.trim())),
        })
        .collect();
    let body = rest.strip_prefix('{')?;
    let body = body.get(..closing(body, ('{', '}'))?)?;
    let measure = |(name, ty): &(&str, &str)| match ty.trim_start_matches('&').split('<').next() {
        Some("Seq" | "Set" | "Map" | "Multiset") => format!("{name}.len()"),
        Some(ty) if ty.starts_with("Vec") || ty.starts_with('[') => format!("{name}.len()"),
        _ => (*name).to_owned(),
    };
    let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    for (at, found) in body.match_indices(&format!("{name}(")) {
        let inside = body.get(at + found.len()..)?;
        let args = split(inside.get(..closing(inside, ('(', ')'))?)?, false);
        let smaller = params.iter().zip(&args).find(|((name, _), arg)| is_smaller(name, arg));
        if let Some((param, _)) = smaller {
            return Some(measure(param));
        }
    }
    params.first().filter(|(name, _)| is_name(name)).map(measure)
}

/// Whether the argument looks smaller than the parameter: `n - 1`, `n / 2`, `a % n`, `s.drop_first()`.
fn is_smaller(name: &str, arg: &str) -> bool {
    let arg: String = arg.chars().filter(|c| !matches!(c, ' ' | '(' | ')')).collect();
    let starts = ["-", "/", ".drop_first", ".drop_last", ".skip", ".take", ".subrange", ".remove"];
    let is_less = |text: &str| starts.iter().any(|sign| text.starts_with(&format!("{name}{sign}")));
    is_less(arg.trim_start_matches('*')) || arg.contains(&format!("%{name}"))
}

/// The offset of the bracket that closes what began before the text.
fn closing(text: &str, (open, close): (char, char)) -> Option<usize> {
    let mut depth = 0_i32;
    text.char_indices().find_map(|(at, c)| {
        depth += i32::from(c == open) - i32::from(c == close);
        (depth < 0).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::measure;

    #[test]
    fn measures_are_found() {
        let cases = [
            ("while i < n invariant i <= n", "{}", Some("n - i")),
            ("while i > 1 ", "{}", Some("i")),
            ("while low != high ", "{}", Some("low - high")),
            ("while b ", "{}", None),
            ("fn gcd(a: u32, b: u32) -> u32 ", "{ if b == 0 { a } else { gcd(b, a % b) } }", Some("b")),
            ("spec fn sum(s: Seq<int>) -> int ", "{ s[0] + sum(s.drop_first()) }", Some("s.len()")),
            ("spec fn f(k: int, n: nat) -> int ", "{ f(k, (n - 1) as nat) }", Some("n")),
            ("spec fn f(t: Tree) -> int ", "{ g(t) }", Some("t")),
            ("spec fn f(g: spec_fn(int) -> int, n: nat) -> int ", "{ f(g, (n - 1) as nat) }", Some("n")),
            (
                "spec fn f(n: nat, m: Map<int, nat>) -> int ",
                "{ if n < 3 { 0 } else { f(n, m.remove(3)) } }",
                Some("m.len()"),
            ),
            ("spec fn f() -> int ", "{ f() }", None),
        ];
        for (head, rest, wanted) in cases {
            assert_eq!(measure(head, rest).as_deref(), wanted, "{head}");
        }
    }
}
