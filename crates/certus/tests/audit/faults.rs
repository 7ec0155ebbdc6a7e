//! Faults put into what the two sides say about one program. Each must be reported.

use std::fs;
use std::path::Path;

use certus_audit::{Audit, Extent, Found};
use certus_diagnostics::{Diagnostic, Sources, Span};
use certus_frontend::{Expanded, Loaded};
use certus_gate::MirPlace;
use certus_tree::{
    BinOp, Block, Body, CallKind, DefId, Ends, Expr, ExprKind as T, IntTy, Item, Literal, Program, Stmt, Ty,
};

use crate::support::run;

/// A program with one call of each kind that a fault is put into.
const PROGRAM: &str = include_str!("program.rs");

/// Sees an expression of `client` and may change it.
type Change = fn(&Loaded, &mut Expr);

/// The callee of a call: the function as written, its arguments, and the function of the impl.
type Callee<'e> = (&'e mut DefId, &'e mut Vec<Ty>, &'e mut Option<(DefId, Vec<Ty>)>);

/// Texts of rustc's MIR that become others, and the code of the error that must come.
const OTHER_MIR: &[(&str, &str, &str)] = &[
    // Another type, trait, function or constant.
    ("pair::<u8>(", "pair::<u16>(", "resolution"),
    ("pair::<u8>(", "pair::<&u8>(", "resolution"),
    ("<Square as Shape>::sides(", "<Square as Round>::sides(", "resolution"),
    ("<Square as Shape>::sides(", "<Line as Shape>::sides(", "resolution"),
    ("<Square as Shape>::sides(", "<Square as Shape>::corners(", "resolution"),
    ("<&Square as Shape>::sides(", "<Square as Shape>::sides(", "resolution"),
    ("<Square as Shape>::sides(", "Square::sides(", "resolution"),
    ("Square::corners(", "<Square as Shape>::corners(", "resolution"),
    ("a::twin(", "b::twin(", "resolution"),
    ("a::twin(", "twin(", "resolution"),
    ("a::twin(", "c::a::twin(", "resolution"),
    ("FromResidual<Result<Infallible, Small>>", "FromResidual<Result<Infallible, Big>>", "resolution"),
    ("<Result<u8, Big> as FromResidual", "<Result<u8, Small> as FromResidual", "resolution"),
    ("<Result<u8, Small> as Try>", "<Option<u8> as Try>", "resolution"),
    ("<Vec<u8> as IndexMut<usize>>::index_mut(", "<Vec<u8> as Index<usize>>::index(", "resolution"),
    ("<Vec<u8> as IndexMut<usize>>", "<Vec<u8> as IndexMut<u8>>", "resolution"),
    ("total::<3>(", "total::<4>(", "resolution"),
    ("fn(u8) -> u8 {same}>", "fn(u8) -> u8 {next}>", "resolution"),
    // A call too few or too many, also in a closure.
    ("_14 = b::twin() -> [return: bb8, unwind continue];", "goto -> bb8;", "resolution"),
    ("_14 = b::twin()", "_14 = a::twin()", "resolution"),
    ("fn client::{closure#0}", "fn other::{closure#0}", "audit"),
    ("_0 = next(copy _2) -> [return: bb1, unwind continue];", "goto -> bb1;", "resolution"),
    ("_0 = next(copy _2)", "_0 = same(copy _2)", "resolution"),
    // A call through a pointer in the place of one of a function.
    ("_13 = a::twin()", "_13 = copy _9()", "resolution"),
    // What cannot be read.
    (" = pair::<u8>(", " = pair::<u8>[", "audit"),
    (" = pair::<u8>(", " = pair::<u8(", "audit"),
    ("        return;", "        come_back;", "audit"),
    ("        return;\n", "", "audit"),
    ("fn client(", "function client(", "audit"),
    ("fn client(", "fn clients(", "audit"),
    ("{closure@<anon>:", "{closure@<anon>;", "audit"),
];

