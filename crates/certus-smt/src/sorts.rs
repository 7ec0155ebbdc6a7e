//! Types as sorts.

use certus_vir::{IntKind, Ty};

use crate::encoder::{Encoder, Work};
use crate::error::Res;
use crate::names;
use crate::term::Sort;

impl Encoder<'_> {
    /// The sort of the values of a type where integers are spoken of.
    pub(crate) fn sort(&mut self, ty: &Ty) -> Res<Sort> {
        if self.is_epr() {
            return self.plain_sort(ty.value());
        }
        match ty.value() {
            Ty::Bool => Ok("Bool".into()),
            Ty::Int(_) => Ok("Int".into()),
            Ty::Data(..) | Ty::MutRef(_) => Ok(self.datatype(ty.value())?.sort.clone()),
            Ty::SpecFn(args, ret) => {
                let value = |t: &Ty| t.value().clone();
                let plain = Ty::SpecFn(args.iter().map(value).collect(), Box::new(value(ret)));
                Ok(self.opaque_sort(&plain))
            }
            other => {
                let other = other.clone();
                Ok(self.opaque_sort(&other))
            }
        }
    }

    /// The sort in which values of a type are kept.
    pub(crate) fn stored_sort(&mut self, ty: &Ty) -> Res<Sort> {
        match ty.int_kind() {
            Some(kind) if kind != IntKind::Int => Ok(self.stored_kind(kind)),
            _ => self.sort(ty),
        }
    }

    /// The range, when values of the type are kept in a sort of their own.
    pub(crate) fn stored_range(&self, ty: &Ty) -> Option<IntKind> {
        ty.int_kind().filter(|kind| *kind != IntKind::Int)
    }

    /// The datatype of a type, described later.
    pub(crate) fn datatype(&mut self, ty: &Ty) -> Res<std::rc::Rc<crate::instance::DataInst>> {
        if let Some(known) = self.datatypes.get(ty) {
            return Ok(known.clone());
        }
        let args = match ty {
            Ty::Data(_, args) => args.as_slice(),
            _ => std::slice::from_ref(ty),
        };
        self.count_instance(&names::ty(ty), args, None)?;
        let instance = std::rc::Rc::new(self.make_datatype(ty)?);
        self.datatypes.insert(ty.clone(), instance.clone());
        self.work.push_back(Work::Data(ty.clone()));
        Ok(instance)
    }

    /// Rule `opaque-sort`: a type parameter of the verified function, an unknown associated type, or mathematical
    /// functions of a type are an uninterpreted sort.
    pub(crate) fn opaque_sort(&mut self, ty: &Ty) -> Sort {
        let plain = names::ty(ty);
        let wanted = if matches!(ty, Ty::Param(_)) { plain } else { format!("{plain}.") };
        let sort = self.symbol(&format!("sort {ty:?}"), &wanted);
        self.out.sort(&sort);
        sort
    }
}
