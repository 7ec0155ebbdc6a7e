//! Types of the tree to types of VIR.
//!
//! Every type of the language has one form in VIR, or is refused with `unsupported/..`. `&T` and the containers of
//! `is_transparent` are kept as decorations around the type of the value: equality and quantifiers look through them,
//! while the printed signature still shows them. `&mut T` is a pair of the value now and the value at the end of the
//! borrow (guide page `mutable-references`). A raw pointer is an abstract value: the library says that it is an address, a
//! provenance and metadata (module `vstd::raw_ptr`), and `*const T` is a decoration of `*mut T`. `int` and `nat` are described in guide page `integers`.

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_tree::{self as tree, ConstArg, DefId, IntTy, Item, Known, Mutability};
use certus_vir::{IntKind, Ty};

use crate::context::{Context, Shape};
use crate::error::{Result, fail};

/// The range of a machine integer.
pub(crate) fn int_kind(ty: IntTy) -> IntKind {
    match ty {
        IntTy::I8 => IntKind::I(8),
        IntTy::I16 => IntKind::I(16),
        IntTy::I32 => IntKind::I(32),
        IntTy::I64 => IntKind::I(64),
        IntTy::I128 => IntKind::I(128),
        IntTy::Isize => IntKind::Isize,
        IntTy::U8 => IntKind::U(8),
        IntTy::U16 => IntKind::U(16),
        IntTy::U32 => IntKind::U(32),
        IntTy::U64 => IntKind::U(64),
        IntTy::U128 => IntKind::U(128),
        IntTy::Usize => IntKind::Usize,
    }
}

