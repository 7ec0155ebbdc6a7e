//! What a machine expands to: relations, values and obligations as texts.

#[allow(dead_code, reason = "each test uses a part of it")]
mod support;

use certus_sync::{Cases, Machines};
use support::{expand, machine};

/// The expansion without spaces.
fn text(machines: Machines, fields: &str, items: &str) -> String {
    let expansion = expand(machines, &machine(fields, items));
    assert!(expansion.errors.is_empty(), "{:?}", expansion.errors);
    let tokens = expansion.tokens;
    // What is written can be read again.
    verus_syn::parse2::<verus_syn::File>(tokens.clone()).unwrap_or_else(|error| panic!("{error}: {tokens}"));
    tokens.to_string().replace(' ', "")
}

fn has(text: &str, part: &str) {
    let part = part.replace(' ', "");
    assert!(text.contains(&part), "{part}\nis not in\n{text}");
}

const FIELDS: &str = "pub x: int, pub y: int";

#[test]
fn fields_that_no_step_updates_stay() {
    let text = text(Machines::Plain, FIELDS, "transition! { a(n: int) { update x = pre.x + n; } }");
    has(&text, "open spec fn a(pre: Self, post: Self, n: int) -> bool");
    has(&text, "{ { let update_tmp_x: int = pre.x + n; (post.x == update_tmp_x && post.y == pre.y) } }");
    has(&text, "fn a_enabled(pre: Self, n: int) -> bool { true }");
}

#[test]
fn assertions_are_assumed_by_the_weak_relation_alone() {
    let items = "readonly! { a() { require p; assert q; require r; } }";
    let text = text(Machines::Plain, "pub x: int", items);
    has(&text, "{ ((p) && ::verus_builtin::imply((q), ((r) && post.x == pre.x))) }");
    has(&text, "{ ((p) && ((q) && ((r) && post.x == pre.x))) }");
    has(&text, "if (p) { assert((q)); }");
    assert!(!text.contains("assume"), "{text}");
}

#[test]
fn an_assertion_in_a_branch_is_assumed_after_it() {
    let items = "readonly! { a(c: bool) { if c { assert q; } require r; } }";
    let text = text(Machines::Plain, "pub x: int", items);
    has(&text, "::verus_builtin::imply((if c { (q) } else { true }), ((r) && post.x == pre.x))");
}

#[test]
fn the_last_branch_has_the_equations() {
    let items = "transition! { a(c: bool) { if c { update x = 1; } else { require r; } } }";
    let text = text(Machines::Plain, "pub x: int", items);
    has(&text, "(if c { { let update_tmp_x: int = 1; post.x == update_tmp_x } } else { ((r) && post.x == pre.x) })");
}

#[test]
fn a_branch_before_others_hands_its_values_on() {
    let items = "transition! { a(c: bool) { if c { update x = 1; } update y = 2; } }";
    let text = text(Machines::Plain, FIELDS, items);
    has(&text, "{ let update_tmp_x: int = (if c { { let update_tmp_x: int = 1; update_tmp_x } } else { pre.x });");
    has(&text, "(post.x == update_tmp_x && post.y == update_tmp_y)");
}

#[test]
fn what_a_block_binds_is_not_known_after_it() {
    let items = "transition! { a() { { let n = 1; require n == 1; } require n == 2; } }";
    let text = text(Machines::Plain, "pub x: int", items);
    has(&text, "(({ { let n = 1; (n == 1) } }) && ((n == 2) && post.x == pre.x))");
}

#[test]
fn patterns_are_demanded() {
    let items = "transition! { a(o: Option<int>) { require let Some(n) = o; assert let 1 = n; update x = n; } }";
    let text = text(Machines::Plain, "pub x: int", items);
    has(&text, "(match (o) { Some(n) => { (match (n) { 1 => {");
    has(&text, "_ => { true } }) } _ => { false } })");
    has(&text, "match (o) { Some(n) => { assert(match (n) { 1 => true, _ => false });");
}

#[test]
fn parts_of_fields_are_updated_one_after_the_other() {
    let items = "transition! { a() { update m[1] = 2; update m[3][4] = 5; } }";
    let text = text(Machines::Plain, "pub m: Seq<Seq<int>>", items);
    has(&text, "let update_tmp_m: Seq<Seq<int>> = pre.m;");
    has(&text, "let update_tmp_m: Seq<Seq<int>> = update_tmp_m.update_at_index(1, 2);");
    has(&text, "update_tmp_m.update_at_index(3, update_tmp_m[3].update_at_index(4, 5))");
}

#[test]
fn tokens_are_demanded_and_changed() {
    let fields = "#[sharding(option)] pub o: Option<int>, #[sharding(storage_map)] pub s: Map<int, int>";
    let items = "transition! { a(k: int) { remove o -= Some(let x); withdraw s -= [k => let y]; add o += Some(y); } }";
    let text = text(Machines::Tokenized, fields, items);
    has(&text, "pub o: ::core::option::Option<int>");
    has(&text, "(match update_tmp_o { ::core::option::Option::Some(x) => {");
    has(&text, "let update_tmp_o: ::core::option::Option<int> = ::core::option::Option::None;");
    has(&text, "assert(update_tmp_s.dom().contains(k));");
    has(&text, "assert(match update_tmp_s[k] { y => true, _ => false });");
    has(&text, "assert(update_tmp_o is None);");
}

