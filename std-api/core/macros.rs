//! The macros of the standard prelude, in terms of functions of `panicking` and `fmt`.

#[macro_export]
macro_rules! panic {
    () => { $crate::panicking::panic("explicit panic") };
    ($($arg:tt)+) => { $crate::panicking::panic_fmt($crate::format_args!($($arg)+)) };
}
#[macro_export]
macro_rules! unreachable {
    () => { $crate::panicking::panic("internal error: entered unreachable code") };
    ($($arg:tt)+) => { $crate::panicking::panic_fmt($crate::format_args!($($arg)+)) };
}
#[macro_export]
macro_rules! unimplemented {
    () => { $crate::panicking::panic("not implemented") };
    ($($arg:tt)+) => { $crate::panicking::panic_fmt($crate::format_args!($($arg)+)) };
}
#[macro_export]
macro_rules! todo {
    () => { $crate::panicking::panic("not yet implemented") };
    ($($arg:tt)+) => { $crate::panicking::panic_fmt($crate::format_args!($($arg)+)) };
}
#[macro_export]
macro_rules! assert {
    ($cond:expr $(,)?) => { if !$cond { $crate::panicking::assert_panic() } };
    ($cond:expr, $($arg:tt)+) => { if !$cond { $crate::panicking::assert_panic_fmt($crate::format_args!($($arg)+)) } };
}
#[macro_export]
macro_rules! assert_eq {
    ($left:expr, $right:expr $(,)?) => {
        match (&$left, &$right) {
            (left_val, right_val) => {
                if !(*left_val == *right_val) {
                    let kind = $crate::panicking::AssertKind::Eq;
                    $crate::panicking::assert_failed(kind, &*left_val, &*right_val, $crate::option::Option::None);
                }
            }
        }
    };
    ($left:expr, $right:expr, $($arg:tt)+) => {
        match (&$left, &$right) {
            (left_val, right_val) => {
                if !(*left_val == *right_val) {
                    let kind = $crate::panicking::AssertKind::Eq;
                    $crate::panicking::assert_failed(kind, &*left_val, &*right_val, $crate::option::Option::Some($crate::format_args!($($arg)+)));
                }
            }
        }
    };
}
#[macro_export]
macro_rules! assert_ne {
    ($left:expr, $right:expr $(,)?) => {
        match (&$left, &$right) {
            (left_val, right_val) => {
                if *left_val == *right_val {
                    let kind = $crate::panicking::AssertKind::Ne;
                    $crate::panicking::assert_failed(kind, &*left_val, &*right_val, $crate::option::Option::None);
                }
            }
        }
    };
    ($left:expr, $right:expr, $($arg:tt)+) => {
        match (&$left, &$right) {
            (left_val, right_val) => {
                if *left_val == *right_val {
                    let kind = $crate::panicking::AssertKind::Ne;
                    $crate::panicking::assert_failed(kind, &*left_val, &*right_val, $crate::option::Option::Some($crate::format_args!($($arg)+)));
                }
            }
        }
    };
}
#[macro_export]
macro_rules! debug_assert { ($($arg:tt)*) => { if $crate::cfg!(debug_assertions) { $crate::assert!($($arg)*); } }; }
#[macro_export]
macro_rules! debug_assert_eq { ($($arg:tt)*) => { if $crate::cfg!(debug_assertions) { $crate::assert_eq!($($arg)*); } }; }
#[macro_export]
macro_rules! debug_assert_ne { ($($arg:tt)*) => { if $crate::cfg!(debug_assertions) { $crate::assert_ne!($($arg)*); } }; }
#[macro_export]
macro_rules! matches {
    ($expression:expr, $pattern:pat $(if $guard:expr)? $(,)?) => {
        match $expression { $pattern $(if $guard)? => true, _ => false }
    };
}
#[macro_export]
macro_rules! write {
    ($dst:expr, $($arg:tt)*) => { $dst.write_fmt($crate::format_args!($($arg)*)) };
}
#[macro_export]
macro_rules! writeln {
    ($dst:expr $(,)?) => { $crate::write!($dst, "\n") };
    ($dst:expr, $($arg:tt)*) => { $dst.write_fmt($crate::format_args!($($arg)*)) };
}
#[rustc_builtin_macro]
#[macro_export]
macro_rules! format_args { () => {}; }
#[rustc_builtin_macro]
#[macro_export]
macro_rules! compile_error { () => {}; }
#[rustc_builtin_macro]
#[macro_export]
macro_rules! concat { () => {}; }
#[rustc_builtin_macro]
#[macro_export]
macro_rules! stringify { () => {}; }
#[rustc_builtin_macro]
#[macro_export]
macro_rules! cfg { () => {}; }
#[rustc_builtin_macro]
#[macro_export]
macro_rules! line { () => {}; }
#[rustc_builtin_macro]
#[macro_export]
macro_rules! column { () => {}; }
#[rustc_builtin_macro]
#[macro_export]
macro_rules! file { () => {}; }
#[rustc_builtin_macro]
#[macro_export]
macro_rules! module_path { () => {}; }
#[rustc_builtin_macro]
#[macro_export]
macro_rules! include { () => {}; }
#[rustc_builtin_macro]
#[macro_export]
macro_rules! include_str { () => {}; }
#[rustc_builtin_macro]
#[macro_export]
macro_rules! env { () => {}; }
#[rustc_builtin_macro]
#[macro_export]
macro_rules! option_env { () => {}; }
