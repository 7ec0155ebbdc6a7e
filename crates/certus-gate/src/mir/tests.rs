//! Snippets of MIR as rustc 1.95 printed them, and texts that must not be read.

use super::{
    MirBinding, MirBody, MirCall, MirConst, MirOperand, MirPart, MirPlace, MirRvalue, MirSegmentKind, MirStep, MirType,
    read_mir,
};
use crate::MirPath;

/// The bodies of a text that can be read.
fn read(text: &str) -> Vec<MirBody> {
    read_mir(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The only body of a function with these lines in its only block.
fn block(lines: &str) -> Result<MirBody, String> {
    let text = format!("fn f(_1: u8) -> () {{\n    let mut _0: ();\n\n    bb0: {{\n{lines}\n    }}\n}}\n");
    let mut bodies = read_mir(&text).map_err(|error| error.to_string())?;
    assert_eq!(bodies.len(), 1);
    Ok(bodies.remove(0))
}

/// The only call in a line.
fn call(line: &str) -> MirType {
    let body = block(line).unwrap_or_else(|error| panic!("{error}"));
    match body.calls.as_slice() {
        [MirCall::Function(function, _)] => function.clone(),
        other => panic!("{other:?}"),
    }
}

fn names(path: &MirType) -> Vec<String> {
    let MirType::Path(path) = path else { panic!("{path:?}") };
    let name = |kind: &MirSegmentKind| match kind {
        MirSegmentKind::Name(name) => name.clone(),
        other => format!("{other:?}"),
    };
    path.iter().map(|segment| name(&segment.kind)).collect()
}

#[test]
fn paths_and_arguments() {
    let push = call("_5 = Vec::<u8>::push(copy _1, move _6) -> [return: bb2, unwind: bb68];");
    assert_eq!(names(&push), ["Vec", "push"]);
    let MirType::Path(path) = &push else { panic!("{push:?}") };
    assert_eq!((path[0].args.len(), path[1].args.len()), (1, 0));
    let swap = call("_63 = std::mem::swap::<u8>(copy _64, copy _65) -> [return: bb40, unwind: bb66];");
    assert_eq!(names(&swap), ["std", "mem", "swap"]);
    let local = call("_3 = diverge() -> unwind continue;");
    assert_eq!(names(&local), ["diverge"]);
    let cleanup = call("((*_2).0: fn(u8) -> u8) = no_method_body() -> bb1;");
    assert_eq!(names(&cleanup), ["no_method_body"]);
    let lengths = call("_1 = Arguments::<'_>::new::<4, -1>(move _11, copy _12) -> [return: bb5, unwind: bb16];");
    let MirType::Path(path) = &lengths else { panic!("{lengths:?}") };
    assert_eq!(path[0].args, []);
    assert_eq!(path[1].args, [MirType::Const("4".into()), MirType::Const("-1".into())]);
}

#[test]
fn functions_of_traits_and_impls() {
    let index = call("_30 = <Vec<u8> as Index<usize>>::index(move _31, copy _28) -> [return: bb18, unwind: bb68];");
    let MirType::Qualified(this, Some(trait_), rest) = &index else { panic!("{index:?}") };
    assert_eq!(names(this), ["Vec"]);
    assert_eq!((trait_[0].args.len(), rest.len()), (1, 1));
    let add = call("_17 = core::num::<impl u8>::wrapping_add(move _18, move _19) -> [return: bb11, unwind: bb68];");
    let MirType::Path(path) = &add else { panic!("{add:?}") };
    assert!(matches!(&path[2].kind, MirSegmentKind::Impl(None, of) if names(of) == ["u8"]), "{path:?}");
    let iter = call("_9 = core::slice::<impl [u8]>::iter(copy _10) -> [return: bb4, unwind: bb68];");
    assert!(matches!(iter, MirType::Path(_)));
    let method = call("_1 = <[T; N]>::as_slice(copy _1) -> [return: bb1, unwind continue];");
    assert!(matches!(method, MirType::Qualified(_, None, _)), "{method:?}");
    let argument = call("_1 = <impl Fn(u8) -> u8 + 'a as Tr>::go(copy _1) -> [return: bb1, unwind continue];");
    assert!(matches!(&argument, MirType::Qualified(this, ..) if **this == MirType::Impl), "{argument:?}");
    let inherent = call("_1 = <impl u8>::go(copy _1) -> [return: bb1, unwind continue];");
    assert!(matches!(inherent, MirType::Path(_)));
    let object = call("_61 = <dyn Fn(&u8) -> Option<u8> + Send as Tr2>::x(move _62) -> [return: bb39, unwind: bb66];");
    assert!(matches!(&object, MirType::Qualified(this, ..) if matches!(**this, MirType::Dyn(_))), "{object:?}");
    let mapped = call(
        "_15 = <std::slice::Iter<'_, i32> as Iterator>::map::<String, {closure@<anon>:23:162: 23:165}>(move _16, \
         const ZeroSized: {closure@<anon>:23:162: 23:165}) -> [return: bb10, unwind: bb15];",
    );
    let MirType::Qualified(_, _, rest) = &mapped else { panic!("{mapped:?}") };
    assert_eq!(rest[0].args[1], MirType::Closure(MirPlace { line: 23, column: 162 }));
}

#[test]
fn types() {
    let one = |ty: &str| {
        let f = call(&format!("_1 = f::<{ty}>(const \") -> [return: bb9\") -> [return: bb1, unwind continue];"));
        match f {
            MirType::Path(path) => path[0].args.clone(),
            other => panic!("{other:?}"),
        }
    };
    let is_item = |args: &[MirType]| matches!(args, [MirType::FnItem(f)] if names(f) == ["same"]);
    assert!(is_item(&one("fn(u8) -> u8 {same}")));
    assert!(is_item(&one("for<'a> unsafe extern \"C\" fn(&'a u8) {same::<'_>}")));
    assert!(matches!(one("fn()")[..], [MirType::FnPointer(..)]));
    assert!(matches!(one("&'a mut [u8]")[..], [MirType::Ref(true, _)]));
    assert!(matches!(one("*const (dyn Tr + 'static)")[..], [MirType::Pointer(false, _)]));
    assert!(matches!(
        one("[u8; 3], [T; N], (u8,), ()")[..],
        [MirType::Array(..), MirType::Array(..), MirType::Tuple(_), MirType::Tuple(_)]
    ));
    assert_eq!(one("!, true, 'x', {N + 1}").len(), 4);
    assert!(matches!(one("impl Fn(u8) -> u8 + 'a")[..], [MirType::Impl]));
    assert!(matches!(one("<T as Iterator>::Item")[..], [MirType::Qualified(..)]));
    assert!(matches!(&one("dyn Iterator<Item = (u8, u8)>")[..], [MirType::Dyn(path)] if path[0].args.is_empty()));
    assert_eq!(one("'a, T").len(), 1);
}

#[test]
fn what_is_no_call() {
    let body = block(
        "        StorageLive(_2);\n        _2 = AddWithOverflow(copy _1, const 1_u8);\n        _3 = &(*_4)[_5];\n        \
         assert(!move (_2.1: bool), \"attempt to compute `{} + {}`\", copy _1) -> [success: bb1, unwind continue];",
    );
    assert_eq!(body.map(|body| body.calls), Ok(Vec::new()));
    for end in ["return", "unreachable", "resume", "goto -> bb1", "switchInt(copy _1) -> [0: bb1, otherwise: bb2]"] {
        assert_eq!(block(&format!("        {end};")).map(|body| body.calls), Ok(Vec::new()), "{end}");
    }
    let dropped = block("        drop(_3) -> [return: bb1, unwind: bb2];");
    assert_eq!(dropped.map(|body| body.calls), Ok(Vec::new()));
}

#[test]
fn pointers_and_values() {
    let pointer = block("        _55 = copy (_54.0: fn(u8) -> u8)(const 3_u8) -> [return: bb35, unwind: bb67];");
    assert_eq!(pointer.map(|body| body.calls), Ok(vec![MirCall::Pointer]));
    let value =
        "        _2 = inner::<u8> as fn(u8) -> u8 (PointerCoercion(ReifyFnPointer(Safe), AsCast));\n        return;";
    let body = block(value).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(body.calls, []);
    assert_eq!(body.values.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), ["inner::<u8>"]);
}

#[test]
fn headers() {
    let ends = "    bb0: {\n        return;\n    }\n}\n";
    let text = format!(
        "// WARNING: for people\nfn q::<impl at <anon>:2:2: 2:42>::index(_1: &S<T>, _2: usize) -> &T {{\n{ends}\n\
         fn main::{{closure#0}}(_1: &mut {{closure@<anon>:17:11: 17:24}}, _2: u8) -> u8 {{\n{ends}\n\
         const main::promoted[0]: &u8 = {{\n{ends}\nconst K: u8 = const 3_u8;\nstatic mut S: [u8; 2] = {{\n{ends}\n\
         Written::C::{{constant#0}}: isize = {{\n{ends}\nconst S::0::{{constant#0}}: usize = const 4_usize;\nfn kk(_1: u8) -> u8 {{\n{ends}\n\
         // MIR FOR CTFE\nfn kk(_1: u8) -> u8 {{\n{ends}\nalloc1 (size: 4, align: 4) {{\n    bytes\n}}\n\
         ALLOC0 (size: 0, align: 1) {{}}\n",
    );
    let bodies = read(&text);
    let last = |body: &MirBody| format!("{:?}", body.path.last().map(|segment| &segment.kind));
    assert_eq!(bodies.len(), 8, "{bodies:#?}");
    assert!(matches!(bodies[0].path[1].kind, MirSegmentKind::ImplAt(MirPlace { line: 2, column: 2 })));
    assert_eq!(bodies[1].closure, Some(MirPlace { line: 17, column: 11 }));
    assert!(last(&bodies[2]).contains("promoted[0]") && last(&bodies[5]).contains("constant#0"));
    // The length of an array in a field of a tuple struct, in one line.
    assert!(last(&bodies[6]).contains("constant#0"));
    assert_eq!(bodies[7].line, text.lines().position(|line| line.starts_with("fn kk")).map_or(0, |at| at + 1));
}

#[test]
fn comments_are_passed_over() {
    let body = block("        // a remark\n        _1 = f(copy _1) -> bb1;\n        // another");
    assert_eq!(body.map(|body| body.calls.len()), Ok(1));
}

#[test]
fn paths_are_printed_as_they_are_read() {
    for path in ["m::<impl u8>::f", "m::<impl m::Tr for m::S>::f", "m::<impl m::Tr<u8> for m::S<u8>>::f::<i8>"] {
        let MirType::Path(found) = call(&format!("_1 = {path}(copy _1) -> bb1;")) else { panic!("{path}") };
        assert_eq!(MirType::Path(found).to_string(), path.replace("::<i8>", "<i8>"));
    }
}

#[test]
fn what_is_not_known_is_an_error() {
    for line in [
        "        _1 = Vec::<u8::push(copy _1) -> [return: bb2, unwind: bb68];",
        "        _1 = f[copy _1) -> [return: bb2, unwind: bb68];",
        "        become f(copy _1) -> [return: bb2, unwind: bb68];",
        "        _1 = f(copy _1) => bb2;",
        "        _1 = f(copy _1)",
        "        return;\n        _1 = const 3_u8;",
        "        _1 = const 3_u8;",
        "        _1 = &raw f as fn() (PointerCoercion(ReifyFnPointer(Safe), AsCast));\n        return;",
        "        _1 = {closure@<anon>:1:2}(copy _1) -> [return: bb2, unwind: bb68];",
        "        tailcall f(copy _1);",
        "        _1 = f(copy _1) -> bb;",
        "        _1 = f(copy _1) -> bb1x;",
        "        _1 = 2f(copy _1) -> bb1;",
        "        _1 = Vec::<u8>::3(copy _1) -> bb1;",
        "        _1 = (copy _1) -> bb1;",
    ] {
        assert!(block(line).is_err(), "{line}");
    }
    for text in [
        "fn f(_1: u8) -> u8 {\n    bb0: {\n        return;\n",
        "fn f(_1: u8) -> u8 {\n    bb0: {\n}\n",
        "function f(_1: u8) -> u8 {\n}\n",
        "fn f: u8 {\n}\n",
        "fn f::{closure#0}(_1: u8) -> u8 {\n}\n",
        "ALLOC0 (size: 4, align: 1) {\n    bytes\n",
    ] {
        assert!(read_mir(text).is_err(), "{text}");
    }
    let deep = format!("_1 = f::<{}u8{}>() -> bb1;", "(".repeat(5000), ")".repeat(5000));
    assert!(block(&deep).is_err());
}

/// What the only statement of a body computes.
fn computed(value: &str) -> Result<MirRvalue, String> {
    let body = block(&format!("        (*_1) = {value};\n        return;"))?;
    match (body.problem, body.steps.into_iter().next()) {
        (None, Some(MirStep::Assign(_, value))) => Ok(value),
        (problem, _) => Err(problem.unwrap_or_default()),
    }
}

#[test]
fn constants() {
    let read = |text: &str| match computed(&format!("const {text}")) {
        Ok(MirRvalue::Use(MirOperand::Const(value))) => value,
        other => panic!("{text}: {other:?}"),
    };
    let int = |value: &str, ty: &str| MirConst::Int(value.to_string(), ty.to_string());
    assert_eq!(read("-3_i32"), int("-3", "i32"));
    assert_eq!(read("u8::MAX"), int("255", "u8"));
    assert_eq!(read("i64::MIN"), int("-9223372036854775808", "i64"));
    assert_eq!(read("1.0E+10f32"), MirConst::Float("1.0E+10".into(), "f32".into()));
    assert_eq!(read("-1.5f64"), MirConst::Float("-1.5".into(), "f64".into()));
    assert_eq!(read("true"), MirConst::Bool(true));
    assert_eq!(read("'\\''"), MirConst::Char('\''));
    assert_eq!(read("'\\\\'"), MirConst::Char('\\'));
    assert_eq!(read("'\\u{301}'"), MirConst::Char('\u{301}'));
    assert_eq!(read("\"he\\\"llo\\n\""), MirConst::Str("he\"llo\n".into()));
    assert_eq!(read("b\"\\x00a\""), MirConst::Bytes(vec![0, b'a']));
    assert_eq!(read("()"), MirConst::Unit);
    assert_eq!(read("{alloc2: &u32}"), MirConst::Memory("alloc2".into()));
    assert!(matches!(read("core::num::<impl u8>::MAX"), MirConst::Path(..)));
    assert!(matches!(read("W::<u8> {{ phantom: PhantomData::<u8> }}"), MirConst::Other(_)));
}

#[test]
fn places_and_values() {
    let Ok(MirRvalue::Use(MirOperand::Place(place))) = computed("copy (((*_1) as Some).0: [u8; 2])[_3]") else {
        panic!("no place");
    };
    let is_element = matches!(
        &place.parts[..],
        [MirPart::Deref, MirPart::Variant(name), MirPart::Field(0, MirType::Array(..)), MirPart::Index(3)] if name == "Some"
    );
    assert!(is_element && place.local == 1, "{place:?}");
    assert!(matches!(computed("AddWithOverflow(copy _2, const 1_u8)"), Ok(MirRvalue::Binary(..))));
    assert!(matches!(computed("move _2 as u64 (IntToInt)"), Ok(MirRvalue::Cast(_, _, kind)) if kind == "IntToInt"));
    assert!(matches!(computed("Option::<u8>::Some(move _2)"), Ok(MirRvalue::Value(_, fields)) if fields.len() == 1));
    assert!(
        matches!(computed("P { x: const 1_u8, y: copy _2 }"), Ok(MirRvalue::Value(_, fields)) if fields.len() == 2)
    );
    assert!(matches!(computed("[const 7_u8; 9]"), Ok(MirRvalue::Repeat(..))));
    assert!(matches!(computed("&raw mut (fake) (*_2)"), Ok(MirRvalue::Ref(true, _))));
    assert!(
        matches!(computed("*const [u8] from (copy _2, copy _3)"), Ok(MirRvalue::Pointer(_, parts)) if parts.len() == 2)
    );
    assert!(matches!(computed("*mut str from (copy _2, copy _3)"), Ok(MirRvalue::Pointer(..))));
    for fact in ["SizeOf(u8)", "AlignOf(T)", "OffsetOf((u8, u8), [(0, 0)])", "UbChecks()", "OverflowChecks()"] {
        assert_eq!(computed(fact), Ok(MirRvalue::Fact(fact.into())));
    }
    for wrong in ["copy _", "copy (_1.x: u8)", "Add(copy _1)", "{const 0_u8; 4}", "const 3_u8 and more", "const \"a"] {
        assert!(computed(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn names_and_choices() {
    let text = "fn f(_1: &u8, _2: u8) -> u8 {\n    debug x => (*_1);\n    debug k => const 3_u8;\n    debug f => half;\n    \
                let mut _0: u8;\n\n    bb0: {\n        switchInt(copy _2) -> [3: bb1, 7: bb1, otherwise: bb2];\n    }\n}\n";
    let bodies = read(text);
    let [body] = &bodies[..] else { panic!("{bodies:?}") };
    assert_eq!((body.params, body.locals.len(), body.problem.clone()), (2, 3, None));
    assert!(matches!(&body.names[0], (name, MirBinding::Place(_)) if name == "x"));
    assert!(matches!(&body.names[1], (_, MirBinding::Const(MirConst::Int(..)))));
    assert!(matches!(&body.names[2], (_, MirBinding::Const(MirConst::Path(..)))));
    assert!(matches!(&body.steps[..], [MirStep::Switch(_, values)] if *values == ["3", "7"]));
    // More than a value behind a name.
    for wrong in ["(*_1) and more", "const 3_u8 and more"] {
        assert!(read(&text.replace("(*_1)", wrong))[0].problem.is_some(), "{wrong}");
    }
    // More than the type of a variable.
    assert!(read(&text.replace("_0: u8;", "_0: u8 and more;"))[0].problem.is_some());
}

/// The ways between blocks, without those for panics, and what is moved.
#[test]
fn blocks_and_moves() {
    let text = "fn f(_1: bool, _2: &mut u8) -> () {
    let mut _0: ();
    bb0: {
        switchInt(copy _1) -> [0: bb2, otherwise: bb1];
    }
    bb1: {
        _0 = g(move _2, const \"move _1\") -> [return: bb2, unwind: bb3];
    }
    bb2: {
        return;
    }
    bb3 (cleanup): {
        resume;
    }
}
";
    let bodies = read_mir(text).unwrap();
    let body = &bodies[0];
    let ways: Vec<(u32, &[u32])> = body.blocks.iter().map(|block| (block.number, &block.next[..])).collect();
    assert_eq!(ways, [(0, &[2, 1][..]), (1, &[2]), (2, &[])]);
    assert_eq!(body.moves, [(1, MirPath { local: 2, parts: Vec::new() })]);
    assert_eq!(body.blocks[1].steps, 1..2);
}
