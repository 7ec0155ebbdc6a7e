//! Names, and calls of the program's functions of ghost code.

use super::{Answer, DEPTH, Machine, Stop, library, operators, stop};
use crate::contracts::program::{Function, Program, has};
use crate::contracts::types::{Kind, Ty};
use crate::contracts::values::{Lambda, Value};
use std::rc::Rc;
use verus_syn::{Expr, ExprCall, ExprMethodCall, ExprPath, FnArgKind, Publish};

impl Machine<'_> {
    pub(super) fn path(&mut self, path: &ExprPath) -> Answer {
        let names: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
        if let [name] = &names[..]
            && let Some((_, value)) = self.env.iter().rev().find(|(other, _)| other == name)
        {
            return match value {
                Value::Unknown => stop("a value that is not known"),
                value => Ok(value.clone()),
            };
        }
        let last = names.last().cloned().unwrap_or_default();
        let owner = names.len().checked_sub(2).and_then(|at| self.named_type(&names[at]));
        if let Some(kind) = owner.as_deref().and_then(Kind::named) {
            let (least, most) = operators::bounds(kind);
            match last.as_str() {
                "MAX" => return Ok(Value::Int(most, Some(kind))),
                "MIN" => return Ok(Value::Int(least, Some(kind))),
                "BITS" => return Ok(Value::int(kind.bits)),
                _ => {}
            }
        }
        let full = owner.map(|owner| format!("{owner}::{last}"));
        let known = full.and_then(|full| Program::only(&self.program.consts, &full));
        if let Some(value) = known.or_else(|| Program::only(&self.program.consts, &last)) {
            return self.deeper(Vec::new(), &value.clone());
        }
        match self.variant(&path.path) {
            Some((ty, variant, fields)) if fields.is_empty() => Ok(Value::Data { ty, variant, fields: Vec::new() }),
            _ => stop(format!("the name {}", names.join("::"))),
        }
    }

    /// The value of an expression that sees only these variables.
    fn deeper(&mut self, env: Vec<(String, Value)>, body: &Expr) -> Answer {
        if self.depth >= DEPTH {
            return stop("calls too deep");
        }
        self.depth += 1;
        let outer = std::mem::replace(&mut self.env, env);
        let value = self.value(body);
        self.env = outer;
        self.depth -= 1;
        value
    }

    /// A call of a function of the program.
    pub(super) fn apply(&mut self, function: &Rc<Function>, args: Vec<Value>) -> Answer {
        let name = &function.sig.ident;
        let open = !matches!(function.sig.publish, Publish::Uninterp(_)) && !has(&function.attrs, "external_body");
        let Some(body) = function.body.as_ref().filter(|_| open) else {
            return stop(format!("the function {name} without a body"));
        };
        if function.sig.inputs.len() != args.len() {
            return stop(format!("the arguments of {name}"));
        }
        let mut env = Vec::new();
        for (input, value) in function.sig.inputs.iter().zip(args) {
            match &input.kind {
                FnArgKind::Receiver(_) => env.push(("self".to_string(), value)),
                FnArgKind::Typed(typed) => match self.matched(&typed.pat, value)? {
                    Some(more) => env.extend(more),
                    None => return stop("a pattern that does not match"),
                },
            }
        }
        let owner = function.owner.as_ref().map(|(owner, _)| self.program.ty(owner, &self.scope));
        let outer = self.scope.get("Self").cloned();
        if let Some(owner) = owner.filter(|owner| *owner != Ty::Opaque) {
            self.scope.insert("Self".into(), owner);
        }
        let when = function.sig.spec.decreases.as_ref().and_then(|d| d.when.as_ref());
        let defined = when.map_or(Ok(Value::Bool(true)), |(_, when)| self.deeper(env.clone(), when));
        let body = Expr::Block(verus_syn::ExprBlock { attrs: Vec::new(), label: None, block: body.clone() });
        let value = match defined {
            Ok(Value::Bool(true)) => self.deeper(env, &body),
            _ => stop(format!("the function {name} where it is not defined")),
        };
        match outer {
            Some(outer) => self.scope.insert("Self".into(), outer),
            None => self.scope.remove("Self"),
        };
        value
    }

    /// A call of a function value.
    pub(super) fn invoke(&mut self, lambda: &Rc<Lambda>, args: Vec<Value>) -> Answer {
        let mut env = lambda.env.clone();
        if lambda.inputs.len() != args.len() {
            return stop("the arguments of a function value");
        }
        for (pat, value) in lambda.inputs.iter().zip(args) {
            match self.matched(pat, value)? {
                Some(more) => env.extend(more),
                None => return stop("a pattern that does not match"),
            }
        }
        self.deeper(env, &lambda.body)
    }

    pub(super) fn call(&mut self, call: &ExprCall) -> Answer {
        let Expr::Path(path) = &*call.func else {
            let Value::Function(lambda) = self.value(&call.func)? else { return stop("a call of a value") };
            let args = self.values(call.args.iter())?;
            return self.invoke(&lambda, args);
        };
        let names: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
        let last = names.last().cloned().unwrap_or_default();
        if last == "old" && call.args.len() == 1 {
            return self.old(&call.args[0]);
        }
        let local = self.env.iter().rev().find(|(name, _)| names.len() == 1 && *name == last).map(|(_, v)| v.clone());
        if let Some(Value::Function(lambda)) = local {
            let args = self.values(call.args.iter())?;
            return self.invoke(&lambda, args);
        }
        let owner = names.len().checked_sub(2).and_then(|at| self.named_type(&names[at]));
        let method = owner.clone().and_then(|owner| Program::only(&self.program.methods, &(owner, last.clone())));
        let function = method.or_else(|| Program::only(&self.program.specs, &last)).cloned();
        let args = self.values(call.args.iter())?;
        if let Some(function) = function {
            return self.apply(&function, args);
        }
        if let Some((ty, variant, fields)) = self.variant(&path.path) {
            return Ok(Value::Data { ty, variant, fields: fields.into_iter().zip(args).collect() });
        }
        library::function(self, owner.as_deref(), &last, args)
    }

    /// `old(x)`: the value where the function is called.
    fn old(&mut self, arg: &Expr) -> Answer {
        if !self.at_call {
            return stop("`old` in the body of a function");
        }
        let Expr::Path(path) = arg else { return stop("`old` of a term") };
        let Some(name) = path.path.get_ident() else { return stop("`old` of a term") };
        let before = self.env.iter().rev().find(|(other, _)| name == other);
        match before.map(|(_, value)| value.clone()) {
            Some(Value::Unknown) | None => stop("a value that is not known"),
            Some(value) => Ok(value.now()),
        }
    }

    pub(super) fn method_call(&mut self, call: &ExprMethodCall) -> Answer {
        let receiver = self.value(&call.receiver)?.now();
        let name = call.method.to_string();
        let args = self.values(call.args.iter())?;
        let owner = Self::owner(&receiver);
        if let Some(owner) = owner.filter(|_| !matches!(receiver, Value::Unknown))
            && let Some(function) = Program::only(&self.program.methods, &(owner, name.clone()))
        {
            let args = [receiver].into_iter().chain(args).collect();
            return self.apply(&function.clone(), args);
        }
        if name == "view" && args.is_empty() {
            return self.view(receiver);
        }
        library::method(self, receiver, &name, args)
    }

    /// The truth of a function value's answer.
    pub(super) fn test(&mut self, lambda: &Rc<Lambda>, args: Vec<Value>) -> Result<bool, Stop> {
        match self.invoke(lambda, args)?.now() {
            Value::Bool(b) => Ok(b),
            _ => stop("not a boolean"),
        }
    }
}
