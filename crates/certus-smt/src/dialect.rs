//! How the expressions of an obligation become terms: in full, or as those of EPR mode.

use certus_vir::{Expr, Ty, Var};

use crate::error::Res;
use crate::term::{Sort, Sym, Term};
use crate::theory::Theory;
use crate::value::{Env, Globals, Val};
use crate::view::View;

/// A part of a goal that the flow looks into, as it is in another place.
pub(crate) struct Inner {
    /// What variables mean there.
    pub env: Env,
    /// The part.
    pub part: Expr,
}

/// A translation of expressions, as far as the flow of an obligation needs one.
pub(crate) trait Dialect<'a> {
    /// Whether there are triggers. Without them nothing is written for the terms in it, formulas stand where they are used,
    /// and no definition is shown by a step.
    const HAS_TRIGGERS: bool;

    /// The program as the obligation sees it.
    fn view(&self) -> &View<'a>;

    /// What is declared and stated.
    fn theory(&mut self) -> &mut Theory;

    /// The obligation's variables.
    fn globals(&mut self) -> &mut Globals;

    /// The sort of a variable of a type.
    fn sort(&mut self, ty: &Ty) -> Res<Sort>;

    /// The value of an expression.
    fn expr(&mut self, env: &Env, e: &Expr) -> Res<Val>;

    /// The term of a Boolean expression.
    fn formula(&mut self, env: &Env, e: &Expr) -> Res<Term> {
        Ok(self.expr(env, e)?.term)
    }

    /// Takes note of the symbol of a variable.
    fn declared(&mut self, var: &Var, sym: &Sym);

    /// What stands in the place of a call, if it is one of a definition that does. Whoever looks into it leaves it afterwards.
    fn enter_definition(&mut self, env: &Env, e: &Expr) -> Res<Option<Inner>>;

    /// Ends what `enter_definition` began.
    fn leave_definition(&mut self);
}
