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
    /// The symbol of a thing at type arguments: without them for the first that occurs, as most occur at one instance only.
    pub(crate) fn of_instance(&mut self, entity: &str, name: &str, args: &[Ty]) -> Sym {
        if let Some(sym) = self.by_entity.get(entity) {
            return sym.clone();
        }
        let short = instance(name, &[]);
        let taken = is_given(&quote(&short)) || self.taken.contains(&quote(&short));
        self.of(entity, &if taken { instance(name, args) } else { short })
    }

    /// The symbol of an entity: what it wants to be called, with a mark when another entity has that name already.
    /// `entity` is its identity among everything that has a name in a query.
    pub(crate) fn of(&mut self, entity: &str, wanted: &str) -> Sym {
        if let Some(sym) = self.by_entity.get(entity) {
            return sym.clone();
        }
        let mut sym = quote(wanted);
        let mut copy = 1;
        while is_given(&sym) || !self.taken.insert(sym.clone()) {
            copy += 1;
            sym = quote(&format!("{wanted}~{copy}"));
        }
        self.by_entity.insert(entity.to_owned(), sym.clone());
        sym
    }
}

/// True for names that the encoding or the solver has given already: the operations of integers, heights, sequences and
/// the like, which begin with one of these words. A program may use the words too.
fn is_given(sym: &str) -> bool {
    const WORDS: [&str; 27] = [
        "int", "nat", "real", "char", "bool", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64",
        "i128", "isize", "height", "fuel", "arch", "bits", "str", "seq", "re", "fp", "set", "bv",
    ];
    let word = sym.trim_start_matches('|').split(['.', '%']).next().unwrap_or(sym);
    sym.len() > word.len() && !sym.contains('~') && WORDS.contains(&word)
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

/// A bound variable's name from the source one and the number of those around it that have the same.
pub(crate) fn bound(name: &str, index: u32) -> Sym {
    let plain: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let start = if plain.starts_with(|c: char| c.is_ascii_alphabetic()) { "" } else { "v" };
    match index {
        0 => format!("{start}{plain}$").into(),
        _ => format!("{start}{plain}${index}").into(),
    }
}

/// A path as a part of a symbol: without the modules, which would be most of the text of a query. Two things of one name
/// are told apart by [`Names::of`].
pub(crate) fn path(path: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || "_:%".contains(c);
    let (mut out, mut word) = (String::new(), String::new());
    for c in path.chars() {
        if is_word(c) {
            word.push(c);
        } else {
            out.push_str(&without_modules(&word));
            word.clear();
            out.push(c);
        }
    }
    // What follows the type of an impl's function belongs to it and not to a module.
    match word.strip_prefix("::") {
        Some(rest) => out.push_str(&format!(".{}", without_modules(rest))),
        None => out.push_str(&without_modules(&word)),
    }
    out
}

/// `a::b::Type::f` as `Type.f`, and `a::b::f` as `f`.
fn without_modules(path: &str) -> String {
    let mut segments = path.rsplit("::");
    let last = segments.next().unwrap_or(path);
    match segments.next() {
        Some(owner) if owner.starts_with(char::is_uppercase) => format!("{owner}.{last}"),
        _ => last.to_owned(),
    }
}

/// A path with type arguments as a symbol. It ends in `.` or `>`, so it is never one of the solver's own words.
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
        Ty::Real => "real".to_owned(),
        Ty::Param(name) => format!("{name}%"),
        Ty::Data(name, args) if args.is_empty() => path(name),
        Ty::Data(name, args) => format!("{}{}", path(name), arguments(args)),
        Ty::SpecFn(args, ret) => format!("fn{}-{}", arguments(args), ty(ret)),
        Ty::Ref(inner) => format!("&{}", ty(inner)),
        // A box is what is in it.
        Ty::Boxed(_, inner) => ty(inner),
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

/// A symbol made from another one that only its owner uses.
pub(crate) fn derived(sym: &Sym, suffix: &str) -> Sym {
    match sym.strip_suffix('|') {
        Some(quoted) => format!("{quoted}%{suffix}|").into(),
        None => format!("{sym}%{suffix}").into(),
    }
}

/// A number for a text that is the same everywhere (FNV-1a, 64 bits); equal numbers of different texts do no harm,
/// because [`Names::of`] goes by the text.
pub(crate) fn digest(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    format!("{:010x}", hash >> 24)
}
