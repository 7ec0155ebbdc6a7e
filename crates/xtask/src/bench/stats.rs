//! Statistics for the tables.

/// The spread of some values: minimum, median, maximum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    /// The minimum.
    pub(crate) min: f64,
    /// The median.
    pub(crate) median: f64,
    /// The maximum.
    pub(crate) max: f64,
}

impl Spread {
    /// Of any number of values; all zero of none.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Spread {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let at = |index: usize| values.get(index).copied().unwrap_or(0.0);
        let last = values.len().saturating_sub(1);
        Spread { min: at(0), median: (at(last / 2) + at(last.div_ceil(2))) / 2.0, max: at(last) }
    }
}

/// A straight line through points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Line {
    /// The slope.
    pub(crate) slope: f64,
    /// The ordinate at 0.
    pub(crate) intercept: f64,
    /// The share of the variance that the line explains; 1 means that all points are on it.
    pub(crate) r_squared: f64,
}

impl Line {
    /// The line with the least sum of squares; needs two different abscissas.
    pub(crate) fn fit(points: &[(f64, f64)]) -> Option<Line> {
        let count = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
        let sum = |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|(x, y)| of(x - mean_x, y - mean_y)).sum::<f64>();
        let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
        if points.is_empty() || xx == 0.0 {
            return None;
        }
        let slope = xy / xx;
        let r_squared = if yy == 0.0 { 1.0 } else { xy * xy / (xx * yy) };
        Some(Line { slope, intercept: mean_y - slope * mean_x, r_squared })
    }
}
