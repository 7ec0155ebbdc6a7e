//! `set_build!`: sets by comprehension, as calls of the library's functions of sets.
//!
//! ```text
//! set_build!{ x: u8, p(x) }               ->  Set::<u8>::from_finite_type(|x: u8| true).filter(|x: u8| p(x))
//! set_build!{ x: T in s }                 ->  s
//! set_build!{ x: int in a..b }            ->  Set::<int>::range(a, b)
//! set_build!{ (x, c) | x: T in s }        ->  s.map_by(|x: T| (x, c), |e| e.0)
//! set_build!{ f(x) | exists x: T in s }   ->  s.map(|x: T| f(x))
//! set_build!{ (x, y) | x: T in s, y: U in t(x), p(x, y) }
//!     ->  s.map_flatten_by(
//!             |x: T| t(x).filter(|y: U| p(x, y)).map_by(|y: U| (x, y), |e| e.1),
//!             |e| (e.0),
//!         )
//! ```
//!
//! A variable without `exists` is found in the element, through fields of tuples and constructors, so that the set has no
//! quantifier over it. All but the last of several variables are carried along as nested pairs.

mod parse;

use certus_codes::Language;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use verus_syn::parse::ParseStream;
use verus_syn::spanned::Spanned;
use verus_syn::{Expr, Index, Member, Type};

use crate::Mode;
use crate::entry::with_parser;
use crate::erase::erased;
use crate::errors::{RewriteError, Rewritten};
use crate::literals::Bare;
use crate::{Code, spans};

/// The parameter of a function from elements to variables.
const ELEMENT: &str = "__certus_element";

/// The parameter that stands for the variables before the one at hand.
const BEFORE: &str = "__certus_before";

/// A comprehension.
struct Comprehension {
    /// The members of the set, in terms of the variables.
    element: Expr,
    /// The type of the members, if it is written.
    element_type: Option<Type>,
    /// The first variable, and the others.
    first: Variable,
    rest: Vec<Variable>,
    /// What holds of the variables.
    conditions: Vec<Expr>,
}

/// A variable and the values that it has.
struct Variable {
    name: Ident,
    ty: Type,
    values: Values,
    /// Whether the members do not say which value it has.
    exists: bool,
}

/// The values that a variable has.
enum Values {
    /// All of its type.
    All,
    /// The members of a set.
    Of(Box<Expr>),
    /// Those from the first up to the second, which belongs to them or does not.
    Range { from: Box<Expr>, to: Box<Expr>, inclusive: bool },
}

/// Rewrites the argument of `set_build!`, which is ghost code.
pub fn set_build(mode: Mode, tokens: TokenStream) -> Rewritten {
    let place = spans::first_of(&tokens);
    let all = |input: ParseStream| input.parse::<TokenStream>();
    with_parser(mode, Code::Ghost, tokens, all, |rewriter, tokens| {
        if mode == Mode::Erase {
            return erased(rewriter, Code::Ghost, |_| TokenStream::new());
        }
        let built = parse::comprehension(tokens, place).and_then(|set| set.built());
        let parsed =
            built.and_then(|tokens| verus_syn::parse2::<Expr>(tokens).map_err(|e| error(e.span(), e.to_string())));
        match parsed {
            Ok(mut expr) => {
                rewriter.expr(&mut expr, Bare::Context);
                expr.to_token_stream()
            }
            Err(error) => {
                rewriter.errors.push(error);
                quote_spanned!(place=> ::vstd::pervasive::arbitrary::<::vstd::set::Set<::verus_builtin::int>>())
            }
        }
    })
}

fn error(span: Span, text: impl Into<String>) -> RewriteError {
    RewriteError::new(span, Language::SetBuild, text)
}

