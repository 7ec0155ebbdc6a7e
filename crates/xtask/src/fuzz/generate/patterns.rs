//! Patterns.
//!
//! A pattern declares its variables, which are in scope for the guard and the arm. Alternatives with `|` bind nothing, but
//! for one form that binds around them. Patterns that match always are avoided, because code behind them is dead.

use super::super::tree::{Kind, Node};
use super::super::types::{Int, Ty};
use super::{Generator, bounds};

impl Generator {
    /// A pattern, whose variables are declared.
    pub(super) fn pattern(&mut self, ty: &Ty, depth: usize) -> Node {
        let mark = self.vars.len();
        let mut text = self.pattern_text(ty, depth, true);
        // What matches always makes what comes behind it dead, which is dull.
        for _ in 0..3 {
            if text != "_" && !text.starts_with('p') {
                break;
            }
            self.vars.truncate(mark);
            text = self.pattern_text(ty, depth, true);
        }
        part(&text)
    }

    /// A pattern or several with `|`, which then bind nothing.
    pub(super) fn alternatives(&mut self, ty: &Ty) -> Node {
        if self.dice.chance(25) {
            let (mut a, b) = (self.pattern_text(ty, 1, false), self.pattern_text(ty, 1, false));
            if a == "_" {
                a.clone_from(&b);
            }
            return part(&format!("{a} | {b}"));
        }
        if self.dice.chance(6)
            && let Ty::Option(inner) = ty
            && let Ty::Int(int) = **inner
        {
            let (a, b) = (self.range(int).0, self.range(int).0);
            let name = self.fresh("p");
            self.declare(&name, inner, false, bounds(inner));
            return part(&format!("Some({name} @ ({a} | {b}))"));
        }
        self.pattern(ty, 2)
    }

    /// A pattern that always matches.
    pub(super) fn irrefutable(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Tuple(types) if self.dice.chance(70) => {
                let parts: Vec<String> = types.iter().map(|ty| self.irrefutable(ty)).collect();
                if self.dice.chance(15) && parts.len() > 1 && types.iter().all(Ty::copy) {
                    // The names that `..` stands for are not bound.
                    let dropped = parts[1..].concat();
                    self.vars.retain(|var| !dropped.contains(&var.name));
                    return format!("({}, ..)", parts[0]);
                }
                format!("({},)", parts.join(", "))
            }
            Ty::Named(decl) if !decl.is_enum && self.dice.chance(70) => {
                let variant = &decl.variants[0];
                let parts: Vec<String> = variant.fields.iter().map(|(_, ty)| self.irrefutable(ty)).collect();
                fields(&decl.name, variant.named, &variant.fields, &parts)
            }
            _ => {
                let name = self.fresh("p");
                self.declare(&name, ty, false, bounds(ty));
                name
            }
        }
    }

    fn pattern_text(&mut self, ty: &Ty, depth: usize, binds: bool) -> String {
        if self.dice.chance(if depth == 0 { 40 } else { 15 }) {
            if binds && ty.copy() && self.dice.chance(70) {
                let name = self.fresh("p");
                self.declare(&name, ty, false, bounds(ty));
                return name;
            }
            return "_".into();
        }
        let below = depth.saturating_sub(1);
        match ty {
            Ty::Int(int) => {
                let (text, bounds) = self.range(*int);
                if binds && self.dice.chance(30) {
                    let name = self.fresh("p");
                    self.declare(&name, ty, false, bounds);
                    return format!("{name} @ {text}");
                }
                text
            }
            Ty::Bool => if self.dice.chance(50) { "true" } else { "false" }.into(),
            Ty::Char => (*self.dice.pick(&["'a'", "'a'..='z'", "'0'..='9'", "'\u{e9}'"])).into(),
            Ty::Tuple(types) => {
                let parts: Vec<String> = types.iter().map(|ty| self.pattern_text(ty, below, binds)).collect();
                format!("({},)", parts.join(", "))
            }
            Ty::Option(of) => {
                if self.dice.chance(30) {
                    return "None".into();
                }
                format!("Some({})", self.pattern_text(of, below, binds))
            }
            Ty::Result(good, bad) => {
                if self.dice.chance(50) {
                    return format!("Ok({})", self.pattern_text(good, below, binds));
                }
                format!("Err({})", self.pattern_text(bad, below, binds))
            }
            Ty::Named(decl) => {
                let variant = self.dice.pick(&decl.variants);
                let path = if decl.is_enum { format!("{}::{}", decl.name, variant.name) } else { decl.name.clone() };
                let parts: Vec<String> =
                    variant.fields.iter().map(|(_, ty)| self.pattern_text(ty, below, binds)).collect();
                fields(&path, variant.named, &variant.fields, &parts)
            }
            _ => "_".into(),
        }
    }

    /// A literal or range with its interval.
    fn range(&mut self, int: Int) -> (String, (i128, i128)) {
        let (low, high) = (int.low(), int.high());
        let start = self.dice.between(if int.signed { -8 } else { 0 }, 12);
        let end = start + self.dice.between(1, 30);
        match self.dice.below(6) {
            0 | 1 => (format!("{start}"), (start, start)),
            2 => (format!("{start}..={end}"), (start, end)),
            3 => (format!("{start}.."), (start, if int.bits == 128 && !int.signed { i128::MAX } else { high })),
            // A macro takes no pattern that begins with `..`.
            4 if !self.plain => (format!("..={end}"), (low, end)),
            _ => (format!("{start}..{end}"), (start, end - 1)),
        }
    }
}

fn part(text: &str) -> Node {
    Node::new(Kind::Part, text, [])
}

/// The pattern of a constructor.
fn fields(path: &str, named: bool, fields: &[(String, Ty)], parts: &[String]) -> String {
    if fields.is_empty() {
        return path.into();
    }
    if !named {
        return format!("{path}({})", parts.join(", "));
    }
    let inner: Vec<String> = fields.iter().zip(parts).map(|((name, _), part)| format!("{name}: {part}")).collect();
    format!("{path} {{ {} }}", inner.join(", "))
}
