//! What a body of the tree and one of rustc's compute, one by one: literals, operators, casts, constants, values of types,
//! arrays, fields, patterns, the arguments of calls, and the types of variables.
//!
//! What rustc has must be the tree's, each used once; what the tree has and is surely needed must be rustc's.
//!
//! | What | When they are the same |
//! |---|---|
//! | a literal | its value and type; in a pattern, the value of a switch or of a comparison |
//! | an operator | the operator, the types of its operands, and the operands as far as [`Fits`] follows them |
//! | a cast of numbers | both types |
//! | a constant or static | its path and arguments |
//! | a field | the type that it is of and its number |
//! | a value of a struct or enum | the type, the variant, and each field |
//! | an array | its elements, or the one that is repeated and the length |
//! | an assignment | where it writes, and what |
//! | a choice, a variable of the source | what it looks at; its type |
//!
//! The order of statements is not compared, nor which way a choice leads to (`docs/notes/audit.md`).

use std::collections::HashSet;

use certus_diagnostics::{Diagnostic, Internal, Language, Span};
use certus_gate::{MirBinding, MirBody, MirCall, MirConst, MirOperand, MirPart, MirPath, MirRvalue, MirStep, MirType};
use certus_tree::{Body, DefId, Expr, ExprId, ExprKind as T, Item, Literal, Ty};

use crate::calls::{Call, Callee, Unit, has_no_size};
use crate::compare::{UNTOLD, unmatched};
use crate::fits::{Fits, is_number, is_number_cast, is_promoted, is_truth};
use crate::names::Names;
use crate::nodes::{Node, Test, What};
use crate::origins::{Origins, Value, operands, place_in, word};

/// The two sides of a function or closure.
pub(crate) struct Content<'a, 'e> {
    /// The comparison of names.
    pub(crate) names: &'a Names<'a>,
    /// The body of the tree.
    pub(crate) body: &'e Body,
    /// The expressions that are left out of rustc's text.
    pub(crate) ghost: &'a HashSet<(DefId, ExprId)>,
    /// The calls and computations of the tree.
    pub(crate) ours: &'a [&'a Unit<'e>],
    /// rustc's bodies.
    pub(crate) bodies: &'a [&'a MirBody],
    /// The place of an error without a place.
    pub(crate) at: Option<Span>,
}

/// A computation of rustc: the number of the body, and the statement.
struct Found<X> {
    /// The number of the body.
    origins: usize,
    /// The computation.
    what: X,
    /// The text of the computation in messages.
    text: String,
}

/// A literal of rustc, and whether the tree must have it.
type Literals<'m> = Found<(&'m MirConst, bool)>;

