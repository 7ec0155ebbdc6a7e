//! Bodies: expressions, patterns and statements, fully resolved.

use std::collections::BTreeSet;

use certus_diagnostics::Span;

use crate::item::DefId;
use crate::ty::{Mutability, Ty};

/// Names a local variable of one body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// Names an expression of one body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

/// A local variable: a parameter, or a variable that a pattern binds.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name as written.
    pub name: String,
    /// The written or inferred type.
    pub ty: Ty,
    /// True for `mut x`.
    pub is_mut: bool,
    /// Where it is bound.
    pub span: Span,
}

/// The body of a function or the value of a constant; closed: every local it mentions is in [`Body::locals`].
#[derive(Clone, Debug)]
pub struct Body {
    /// All locals; [`LocalId`] counts through this list. Bindings of the same name in an or-pattern are one local.
    pub locals: Vec<Local>,
    /// The patterns of the parameters, the receiver first.
    pub params: Vec<Pat>,
    /// The expression that gives the result: a function's block, or the value of a constant.
    pub value: Expr,
    /// The expressions with a written type: literals with a suffix, casts, paths with generic arguments, and closures
    /// with a result type.
    pub written: BTreeSet<ExprId>,
    /// The variables with a written type, at their `let` or as a parameter of a closure.
    pub annotated: BTreeSet<LocalId>,
    /// The types that `impl Trait` in the result type of a function stands for, by the numbers of the opaque types.
    pub hidden: Vec<(u32, Ty)>,
}

/// An arithmetic, bit or comparison operator on built-in operand types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The Rust operator of the same name.
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// A Boolean operator that evaluates its right operand only if it needs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The Rust operator of the same name.
pub enum LogicOp {
    And,
    Or,
}

/// A prefix operator on a built-in operand type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The Rust operator of the same name.
pub enum UnOp {
    Not,
    Neg,
}

/// A literal, its digits read from the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// An integer: decimal digits, with a leading `-` where the source negates the literal in a pattern. A byte literal
    /// is one of type `u8`.
    Int(String),
    /// `true` or `false`.
    Bool(bool),
    /// A character, for instance `'a'`.
    Char(char),
    /// A string, with its escapes replaced.
    Str(String),
    /// A byte string.
    ByteStr(Vec<u8>),
    /// A float, as written.
    Float(String),
}

/// An implicit step from one type to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adjust {
    /// From `!` to any type.
    NeverToAny,
    /// Array to slice, concrete type to `dyn`, and the like.
    Unsize,
    /// Function item or closure to function pointer, and casts between pointers.
    Pointer,
}

/// The callee of a call.
#[derive(Clone, Debug)]
pub enum CallKind {
    /// A known function or method with its generic arguments (those of its impl or trait first). For a method of a
    /// trait the definition is the trait's, unless the front end resolved it to an impl's: see `resolved`.
    Fn {
        /// The function as named.
        def: DefId,
        /// The generic arguments of `def`, those of its impl or trait first.
        args: Vec<Ty>,
        /// The impl's function that a trait's function resolves to with these arguments, and that function's generic
        /// arguments; `None` when it stays abstract or `def` is not a trait's function.
        resolved: Option<(DefId, Vec<Ty>)>,
        /// Whether the source writes generic arguments of the function at the call.
        is_told: bool,
    },
    /// A value: closure, function pointer, `dyn Fn`, type parameter with an `Fn` bound, or spec closure (then the
    /// callee has type `verus_builtin::SpecFn`, before any dereference).
    Value(Box<Expr>),
}

/// A parameter of a closure, with its written or inferred type.
#[derive(Clone, Debug)]
pub struct ClosureParam {
    /// The pattern of the parameter.
    pub pat: Pat,
    /// The type of the parameter.
    pub ty: Ty,
}

/// A field with its value in a struct literal.
#[derive(Clone, Debug)]
pub struct FieldValue {
    /// The field's index in the variant.
    pub field: u32,
    /// Its value.
    pub value: Expr,
}

/// One arm of a `match`.
#[derive(Clone, Debug)]
pub struct Arm {
    /// The pattern that the matched value has to fit.
    pub pat: Pat,
    /// The condition after `if`.
    pub guard: Option<Expr>,
    /// The value of the arm.
    pub body: Expr,
}

/// A sequence of statements with an optional value.
#[derive(Clone, Debug)]
pub struct Block {
    /// Statements.
    pub stmts: Vec<Stmt>,
    /// The value; `()` or `!` without one.
    pub tail: Option<Box<Expr>>,
}

