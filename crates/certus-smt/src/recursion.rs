//! Which definitions lead back to themselves, and in how many calls.

use certus_diagnostics::Unsupported;
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use certus_vir::{Expr, ExprKind, Path, Ty};

use crate::encoder::Encoder;
use crate::error::Res;
use crate::fuel::Unfold;
use crate::instance::FnKey;
use certus_vir::instances::{TySubst, substitution};

/// Calls between definitions, as far as they were looked at.
#[derive(Default)]
pub(crate) struct Callees {
    direct: HashMap<FnKey, Rc<Vec<FnKey>>>,
    reach: HashMap<FnKey, Rc<Reach>>,
}

/// What a definition leads to.
struct Reach {
    /// Every function on the way.
    functions: HashSet<FnKey>,
    /// How many calls the shortest way back takes.
    cycle: Option<u32>,
}

/// How many inline functions may be within one another.
pub(crate) const MAX_INLINE: u32 = 64;

impl Encoder<'_> {
    /// The length of the shortest way from a definition back to itself; `None` when it is not recursive.
    pub(crate) fn cycle(&mut self, key: &FnKey) -> Res<Option<u32>> {
        Ok(self.reach(key)?.cycle)
    }

    /// Whether two definitions lead to one another.
    pub(crate) fn same_cycle(&mut self, a: &FnKey, b: &FnKey) -> Res<bool> {
        Ok(self.reach(a)?.functions.contains(b) && self.reach(b)?.functions.contains(a))
    }

    fn reach(&mut self, key: &FnKey) -> Res<Rc<Reach>> {
        if let Some(known) = self.callees.reach.get(key) {
            return Ok(known.clone());
        }
        let mut functions = HashSet::new();
        let mut cycle = None;
        let mut todo = VecDeque::from([(key.clone(), 1)]);
        while let Some((from, length)) = todo.pop_front() {
            for to in self.direct(&from)?.iter() {
                if to == key && cycle.is_none() {
                    cycle = Some(length);
                }
                if functions.insert(to.clone()) && to != key {
                    todo.push_back((to.clone(), length + 1));
                }
            }
        }
        let reach = Rc::new(Reach { functions, cycle });
        self.callees.reach.insert(key.clone(), reach.clone());
        Ok(reach)
    }

    fn direct(&mut self, key: &FnKey) -> Res<Rc<Vec<FnKey>>> {
        if let Some(known) = self.callees.direct.get(key) {
            return Ok(known.clone());
        }
        self.count_instance(&key.0, &key.1, None)?;
        let mut found = Vec::new();
        if self.unfold(key) != Unfold::Never
            && let Some(body) = self.definition(key)
            && let Some(function) = self.types.program.functions.get(&key.0)
        {
            let subst = substitution(&function.type_params, &key.1);
            self.calls(body, &subst, MAX_INLINE, &mut |key| found.push(key))?;
        }
        found.dedup();
        let found = Rc::new(found);
        self.callees.direct.insert(key.clone(), found.clone());
        Ok(found)
    }

    /// Calls `f` on each function that an expression calls, inline ones replaced by what they call.
    pub(crate) fn calls(&self, expr: &Expr, subst: &TySubst, depth: u32, f: &mut dyn FnMut(FnKey)) -> Res<()> {
        let mut calls: Vec<(Path, Vec<Ty>, certus_diagnostics::Span)> = Vec::new();
        certus_vir::visit::walk(expr, &mut |e| {
            if let ExprKind::Call(path, args, _) = &*e.kind {
                calls.push((path.clone(), args.clone(), e.span));
            }
        });
        for (path, args, span) in calls {
            let key = (path, self.types.norm_all(subst, &args));
            let key = self.types.resolve_call(&key.0, &key.1).unwrap_or(key);
            match self.inlined(&key) {
                Some((body, inner)) => {
                    let Some(depth) = depth.checked_sub(1) else {
                        return Err(self.unsupported(
                            Unsupported::Inline,
                            "inline functions call each other",
                            Some(span),
                        ));
                    };
                    self.calls(body, &inner, depth, f)?;
                }
                None => f(key),
            }
        }
        Ok(())
    }

    /// The definition that replaces a call of an inline function, with the types of its parameters.
    pub(crate) fn inlined(&self, key: &FnKey) -> Option<(&Expr, TySubst)> {
        let function = self.types.program.functions.get(&key.0).filter(|f| f.inline)?;
        Some((self.definition(key)?, substitution(&function.type_params, &key.1)))
    }
}
