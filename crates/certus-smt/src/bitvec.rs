//! The bit-vector prover's encoding: an obligation as a query about bit vectors and nothing else, by the rules of
//! [`crate::rules::bit_vector`].

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use certus_diagnostics::{Diagnostic, Language, Span, Unsupported};
use certus_vc::{Obligation, Step};
use certus_vir::{BinaryOp, Binder, Body, Const, Expr, ExprKind, IntKind, Path, Program, QuantKind, Ty, UnaryOp, Var};
use num_bigint::BigInt;

use crate::emit::line;
use crate::error::{EncodeError, Res};
use crate::query::{Encoded, GoalNames};
use crate::rules::bit_vector::{
    Bits, bitwise, clip, compare, complement, goal_fails, join, literal, natural, product, quotient, shift_left,
    shift_right, sum, variable,
};
use crate::view::View;

/// Terms of more bits than this are not built: solvers do not answer questions about them.
const MAX_BITS: u32 = 1024;

/// A value.
#[derive(Clone, Debug)]
enum Value {
    /// A Boolean term.
    Bool(String),
    /// An integer of any type.
    Int(Bits),
}

impl Value {
    /// The term in SMT-LIB.
    fn term(&self) -> &str {
        match self {
            Value::Bool(term) => term,
            Value::Int(bits) => &bits.term,
        }
    }

    /// The same under another term.
    fn with_term(self, term: String) -> Value {
        match self {
            Value::Bool(_) => Value::Bool(term),
            Value::Int(bits) => Value::Int(Bits { term, ..bits }),
        }
    }
}

/// Prints an obligation, for each width of the target that there may be.
///
/// # Errors
/// `language/bit-vector` for what has no meaning as bits, and for control flow.
pub(crate) fn encode(program: &Program, obligation: &Obligation) -> Res<Encoded> {
    let view = View::new(program, obligation);
    let binders =
        obligation.vars.iter().chain(obligation.defs.iter().map(|(binder, _)| binder)).chain(&obligation.phis);
    let types: HashMap<&Var, &Ty> = binders.map(|binder| (&binder.var, &binder.ty)).collect();
    let fixed = program.arch_bits;
    // Definitions are looked into, so whether the width of the target matters shows only on the way.
    let (mut has_arch, mut is_open) = (false, false);
    loop {
        let widths: Vec<u32> = if has_arch { vec![32, 64] } else { vec![fixed.unwrap_or(64)] };
        let mut query = Query::default();
        for arch in widths {
            let suffix = if has_arch { format!(".{arch}") } else { String::new() };
            let mut target = Target::new(&view, &types, arch, suffix);
            target.is_open = is_open;
            target.add(obligation, &mut query, has_arch)?;
        }
        if query.is_arch && fixed.is_none() && !has_arch {
            has_arch = true;
        } else if query.is_quantified && !is_open {
            is_open = true;
        } else {
            return Ok(query.finish());
        }
    }
}

/// What was printed so far.
#[derive(Default)]
struct Query {
    declarations: String,
    failures: String,
    goals: Vec<GoalNames>,
    is_arch: bool,
    is_quantified: bool,
}

impl Query {
    fn finish(mut self) -> Encoded {
        self.goals.sort_by_key(|goal| goal.index);
        let mut context = self.declarations;
        context.push_str(&self.failures);
        let all: Vec<&str> = self.goals.iter().map(|goal| goal.name.as_str()).collect();
        line(&mut context, format_args!("(assert (or false {}))", all.join(" ")));
        let (notes, readings) = (Vec::new(), Default::default());
        Encoded {
            context: context.into(),
            goals: self.goals,
            notes,
            epr: self.is_quantified,
            has_quotient: false,
            model: None,
            readings,
            reached: Default::default(),
        }
    }
}

/// The encoding for one width of the target.
struct Target<'a> {
    /// Knows the program, and which definitions are visible.
    view: &'a View<'a>,
    /// The width of the target's pointers. Only [`Target::arch`] reads it.
    arch: u32,
    /// Whether that width was asked for.
    asks_arch: Cell<bool>,
    /// The types of the obligation's variables: where one is used it may be seen as a number of another type.
    types: &'a HashMap<&'a Var, &'a Ty>,
    /// What tells names of one width from those of the other.
    suffix: String,
    /// The variables of the obligation that were met, with names and sorts.
    declared: BTreeMap<Var, (String, String)>,
    /// Bound variables, innermost last.
    scope: Vec<(Var, Value)>,
    /// Names given to local definitions and bound variables.
    lets: u32,
    /// Whether there was a quantifier, which the profile for bit vectors cannot answer.
    quantified: bool,
    /// What divisions by zero give, with arguments and sorts.
    undefined: BTreeMap<String, (String, String)>,
    /// Whether a dividend may be a bound variable, so that what its division by zero gives is a function of it.
    is_open: bool,
}

