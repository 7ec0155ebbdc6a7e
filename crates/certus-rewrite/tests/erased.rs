//! The erased form: a row of `docs/notes/erased-form.md` a case.

mod common;

use certus_rewrite::{
    Args, Code, Mode, ProofMacro, fragments, fragments_of_calls, proof_macro, rewrite_expr, rewrite_items,
    rewrite_macro_exprs,
};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The erased form without the attributes against warnings and those for rustdoc, whose places are of no interest here.
fn erase(text: &str) -> String {
    let tokens: TokenStream = text.parse().unwrap_or_else(|e| panic!("{e} in\n{text}"));
    let rewritten = rewrite_items(Mode::Erase, tokens);
    assert!(rewritten.errors.is_empty(), "{text}: {:?}", rewritten.errors);
    plain(&rewritten.tokens)
}

fn plain(tokens: &TokenStream) -> String {
    let mut text = common::compact(tokens);
    while let Some(start) = text.find("#[allow(") {
        let end = text[start..].find(']').map_or(text.len(), |at| start + at + 1);
        text.replace_range(start..end, "");
    }
    while let Some(start) = text.find("#[cfg_attr(doc,doc=") {
        let end = text[start..].find("\")]").map_or(text.len(), |at| start + at + 3);
        text.replace_range(start..end, "");
    }
    let stub = "(ghost_code_does_not_run:::core::convert::Infallible)->!{match ghost_code_does_not_run{}}";
    text.replace(stub, "STUB").replace("#[doc(hidden)]#[inline(always)]", "")
}

/// The names of the errors.
fn errors(text: &str) -> Vec<String> {
    let tokens: TokenStream = text.parse().unwrap_or_else(|e| panic!("{e} in\n{text}"));
    rewrite_items(Mode::Erase, tokens).errors.iter().map(|e| e.code.name().to_owned()).collect()
}

#[test]
fn items() {
    let cases = [
        ("pub open spec fn s(x: int) -> int { x }", "pub fn sSTUB"),
        ("spec(checked) fn s<T>(x: T) -> T recommends true { x }", "fn sSTUB"),
        ("pub uninterp spec fn s() -> int;", "pub fn sSTUB"),
        ("proof fn p(tracked x: int) requires x > 0 { assert(x > 0); }", "fn pSTUB"),
        ("pub broadcast axiom fn a(x: int) ensures x == x;", "pub fn aSTUB"),
        ("#[verifier::spec] fn s() -> bool { true }", "fn sSTUB"),
        ("spec const N: int = 3;", "fn NSTUB"),
        ("pub broadcast group g { a, b }", "pub fn gSTUB"),
        ("broadcast use {a, b};", ""),
        ("#[cfg(test)] spec fn s() -> bool { true }", "#[cfg(test)]fn sSTUB"),
        ("pub assume_specification<T>[ core::mem::swap::<T> ](a: &mut T, b: &mut T) ensures true;", ""),
        ("#[verifier::external_type_specification] struct ExT(T);", "#[doc(hidden)]enum ExT{}"),
        (
            "#[verifier::external_trait_specification] trait ExT { type ExternalTraitSpecificationFor: T; }",
            "#[doc(hidden)]enum ExT{}",
        ),
        ("#[verifier::external_fn_specification] fn ex_f(x: u8) requires x > 0 { f(x) }", "fn ex_fSTUB"),
        ("exec const C: u8 ensures C == 3 { 3 }", "const C:u8=3;"),
        ("pub const C: u8 = 3;", "pub const C:u8=3;"),
        ("ghost struct S { x: int }", "struct S{x:int}"),
        ("tracked struct S { ghost x: int, tracked y: T }", "struct S{x:int,y:T}"),
        ("struct S { x: u8, ghost g: int }", "struct S{x:u8,g:::core::marker::PhantomData<int>}"),
        ("#[derive(Clone, Structural)] #[verifier::ext_equal] struct S;", "#[derive(Clone)]struct S;"),
        ("use a::b;", "use a::b;"),
        ("#[verifier::external_body] fn f() -> u8 { g() }", "fn f()->u8{g()}"),
        ("struct F { f: Ghost<spec_fn(int) -> bool> }", "struct F{f:Ghost<B::SpecFn<(int,),bool>>}"),
    ];
    for (source, form) in cases {
        assert_eq!(erase(source), form, "{source}");
    }
}