/// What is said of a variable that is of another type for rustc.
const UNTOLD: &str = "language/untold-type";

/// The same of what `compute` computes.
const OTHER_CONTENT: &[(&str, &str, &str)] = &[
    // Literals: values and types, in code and in patterns.
    ("const 5_u64", "const 6_u64", "content"),
    ("const 5_u64", "const 5_u32", "content"),
    ("_12 = const -3_i32", "_12 = const 3_i32", "content"),
    ("const 2_u32", "const 2_u64", "content"),
    ("const \"one\"", "const \"two\"", "content"),
    ("const b\"two\"", "const b\"one\"", "content"),
    ("const 'x'", "const 'y'", "content"),
    ("[7: bb3", "[8: bb3", "content"),
    ("[3: bb8", "[4: bb8", "content"),
    // A literal that is another one's at its place.
    ("_8 = Add(copy _2, copy _3)", "_8 = Add(copy _2, const 5_u64)", "content"),
    // Operators, and what their operands are computed from.
    ("Mul(copy _1", "Add(copy _1", "content"),
    ("Mul(copy _1", "Mul(copy _2", "content"),
    ("_7 = Mul(copy _1, move _8)", "_7 = Mul(move _8, copy _1)", "content"),
    ("Lt(", "Le(", "content"),
    ("BitXor(", "BitOr(", "content"),
    ("Shr(", "Shl(", "content"),
    ("_13 = Eq(copy _9, const 4_u8)", "_13 = copy _11", "content"),
    ("_7 = Add(copy _7, const 5_u64)", "StorageLive(_7)", "content"),
    // Casts.
    ("as u8 (IntToInt)", "as u16 (IntToInt)", "content"),
    ("_7 = copy _24 as u64 (IntToInt)", "_7 = copy _1", "content"),
    // Constants.
    ("const LIMIT", "const OTHER", "content"),
    ("const LIMIT", "const 7_u64", "content"),
    // Fields, values and arrays.
    ("((*_5).0: u64)", "((*_5).1: u64)", "content"),
    ("copy (_15.1: u64)", "copy (_15.0: u64)", "content"),
    ("Point { x: const 1_u64, y: move _16 }", "Spot { x: const 1_u64, y: move _16 }", "content"),
    ("Point { x: const 1_u64, y: move _16 }", "Point { y: const 1_u64, x: move _16 }", "content"),
    ("[const 10_u16, const 20_u16, const 30_u16]", "[const 20_u16, const 10_u16, const 30_u16]", "content"),
    ("[const 0_u8; 4]", "[const 0_u8; 5]", "content"),
    // Types of variables, and which one is meant.
    ("let mut _7: u64;", "let mut _7: u32;", UNTOLD),
    ("const -3_i32;\n            let _9: u8", "const -3_i64;\n            let _9: u8", UNTOLD),
    ("difference(copy _1, copy _2)", "difference(copy _2, copy _1)", "content"),
    ("switchInt(copy _11)", "switchInt(copy _2)", "content"),
    ("_0 = copy _7", "_0 = copy _1", "content"),
    ("_7 = const 11_u64", "_7 = copy _1", "content"),
    ("discriminant(_6)", "discriminant(_15)", "content"),
    // What cannot be read.
    ("_19 = [const 0_u8; 4]", "_19 = {const 0_u8; 4}", "audit"),
    ("_7 = const 9_u64", "_7 = const 9_u64 or more", "audit"),
    ("        _19 = ", "        Storage(_19);\n        _19 = ", "audit"),
    ("debug total => _7", "debug total = _7", "audit"),
    ("let mut _14: u64;", "let mut _14 u64;", "audit"),
    ("((*_5).0: u64) = ", "((*_5)+0: u64) = ", "audit"),
];

