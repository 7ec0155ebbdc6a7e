//! The counterparts of paths. What a path names is told by how it is written: types and variants begin with a capital letter.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::spanned::Spanned;
use verus_syn::{ExprPath, Path, PathArguments};

use crate::errors::ExecSpecError;
use crate::functions::Scope;
use crate::kinds::Form;
use crate::patterns::is_constructor;
use crate::{Block, Made, exec_fn, exec_type, refused};

/// What stays as it is.
const OF_CORE: [&str; 4] = ["Some", "None", "Ok", "Err"];

/// What a path in an expression stands for.
pub(crate) enum Named {
    /// A variable.
    Variable(TokenStream, Form),
    /// A constant, which is its own counterpart.
    Constant(TokenStream),
    /// What constructs a value, of owned parts.
    Constructor(TokenStream),
    /// A function, which borrows its arguments.
    Function(TokenStream),
    /// A function of a collection, which takes what it is given.
    OfCollection(TokenStream),
}

impl Block {
    /// What a path stands for. Syntax decides: a variable in scope, a variant or function of a type of the call, a function of a
    /// collection, a constant by its capital letters, a constructor by its first letter, and else a function.
    ///
    /// Errs with `unsupported/exec-spec` for paths that may be any of these.
    pub(crate) fn named_by(&self, scope: &Scope, path: &ExprPath) -> Result<Named, ExecSpecError> {
        let (span, path) = (path.span(), &path.path);
        let (Some(first), Some(last)) = (path.segments.first(), path.segments.last()) else {
            return Err(refused(span, "this path is not supported in this macro"));
        };
        let count = path.segments.len();
        if let Some(form) = path.get_ident().and_then(|name| scope.form(name)) {
            return Ok(Named::Variable(path.to_token_stream(), form));
        }
        if count == 2 && self.types.contains(&first.ident.to_string()) {
            return Ok(match is_constructor(&last.ident) {
                true => Named::Constructor(self.constructor(path)?),
                false => Named::Function(function(path)),
            });
        }
        if count == 2
            && let Some(made) = self.of_collection(path)?
        {
            return Ok(Named::OfCollection(made));
        }
        let is_constant =
            last.ident.to_string().chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        let is_number = count == 2 && !is_constructor(&first.ident);
        if is_constant
            && (is_number
                || count == 1 && last.ident.to_string().len() > 1 && !self.types.contains(&last.ident.to_string()))
        {
            return Ok(Named::Constant(path.to_token_stream()));
        }
        match is_constructor(&last.ident) {
            true => Ok(Named::Constructor(self.constructor(path)?)),
            false => Ok(Named::Function(function(path))),
        }
    }

    /// The counterpart of what constructs a value.
    pub(crate) fn constructor(&self, path: &Path) -> Made {
        let mut made = path.clone();
        let (count, span) = (path.segments.len(), path.span());
        let Some(first) = made.segments.first_mut() else { return Err(refused(span, "this path is not supported")) };
        if count > 2 || !is_constructor(&first.ident) {
            return Err(refused(span, "a longer path is not supported in this macro: import the type"));
        }
        if first.ident != "Self" && !(count == 1 && OF_CORE.iter().any(|name| first.ident == name)) {
            first.ident = exec_type(&first.ident);
        }
        Ok(made.to_token_stream())
    }

    /// The same for a name alone.
    pub(crate) fn constructor_name(&self, name: &Ident) -> Made {
        self.constructor(&Path::from(name.clone()))
    }

    /// The counterpart of a function such as `Seq::empty`.
    fn of_collection(&self, path: &Path) -> Result<Option<TokenStream>, ExecSpecError> {
        let (ty, function) = (&path.segments[0], &path.segments[1]);
        let (name, span) = (ty.ident.to_string(), path.span());
        let count = if name == "Map" { 2 } else { 1 };
        let (made, of) = match name.as_str() {
            "Seq" => (quote_spanned!(span=> ::std::vec::Vec), "Seq"),
            "Map" => (quote_spanned!(span=> ::std::collections::HashMap), "Map"),
            "Set" => (quote_spanned!(span=> ::std::collections::HashSet), "Set"),
            "Multiset" => (quote_spanned!(span=> ::vstd::contrib::exec_spec::ExecMultiset), "Multiset"),
            _ => return Ok(None),
        };
        let (tail, called) = match function.ident.to_string().as_str() {
            "empty" => ("Empty", "exec_empty"),
            "singleton" if of == "Multiset" => ("Singleton", "exec_singleton"),
            other => {
                let text = format!("`{name}::{other}` has no counterpart in `vstd::contrib::exec_spec`");
                return Err(refused(function.ident.span(), text));
            }
        };
        let arguments = match &ty.arguments {
            PathArguments::None if count == 2 => vec![quote_spanned!(span=> _), quote_spanned!(span=> _)],
            PathArguments::None => vec![quote_spanned!(span=> _)],
            _ => self.arguments(ty, count)?,
        };
        let of = Ident::new(&format!("ExecSpec{of}{tail}"), span);
        let called = Ident::new(called, function.ident.span());
        Ok(Some(quote_spanned! {span=>
            <#made<#(#arguments),*> as ::vstd::contrib::exec_spec::#of>::#called
        }))
    }
}

/// The counterpart of a function, by its path.
fn function(path: &Path) -> TokenStream {
    let mut made = path.clone();
    if let Some(last) = made.segments.last_mut() {
        last.ident = exec_fn(&last.ident);
    }
    if let (true, Some(of)) = (path.segments.len() > 1, made.segments.iter_mut().rev().nth(1))
        && is_constructor(&of.ident)
        && of.ident != "Self"
    {
        of.ident = exec_type(&of.ident);
    }
    made.to_token_stream()
}
