//! The functions of a program that can be tested, and the code that calls them where they are compiled.

use super::program::{Function, Program, has, variable};
use super::types::{Scope, Ty, instance, is_ghost};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::rc::Rc;
use verus_syn::{Expr, FnArgKind, GenericParam, ReturnType, Stmt, Type};

/// A parameter: its name in the contract, and its type.
pub struct Param {
    pub name: String,
    pub ty: Ty,
    /// A mutable slice is borrowed from a vector.
    slice: bool,
}

/// A function that can be called with random arguments.
pub struct Case {
    pub function: Rc<Function>,
    pub scope: Scope,
    pub params: Vec<Param>,
    /// The name of the result in the contract.
    pub result: Option<String>,
    /// The type of the result; `Opaque` if it is not looked at.
    pub result_ty: Ty,
    pub requires: Vec<Expr>,
    pub ensures: Vec<Expr>,
    /// How the call names the function.
    callee: String,
}

impl Case {
    /// The case of a function, or why it has none.
    pub fn of(program: &Program, function: &Rc<Function>) -> Result<Case, &'static str> {
        let sig = &function.sig;
        if program.foreign {
            return Err("stands in a program with functions of other languages");
        }
        if !function.visible {
            return Err("stands in a private module or an impl of a trait");
        }
        if [
            "external_body",
            "external",
            "external_fn_specification",
            "exec_allows_no_decreases_clause",
            "spec",
            "proof",
        ]
        .iter()
        .any(|word| has(&function.attrs, word))
        {
            return Err("has no verified body, or need not end");
        }
        if sig.unsafety.is_some()
            || sig.asyncness.is_some()
            || sig.spec.with.is_some()
            || sig.spec.atomic_spec.is_some()
        {
            return Err("is unsafe, async or atomic");
        }
        if calls_requires(function) {
            return Err("states its contract in its body");
        }
        let scope = scope(program, function).ok_or("has type parameters with bounds, or constant ones")?;
        let params = params(program, function, &scope)?;
        let (result, ty) = match &sig.output {
            ReturnType::Default => (None, Ty::Tuple(Vec::new())),
            ReturnType::Type(_, _, name, ty) => {
                (name.as_ref().and_then(|name| variable(&name.1)), program.ty(ty, &scope))
            }
        };
        let result_ty = if program.writable(&ty) { ty } else { Ty::Opaque };
        let requires = sig.spec.requires.iter().flat_map(|r| r.exprs.exprs.iter().cloned()).collect();
        let mut ensures = Vec::new();
        sig.spec.ensures.iter().flat_map(|e| &e.exprs.exprs).for_each(|clause| conjuncts(clause, &mut ensures));
        let mut result = result;
        if let Some(returns) = &sig.spec.returns {
            let name = result.get_or_insert_with(|| "result_of_call".into());
            let value = returns.exprs.exprs.first().map(|e| e.to_token_stream().to_string()).unwrap_or_default();
            ensures.extend(verus_syn::parse_str(&format!("{name} == ({value})")).ok());
        }
        let callee = callee(function, &scope);
        Ok(Case { function: function.clone(), scope, params, result, result_ty, requires, ensures, callee })
    }

    /// The name that reports use.
    pub fn name(&self) -> String {
        match &self.function.owner {
            Some((owner, _)) => format!("{}::{}", owner.to_token_stream(), self.function.sig.ident).replace(' ', ""),
            None => self.function.path.clone(),
        }
    }

    /// The code that reads the arguments, calls the function and writes the results.
    fn code(&self) -> String {
        let mut text = String::new();
        let mut args = Vec::new();
        let mut after = Vec::new();
        for (i, param) in self.params.iter().enumerate() {
            match (&param.ty, param.slice) {
                (Ty::Mut(_), false) => {
                    let _ = writeln!(text, "let mut a{i} = wire::read(i);"); // Writing to a string does not fail.
                    args.push(format!("&mut a{i}"));
                    after.push(format!("wire::Write::write(&a{i}, o);"));
                }
                (Ty::Mut(_), true) => {
                    let _ = writeln!(text, "let mut a{i}: ::std::vec::Vec<_> = wire::read(i);");
                    args.push(format!("&mut a{i}[..]"));
                    after.push(format!("wire::Write::write(&a{i}, o);"));
                }
                _ => {
                    let _ = writeln!(text, "let a{i} = wire::read(i);");
                    args.push(format!("a{i}"));
                }
            }
        }
        let _ = writeln!(text, "#[allow(unused)] let mut r = {}({});", self.callee, args.join(", "));
        text.push_str("(&wire::Of(&r)).put(o);");
        if self.result_ty != Ty::Opaque {
            text.push_str("wire::Write::settle(&mut r, i);\n");
        }
        text + &after.join("\n")
    }
}

