P={}
def body(name, macros, code, ret="u8"):
    P[name]=f"use vstd::prelude::*;\n{macros}\nverus! {{\nfn f() -> (r: {ret}) {{ {code} }}\nfn main() {{ let r = f(); let a = [0u8; 1]; R }}\n}}\n"
# each: program with ensures unknown: we ask what certus thinks via trial values
T=[
("hyg1","macro_rules! m { ($e:expr) => { { let x = 1u8; $e } } }","let x = 0u8; let _k = x; m!(x)"),
("hyg_def","","let x = 1u8; macro_rules! m { () => { x } } let x = 2u8; let _k = x; m!()"),
("hyg_two","macro_rules! n { ($e:expr) => { { let x = 3u8; $e + x } } } macro_rules! m { ($e:expr) => { { let x = 1u8; n!($e + x) } } }","let x = 5u8; m!(x)"),
("hyg_ident","macro_rules! m { ($i:ident) => { { let $i = 4u8; let x = 1u8; $i } } }","let x = 0u8; let _k = x; m!(x)"),
("hyg_label","macro_rules! m { ($e:expr) => { 'a: loop { $e; break 'a; } } }","let mut r = 0u8; 'a: loop { m!(break 'a); r = 1; break; } r"),
("hyg_shadow","macro_rules! m { ($i:ident, $e:expr) => { let $i = 7u8; let y = $e; } }","let y = 1u8; m!(x, y); y + x"),
("hyg_pat","macro_rules! m { ($p:pat, $e:expr) => { match Some(3u8) { Some(x) => match $e { $p => x + 10, _ => 0 }, None => 0 } } }","let x = 1u8; m!(Some(x), Some(x))"),
("brace","macro_rules! m { ($e:expr) => { $e } }","let mut r = 0u8; m!{ r = 5 } - 3; r","X"),
("brace_tail","macro_rules! m { ($e:expr) => { { let _q = $e; } } }","m!{ 5i8 } -3","i8"),
("brace_tail2","macro_rules! m { ($e:expr) => { $e } }","let z = m!{ 5i8 } -3; z","i8"),
("brace_block","macro_rules! m { ($e:expr) => { $e } }","let x = 2u8; let p = &x; let q = { m!{ () } *p }; q"),
("stmt_expr","macro_rules! m { ($e:expr) => { $e } }","let x = 7i8; m!(if true { x } else { 0 }) - 3","i8"),
("tailsemi","macro_rules! m { ($e:expr) => { $e; } }","let mut r = 1u8; m!(r = 2); r"),
("def_fn","macro_rules! m { () => { fn g() -> (r: u8) ensures r == 9 { 9 } } }","let y = 3u8; macro_rules! k { ($x:ident) => { $x + y } } let y = 4u8; k!(y)"),
("closure","macro_rules! m { ($e:expr) => { { let c = |x: u8| -> (r: u8) ensures r == $e { $e }; c(9) } } }","let x = 2u8; m!(x)"),
("nested_def","macro_rules! mk { ($n:ident) => { let x = 6u8; macro_rules! $n { () => { x } } } }","let x = 2u8; let _k = x; mk!(k); k!()"),
("count_rep","macro_rules! m { ($($e:expr),* ; $($f:expr),*) => { 0u8 $( + $e )* $( * $f )* } }","m!(1, 2 ; 3)"),
("fn_arg","macro_rules! m { ($a:expr, $b:expr) => { { let t = $a; let u = $b; t - u } } }","let t = 1u8; let u = 9u8; m!(u, t)"),
("const_in","macro_rules! m { ($e:expr) => { { const X: u8 = 3; $e } } }","const X: u8 = 8; m!(X)"),
("static_fn","macro_rules! m { ($e:expr) => { { fn q() -> (r: u8) ensures r == 3 { 3 } $e } } }","m!(q())"),
("for_in","macro_rules! m { ($i:ident, $e:expr) => { { let mut s = 0u8; if $e { let $i = 1u8; s = $i; } s } } }","let s = true; m!(s, s)"),
("range","macro_rules! m { ($e:expr) => { ($e..10u8).start } }","m!(1 + 1)"),
("cast","macro_rules! m { ($e:expr, $t:ty) => { $e as $t } }","m!(255u8 + 0, i8) as u8"),
("neg_cast","macro_rules! m { ($e:expr) => { -$e as u8 } }","m!(1i8)"),
("deref","macro_rules! m { ($e:expr) => { *$e } }","let x = (3u8, 4u8); let y = &x; m!(&y.1)"),
("not","macro_rules! m { ($e:expr) => { !$e } }","if m!(true && false) { 1 } else { 2 }"),
("iflet","macro_rules! m { ($e:expr) => { if let Some(x) = $e { x } else { 0 } } }","let x = 3u8; m!(Some(x + 1))"),
("ret","macro_rules! m { ($e:expr) => { if $e { return 3; } } }","m!(true); 4"),
("q","macro_rules! m { ($e:tt) => { 2 * $e } }","m!((1 + 1)) + m!(3)"),
]
import json,sys
out=[]
for t in T:
    name,mac,code=t[:3]; ret=t[3] if len(t)>3 and t[3]!='X' else 'u8'
    open(name+".rs","w").write(f"use vstd::prelude::*;\n{mac}\nverus! {{\nfn f() -> (r: {ret}) {{ {code} }}\n}}\nfn main() {{ println!(\"{{}}\", f()); }}\n")
    out.append((name,mac,code,ret))
json.dump(out,open("t.json","w"))
