//! Visitors that read. The nodes that they are given live as long as the tree, so a visitor may keep references to them.

use verus_syn::*;

/// A visitor as a table of methods. Every visitor is one.
pub trait Dynamic<'ast> {
    /// This visitor.
    fn dynamic(&mut self) -> &mut (dyn Visit<'ast> + '_);
}

impl<'ast, T: Visit<'ast>> Dynamic<'ast> for T {
    fn dynamic(&mut self) -> &mut (dyn Visit<'ast> + '_) {
        self
    }
}

/// The only visitor for which the functions of the parser's crate are compiled.
struct Walk<'v, 'ast>(&'v mut (dyn Visit<'ast> + 'v));

macro_rules! nodes {
    ($($visit:ident($node:ty),)*) => {
        /// What to do at each kind of node. By default, the nodes within it are visited.
        pub trait Visit<'ast>: Dynamic<'ast> {
            $(
                /// At this kind of node.
                fn $visit(&mut self, node: &'ast $node) {
                    $visit(self.dynamic(), node);
                }
            )*
        }

        impl<'ast> verus_syn::visit::Visit<'ast> for Walk<'_, 'ast> {
            $(
                fn $visit(&mut self, node: &'ast $node) {
                    self.0.$visit(node);
                }
            )*
        }

        $(
            /// Visits the nodes within this one.
            pub fn $visit<'ast>(visitor: &mut dyn Visit<'ast>, node: &'ast $node) {
                verus_syn::visit::$visit(&mut Walk(visitor), node);
            }
        )*
    };
}

nodes! {
    visit_arm(Arm),
    visit_assert(Assert),
    visit_assert_forall(AssertForall),
    visit_assume_specification(AssumeSpecification),
    visit_bin_op(BinOp),
    visit_block(Block),
    visit_broadcast_use(BroadcastUse),
    visit_data_mode(DataMode),
    visit_decreases(Decreases),
    visit_ensures(Ensures),
    visit_expr(Expr),
    visit_expr_block(ExprBlock),
    visit_expr_break(ExprBreak),
    visit_expr_call(ExprCall),
    visit_expr_closure(ExprClosure),
    visit_expr_for_loop(ExprForLoop),
    visit_expr_if(ExprIf),
    visit_expr_let(ExprLet),
    visit_expr_loop(ExprLoop),
    visit_expr_macro(ExprMacro),
    visit_expr_method_call(ExprMethodCall),
    visit_expr_unary(ExprUnary),
    visit_expr_while(ExprWhile),
    visit_file(File),
    visit_fn_arg(FnArg),
    visit_fn_mode(FnMode),
    visit_generic_argument(GenericArgument),
    visit_global(Global),
    visit_ident(Ident),
    visit_impl_item_const(ImplItemConst),
    visit_impl_item_fn(ImplItemFn),
    visit_invariant(Invariant),
    visit_invariant_ensures(InvariantEnsures),
    visit_invariant_except_break(InvariantExceptBreak),
    visit_item(Item),
    visit_item_broadcast_group(ItemBroadcastGroup),
    visit_item_const(ItemConst),
    visit_item_enum(ItemEnum),
    visit_item_impl(ItemImpl),
    visit_item_static(ItemStatic),
    visit_item_struct(ItemStruct),
    visit_item_trait(ItemTrait),
    visit_item_union(ItemUnion),
    visit_local(Local),
    visit_local_init(LocalInit),
    visit_macro(Macro),
    visit_member(Member),
    visit_pat(Pat),
    visit_pat_ident(PatIdent),
    visit_pat_tuple_struct(PatTupleStruct),
    visit_path(Path),
    visit_publish(Publish),
    visit_requires(Requires),
    visit_return_type(ReturnType),
    visit_signature(Signature),
    visit_signature_invariants(SignatureInvariants),
    visit_signature_spec(SignatureSpec),
    visit_stmt(Stmt),
    visit_trait_item_fn(TraitItemFn),
    visit_type(Type),
    visit_type_impl_trait(TypeImplTrait),
    visit_type_infer(TypeInfer),
    visit_type_path(TypePath),
    visit_type_reference(TypeReference),
    visit_un_op(UnOp),
}