#[test]
fn layouts_are_checked_by_rustc() {
    let form = erase("global size_of usize == 8; global layout S is size == 16, align == 8;");
    for claim in ["size_of::<usize>()==8", "size_of::<S>()==16", "align_of::<S>()==8"] {
        assert!(form.contains(&format!("const _:()=::core::assert!(::core::mem::{claim},")), "{form}");
    }
}

#[test]
fn members() {
    let cases = [
        (
            "trait T { spec fn s(&self) -> int; proof fn p(&self) ensures true; fn f(&self, Ghost(g): Ghost<int>, mut n: u8) \
             -> (r: u8) requires self.s() > g ensures r > n; }",
            "trait T{fn f(&self,g:Ghost<int>,n:u8)->u8;}",
        ),
        (
            "impl T for S { open spec fn s(&self) -> int { 3 } proof fn p(&self) { } fn f(&self, Ghost(g): Ghost<int>, \
             mut n: u8) -> (r: u8) { n } }",
            "impl T for S{fn f(&self,g:Ghost<int>,mut n:u8)->u8{n}}",
        ),
        ("impl S { spec const N: int = 3; exec const M: u8 ensures M == 3 { 3 } }", "impl S{const M:u8=3;}"),
        ("impl View for S { type V = int; closed spec fn view(&self) -> int { 3 } }", "impl View for S{type V=int;}"),
    ];
    for (source, form) in cases {
        assert_eq!(erase(source), form, "{source}");
    }
}

/// Bodies of `fn f() { .. }`.
#[test]
fn statements() {
    let cases = [
        ("proof { p(); } assert(x); assume(y); reveal(s); g();", "g();"),
        ("assert forall|i: int| p(i) implies q(i) by { r(i); }", ""),
        ("assert(x) by(nonlinear_arith) requires y { }", ""),
        ("broadcast use l; hide(s); g();", "g();"),
        ("let ghost x = 3int; let tracked (a, _) = t;", "let x=();let a=();"),
        ("let ghost mut x; #[verifier::proof] let y = t;", "let x=();let y=();"),
        ("let x = 5; { let ghost x = 7; } g(x);", "let x=5;{let x=();}g(x);"),
        ("let Tracked(t) = g(); let (Ghost(a), b) = h();", "let t=g();let(a,b)=h();"),
        ("let Tracked((a, b)) = g();", "let _=g();let a=();let b=();"),
        ("let g = Ghost(3int); assert(g == 3);", "let g=();"),
        ("let g = Ghost(3int); h(g);", "let g=Ghost::assume_new();h(g);"),
        (
            "h(Ghost(3), Tracked(&mut t), vstd::prelude::Ghost::<int>(4));",
            "h(Ghost::assume_new(),Tracked::assume_new(),vstd::prelude::Ghost::<int>::assume_new());",
        ),
        ("g@ = 3u8; h@.x = 4; k();", "k();"),
        (
            "requires(x > 3); invariant([p]); g();",
            "{let _:fn(::core::convert::Infallible)->!=requires;};{let _:fn(::core::convert::Infallible)->!=invariant;};g();",
        ),
        ("while c() invariant p, decreases n { assert(q); g(); }", "while c(){g();}"),
        ("#[verifier::loop_isolation(false)] loop invariant p ensures q { break; }", "loop{break;}"),
        ("'l: for x in y: 0..n invariant y.cur > 0 { continue 'l; }", "'l:for x in 0..n{continue'l;}"),
        (
            "let h = |x: u8, Ghost(g): Ghost<int>| -> (r: u8) requires x > 3 ensures r == x { assert(x > 2); x };",
            "let h=|x:u8,g:Ghost<int>|->u8{x};",
        ),
        ("if c { assert(x); } else { proof { l(); } }", "if c{}else{}"),
        ("match e { A => assert(x), B => g() }", "match e{A=>(),B=>g()}"),
        ("if let Some((a, Tracked(t))) = e { g(a, Tracked(t)); }", "if let Some((a,t))=e{g(a,Tracked::assume_new());}"),
        ("if e matches Some(x) && x > 3 { g(); }", "if(match(e){Some(x)=>x>3,_=>false}){g();}"),
        ("let b = { &&& p &&& q };", "let b={((p)&&(q))};"),
        ("#[verifier::spinoff_prover] { g(); }", "{g();}"),
        ("fn g() { proof { p(); } h(); } g();", "fn g(){h();}g();"),
        ("m.lock() }  fn g() { { while c { } proof { } } k()", "m.lock()}fn g(){{while c{};}k()"),
    ];
    for (source, form) in cases {
        assert_eq!(erase(&format!("fn f() {{ {source} }}")), format!("fn f(){{{form}}}"), "{source}");
    }
}

