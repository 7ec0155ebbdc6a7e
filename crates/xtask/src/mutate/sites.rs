//! Finds the places for mistakes in a source file, and the text of each mistake.
//!
//! A mistake is made by text around a piece of code, so that one program contains all of them, and one is activated at
//! run time. No line is added, so that positions in messages of the compiler are those of the source.

use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Block, Expr, File, ImplItemFn, Item, ItemFn, Local, Pat, Stmt};

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mistake {
    /// A statement that rejects a program, or returns early, is skipped.
    DroppedReturn,
    /// A call in a statement is not made.
    DroppedCall,
    /// A condition always holds.
    AlwaysTrue,
    /// A condition never holds.
    AlwaysFalse,
    /// The second part of a conjunction or disjunction is ignored.
    DroppedPart,
    /// An arm of a match is never taken.
    DroppedArm,
}

impl Mistake {
    /// The name in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Mistake::DroppedReturn => "dropped return",
            Mistake::DroppedCall => "dropped call",
            Mistake::AlwaysTrue => "always true",
            Mistake::AlwaysFalse => "never true",
            Mistake::DroppedPart => "dropped part of a condition",
            Mistake::DroppedArm => "dropped arm",
        }
    }

    /// What is written before and behind the code of the mistake with a number. What is met is reported where the mistake
    /// changes something: a condition that holds anyway cannot show that it always does.
    fn around(self, number: usize, is_or: bool) -> (String, String) {
        let is = format!("crate::mutant::is({number})");
        let met = format!("crate::mutant::met({number})");
        let holds = (format!("({is} || crate::mutant::unless({number}, true, "), "))".to_owned());
        let fails = (format!("(!{is} && crate::mutant::unless({number}, false, "), "))".to_owned());
        match self {
            Mistake::DroppedReturn | Mistake::DroppedCall => (format!("if !{met} {{ "), " }".to_owned()),
            Mistake::AlwaysTrue => holds,
            Mistake::AlwaysFalse => fails,
            Mistake::DroppedPart if is_or => fails,
            Mistake::DroppedPart => holds,
            // Behind the pattern; a guard that is there has its own kind.
            Mistake::DroppedArm => (String::new(), format!(" if !{met}")),
        }
    }
}

/// A place where a mistake can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    /// The kind of the mistake.
    pub(crate) mistake: Mistake,
    /// The piece of code, in bytes of the file.
    pub(crate) range: Range<usize>,
    /// The lines that it is on.
    pub(crate) lines: Range<usize>,
    /// Whether the condition that a part is dropped from is a disjunction.
    is_or: bool,
}

/// All places in a file, in the order of the source.
pub(crate) fn sites(source: &str) -> syn::Result<Vec<Site>> {
    let file: File = syn::parse_str(source)?;
    let mut finder = Finder { sites: Vec::new(), in_function: false };
    finder.visit_file(&file);
    finder.sites.sort_by_key(|site| (site.range.start, site.range.end, site.mistake));
    Ok(finder.sites)
}

/// The file with these mistakes in it, each with the number that chooses it.
pub(crate) fn instrumented(source: &str, chosen: &[(usize, &Site)]) -> String {
    // At one offset: first what ends there, the inner before the outer, then what begins, the outer before the inner.
    let mut texts: Vec<((usize, u8, isize), String)> = Vec::new();
    for (number, site) in chosen {
        let (before, behind) = site.mistake.around(*number, site.is_or);
        let length = site.range.len() as isize;
        texts.push(((site.range.start, 1, -length), before));
        texts.push(((site.range.end, 0, length), behind));
    }
    texts.sort_by_key(|(place, _)| *place);
    let (mut out, mut at) = (String::new(), 0);
    for ((offset, ..), text) in texts {
        out.push_str(source.get(at..offset).unwrap_or_default());
        out.push_str(&text);
        at = offset;
    }
    out.push_str(source.get(at..).unwrap_or_default());
    out
}

struct Finder {
    /// The places so far.
    sites: Vec<Site>,
    /// Code of constants cannot ask which mistake is chosen.
    in_function: bool,
}

impl Finder {
    fn add(&mut self, mistake: Mistake, span: Span, is_or: bool) {
        let (range, lines) = (span.byte_range(), span.start().line..span.end().line + 1);
        if self.in_function {
            self.sites.push(Site { mistake, range, lines, is_or });
        }
    }

    /// Notes the two mistakes of a condition: it always holds, and it never does.
    fn condition(&mut self, condition: &Expr) {
        // `let` in a condition cannot be put into parentheses.
        if !has_let(condition) {
            self.add(Mistake::AlwaysTrue, condition.span(), false);
            self.add(Mistake::AlwaysFalse, condition.span(), false);
        }
    }

