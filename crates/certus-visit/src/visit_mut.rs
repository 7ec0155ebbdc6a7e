//! Visitors that write. A visitor may replace the node that it is given; what it visits then is within the new one.

use verus_syn::*;

/// A visitor as a table of methods. Every visitor is one.
pub trait Dynamic {
    /// This visitor.
    fn dynamic(&mut self) -> &mut (dyn VisitMut + '_);
}

impl<T: VisitMut> Dynamic for T {
    fn dynamic(&mut self) -> &mut (dyn VisitMut + '_) {
        self
    }
}

/// The only visitor for which the functions of the parser's crate are compiled.
struct Walk<'v>(&'v mut (dyn VisitMut + 'v));

macro_rules! nodes {
    ($($visit:ident($node:ty),)*) => {
        /// What to do at each kind of node. By default, the nodes within it are visited.
        pub trait VisitMut: Dynamic {
            /// At the attributes of a node.
            fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
                for attribute in attributes {
                    self.visit_attribute_mut(attribute);
                }
            }
            $(
                /// At this kind of node.
                fn $visit(&mut self, node: &mut $node) {
                    $visit(self.dynamic(), node);
                }
            )*
        }

        impl verus_syn::visit_mut::VisitMut for Walk<'_> {
            fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
                self.0.visit_attributes_mut(attributes);
            }
            $(
                fn $visit(&mut self, node: &mut $node) {
                    self.0.$visit(node);
                }
            )*
        }

        $(
            /// Visits the nodes within this one.
            pub fn $visit(visitor: &mut dyn VisitMut, node: &mut $node) {
                verus_syn::visit_mut::$visit(&mut Walk(visitor), node);
            }
        )*
    };
}

nodes! {
    visit_angle_bracketed_generic_arguments_mut(AngleBracketedGenericArguments),
    visit_attribute_mut(Attribute),
    visit_block_mut(Block),
    visit_expr_assign_mut(ExprAssign),
    visit_expr_call_mut(ExprCall),
    visit_expr_const_mut(ExprConst),
    visit_expr_macro_mut(ExprMacro),
    visit_expr_method_call_mut(ExprMethodCall),
    visit_expr_mut(Expr),
    visit_expr_path_mut(ExprPath),
    visit_expr_unary_mut(ExprUnary),
    visit_generic_argument_mut(GenericArgument),
    visit_generic_param_mut(GenericParam),
    visit_generics_mut(Generics),
    visit_ident_mut(Ident),
    visit_impl_item_fn_mut(ImplItemFn),
    visit_item_enum_mut(ItemEnum),
    visit_item_fn_mut(ItemFn),
    visit_item_impl_mut(ItemImpl),
    visit_item_mod_mut(ItemMod),
    visit_item_mut(Item),
    visit_item_struct_mut(ItemStruct),
    visit_item_type_mut(ItemType),
    visit_item_union_mut(ItemUnion),
    visit_lifetime_mut(Lifetime),
    visit_macro_mut(Macro),
    visit_parenthesized_generic_arguments_mut(ParenthesizedGenericArguments),
    visit_pat_ident_mut(PatIdent),
    visit_pat_mut(Pat),
    visit_pat_tuple_struct_mut(PatTupleStruct),
    visit_path_mut(Path),
    visit_qself_mut(QSelf),
    visit_return_type_mut(ReturnType),
    visit_signature_mut(Signature),
    visit_stmt_mut(Stmt),
    visit_trait_item_fn_mut(TraitItemFn),
    visit_trait_item_type_mut(TraitItemType),
    visit_type_bare_fn_mut(TypeBareFn),
    visit_type_mut(Type),
    visit_type_param_bound_mut(TypeParamBound),
    visit_type_path_mut(TypePath),
    visit_type_reference_mut(TypeReference),
    visit_where_predicate_mut(WherePredicate),
}
