//! Types whose values can be drawn, given to a compiled function and taken from it.

use super::program::{Definition, Program};
use std::collections::HashMap;
use std::rc::Rc;
use verus_syn::{Expr, GenericArgument, GenericParam, Generics, Lit, PathArguments, Type};

/// A type of machine integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    pub signed: bool,
    pub bits: u32,
}

impl Kind {
    pub fn named(name: &str) -> Option<Kind> {
        let signed = name.starts_with('i');
        let bits = match name.get(1..)? {
            "size" => 64,
            digits => digits.parse().ok().filter(|bits| [8, 16, 32, 64, 128].contains(bits))?,
        };
        (signed || name.starts_with('u')).then_some(Kind { signed, bits })
    }
}

/// What is known of a type. `Opaque` is every type whose values stay in the compiled program.
#[derive(Clone, Debug, PartialEq)]
pub enum Ty {
    Machine(Kind),
    /// `int` and, if the flag is set, `nat`.
    Exact(bool),
    Bool,
    Char,
    Text,
    Tuple(Vec<Ty>),
    Array(Box<Ty>, usize),
    /// A vector, a slice or a sequence.
    Seq(Box<Ty>),
    /// A shared reference or an owning pointer.
    Shared(Box<Ty>),
    Mut(Box<Ty>),
    Ghost(Box<Ty>),
    Data(String, Vec<Ty>),
    Opaque,
}

/// What names of types mean: the parameters of a function or type, and `Self`.
pub type Scope = HashMap<String, Ty>;

impl Program {
    pub fn definition(&self, name: &str) -> Option<&Rc<Definition>> {
        Program::only(&self.types, &name.to_string())
    }

    /// The meaning of a written type.
    pub fn ty(&self, ty: &Type, scope: &Scope) -> Ty {
        match ty {
            Type::Paren(inner) => self.ty(&inner.elem, scope),
            Type::Group(inner) => self.ty(&inner.elem, scope),
            Type::Tuple(tuple) => Ty::Tuple(tuple.elems.iter().map(|ty| self.ty(ty, scope)).collect()),
            Type::Slice(slice) => Ty::Seq(Box::new(self.ty(&slice.elem, scope))),
            Type::Array(array) => match length(&array.len, self, 0) {
                Some(n) if n <= 64 => Ty::Array(Box::new(self.ty(&array.elem, scope)), n),
                _ => Ty::Opaque,
            },
            Type::Reference(inner) if inner.mutability.is_some() => Ty::Mut(Box::new(self.ty(&inner.elem, scope))),
            Type::Reference(inner) => Ty::Shared(Box::new(self.ty(&inner.elem, scope))),
            Type::Path(path) if path.qself.is_none() => self.named(&path.path, scope),
            _ => Ty::Opaque,
        }
    }

    fn named(&self, path: &verus_syn::Path, scope: &Scope) -> Ty {
        let Some(last) = path.segments.last() else { return Ty::Opaque };
        let name = last.ident.to_string();
        let args: Vec<Ty> = match &last.arguments {
            PathArguments::AngleBracketed(args) => {
                args.args.iter().filter_map(|arg| self.argument(arg, scope)).collect()
            }
            _ => Vec::new(),
        };
        if let Some(ty) = scope.get(&name).filter(|_| path.segments.len() == 1) {
            return ty.clone();
        }
        if let Some(def) = Program::only(&self.types, &name) {
            let wanted = def.generics.type_params().count();
            let known = wanted == args.len() && def.generics.const_params().next().is_none();
            return if known { Ty::Data(name, args) } else { Ty::Opaque };
        }
        if self.types.contains_key(&name) {
            return Ty::Opaque;
        }
        if let Some(alias) = Program::only(&self.aliases, &name) {
            return if args.is_empty() { self.ty(alias, &Scope::new()) } else { Ty::Opaque };
        }
        let one = || args.first().cloned().map(Box::new);
        let built = match name.as_str() {
            "bool" => Some(Ty::Bool),
            "char" => Some(Ty::Char),
            "str" | "String" => Some(Ty::Text),
            "int" => Some(Ty::Exact(false)),
            "nat" => Some(Ty::Exact(true)),
            "Vec" | "VecDeque" | "Seq" if args.len() == 1 => one().map(Ty::Seq),
            "Box" | "Rc" | "Arc" if args.len() == 1 => one().map(Ty::Shared),
            "Ghost" if args.len() == 1 => one().map(Ty::Ghost),
            other => Kind::named(other).map(Ty::Machine),
        };
        built.unwrap_or(Ty::Opaque)
    }

    fn argument(&self, arg: &GenericArgument, scope: &Scope) -> Option<Ty> {
        match arg {
            GenericArgument::Type(ty) => Some(self.ty(ty, scope)),
            GenericArgument::Lifetime(_) => None,
            _ => Some(Ty::Opaque),
        }
    }