/// Changes of the tree; `audit` is never the answer to them.
const OTHER_TREE: &[(&str, Change)] = &[
    ("the impl of another type", |loaded, e| {
        let line = named(loaded, "<program::Line as program::Shape>::sides");
        change(loaded, e, SIDES, |(_, _, resolved)| *resolved = resolved.take().map(|(_, args)| (line, args)));
    }),
    ("an impl of another trait", |loaded, e| {
        let round = named(loaded, "<program::Square as program::Round>::sides");
        change(loaded, e, SIDES, |(_, _, resolved)| *resolved = resolved.take().map(|(_, args)| (round, args)));
    }),
    ("another function of the impl", |loaded, e| {
        let corners = named(loaded, "<program::Square as program::Shape>::corners");
        change(loaded, e, SIDES, |(_, _, resolved)| *resolved = resolved.take().map(|(_, args)| (corners, args)));
    }),
    ("the inherent function", |loaded, e| {
        let inherent = named(loaded, "program::Square::corners");
        change(loaded, e, SIDES, |(def, args, resolved)| (*def, *args, *resolved) = (inherent, Vec::new(), None));
    }),
    ("the function of the trait", |loaded, e| {
        let of_trait = named(loaded, "program::Shape::corners");
        let square = Ty::Adt(named(loaded, "program::Square"), Vec::new());
        change(loaded, e, "program::Square::corners", |(def, args, _)| (*def, *args) = (of_trait, vec![square]));
    }),
    ("another type", |loaded, e| change(loaded, e, "program::pair", |(_, args, _)| args[0] = Ty::Bool)),
    ("another closure", |loaded, e| {
        change(loaded, e, "program::apply", |(_, args, _)| {
            if let Some(Ty::Closure(number)) = args.first_mut() {
                *number = 0;
            }
        });
    }),
    ("a function of another module", |loaded, e| {
        let twin = named(loaded, "program::b::twin");
        change(loaded, e, "program::a::twin", |(def, _, _)| *def = twin);
    }),
    ("a reference less", |loaded, e| {
        change(loaded, e, SIDES, |(_, args, resolved)| {
            if let Ty::Ref(_, inner) = &args[0] {
                (*args, *resolved) = (vec![(**inner).clone()], None);
            }
        });
    }),
    ("a call less", |loaded, e| {
        if calls(loaded, e, "program::a::twin") {
            e.kind = T::Tuple(Vec::new());
        }
    }),
    ("a call more", |loaded, e| {
        if calls(loaded, e, "program::a::twin") {
            let one = e.clone();
            e.kind = T::Tuple(vec![one.clone(), one]);
        }
    }),
    ("another literal", |_, e| {
        if let T::Literal(Literal::Int(digits)) = &mut e.kind {
            digits.push('0');
        }
    }),
    ("another operator", |_, e| {
        if let T::Binary(op, ..) = &mut e.kind {
            *op = BinOp::BitAnd;
        }
    }),
    ("operands in another order", |_, e| {
        if let T::Binary(_, a, b) = &mut e.kind {
            std::mem::swap(a, b);
        }
    }),
    ("another type of a cast", |_, e| {
        if let T::Cast(_) = &e.kind {
            e.ty = Ty::Int(IntTy::I64);
        }
    }),
    ("another constant", |loaded, e| {
        if let T::Const(def, ..) = &mut e.kind {
            *def = named(loaded, "program::OTHER");
        }
    }),
    ("another field", |_, e| {
        if let T::Field(_, number) = &mut e.kind {
            *number = 1 - *number;
        }
    }),
    ("another argument", |loaded, e| {
        if calls(loaded, e, "program::difference")
            && let T::Call { args, .. } = &mut e.kind
        {
            args.swap(0, 1);
        }
    }),
    ("an array with an element less", |_, e| {
        if let T::Array(items) = &mut e.kind {
            items.pop();
        }
    }),
    ("another operand of `?`", |loaded, e| {
        if let T::Try(operand) = &mut e.kind {
            let big = Ty::Adt(named(loaded, "program::Big"), Vec::new());
            let Ty::Adt(_, args) = &mut operand.ty else { panic!("{:?}", operand.ty) };
            args[1] = big;
        }
    }),
];

