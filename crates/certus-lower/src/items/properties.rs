//! Properties of items that bodies ask for: modes, whether they may be used, fields, bounds.

use std::collections::HashSet;
use std::rc::Rc;

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_tree::{self as tree, DefId, Item, Known};
use certus_vir::{Expr, ExprKind, FieldStep, Function, IntKind, Mode, Name, Path, Ty};

use crate::context::Context;
use crate::error::{Failed, Result, fail};
use crate::items::visibility::is_seen_in;
use crate::paths::spec_of_exec;

impl Context<'_> {
    /// The mode of a function.
    /// Guide page `modes`: code without a word is exec code.
    pub(crate) fn mode_of(&mut self, def: DefId) -> Result<Mode> {
        let entry = self.entry(def)?;
        if let Some(mode) = entry.attrs.mode {
            return Ok(mode);
        }
        Ok(Mode::Exec)
    }

    /// The function that a call of `def` means to the verifier (its trusted specification where it has one), and its
    /// mode; an error where it has none.
    /// Errs with `language/external` for a function of this crate that is not in the language and with
    /// `unsupported/std` for one of a library: nothing is known about what such a call does, so no fact after it could
    /// be trusted.
    pub(crate) fn callable(&mut self, def: DefId, ghost: bool, span: Span) -> Result<(DefId, Mode)> {
        self.readable(def, "function", span)?;
        let entry = self.entry(def)?;
        let Item::Function(_) = &entry.item else {
            return fail(Unsupported::Callee, "this cannot be called", span);
        };
        let path = self.path(def);
        if entry.attrs.external_fn_specification || entry.attrs.assume_specification {
            let text = format!(
                "cannot call function `{path}` which is an artificial function for `assume_specification`; call what it \
                 specifies instead"
            );
            return fail(Language::ExternalSpec, text, span);
        }
        let spec = self.specification_of(def)?;
        if ghost && let Some(twin) = self.stand_in(spec.unwrap_or(def))? {
            return Ok((twin, Mode::Spec));
        }
        if let Some(spec) = spec {
            return Ok((spec, Mode::Exec));
        }
        if let Some(function) = self.proxy_function(def)? {
            return Ok((function, Mode::Exec));
        }
        self.check_known(def, "function", span)?;
        Ok((def, self.mode_of(def)?))
    }

    /// Errs with `unsupported/external-crate` for the use of an item of another crate that cannot be read, where it is
    /// used: what the crate itself says is of no use to who uses it.
    pub(crate) fn readable(&mut self, def: DefId, what: &str, span: Span) -> Result<()> {
        if self.tree.is_local(def) || self.tree.is_library(def) || self.is_readable(def)? {
            return Ok(());
        }
        let path = self.path(def);
        let text = format!("the {what} `{path}` cannot be used: a type in its declaration is not known");
        fail(Unsupported::ExternalCrate, text, span)
    }

    /// Whether an item of another crate can be read as far as it is used: the fields of a type need not be known where a
    /// specification says that they are hidden.
    fn is_readable(&mut self, def: DefId) -> Result<bool> {
        Ok(match self.entry(def) {
            Ok(entry) => match &entry.item {
                Item::Adt(adt) if adt.has_unknown_field => self.type_entry(def)?.attrs.external_body,
                _ => true,
            },
            Err(_) => false,
        })
    }

    /// True for an item that is not in the language: written outside of it, or marked `external`, itself or what it is
    /// in.
    pub(crate) fn is_external(&mut self, def: DefId) -> Result<bool> {
        let entry = self.entry(def)?;
        if !entry.def().in_verus {
            return Ok(true);
        }
        let mut at = Some(entry);
        while let Some(entry) = at {
            if entry.attrs.external {
                return Ok(true);
            }
            at = entry.def().parent.map(|id| self.entry(id)).transpose()?;
        }
        Ok(false)
    }

    /// Errs for the use of an item that is not in the language: with `language/external` for one of the user's crates and a
    /// type of a library, with `unsupported/std` for another item of a library.
    pub(crate) fn check_known(&mut self, def: DefId, what: &str, span: Span) -> Result<()> {
        if !self.is_external(def)? {
            return Ok(());
        }
        let path = self.path(def);
        let error = match (self.tree.is_library(def), self.entry(def)?.attrs.external) {
            (true, true) => Diagnostic::error(Language::External, format!("`{path}` has no specification"), span),
            (true, false) => Diagnostic::error(Unsupported::Std, format!("`{path}` has no specification yet"), span),
            (false, _) => {
                let text = format!(
                    "cannot use {what} `{path}` which is ignored because it is either declared outside the verus! macro \
                     or it is marked as `external`"
                );
                Diagnostic::error(Language::External, text, span)
            }
        };
        Err(match self.how_to_specify(def) {
            Some(advice) => error.with_help(advice).into(),
            None => error.into(),
        })
    }

    /// True when an exec function may be used in specifications (`allow_in_spec`).
    /// The `returns` clause then is a definition, which the exec body is proved (or, if hidden, trusted) to give.
    pub(crate) fn usable_as_spec(&mut self, def: DefId) -> Result<bool> {
        Ok(self.entry(def)?.attrs.allow_in_spec)
    }

    /// The spec function that an exec function with `returns` is in specifications.
    pub(crate) fn spec_twin(&mut self, def: DefId) -> Result<Path> {
        let path = spec_of_exec(&self.path(def));
        self.request(def);
        Ok(path)
    }

    /// The modes of a function's parameters.
    /// What stands on the parameter comes before the list of the rewriter, and both before the default: exec in exec
    /// functions, spec in all others (reference page `reference-var-modes`).
    pub(crate) fn param_modes(&mut self, def: DefId) -> Result<Vec<Mode>> {
        let entry = self.entry(def)?;
        let Item::Function(function) = &entry.item else { return Ok(Vec::new()) };
        let default = match self.mode_of(def)? {
            Mode::Exec => Mode::Exec,
            _ => Mode::Spec,
        };
        let mut modes = Vec::new();
        for (i, param) in function.params.iter().enumerate() {
            let own = crate::attrs::Attrs::read(&param.attrs)?.mode;
            let listed = entry.attrs.params.get(i).copied().flatten();
            modes.push(own.or(listed).unwrap_or(default));
        }
        Ok(modes)
    }

    /// The mode of a function's result: as written, or that of the default, exec in exec functions and spec in all others.
    pub(crate) fn result_mode(&mut self, def: DefId) -> Result<Mode> {
        let written = self.entry(def)?.attrs.ret;
        let default = if self.mode_of(def)? == Mode::Exec { Mode::Exec } else { Mode::Spec };
        Ok(written.unwrap_or(default))
    }

    /// The mode of what a call of a function gives. `()` holds nothing, so proof functions give it in their own mode.
    pub(crate) fn given_mode(&mut self, def: DefId) -> Result<Mode> {
        let entry = self.entry(def)?;
        let is_unit = matches!(&entry.item, Item::Function(of) if of.ret == tree::Ty::unit());
        if is_unit && entry.attrs.ret.is_none() { self.mode_of(def) } else { self.result_mode(def) }
    }

    /// The type of a call's result: the callee's declared one with its arguments put in, where decorations matter.
    pub(crate) fn result_ty(&mut self, def: DefId, args: &[tree::Ty], e: &tree::Expr, at: DefId) -> Result<Ty> {
        let entry = self.entry(def)?;
        let Item::Function(function) = &entry.item else { return self.ty(&e.ty, e.span) };
        if e.ty == tree::Ty::Never {
            return Ok(Ty::unit());
        }
        let ret = self.stated_result(function)?;
        let ret = self.tree.normalize(&ret.subst(args), at);
        self.ty(&ret, e.span)
    }

    /// The fields of a variant of a type, with their types.
    pub(crate) fn fields_of(&mut self, ty: &Ty, variant: &Name, span: Span) -> Result<Vec<(Name, Ty)>> {
        let Ty::Data(path, args) = ty else { return fail(Unsupported::Field, "this type has no fields", span) };
        if path.starts_with("tuple%") {
            return Ok(args.iter().enumerate().map(|(i, t)| (Name::from(i.to_string()), t.clone())).collect());
        }
        let Some(def) = self.definitions.datatype(path) else {
            return fail(Unsupported::Field, "this type has no fields that are known", span);
        };
        let entry = self.entry(def)?;
        let Item::Adt(adt) = &entry.item else { return fail(Unsupported::Field, "this type has no fields", span) };
        if adt.has_unknown_field {
            return fail(Unsupported::Field, "this type has no fields that are known", span);
        }
        let is_union = adt.kind == tree::AdtKind::Union;
        let Some(shape) = adt.variants.iter().find(|v| is_union || *v.name == **variant) else {
            return fail(Unsupported::Field, "this variant is not known", span);
        };
        let names: Vec<Name> = adt.generics.params.iter().map(|p| p.name.as_str().into()).collect();
        let mut fields = Vec::new();
        for field in shape.fields.iter().filter(|field| !is_union || *field.name == **variant) {
            let ty = self.ty(&field.ty, span)?;
            let map = |name: &Name| names.iter().position(|n| n == name).and_then(|i| args.get(i).cloned());
            fields.push((field.name.as_str().into(), ty.subst(&map)));
        }
        Ok(fields)
    }

    /// Whether a field is one whose value is only known: references in it are somebody else's.
    pub(crate) fn is_known_field(&mut self, (datatype, variant, field): &FieldStep) -> Result<bool> {
        let Some(def) = self.definitions.datatype(datatype) else { return Ok(false) };
        let entry = self.entry(def)?;
        let Item::Adt(adt) = &entry.item else { return Ok(false) };
        let is_it = |v: &tree::Variant| adt.kind == tree::AdtKind::Union || *v.name == **variant;
        let Some(number) = adt.variants.iter().position(is_it) else { return Ok(true) };
        let Some(index) = adt.variants[number].fields.iter().position(|f| *f.name == **field) else { return Ok(true) };
        Ok(self.field_mode(def, number as u32, index as u32)? == Some(Mode::Spec))
    }

    /// The mode of a field where it is not that of the whole (`ghost x: T`, `tracked x: T`).
    /// Exec code may not read such a field, since it is not there in the compiled program.
    pub(crate) fn field_mode(&mut self, adt: DefId, variant: u32, field: u32) -> Result<Option<Mode>> {
        let entry = self.entry(adt)?;
        let Item::Adt(item) = &entry.item else { return Ok(None) };
        let found = item.variants.get(variant as usize).and_then(|v| v.fields.get(field as usize));
        let mode = found.map(|f| crate::attrs::Attrs::read(&f.attrs)).transpose()?.and_then(|a| a.mode);
        Ok(mode.filter(|m| *m != Mode::Exec))
    }

    /// Whether a struct takes a field that is not ghost from its base. A base that gives ghost fields only is only looked at.
    pub(crate) fn takes_from_base(&mut self, adt: DefId, variant: u32, given: &[tree::FieldValue]) -> Result<bool> {
        let entry = self.entry(adt)?;
        let Item::Adt(item) = &entry.item else { return Ok(true) };
        let count = item.variants.get(variant as usize).map_or(0, |v| v.fields.len());
        for index in (0..count as u32).filter(|index| given.iter().all(|field| field.field != *index)) {
            if self.field_mode(adt, variant, index)? != Some(Mode::Spec) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether values of a type are copied, as `at` sees it.
    pub(crate) fn is_copied(&mut self, ty: &tree::Ty, at: DefId) -> bool {
        let copy = self.tree.lookup(Known::Copy.path());
        copy.is_some_and(|copy| self.tree.implements(copy, std::slice::from_ref(ty), at))
    }

    /// Constants of the machine integer types.
    /// `MAX`, `MIN` and `BITS` are terms of VIR, since those of `usize` depend on the target (reference page
    /// `reference-global`).
    pub(crate) fn machine_constant(&mut self, def: DefId, ty: &Ty, span: Span) -> Result<Option<Expr>> {
        let entry = self.entry(def)?;
        let Some(parent) = entry.def().parent else { return Ok(None) };
        if self.tree.is_local(def) {
            return Ok(None);
        }
        let parent = self.entry(parent)?;
        let Item::Impl(of) = &parent.item else { return Ok(None) };
        let kind = match &of.self_ty {
            tree::Ty::Int(int) => crate::types::int_kind(*int),
            tree::Ty::Char => IntKind::Char,
            _ => return Ok(None),
        };
        Ok(match entry.def().name.as_str() {
            "MAX" => Some(Expr::new(ExprKind::Bound(kind, true), ty.clone(), span)),
            "MIN" => Some(Expr::new(ExprKind::Bound(kind, false), ty.clone(), span)),
            "BITS" => Some(Expr { ty: ty.clone(), ..crate::body::width(kind, span) }),
            _ => None,
        })
    }

    /// The mode of a constant: `None` when it may be read everywhere.
    pub(crate) fn const_mode(&mut self, def: DefId) -> Result<Option<Mode>> {
        Ok(self.entry(def)?.attrs.mode)
    }

    /// True for an operator on integers. They are copied, so what is made of tracked ones is tracked too.
    pub(crate) fn keeps_mode(&mut self, builtin: Known, ty: &tree::Ty) -> bool {
        const ARITHMETIC: [Known; 10] = [
            Known::SpecAdd,
            Known::SpecSub,
            Known::SpecMul,
            Known::SpecDiv,
            Known::SpecRem,
            Known::SpecBitAnd,
            Known::SpecBitOr,
            Known::SpecBitXor,
            Known::SpecShl,
            Known::SpecShr,
        ];
        let is_integer = match ty {
            tree::Ty::Int(_) => true,
            tree::Ty::Adt(def, _) => self.known(*def).is_some_and(Known::is_math),
            _ => false,
        };
        is_integer && ARITHMETIC.contains(&builtin)
    }

    /// What the contract of an exec constant says about its value.
    /// Sound because the initial value is checked against the same clauses.
    pub(crate) fn const_facts(&mut self, def: DefId, value: &Expr) -> Result<Vec<Expr>> {
        Ok(self.const_contract(def)?.map_or(Vec::new(), |contract| contract.about(value)))
    }

    /// The path of a broadcast function or group.
    /// Errs with `language/broadcast`: the contract of any other proof function holds for the arguments of a call only.
    pub(crate) fn broadcast_path(&mut self, def: DefId, span: Span) -> Result<Path> {
        let entry = self.entry(def)?;
        if !entry.attrs.broadcast && !entry.attrs.broadcast_group {
            let path = self.path(def);
            return fail(Language::Broadcast, format!("`{path}` is not a broadcast proof function or group"), span);
        }
        self.request_fact(def)?;
        Ok(self.path(def))
    }

    /// What a `broadcast use` brings into a module. Of a group with a member that the module cannot name, at any depth,
    /// these are the other members. Errs as [`Context::broadcast_path`] does.
    pub(crate) fn broadcast_paths(&mut self, def: DefId, module: &Path, span: Span) -> Result<Vec<Path>> {
        let group = self.broadcast_path(def, span)?;
        let (mut seen, mut todo) = (HashSet::from([def]), vec![def]);
        let (mut found, mut hides) = (Vec::new(), false);
        while let Some(at) = todo.pop() {
            let entry = match self.entry(at) {
                Err(Failed(errors)) if at != def && self.lose_unread(at, &errors) => continue,
                entry => entry?,
            };
            if at != def && !is_seen_in(&entry.def().visibility, module) {
                hides = true;
                continue;
            }
            if !entry.attrs.broadcast_group {
                found.push(self.broadcast_path(at, span)?);
                continue;
            }
            // Everything in a group of a library is for everyone.
            if let (false, Some(body)) = (self.tree.is_library(at), self.tree.body(at)?) {
                let members = self.paths_in(&body.value, Known::BroadcastMember)?;
                todo.extend(members.into_iter().map(|(member, _)| member).filter(|member| seen.insert(*member)));
            } else {
                found.push(self.broadcast_path(at, span)?);
            }
        }
        found.reverse();
        Ok(if hides { found } else { vec![group] })
    }

    /// A spec function without a body.
    pub(crate) fn plain_function(&mut self, def: DefId, mode: Mode, ret: certus_vir::Param) -> Result<Function> {
        let entry: Rc<crate::context::Entry> = self.entry(def)?;
        let path = self.path(def);
        let mut function = Function::new(path, mode, entry.def().name_span);
        function.name = entry.def().name.as_str().into();
        function.module = entry.def().module.as_str().into();
        function.ret = ret;
        function.publish = certus_vir::Publish::Never;
        function.source = certus_vir::AxiomSource::Elsewhere;
        Ok(function)
    }

    /// Type parameters of an item.
    pub(crate) fn type_params(&self, generics: &tree::Generics) -> Vec<certus_vir::TypeParam> {
        let params = generics.params.iter().enumerate();
        let param = |(i, p): (usize, &tree::GenericParam)| certus_vir::TypeParam {
            name: p.name.as_str().into(),
            maybe_unsized: generics.unsized_params.contains(&(i as u32)),
        };
        params.map(param).collect()
    }

    /// Bounds of an item on its type parameters, with those that they imply: supertraits, and bounds on associated types.
    /// An error where an argument has no form in VIR: a bound that is left out would let a fact apply to too many types.
    pub(crate) fn bounds(&mut self, generics: &tree::Generics, span: Span) -> Result<Vec<certus_vir::TraitBound>> {
        let mut all: Vec<tree::WhereClause> = generics.clauses.clone();
        let mut depth = vec![0; all.len()];
        let mut next = 0;
        while let Some(clause) = all.get(next).cloned() {
            let below = depth.get(next).copied().unwrap_or(IMPLIED_DEPTH);
            next += 1;
            let entry = self.entry(clause.trait_)?;
            let Item::Trait(of) = &entry.item else { continue };
            if below >= IMPLIED_DEPTH {
                continue;
            }
            let on_self = |c: &&tree::WhereClause| matches!(c.args.first(), Some(tree::Ty::Param(0, _)));
            let implied = of.generics.clauses.iter().filter(on_self).chain(&of.assoc_bounds);
            for implied in implied {
                let implied = tree::WhereClause {
                    trait_: implied.trait_,
                    args: implied.args.iter().map(|t| t.subst(&clause.args)).collect(),
                    assoc: implied.assoc.iter().map(|(n, t)| (n.clone(), t.subst(&clause.args))).collect(),
                };
                if !all.contains(&implied) {
                    all.push(implied);
                    depth.push(below + 1);
                }
            }
        }
        let mut bounds = Vec::new();
        for (i, clause) in all.iter().enumerate() {
            match self.bound(clause, span) {
                Ok(bound) => bounds.push(bound),
                // What is implied holds wherever what implies it does.
                Err(_) if i >= generics.clauses.len() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(bounds)
    }

    /// One bound.
    pub(super) fn bound(&mut self, clause: &tree::WhereClause, span: Span) -> Result<certus_vir::TraitBound> {
        self.request(clause.trait_);
        self.uses.add_bound(clause.trait_);
        let mut assoc = Vec::new();
        for (name, ty) in &clause.assoc {
            assoc.push((name.as_str().into(), self.ty(ty, span)?));
        }
        Ok(certus_vir::TraitBound { trait_: self.path(clause.trait_), args: self.tys(&clause.args, span)?, assoc })
    }
}

/// How far implied bounds are followed; a trait whose associated types go on without end is refused for its own sake.
const IMPLIED_DEPTH: usize = 4;