#[test]
fn ghost_fields() {
    let declared = "struct S { a: u8, ghost g: int, tracked t: T } enum E { V(u8, ghost int) } ";
    let form = erase(&format!("{declared} fn f() {{ S {{ a: 1, g: y, t }}; E::V(2, y); O {{ g: y }}; }}"));
    let body = form.split("fn f()").nth(1).unwrap_or_default();
    let unit = "::core::marker::PhantomData";
    assert_eq!(body, format!("{{S{{a:1,g:{unit},t:{unit}}};E::V(2,{unit});O{{g:y}};}}"));
    let own = erase(&format!("{declared} impl S {{ fn new() -> S {{ Self {{ a: 1, g: y, t: z }} }} }}"));
    assert!(own.contains(&format!("Self{{a:1,g:{unit},t:{unit}}}")), "{own}");
}

#[test]
fn what_syntax_does_not_tell_is_an_error() {
    let cases = [
        ("ghost-parameter", "fn f(tracked x: T) { }"),
        ("ghost-parameter", "fn f(#[verifier::spec] x: T) { }"),
        ("ghost-result", "fn f() -> (tracked r: T) { g() }"),
        ("ghost-in-exec", "fn f() -> bool { x@ }"),
        ("ghost-in-exec", "fn f() -> bool { o is Some }"),
        ("ghost-in-exec", "fn f() -> u8 { o->0 }"),
        ("ghost-in-exec", "fn f() -> bool { a ==> b }"),
        ("ghost-in-exec", "fn f() -> bool { a =~= b }"),
        ("ghost-in-exec", "fn f() -> bool { forall|i: int| i == i }"),
        ("ghost-field-name", "mod a { struct S { ghost g: int } } mod b { struct S { g: u8 } }"),
        ("exec-without-body", "fn f();"),
        ("main-not-exec", "proof fn main() { }"),
        ("mode", "fn f() { let g = proof_fn|x: u8| x; }"),
        ("unknown-attribute", "#[verifier::nonsense] fn f() { }"),
    ];
    for (name, source) in cases {
        assert_eq!(errors(source), [name], "{source}");
    }
}

#[test]
fn macros_of_proofs_leave_names_hidden() {
    let erased = |which, text: &str| {
        let rewritten = proof_macro(Mode::Erase, which, text.parse().unwrap_or_default());
        (plain(&rewritten.tokens), rewritten.errors.len())
    };
    assert_eq!(erased(ProofMacro::Block, "assert(x);"), ("{}".to_string(), 0));
    assert_eq!(erased(ProofMacro::With, "Ghost(x) => Ghost(y)"), ("{}".to_string(), 0));
    assert_eq!(erased(ProofMacro::Declarations, "let ghost x = 3; assert(x == 3);"), ("let x=();".to_string(), 0));
    assert_eq!(erased(ProofMacro::Declarations, "let x = 3;").1, 1);
}

/// What a macro around an expression that runs is given.
#[test]
fn ghost_code_in_the_arguments_of_macros_that_run_is_an_error() {
    let names = |rewritten: certus_rewrite::Rewritten| -> Vec<String> {
        rewritten.errors.iter().map(|e| e.code.name().to_owned()).collect()
    };
    let tokens = |text: &str| -> TokenStream { text.parse().unwrap_or_default() };
    for text in ["o is Some", "a ==> b", "x@"] {
        assert_eq!(names(rewrite_expr(Mode::Erase, Code::Exec, tokens(text))), ["ghost-in-exec"], "{text}");
        assert!(names(rewrite_expr(Mode::Erase, Code::Ghost, tokens(text))).is_empty(), "{text}");
        let call = tokens(&format!("m!(1, {text})"));
        let rewritten = rewrite_macro_exprs(Mode::Erase, Code::Exec, Args::All, call);
        assert_eq!(names(rewritten), ["ghost-in-exec"], "{text}");
    }
}