/// The function of a trait that `client` calls for a type and for a reference.
const SIDES: &str = "program::Shape::sides";

fn named(loaded: &Loaded, path: &str) -> DefId {
    loaded.lookup(path).unwrap_or_else(|| panic!("no `{path}`"))
}

fn calls(loaded: &Loaded, e: &Expr, path: &str) -> bool {
    matches!(&e.kind, T::Call { callee: CallKind::Fn { def, .. }, .. } if loaded.path(*def) == path)
}

/// Changes the calls of a function.
fn change(loaded: &Loaded, e: &mut Expr, path: &str, how: impl FnOnce(Callee<'_>)) {
    if calls(loaded, e, path)
        && let T::Call { callee: CallKind::Fn { def, args, resolved, .. }, .. } = &mut e.kind
    {
        how((def, args, resolved));
    }
}

/// All parts of an expression, as far as `client` has any.
fn each(e: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    match &mut e.kind {
        T::Call { args, .. } => args.iter_mut().for_each(|arg| each(arg, change)),
        T::Block(_, Block { stmts, tail }) => {
            for stmt in stmts {
                match stmt {
                    Stmt::Let { init: Some(e), .. } | Stmt::Expr(e, _) => each(e, change),
                    Stmt::Let { init: None, .. } => {}
                }
            }
            tail.iter_mut().for_each(|tail| each(tail, change));
        }
        T::Ref { expr: inner, .. } | T::Adjust(_, inner) | T::Deref(inner) | T::Try(inner) => each(inner, change),
        T::Assign(_, a, b) | T::Binary(_, a, b) => {
            each(a, change);
            each(b, change);
        }
        T::Cast(inner) | T::Field(inner, _) => each(inner, change),
        _ => {}
    }
    change(e);
}

/// A program with one body changed.
struct Changed<'a> {
    loaded: &'a Loaded,
    changed: [DefId; 2],
    change: Change,
}

impl Program for Changed<'_> {
    fn local_items(&self) -> Vec<DefId> {
        self.loaded.local_items()
    }
    fn path(&self, def: DefId) -> String {
        self.loaded.path(def)
    }
    fn item(&self, def: DefId) -> Result<Item, Vec<Diagnostic>> {
        self.loaded.item(def)
    }
    fn body(&self, def: DefId) -> Result<Option<Body>, Vec<Diagnostic>> {
        let mut body = self.loaded.body(def)?;
        if let Some(body) = body.as_mut().filter(|_| self.changed.contains(&def)) {
            each(&mut body.value, &mut |e| (self.change)(self.loaded, e));
        }
        Ok(body)
    }
    fn lookup(&self, path: &str) -> Option<DefId> {
        self.loaded.lookup(path)
    }
    fn impls(&self, of_trait: Option<DefId>) -> Vec<DefId> {
        self.loaded.impls(of_trait)
    }
    fn find_impl(&self, trait_: DefId, args: &[Ty], at: DefId) -> Option<(DefId, Vec<Ty>)> {
        self.loaded.find_impl(trait_, args, at)
    }
    fn implements(&self, trait_: DefId, args: &[Ty], at: DefId) -> bool {
        self.loaded.implements(trait_, args, at)
    }
    fn normalize(&self, ty: &Ty, at: DefId) -> Ty {
        self.loaded.normalize(ty, at)
    }
    fn is_local(&self, def: DefId) -> bool {
        self.loaded.is_local(def)
    }
    fn is_library(&self, def: DefId) -> bool {
        self.loaded.is_library(def)
    }
    fn dependency_items(&self) -> Vec<DefId> {
        self.loaded.dependency_items()
    }
    fn sources(&self) -> &Sources {
        self.loaded.sources()
    }
}