impl<'a> Target<'a> {
    fn new(view: &'a View<'a>, types: &'a HashMap<&'a Var, &'a Ty>, arch: u32, suffix: String) -> Target<'a> {
        Target {
            view,
            arch,
            asks_arch: Cell::new(false),
            types,
            suffix,
            declared: BTreeMap::new(),
            scope: Vec::new(),
            lets: 0,
            quantified: false,
            undefined: BTreeMap::new(),
            is_open: false,
        }
    }

    /// Adds the goals to a query.
    fn add(&mut self, obligation: &Obligation, query: &mut Query, has_arch: bool) -> Res<()> {
        for (index, failing) in self.goals(obligation)? {
            let name = format!("g{index}{}", self.suffix);
            line(&mut query.failures, format_args!("(declare-const {name} Bool)"));
            line(&mut query.failures, format_args!("(assert (=> {name} {failing}))"));
            let span = obligation.goals.get(index).map(|goal| goal.span);
            let conjuncts = span.map(|span| (format!("(not {name})"), span)).into_iter().collect();
            query.goals.push(GoalNames { index, name, conjuncts, width: has_arch.then_some(self.arch) });
        }
        for (name, sort) in self.declared.values().chain(self.undefined.values()) {
            line(&mut query.declarations, format_args!("(declare-fun {name} {sort})"));
        }
        query.is_arch |= self.asks_arch.get();
        query.is_quantified |= self.quantified;
        Ok(())
    }

    /// The width of the target's pointers.
    fn arch(&self) -> u32 {
        self.asks_arch.set(true);
        self.arch
    }

    /// Goals with the formulas that they fail.
    fn goals(&mut self, obligation: &Obligation) -> Res<Vec<(usize, String)>> {
        let [block] = obligation.blocks.as_slice() else {
            let span = obligation.goals.first().map(|goal| goal.span);
            return Err(self.refuse("a proof by bit_vector is a single goal, without statements", span));
        };
        let (mut known, mut failures) = (vec!["true".to_owned()], Vec::new());
        for step in &block.steps {
            match step {
                Step::Assume(e) => known.push(self.formula(e)?),
                Step::Goal(index) => {
                    let Some(goal) = obligation.goals.get(*index) else {
                        return Err(self.view.internal("a step names a goal that is not there", None));
                    };
                    let formula = self.formula(&goal.expr)?;
                    failures.push((*index, goal_fails(&known, &formula)));
                    known.push(formula);
                }
                Step::Reveal(..) | Step::Use(_) | Step::Mention(_) => {}
            }
        }
        Ok(failures)
    }

    /// `language/bit-vector`.
    fn refuse(&self, what: &str, span: Option<Span>) -> EncodeError {
        let span = span.or_else(|| self.view.own().map(|f| f.span));
        EncodeError(vec![match span {
            Some(span) => Diagnostic::error(Language::BitVector, what, span),
            None => Diagnostic::error_without_span(Language::BitVector, what),
        }])
    }

    /// The term of a Boolean expression.
    fn formula(&mut self, e: &Expr) -> Res<String> {
        match self.value(e)? {
            Value::Bool(term) => Ok(term),
            Value::Int(_) => Err(self.refuse("a Boolean is expected here", Some(e.span))),
        }
    }

    /// The bits of an integer expression, if they are not too many.
    fn int(&mut self, e: &Expr) -> Res<Bits> {
        match self.value(e)? {
            Value::Int(bits) if bits.width <= MAX_BITS => Ok(bits),
            Value::Int(_) => {
                Err(self.refuse("this number needs too many bits for the bit-vector prover", Some(e.span)))
            }
            Value::Bool(_) => Err(self.refuse("a number is expected here", Some(e.span))),
        }
    }

    /// The width and signedness of a range; `None` for `int`, `nat` and `char`.
    fn form(&self, kind: IntKind) -> Option<(u32, bool)> {
        match kind {
            IntKind::U(bits) => Some((bits, false)),
            IntKind::I(bits) => Some((bits, true)),
            IntKind::Usize => Some((self.arch(), false)),
            IntKind::Isize => Some((self.arch(), true)),
            IntKind::Char => Some((21, false)),
            IntKind::Int | IntKind::Nat => None,
        }
    }

    /// The value of an expression; programs may nest deeply.
    fn value(&mut self, e: &Expr) -> Res<Value> {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.value_inner(e))
    }