impl Context<'_> {
    /// The VIR type; the datatypes in it are requested.
    /// `Box<T>`, `Ghost<T>` and the like are `Boxed(.., T)`, `(A, B)` is a datatype of its own, `[T; 3]` is `array<T,
    /// 3>`. Errs with `unsupported/..` for a type without values in the language: `dyn`, function
    /// pointers.
    pub(crate) fn ty(&mut self, ty: &tree::Ty, span: Span) -> Result<Ty> {
        Ok(match ty {
            tree::Ty::Bool => Ty::Bool,
            tree::Ty::Char => Ty::Int(IntKind::Char),
            tree::Ty::Str => {
                self.saw(Shape::Str);
                Ty::Data("str".into(), Vec::new())
            }
            tree::Ty::Never => Ty::unit(),
            tree::Ty::Int(int) => Ty::Int(int_kind(*int)),
            tree::Ty::Adt(def, args) => self.adt_ty(*def, args, span)?,
            tree::Ty::Ref(Mutability::Shared, inner) => Ty::Ref(Box::new(self.ty(inner, span)?)),
            tree::Ty::Ref(Mutability::Mut, inner) => Ty::MutRef(Box::new(self.ty(inner, span)?)),
            tree::Ty::Tuple(tys) => {
                let tys = self.tys(tys, span)?;
                let ty = Ty::tuple(tys);
                self.tuple_datatype(&ty, span);
                ty
            }
            tree::Ty::Slice(inner) => {
                self.saw(Shape::Slice);
                Ty::Data("slice".into(), vec![self.ty(inner, span)?])
            }
            tree::Ty::Array(inner, len) => {
                self.saw(Shape::Array);
                Ty::Data("array".into(), vec![self.ty(inner, span)?, self.const_arg(len, span)?])
            }
            tree::Ty::Param(_, name) => Ty::Param(name.as_str().into()),
            tree::Ty::FnDef(def, args) => self.fn_item(*def, args, span)?,
            tree::Ty::Projection(def, args, name) => {
                let of = self.as_proxy(*def)?.map_or(*def, |(_, target)| target);
                self.known_associated_type(of, name, span)?;
                self.mention_trait(of)?;
                Ty::Proj(self.path(of), self.tys(args, span)?, name.as_str().into())
            }
            tree::Ty::Const(value) => self.const_arg(value, span)?,
            tree::Ty::Float(width) => {
                self.saw(Shape::Float);
                self.float_ty(*width, span)?
            }
            tree::Ty::RawPtr(mutability, inner) => {
                self.saw(Shape::Pointer);
                Ty::pointer(self.ty(inner, span)?, *mutability == Mutability::Shared)
            }
            tree::Ty::FnPtr(..) => {
                return fail(Unsupported::FnPointer, "function pointer types are not supported", span);
            }
            tree::Ty::Closure(number) => self.closure_ty(*number, span)?,
            tree::Ty::Dyn(trait_, args) => self.dyn_ty(*trait_, args, span)?,
            tree::Ty::Opaque(def, number, args) => self.opaque_ty(*def, *number, args, span)?,
        })
    }

    /// Asks for a trait of a library, and so for the impls of it that matter: which type an associated type is, and which impl is
    /// meant, follows from them.
    pub(crate) fn mention_trait(&mut self, trait_: DefId) -> Result<()> {
        if self.tree.is_library(trait_) && !self.is_external(trait_)? && self.deferred.want_impls(trait_) {
            self.request(trait_);
            for id in self.tree.impls(Some(trait_)) {
                self.request_impl(id, trait_)?;
            }
        }
        Ok(())
    }

    /// Errs with `language/external-trait` for an associated type of a trait that is not verified, unless its specification
    /// tells of it.
    fn known_associated_type(&mut self, trait_: DefId, name: &str, span: Span) -> Result<()> {
        if self.tree.is_library(trait_) || !self.is_external(trait_)? {
            return Ok(());
        }
        let trait_name = self.path(trait_);
        let Some(proxy) = self.trait_proxy(trait_)? else {
            return fail(
                Language::ExternalTrait,
                format!("trait `{trait_name}` is not declared to the verifier"),
                span,
            );
        };
        let entry = self.entry(proxy)?;
        let is_known = matches!(&entry.item, Item::Trait(of) if of.assoc_types.iter().any(|n| n == name));
        if !is_known {
            let text = format!("the associated type `{name}` of trait `{trait_name}` is not in its specification");
            return fail(Language::ExternalTrait, text, span);
        }
        Ok(())
    }

    /// Several types.
    pub(crate) fn tys(&mut self, tys: &[tree::Ty], span: Span) -> Result<Vec<Ty>> {
        tys.iter().map(|ty| self.ty(ty, span)).collect()
    }

    /// The few types of the language that have a meaning of their own, and datatypes. A datatype is asked for here, so
    /// that no query can mention a sort that was never declared.
    fn adt_ty(&mut self, def: DefId, args: &[tree::Ty], span: Span) -> Result<Ty> {
        let path = self.path(def);
        match (Known::of(&path), args) {
            (Some(Known::Int), []) => return Ok(Ty::int()),
            (Some(Known::Nat), []) => return Ok(Ty::Int(IntKind::Nat)),
            (Some(Known::Real), []) => return Ok(Ty::Real),
            (Some(Known::SpecFn), [tree::Ty::Tuple(params), ret]) => {
                return Ok(Ty::SpecFn(self.tys(params, span)?, Box::new(self.ty(ret, span)?)));
            }
            (Some(Known::SpecFn), _) => {
                return fail(
                    Unsupported::SpecFn,
                    "a `spec_fn` of an unknown number of arguments is not supported",
                    span,
                );
            }
            _ => {}
        }
        if is_transparent(&path) {
            let Some(inner) = args.first() else {
                return fail(Language::Type, format!("`{path}` needs a type argument"), span);
            };
            let inner = self.ty(inner, span)?;
            // A mutable reference in `Tracked` is passed and opened as the reference itself.
            let is_reference = matches!(inner, Ty::MutRef(_)) && Known::of(&path) == Some(Known::Tracked);
            return Ok(if is_reference { inner } else { Ty::Boxed(path, Box::new(inner)) });
        }
        self.check_type(def, span)?;
        self.request(def);
        self.definitions.add_datatype(path.clone(), def);
        Ok(Ty::Data(path, self.tys(args, span)?))
    }

    /// A constant that could not be evaluated is refused: two arrays of unknown length must not become one type. So is one that
    /// does not fit on every target that the program is for, like a literal: ghost code would show that an address has 64 bits.
    fn const_arg(&mut self, value: &ConstArg, span: Span) -> Result<Ty> {
        match value {
            ConstArg::Value(n) => Ok(Ty::Const((*n).into())),
            ConstArg::Wide(n) if self.least_word_bits()? == 64 => Ok(Ty::Const((*n).into())),
            ConstArg::Wide(n) => {
                let text = format!("the constant {n} in a type is out of range");
                let help = "on some targets an address has 32 bits; `global size_of usize == 8;` says that the program is not for these";
                Err(Diagnostic::error(Language::LiteralRange, text, span).with_help(help).into())
            }
            ConstArg::Param(_, name) => Ok(Ty::Param(name.as_str().into())),
            ConstArg::Unknown => fail(Unsupported::ConstGeneric, "this constant could not be evaluated", span),
        }
    }

    /// The type of a closure of the function being lowered: abstract, with the type parameters of the function.
    fn closure_ty(&mut self, number: u32, span: Span) -> Result<Ty> {
        let Some(function) = self.enclosing().cloned() else {
            return fail(Unsupported::Closure, "a closure outside of a function is not supported", span);
        };
        let path: certus_vir::Path = format!("{}::{{closure#{number}}}", function.path).into();
        let args = function.params.iter().map(|param| Ty::Param(param.name.clone())).collect();
        if !self.output.has_datatype(&path) {
            self.declare_datatype((path.clone(), function.params), None, certus_vir::Sizedness::Always, span);
        }
        Ok(Ty::Data(path, args))
    }

    /// Declares the datatype of a tuple type.
    /// One generic datatype per number of components, as no source declares it.
    pub(crate) fn tuple_datatype(&mut self, ty: &Ty, span: Span) {
        let Ty::Data(path, args) = ty else { return };
        if self.output.has_datatype(path) {
            return;
        }
        let params =
            (0..args.len()).map(|i| certus_vir::TypeParam { name: format!("T{i}").into(), maybe_unsized: false });
        let params: Vec<_> = params.collect();
        let field = |i: usize| certus_vir::Field {
            name: i.to_string().into(),
            ty: Ty::Param(format!("T{i}").into()),
            ghost: false,
        };
        let variant = certus_vir::Variant { name: path.clone(), fields: (0..args.len()).map(field).collect() };
        let sized = certus_vir::Sizedness::WithArguments;
        self.declare_datatype((path.clone(), params), Some(vec![variant]), sized, span);
    }

    /// Declares a datatype that no source declares: it has no bounds and no `Drop`.
    pub(crate) fn declare_datatype(
        &mut self,
        (path, params): (certus_vir::Path, Vec<certus_vir::TypeParam>),
        variants: Option<Vec<certus_vir::Variant>>,
        sized: certus_vir::Sizedness,
        span: Span,
    ) {
        let bounds = Vec::new();
        let datatype =
            certus_vir::Datatype { path, params, bounds, variants, sized, ext_equal: false, drops: false, span };
        self.output.add_datatype(datatype);
    }
}

/// Containers whose value is the value of what they contain.
/// Sound because verified code cannot see where a value is stored. `Rc` and `Arc` give out shared references only.
pub(crate) fn is_transparent(path: &str) -> bool {
    Known::of(path).is_some_and(|known| known.is_pointer() || known.is_wrapper())
}