/// The program as both sides have it.
pub struct Sides {
    pub loaded: Loaded,
    bodies: Vec<DefId>,
    expanded: Expanded,
    pub ends: Ends,
    pub mir: String,
}

impl Sides {
    /// rustc's side is what the command writes into its log.
    pub fn new(folder: &Path, text: &str) -> Result<Sides, String> {
        let (program, log) = (folder.join("program.rs"), folder.join("log"));
        fs::write(&program, text).map_err(|error| error.to_string())?;
        let flags = ["--audit", "--no-verify", "--log", &log.to_string_lossy()].map(str::to_owned);
        let faults = run::verify(&program, &flags, &program).faults(0);
        if !faults.is_empty() {
            return Err(faults.join("\n"));
        }
        let mir = fs::read_to_string(log.join("program.mir")).map_err(|error| error.to_string())?;
        let options = certus_frontend::Options { root_file: program, ..Default::default() };
        let loaded = certus_frontend::load(&options).map_err(|error| error.to_string())?;
        let lowered = certus_lower::lower(&loaded, &certus_lower::Options { names_points: true, ..Default::default() });
        let expanded = loaded
            .without_ghost(&lowered.ghost, &lowered.ends, &lowered.bodies)
            .map_err(|error| error.message.clone())?;
        Ok(Sides { bodies: lowered.bodies, ends: lowered.ends, expanded, mir, loaded })
    }

    fn locate(&self, place: MirPlace) -> Option<Span> {
        let text = &self.expanded.text;
        let before: usize = text.split_inclusive('\n').take(place.line - 1).map(str::len).sum();
        let at = before + text[before..].char_indices().nth(place.column - 1)?.0;
        self.loaded.locate(&self.expanded, at..at + 1)
    }

    /// The codes of the errors.
    pub fn audit(&self, program: &dyn Program, mir: &str) -> Vec<String> {
        self.found(program, &self.ends, mir).errors.iter().map(|error| error.code.to_string()).collect()
    }

    /// What the audit finds.
    pub fn found(&self, program: &dyn Program, ends: &Ends, mir: &str) -> Found {
        let locate = |place| self.locate(place);
        let audit = Audit {
            extent: Extent::Bodies,
            program,
            bodies: &self.bodies,
            ghost: &self.expanded.hidden,
            ends,
            locate: &locate,
        };
        audit.run(mir)
    }
}

/// Every fault is reported, and nothing without one.
pub fn check(folder: &Path) -> Result<(), String> {
    let sides = Sides::new(folder, PROGRAM)?;
    let mut wrong = Vec::new();
    let found = sides.audit(&sides.loaded, &sides.mir);
    if !found.is_empty() {
        wrong.push(format!("without a fault: {found:?}"));
    }
    for (name, faults) in [("client", OTHER_MIR), ("compute", OTHER_CONTENT)] {
        let start = sides.mir.find(&format!("\nfn {name}(")).ok_or("the function is not there")?;
        let (before, from_there) = sides.mir.split_at(start);
        for (from, to, code) in faults {
            let mir = format!("{before}{}", from_there.replacen(from, to, 1));
            let found = sides.audit(&sides.loaded, &mir);
            let is_expected = |found: &String| *found == *code || *found == format!("internal/{code}");
            if mir == sides.mir || found.is_empty() || !found.iter().all(is_expected) {
                wrong.push(format!("`{from}` becomes `{to}`: {found:?}"));
            }
        }
    }
    let changed = ["program::client", "program::compute"].map(|name| named(&sides.loaded, name));
    for (name, change) in OTHER_TREE {
        let program = Changed { loaded: &sides.loaded, changed, change: *change };
        let found = sides.audit(&program, &sides.mir);
        let expected = ["internal/resolution", "internal/content"];
        if found.is_empty() || found.iter().any(|found| !expected.contains(&found.as_str())) {
            wrong.push(format!("{name}: {found:?}"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}