impl Comprehension {
    /// The set. Errs with `language/set-build` for a variable that the element does not show.
    fn built(&self) -> Result<TokenStream, RewriteError> {
        let Comprehension { first, rest, .. } = self;
        if rest.is_empty() {
            return self.last(first, first.values());
        }
        let mut set = first.values();
        // The variables so far as a type, as a pattern, and as what the element says of them.
        let (mut ty, mut pattern) = (first.ty.to_token_stream(), first.name.to_token_stream());
        let mut shown = self.shown(first)?;
        for (index, variable) in rest.iter().enumerate() {
            let Variable { name, ty: own, .. } = variable;
            let span = name.span();
            let before = Ident::new(BEFORE, span);
            let is_last = index + 1 == rest.len();
            let inner = match is_last {
                true => self.last(variable, variable.values())?,
                false => {
                    let values = variable.values();
                    quote_spanned! {span=>
                        #values.map_by(|#name: #own| (#before, #name), |__certus_pair: (#ty, #own)| __certus_pair.1)
                    }
                }
            };
            let forth = quote_spanned!(span=> |#before: #ty| { let #pattern = #before; #inner });
            set = match (is_last, &shown) {
                (false, _) => {
                    quote_spanned!(span=> #set.map_flatten_by(#forth, |__certus_pair: (#ty, #own)| __certus_pair.0))
                }
                (true, Some(shown)) => self.mapped(&quote_spanned!(span=> #set.map_flatten_by), &forth, shown),
                (true, None) => quote_spanned!(span=> #set.map(#forth).flatten()),
            };
            shown = match (shown, self.shown(variable)?) {
                (Some(before), Some(own)) => Some(quote_spanned!(span=> (#before, #own))),
                _ => None,
            };
            ty = quote_spanned!(span=> (#ty, #own));
            pattern = quote_spanned!(span=> (#pattern, #name));
        }
        Ok(set)
    }

    /// The members for the last variable, whose values are given.
    fn last(&self, variable: &Variable, values: TokenStream) -> Result<TokenStream, RewriteError> {
        let Variable { name, ty, .. } = variable;
        let mut set = values;
        if let [first, rest @ ..] = &self.conditions[..] {
            let span = first.span();
            let all =
                rest.iter().fold(quote_spanned!(span=> (#first)), |all, next| quote_spanned!(span=> #all && (#next)));
            set = quote_spanned!(span=> #set.filter(|#name: #ty| #all));
        }
        if self.rest.is_empty() && is_variable(&self.element, name) {
            return Ok(set);
        }
        let (element, span) = (&self.element, self.element.span());
        Ok(match self.shown(variable)? {
            None => quote_spanned!(span=> #set.map(|#name: #ty| (#element))),
            Some(shown) => {
                let forth = quote_spanned!(span=> |#name: #ty| (#element));
                self.mapped(&quote_spanned!(span=> #set.map_by), &forth, &shown)
            }
        })
    }

    /// A call of a method with a function to elements and one back.
    fn mapped(&self, method: &TokenStream, forth: &TokenStream, shown: &TokenStream) -> TokenStream {
        let span = self.element.span();
        let element = Ident::new(ELEMENT, span);
        let ty = self.element_type.as_ref().map(|ty| quote_spanned!(span=> : #ty));
        quote_spanned!(span=> #method(#forth, |#element #ty| #shown))
    }

    /// What an element says of a variable; nothing for one with `exists`.
    fn shown(&self, variable: &Variable) -> Result<Option<TokenStream>, RewriteError> {
        if variable.exists {
            return Ok(None);
        }
        let span = self.element.span();
        let element = Ident::new(ELEMENT, span).to_token_stream();
        match within(&self.element, &variable.name, element) {
            Some(shown) => Ok(Some(quote_spanned!(span=> (#shown)))),
            None => {
                let name = &variable.name;
                let text = format!(
                    "the element does not show `{name}`: write a tuple or a constructor that has it as a field, or \
                     `exists {name}:` for `{name}:`"
                );
                Err(error(span, text))
            }
        }
    }
}

impl Variable {
    /// The set of its values.
    fn values(&self) -> TokenStream {
        let (ty, span) = (&self.ty, self.name.span());
        match &self.values {
            Values::All => quote_spanned!(span=> ::vstd::set::Set::<#ty>::from_finite_type(|__certus_any: #ty| true)),
            Values::Of(set) => quote_spanned!(span=> ::vstd::set_lib::check_argument_is_set::<#ty>(#set)),
            Values::Range { from, to, inclusive: false } => {
                quote_spanned!(span=> ::vstd::set::Set::<#ty>::range(#from, #to))
            }
            Values::Range { from, to, inclusive: true } => {
                quote_spanned!(span=> ::vstd::set::Set::<#ty>::range_inclusive(#from, #to))
            }
        }
    }
}

/// Whether an expression is a variable, perhaps in parentheses.
fn is_variable(expr: &Expr, name: &Ident) -> bool {
    match expr {
        Expr::Paren(inner) => is_variable(&inner.expr, name),
        Expr::Path(path) => path.qself.is_none() && path.path.get_ident() == Some(name),
        _ => false,
    }
}

/// Where in the value of an expression a variable is: `value.0.f` for `(D { f: x }, y)` and `x`.
fn within(expr: &Expr, name: &Ident, value: TokenStream) -> Option<TokenStream> {
    if is_variable(expr, name) {
        return Some(value);
    }
    let span = expr.span();
    let field = |member: &Member, part: &Expr| within(part, name, quote_spanned!(span=> #value.#member));
    let numbered = |parts: &mut dyn Iterator<Item = &Expr>| {
        parts.enumerate().find_map(|(index, part)| {
            let index = Index { index: u32::try_from(index).ok()?, span };
            field(&Member::Unnamed(index), part)
        })
    };
    match expr {
        Expr::Paren(inner) => within(&inner.expr, name, value.clone()),
        Expr::Tuple(tuple) => numbered(&mut tuple.elems.iter()),
        Expr::Call(call) if is_constructor(&call.func) => numbered(&mut call.args.iter()),
        Expr::Struct(of) => of.fields.iter().find_map(|part| field(&part.member, &part.expr)),
        _ => None,
    }
}

/// Whether a callee is a constructor: names of constructors begin with a capital letter.
fn is_constructor(callee: &Expr) -> bool {
    let Expr::Path(path) = callee else { return false };
    let last = path.path.segments.last().map(|segment| segment.ident.to_string());
    path.qself.is_none() && last.is_some_and(|name| name.chars().next().is_some_and(char::is_uppercase))
}