#[test]
fn what_other_code_uses_is_still_reported() {
    let tokens = "fn f() { let x = 3; } fn g(y: u8) { assert(y > 3); }".parse().unwrap_or_default();
    let form = common::compact(&rewrite_items(Mode::Erase, tokens).tokens);
    let (f, g) = form.split_once("fn f()").unwrap_or_default();
    assert!(f.is_empty() && g.contains("#[allow(unused_variables"), "{form}");
    let tokens = "fn h(y: u8) requires y > 3 { }".parse().unwrap_or_default();
    let form = common::compact(&rewrite_items(Mode::Erase, tokens).tokens);
    let (contract, rest) = form.split_once("]#[allow(unused_variables").unwrap_or_default();
    assert!(contract.starts_with("#[cfg_attr(doc,doc=") && rest.contains("fn h("), "{form}");
    let tokens = "enum E { A, B } spec fn s(e: E) -> bool { e is B }".parse().unwrap_or_default();
    let form = common::compact(&rewrite_items(Mode::Erase, tokens).tokens);
    assert!(form.contains("{A,#[allow(dead_code)]B}"), "{form}");
}

/// Bodies of functions beside `proof fn p(x: u64)`, and the variables whose type has to be written.
#[test]
fn types_of_numbers_do_not_follow_from_ghost_code() {
    let declared =
        "proof fn p(x: u64) { } fn takes(x: u64) { } fn generic<T>(x: T) { } struct C { n: u64 } struct G<T> { n: T } ";
    let declared = format!(
        "{declared} trait Tr {{ type A; fn at(&self, n: u64); fn of(&self, n: Self::A); }} \
         impl<T> G<T> {{ fn place(&self, n: u64) {{ }} fn put(&self, n: Vec<T>) {{ }} }} "
    );
    let refused = [
        "let x = 2000000000; proof { p(x); } let y = x + x;",
        "let x = 2000000000; let y = x + x; proof { p(y); }",
        "let x = 5; h(Ghost(x));",
        "let x = 5; let ghost y: u64 = x;",
        "let x = 1.5; proof { q(x); }",
        "let x = (1, 2); proof { r(x); }",
        "let x = Some(3); proof { r(x); }",
        "let x = vec![1, 2]; proof { r(x); }",
        "let x = if c { 1 } else { 2 }; proof { p(x); }",
        "let x; x = 1; proof { p(x); }",
        "for i in 0..10 { proof { p(i); } }",
        "let x = 5; generic(x); proof { p(x); }",
        "let x = G { n: 5 }; proof { r(x); }",
        "let x = 5; { let x = n; takes(x); } proof { p(x); }",
        "let x = 5; assert(x =~= y);",
        "let x = if c { 1 } else { return; }; proof { p(x); }",
        "let x = [1, 2]; proof { p(x[0]); }",
        "let x = 5; let y = x as u64; proof { p(x); }",
        "let x = n; { let x = 2000000000; proof { p(x); } } takes(x);",
        "let x = n; { let x = 2000000000; proof { p(x); } g(); } takes(x);",
        "let x = 5; let y = G { n: x }; proof { p(x); }",
        "let x = 5; let y = Some(x); proof { p(x); }",
        "let x = 5; t.of(x); proof { p(x); }",
        "let x = 5; g.put(x); proof { p(x); }",
        "let f = |y| 3u8; let x = 5; f(x); proof { p(x); }",
    ];
    let accepted = [
        "let x: u64 = 2000000000; proof { p(x); } let y = x + x;",
        "let x = 2000000000u64; proof { p(x); }",
        "let mut i = 0; while i < n { proof { p(i); } i = i + 1; }",
        "let x = 5; takes(x); proof { p(x); }",
        "let x = 5; let y = x; takes(y); proof { p(x); }",
        "let i = 0; let y = v[i]; proof { p(i); }",
        "let x = 5; assert(x == 5); assert(x + 1 > 3); proof { l(x as int); }",
        "let x = C { n: 5 }; proof { r(x); }",
        "let x = 5; proof { p(x); } x",
        "let x = 5; proof { p(x); } return x;",
        "for i in 0..n { proof { p(i); } }",
        "let x = [1u8, 2]; proof { r(x); }",
        "let x = vec![1u8, 2]; proof { r(x); }",
        "let x = [1, 2]; assert(x[0] == 1);",
        "let mut x = 0; x = n; proof { p(x); }",
        "let mut x = 0; x += n; proof { p(x); }",
        "let x = if c { 1 } else { n }; proof { p(x); }",
        "let x = 5; let y = C { n: x }; proof { p(x); }",
        "let x = 5; { let x = n; } takes(x); proof { p(x); }",
        "let x = 5; { let x = n; g(); } takes(x); proof { p(x); }",
        // What other blocks declare: the verifier knows whether it tells the type.
        "let x = Elsewhere { n: [0; 4] }; proof { r(x); }",
        "let x = Elsewhere([0; 4]); proof { r(x); }",
        "let x = 5; elsewhere::takes_one(x); proof { p(x); }",
        "let x = 5; list.insert(x); proof { p(x); }",
        "let x = 5; t.at(x); proof { p(x); }",
        "let x = 5; g.place(x); proof { p(x); }",
    ];
    for body in refused {
        assert_eq!(errors(&format!("{declared} fn f(n: u64) {{ {body} }}")), ["untold-type"], "{body}");
    }
    for body in accepted {
        assert_eq!(errors(&format!("{declared} fn f(n: u64) -> u64 {{ {body} }}")), [""; 0], "{body}");
    }
}