/// Whether the contract is written as calls of `requires` and `ensures`.
fn calls_requires(function: &Function) -> bool {
    let called = |stmt: &Stmt| match stmt {
        Stmt::Expr(Expr::Call(call), _) => matches!(&*call.func, Expr::Path(path) if path.path.is_ident("requires")),
        _ => false,
    };
    function.body.iter().flat_map(|body| &body.stmts).any(called)
}

/// The meaning of the type parameters, which are all `u8`, and of `Self`.
fn scope(program: &Program, function: &Function) -> Option<Scope> {
    let mut scope = instance(&function.sig.generics)?;
    if let Some((owner, generics)) = &function.owner {
        scope.extend(instance(generics)?);
        let owner = program.ty(owner, &scope);
        scope.insert("Self".into(), owner);
    }
    Some(scope)
}

fn params(program: &Program, function: &Function, scope: &Scope) -> Result<Vec<Param>, &'static str> {
    let mut params = Vec::new();
    for input in &function.sig.inputs {
        let (name, written) = match &input.kind {
            FnArgKind::Receiver(receiver) => ("self".to_string(), (*receiver.ty).clone()),
            FnArgKind::Typed(typed) => {
                (variable(&typed.pat).unwrap_or_else(|| format!("argument {}", params.len())), (*typed.ty).clone())
            }
        };
        let ty = program.ty(&written, scope);
        let slice = matches!(&written, Type::Reference(inner) if matches!(&*inner.elem, Type::Slice(_)));
        let inside = if let Ty::Mut(inner) = &ty { inner } else { &ty };
        if !program.readable(inside) || matches!(&ty, Ty::Mut(inner) if !program.writable(inner) || **inner == Ty::Text)
        {
            return Err("has a parameter of a type without random values");
        }
        params.push(Param { name, ty, slice });
    }
    Ok(params)
}

fn conjuncts(clause: &Expr, found: &mut Vec<Expr>) {
    match clause {
        Expr::Paren(inner) => conjuncts(&inner.expr, found),
        Expr::Binary(binary) if matches!(binary.op, verus_syn::BinOp::And(_)) => {
            conjuncts(&binary.left, found);
            conjuncts(&binary.right, found);
        }
        Expr::BigAnd(all) => all.exprs.iter().for_each(|part| conjuncts(&part.expr, found)),
        other => found.push(other.clone()),
    }
}

/// The function with type arguments, as code beside it writes it.
fn callee(function: &Function, scope: &Scope) -> String {
    let types = function.sig.generics.type_params().count();
    let turbofish = if types == 0 { String::new() } else { format!("::<{}>", vec!["u8"; types].join(", ")) };
    match &function.owner {
        Some((owner, _)) => {
            let owner = instantiate(owner.to_token_stream(), scope);
            format!("<{owner}>::{}{turbofish}", function.sig.ident)
        }
        None => format!("super::{}{turbofish}", function.path),
    }
}

/// A type with `u8` for its parameters, and lifetimes left out.
fn instantiate(tokens: TokenStream, scope: &Scope) -> TokenStream {
    let mut lifetime = false;
    let replaced = tokens.into_iter().map(|token| {
        let after = std::mem::replace(&mut lifetime, matches!(&token, TokenTree::Punct(p) if p.as_char() == '\''));
        match token {
            TokenTree::Ident(ident) if after => TokenTree::Ident(proc_macro2::Ident::new("_", ident.span())),
            TokenTree::Ident(ident) if ident != "Self" && scope.contains_key(&ident.to_string()) => {
                TokenTree::Ident(proc_macro2::Ident::new("u8", ident.span()))
            }
            TokenTree::Group(group) => {
                TokenTree::Group(proc_macro2::Group::new(group.delimiter(), instantiate(group.stream(), scope)))
            }
            other => other,
        }
    });
    replaced.collect()
}

/// A module for the end of a program, with a function that calls the one of a number.
pub fn module(program: &Program, cases: &[Case]) -> String {
    let mut text = String::from(
        "\n#[allow(warnings)]\npub mod certus_contracts {\nuse super::*;\nuse crate::wire::{self, Known as _, Other as _};\n\
         pub fn call(n: usize, i: &mut wire::Input, o: &mut ::std::string::String) {\nmatch n {\n",
    );
    for (n, case) in cases.iter().enumerate() {
        let _ = writeln!(text, "{n} => {{\n{}\n}}", case.code());
    }
    text.push_str("_ => {}\n}\n}\n");
    let mut read = BTreeSet::new();
    cases.iter().flat_map(|case| &case.params).for_each(|param| mentioned(program, &param.ty, &mut read));
    cases.iter().for_each(|case| places(program, &case.result_ty, &mut read));
    for (name, found) in &program.types {
        if let [def] = &found[..]
            && def.runs
            && def.visible
            && !def.variants.is_empty()
            && !is_standard(name)
        {
            codec(def, false, &mut text);
            if read.contains(name) {
                codec(def, true, &mut text);
            }
        }
    }
    text + "}\n"
}

