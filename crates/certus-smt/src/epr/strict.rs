//! Whether a query is one of effectively propositional logic, and what leads from sort to sort in it.
//!
//! This reads the very text that the solver is sent, and knows nothing of how it was made. Every command and every symbol
//! that is not listed here is a fault.

use std::collections::BTreeMap;

use super::text::{Tree, parse};

/// Why there is a way from one sort to another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Why {
    /// A function that takes values of the one and gives values of the other.
    Function(String),
    /// For every value of the one, the first variable, there has to be one of the other, the second.
    Alternation(String, String),
}

/// The ways from sort to sort.
pub(crate) type Edges = BTreeMap<(String, String), Why>;

/// How often a part may be looked at: each side of an equivalence is looked at twice.
const MAX_VISITS: usize = 2_000_000;

/// Checks a query and gives the ways from sort to sort.
///
/// # Errors
/// When something in it is not of the logic, with a word on what.
pub(crate) fn check(text: &str) -> Result<Edges, String> {
    let commands = parse(text).ok_or("the text is not closed")?;
    let mut checker = Checker::default();
    for command in &commands {
        checker.command(command)?;
    }
    Ok(checker.edges)
}

/// Where a formula stands: where it holds, a universal quantifier is one, and where it does not, an existential.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// As it is written.
    Holds,
    /// Under a negation, or as a premise.
    Fails,
}

impl Side {
    fn other(self) -> Side {
        if self == Side::Holds { Side::Fails } else { Side::Holds }
    }
}

/// A bound variable.
struct Bound {
    name: String,
    sort: String,
    /// Whether it is universal where it stands, however it is written.
    universal: bool,
}

/// What was declared so far, and what was found.
#[derive(Default)]
struct Checker {
    sorts: Vec<String>,
    /// The sorts of arguments and result, by symbol.
    functions: BTreeMap<String, (Vec<String>, String)>,
    edges: Edges,
    visits: usize,
}

impl Checker {
    /// A declaration or an assertion; anything else is a fault.
    fn command(&mut self, command: &Tree) -> Result<(), String> {
        let parts = command.list().unwrap_or_default();
        let atoms: Vec<Option<&str>> = parts.iter().map(Tree::atom).collect();
        match (atoms.as_slice(), parts) {
            ([Some("declare-sort"), Some(sort), Some("0")], _) => {
                self.sorts.push((*sort).to_owned());
                Ok(())
            }
            ([Some("declare-const"), Some(name), Some(sort)], _) => self.declare(name, Vec::new(), sort),
            ([Some("declare-fun"), Some(name), None, Some(result)], [_, _, args, _]) => {
                let args = args.list().unwrap_or_default().iter().map(|arg| arg.atom().map(str::to_owned));
                let args: Option<Vec<String>> = args.collect();
                self.declare(name, args.ok_or_else(|| shown(command))?, result)
            }
            ([Some("assert"), _], [_, fact]) => self.formula(fact, Side::Holds, &mut Vec::new()),
            _ => Err(format!("the command {}", shown(command))),
        }
    }

    /// A symbol over declared sorts, which no other has. A function leads from each of its arguments to its result; a
    /// relation leads nowhere, and from a truth value there is no way, because there are only two.
    fn declare(&mut self, name: &str, args: Vec<String>, result: &str) -> Result<(), String> {
        for sort in args.iter().map(String::as_str).chain([result]) {
            if sort != "Bool" && !self.sorts.iter().any(|known| known == sort) {
                return Err(format!("`{name}` is of sort `{sort}`"));
            }
        }
        for arg in args.iter().filter(|arg| *arg != "Bool" && result != "Bool") {
            let why = Why::Function(name.to_owned());
            self.edges.entry((arg.clone(), result.to_owned())).or_insert(why);
        }
        let before = self.functions.insert(name.to_owned(), (args, result.to_owned()));
        if before.is_some() { Err(format!("`{name}` is declared twice")) } else { Ok(()) }
    }

