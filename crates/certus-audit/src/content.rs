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
use crate::flow::{Flow, Value, operands, word};
use crate::names::Names;
use crate::nodes::{Node, Test, What};

/// The two sides of a function or closure.
pub(crate) struct Content<'a, 'e> {
    pub(crate) names: &'a Names<'a>,
    pub(crate) body: &'e Body,
    pub(crate) ghost: &'a HashSet<(DefId, ExprId)>,
    pub(crate) ours: &'a [&'a Unit<'e>],
    /// What rustc printed of it.
    pub(crate) bodies: &'a [&'a MirBody],
    /// Where to report what has no place of its own.
    pub(crate) at: Option<Span>,
}

/// One thing that rustc computes: the number of the body, and the statement.
struct Found<X> {
    flow: usize,
    what: X,
    /// What stands for it in messages.
    text: String,
}

/// A literal of rustc's, and whether it must be the tree's.
type Literals<'m> = Found<(&'m MirConst, bool)>;

impl<'e> Content<'_, 'e> {
    /// Compares all but the types of variables.
    pub(crate) fn compare(&self) -> Result<Vec<Diagnostic>, String> {
        if let Some(body) = self.bodies.iter().find(|body| body.problem.is_some()) {
            let problem = body.problem.as_deref().unwrap_or_default();
            return Err(format!("line {} of rustc's MIR: {problem}", body.line));
        }
        let flows = self.flows();
        let mut out = self.literals(&flows);
        out.extend(self.operators(&flows));
        out.extend(self.casts(&flows));
        out.extend(self.constants(&flows));
        out.extend(self.values(&flows));
        out.extend(self.choices(&flows));
        out.extend(self.fields(&flows));
        out.extend(self.arguments(&flows));
        out.extend(self.stores(&flows));
        out.extend(self.results(&flows));
        out.extend(self.conditions(&flows));
        Ok(out)
    }

    /// rustc's bodies. Lengths of arrays, which have some of their own, are a part of types.
    fn flows(&self) -> Vec<Flow<'_>> {
        let is_code = |body: &&&MirBody| !body.path.iter().any(|segment| is_part(&segment.kind, "{constant#"));
        self.bodies.iter().filter(is_code).map(|body| Flow::of(body)).collect()
    }

    /// Compares only the types of literals: those of one value that have another type.
    pub(crate) fn literal_types(&self) -> Vec<Diagnostic> {
        let flows = self.flows();
        let (ours, theirs) = (self.own_literals(), self.printed_literals(&flows));
        let (missing, unknown) =
            unpaired(&ours, &theirs, |_| true, |node, found| self.is_same_literal(&flows, node, found));
        let mut out = Vec::new();
        for node in missing.iter().filter_map(|index| ours.get(*index)) {
            let What::Literal(Literal::Int(digits) | Literal::Float(digits), ty, _, id) = &node.what else { continue };
            if self.body.written.contains(id) {
                continue;
            }
            // Of a type that nothing tells rustc takes one of these.
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
                    "this number is of type `{ty}` here, and of type `{other}` where the program is compiled, without its \
                     ghost code"
                );
                out.push(Diagnostic::error(Language::UntoldType, message, node.span).with_help(UNTOLD));
            }
        }
        out
    }

    /// What compares expressions of the tree with the values of this body of MIR.
    pub(crate) fn fits<'f, 'm>(&'f self, flow: &'f Flow<'m>) -> Fits<'f, 'm> {
        Fits { names: self.names, flow, locals: &self.body.locals, ghost: self.ghost }
    }

    /// All that the tree computes in the body and its closures, in the order of the source.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = &Node<'e>> {
        self.ours.iter().flat_map(|unit| &unit.nodes)
    }

    pub(crate) fn tests(&self) -> impl Iterator<Item = &Test<'e>> {
        self.ours.iter().flat_map(|unit| &unit.tests)
    }

    /// Whether the body has formatted output. Its macro writes literals and arrays of its own, which the tree does not
    /// have.
    fn formats(&self) -> bool {
        self.ours.iter().any(|unit| unit.formats)
    }

    /// Reports what is left of a largest matching. `needed` are the things of rustc's that must be the tree's.
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
            out.push(self.difference(&format!("rustc has the {kind} {printed} here, of which Certus does not know")));
        }
        out
    }

    /// An error about the body as a whole, at its name: what only rustc has has no place in the source.
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
    fn printed_literals<'m>(&self, flows: &[Flow<'m>]) -> Vec<Literals<'m>> {
        let mut theirs = Vec::new();
        for (number, flow) in flows.iter().enumerate() {
            for step in flow.body.steps.iter().filter(|step| !flow.is_check(step)) {
                let is_test = self.is_test(flow, step);
                // A flag that rustc keeps, or the value of `&&` and `||`.
                let is_flag = matches!(step, MirStep::Assign(_, MirRvalue::Use(_)));
                for operand in operands(step) {
                    let MirOperand::Const(value) = operand else { continue };
                    let needed = match value {
                        _ if self.is_variant_number(flow, step) || self.is_variant_place(flow, value) => false,
                        MirConst::Bool(_) => !is_flag,
                        MirConst::Str(_) | MirConst::Bytes(_) | MirConst::Int(..) => !self.formats(),
                        _ => true,
                    };
                    if is_literal(value) {
                        theirs.push(Found { flow: number, what: (value, needed && !is_test), text: value.to_string() });
                    }
                }
            }
            // What only a name stands for.
            for (_, binding) in &flow.body.names {
                if let MirBinding::Const(value) = binding
                    && is_literal(value)
                {
                    theirs.push(Found { flow: number, what: (value, false), text: value.to_string() });
                }
            }
        }
        theirs
    }

    /// Literals with their values and types.
    fn literals(&self, flows: &[Flow<'_>]) -> Vec<Diagnostic> {
        let (ours, theirs) = (self.own_literals(), self.printed_literals(flows));
        let fits = |node: &Node<'e>, found: &Literals<'_>| self.is_same_literal(flows, node, found);
        self.pair("literal", &ours, &theirs, |found| found.what.1, fits)
    }

    fn is_same_literal(&self, flows: &[Flow<'_>], node: &Node<'_>, found: &Literals<'_>) -> bool {
        match (&node.what, flows.get(found.flow)) {
            (What::Literal(literal, ty, negative, _), Some(flow)) => {
                self.fits(flow).is_literal(literal, ty, *negative, found.what.0)
            }
            _ => false,
        }
    }

    /// Whether a statement compares with what a pattern of the tree says.
    pub(crate) fn is_test(&self, flow: &Flow<'_>, step: &MirStep) -> bool {
        let MirStep::Assign(_, MirRvalue::Binary(name, a, b)) = step else {
            // A pattern of a string.
            return matches!(step, MirStep::Call(_, call, args) if self.is_string_test(flow, *call, args));
        };
        if !["Eq", "Lt", "Le", "Gt", "Ge"].contains(&name.as_str()) {
            return false;
        }
        let of = |value: &MirOperand, other: &MirOperand| match value {
            MirOperand::Const(value) => self.tests().any(|test| match test {
                Test::Literal(literal, ty) => self.fits(flow).is_literal(literal, ty, false, value),
                Test::Const(def, ty) => self.is_value_of(flow, *def, ty, value),
                Test::Length(len) => {
                    matches!(value, MirConst::Int(text, of) if of == "usize" && *text == len.to_string())
                        && self.is_length(flow, other)
                }
                Test::Variant(..) => false,
            }),
            MirOperand::Place(_) => false,
        };
        of(a, b) || of(b, a)
    }

    /// Whether a call compares a string with a literal of a pattern, which MIR does by a call of `eq`.
    pub(crate) fn is_string_test(&self, flow: &Flow<'_>, call: usize, args: &[MirOperand]) -> bool {
        let is_operator =
            matches!(flow.body.calls.get(call), Some(MirCall::Function(_, text)) if text.ends_with("PartialEq>::eq"));
        is_operator
            && args.iter().any(|arg| match arg {
                MirOperand::Const(value) => self.tests().any(|test| match test {
                    Test::Literal(literal, _) => self.fits(flow).is_literal(literal, &Ty::Str, false, value),
                    _ => false,
                }),
                MirOperand::Place(_) => false,
            })
    }

    /// The values whose variant's number the tree asks for by a cast.
    fn numbered(&self) -> impl Iterator<Item = &'e Expr> {
        self.nodes().filter_map(|node| match node.what {
            What::Cast(Expr { kind: T::Cast(inner), .. }) if matches!(self.ty(inner), Ty::Adt(..)) => Some(&**inner),
            _ => None,
        })
    }

    /// Whether a statement computes the number of a variant of which the tree has a cast.
    fn is_variant_number(&self, flow: &Flow<'_>, step: &MirStep) -> bool {
        let MirStep::Assign(_, value) = step else { return false };
        self.numbered().any(|e| self.fits(flow).is_sum(e, value))
    }

    /// Whether a constant is the number of a variant of which the tree has a cast.
    fn is_variant_place(&self, flow: &Flow<'_>, value: &MirConst) -> bool {
        self.numbered().any(|e| self.fits(flow).is_counted(e, value))
    }

    /// Whether an operand is the length of a slice.
    fn is_length(&self, flow: &Flow<'_>, operand: &MirOperand) -> bool {
        let MirOperand::Place(place) = operand else { return false };
        match flow.place(place) {
            Value::Step(step) => {
                matches!(
                    flow.body.steps.get(step),
                    Some(MirStep::Assign(_, MirRvalue::Unary(name, _))) if name == "PtrMetadata"
                ) || matches!(flow.body.steps.get(step), Some(MirStep::Assign(_, MirRvalue::Len(_))))
            }
            _ => false,
        }
    }

    /// Whether a constant that a pattern names can have a value: it has if a literal stands there, and else its type must be
    /// the value's.
    pub(crate) fn is_value_of(&self, flow: &Flow<'_>, def: DefId, ty: &Ty, value: &MirConst) -> bool {
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
            Some(literal) => self.fits(flow).is_literal(literal, ty, false, value),
            None => true,
        }
    }

    /// Operators with the types of their operands, and what these are computed from.
    fn operators(&self, flows: &[Flow<'_>]) -> Vec<Diagnostic> {
        let mut ours: Vec<Node<'e>> = Vec::new();
        for node in self.nodes() {
            let What::Operator(e) = node.what else { continue };
            let must = node.must && !self.may_vanish(e) && !self.is_called(flows, e);
            ours.push(Node { must, ..node.clone() });
        }
        let theirs = self.computed(flows, |flow, step, value| {
            let counts = match value {
                MirRvalue::Binary(..) => true,
                MirRvalue::Unary(name, _) => name != "PtrMetadata",
                _ => false,
            };
            counts && !self.is_test(flow, step) && !self.is_variant_number(flow, step)
        });
        let mut out = self.pair(
            "operator",
            &ours.iter().collect::<Vec<_>>(),
            &theirs,
            |_| true,
            |node, found| match (&node.what, flows.get(found.flow)) {
                (What::Operator(e), Some(flow)) => self.fits(flow).computed(e, found.what),
                _ => false,
            },
        );
        out.extend(self.operator_calls(flows));
        out
    }

    /// Operators between references, which are calls for rustc.
    fn operator_calls(&self, flows: &[Flow<'_>]) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        for flow in flows {
            for step in &flow.body.steps {
                let MirStep::Call(_, call, args) = step else { continue };
                let Some(MirCall::Function(function, text)) = flow.body.calls.get(*call) else { continue };
                if !self.names.is_operator(function) || self.is_string_test(flow, *call, args) {
                    continue;
                }
                let fits = self.fits(flow);
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
                    out.push(
                        self.difference(&format!(
                            "rustc has the operator `{text}` here, of which Certus does not know"
                        )),
                    );
                }
            }
        }
        out
    }

    /// Whether an operator is a call for rustc: of references it is.
    fn is_called(&self, flows: &[Flow<'_>], e: &Expr) -> bool {
        flows.iter().any(|flow| {
            flow.body.steps.iter().any(|step| match step {
                MirStep::Call(_, call, args) => match flow.body.calls.get(*call) {
                    Some(MirCall::Function(function, _)) => {
                        self.names.is_operator(function) && self.fits(flow).operator_of_call(e, function, args)
                    }
                    _ => false,
                },
                _ => false,
            })
        })
    }

    /// Operators that rustc does without.
    fn may_vanish(&self, e: &Expr) -> bool {
        match &e.kind {
            // Branches change places.
            T::Unary(certus_tree::UnOp::Not, inner) => self.ty(inner) == Ty::Bool,
            // Between references this is a call.
            T::Binary(_, a, b) | T::Assign(_, a, b) => {
                is_truth(a) || is_truth(b) || !is_number(&self.ty(a)) || !is_number(&self.ty(b))
            }
            _ => false,
        }
    }

    /// The type of an expression, with what is known of its associated types.
    pub(crate) fn ty(&self, e: &Expr) -> Ty {
        self.names.audit.program.normalize(&e.ty, self.names.owner)
    }

    /// The statements of a kind, without the checks that rustc adds.
    fn computed<'m>(
        &self,
        flows: &[Flow<'m>],
        counts: impl Fn(&Flow<'m>, &'m MirStep, &'m MirRvalue) -> bool,
    ) -> Vec<Found<&'m MirRvalue>> {
        let mut out = Vec::new();
        for (number, flow) in flows.iter().enumerate() {
            for step in flow.body.steps.iter().filter(|step| !flow.is_check(step)) {
                if let MirStep::Assign(_, value) = step
                    && counts(flow, step, value)
                {
                    out.push(Found { flow: number, what: value, text: value.to_string() });
                }
            }
        }
        out
    }

    /// Casts between numbers, with both types.
    fn casts(&self, flows: &[Flow<'_>]) -> Vec<Diagnostic> {
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
        let theirs =
            self.computed(flows, |_, _, value| matches!(value, MirRvalue::Cast(_, _, kind) if is_number_cast(kind)));
        self.pair(
            "cast",
            &ours.iter().collect::<Vec<_>>(),
            &theirs,
            |_| true,
            |node, found| match (&node.what, flows.get(found.flow)) {
                (What::Cast(e), Some(flow)) => self.fits(flow).computed(e, found.what),
                _ => false,
            },
        )
    }

    /// Constants and statics.
    fn constants(&self, flows: &[Flow<'_>]) -> Vec<Diagnostic> {
        let ours: Vec<&Node<'e>> = self.nodes().filter(|node| matches!(node.what, What::Const(_))).collect();
        let mut theirs: Vec<Found<(&MirConst, bool)>> = Vec::new();
        for (number, flow) in flows.iter().enumerate() {
            for step in flow.body.steps.iter().filter(|step| !flow.is_check(step)) {
                for operand in operands(step) {
                    let MirOperand::Const(value) = operand else { continue };
                    let text = match value {
                        MirConst::Path(of, text) if !is_promoted(of) => text,
                        MirConst::Memory(name) if flow.body.statics.contains_key(name) => name,
                        _ => continue,
                    };
                    let needed = !self.is_known(flow, step, value) && !self.is_variant_number(flow, step);
                    theirs.push(Found { flow: number, what: (value, needed), text: text.clone() });
                }
            }
            for (_, binding) in &flow.body.names {
                if let MirBinding::Const(value @ MirConst::Path(_, text)) = binding {
                    theirs.push(Found { flow: number, what: (value, false), text: text.clone() });
                }
            }
        }
        let called = |e: &Expr| {
            let T::Const(def, ..) = &e.kind else { return false };
            flows.iter().flat_map(|flow| &flow.body.calls).any(|call| match call {
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
            |node, found| match (&node.what, flows.get(found.flow)) {
                (What::Const(e), Some(flow)) => self.fits(flow).is_constant(e, found.what.0),
                _ => false,
            },
        )
    }

    /// Whether a path is not that of a constant of the program: a parameter, a function, a value without fields.
    fn is_known(&self, flow: &Flow<'_>, step: &MirStep, value: &MirConst) -> bool {
        let MirConst::Path(of, text) = value else { return false };
        let is_parameter = matches!(of, MirType::Path(path) if path.len() == 1 && path.iter().all(|s| s.args.is_empty()))
            && self.const_params().any(|name| name == *text);
        // What `?` returns early.
        let is_residual = matches!(step, MirStep::Call(_, call, _) if matches!(
            flow.body.calls.get(*call),
            Some(MirCall::Function(_, name)) if name.ends_with("::from_residual")));
        let is_value = self.nodes().any(|node| match node.what {
            // `..` has one value.
            What::Value(e @ Expr { kind: T::Range(None, None, _), .. }) => self.names.is_type(&self.ty(e), of),
            What::Value(e) => self.fits(flow).is_variant(e, of).is_some(),
            _ => false,
        });
        let is_function = self.is_function(of);
        // The value of a type that has only one stands wherever there is a value of the type.
        let is_only = self.names.is_local_type(of)
            || self.body.locals.iter().any(|local| {
                let ty = self.names.audit.program.normalize(&local.ty, self.names.owner);
                self.names.is_only_of(&ty, of)
            });
        is_parameter || is_residual || is_value || is_function || is_only
    }

    /// Whether a path is that of a function that the tree has as a value.
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

    /// Values of types with fields, ranges and arrays.
    fn values(&self, flows: &[Flow<'_>]) -> Vec<Diagnostic> {
        let is_function = |value: &MirRvalue| match value {
            MirRvalue::Value(of, fields) => fields.is_empty() && self.is_function(of),
            _ => false,
        };
        let is_value = |value: &MirRvalue| matches!(value, MirRvalue::Value(..)) && !is_function(value);
        let values = self.computed(flows, |_, _, value| is_value(value));
        let of_value = |node: &&Node<'e>| matches!(node.what, What::Value(_));
        // A value without parts may be a constant.
        let is_whole = |e: &Expr| match &e.kind {
            // Neither has one that is made of such values only, or of ghost code.
            T::Ctor { fields, base, .. } => {
                base.is_none() && fields.iter().any(|field| is_number(&self.ty(&field.value)))
            }
            T::Range(_, Some(_), true) => false,
            T::Range(from, to, _) => from.is_some() || to.is_some(),
            _ => true,
        };
        let ours: Vec<Node<'e>> = self
            .nodes()
            .filter(of_value)
            .map(|node| Node { must: node.must && matches!(node.what, What::Value(e) if is_whole(e)), ..node.clone() })
            .collect();
        let fits = |node: &Node<'e>, found: &Found<&MirRvalue>| match (&node.what, flows.get(found.flow)) {
            (What::Value(e) | What::Array(e), Some(flow)) => self.fits(flow).computed(e, found.what),
            _ => false,
        };
        let mut out = self.pair("value", &ours.iter().collect::<Vec<_>>(), &values, |_| true, fits);
        let is_array = |value: &MirRvalue| matches!(value, MirRvalue::Array(_) | MirRvalue::Repeat(..));
        let arrays = self.computed(flows, |_, _, value| is_array(value));
        // Elements without a size may be a constant.
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

    /// The fields that are read and written.
    fn fields(&self, flows: &[Flow<'_>]) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        let mut seen: HashSet<(MirType, Option<&str>, u32)> = HashSet::new();
        for flow in flows {
            for step in flow.body.steps.iter().filter(|step| !flow.is_check(step)) {
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
                                let Some(ty) = flow.type_of_place(&base) else {
                                    out.push(self.difference("the type of a field of rustc's is not known"));
                                    continue;
                                };
                                if !matches!(ty, MirType::Path(_) | MirType::Qualified(..))
                                    || is_internal(&ty)
                                    || self.of_own_call(flow, &before_variant(&base))
                                    || !seen.insert((ty.clone(), variant, *number))
                                {
                                    continue;
                                }
                                if !self.has_field(&ty, variant, *number) {
                                    let of = variant.map(|name| format!(" of `{name}`")).unwrap_or_default();
                                    let message = format!(
                                        "rustc looks at field {number}{of} of a type here, at which Certus does not look"
                                    );
                                    out.push(self.difference(&message));
                                }
                            }
                            _ => {}
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

    /// Places that get a value: which, and what.
    fn stores(&self, flows: &[Flow<'_>]) -> Vec<Diagnostic> {
        if self.ours.iter().any(|unit| unit.takes_apart) {
            return Vec::new();
        }
        // Of types that have one value nothing is stored.
        let is_seen = |node: &Node<'e>| {
            matches!(node.what, What::Store(Expr { kind: T::Assign(_, to, value), .. })
            if is_number(&self.ty(to)) && is_number(&self.ty(value)))
        };
        let ours: Vec<Node<'e>> = self
            .nodes()
            .filter(|node| matches!(node.what, What::Store(_)))
            .map(|node| {
                let called = matches!(node.what, What::Store(e) if self.is_called(flows, e));
                Node { must: node.must && is_seen(node) && !called, ..node.clone() }
            })
            .collect();
        let mut theirs = Vec::new();
        for (number, flow) in flows.iter().enumerate() {
            for (at, step) in flow.body.steps.iter().enumerate().filter(|(_, step)| !flow.is_check(step)) {
                if let MirStep::Assign(place, _) | MirStep::Call(place, ..) = step {
                    // Variables are compared where they are read.
                    let is_internal = |part: &MirPart| matches!(part, MirPart::Field(_, ty) if is_internal(ty));
                    let needed = !place.parts.is_empty() && !place.parts.iter().any(is_internal);
                    theirs.push(Found { flow: number, what: (at, place, needed), text: step.to_string() });
                }
            }
        }
        self.pair(
            "assignment",
            &ours.iter().collect::<Vec<_>>(),
            &theirs,
            |found| found.what.2,
            |node, found| {
                let (What::Store(e), Some(flow)) = (&node.what, flows.get(found.flow)) else { return false };
                let T::Assign(operator, to, value) = &e.kind else { return false };
                let fits = self.fits(flow);
                if !fits.value(to, &flow.place(found.what.1)) {
                    return false;
                }
                let given = flow.step(found.what.0, 0);
                match (operator, &given) {
                    (None, given) => fits.value(value, given),
                    (Some(_), Value::Step(step)) => match flow.body.steps.get(*step) {
                        Some(MirStep::Assign(_, given)) => fits.computed(e, given),
                        _ => true,
                    },
                    (Some(_), _) => false,
                }
            },
        )
    }

    /// What a function or closure gives.
    fn results(&self, flows: &[Flow<'_>]) -> Vec<Diagnostic> {
        let results: Vec<&Expr> = self.ours.iter().flat_map(|unit| &unit.results).copied().collect();
        let mut out = Vec::new();
        // Without a result of ours this is ghost code.
        if results.is_empty() {
            return out;
        }
        let is_function = |flow: &&Flow<'_>| !flow.body.path.last().is_some_and(|last| is_part(&last.kind, "promoted"));
        for flow in flows.iter().filter(is_function) {
            for (at, step) in flow.body.steps.iter().enumerate() {
                let (MirStep::Assign(place, _) | MirStep::Call(place, ..)) = step else { continue };
                if place.local != 0 || !place.parts.is_empty() {
                    continue;
                }
                let own = match step {
                    MirStep::Call(_, call, _) => match flow.body.calls.get(*call) {
                        Some(MirCall::Function(function, name)) => {
                            self.names.is_added(function)
                                || name.ends_with("::from_residual")
                                || self.names.is_operator(function)
                        }
                        _ => false,
                    },
                    // `()` is the value of many expressions.
                    MirStep::Assign(_, value) => matches!(value, MirRvalue::Use(MirOperand::Const(MirConst::Unit))),
                    _ => false,
                };
                let given = flow.given(place, at);
                let fits = self.fits(flow);
                if !own && !results.iter().any(|e| fits.value(e, &given)) {
                    out.push(self.difference(&format!("rustc gives a result here that Certus does not: `{step}`")));
                }
            }
        }
        out
    }

    /// Calls with their arguments.
    fn arguments(&self, flows: &[Flow<'_>]) -> Vec<Diagnostic> {
        let calls: Vec<&Call<'e>> = self.ours.iter().flat_map(|unit| &unit.calls).collect();
        let mut theirs = Vec::new();
        for flow in flows {
            for step in &flow.body.steps {
                let MirStep::Call(_, number, args) = step else { continue };
                match flow.body.calls.get(*number) {
                    Some(MirCall::Function(function, text))
                        if !self.names.is_added(function)
                            && !self.names.is_operator(function)
                            && !self.names.is_drop(function) =>
                    {
                        theirs.push((flow, Some(function), args, text.as_str()));
                    }
                    Some(MirCall::Pointer) => theirs.push((flow, None, args, "a function pointer")),
                    _ => {}
                }
            }
        }
        let table: Vec<Vec<usize>> = theirs
            .iter()
            .map(|(flow, function, args, _)| {
                let fits = |call: &Call<'e>| {
                    let same = match function {
                        Some(function) => self.names.is_call(call, function),
                        None => matches!(call.callee, Callee::Value(_)),
                    };
                    let of_value = matches!(call.callee, Callee::Value(_));
                    same && call.args.is_none_or(|ours| self.fits(flow).arguments(ours, args, of_value))
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
            return Vec::new();
        }
        let message = format!("rustc gives other arguments to {} here", names.join(", "));
        let error = match spans {
            Some(span) => Diagnostic::error(Internal::Content, message, span).with_note(CONSEQUENCE),
            None => self.difference(&message),
        };
        vec![error]
    }
}

/// What is left of each side of a largest matching.
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

/// What such an error means.
const CONSEQUENCE: &str = "the two sides read this program in different ways, so nothing is proved about what is compiled; \
                           please report the program that shows it";

/// Whether a segment is a part of an item, such as `{closure#0}`, whose name begins so.
fn is_part(kind: &certus_gate::MirSegmentKind, start: &str) -> bool {
    matches!(kind, certus_gate::MirSegmentKind::Part(part) if part.starts_with(start))
}

/// Constants that a literal can be.
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

/// Types whose fields only rustc names.
fn is_internal(ty: &MirType) -> bool {
    let MirType::Path(path) = ty else { return false };
    matches!(path.last().map(|last| &last.kind), Some(certus_gate::MirSegmentKind::Name(name)) if INTERNAL.contains(&name.as_str()))
}

/// Boxes, and what `vec![..]` writes its elements into.
const INTERNAL: &[&str] = &["Box", "Unique", "NonNull", "MaybeUninit", "ManuallyDrop", "MaybeDangling"];

/// A place without the variant that it is taken as.
fn before_variant(place: &MirPath) -> MirPath {
    let mut place = place.clone();
    while matches!(place.parts.last(), Some(MirPart::Variant(_))) {
        place.parts.pop();
    }
    place
}

/// The places that a statement names.
fn places(step: &MirStep) -> Vec<&MirPath> {
    let mut out = Vec::new();
    match step {
        MirStep::Assign(place, value) => {
            out.push(place);
            if let MirRvalue::Ref(_, of) | MirRvalue::Discriminant(of) | MirRvalue::Len(of) = value {
                out.push(of);
            }
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