    fn value_inner(&mut self, e: &Expr) -> Res<Value> {
        if e.ty.float_width().is_some() {
            let text = "floating-point numbers are not supported in proofs by bit_vector";
            return Err(EncodeError(vec![Diagnostic::error(Unsupported::Float, text, e.span)]));
        }
        Ok(match &*e.kind {
            ExprKind::Const(Const::Bool(value)) => Value::Bool(value.to_string()),
            ExprKind::Const(Const::Int(value)) => Value::Int(literal(value)),
            ExprKind::ArchBits => Value::Int(literal(&self.arch().into())),
            ExprKind::Bound(kind, high) => Value::Int(literal(&self.bound(*kind, *high, e.span)?)),
            ExprKind::Var(var) => self.variable(var, e.span)?,
            ExprKind::Unary(op, operand) => self.unary(op, operand, e.span)?,
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e.span)?,
            ExprKind::If(cond, a, b) => {
                let cond = self.formula(cond)?;
                match (self.value(a)?, self.value(b)?) {
                    (Value::Bool(a), Value::Bool(b)) => Value::Bool(format!("(ite {cond} {a} {b})")),
                    (Value::Int(a), Value::Int(b)) => {
                        let (a, b) = join(&a, &b);
                        Value::Int(Bits { term: format!("(ite {cond} {} {})", a.term, b.term), ..a })
                    }
                    _ => return Err(self.refuse("this cannot be translated to bit vectors", Some(e.span))),
                }
            }
            ExprKind::Let(binder, value, body) => {
                let (value, mut named) = (self.value(value)?, String::new());
                let inner = self.named(value, &mut named);
                self.scope.push((binder.var.clone(), inner));
                let body = self.value(body);
                self.scope.pop();
                let body = body?;
                let term = format!("(let ({named}) {})", body.term());
                body.with_term(term)
            }
            ExprKind::Quant(kind, binders, _, body) => self.quantifier(*kind, binders, body, e.span)?,
            ExprKind::Arm(inner) | ExprKind::Checked(inner) => self.value(inner)?,
            ExprKind::Call(path, tys, args) if self.view.is_transparent(&(path.clone(), tys.clone())) => {
                self.definition(path, args, e.span)?
            }
            ExprKind::Call(path, ..) => {
                let name = path.rsplit("::").next().unwrap_or(path);
                let text = format!("the bit-vector prover cannot unfold `{name}`: bind its value to a variable first");
                return Err(self.refuse(&text, Some(e.span)));
            }
            _ => return Err(self.refuse("this cannot be translated to bit vectors", Some(e.span))),
        })
    }

    /// A call of a function that is not recursive, as its definition.
    fn definition(&mut self, path: &Path, args: &[Expr], span: Span) -> Res<Value> {
        let function = self.view.program().functions.get(path);
        let Some((function, Body::Spec(body))) = function.map(|f| (f, &f.body)) else {
            return Err(self.view.internal(format!("no function `{path}`"), Some(span)));
        };
        // Arguments have names, or a chain of calls that mention theirs twice would double the text at each.
        let (mut values, mut named) = (Vec::new(), String::new());
        for (param, arg) in function.params.iter().zip(args) {
            let value = self.value(arg)?;
            let value = if value.term().starts_with('(') { self.named(value, &mut named) } else { value };
            values.push((param.var.clone(), value));
        }
        let before = self.scope.len();
        self.scope.extend(values);
        let value = self.value(body);
        self.scope.truncate(before);
        let value = value?;
        if named.is_empty() {
            return Ok(value);
        }
        let term = format!("(let ({named}) {})", value.term());
        Ok(value.with_term(term))
    }

    /// A value under a name, which is defined in the text.
    fn named(&mut self, value: Value, definitions: &mut String) -> Value {
        let name = self.fresh();
        let _ = write!(definitions, "({name} {})", value.term()); // Writing to a string cannot fail.
        value.with_term(name)
    }

    /// What a division by zero gives: any number, the same for equal dividends.
    fn undefined(&mut self, operator: &str, dividend: &Bits) -> String {
        let (count, term) = (self.undefined.len(), &dividend.term);
        let sort = format!("(_ BitVec {})", dividend.width);
        let own = if self.view.obligation().strict_division { count.to_string() } else { String::new() };
        let of = if self.is_open { &sort } else { term };
        let key = format!("{operator}{own} {of}");
        let arguments = if self.is_open { format!("({sort})") } else { "()".to_owned() };
        let named =
            self.undefined.entry(key).or_insert((format!("d{count}{}", self.suffix), format!("{arguments} {sort}")));
        let name = named.0.clone();
        if self.is_open { format!("({name} {term})") } else { name }
    }

    /// A name that nothing else has.
    fn fresh(&mut self) -> String {
        self.lets += 1;
        format!("v{}", self.lets)
    }

    /// The lowest or highest value of a range on this target.
    fn bound(&self, kind: IntKind, high: bool, span: Span) -> Res<BigInt> {
        let bounds = match kind {
            IntKind::Usize => IntKind::U(self.arch()).bounds(),
            IntKind::Isize => IntKind::I(self.arch()).bounds(),
            kind => kind.bounds(),
        };
        let bound = if high { bounds.1 } else { bounds.0 };
        bound.ok_or_else(|| self.refuse("this cannot be translated to bit vectors", Some(span)))
    }

    /// A bound variable, or one of the obligation: any value of its type.
    fn variable(&mut self, var: &Var, span: Span) -> Res<Value> {
        if let Some((_, value)) = self.scope.iter().rev().find(|(bound, _)| bound == var) {
            return Ok(value.clone());
        }
        let Some(ty) = self.types.get(var) else {
            return Err(self.view.internal(format!("no variable `{}`", var.name), Some(span)));
        };
        let count = self.declared.len();
        let named = self.declared.get(var).map(|(name, _)| name.clone());
        let name = named.unwrap_or_else(|| format!("x{count}{}", self.suffix));
        let (value, sort) = self.any(&name, ty, span)?;
        self.declared.entry(var.clone()).or_insert((name, format!("() {sort}")));
        Ok(value)
    }

    /// A value of a type under a name, with its sort.
    fn any(&self, name: &str, ty: &Ty, span: Span) -> Res<(Value, String)> {
        if *ty.value() == Ty::Bool {
            return Ok((Value::Bool(name.to_owned()), "Bool".to_owned()));
        }
        match ty.int_kind().filter(|kind| *kind != IntKind::Char).and_then(|kind| self.form(kind)) {
            Some((width, signed)) => {
                let (bits, sort) = variable(name, width, signed);
                Ok((Value::Int(bits), sort))
            }
            None => {
                let text = format!(
                    "the bit-vector prover supports only integers of a fixed width and bool, not \
                                    `{ty}`"
                );
                Err(self.refuse(&text, Some(span)))
            }
        }
    }

    /// Bound variables have every value of their type.
    fn quantifier(&mut self, kind: QuantKind, binders: &[Binder], body: &Expr, span: Span) -> Res<Value> {
        self.quantified = true;
        let before = self.scope.len();
        let mut head = String::new();
        for binder in binders {
            let name = self.fresh();
            let (value, sort) = self.any(&name, &binder.ty, span)?;
            let _ = write!(head, "({name} {sort})"); // Writing to a string cannot fail.
            self.scope.push((binder.var.clone(), value));
        }
        let body = self.formula(body);
        self.scope.truncate(before);
        let word = if kind == QuantKind::Forall { "forall" } else { "exists" };
        Ok(Value::Bool(format!("({word} ({head}) {})", body?)))
    }

    /// Operators on one value, and casts.
    fn unary(&mut self, op: &UnaryOp, operand: &Expr, span: Span) -> Res<Value> {
        Ok(match op {
            UnaryOp::Not => Value::Bool(format!("(not {})", self.formula(operand)?)),
            UnaryOp::BoolToInt => {
                let term = format!("(ite {} #b1 #b0)", self.formula(operand)?);
                Value::Int(Bits { term, width: 1, signed: false })
            }
            UnaryOp::BitNot(_) if *operand.ty.value() == Ty::Bool => {
                Value::Bool(format!("(not {})", self.formula(operand)?))
            }
            UnaryOp::Neg => {
                let operand = self.int(operand)?;
                Value::Int(sum("bvsub", &literal(&BigInt::default()), &operand))
            }
            UnaryOp::BitNot(kind) => {
                let operand = self.int(operand)?;
                if let Some((width, false)) = self.form(*kind)
                    && !operand.signed
                    && operand.width <= width
                {
                    return Ok(Value::Int(complement(&operand, width)));
                }
                // The highest value of the range less the operand; -1 where there are negative ones.
                let ones = match self.form(*kind) {
                    Some((_, false)) => self.bound(*kind, true, span)?,
                    _ => BigInt::from(-1),
                };
                Value::Int(sum("bvsub", &literal(&ones), &operand))
            }
            UnaryOp::Clip(kind) => Value::Int(self.clip(*kind, operand, span)?),
            UnaryOp::InRange(kind) => {
                let value = self.int(operand)?;
                let mut parts = vec!["true".to_owned()];
                if *kind == IntKind::Nat {
                    parts.push(compare("le", &literal(&BigInt::default()), &value));
                } else if self.form(*kind).is_some() {
                    parts.push(compare("le", &literal(&self.bound(*kind, false, span)?), &value));
                    parts.push(compare("le", &value, &literal(&self.bound(*kind, true, span)?)));
                }
                Value::Bool(format!("(and {})", parts.join(" ")))
            }
            _ => return Err(self.refuse("this cannot be translated to bit vectors", Some(span))),
        })
    }

    /// The value where it lies in the range; the low bits otherwise, as good as any.
    fn clip(&mut self, kind: IntKind, operand: &Expr, span: Span) -> Res<Bits> {
        let value = self.int(operand)?;
        match (kind, self.form(kind)) {
            (IntKind::Int, _) => Ok(value),
            (IntKind::Nat, _) => Ok(natural(value)),
            (IntKind::Char, _) | (_, None) => Err(self.refuse("this cannot be translated to bit vectors", Some(span))),
            (_, Some((width, signed))) => Ok(clip(value, width, signed)),
        }
    }

    /// Operators on two values. What VIR calls exact is exact here, and bits are those of two's complement of any width.
    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, span: Span) -> Res<Value> {
        use BinaryOp as Op;
        let logic = match op {
            Op::And => Some("and"),
            Op::Or => Some("or"),
            Op::Implies => Some("=>"),
            Op::BitXor if *a.ty.value() == Ty::Bool => Some("xor"),
            Op::BitAnd if *a.ty.value() == Ty::Bool => Some("and"),
            Op::BitOr if *a.ty.value() == Ty::Bool => Some("or"),
            _ => None,
        };
        if let Some(logic) = logic {
            return Ok(Value::Bool(format!("({logic} {} {})", self.formula(a)?, self.formula(b)?)));
        }
        if matches!(op, Op::ExtEq { .. }) {
            return Err(self.refuse("the bit-vector prover has no extensional equality: write `==`", Some(span)));
        }
        if let (Op::Eq, Ty::Bool) = (op, a.ty.value()) {
            return Ok(Value::Bool(format!("(= {} {})", self.formula(a)?, self.formula(b)?)));
        }
        let (x, y) = (self.int(a)?, self.int(b)?);
        Ok(match op {
            Op::Eq => {
                let (x, y) = join(&x, &y);
                Value::Bool(format!("(= {} {})", x.term, y.term))
            }
            Op::Lt => Value::Bool(compare("lt", &x, &y)),
            Op::Le => Value::Bool(compare("le", &x, &y)),
            Op::Gt => Value::Bool(compare("lt", &y, &x)),
            Op::Ge => Value::Bool(compare("le", &y, &x)),
            Op::Add => Value::Int(sum("bvadd", &x, &y)),
            Op::Sub => Value::Int(sum("bvsub", &x, &y)),
            Op::Mul => Value::Int(product(&x, &y)),
            Op::Div | Op::Mod => {
                let (x, y) = join(&x, &y);
                let undefined = self.undefined(if op == Op::Div { "div" } else { "mod" }, &x);
                Value::Int(quotient(&x, &y, &undefined, op == Op::Div))
            }
            Op::BitAnd => Value::Int(bitwise("bvand", &x, &y)),
            Op::BitOr => Value::Int(bitwise("bvor", &x, &y)),
            Op::BitXor => Value::Int(bitwise("bvxor", &x, &y)),
            // What such a shift by a negative number would mean is for nobody to say.
            Op::Shr | Op::Shl(_) if y.signed => {
                let text = "not supported: bit-shift with possibly negative shift; where it cannot be negative, cast it to an unsigned type";
                return Err(self.refuse(text, Some(span)));
            }
            Op::Shr => Value::Int(shift_right(&x, &y)),
            Op::Shl(kind) => match self.form(kind) {
                Some((width, signed)) => Value::Int(shift_left(&x, &y, width, signed)),
                None => return Err(self.refuse("a shift left needs an integer of a fixed width", Some(span))),
            },
            _ => return Err(self.refuse("this cannot be translated to bit vectors", Some(span))),
        })
    }
}