    /// The types of a variant's fields, by name. A ghost or tracked field is `Ghost`.
    pub fn fields(&self, def: &Definition, variant: usize, args: &[Ty]) -> Vec<(String, Ty)> {
        let mut scope: Scope =
            def.generics.type_params().map(|p| p.ident.to_string()).zip(args.iter().cloned()).collect();
        scope.insert("Self".into(), Ty::Data(def.name.clone(), args.to_vec()));
        let named = def.variants[variant].1.iter().enumerate().map(|(i, field)| {
            let name = field.ident.as_ref().map_or(i.to_string(), ToString::to_string);
            let ty = self.ty(&field.ty, &scope);
            (name, if is_ghost(field) { Ty::Ghost(Box::new(ty)) } else { ty })
        });
        named.collect()
    }

    /// Whether values of the type can be given to a compiled function.
    pub fn readable(&self, ty: &Ty) -> bool {
        self.all(ty, &mut Vec::new(), &|ty, _| !matches!(ty, Ty::Opaque | Ty::Mut(_) | Ty::Exact(_)))
    }

    /// Whether values of the type can be taken from the compiled program: all but references that are written through
    /// inside of a value.
    pub fn writable(&self, ty: &Ty) -> bool {
        let plain = |ty: &Ty, nested: bool| match ty {
            Ty::Mut(_) => !nested,
            Ty::Data(name, _) => self.definition(name).is_some_and(|def| def.runs && def.visible),
            other => !matches!(other, Ty::Opaque | Ty::Exact(_)),
        };
        self.all(ty, &mut Vec::new(), &plain)
    }

    /// Whether a condition holds for a type and the types of all parts of its values. The flag says whether the part is
    /// in a value of a program's type or in a sequence.
    fn all(&self, ty: &Ty, seen: &mut Vec<Ty>, holds: &dyn Fn(&Ty, bool) -> bool) -> bool {
        let nested = !seen.is_empty();
        if !holds(ty, nested) {
            return false;
        }
        match ty {
            Ty::Tuple(parts) => parts.iter().all(|part| self.all(part, seen, holds)),
            Ty::Shared(inner) | Ty::Mut(inner) => self.all(inner, seen, holds),
            Ty::Seq(inner) | Ty::Array(inner, _) => {
                seen.push(ty.clone());
                let all = self.all(inner, seen, holds);
                seen.pop();
                all
            }
            Ty::Data(name, args) => {
                let Some(def) = self.definition(name).filter(|def| def.runs && def.visible) else { return false };
                if seen.contains(ty) {
                    return true;
                }
                let standard = name == "Option" || name == "Result";
                if !standard {
                    seen.push(ty.clone());
                }
                let parts = (0..def.variants.len()).flat_map(|i| self.fields(def, i, args));
                let all = !def.variants.is_empty() && parts.into_iter().all(|(_, ty)| self.all(&ty, seen, holds));
                if !standard {
                    seen.pop();
                }
                all && seen.len() < 20
            }
            _ => true,
        }
    }
}

/// Whether a field is left out where the program runs.
pub fn is_ghost(field: &verus_syn::Field) -> bool {
    matches!(field.mode, verus_syn::DataMode::Ghost(_) | verus_syn::DataMode::Tracked(_))
}

/// The length of an array, if it is a literal or a constant.
fn length(expr: &Expr, program: &Program, depth: usize) -> Option<usize> {
    match expr {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Int(int) => int.base10_parse().ok(),
            _ => None,
        },
        Expr::Path(path) if depth < 4 => {
            let name = path.path.get_ident()?.to_string();
            length(Program::only(&program.consts, &name)?, program, depth + 1)
        }
        Expr::Paren(inner) => length(&inner.expr, program, depth),
        _ => None,
    }
}

/// `u8` for each type parameter; nothing if a bound is not one that `u8` is known to meet.
pub fn instance(generics: &Generics) -> Option<Scope> {
    const MET: [&str; 9] = ["Copy", "Clone", "Sized", "Eq", "PartialEq", "Ord", "PartialOrd", "Debug", "Default"];
    let mut scope = Scope::new();
    let met = |bound: &verus_syn::TypeParamBound| match bound {
        verus_syn::TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|s| s.arguments.is_empty() && MET.iter().any(|name| s.ident == name))
        }
        verus_syn::TypeParamBound::Lifetime(_) => true,
        _ => false,
    };
    for param in &generics.params {
        match param {
            GenericParam::Lifetime(_) => {}
            GenericParam::Type(param) if param.bounds.iter().all(met) => {
                scope.insert(param.ident.to_string(), Ty::Machine(Kind { signed: false, bits: 8 }));
            }
            _ => return None,
        }
    }
    let met_by_all = |predicate: &verus_syn::WherePredicate| match predicate {
        verus_syn::WherePredicate::Type(predicate) => predicate.bounds.iter().all(met),
        _ => true,
    };
    generics.where_clause.iter().flat_map(|clause| &clause.predicates).all(met_by_all).then_some(scope)
}