/// The types of values that are written through a reference in a result.
fn places(program: &Program, ty: &Ty, read: &mut BTreeSet<String>) {
    match ty {
        Ty::Mut(inner) => mentioned(program, inner, read),
        Ty::Tuple(parts) => parts.iter().for_each(|part| places(program, part, read)),
        Ty::Data(_, args) => args.iter().for_each(|arg| places(program, arg, read)),
        _ => {}
    }
}

fn is_standard(name: &str) -> bool {
    ["Option", "Result", "Ordering"].contains(&name)
}

/// The types of the program that occur in values of a type.
fn mentioned(program: &Program, ty: &Ty, used: &mut BTreeSet<String>) {
    match ty {
        Ty::Tuple(parts) => parts.iter().for_each(|part| mentioned(program, part, used)),
        Ty::Shared(ty) | Ty::Mut(ty) | Ty::Seq(ty) | Ty::Array(ty, _) => mentioned(program, ty, used),
        Ty::Data(name, args) => {
            args.iter().for_each(|arg| mentioned(program, arg, used));
            let Some(def) = program.definition(name) else { return };
            if used.insert(name.clone()) {
                let parts = (0..def.variants.len()).flat_map(|i| program.fields(def, i, args));
                parts.for_each(|(_, ty)| mentioned(program, &ty, used));
            }
        }
        _ => {}
    }
}

/// The impl that reads or writes values of one type of the program.
fn codec(def: &super::program::Definition, reads: bool, text: &mut String) {
    let bound = if reads { "Read" } else { "Write" };
    let mut generics = def.generics.clone();
    let lifetime = |p: &GenericParam| matches!(p, GenericParam::Lifetime(_));
    generics.params = generics.params.into_iter().filter(|p| !reads || !lifetime(p)).collect();
    for param in generics.type_params_mut() {
        param.bounds.extend(verus_syn::parse_str::<verus_syn::TypeParamBound>(&format!("wire::{bound}")));
        param.default = None;
    }
    let params = generics.params.to_token_stream();
    let clause = generics.where_clause.to_token_stream();
    let args = def.generics.params.iter().map(|param| match param {
        GenericParam::Lifetime(_) if reads => "'static".into(),
        GenericParam::Lifetime(param) => param.lifetime.to_string(),
        GenericParam::Type(param) => param.ident.to_string(),
        GenericParam::Const(param) => param.ident.to_string(),
    });
    let args = args.collect::<Vec<String>>().join(", ");
    let arms = (0..def.variants.len()).map(|i| arm(def, i, reads)).collect::<Vec<_>>().join(" ");
    let _ = write!(text, "impl<{params}> wire::{bound} for {}<{args}> {clause} {{ ", def.name);
    let _ = if reads {
        let select = if def.is_enum { "wire::read::<usize>(i)" } else { "0usize" };
        writeln!(text, "fn read(i: &mut wire::Input) -> Self {{ match {select} {{ {arms} _ => panic!() }} }} }}")
    } else {
        writeln!(text, "fn write(&self, o: &mut ::std::string::String) {{ match self {{ {arms} }} }} }}")
    };
}

/// The arm of a `match` that reads or writes one variant.
fn arm(def: &super::program::Definition, index: usize, reads: bool) -> String {
    let (variant, fields) = &def.variants[index];
    let path = if def.is_enum { format!("{}::{variant}", def.name) } else { variant.clone() };
    let names: Vec<String> = (fields.iter().enumerate())
        .map(|(i, field)| field.ident.as_ref().map_or(i.to_string(), ToString::to_string))
        .collect();
    if reads {
        let value = |field| if is_ghost(field) { "::std::marker::PhantomData" } else { "wire::read(i)" };
        let parts: Vec<String> = names.iter().zip(fields).map(|(name, f)| format!("{name}: {}", value(f))).collect();
        return format!("{index} => {path} {{ {} }},", parts.join(", "));
    }
    let parts: Vec<String> = names.iter().enumerate().map(|(i, name)| format!("{name}: f{i}")).collect();
    let writes: Vec<String> = (names.iter().enumerate())
        .map(|(i, name)| format!("(\"{name}\", &|o: &mut ::std::string::String| (&wire::Of(f{i})).put(o))"))
        .collect();
    let (ty, binds) = (&def.name, parts.join(", "));
    format!("{path} {{ {binds} }} => wire::data(\"{ty}\", \"{variant}\", &[{}], o),", writes.join(", "))
}
