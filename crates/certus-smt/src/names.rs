//! Names in query text: derived from paths and types, the same for the same thing wherever it occurs.

use std::collections::{HashMap, HashSet};

use certus_vir::{IntKind, Ty};

use crate::term::Sym;

/// Gives every entity its own symbol.
#[derive(Default)]
pub(crate) struct Names {
    by_entity: HashMap<String, Sym>,
    taken: HashSet<Sym>,
}

impl Names {
    /// The symbol of an entity: what it wants to be called, with a mark when another entity has that name already.
    /// `entity` is its identity among everything that has a name in a query.
    pub(crate) fn of(&mut self, entity: &str, wanted: &str) -> Sym {
        if let Some(sym) = self.by_entity.get(entity) {
            return sym.clone();
        }
        let mut sym = quote(wanted);
        let mut copy = 1;
        while !self.taken.insert(sym.clone()) {
            copy += 1;
            sym = quote(&format!("{wanted}~{copy}"));
        }
        self.by_entity.insert(entity.to_owned(), sym.clone());
        sym
    }
}

/// Quotes a symbol if it has to be.
fn quote(name: &str) -> Sym {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    if name.chars().all(simple) && !name.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == '@') {
        return name.into();
    }
    let inner: String = name.chars().map(|c| if c == '|' || c == '\\' { '_' } else { c }).collect();
    format!("|{inner}|").into()
}

/// A bound variable's name from the source one and the number of binders around it.
pub(crate) fn bound(name: &str, depth: u32) -> Sym {
    let plain: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let start = if plain.starts_with(|c: char| c.is_ascii_alphabetic()) { "" } else { "v" };
    format!("{start}{plain}${depth}").into()
}

/// A path as a part of a symbol: what is of the crate itself goes without the crate.
pub(crate) fn path(path: &str) -> String {
    path.strip_prefix("crate::").unwrap_or(path).replace("::", ".")
}

/// A path with type arguments as a symbol. It ends in `.` or `>`, so it is never one of the solver's own.
pub(crate) fn instance(name: &str, args: &[Ty]) -> String {
    if args.is_empty() { format!("{}.", path(name)) } else { format!("{}{}", path(name), arguments(args)) }
}

fn arguments(args: &[Ty]) -> String {
    let all: Vec<String> = args.iter().map(ty).collect();
    format!("<{}>", all.join("/"))
}

/// A type as a part of a symbol.
pub(crate) fn ty(t: &Ty) -> String {
    match t {
        Ty::Bool => "bool".to_owned(),
        Ty::Int(kind) => kind.to_string(),
        Ty::Param(name) => format!("{name}%"),
        Ty::Data(name, args) if args.is_empty() => path(name),
        Ty::Data(name, args) => format!("{}{}", path(name), arguments(args)),
        Ty::SpecFn(args, ret) => format!("fn{}-{}", arguments(args), ty(ret)),
        Ty::Ref(inner) => format!("&{}", ty(inner)),
        Ty::Boxed(name, inner) => format!("{}%<{}>", path(name), ty(inner)),
        Ty::MutRef(inner) => format!("mut<{}>", ty(inner)),
        Ty::Proj(name, args, assoc) => format!("{}{}.{assoc}", path(name), arguments(args)),
        Ty::FnItem(name, args) => format!("fn%{}{}", path(name), arguments(args)),
        Ty::Const(value) => value.to_string(),
    }
}

/// The name of the sort in which an integer of a range is stored.
pub(crate) fn stored(kind: IntKind) -> String {
    kind.to_string()
}

/// A number for a text that is the same everywhere (FNV-1a, 64 bits); equal numbers of different texts do no harm,
/// because [`Names::of`] goes by the text.
pub(crate) fn digest(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    format!("{:010x}", hash >> 24)
}