/// The block of a constant needs no braces where it is one value: rustc would warn of them.
#[test]
fn the_value_of_a_constant_is_in_no_braces() {
    let erased = |text: &str| {
        let tokens = text.parse().unwrap_or_default();
        common::compact(&rewrite_items(Mode::Erase, tokens).tokens)
    };
    assert!(erased("pub exec const L: u32 ensures L == 1 { f(1) }").contains("L:u32=f(1);"));
    assert!(erased("pub exec const L: u32 ensures L == 1 { let x = 1; f(x) }").contains("L:u32={let x=1;f(x)};"));
}

/// A derive sees the attributes of its type, and has to see the same where the program is verified, where these are not.
#[test]
fn a_type_that_others_derive_for_gets_no_attributes() {
    let allows = |derive: &str| {
        let text = format!("{derive} pub struct S {{ pub a: u8 }} spec fn f(s: S) -> u8 {{ s.a }}");
        let tokens: TokenStream = text.parse().expect("tokens");
        let rewritten = rewrite_items(Mode::Erase, tokens).tokens.to_string();
        let (ty, _) = rewritten.split_once("fn f").expect("a stub");
        ty.matches("dead_code").count()
    };
    for derive in ["", "#[derive(Clone, Copy)]", "#[derive(core::cmp::PartialEq, Eq)]", "#[derive(Structural)]"] {
        assert!(allows(derive) >= 2, "{derive}");
    }
    for derive in ["#[derive(Clone, mine::Foo)]", "#[derive(Serialize)]", "#[cfg_attr(x, derive(Foo))]"] {
        assert!(allows(derive) <= 1, "{derive}");
    }
}

/// What is compiled says once that a type may be unused, whoever says it.
#[test]
fn a_type_is_allowed_to_be_unused_once() {
    let types = [
        "pub ghost struct S { pub a: u8 }",
        "pub tracked struct S { tracked a: u8 }",
        "tracked enum S { A }",
        "ghost struct S { a: u8 }",
        "#[allow(dead_code)] pub struct S { a: u8 }",
        "#[allow(unused, dead_code)] pub ghost struct S { a: u8 }",
    ];
    for ty in types {
        let tokens: TokenStream = ty.parse().expect("tokens");
        let rewritten = rewrite_items(Mode::Erase, tokens).tokens.to_string();
        let (attributes, _) = rewritten.split_once('{').expect("a type");
        assert_eq!(attributes.matches("dead_code").count(), 1, "{rewritten}");
    }
}

