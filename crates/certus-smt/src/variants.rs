//! Variants of a query: the same question in other words.
//!
//! A proof that is found only for one order of the assertions, or for one set of names, was found by luck. The
//! variants here are those of "Mariposa: Measuring SMT Instability in Automated Program Verification" (FMCAD 2023): the
//! commands in another order, and other symbols. The third kind, other random seeds, is no change of the text.
//!
//! Both work on the printed query, so that nothing of the encoding can escape them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use fastrand::Rng;

/// How a query is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// Declarations in another order, each behind what it needs, then the assertions in another order.
    Shuffle,
    /// Every symbol that the query declares or binds gets another name.
    Rename,
}

/// Why a text has no variants: it is not made of the commands that the encoder prints.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a query of the encoder: {0}")]
pub struct NotAQuery(pub String);

/// A variant of a query: the context and the terms of its goals. Equal seeds give equal variants. It is satisfiable
/// exactly if the query is.
///
/// # Errors
/// When the text is not one of the encoder's.
pub fn variant(
    context: &str,
    goals: &[String],
    mutation: Mutation,
    seed: u64,
) -> Result<(String, Vec<String>), NotAQuery> {
    let commands = commands(context)?;
    let mut rng = Rng::with_seed(seed);
    match mutation {
        Mutation::Shuffle => Ok((shuffle(&commands, &mut rng), goals.to_vec())),
        Mutation::Rename => {
            let names = names(&commands, &mut rng);
            let goals = goals.iter().map(|goal| Ok(rename(&tokens(goal)?, &names)));
            Ok((renamed(&commands, &names), goals.collect::<Result<_, _>>()?))
        }
    }
}

/// A command, or a term: its tokens.
type Tokens<'a> = Vec<&'a str>;

/// A command with the symbols that it declares.
struct Command<'a> {
    tokens: Tokens<'a>,
    declared: Vec<&'a str>,
}

impl Command<'_> {
    fn is_assertion(&self) -> bool {
        self.tokens.get(1) == Some(&"assert")
    }
}

/// Parentheses, symbols, literals and keywords, in their order. Texts and quoted symbols are one token each.
fn tokens(text: &str) -> Result<Tokens<'_>, NotAQuery> {
    let mut all = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' | ')' => Some(1),
            // The second of two quotes is a quote within the text, or begins the next one, which is as good here.
            '|' | '"' => rest.get(1..).and_then(|inner| inner.find(first)).map(|end| end + 2),
            ';' => None,
            _ => {
                let ends = |c: char| c.is_whitespace() || "()|\";".contains(c);
                Some(rest.find(ends).unwrap_or(rest.len()))
            }
        };
        let Some((token, after)) = length.and_then(|length| rest.split_at_checked(length)) else {
            return Err(NotAQuery("an open text, or a comment".to_owned()));
        };
        all.push(token);
        rest = after.trim_start();
    }
    Ok(all)
}

/// The commands of a context.
fn commands(context: &str) -> Result<Vec<Command<'_>>, NotAQuery> {
    let mut all = Vec::new();
    let (mut depth, mut current) = (0usize, Vec::new());
    for token in tokens(context)? {
        current.push(token);
        match token {
            "(" => depth += 1,
            ")" => depth = depth.checked_sub(1).ok_or_else(|| NotAQuery("a parenthesis too many".to_owned()))?,
            _ => {}
        }
        if depth == 0 {
            let tokens = std::mem::take(&mut current);
            let declared = declared(&tokens)?;
            all.push(Command { tokens, declared });
        }
    }
    if current.is_empty() { Ok(all) } else { Err(NotAQuery("a parenthesis is open".to_owned())) }
}

/// The symbols that a command declares.
fn declared<'a>(tokens: &[&'a str]) -> Result<Vec<&'a str>, NotAQuery> {
    let Some((kind, rest)) = tokens.get(1).zip(tokens.get(2..)) else {
        return Err(NotAQuery(tokens.concat()));
    };
    match *kind {
        "assert" => Ok(Vec::new()),
        "declare-sort" | "declare-const" | "declare-fun" | "define-fun" => Ok(rest.iter().take(1).copied().collect()),
        // `D ((c (s S) ..) ..)`: constructors and selectors are behind the second and third parenthesis.
        "declare-datatype" => Ok(rest.iter().take(1).copied().chain(firsts(rest, 2..=3)).collect()),
        // `((D 0) ..) (((c (s S) ..) ..) ..)`: names of datatypes are behind the second one of the first list.
        "declare-datatypes" => {
            let lists = rest.iter().scan(0usize, |depth, token| {
                *depth = if *token == "(" { *depth + 1 } else { depth.saturating_sub(usize::from(*token == ")")) };
                Some(*depth)
            });
            let end = lists.into_iter().position(|depth| depth == 0).unwrap_or_default();
            let (heads, bodies) = rest.split_at(end + 1);
            Ok(firsts(heads, 2..=2).chain(firsts(bodies, 3..=4)).collect())
        }
        other => Err(NotAQuery(format!("the command `{other}`"))),
    }
}

