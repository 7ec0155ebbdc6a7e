//! A compact text form of the tree, for tests and for looking at it.
#![allow(dead_code)] // Reason: each test file uses a part of it.

use certus_diagnostics::{Diagnostic, Sources};
use certus_tree::*;

/// Writes definitions and bodies as text.
pub struct Dump<'p> {
    pub program: &'p dyn Program,
}

impl Dump<'_> {
    /// A whole definition: its header and, if it has one, its body.
    pub fn def(&self, def: DefId) -> String {
        let path = self.program.path(def);
        let item = match self.program.item(def) {
            Ok(item) => item,
            Err(errors) => return format!("{path}: error {}\n", messages(self.program.sources(), &errors)),
        };
        let attrs: Vec<String> = item.def().attrs.iter().map(|a| format!("{}({})", a.path, a.args)).collect();
        let mut out = format!("{path} {}", self.header(&item));
        if !attrs.is_empty() {
            out += &format!(" #[{}]", attrs.join(" "));
        }
        if matches!(item, Item::Function(_) | Item::Const(_)) {
            match self.program.body(def) {
                Ok(Some(body)) => out += &format!(" = {}", self.body(&body)),
                Ok(None) => {}
                Err(errors) => out += &format!(" = error {}", messages(self.program.sources(), &errors)),
            }
        }
        out + "\n"
    }

    fn header(&self, item: &Item) -> String {
        match item {
            Item::Function(f) => {
                let params: Vec<String> = f.params.iter().map(|p| format!("{}: {}", p.name, self.ty(&p.ty))).collect();
                format!(
                    "fn{}({}) -> {}{}",
                    self.generics(&f.generics),
                    params.join(", "),
                    self.ty(&f.ret),
                    if f.has_body { "" } else { ";" }
                )
            }
            Item::Adt(a) => {
                let variants: Vec<String> = a.variants.iter().map(|v| self.variant(v)).collect();
                format!("{:?}{} {{ {} }}", a.kind, self.generics(&a.generics), variants.join(" | "))
            }
            Item::Const(c) => format!("{:?}: {}", c.kind, self.ty(&c.ty)),
            Item::Trait(t) => {
                format!("trait{} items={} types={:?}", self.generics(&t.generics), t.items.len(), t.assoc_types)
            }
            Item::Impl(i) => {
                let types: Vec<String> =
                    i.assoc_types.iter().map(|t| format!("{}={}", t.name, self.ty(&t.ty))).collect();
                format!(
                    "impl{} {} for {} [{}]",
                    self.generics(&i.generics),
                    i.trait_.as_ref().map(|(t, a)| self.with_args(*t, a)).unwrap_or_default(),
                    self.ty(&i.self_ty),
                    types.join(", ")
                )
            }
            Item::Module(m) => format!("mod {}", m.items.len()),
        }
    }

    fn variant(&self, v: &Variant) -> String {
        let fields: Vec<String> = v.fields.iter().map(|f| format!("{}: {}", f.name, self.ty(&f.ty))).collect();
        format!("{}({})", v.name, fields.join(", "))
    }

    fn generics(&self, g: &Generics) -> String {
        if g.params.is_empty() && g.clauses.is_empty() {
            return String::new();
        }
        let params: Vec<String> =
            g.params.iter().map(|p| if p.is_const { format!("const {}", p.name) } else { p.name.clone() }).collect();
        let clauses: Vec<String> = g
            .clauses
            .iter()
            .map(|c| {
                let assoc: Vec<String> = c.assoc.iter().map(|(n, t)| format!("{n}={}", self.ty(t))).collect();
                format!("{}{}", self.with_args(c.trait_, &c.args), assoc.join(","))
            })
            .collect();
        let clauses = if clauses.is_empty() { String::new() } else { format!(" where {}", clauses.join(", ")) };
        format!("<{}{}>", params.join(", "), clauses)
    }

    /// A body.
    pub fn body(&self, body: &Body) -> String {
        self.expr(&body.value, body)
    }

    fn name(&self, def: DefId) -> String {
        let path = self.program.path(def);
        match path.rsplit_once("::") {
            Some((init, last)) if !path.starts_with('<') => {
                let parent = init.rsplit("::").next().unwrap_or("");
                if parent.chars().next().is_some_and(char::is_uppercase) {
                    format!("{parent}::{last}")
                } else {
                    last.into()
                }
            }
            _ => path,
        }
    }

    fn with_args(&self, def: DefId, args: &[Ty]) -> String {
        if args.is_empty() { self.name(def) } else { format!("{}<{}>", self.name(def), self.tys(args)) }
    }

    fn tys(&self, tys: &[Ty]) -> String {
        tys.iter().map(|t| self.ty(t)).collect::<Vec<_>>().join(", ")
    }

    /// A type.
    pub fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Bool => "bool".into(),
            Ty::Char => "char".into(),
            Ty::Str => "str".into(),
            Ty::Never => "!".into(),
            Ty::Int(i) => format!("{i:?}").to_lowercase(),
            Ty::Float(w) => format!("f{w}"),
            Ty::Adt(d, a) => self.with_args(*d, a),
            Ty::Ref(Mutability::Shared, t) => format!("&{}", self.ty(t)),
            Ty::Ref(Mutability::Mut, t) => format!("&mut {}", self.ty(t)),
            Ty::RawPtr(_, t) => format!("*{}", self.ty(t)),
            Ty::Tuple(t) => format!("({})", self.tys(t)),
            Ty::Slice(t) => format!("[{}]", self.ty(t)),
            Ty::Array(t, n) => format!("[{}; {}]", self.ty(t), self.konst(n)),
            Ty::Param(i, n) => format!("{n}#{i}"),
            Ty::FnDef(d, a) => format!("fn {}", self.with_args(*d, a)),
            Ty::FnPtr(a, r) => format!("fn({}) -> {}", self.tys(a), self.ty(r)),
            Ty::Closure(n) => format!("closure{n}"),
            Ty::Dyn(d, a) => format!("dyn {}", self.with_args(*d, a)),
            Ty::Opaque(d, n, _) => format!("impl{n} of {}", self.name(*d)),
            Ty::Projection(d, a, n) => format!("<{}>::{n}", self.with_args(*d, a)),
            Ty::Const(c) => self.konst(c),
        }
    }

    fn konst(&self, c: &ConstArg) -> String {
        match c {
            ConstArg::Value(v) | ConstArg::Wide(v) => v.to_string(),
            ConstArg::Param(_, n) => n.clone(),
            ConstArg::Unknown => "?".into(),
        }
    }

    fn block(&self, b: &Block, body: &Body) -> String {
        let mut out: Vec<String> = b
            .stmts
            .iter()
            .map(|s| match s {
                Stmt::Let { pat, init, else_, .. } => {
                    let init = init.as_ref().map(|e| format!(" = {}", self.expr(e, body))).unwrap_or_default();
                    let else_ = else_.as_ref().map(|e| format!(" else {}", self.expr(e, body))).unwrap_or_default();
                    format!("let {}{init}{else_};", self.pat(pat, body))
                }
                Stmt::Expr(e, true) => format!("{};", self.expr(e, body)),
                Stmt::Expr(e, false) => self.expr(e, body),
            })
            .collect();
        out.extend(b.tail.as_ref().map(|e| self.expr(e, body)));
        format!("{{ {} }}", out.join(" "))
    }

    fn list<'a>(&self, es: impl IntoIterator<Item = &'a Expr>, body: &Body) -> String {
        es.into_iter().map(|e| self.expr(e, body)).collect::<Vec<_>>().join(", ")
    }

    fn label(&self, label: &Option<String>) -> String {
        label.as_ref().map(|l| format!("{l}: ")).unwrap_or_default()
    }

    /// An expression.
    pub fn expr(&self, e: &Expr, body: &Body) -> String {
        let x = |e: &Expr| self.expr(e, body);
        match &e.kind {
            ExprKind::Literal(l) => literal(l),
            ExprKind::Local(l) => body.locals[l.0 as usize].name.clone(),
            ExprKind::Const(d, a, r) => format!(
                "{}{}",
                self.with_args(*d, a),
                r.as_ref().map(|(d, a)| format!("@{}", self.with_args(*d, a))).unwrap_or_default()
            ),
            ExprKind::ConstParam(i, n) => format!("{n}#{i}"),
            ExprKind::FnItem(d, a) => self.with_args(*d, a),
            ExprKind::Call { callee, args, .. } => {
                let callee = match callee {
                    CallKind::Fn { def, args, resolved, .. } => {
                        let resolved = resolved.as_ref().map(|(d, a)| format!("@{}", self.with_args(*d, a)));
                        format!("{}{}", self.with_args(*def, args), resolved.unwrap_or_default())
                    }
                    CallKind::Value(e) => format!("call {}", x(e)),
                };
                format!("{callee}({})", self.list(args, body))
            }
            ExprKind::Ctor { adt, variant, args, fields, base } => {
                let fields: Vec<String> = fields.iter().map(|f| format!("{}: {}", f.field, x(&f.value))).collect();
                let base = base.as_ref().map(|b| format!(" ..{}", x(b))).unwrap_or_default();
                format!("new {}/{variant} {{{}{base}}}", self.with_args(*adt, args), fields.join(", "))
            }
            ExprKind::CtorFn(d, v, a) => format!("ctor {}/{v}", self.with_args(*d, a)),
            ExprKind::Tuple(es) => format!("({})", self.list(es, body)),
            ExprKind::Array(es) => format!("[{}]", self.list(es, body)),
            ExprKind::Repeat(e) => format!("[{}; _]", x(e)),
            ExprKind::Field(e, i) => format!("{}.f{i}", x(e)),
            ExprKind::TupleField(e, i) => format!("{}.{i}", x(e)),
            ExprKind::Index(a, b) => format!("{}[{}]", x(a), x(b)),
            ExprKind::Deref(e) => format!("*{}", x(e)),
            ExprKind::Ref { mutability, expr, implicit } => {
                let m = if *mutability == Mutability::Mut { "mut " } else { "" };
                format!("{}{m}{}", if *implicit { "&~" } else { "&" }, x(expr))
            }
            ExprKind::RawRef(_, e) => format!("&raw {}", x(e)),
            ExprKind::Adjust(a, e) => format!("{a:?}({})", x(e)),
            ExprKind::Cast(inner) => format!("({} as {})", x(inner), self.ty(&e.ty)),
            ExprKind::Unary(op, e) => format!("{op:?}({})", x(e)),
            ExprKind::Binary(op, a, b) => format!("{op:?}({}, {})", x(a), x(b)),
            ExprKind::Logic(op, a, b) => format!("{op:?}({}, {})", x(a), x(b)),
            ExprKind::Assign(op, a, b) => {
                format!("{} {}= {}", x(a), op.map(|o| format!("{o:?}")).unwrap_or_default(), x(b))
            }
            ExprKind::AssignPat(p, e) => format!("{} := {}", self.pat(p, body), x(e)),
            ExprKind::Block(l, b) => format!("{}{}", self.label(l), self.block(b, body)),
            ExprKind::Unsafe(b) => format!("unsafe {}", self.block(b, body)),
            ExprKind::ConstBlock(b) => format!("const {}", self.block(b, body)),
            ExprKind::Async(b) => format!("async {}", self.block(b, body)),
            ExprKind::If(c, t, e) => {
                format!("if {} {}{}", x(c), x(t), e.as_ref().map(|e| format!(" else {}", x(e))).unwrap_or_default())
            }
            ExprKind::Let(p, e) => format!("let {} = {}", self.pat(p, body), x(e)),
            ExprKind::Match(e, arms) => {
                let arms: Vec<String> = arms
                    .iter()
                    .map(|a| {
                        format!(
                            "{}{} => {}",
                            self.pat(&a.pat, body),
                            a.guard.as_ref().map(|g| format!(" if {}", x(g))).unwrap_or_default(),
                            x(&a.body)
                        )
                    })
                    .collect();
                format!("match {} {{ {} }}", x(e), arms.join(", "))
            }
            ExprKind::Loop(l, b) => format!("{}loop {}", self.label(l), self.block(b, body)),
            ExprKind::While(l, c, b) => format!("{}while {} {}", self.label(l), x(c), self.block(b, body)),
            ExprKind::For(l, p, e, b) => {
                format!("{}for {} in {} {}", self.label(l), self.pat(p, body), x(e), self.block(b, body))
            }
            ExprKind::Break(l, e) => format!("break {}{}", self.label(l), e.as_ref().map(|e| x(e)).unwrap_or_default()),
            ExprKind::Continue(l) => format!("continue {}", self.label(l)),
            ExprKind::Return(e) => format!("return {}", e.as_ref().map(|e| x(e)).unwrap_or_default()),
            ExprKind::Try(e) => format!("{}?", x(e)),
            ExprKind::Await(e) => format!("{}.await", x(e)),
            ExprKind::Range(a, b, inclusive) => format!(
                "({}{}{})",
                a.as_ref().map(|e| x(e)).unwrap_or_default(),
                if *inclusive { "..=" } else { ".." },
                b.as_ref().map(|e| x(e)).unwrap_or_default()
            ),
            ExprKind::Closure { id, params, body: b, .. } => {
                let params: Vec<String> =
                    params.iter().map(|p| format!("{}: {}", self.pat(&p.pat, body), self.ty(&p.ty))).collect();
                format!("closure{id}|{}| {}", params.join(", "), x(b))
            }
            ExprKind::FormatArgs(es, _) => format!("format({})", self.list(es, body)),
            ExprKind::Unsupported(what) => format!("unsupported<{what}>"),
        }
    }

    fn pat(&self, p: &Pat, body: &Body) -> String {
        let fields = |fs: &[FieldPat]| {
            fs.iter().map(|f| format!("{}: {}", f.field, self.pat(&f.pat, body))).collect::<Vec<_>>().join(", ")
        };
        let all = |ps: &[Pat]| ps.iter().map(|p| self.pat(p, body)).collect::<Vec<_>>();
        match &p.kind {
            PatKind::Wild => "_".into(),
            PatKind::Binding { local, by_ref, sub } => {
                let local = &body.locals[local.0 as usize];
                let by_ref = match by_ref {
                    Some(Mutability::Mut) => "ref mut ",
                    Some(Mutability::Shared) => "ref ",
                    None => "",
                };
                let sub = sub.as_ref().map(|s| format!(" @ {}", self.pat(s, body))).unwrap_or_default();
                format!("{by_ref}{}{}: {}{sub}", if local.is_mut { "mut " } else { "" }, local.name, self.ty(&local.ty))
            }
            PatKind::Variant { adt, variant, fields: fs } => format!("{}/{variant}{{{}}}", self.name(*adt), fields(fs)),
            PatKind::Tuple(fs) => format!("({})", fields(fs)),
            PatKind::Deref(p) => format!("*{}", self.pat(p, body)),
            PatKind::Literal(l) => literal(l),
            PatKind::Const(d, a, _) => self.with_args(*d, a),
            PatKind::Range(a, b, inclusive) => {
                let end = |p: &Option<Box<Pat>>| p.as_ref().map(|p| self.pat(p, body)).unwrap_or_default();
                format!("{}{}{}", end(a), if *inclusive { "..=" } else { ".." }, end(b))
            }
            PatKind::Or(ps) => all(ps).join(" | "),
            PatKind::Slice(a, r, b) => {
                let mut parts = all(a);
                parts.extend(r.as_ref().map(|p| format!("{}..", self.pat(p, body))));
                parts.extend(all(b));
                format!("[{}]", parts.join(", "))
            }
            PatKind::Place(e) => format!("place {}", self.expr(e, body)),
            PatKind::Unsupported(what) => format!("unsupported<{what}>"),
        }
    }
}

