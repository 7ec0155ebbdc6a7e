//! Paths of modules as text, and the paths of functions that lowering adds to those of the program.

use certus_vir::Path;

/// True for a module and the modules below it.
pub(crate) fn within(module: &str, ancestor: &str) -> bool {
    module == ancestor || module.strip_prefix(ancestor).is_some_and(|rest| rest.starts_with("::"))
}

/// The canonical path for the path of an `open(in ..)`.
pub(crate) fn absolute(path: &str, module: &str) -> Path {
    let root = module.split("::").next().unwrap_or(module);
    let mut segments: Vec<String> = Vec::new();
    let text: String = path.chars().filter(|c| !c.is_whitespace()).collect();
    for segment in text.split("::") {
        match segment {
            "crate" | "" => segments = vec![root.to_string()],
            "self" => segments = module.split("::").map(str::to_string).collect(),
            "super" => {
                if segments.is_empty() {
                    segments = module.split("::").map(str::to_string).collect();
                }
                segments.pop();
            }
            name => segments.push(name.to_string()),
        }
    }
    segments.join("::").into()
}

/// The function that checks the value of a constant.
pub(crate) fn check_of_constant(path: &Path) -> Path {
    format!("{path}%init").into()
}

/// The spec function that stands for an exec function with `allow_in_spec` in specifications.
pub(crate) fn spec_of_exec(path: &Path) -> Path {
    format!("{path}%spec").into()
}