/// Tokens in which those from `Open` to `Close` are one fragment of a macro by example.
fn with_fragments(text: &str) -> TokenStream {
    fn grouped(tokens: &mut impl Iterator<Item = TokenTree>) -> TokenStream {
        let mut out = TokenStream::new();
        while let Some(tree) = tokens.next() {
            out.extend([match tree {
                TokenTree::Ident(word) if word == "Open" => Group::new(Delimiter::None, grouped(tokens)).into(),
                TokenTree::Ident(word) if word == "Close" => return out,
                TokenTree::Group(group) => {
                    Group::new(group.delimiter(), grouped(&mut group.stream().into_iter())).into()
                }
                other => other,
            }]);
        }
        out
    }
    let tokens: TokenStream = text.parse().unwrap_or_else(|e| panic!("{e} in\n{text}"));
    grouped(&mut tokens.into_iter())
}

/// A number in a fragment has the type of a number that is written there.
#[test]
fn fragments_are_numbers() {
    let keep = |tokens| common::compact(&rewrite_expr(Mode::Keep, Code::Ghost, tokens).tokens);
    for (with, without) in [
        ("Open 3 Close + Open 4 Close", "3 + 4"),
        ("Open 3 Close * 4", "3 * 4"),
        ("7 / Open 2 Close", "7 / 2"),
        ("n + Open 1 Close", "n + 1"),
    ] {
        let (with, without) = (keep(with_fragments(with)), keep(with_fragments(without)));
        assert_eq!(with, without);
    }
}

/// A fragment is one thing for rustc, and is no group any more in what a macro of the language gives back.
#[test]
fn fragments_stay_one_thing() {
    let cases = [
        ("Open 1 + 2 Close * 3", "(1+2)*3"),
        ("-Open 1 + 2 Close", "-(1+2)"),
        ("!Open a && b Close", "!(a&&b)"),
        ("a == Open b && c Close", "a==(b&&c)"),
        ("Open a + b Close as u64", "(a+b)as u64"),
        ("Open -1i8 Close.w2()", "(-1i8).w2()"),
        ("Open &x Close.w2()", "(&x).w2()"),
        ("-Open a.b Close", "-(a.b)"),
        ("-Open a::b(c) Close", "-a::b(c)"),
        ("Open Open a + b Close * c Close - 1", "((a+b)*c)-1"),
        ("f(Open a + b Close, Open c Close)", "f(a+b,c)"),
        ("{ Open { x } Close - 1 }", "{({x})-1}"),
        ("let Open 1 | 2 Close = x;", "let(1|2)=x;"),
        (
            "match x { &Open 1 | 2 Close => 3, Open Some(y) Close => 4, Open -1 Close => 5 }",
            "match x{&(1|2)=>3,Some(y)=>4,-1=>5}",
        ),
        ("x: &Open dyn A + B Close", "x:&(dyn A+B)"),
        ("x: &Open Vec<u8> Close, y: Box<Open dyn A + B Close>", "x:&Vec<u8>,y:Box<dyn A+B>"),
        (
            "Open pub(crate) Close fn f() {} Open Close fn g() {} Open struct S {} Close fn h() {}",
            "pub(crate)fn f(){}fn g(){}struct S{}fn h(){}",
        ),
    ];
    for (source, form) in cases {
        assert_eq!(common::compact(&fragments(with_fragments(source))), form, "{source}");
    }
}

/// What a macro call is given is looked at only where it is compiled: in ghost code it is gone.
#[test]
fn fragments_in_the_arguments_of_calls() {
    let source = "n!(Open 1 + 2 Close); vec![Open a Close, Open 1 + 2 Close]; n!(Open a Close)";
    let kept = common::compact(&fragments(with_fragments(source)));
    assert_eq!(kept, common::compact(&with_fragments(source)));
    let (tokens, errors) = fragments_of_calls(with_fragments(source));
    assert_eq!(common::compact(&tokens), "n!((1+2));vec![a,1+2];n!(a)");
    assert!(errors.is_empty(), "{errors:?}");
    for source in ["n!(Open a::b Close)", "n!({ m!(Open -1 Close) })", "n!(x, Open &y Close)"] {
        let (_, errors) = fragments_of_calls(with_fragments(source));
        assert_eq!(
            errors.iter().map(|e| e.code.to_string()).collect::<Vec<_>>(),
            ["unsupported/fragment-in-macro"],
            "{source}"
        );
    }
}