    /// A formula; what is assumed of its place is whether it holds or fails there.
    fn formula(&mut self, t: &Tree, side: Side, scope: &mut Vec<Bound>) -> Result<(), String> {
        self.visits += 1;
        if self.visits > MAX_VISITS {
            return Err("too many equivalences within one another".to_owned());
        }
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.formula_inner(t, side, scope))
    }

    fn formula_inner(&mut self, t: &Tree, side: Side, scope: &mut Vec<Bound>) -> Result<(), String> {
        let Some(parts) = t.list() else { return self.expect(t, "Bool", scope) };
        let Some((head, args)) = parts.split_first() else { return Err(shown(t)) };
        match (head.atom(), args) {
            (Some("and" | "or"), _) => args.iter().try_for_each(|arg| self.formula(arg, side, scope)),
            (Some("not"), [arg]) => self.formula(arg, side.other(), scope),
            (Some("=>"), [premise, conclusion]) => {
                self.formula(premise, side.other(), scope)?;
                self.formula(conclusion, side, scope)
            }
            (Some("ite"), [condition, a, b]) => {
                self.formula(condition, Side::Holds, scope)?;
                self.formula(condition, Side::Fails, scope)?;
                self.formula(a, side, scope)?;
                self.formula(b, side, scope)
            }
            (Some("="), [a, b]) => match self.sort_of(a, scope) {
                Some(sort) if sort != "Bool" => {
                    self.expect(a, &sort, scope)?;
                    self.expect(b, &sort, scope)
                }
                _ => [a, b].into_iter().try_for_each(|part| {
                    self.formula(part, Side::Holds, scope)?;
                    self.formula(part, Side::Fails, scope)
                }),
            },
            (Some(kind @ ("forall" | "exists")), [binders, body]) => {
                self.quantifier(kind, (binders, body), side, scope)
            }
            _ => self.expect(t, "Bool", scope),
        }
    }

    /// A quantifier: an existential one leads to its sorts from those of each universal one around it, whether or not the
    /// formula under it speaks of both.
    fn quantifier(
        &mut self,
        kind: &str,
        (binders, body): (&Tree, &Tree),
        side: Side,
        scope: &mut Vec<Bound>,
    ) -> Result<(), String> {
        let universal = (kind == "forall") == (side == Side::Holds);
        let depth = scope.len();
        for binder in binders.list().unwrap_or_default() {
            let [Some(name), Some(sort)] =
                binder.list().unwrap_or_default().iter().map(Tree::atom).collect::<Vec<_>>()[..]
            else {
                return Err(shown(binder));
            };
            if !self.sorts.iter().any(|known| known == sort) {
                return Err(format!("`{name}` is bound at sort `{sort}`"));
            }
            for outer in scope.iter().take(depth).filter(|outer| outer.universal && !universal) {
                let why = Why::Alternation(outer.name.clone(), name.to_owned());
                self.edges.entry((outer.sort.clone(), sort.to_owned())).or_insert(why);
            }
            scope.push(Bound { name: name.to_owned(), sort: sort.to_owned(), universal });
        }
        let done = self.formula(body, side, scope);
        scope.truncate(depth);
        done
    }

    /// The sort of an atom or application.
    fn sort_of(&self, t: &Tree, scope: &[Bound]) -> Option<String> {
        let name = t.atom().or_else(|| t.list().and_then(<[Tree]>::first).and_then(Tree::atom))?;
        let bound = scope.iter().rev().find(|bound| bound.name == name && t.atom().is_some());
        bound.map(|bound| bound.sort.clone()).or_else(|| self.functions.get(name).map(|(_, result)| result.clone()))
    }

    /// A term of this sort: a variable, or a declared symbol with terms of its sorts. Truth values within terms are
    /// constants.
    fn expect(&mut self, t: &Tree, sort: &str, scope: &mut Vec<Bound>) -> Result<(), String> {
        if sort == "Bool" && matches!(t.atom(), Some("true" | "false")) {
            return Ok(());
        }
        if self.sort_of(t, scope).as_deref() != Some(sort) {
            return Err(format!("{} where `{sort}` is expected", shown(t)));
        }
        let Some((_, args)) = t.list().and_then(<[Tree]>::split_first) else {
            let is_constant = |name| self.functions.get(name).is_some_and(|(args, _)| args.is_empty());
            let is_bound = |name| scope.iter().any(|bound| bound.name == name);
            return if t.atom().is_some_and(|name| is_bound(name) || is_constant(name)) {
                Ok(())
            } else {
                Err(shown(t))
            };
        };
        let head = t.list().and_then(<[Tree]>::first).and_then(Tree::atom);
        let sorts = head.and_then(|name| self.functions.get(name)).map(|(sorts, _)| sorts.clone()).unwrap_or_default();
        if sorts.len() != args.len() || args.is_empty() {
            return Err(shown(t));
        }
        for (arg, of) in args.iter().zip(&sorts) {
            if of == "Bool" && !matches!(arg.atom(), Some("true" | "false")) {
                return Err(format!("the formula {} within a term", shown(arg)));
            }
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.expect(arg, of, scope))?;
        }
        Ok(())
    }
}

