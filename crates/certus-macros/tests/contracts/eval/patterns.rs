//! Patterns, and values of types that the program declares.

use super::{Answer, Machine, Stop, stop};
use crate::contracts::program::Program;
use crate::contracts::values::{Value, same};
use verus_syn::{ExprMatches, ExprStruct, FieldPat, MatchesOpToken, Member, Pat, Path};

/// The variables that a pattern binds, if it matches.
type Bound = Option<Vec<(String, Value)>>;

impl Machine<'_> {
    /// The type and the variant that a path names, and the fields of it.
    pub(super) fn variant(&self, path: &Path) -> Option<(String, String, Vec<String>)> {
        let last = path.segments.last()?.ident.to_string();
        let names = |fields: &verus_syn::Fields| {
            fields
                .iter()
                .enumerate()
                .map(|(i, f)| f.ident.as_ref().map_or(i.to_string(), ToString::to_string))
                .collect()
        };
        let in_type = |name: &str, last: &str| {
            let def = self.program.definition(name)?;
            let (variant, fields) = def.variants.iter().find(|(variant, _)| variant == last)?;
            Some((name.to_string(), variant.clone(), names(fields)))
        };
        if path.segments.len() >= 2 {
            let owner = self.named_type(&path.segments[path.segments.len() - 2].ident.to_string())?;
            if let Some(found) = in_type(&owner, &last) {
                return Some(found);
            }
        }
        let itself = self.named_type(&last)?;
        if let Some(def) = self.program.definition(&itself).filter(|def| !def.is_enum) {
            return Some((itself.clone(), def.variants[0].0.clone(), names(&def.variants[0].1)));
        }
        // A variant that was imported: the only one with its name.
        let mut found = self.program.types.keys().filter_map(|name| in_type(name, &last));
        found.next().filter(|_| found.next().is_none())
    }

    pub(super) fn data(&mut self, data: &ExprStruct) -> Answer {
        let Some((ty, variant, names)) = self.variant(&data.path) else { return stop("an unknown type") };
        let rest = data.rest.as_ref().map(|rest| self.value(rest)).transpose()?.map(Value::now);
        let mut fields = Vec::new();
        for name in names {
            let written = data.fields.iter().find(|field| member(&field.member) == name);
            let value = match (written, &rest) {
                (Some(field), _) => self.value(&field.expr)?.now(),
                (None, Some(Value::Data { fields, .. })) => {
                    fields.iter().find(|(other, _)| *other == name).map_or(Value::Unknown, |(_, value)| value.clone())
                }
                _ => return stop("a field without a value"),
            };
            fields.push((name, value));
        }
        Ok(Value::Data { ty, variant, fields })
    }

    pub(super) fn matches(&mut self, matches: &ExprMatches) -> Answer {
        let value = self.value(&matches.lhs)?;
        let bound = self.matched(&matches.pat, value)?;
        match (bound, &matches.op_expr) {
            (bound, None) => Ok(Value::Bool(bound.is_some())),
            (Some(more), Some(op)) => self.within(more, &op.rhs),
            (None, Some(op)) => Ok(Value::Bool(matches!(op.op_token, MatchesOpToken::Implies(_)))),
        }
    }

    pub(super) fn matched(&mut self, pat: &Pat, value: Value) -> Result<Bound, Stop> {
        match pat {
            Pat::Wild(_) | Pat::Rest(_) => Ok(Some(Vec::new())),
            Pat::Paren(inner) => self.matched(&inner.pat, value),
            Pat::Type(inner) => self.matched(&inner.pat, value),
            Pat::Reference(inner) => self.matched(&inner.pat, value),
            Pat::Ident(name) => self.named(name, value),
            Pat::Lit(lit) => {
                let wanted = super::literal(&lit.lit)?;
                match same(&wanted, &value) {
                    Some(true) => Ok(Some(Vec::new())),
                    Some(false) => Ok(None),
                    None => stop("a pattern for an unknown value"),
                }
            }
            Pat::Or(cases) => {
                for case in &cases.cases {
                    if let Some(bound) = self.matched(case, value.clone())? {
                        return Ok(Some(bound));
                    }
                }
                Ok(None)
            }
            Pat::Tuple(tuple) => match value.now() {
                Value::Tuple(parts) => self.parts(tuple.elems.iter(), parts),
                _ => stop("a pattern for an unknown value"),
            },
            Pat::TupleStruct(data) if is_wrapper(&data.path) && data.elems.len() == 1 => {
                self.matched(&data.elems[0], value)
            }
            Pat::TupleStruct(data) => match self.fields_of(&data.path, value)? {
                Some(fields) => self.parts(data.elems.iter(), fields.into_iter().map(|(_, value)| value).collect()),
                None => Ok(None),
            },
            Pat::Struct(data) => match self.fields_of(&data.path, value)? {
                Some(fields) => self.named_parts(data.fields.iter(), &fields),
                None => Ok(None),
            },
            Pat::Path(path) => Ok(self.fields_of(&path.path, value)?.map(|_| Vec::new())),
            _ => stop("a pattern"),
        }
    }

    /// The fields of a value, if it is of the variant that the path names.
    fn fields_of(&mut self, path: &Path, value: Value) -> Result<Option<Vec<(String, Value)>>, Stop> {
        let Value::Data { ty, variant, fields } = value.now() else { return stop("a pattern for an unknown value") };
        match self.variant(path) {
            Some((wanted, _, _)) if wanted != ty => stop("a pattern of another type"),
            Some((_, wanted, _)) => Ok((wanted == variant).then_some(fields)),
            None => stop("a pattern with an unknown name"),
        }
    }

    fn named(&mut self, name: &verus_syn::PatIdent, value: Value) -> Result<Bound, Stop> {
        let path = Path::from(name.ident.clone());
        let text = name.ident.to_string();
        let upper = text.starts_with(char::is_uppercase);
        if upper && Program::only(&self.program.consts, &text).is_some() {
            return stop("a constant in a pattern");
        }
        if upper && name.subpat.is_none() && self.variant(&path).is_some_and(|(_, _, fields)| fields.is_empty()) {
            return Ok(self.fields_of(&path, value)?.map(|_| Vec::new()));
        }
        let mut bound = match &name.subpat {
            Some((_, inner)) => match self.matched(inner, value.clone())? {
                Some(bound) => bound,
                None => return Ok(None),
            },
            None => Vec::new(),
        };
        bound.push((text, value));
        Ok(Some(bound))
    }

    /// Patterns for the parts of a value, among them perhaps `..`.
    fn parts<'p>(&mut self, pats: impl Iterator<Item = &'p Pat>, values: Vec<Value>) -> Result<Bound, Stop> {
        let pats: Vec<&Pat> = pats.collect();
        let rest = pats.iter().position(|pat| matches!(pat, Pat::Rest(_)));
        let skipped = (values.len() + 1).checked_sub(pats.len());
        let Some(skipped) = skipped else { return stop("a pattern with more parts") };
        let mut bound = Vec::new();
        for (i, pat) in pats.iter().enumerate() {
            let at = match rest {
                Some(rest) if i == rest => continue,
                Some(rest) if i > rest => i + skipped - 1,
                _ => i,
            };
            let Some(value) = values.get(at) else { return stop("a pattern with more parts") };
            match self.matched(pat, value.clone())? {
                Some(more) => bound.extend(more),
                None => return Ok(None),
            }
        }
        Ok(Some(bound))
    }

    fn named_parts<'p>(
        &mut self,
        pats: impl Iterator<Item = &'p FieldPat>,
        fields: &[(String, Value)],
    ) -> Result<Bound, Stop> {
        let mut bound = Vec::new();
        for pat in pats {
            let name = member(&pat.member);
            let Some((_, value)) = fields.iter().find(|(other, _)| *other == name) else {
                return stop("a field of another variant");
            };
            match self.matched(&pat.pat, value.clone())? {
                Some(more) => bound.extend(more),
                None => return Ok(None),
            }
        }
        Ok(Some(bound))
    }
}

fn member(member: &Member) -> String {
    match member {
        Member::Named(name) => name.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

fn is_wrapper(path: &Path) -> bool {
    path.is_ident("Ghost") || path.is_ident("Tracked")
}