fn literal(l: &Literal) -> String {
    match l {
        Literal::Int(d) => d.clone(),
        Literal::Bool(b) => b.to_string(),
        Literal::Char(c) => format!("{c:?}"),
        Literal::Str(s) => format!("{s:?}"),
        Literal::ByteStr(s) => format!("b{s:?}"),
        Literal::Float(f) => f.clone(),
    }
}

/// `code@line:column message` for each diagnostic.
pub fn messages(sources: &Sources, errors: &[Diagnostic]) -> String {
    let one = |d: &Diagnostic| {
        let place = d.primary.as_ref().and_then(|l| {
            let at = sources.file(l.span.file)?.position(l.span.start);
            Some(format!("{}:{} `{}`", at.line, at.column, sources.text(l.span)))
        });
        let label = d.primary.as_ref().map(|l| l.text.clone()).unwrap_or_default();
        format!(
            "{}@{} {}{}",
            d.code,
            place.unwrap_or_default(),
            d.message,
            if label.is_empty() { label } else { format!(" ({label})") }
        )
    };
    errors.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// A directory of files that vanishes with the value.
pub struct Files(pub std::path::PathBuf);

impl Files {
    /// Writes the files; the first is the root of the crate.
    pub fn new(files: &[(&str, &str)]) -> Files {
        static NEXT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let directory = std::env::temp_dir().join(format!("certus-frontend-{}-{number}", std::process::id()));
        for (name, text) in files {
            let path = directory.join(name);
            std::fs::create_dir_all(path.parent().expect("a file has a directory")).expect("the directory is writable");
            std::fs::write(path, text).expect("the directory is writable");
        }
        Files(directory)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Loads files and asks something of the program.
pub fn with_files<T: Send>(files: &[(&str, &str)], ask: impl FnOnce(&certus_frontend::Loaded) -> T + Send) -> T {
    let place = Files::new(files);
    let root = place.0.join(files[0].0);
    certus_frontend::on_big_stack(move || {
        let options = certus_frontend::Options { root_file: root, crate_name: Some("t".into()), ..Default::default() };
        ask(&certus_frontend::load(&options).expect("the files are readable"))
    })
}

/// The tree of a program in one file.
pub fn tree(text: &str) -> String {
    with_files(&[("t.rs", text)], |loaded| {
        let dump = Dump { program: loaded };
        let errors = messages(loaded.sources(), &loaded.diagnostics());
        let defs: String = loaded.local_items().into_iter().map(|def| dump.def(def)).collect();
        if errors.is_empty() { defs } else { format!("{errors}\n{defs}") }
    })
}

/// The tree of a program inside `verus!`.
pub fn verus(text: &str) -> String {
    tree(&format!("use verus_builtin::*; use verus_builtin_macros::*;\nverus! {{\n{text}\n}}\n"))
}

/// The line of the dump for a definition, without its path.
pub fn line<'t>(dump: &'t str, path: &str) -> &'t str {
    let start = format!("{path} ");
    let error = format!("{path}: ");
    let found = dump.lines().find(|l| l.starts_with(&start) || l.starts_with(&error));
    found.map(|l| l[path.len()..].trim_start()).unwrap_or_else(|| panic!("no line for {path} in\n{dump}"))
}
