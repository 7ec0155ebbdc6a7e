//! If labels are declared, each operation has one as its first parameter.

use verus_syn::{GenericArgument, GenericParam, Item, Path, PathArguments, Type, TypePath};

use crate::ast::{Kind, Machine, Operation};
use crate::errors::Errors;
use crate::parse::labels::{INIT_LABEL, LABEL, generics_of};

/// Reports operations whose first parameter is not of the type of their labels.
pub(super) fn check(machine: &Machine, errors: &mut Errors) {
    for operation in &machine.operations {
        let Some(item) = machine.label_of(operation.kind) else { continue };
        let (name, what) = match operation.kind {
            Kind::Init => (INIT_LABEL, "an `init!`"),
            Kind::Readonly => (LABEL, "a `readonly!`"),
            _ => (LABEL, "a `transition!`"),
        };
        if !begins_with(operation, name, item) {
            let text =
                format!("since `{name}` is declared, the first parameter of {what} must be of the type `{name}`");
            errors.machine(operation.name.span(), text);
        }
    }
}

/// Whether the first parameter is of this type, with its type parameters as they are declared.
fn begins_with(operation: &Operation, name: &str, item: &Item) -> bool {
    let Some(Type::Path(TypePath { qself: None, path })) = operation.params.first().map(|param| &param.ty) else {
        return false;
    };
    let Path { leading_colon: None, segments } = path else { return false };
    let Some(segment) = segments.first().filter(|segment| segments.len() == 1 && segment.ident == name) else {
        return false;
    };
    let declared = generics_of(item).map(|generics| &generics.params);
    let declared: Vec<&GenericParam> = declared.into_iter().flatten().collect();
    match &segment.arguments {
        PathArguments::None => declared.is_empty(),
        PathArguments::Parenthesized(_) => false,
        PathArguments::AngleBracketed(arguments) => {
            let is_it = |(argument, param): (&GenericArgument, &&GenericParam)| match (argument, param) {
                (GenericArgument::Type(Type::Path(ty)), GenericParam::Type(param)) => ty.path.is_ident(&param.ident),
                _ => false,
            };
            arguments.args.len() == declared.len() && arguments.args.iter().zip(&declared).all(is_it)
        }
    }
}