    fn function(&mut self, is_const: bool, attrs: &[Attribute], block: &Block) {
        if is_test(attrs) {
            return;
        }
        let outer = std::mem::replace(&mut self.in_function, !is_const);
        self.visit_block(block);
        self.in_function = outer;
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item(&mut self, item: &'ast Item) {
        let is_tests = matches!(item, Item::Mod(module) if is_test(&module.attrs));
        if !is_tests && !matches!(item, Item::Const(_) | Item::Static(_)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(item.sig.constness.is_some(), &item.attrs, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(item.sig.constness.is_some(), &item.attrs, &item.block);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        // The block behind `else` of a `let` must not come to its end.
        if let Some(init) = &local.init {
            self.visit_expr(&init.expr);
        }
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Expr(e, Some(_)) = stmt {
            let inner = if let Expr::Try(inner) = e { &*inner.expr } else { e };
            match inner {
                Expr::Return(_) => self.add(Mistake::DroppedReturn, stmt.span(), false),
                Expr::Call(_) | Expr::MethodCall(_) => self.add(Mistake::DroppedCall, stmt.span(), false),
                _ => {}
            }
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::If(of) => self.condition(&of.cond),
            Expr::Binary(of) if !has_let(e) => match of.op {
                BinOp::And(_) => self.add(Mistake::DroppedPart, of.right.span(), false),
                BinOp::Or(_) => self.add(Mistake::DroppedPart, of.right.span(), true),
                _ => {}
            },
            Expr::Match(of) => {
                let others = of.arms.split_last().filter(|(last, _)| is_rest(&last.pat)).map(|(_, others)| others);
                for arm in others.into_iter().flatten() {
                    match &arm.pat {
                        Pat::Guard(of) if has_let(&of.guard) => {}
                        Pat::Guard(of) => self.add(Mistake::AlwaysFalse, of.guard.span(), false),
                        pat => self.add(Mistake::DroppedArm, pat.span(), false),
                    }
                }
            }
            _ => {}
        }
        visit::visit_expr(self, e);
    }
}

/// Whether an attribute leaves the item out of the program.
fn is_test(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| {
        let text = attr.meta.require_list().map(|list| list.tokens.to_string()).unwrap_or_default();
        attr.path().is_ident("test") || (attr.path().is_ident("cfg") && text == "test")
    })
}

fn is_rest(pat: &Pat) -> bool {
    match pat {
        Pat::Wild(_) => true,
        Pat::Ident(ident) => ident.subpat.is_none() && ident.ident.to_string().starts_with(char::is_lowercase),
        _ => false,
    }
}

/// Whether a condition binds variables, which must be there for the code below it to compile.
fn has_let(e: &Expr) -> bool {
    match e {
        Expr::Let(_) => true,
        Expr::Binary(of) => has_let(&of.left) || has_let(&of.right),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "fn f(a: bool, b: bool) -> u8 { if a && b { return 1; } g(); match 3 { 1 if a => 2, 2 => 3, _ => 4 } }\n\
                          const C: bool = true && false;\n#[cfg(test)] mod tests { fn t() { g(); } }\n";

    #[test]
    fn finds_each_kind_and_no_tests() {
        let found = sites(SOURCE).expect("it parses");
        let kinds: Vec<(Mistake, &str)> = found.iter().map(|s| (s.mistake, &SOURCE[s.range.clone()])).collect();
        assert_eq!(
            kinds,
            [
                (Mistake::AlwaysTrue, "a && b"),
                (Mistake::AlwaysFalse, "a && b"),
                (Mistake::DroppedPart, "b"),
                (Mistake::DroppedReturn, "return 1;"),
                (Mistake::DroppedCall, "g();"),
                (Mistake::AlwaysFalse, "a"),
                (Mistake::DroppedArm, "2"),
            ]
        );
    }

    #[test]
    fn all_mistakes_fit_into_one_program() {
        let found = sites(SOURCE).expect("it parses");
        let chosen: Vec<(usize, &Site)> = found.iter().enumerate().collect();
        let text = instrumented(SOURCE, &chosen);
        assert!(syn::parse_str::<File>(&text).is_ok(), "{text}");
        assert!(
            text.contains(
                "if (crate::mutant::is(0) || crate::mutant::unless(0, true, (!crate::mutant::is(1) && \
                 crate::mutant::unless(1, false, a && (crate::mutant::is(2) || crate::mutant::unless(2, true, b)))))) {"
            ),
            "{text}"
        );
        assert!(text.contains("2 if !crate::mutant::met(6) => 3"), "{text}");
        assert_eq!(text.lines().count(), SOURCE.lines().count());
    }
}