/// The tokens that stand directly behind an opening parenthesis of such a depth.
fn firsts<'t, 'a>(
    tokens: &'t [&'a str],
    depths: std::ops::RangeInclusive<usize>,
) -> impl Iterator<Item = &'a str> + use<'t, 'a> {
    let (mut depth, mut opened) = (0usize, false);
    tokens.iter().filter_map(move |token| {
        let is_first = std::mem::replace(&mut opened, *token == "(");
        match *token {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => return (is_first && depths.contains(&depth)).then_some(*token),
        }
        None
    })
}

/// The commands in another order.
fn shuffle(commands: &[Command<'_>], rng: &mut Rng) -> String {
    let mut by_symbol = HashMap::new();
    for (number, command) in commands.iter().enumerate() {
        by_symbol.extend(command.declared.iter().map(|symbol| (*symbol, number)));
    }
    // How many declarations each one waits for, and which ones wait for it.
    let mut waiting = vec![0usize; commands.len()];
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); commands.len()];
    let mut ready = Vec::new();
    for (number, command) in commands.iter().enumerate().filter(|(_, command)| !command.is_assertion()) {
        let needed: BTreeSet<usize> = command.tokens.iter().filter_map(|token| by_symbol.get(token).copied()).collect();
        for needed in needed.into_iter().filter(|needed| *needed != number) {
            if let (Some(count), Some(list)) = (waiting.get_mut(number), after.get_mut(needed)) {
                *count += 1;
                list.push(number);
            }
        }
        if waiting.get(number) == Some(&0) {
            ready.push(number);
        }
    }
    let mut order = Vec::new();
    while !ready.is_empty() {
        let number = ready.swap_remove(rng.usize(..ready.len()));
        order.push(number);
        for next in after.get(number).into_iter().flatten() {
            if let Some(count) = waiting.get_mut(*next) {
                *count -= 1;
                if *count == 0 {
                    ready.push(*next);
                }
            }
        }
    }
    let assertions = commands.iter().enumerate().filter(|(_, command)| command.is_assertion());
    let mut assertions: Vec<usize> = assertions.map(|(number, _)| number).collect();
    rng.shuffle(&mut assertions);
    order.append(&mut assertions);
    let mut out = String::new();
    for command in order.into_iter().filter_map(|number| commands.get(number)) {
        print(command.tokens.iter().copied(), &mut out);
        out.push('\n');
    }
    out
}

/// Another name for every symbol that is declared or bound: no two get the same, and none that occurs.
fn names<'a>(commands: &[Command<'a>], rng: &mut Rng) -> BTreeMap<&'a str, String> {
    let mut symbols: BTreeSet<&str> = BTreeSet::new();
    for command in commands {
        symbols.extend(&command.declared);
        symbols.extend(bound(&command.tokens));
    }
    let all = commands.iter().flat_map(|command| &command.tokens);
    let taken: BTreeSet<&str> = all.copied().filter(|token| token.starts_with("v!")).collect();
    let mut numbers: Vec<usize> = (0..symbols.len() + taken.len()).collect();
    rng.shuffle(&mut numbers);
    let fresh = numbers.into_iter().map(|number| format!("v!{number}")).filter(|name| !taken.contains(name.as_str()));
    symbols.into_iter().zip(fresh).collect()
}

/// Where a list of a term stands.
enum List {
    /// One whose first token has not been read.
    Begun,
    /// An application or the like.
    Plain,
    /// A quantifier or `let`: the next list is that of its variables.
    Binding,
    /// The list of variables.
    Variables,
    /// A variable with its sort or value, whose name has not been read.
    Variable,
}

/// The variables that are bound in a command.
fn bound<'a>(tokens: &[&'a str]) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut around: Vec<List> = Vec::new();
    for token in tokens {
        match *token {
            "(" => {
                let inner = match around.last_mut() {
                    Some(list @ List::Binding) => {
                        *list = List::Plain;
                        List::Variables
                    }
                    Some(List::Variables) => List::Variable,
                    Some(list) => {
                        *list = List::Plain;
                        List::Begun
                    }
                    None => List::Begun,
                };
                around.push(inner);
            }
            ")" => drop(around.pop()),
            _ => match around.last_mut() {
                Some(list @ List::Begun) => {
                    let binds = matches!(*token, "forall" | "exists" | "lambda" | "let");
                    *list = if binds { List::Binding } else { List::Plain };
                }
                Some(list @ List::Variable) => {
                    found.push(*token);
                    *list = List::Plain;
                }
                _ => {}
            },
        }
    }
    found
}