impl<'e> Content<'_, 'e> {
    /// Compares everything except the types of variables.
    pub(crate) fn compare(&self) -> Result<Vec<Diagnostic>, String> {
        if let Some(body) = self.bodies.iter().find(|body| body.problem.is_some()) {
            let problem = body.problem.as_deref().unwrap_or_default();
            return Err(format!("line {} of rustc's MIR: {problem}", body.line));
        }
        let all_origins = self.all_origins();
        let mut out = self.literals(&all_origins);
        out.extend(self.operators(&all_origins));
        out.extend(self.casts(&all_origins));
        out.extend(self.constants(&all_origins));
        out.extend(self.values(&all_origins));
        out.extend(self.choices(&all_origins));
        out.extend(self.fields(&all_origins));
        out.extend(self.arguments(&all_origins));
        out.extend(self.stores(&all_origins));
        out.extend(self.results(&all_origins));
        out.extend(self.conditions(&all_origins));
        Ok(out)
    }

    /// The origins of the operands in rustc's bodies. Lengths of arrays, which have bodies of their own, are part of
    /// types.
    fn all_origins(&self) -> Vec<Origins<'_>> {
        let is_code = |body: &&&MirBody| !body.path.iter().any(|segment| is_part(&segment.kind, "{constant#"));
        self.bodies.iter().filter(is_code).map(|body| Origins::of(body)).collect()
    }

    /// Compares only the types of literals: a literal with the same value must have the same type.
    pub(crate) fn literal_types(&self) -> Vec<Diagnostic> {
        let all_origins = self.all_origins();
        let (ours, theirs) = (self.own_literals(), self.printed_literals(&all_origins));
        let (missing, unknown) =
            unpaired(&ours, &theirs, |_| true, |node, found| self.is_same_literal(&all_origins, node, found));
        let mut out = Vec::new();
        for node in missing.iter().filter_map(|index| ours.get(*index)) {
            let What::Literal(Literal::Int(digits) | Literal::Float(digits), ty, _, id) = &node.what else { continue };
            if self.body.written.contains(id) {
                continue;
            }
            // For a type that nothing determines, rustc chooses one of these.
            let other = unknown.iter().filter_map(|index| theirs.get(*index)).find_map(|found| match found.what.0 {
                MirConst::Int(text, of) | MirConst::Float(text, of)
                    if text.trim_start_matches('-') == digits && matches!(of.as_str(), "i32" | "f64") =>
                {
                    Some(of)
                }
                _ => None,
            });
            if let Some(other) = other {
                let ty = crate::show::ty(self.names.audit.program, ty);
                let message = format!(
                    "this number has type `{ty}` when the program is verified, but type `{other}` when it is \
                     compiled, without its ghost code"
                );
                out.push(Diagnostic::error(Language::UntoldType, message, node.span).with_help(UNTOLD));
            }
        }
        out
    }

    /// The comparison of expressions with the values of this body of MIR.
    pub(crate) fn fits<'f, 'm>(&'f self, origins: &'f Origins<'m>) -> Fits<'f, 'm> {
        Fits { names: self.names, origins, locals: &self.body.locals, ghost: self.ghost }
    }

    /// All computations of the tree in the body and its closures, in the order of the source.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = &Node<'e>> {
        self.ours.iter().flat_map(|unit| &unit.nodes)
    }

    pub(crate) fn tests(&self) -> impl Iterator<Item = &Test<'e>> {
        self.ours.iter().flat_map(|unit| &unit.tests)
    }

    /// Whether the body formats text. The macro for that makes literals and arrays that the tree does not have.
    pub(crate) fn formats(&self) -> bool {
        self.ours.iter().any(|unit| unit.formats)
    }

    /// Reports the elements without a counterpart in a maximum matching. `needed` selects rustc's elements that the
    /// tree must have.
    fn pair<X>(
        &self,
        kind: &str,
        ours: &[&Node<'e>],
        theirs: &[Found<X>],
        needed: impl Fn(&Found<X>) -> bool,
        fits: impl Fn(&Node<'e>, &Found<X>) -> bool,
    ) -> Vec<Diagnostic> {
        let (missing, unknown) = unpaired(ours, theirs, needed, fits);
        let printed: Vec<String> =
            unknown.iter().filter_map(|m| theirs.get(*m)).map(|found| format!("`{}`", found.text)).collect();
        let printed = printed.join(", ");
        let mut out = Vec::new();
        for node in missing.iter().filter_map(|i| ours.get(*i)) {
            let message = match unknown.is_empty() {
                true => format!("rustc does not have this {kind} here"),
                false => format!("rustc does not have this {kind} here; it has {printed}"),
            };
            out.push(Diagnostic::error(Internal::Content, message, node.span).with_note(CONSEQUENCE));
        }
        if out.is_empty() && !unknown.is_empty() {
            out.push(self.difference(&format!("rustc has the {kind} {printed} here, but Certus does not")));
        }
        out
    }

    /// An error about the whole body, at its name: a computation that only rustc has has no place in the source.
    pub(crate) fn difference(&self, message: &str) -> Diagnostic {
        let error = match self.at {
            Some(at) => Diagnostic::error(Internal::Content, message, at),
            None => Diagnostic::error_without_span(Internal::Content, message),
        };
        error.with_note(CONSEQUENCE)
    }

    /// The literals of the tree.
    fn own_literals(&self) -> Vec<&Node<'e>> {
        self.nodes().filter(|node| matches!(node.what, What::Literal(..))).collect()
    }

    /// The literals of rustc's, and whether each must be the tree's.
    fn printed_literals<'m>(&self, all_origins: &[Origins<'m>]) -> Vec<Literals<'m>> {
        let mut theirs = Vec::new();
        for (number, origins) in all_origins.iter().enumerate() {
            for step in origins.body.steps.iter().filter(|step| !origins.is_check(step)) {
                let is_test = self.is_test(origins, step);
                // A flag that rustc adds, or the value of `&&` and `||`.
                let is_flag = matches!(step, MirStep::Assign(_, MirRvalue::Use(_)));
                for operand in operands(step) {
                    let MirOperand::Const(value) = operand else { continue };
                    let needed = match value {
                        _ if self.is_variant_number(origins, step) || self.is_variant_place(origins, value) => false,
                        MirConst::Bool(_) => !is_flag,
                        MirConst::Str(_) | MirConst::Bytes(_) | MirConst::Int(..) => !self.formats(),
                        _ => true,
                    };
                    if is_literal(value) {
                        theirs.push(Found {
                            origins: number,
                            what: (value, needed && !is_test),
                            text: value.to_string(),
                        });
                    }
                }
            }
            // The constants that names are bound to.
            for (_, binding) in &origins.body.names {
                if let MirBinding::Const(value) = binding
                    && is_literal(value)
                {
                    theirs.push(Found { origins: number, what: (value, false), text: value.to_string() });
                }
            }
        }
        theirs
    }

    /// Compares literals with their values and types.
    fn literals(&self, all_origins: &[Origins<'_>]) -> Vec<Diagnostic> {
        let (ours, theirs) = (self.own_literals(), self.printed_literals(all_origins));
        let fits = |node: &Node<'e>, found: &Literals<'_>| self.is_same_literal(all_origins, node, found);
        self.pair("literal", &ours, &theirs, |found| found.what.1, fits)
    }

    fn is_same_literal(&self, all_origins: &[Origins<'_>], node: &Node<'_>, found: &Literals<'_>) -> bool {
        match (&node.what, all_origins.get(found.origins)) {
            (What::Literal(literal, ty, negative, _), Some(origins)) => {
                self.fits(origins).is_literal(literal, ty, *negative, found.what.0)
            }
            _ => false,
        }
    }

    /// Whether a statement compares a value with a pattern of the tree.
    pub(crate) fn is_test(&self, origins: &Origins<'_>, step: &MirStep) -> bool {
        let MirStep::Assign(_, MirRvalue::Binary(name, a, b)) = step else {
            // The pattern is a string.
            return matches!(step, MirStep::Call(_, call, args) if self.is_string_test(origins, *call, args));
        };
        if !["Eq", "Lt", "Le", "Gt", "Ge"].contains(&name.as_str()) {
            return false;
        }
        let of = |value: &MirOperand, other: &MirOperand| match value {
            MirOperand::Const(value) => self.tests().any(|test| match test {
                Test::Literal(literal, ty) => self.fits(origins).is_literal(literal, ty, false, value),
                Test::Const(def, ty) => self.is_value_of(origins, *def, ty, value),
                Test::Length(len) => {
                    matches!(value, MirConst::Int(text, of) if of == "usize" && *text == len.to_string())
                        && self.is_length(origins, other)
                }
                Test::Variant(..) => false,
            }),
            MirOperand::Place(_) => false,
        };
        of(a, b) || of(b, a)
    }

    /// Whether a call compares a string with a literal of a pattern; MIR does that by a call of `eq`.
    pub(crate) fn is_string_test(&self, origins: &Origins<'_>, call: usize, args: &[MirOperand]) -> bool {
        let is_operator = matches!(origins.body.calls.get(call), Some(MirCall::Function(_, text)) if text.ends_with("PartialEq>::eq"));
        is_operator
            && args.iter().any(|arg| match arg {
                MirOperand::Const(value) => self.tests().any(|test| match test {
                    Test::Literal(literal, _) => self.fits(origins).is_literal(literal, &Ty::Str, false, value),
                    _ => false,
                }),
                MirOperand::Place(_) => false,
            })
    }

    /// The values whose discriminant the tree reads by a cast.
    fn numbered(&self) -> impl Iterator<Item = &'e Expr> {
        self.nodes().filter_map(|node| match node.what {
            What::Cast(Expr { kind: T::Cast(inner), .. }) if matches!(self.ty(inner), Ty::Adt(..)) => Some(&**inner),
            _ => None,
        })
    }

    /// Whether a statement computes the discriminant of a variant that the tree casts.
    fn is_variant_number(&self, origins: &Origins<'_>, step: &MirStep) -> bool {
        let MirStep::Assign(_, value) = step else { return false };
        self.numbered().any(|e| self.fits(origins).is_sum(e, value))
    }

    /// Whether a constant is the index of a variant that the tree casts.
    fn is_variant_place(&self, origins: &Origins<'_>, value: &MirConst) -> bool {
        self.numbered().any(|e| self.fits(origins).is_counted(e, value))
    }

    /// Whether an operand is the length of a slice.
    fn is_length(&self, origins: &Origins<'_>, operand: &MirOperand) -> bool {
        let MirOperand::Place(place) = operand else { return false };
        match origins.place(place) {
            Value::Step(step) => {
                matches!(
                    origins.body.steps.get(step),
                    Some(MirStep::Assign(_, MirRvalue::Unary(name, _))) if name == "PtrMetadata"
                ) || matches!(origins.body.steps.get(step), Some(MirStep::Assign(_, MirRvalue::Len(_))))
            }
            _ => false,
        }
    }

    /// Whether a constant that a pattern names can have this value. If the constant is a literal, it must be that
    /// value; otherwise its type must be the type of the value.
    pub(crate) fn is_value_of(&self, origins: &Origins<'_>, def: DefId, ty: &Ty, value: &MirConst) -> bool {
        let of = match value {
            MirConst::Int(_, of) => of.as_str(),
            MirConst::Bool(_) => "bool",
            MirConst::Char(_) => "char",
            MirConst::Path(..) => return true,
            _ => return false,
        };
        if !self.names.is_type(ty, &word(of)) {
            return false;
        }
        let body = self.names.audit.program.body(def).ok().flatten();
        match body.as_ref().and_then(|body| crate::nodes::literal_of(&body.value)) {
            Some(literal) => self.fits(origins).is_literal(literal, ty, false, value),
            None => true,
        }
    }

    /// Compares operators with the types of their operands, and their operands.
    fn operators(&self, all_origins: &[Origins<'_>]) -> Vec<Diagnostic> {
        let mut ours: Vec<Node<'e>> = Vec::new();
        for node in self.nodes() {
            let What::Operator(e) = node.what else { continue };
            let must = node.must && !self.may_vanish(e) && !self.is_called(all_origins, e);
            ours.push(Node { must, ..node.clone() });
        }
        let theirs = self.computed(all_origins, |origins, step, value| {
            let counts = match value {
                MirRvalue::Binary(..) => true,
                MirRvalue::Unary(name, _) => name != "PtrMetadata",
                _ => false,
            };
            counts && !self.is_test(origins, step) && !self.is_variant_number(origins, step)
        });
        let mut out = self.pair(
            "operator",
            &ours.iter().collect::<Vec<_>>(),
            &theirs,
            |_| true,
            |node, found| match (&node.what, all_origins.get(found.origins)) {
                (What::Operator(e), Some(origins)) => self.fits(origins).computed(e, found.what),
                _ => false,
            },
        );
        out.extend(self.operator_calls(all_origins));
        out
    }

    /// Compares operators between references, which are calls in MIR.
    fn operator_calls(&self, all_origins: &[Origins<'_>]) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        for origins in all_origins {
            for step in &origins.body.steps {
                let MirStep::Call(_, call, args) = step else { continue };
                let Some(MirCall::Function(function, text)) = origins.body.calls.get(*call) else { continue };
                if !self.names.is_operator(function) || self.is_string_test(origins, *call, args) {
                    continue;
                }
                let fits = self.fits(origins);
                let by_operator = self.nodes().any(|node| match node.what {
                    What::Operator(e) => fits.operator_of_call(e, function, args),
                    _ => false,
                });
                let by_call = || {
                    self.ours.iter().flat_map(|unit| &unit.calls).any(|call| {
                        self.names.is_callee(&call.callee, function)
                            && call.args.is_none_or(|ours| fits.arguments(ours, args, false))
                    })
                };
                if !by_operator && !by_call() {
                    out.push(self.difference(&format!("rustc has the operator `{text}` here, but Certus does not")));
                }
            }
        }
        out
    }

    /// Whether an operator is a call in MIR, because its operands are references.
    fn is_called(&self, all_origins: &[Origins<'_>], e: &Expr) -> bool {
        all_origins.iter().any(|origins| {
            origins.body.steps.iter().any(|step| match step {
                MirStep::Call(_, call, args) => match origins.body.calls.get(*call) {
                    Some(MirCall::Function(function, _)) => {
                        self.names.is_operator(function) && self.fits(origins).operator_of_call(e, function, args)
                    }
                    _ => false,
                },
                _ => false,
            })
        })
    }

    /// Whether rustc may remove an operator.
    fn may_vanish(&self, e: &Expr) -> bool {
        match &e.kind {
            // rustc swaps the branches instead.
            T::Unary(certus_tree::UnOp::Not, inner) => self.ty(inner) == Ty::Bool,
            // Between references this is a call.
            T::Binary(_, a, b) | T::Assign(_, a, b) => {
                is_truth(a) || is_truth(b) || !is_number(&self.ty(a)) || !is_number(&self.ty(b))
            }
            _ => false,
        }
    }

    /// The type of an expression, with known associated types replaced.
    pub(crate) fn ty(&self, e: &Expr) -> Ty {
        self.names.audit.program.normalize(&e.ty, self.names.owner)
    }

    /// The statements of a kind, without the checks that rustc adds.
    fn computed<'m>(
        &self,
        all_origins: &[Origins<'m>],
        counts: impl Fn(&Origins<'m>, &'m MirStep, &'m MirRvalue) -> bool,
    ) -> Vec<Found<&'m MirRvalue>> {
        let mut out = Vec::new();
        for (number, origins) in all_origins.iter().enumerate() {
            for step in origins.body.steps.iter().filter(|step| !origins.is_check(step)) {
                if let MirStep::Assign(_, value) = step
                    && counts(origins, step, value)
                {
                    out.push(Found { origins: number, what: value, text: value.to_string() });
                }
            }
        }
        out
    }

    /// Compares casts between numbers, with both types.
    fn casts(&self, all_origins: &[Origins<'_>]) -> Vec<Diagnostic> {
        let is_of_numbers = |node: &&Node<'e>| match node.what {
            What::Cast(e) => match &e.kind {
                T::Cast(inner) => {
                    is_number(&self.ty(e)) && is_number(&self.ty(inner)) && self.ty(e) != self.ty(inner)
                        || matches!(self.ty(inner), Ty::Adt(..)) && is_number(&self.ty(e))
                }
                _ => false,
            },
            _ => false,
        };
        let optional = |node: &Node<'e>| match node.what {
            What::Cast(Expr { kind: T::Cast(inner), .. }) => matches!(self.ty(inner), Ty::Adt(..)),
            _ => false,
        };
        let ours: Vec<Node<'e>> = self
            .nodes()
            .filter(is_of_numbers)
            .map(|node| Node { must: node.must && !optional(node), ..node.clone() })
            .collect();
        let theirs = self
            .computed(all_origins, |_, _, value| matches!(value, MirRvalue::Cast(_, _, kind) if is_number_cast(kind)));
        self.pair(
            "cast",
            &ours.iter().collect::<Vec<_>>(),
            &theirs,
            |_| true,
            |node, found| match (&node.what, all_origins.get(found.origins)) {
                (What::Cast(e), Some(origins)) => self.fits(origins).computed(e, found.what),
                _ => false,
            },
        )
    }

    /// Compares constants and statics.
    fn constants(&self, all_origins: &[Origins<'_>]) -> Vec<Diagnostic> {
        let ours: Vec<&Node<'e>> = self.nodes().filter(|node| matches!(node.what, What::Const(_))).collect();
        let mut theirs: Vec<Found<(&MirConst, bool)>> = Vec::new();
        for (number, origins) in all_origins.iter().enumerate() {
            for step in origins.body.steps.iter().filter(|step| !origins.is_check(step)) {
                for operand in operands(step) {
                    let MirOperand::Const(value) = operand else { continue };
                    let text = match value {
                        MirConst::Path(of, text) if !is_promoted(of) => text,
                        MirConst::Memory(name) if origins.body.statics.contains_key(name) => name,
                        _ => continue,
                    };
                    let needed = !self.is_known(origins, step, value) && !self.is_variant_number(origins, step);
                    theirs.push(Found { origins: number, what: (value, needed), text: text.clone() });
                }
            }
            for (_, binding) in &origins.body.names {
                if let MirBinding::Const(value @ MirConst::Path(_, text)) = binding {
                    theirs.push(Found { origins: number, what: (value, false), text: text.clone() });
                }
            }
        }
        let called = |e: &Expr| {
            let T::Const(def, ..) = &e.kind else { return false };
            all_origins.iter().flat_map(|origins| &origins.body.calls).any(|call| match call {
                MirCall::Function(MirType::Path(path), _) => {
                    crate::names::plain(path).is_some_and(|path| self.names.is_path(*def, true, &path))
                }
                _ => false,
            })
        };
        let ours: Vec<Node<'e>> = ours
            .into_iter()
            .map(|node| Node { must: node.must && !matches!(node.what, What::Const(e) if called(e)), ..node.clone() })
            .collect();
        self.pair(
            "constant",
            &ours.iter().collect::<Vec<_>>(),
            &theirs,
            |found| found.what.1,
            |node, found| match (&node.what, all_origins.get(found.origins)) {
                (What::Const(e), Some(origins)) => self.fits(origins).is_constant(e, found.what.0),
                _ => false,
            },
        )
    }

    /// Whether a path is not a constant of the program: a parameter, a function, or a value without fields.
    fn is_known(&self, origins: &Origins<'_>, step: &MirStep, value: &MirConst) -> bool {
        let MirConst::Path(of, text) = value else { return false };
        let is_parameter = matches!(of, MirType::Path(path) if path.len() == 1 && path.iter().all(|s| s.args.is_empty()))
            && self.const_params().any(|name| name == *text);
        // The early return of `?`.
        let is_residual = matches!(step, MirStep::Call(_, call, _) if matches!(
            origins.body.calls.get(*call),
            Some(MirCall::Function(_, name)) if name.ends_with("::from_residual")));
        let is_value = self.nodes().any(|node| match node.what {
            // The type of `..` has only one value.
            What::Value(e @ Expr { kind: T::Range(None, None, _), .. }) => self.names.is_type(&self.ty(e), of),
            What::Value(e) => self.fits(origins).is_variant(e, of).is_some(),
            _ => false,
        });
        let is_function = self.is_function(of);
        // If a type has only one value, rustc writes that value for every value of the type.
        let is_only = self.names.is_local_type(of)
            || self.body.locals.iter().any(|local| {
                let ty = self.names.audit.program.normalize(&local.ty, self.names.owner);
                self.names.is_only_of(&ty, of)
            });
        is_parameter || is_residual || is_value || is_function || is_only
    }

    /// Whether a path is that of a function that the tree uses as a value.
    fn is_function(&self, of: &MirType) -> bool {
        self.ours.iter().flat_map(|unit| &unit.values).any(|(shape, _)| self.names.is_function(shape, of))
            || self.ours.iter().flat_map(|unit| &unit.constructors).any(|ty| self.names.is_only_of(ty, of))
    }

    /// The names of the constant parameters in scope.
    fn const_params(&self) -> impl Iterator<Item = String> {
        let item = self.names.audit.program.item(self.names.owner).ok();
        let generics = match item {
            Some(Item::Function(function)) => function.generics.params,
            Some(Item::Const(constant)) => constant.generics.params,
            _ => Vec::new(),
        };
        generics.into_iter().filter(|param| param.is_const).map(|param| param.name)
    }

    /// Compares values of types with fields, ranges and arrays.
    fn values(&self, all_origins: &[Origins<'_>]) -> Vec<Diagnostic> {
        let is_function = |value: &MirRvalue| match value {
            MirRvalue::Value(of, fields) => fields.is_empty() && self.is_function(of),
            _ => false,
        };
        let is_value = |value: &MirRvalue| matches!(value, MirRvalue::Value(..)) && !is_function(value);
        let values = self.computed(all_origins, |_, _, value| is_value(value));
        let of_value = |node: &&Node<'e>| matches!(node.what, What::Value(_));
        // rustc may make a constant for a value without fields.
        let is_whole = |e: &Expr| match &e.kind {
            // rustc may do so for a value that consists of such values, or of ghost code.
            T::Ctor { fields, base, .. } => {
                base.is_none() && fields.iter().any(|field| is_number(&self.ty(&field.value)))
            }
            T::Range(_, Some(_), true) => false,
            T::Range(from, to, _) => {
                from.iter().chain(to).any(|end| !has_no_size(self.names.audit.program, &self.ty(end), 0))
            }
            _ => true,
        };
        let ours: Vec<Node<'e>> = self
            .nodes()
            .filter(of_value)
            .map(|node| Node { must: node.must && matches!(node.what, What::Value(e) if is_whole(e)), ..node.clone() })
            .collect();
        let fits = |node: &Node<'e>, found: &Found<&MirRvalue>| match (&node.what, all_origins.get(found.origins)) {
            (What::Value(e) | What::Array(e), Some(origins)) => self.fits(origins).computed(e, found.what),
            _ => false,
        };
        let mut out = self.pair("value", &ours.iter().collect::<Vec<_>>(), &values, |_| true, fits);
        let is_array = |value: &MirRvalue| matches!(value, MirRvalue::Array(_) | MirRvalue::Repeat(..));
        let arrays = self.computed(all_origins, |_, _, value| is_array(value));
        // rustc may make a constant for elements of size 0.
        let has_size = |e: &Expr| match self.ty(e) {
            Ty::Array(element, _) => !has_no_size(self.names.audit.program, &element, 0),
            _ => true,
        };
        let of_array = |node: &&Node<'e>| matches!(node.what, What::Array(_));
        let ours: Vec<Node<'e>> = self
            .nodes()
            .filter(of_array)
            .map(|node| Node { must: node.must && matches!(node.what, What::Array(e) if has_size(e)), ..node.clone() })
            .collect();
        let needed = |_: &Found<&MirRvalue>| !self.formats();
        out.extend(self.pair("array", &ours.iter().collect::<Vec<_>>(), &arrays, needed, fits));
        out
    }

    /// Compares the fields that are read and written.
    fn fields(&self, all_origins: &[Origins<'_>]) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        let mut seen: HashSet<(MirType, Option<&str>, u32)> = HashSet::new();
        for origins in all_origins {
            for step in origins.body.steps.iter().filter(|step| !origins.is_check(step)) {
                for place in places(step) {
                    let mut variant = None;
                    for (at, part) in place.parts.iter().enumerate() {
                        match part {
                            MirPart::Variant(name) => variant = Some(name.as_str()),
                            MirPart::Field(number, _) => {
                                let base = MirPath {
                                    local: place.local,
                                    parts: place.parts.get(..at).unwrap_or_default().to_vec(),
                                };
                                let variant = variant.take();
                                let Some(ty) = origins.type_of_place(&base) else {
                                    out.push(self.difference("the type of a field of rustc's is not known"));
                                    continue;
                                };
                                if !matches!(ty, MirType::Path(_) | MirType::Qualified(..))
                                    || is_internal(&ty)
                                    || self.of_own_call(origins, &before_variant(&base))
                                    || !seen.insert((ty.clone(), variant, *number))
                                {
                                    continue;
                                }
                                if !self.has_field(&ty, variant, *number) {
                                    let of = variant.map(|name| format!(" of `{name}`")).unwrap_or_default();
                                    let message =
                                        format!("rustc reads field {number}{of} of a type here, but Certus does not");
                                    out.push(self.difference(&message));
                                }
                            }
                            // Steps without a name or number that could be the one of another field.
                            MirPart::Deref | MirPart::Same(_) | MirPart::Index(_) | MirPart::Pattern(_) => {}
                        }
                    }
                }
            }
        }
        out
    }

    /// Whether the type that MIR names has a field of this number in the variant.
    fn has_field(&self, ty: &MirType, variant: Option<&str>, number: u32) -> bool {
        let is_variant = |ours: &Ty, index: u32| match (variant, ours) {
            (None, _) => true,
            (Some(name), Ty::Adt(def, _)) => match self.names.audit.program.item(*def) {
                Ok(Item::Adt(adt)) => {
                    adt.variants.get(index as usize).is_some_and(|v| v.name.trim_start_matches("r#") == name)
                }
                _ => false,
            },
            _ => false,
        };
        let by_node = self.nodes().any(|node| match &node.what {
            What::Field(ours, found) => *found == number && variant.is_none() && self.names.is_type(ours, ty),
            What::Value(e) => match &e.kind {
                T::Ctor { base: Some(_), fields, .. } => {
                    !fields.iter().any(|field| field.field == number) && self.names.is_type(&self.ty(e), ty)
                }
                _ => false,
            },
            _ => false,
        });
        by_node
            || self.tests().any(|test| match test {
                Test::Variant(ours, index, fields) => {
                    fields.contains(&number) && self.names.is_type(ours, ty) && is_variant(ours, *index)
                }
                _ => false,
            })
    }

    /// Compares assignments: the place and the value.
    fn stores(&self, all_origins: &[Origins<'_>]) -> Vec<Diagnostic> {
        if self.ours.iter().any(|unit| unit.takes_apart) {
            return Vec::new();
        }
        // rustc stores no values of types with a single value.
        let is_seen = |node: &Node<'e>| {
            matches!(node.what, What::Store(Expr { kind: T::Assign(_, to, value), .. })
            if is_number(&self.ty(to)) && is_number(&self.ty(value)))
        };
        let ours: Vec<Node<'e>> = self
            .nodes()
            .filter(|node| matches!(node.what, What::Store(_)))
            .map(|node| {
                let called = matches!(node.what, What::Store(e) if self.is_called(all_origins, e));
                Node { must: node.must && is_seen(node) && !called, ..node.clone() }
            })
            .collect();
        let mut theirs = Vec::new();
        for (number, origins) in all_origins.iter().enumerate() {
            for (at, step) in origins.body.steps.iter().enumerate().filter(|(_, step)| !origins.is_check(step)) {
                if let MirStep::Assign(place, _) | MirStep::Call(place, ..) = step {
                    // Variables are compared where they are read.
                    let is_internal = |part: &MirPart| matches!(part, MirPart::Field(_, ty) if is_internal(ty));
                    let needed = !place.parts.is_empty() && !place.parts.iter().any(is_internal);
                    theirs.push(Found { origins: number, what: (at, place, needed), text: step.to_string() });
                }
            }
        }
        self.pair(
            "assignment",
            &ours.iter().collect::<Vec<_>>(),
            &theirs,
            |found| found.what.2,
            |node, found| {
                let (What::Store(e), Some(origins)) = (&node.what, all_origins.get(found.origins)) else {
                    return false;
                };
                let T::Assign(operator, to, value) = &e.kind else { return false };
                let fits = self.fits(origins);
                if !fits.value(to, &origins.place(found.what.1)) {
                    return false;
                }
                let given = origins.step(found.what.0, 0);
                match (operator, &given) {
                    (None, given) => fits.value(value, given),
                    (Some(_), Value::Step(step)) => match origins.body.steps.get(*step) {
                        Some(MirStep::Assign(_, given)) => fits.computed(e, given),
                        // The operator of a type that has it as a function; the calls are compared.
                        Some(MirStep::Call(..)) => true,
                        Some(MirStep::Switch(..) | MirStep::Assert(_) | MirStep::SetVariant(_)) | None => false,
                    },
                    (Some(_), _) => false,
                }
            },
        )
    }

    /// Compares the results of a function or closure.
    fn results(&self, all_origins: &[Origins<'_>]) -> Vec<Diagnostic> {
        let results: Vec<&Expr> = self.ours.iter().flat_map(|unit| &unit.results).copied().collect();
        let joins = self.ours.iter().any(|unit| unit.joins_results);
        let mut out = Vec::new();
        // If the tree has no result here, the result is ghost code.
        if results.is_empty() {
            return out;
        }
        let is_function =
            |origins: &&Origins<'_>| !origins.body.path.last().is_some_and(|last| is_part(&last.kind, "promoted"));
        for origins in all_origins.iter().filter(is_function) {
            for (at, step) in origins.body.steps.iter().enumerate() {
                let (MirStep::Assign(place, _) | MirStep::Call(place, ..)) = step else { continue };
                if place.local != 0 || !place.parts.is_empty() {
                    continue;
                }
                let own = match step {
                    MirStep::Call(_, call, _) => match origins.body.calls.get(*call) {
                        Some(MirCall::Function(function, name)) => {
                            self.names.is_added(function)
                                || name.ends_with("::from_residual")
                                || self.names.is_operator(function)
                        }
                        _ => false,
                    },
                    // Many expressions have the value `()`.
                    MirStep::Assign(_, value) => matches!(value, MirRvalue::Use(MirOperand::Const(MirConst::Unit))),
                    _ => false,
                };
                let given = origins.given(place, at);
                let fits = self.fits(origins);
                let is_joined = joins && matches!(given, Value::Join);
                if !own && !is_joined && !results.iter().any(|e| fits.value(e, &given)) {
                    out.push(self.difference(&format!("rustc computes a result here, but Certus does not: `{step}`")));
                }
            }
        }
        out
    }

    /// Compares calls with their arguments.
    fn arguments(&self, all_origins: &[Origins<'_>]) -> Vec<Diagnostic> {
        let calls: Vec<&Call<'e>> = self.ours.iter().flat_map(|unit| &unit.calls).collect();
        let (mut theirs, mut out) = (Vec::new(), Vec::new());
        for origins in all_origins {
            for step in &origins.body.steps {
                let MirStep::Call(_, number, args) = step else { continue };
                match origins.body.calls.get(*number) {
                    Some(MirCall::Function(function, text))
                        if !self.names.is_added(function)
                            && !self.names.is_operator(function)
                            && !self.names.is_drop(function)
                            && !self.names.is_formatting(function)
                            && !self.is_string_test(origins, *number, args) =>
                    {
                        theirs.push((origins, Some(function), args, text.as_str()));
                    }
                    Some(MirCall::Pointer) => theirs.push((origins, None, args, "a function pointer")),
                    // Operators are compared with their operands, and nobody wrote the others.
                    Some(MirCall::Function(..)) => {}
                    None => out.push(self.difference("a call of rustc's is not known")),
                }
            }
        }
        let table: Vec<Vec<usize>> = theirs
            .iter()
            .map(|(origins, function, args, _)| {
                let fits = |call: &Call<'e>| {
                    let same = match function {
                        Some(function) => self.names.is_call(call, function),
                        None => matches!(call.callee, Callee::Value(_)),
                    };
                    let of_value = matches!(call.callee, Callee::Value(_));
                    same && call.args.is_none_or(|ours| self.fits(origins).arguments(ours, args, of_value))
                };
                calls.iter().enumerate().filter(|(_, call)| fits(call)).map(|(number, _)| number).collect()
            })
            .collect();
        let unknown = unmatched(&table, calls.len(), |_| true);
        let names: Vec<String> =
            unknown.iter().filter_map(|m| theirs.get(*m)).map(|(.., text)| format!("`{text}`")).collect();
        let spans = unknown.iter().filter_map(|m| theirs.get(*m)).find_map(|(_, function, ..)| {
            let function = (*function)?;
            calls.iter().find(|call| self.names.is_callee(&call.callee, function)).map(|call| call.span)
        });
        if names.is_empty() {
            return out;
        }
        let message = format!("rustc gives other arguments to {} here", names.join(", "));
        let error = match spans {
            Some(span) => Diagnostic::error(Internal::Content, message, span).with_note(CONSEQUENCE),
            None => self.difference(&message),
        };
        out.push(error);
        out
    }
}

/// The elements of both sides without a counterpart in a maximum matching.
fn unpaired<'e, X>(
    ours: &[&Node<'e>],
    theirs: &[Found<X>],
    needed: impl Fn(&Found<X>) -> bool,
    fits: impl Fn(&Node<'e>, &Found<X>) -> bool,
) -> (Vec<usize>, Vec<usize>) {
    let fitting = |node: &Node<'e>| {
        theirs.iter().enumerate().filter(|(_, found)| fits(node, found)).map(|(number, _)| number).collect()
    };
    let table: Vec<Vec<usize>> = ours.iter().map(|node| fitting(node)).collect();
    let missing = unmatched(&table, theirs.len(), |i| ours.get(i).is_some_and(|node| node.must));
    let turned: Vec<Vec<usize>> = (0..theirs.len())
        .map(|m| table.iter().enumerate().filter(|(_, row)| row.contains(&m)).map(|(i, _)| i).collect())
        .collect();
    let unknown = unmatched(&turned, ours.len(), |m| theirs.get(m).is_some_and(&needed));
    (missing, unknown)
}

/// The consequence of such an error.
const CONSEQUENCE: &str = "Certus and rustc read this program in different ways, so the proof says nothing about the \
                           compiled program; please report this program";

/// Whether a segment is a part of an item whose name begins like this, such as `{closure#0}`.
fn is_part(kind: &certus_gate::MirSegmentKind, start: &str) -> bool {
    matches!(kind, certus_gate::MirSegmentKind::Part(part) if part.starts_with(start))
}

/// Whether a constant can be a literal.
fn is_literal(value: &MirConst) -> bool {
    matches!(
        value,
        MirConst::Int(..)
            | MirConst::Bool(_)
            | MirConst::Char(_)
            | MirConst::Float(..)
            | MirConst::Str(_)
            | MirConst::Bytes(_)
    )
}

/// Whether only rustc names the fields of this type.
fn is_internal(ty: &MirType) -> bool {
    let MirType::Path(path) = ty else { return false };
    matches!(path.last().map(|last| &last.kind), Some(certus_gate::MirSegmentKind::Name(name)) if INTERNAL.contains(&name.as_str()))
}

/// Boxes, and the type into which `vec![..]` writes its elements.
const INTERNAL: &[&str] = &["Box", "Unique", "NonNull", "MaybeUninit", "ManuallyDrop", "MaybeDangling"];

/// A place without its last downcast to a variant.
fn before_variant(place: &MirPath) -> MirPath {
    let mut place = place.clone();
    while matches!(place.parts.last(), Some(MirPart::Variant(_))) {
        place.parts.pop();
    }
    place
}

/// The places in a statement.
pub(crate) fn places(step: &MirStep) -> Vec<&MirPath> {
    let mut out = Vec::new();
    match step {
        MirStep::Assign(place, value) => {
            out.push(place);
            out.extend(place_in(value));
        }
        MirStep::Call(place, ..) | MirStep::SetVariant(place) => out.push(place),
        MirStep::Switch(..) | MirStep::Assert(_) => {}
    }
    out.extend(operands(step).into_iter().filter_map(|operand| match operand {
        MirOperand::Place(place) => Some(place),
        MirOperand::Const(_) => None,
    }));
    out
}