/// The beginning of a tree, for messages.
fn shown(t: &Tree) -> String {
    fn write(t: &Tree, out: &mut String) {
        match t {
            _ if out.len() > 80 => {}
            Tree::Atom(atom) => out.push_str(atom),
            Tree::List(parts) => {
                out.push('(');
                parts.iter().for_each(|part| {
                    write(part, out);
                    out.push(' ');
                });
                out.push(')');
            }
        }
    }
    let mut out = String::new();
    write(t, &mut out);
    format!("`{out}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "(declare-sort S 0)(declare-sort T 0)(declare-const c S)(declare-fun r (S T) Bool)\
                        (declare-fun b (Bool) S)(declare-const q Bool)";

    fn edges(text: &str) -> Result<Vec<(String, String)>, String> {
        check(&format!("{HEAD}{text}")).map(|edges| edges.into_keys().collect())
    }

    fn pair(from: &str, to: &str) -> (String, String) {
        (from.to_owned(), to.to_owned())
    }

    #[test]
    fn what_is_not_of_the_logic_is_a_fault() {
        for fault in [
            "(assert (< 1 2))",
            "(assert (= 1 1))",
            "(declare-const n Int)",
            "(declare-sort L 1)",
            "(define-fun f () Bool true)",
            "(declare-datatype D ((a)))",
            "(declare-const c T)",
            "(assert (r c c))",
            "(assert (r c))",
            "(assert r)",
            "(assert (q))",
            "(assert c)",
            "(assert unknown)",
            "(assert (forall ((x Int)) q))",
            "(assert (forall ((x Bool)) x))",
            "(assert (= (b q) c))",
            "(assert (= (ite q c c) c))",
            "(assert (let ((x q)) x))",
            "(assert (! q :named n))",
            "(assert (distinct c c))",
            "(set-option :smt.mbqi false)",
            "(assert q",
        ] {
            assert!(edges(fault).is_err(), "{fault}");
        }
        assert_eq!(edges("(assert (or q (= (b true) |c|) (exists ((x T)) (r c x))))"), Ok(Vec::new()));
    }

    #[test]
    fn functions_lead_to_their_results() {
        assert_eq!(edges("(declare-fun f (S Bool) T)"), Ok(vec![pair("S", "T")]));
        assert_eq!(edges("(declare-fun f (S T) S)"), Ok(vec![pair("S", "S"), pair("T", "S")]));
    }

    #[test]
    fn quantifiers_count_where_they_stand() {
        let nested = |outer, inner| format!("({outer} ((x S)) ({inner} ((y T)) (r x y)))");
        let ways = |formula: &str| edges(&format!("(assert {formula})")).unwrap();
        let (there, nowhere) = (vec![pair("S", "T")], Vec::new());
        assert_eq!(ways(&nested("forall", "exists")), there);
        assert_eq!(ways(&nested("exists", "forall")), nowhere);
        assert_eq!(ways(&nested("forall", "forall")), nowhere);
        assert_eq!(ways(&format!("(not {})", nested("forall", "exists"))), nowhere);
        assert_eq!(ways(&format!("(not {})", nested("exists", "forall"))), there);
        assert_eq!(ways(&format!("(=> {} q)", nested("exists", "forall"))), there);
        assert_eq!(ways(&format!("(=> q {})", nested("forall", "exists"))), there);
        assert_eq!(ways(&format!("(= q {})", nested("exists", "forall"))), there);
        assert_eq!(ways(&format!("(ite {} q q)", nested("exists", "forall"))), there);
        assert_eq!(ways(&format!("(ite q {} q)", nested("exists", "forall"))), nowhere);
        assert_eq!(ways("(forall ((x S)) (and q (exists ((y T)) (r x y))))"), there);
        assert_eq!(ways("(forall ((x S)) (not (forall ((y T)) (r x y))))"), there);
    }
}