/// The commands under other names.
fn renamed(commands: &[Command<'_>], names: &BTreeMap<&str, String>) -> String {
    let lines = commands.iter().map(|command| rename(&command.tokens, names) + "\n");
    lines.collect()
}

/// Tokens under other names. The new names differ where the old ones do, so what is bound stays so.
fn rename(tokens: &[&str], names: &BTreeMap<&str, String>) -> String {
    let mut out = String::new();
    print(tokens.iter().map(|token| names.get(token).map_or(*token, String::as_str)), &mut out);
    out
}

fn print<'a>(tokens: impl Iterator<Item = &'a str>, out: &mut String) {
    let mut needs_space = false;
    for token in tokens {
        if needs_space && token != ")" {
            out.push(' ');
        }
        out.push_str(token);
        needs_space = token != "(";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUERY: &str = "(declare-sort S 0)\n(declare-datatypes ((A 0) (B 0)) (((a (x S) (y B)))((b)(|c d| (z A)))))\n\
        (declare-datatype C ((c)(d (e Int))))\n(declare-fun f (S A) Bool)\n(declare-const k C)\n\
        (define-fun g () Bool (= k c))\n\
        (assert (forall ((s$ S) (a$ A)) (! (=> (f s$ a$) (let ((q$ (x a$))) (= q$ s$))) :pattern ((f s$ a$)))))\n\
        (assert (=> g (not ((_ is d) k))))\n(assert (= \"a\"\"(\" \"\"))\n";

    #[test]
    fn declared_symbols_are_found() {
        let all: Vec<&str> = commands(QUERY).unwrap().into_iter().flat_map(|command| command.declared).collect();
        assert_eq!(all, ["S", "A", "B", "a", "x", "y", "b", "|c d|", "z", "C", "c", "d", "e", "f", "k", "g"]);
    }

    #[test]
    fn bound_variables_are_found() {
        let all: Vec<&str> = commands(QUERY).unwrap().iter().flat_map(|command| bound(&command.tokens)).collect();
        assert_eq!(all, ["s$", "a$", "q$"]);
    }

    #[test]
    fn every_own_symbol_is_renamed_and_no_other() {
        let (text, goals) = variant(QUERY, &["g".into(), "(not g)".into()], Mutation::Rename, 1).unwrap();
        let olds = tokens(QUERY).unwrap();
        let news = tokens(&text).unwrap();
        assert_eq!(olds.len(), news.len());
        let own = "Bool Int ( ) 0 assert forall let ! => = not _ is :pattern";
        let own: Vec<&str> = own.split(' ').collect();
        let mut map = BTreeMap::new();
        for (old, new) in olds.iter().zip(&news) {
            let is_kept = own.contains(old) || old.starts_with('"') || old.starts_with("de");
            assert_eq!(is_kept, old == new, "{old} {new}");
            assert_eq!(*map.entry(old).or_insert(new), new);
        }
        let distinct: BTreeSet<_> = map.values().collect();
        assert_eq!(distinct.len(), map.len());
        assert_eq!(goals, [map[&"g"].to_string(), format!("(not {})", map[&"g"])]);
    }

    #[test]
    fn a_shuffled_query_has_the_same_commands_each_behind_what_it_needs() {
        let lines = |text: &str| {
            let mut lines: Vec<String> = commands(text).unwrap().iter().map(|c| c.tokens.join(" ")).collect();
            lines.sort();
            lines
        };
        let mut seen = BTreeSet::new();
        for seed in 0..20 {
            let (text, _) = variant(QUERY, &[], Mutation::Shuffle, seed).unwrap();
            assert_eq!(lines(&text), lines(QUERY));
            let at = |what: &str| text.find(what).unwrap();
            assert!(at("declare-sort S") < at("declare-datatypes"));
            assert!(at("declare-datatypes") < at("declare-fun f"));
            assert!(at("declare-datatype C") < at("declare-const k"));
            assert!(at("declare-const k") < at("define-fun g"));
            assert!(at("define-fun g") < at("(assert"));
            seen.insert(text);
        }
        assert!(seen.len() > 10);
    }

    #[test]
    fn a_seed_gives_one_variant() {
        for mutation in [Mutation::Shuffle, Mutation::Rename] {
            let one = |seed| variant(QUERY, &["g".into()], mutation, seed).unwrap();
            assert_eq!(one(7), one(7));
            assert_ne!(one(7), one(8));
        }
    }

    #[test]
    fn what_is_no_query_has_no_variants() {
        for text in ["(assert", "(assert true))", "(check-sat)", "; x", "(assert |a)", "()", "(set-option :a 1)"] {
            assert!(variant(text, &[], Mutation::Shuffle, 1).is_err(), "{text}");
        }
    }
}