/// A statement in a block. An item in a block is not a statement of it.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)] // Both forms are common, and a list of either is short.
pub enum Stmt {
    /// `let pat = init else { .. }`.
    Let {
        /// The pattern before `=`.
        pat: Pat,
        /// The value after `=`; `None` for `let x;`.
        init: Option<Expr>,
        /// The `else` block of a let-else.
        else_: Option<Expr>,
        /// The place of the whole statement.
        span: Span,
    },
    /// An expression whose value is dropped; `semi` tells whether a semicolon follows it.
    Expr(Expr, bool),
}

/// An expression with its type, after all implicit steps that apply to it are made explicit around it.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its number in the body.
    pub id: ExprId,
    /// The form of the expression.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Ty,
    /// The place in the user's source.
    pub span: Span,
}

/// The forms of expressions. `for`, `while` and `?` are desugared, except where a variant here keeps them.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A literal.
    Literal(Literal),
    /// A local variable (a place).
    Local(LocalId),
    /// A constant, static or associated constant, with generic arguments. The second part is the impl's constant that
    /// a trait's constant resolves to.
    Const(DefId, Vec<Ty>, Option<(DefId, Vec<Ty>)>),
    /// A const parameter as a value: its index in the generics of the definition and its name.
    ConstParam(u32, String),
    /// A function item used as a value.
    FnItem(DefId, Vec<Ty>),
    /// A call. Overloaded operators, indexing and dereference are calls too (their arguments already referenced).
    Call {
        /// The callee.
        callee: CallKind,
        /// Arguments, the receiver first.
        args: Vec<Expr>,
        /// The name of the method, or the path of the callee: the place for errors about the callee.
        callee_span: Span,
    },
    /// A constructor: struct literal, tuple struct, unit struct or enum variant.
    Ctor {
        /// The struct or enum.
        adt: DefId,
        /// The variant's index (0 for a struct).
        variant: u32,
        /// Generic arguments of the type.
        args: Vec<Ty>,
        /// The fields given, in evaluation order.
        fields: Vec<FieldValue>,
        /// The base of `..base`.
        base: Option<Box<Expr>>,
    },
    /// A constructor of a tuple-like variant used as a function value: type, variant and generic arguments.
    CtorFn(DefId, u32, Vec<Ty>),
    /// A tuple, for instance `(a, b)`; `()` has no components.
    Tuple(Vec<Expr>),
    /// An array by its elements.
    Array(Vec<Expr>),
    /// `[value; n]` (the length is in the type).
    Repeat(Box<Expr>),
    /// A field of a struct, union (a place when the base is one). The base has the struct's own type.
    Field(Box<Expr>, u32),
    /// A component of a tuple.
    TupleField(Box<Expr>, u32),
    /// Built-in indexing of an array or slice (a place).
    Index(Box<Expr>, Box<Expr>),
    /// Built-in dereference of a reference, pointer or `Box` (a place).
    Deref(Box<Expr>),
    /// `&e` or `&mut e`; `implicit` when the source does not spell it.
    Ref {
        /// Shared or mutable.
        mutability: Mutability,
        /// The place or value.
        expr: Box<Expr>,
        /// True for an auto-reference.
        implicit: bool,
    },
    /// `&raw const e`, `&raw mut e`.
    RawRef(Mutability, Box<Expr>),
    /// An implicit conversion of the operand to the type of this expression.
    Adjust(Adjust, Box<Expr>),
    /// `e as T`.
    Cast(Box<Expr>),
    /// A prefix operator on a built-in type.
    Unary(UnOp, Box<Expr>),
    /// A binary operator on built-in types.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `&&` or `||`.
    Logic(LogicOp, Box<Expr>, Box<Expr>),
    /// `a = b`; with an operator `a op= b` on built-in types.
    Assign(Option<BinOp>, Box<Expr>, Box<Expr>),
    /// A destructuring assignment, for instance `(a, b) = e`.
    AssignPat(Box<Pat>, Box<Expr>),
    /// A block, with its label if it has one.
    Block(Option<String>, Block),
    /// `unsafe { .. }`.
    Unsafe(Block),
    /// `const { .. }`.
    ConstBlock(Block),
    /// `async { .. }`.
    Async(Block),
    /// `if c { .. } else { .. }`; `c` may contain [`ExprKind::Let`] under `&&`.
    If(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// `let pat = e` as a condition.
    Let(Box<Pat>, Box<Expr>),
    /// `match e { .. }`.
    Match(Box<Expr>, Vec<Arm>),
    /// `loop { .. }`.
    Loop(Option<String>, Block),
    /// `while c { .. }`.
    While(Option<String>, Box<Expr>, Block),
    /// `for pat in iterable { .. }`; the iterable is the expression as written.
    For(Option<String>, Box<Pat>, Box<Expr>, Block),
    /// `break 'label value`.
    Break(Option<String>, Option<Box<Expr>>),
    /// `continue 'label`.
    Continue(Option<String>),
    /// `return value`.
    Return(Option<Box<Expr>>),
    /// `e?`.
    Try(Box<Expr>),
    /// `e.await`.
    Await(Box<Expr>),
    /// A range: start, end, inclusive. Its type says which of the range types it is.
    Range(Option<Box<Expr>>, Option<Box<Expr>>, bool),
    /// A closure `|params| body`.
    Closure {
        /// The number in [`Ty::Closure`].
        id: u32,
        /// Parameters.
        params: Vec<ClosureParam>,
        /// Result type.
        ret: Ty,
        /// True when the result type was written.
        has_ret: bool,
        /// True for `move |..| ..`.
        is_move: bool,
        /// Body.
        body: Box<Expr>,
    },
    /// `format_args!(".." , args)`, also inside `panic!`, `println!` and the like: the arguments in source order, each by
    /// reference, and the functions that write them.
    FormatArgs(Vec<Expr>, Vec<FormatUse>),
    /// A form that the front end knows and the tree does not represent (inline assembly, `yield`, ..): its name.
    Unsupported(&'static str),
}

/// The name of [`ExprKind::Unsupported`] for `*p` of a raw pointer.
pub const RAW_DEREF: &str = "dereferencing a raw pointer";

/// A place in a format string where an argument is written.
#[derive(Clone, Debug)]
pub struct FormatUse {
    /// The index of the argument.
    pub arg: u32,
    /// The name of the trait: `Display` for `{}`. Empty for an argument that is a width or a precision.
    pub name: String,
    /// The type of the argument.
    pub ty: Ty,
    /// The function that writes it, `Display::fmt`; `None` for a width or a precision.
    pub callee: Option<CallKind>,
}

/// A pattern with the type of what it matches, binding modes and implicit dereferences made explicit.
#[derive(Clone, Debug)]
pub struct Pat {
    /// The form of the pattern.
    pub kind: PatKind,
    /// The type of the value it matches.
    pub ty: Ty,
    /// The place in the user's source.
    pub span: Span,
}

impl Pat {
    /// True only if it matches every value without a look at any type; a struct pattern counts as one that may fail.
    pub fn always_matches(&self) -> bool {
        match &self.kind {
            PatKind::Wild => true,
            PatKind::Binding { sub, .. } => sub.as_deref().is_none_or(Pat::always_matches),
            PatKind::Deref(inner) => inner.always_matches(),
            PatKind::Tuple(fields) => fields.iter().all(|field| field.pat.always_matches()),
            PatKind::Or(alternatives) => alternatives.iter().any(Pat::always_matches),
            _ => false,
        }
    }
}

/// A field in a pattern.
#[derive(Clone, Debug)]
pub struct FieldPat {
    /// The field's index in the variant.
    pub field: u32,
    /// Its pattern.
    pub pat: Pat,
}

/// The forms of patterns.
#[derive(Clone, Debug)]
pub enum PatKind {
    /// `_`, and `..` that matches nothing.
    Wild,
    /// A variable. `by_ref` is the binding mode after default binding modes are applied: the variable then has type
    /// `&T` where the pattern has type `T`.
    Binding {
        /// The variable that gets the value.
        local: LocalId,
        /// `ref` or `ref mut`, written or implied.
        by_ref: Option<Mutability>,
        /// The pattern after `@` in `x @ pat`.
        sub: Option<Box<Pat>>,
    },
    /// A struct, tuple struct, unit struct or variant; fields that are not named match anything.
    Variant {
        /// The struct or enum.
        adt: DefId,
        /// The index of the variant in the enum; 0 for a struct.
        variant: u32,
        /// Fields.
        fields: Vec<FieldPat>,
    },
    /// A tuple; components that are not listed match anything.
    Tuple(Vec<FieldPat>),
    /// `&pat`, `&mut pat`, or an implied dereference (default binding modes), or `box`.
    Deref(Box<Pat>),
    /// A literal.
    Literal(Literal),
    /// A constant.
    Const(DefId, Vec<Ty>, Option<(DefId, Vec<Ty>)>),
    /// A range: start, end (literals or constants), inclusive.
    Range(Option<Box<Pat>>, Option<Box<Pat>>, bool),
    /// Alternatives.
    Or(Vec<Pat>),
    /// A slice or array: before, the rest (bound or not), after.
    Slice(Vec<Pat>, Option<Box<Pat>>, Vec<Pat>),
    /// A place of an assignment; only in [`ExprKind::AssignPat`].
    Place(Box<Expr>),
    /// A form that the tree does not represent: its name.
    Unsupported(&'static str),
}
