//! Exec functions as values: what a specification says about one, and how exec code calls it.
//!
//! Guide page `exec_funs_as_values`, reference page `reference-signature-fnonce`. The two relations belong to the value;
//! what they mean for the type of a function item is said where queries are made.

use certus_diagnostics::Span;
use certus_known::Known;

use crate::expr::{Expr, ExprKind, Var};
use crate::goal::Clause;
use crate::item::{Function, Param, Publish, TypeParam};
use crate::mode::Mode;
use crate::ty::{Name, Path, Ty};

/// `call_requires(f, args)`: the function may be called with these arguments. Type arguments: those of the call as a
/// tuple, then the function.
pub const CALL_REQUIRES: &str = Known::CallRequires.path();
/// `call_ensures(f, args, output)`: the call may give this result. Type arguments: those of the call as a tuple, the
/// result, then the function.
pub const CALL_ENSURES: &str = Known::CallEnsures.path();
/// A call of a value in exec code. Type arguments as for [`CALL_ENSURES`].
pub const CALL_VALUE: &str = Known::CallValue.path();
/// A call of a proof closure in proof code. Type arguments as for [`CALL_ENSURES`].
pub const CALL_PROOF: &str = Known::CallProof.path();

/// The trait whose associated type is the result of a function value.
pub const FN_ONCE: &str = Known::FnOnce.path();

/// The function with this path, which is one of the four above.
pub fn function(path: &str, span: Span) -> Function {
    let plain = |name: &str| TypeParam { name: name.into(), maybe_unsized: false };
    let param = |name: &str, of: &str, mode| Param { var: variable(name), ty: Ty::Param(of.into()), mode };
    let mode = match path {
        CALL_VALUE => Mode::Exec,
        CALL_PROOF => Mode::Proof,
        _ => Mode::Spec,
    };
    let mut function = Function::new(path.into(), mode, span);
    function.type_params.push(plain("Args"));
    function.params = vec![param("f", "F", mode), param("args", "Args", mode)];
    if path != CALL_REQUIRES {
        function.type_params.push(plain("Output"));
    }
    function.type_params.push(plain("F"));
    match path {
        CALL_VALUE | CALL_PROOF => {
            function.ret = param("output", "Output", mode);
            let place = |expr| Clause { expr, span };
            let var = |p: &Param| Expr::var(&p.var, p.ty.clone(), span);
            let (f, args, output) = (var(&function.params[0]), var(&function.params[1]), var(&function.ret));
            function.requires.push(place(requires(f.clone(), args.clone(), span)));
            function.ensures.push(place(ensures(f, args, output, span)));
        }
        _ => {
            function.publish = Publish::Never;
            function.ret.ty = Ty::Bool;
            if path == CALL_ENSURES {
                function.params.push(param("output", "Output", mode));
            }
        }
    }
    function
}

/// `call_requires(f, args)`. References to a function are that function.
pub fn requires(f: Expr, args: Expr, span: Span) -> Expr {
    let types = vec![args.ty.clone(), f.ty.value().clone()];
    Expr::new(ExprKind::Call(CALL_REQUIRES.into(), types, vec![f, args]), Ty::Bool, span)
}

/// `call_ensures(f, args, output)`.
pub fn ensures(f: Expr, args: Expr, output: Expr, span: Span) -> Expr {
    let types = vec![args.ty.clone(), output.ty.clone(), f.ty.value().clone()];
    Expr::new(ExprKind::Call(CALL_ENSURES.into(), types, vec![f, args, output]), Ty::Bool, span)
}

/// Whether this is a bound by `Fn`, `FnMut` or `FnOnce` on the type of a function item or closure that takes these arguments. There
/// is no impl for it. Which of the three traits a closure has was checked by rustc where its type was chosen.
pub fn holds(program: &crate::Program, trait_: &Path, args: &[Ty]) -> bool {
    let [of, taken] = args else { return false };
    let is_callable = [Known::Fn, Known::FnMut, Known::FnOnce].iter().any(|known| known.path() == &**trait_);
    is_callable && signature(program, of).is_some_and(|(own, _)| own == *taken)
}

/// What the associated type `Output` of the type of a function item or closure is, when it is asked for.
pub fn output(program: &crate::Program, trait_: &Path, args: &[Ty], name: &Name) -> Option<Ty> {
    if &**trait_ != FN_ONCE || &**name != "Output" {
        return None;
    }
    signature(program, args.first()?).map(|(_, ret)| ret)
}

/// What a function item or closure takes, as a tuple, and what it gives.
fn signature(program: &crate::Program, ty: &Ty) -> Option<(Ty, Ty)> {
    let (args, ret, params, types) = match ty.value() {
        Ty::FnItem(path, types) => {
            let function = program.functions.get(path)?;
            let args = Ty::tuple(function.params.iter().map(|param| param.ty.clone()).collect());
            (args, function.ret.ty.clone(), &function.type_params, types)
        }
        Ty::Data(path, types) => {
            let (args, ret) = program.closures.get(path)?.clone();
            (args, ret, &program.datatypes.get(path)?.params, types)
        }
        _ => return None,
    };
    let of = |name: &Name| {
        let index = params.iter().position(|param| param.name == *name)?;
        types.get(index).cloned()
    };
    Some((args.subst(&of), ret.subst(&of)))
}

fn variable(name: &str) -> Var {
    Var { name: name.into(), index: 0 }
}