#[test]
fn lemmas_get_their_contracts() {
    let items = "init! { i(n: int) { init x = n; } } transition! { a(n: int) { update x = n; } } \
                 #[invariant] pub fn inv(&self) -> bool { true } #[inductive(i)] fn li(post: Self, n: int) { } \
                 #[inductive(a)] fn la(pre: Self, post: Self, n: int) { assert(true); }";
    let text = text(Machines::Plain, "pub x: int", items);
    has(&text, "proof fn li(post: Self, n: int) requires Self::i(post, n), ensures post.invariant(), { }");
    has(&text, "requires pre.invariant(), Self::a_strong(pre, post, n), ensures post.invariant(), { assert(true); }");
    has(&text, "open spec fn invariant(&self) -> bool { self.inv() }");
    has(&text, "State::la(pre, post, n);");
}

#[test]
fn steps_have_the_parameters_but_the_label() {
    let items = "pub enum Label { A(int) } transition! { a(l: Label, n: int) { } } readonly! { b(l: Label) { } }";
    let text = text(Machines::Plain, "pub x: int", items);
    has(&text, "pub enum Step { a(int), b(), dummy_to_use_type_params(State), }");
    has(&text, "open spec fn next_by(pre: Self, post: Self, label: Label, step: Step)");
    has(&text, "Step::a(n) => Self::a(pre, post, label, n),");
    has(&text, "State::next_by(pre, post, l, Step::a(n))");
}

#[test]
fn parameters_hide_no_label_and_no_step() {
    let items = "pub enum Label { A } transition! { a(l: Label, label: Label, step: int) { } }";
    let text = text(Machines::Plain, "pub x: int", items);
    has(&text, "fn next_by(pre: Self, post: Self, update_tmp_label: Label, update_tmp_step: Step)");
    has(&text, "Step::a(label, step) => Self::a(pre, post, update_tmp_label, label, step),");
}

#[test]
fn types_have_the_parameters_of_the_machine() {
    let text =
        "M<T: Bound> where T: Other { fields { pub t: T } transition! { a(s: Self) { update t = Self::f(s); } } }";
    let expansion = expand(Machines::Plain, text);
    assert!(expansion.errors.is_empty());
    let text = expansion.tokens.to_string().replace(' ', "");
    has(&text, "impl<T: Bound> State<T> where T: Other {");
    has(&text, "a(State::<T>)");
    has(&text, "State::<T>::f(s)");
}

#[test]
fn cases_are_those_of_the_steps() {
    let tokens = "pre, post, m::M<int> => { a(n) => { lemma(n); } b() => { } }".parse().unwrap();
    let expansion = certus_sync::case_on(Cases::NextStrong, tokens);
    assert!(expansion.errors.is_empty());
    let text = expansion.tokens.to_string().replace(' ', "");
    has(&text, "reveal(m::M::State::<int>::next_strong);");
    has(&text, "m::M::Step::<int>::a(n) => { assert(m::M::State::<int>::a_strong(pre, post, n)) by {");
    for wrong in ["M => { }", "a, M => { }", "a, b, c, d, M => { }", "pre, post, f() => { }"] {
        assert_eq!(certus_sync::case_on(Cases::Next, wrong.parse().unwrap()).errors.len(), 1, "{wrong}");
    }
}

/// The number of tokens that a machine with a transition and so many fields stands for.
fn size(fields: usize) -> usize {
    fn count(tokens: proc_macro2::TokenStream) -> usize {
        let inside = |tree| match tree {
            proc_macro2::TokenTree::Group(group) => 1 + count(group.stream()),
            _ => 1,
        };
        tokens.into_iter().map(inside).sum()
    }
    let each = |text: &dyn Fn(usize) -> String| (0..fields).map(text).collect::<String>();
    let text = format!(
        "M {{ fields {{ {} }} init! {{ start() {{ {} }} }} transition! {{ up() {{ update f0 = pre.f0 + 1; }} }} }}",
        each(&|i| format!("#[sharding(variable)] pub f{i}: int,")),
        each(&|i| format!("init f{i} = 0;")),
    );
    let expansion = expand(Machines::Tokenized, &text);
    assert!(expansion.errors.is_empty(), "{:?}", expansion.errors);
    count(expansion.tokens)
}

#[test]
fn what_a_machine_stands_for_grows_as_its_fields_do() {
    let (small, large) = (size(20), size(40));
    assert!(large < 2 * small, "{small} tokens for 20 fields, {large} for 40");
}

#[test]
fn a_clause_has_the_results_that_it_uses_and_no_others() {
    let fields = "#[sharding(variable)] pub x: int, #[sharding(variable)] pub y: int";
    let text = text(Machines::Tokenized, fields, "init! { start() { init x = 1; init y = 2; } }");
    has(&text, "({ let instance = tmp_tuple.0.view(); let param_token_x = tmp_tuple.1.view(); (");
    has(&text, "({ let instance = tmp_tuple.0.view(); let param_token_y = tmp_tuple.2.view(); (");
}

#[test]
fn the_lemma_about_a_step_does_not_see_what_steps_are() {
    let items = "init! { start() { init x = 0; init y = 0; } } \
                 transition! { a() { update x = 1; } } readonly! { b() { require pre.x > 0; } } \
                 property! { p() { assert true; } }";
    let text = text(Machines::Plain, FIELDS, items);
    assert_eq!(text.matches("hide(State::a);hide(State::b);reveal(State::next);").count(), 2, "{text}");
    assert_eq!(text.matches("hide(State::start);reveal(State::init);").count(), 1, "{text}");
    assert!(!text.contains("hide(State::p)"), "{text}");
}
