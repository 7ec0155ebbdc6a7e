//! Calls of the macros: what is compared of a macro is that it takes what programs write.

/// A macro that has no sample here is a mistake in this file.
const CALLS: &[(&str, &str)] = &[
    ("panic", "@!(); @!(\"{}\", 1)"),
    ("unreachable", "@!(); @!(\"{}\", 1)"),
    ("unimplemented", "@!(); @!(\"{}\", 1)"),
    ("todo", "@!(); @!(\"{}\", 1)"),
    ("assert", "@!(true); @!(true, \"{}\", 1)"),
    ("assert_eq", "@!(1, 1); @!(1, 1, \"{}\", 1)"),
    ("assert_ne", "@!(1, 2); @!(1, 2, \"{}\", 1)"),
    ("debug_assert", "@!(true); @!(true, \"{}\", 1)"),
    ("debug_assert_eq", "@!(1, 1); @!(1, 1, \"{}\", 1)"),
    ("debug_assert_ne", "@!(1, 2); @!(1, 2, \"{}\", 1)"),
    ("matches", "let _: bool = @!(1, 1 | 2); let _: bool = @!(1, x if x > 1)"),
    ("write", "let _: core::fmt::Result = { use core::fmt::Write as _; let mut s = String::new(); @!(s, \"{}\", 1) }"),
    (
        "writeln",
        "let _: core::fmt::Result = { use core::fmt::Write as _; let mut s = String::new(); @!(s); @!(s, \"{}\", 1) }",
    ),
    ("format_args", "let _: fn(core::fmt::Arguments<'_>) = |_| (); let _ = @!(\"{}\", 1).as_str()"),
    ("concat", "let _: &'static str = @!(\"a\", 1)"),
    ("stringify", "let _: &'static str = @!(a + 1)"),
    ("cfg", "let _: bool = @!(unix)"),
    ("line", "let _: u32 = @!()"),
    ("column", "let _: u32 = @!()"),
    ("file", "let _: &'static str = @!()"),
    ("module_path", "let _: &'static str = @!()"),
    ("option_env", "let _: Option<&'static str> = @!(\"NO_SUCH_VARIABLE\")"),
    ("vec", "let _: Vec<u8> = @![]; let _: Vec<u8> = @![1, 2]; let _: Vec<u8> = @![1; 3]"),
    ("format", "let _: String = @!(\"{}\", 1)"),
    ("dbg", "let _: () = @!(); let _: u8 = @!(1); let _: (u8, char) = @!(1, 'a')"),
    ("print", "let _: () = @!(\"{}\", 1)"),
    ("println", "let _: () = @!(); let _: () = @!(\"{}\", 1)"),
    ("eprint", "let _: () = @!(\"{}\", 1)"),
    ("eprintln", "let _: () = @!(); let _: () = @!(\"{}\", 1)"),
];

/// Macros that a sample cannot call without a file, a variable or an error: only their paths are compared.
const PATHS: &[&str] = &["compile_error", "include", "include_str", "env"];

/// The witness of a macro by example.
pub fn call(number: usize, name: &str, path: &str) -> String {
    if PATHS.contains(&name) {
        return format!("use {path} as _m{number};");
    }
    let (_, sample) = CALLS.iter().find(|(of, _)| *of == name).unwrap_or_else(|| panic!("no sample of `{name}!`"));
    let calls: Vec<String> = sample.split("; @").map(str::to_string).collect();
    let sample = calls.join("; @").replace('@', path);
    format!("fn w{number}() {{ let _ = || {{ {sample}; }}; }}")
}

/// The path of a trait that is derived, below `core`.
pub fn derived(name: &str) -> &'static str {
    match name {
        "Clone" => "clone::Clone",
        "Copy" => "marker::Copy",
        "Debug" => "fmt::Debug",
        "Default" => "default::Default",
        "Eq" => "cmp::Eq",
        "Hash" => "hash::Hash",
        "Ord" => "cmp::Ord",
        "PartialEq" => "cmp::PartialEq",
        "PartialOrd" => "cmp::PartialOrd",
        other => panic!("`{other}` cannot be derived"),
    }
}

/// The witness of a derive macro: with the derives that it needs.
pub fn derive(number: usize, name: &str, path: &str) -> String {
    derived(name);
    let needs = match name {
        "Copy" => "Clone, ",
        "Eq" | "PartialOrd" => "PartialEq, ",
        "Ord" => "PartialEq, PartialOrd, Eq, ",
        _ => "",
    };
    format!("const _: () = {{ #[derive({needs}{path})] struct D{number}; }};")
}
