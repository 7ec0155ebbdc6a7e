//! The plots beside the page.

use std::path::Path;

use plotters::prelude::*;

use super::Fault;
use super::appends;
use super::history::Followed;
use super::measure::{Measured, Run};
use super::results::{OBLIGATIONS, Results};
use super::stats::Line;
use super::stores;
use super::subjects::Role;

/// Width and height of a plot in pixels.
const SIZE: (u32, u32) = (760, 420);
/// Colours that people who confuse red and green can tell apart (Okabe and Ito).
const COLOURS: [RGBColor; 5] = [
    RGBColor(0, 114, 178),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(213, 94, 0),
    RGBColor(187, 187, 187),
];

/// A stage's name and its time in a run.
type Stage = (&'static str, fn(&Run) -> f64);

/// The stages in order; what is left of the wall time comes last.
const STAGES: [Stage; 5] = [
    ("front end", |run| run.times.front_end),
    ("lower", |run| run.times.lower),
    ("smt", |run| run.times.smt),
    ("solver", |run| run.times.solver),
    ("rest", |run| {
        let times = run.times;
        (run.wall - times.front_end - times.lower - times.smt - times.solver).max(0.0)
    }),
];

/// Where the time goes: a bar for each program that was measured, the median of each stage.
pub(crate) fn stages(file: &Path, results: &Results) -> Result<(), Fault> {
    let measured: Vec<&Measured> = results.measured.iter().filter(|one| one.wall().is_some()).collect();
    let bars = measured.iter().map(|one| STAGES.map(|(_, of)| one.spread(of).map_or(0.0, |spread| spread.median)));
    let bars: Vec<[f64; 5]> = bars.collect();
    let longest = bars.iter().map(|bar| bar.iter().sum::<f64>()).fold(1.0, f64::max);
    let count = bars.len();
    let area = SVGBackend::new(file, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Where the time goes", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(140)
        .build_cartesian_2d(0.0..longest * 1.3, (0..count.max(2) - 1).into_segmented())?;
    let name = |position: &SegmentValue<usize>| match position {
        // The first program is at the top.
        SegmentValue::CenterOf(row) => {
            measured.iter().rev().nth(*row).map_or(String::new(), |one| one.subject.name.clone())
        }
        _ => String::new(),
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .max_light_lines(1)
        .y_labels(count + 1)
        .y_label_formatter(&name)
        .x_desc("milliseconds, medians")
        .draw()?;
    for (index, (label, _)) in STAGES.iter().enumerate() {
        let style = COLOURS[index].filled();
        let rectangles = bars.iter().rev().enumerate().map(|(row, bar)| {
            let from: f64 = bar[..index].iter().sum();
            let (low, high) = (
                SegmentValue::Exact(row),
                if row + 1 == count { SegmentValue::Last } else { SegmentValue::Exact(row + 1) },
            );
            let mut rectangle = Rectangle::new([(from, low), (from + bar[index], high)], style);
            rectangle.set_margin(3, 3, 0, 0);
            rectangle
        });
        let key = move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], style);
        chart.draw_series(rectangles)?.label(*label).legend(key);
    }
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}

/// A figure by the size of what was measured: medians, the line through them, and the solver's part.
struct Growth<'a> {
    caption: &'a str,
    /// What is below the picture, and beside it.
    axes: [&'a str; 2],
    /// The medians, with their sizes, and what they are.
    medians: Vec<(f64, f64)>,
    label: &'a str,
    /// The least and the greatest time of each size, where they are shown.
    ranges: Vec<(f64, [f64; 2])>,
    /// The line through the medians, with a text.
    line: Option<(Line, String)>,
    solver: Vec<(f64, f64)>,
}

impl Growth<'_> {
    fn draw(self, file: &Path) -> Result<(), Fault> {
        let times = self.medians.iter().map(|(_, time)| *time).chain(self.ranges.iter().map(|(_, [_, most])| *most));
        let highest = times.fold(1.0, f64::max);
        let furthest = self.medians.iter().map(|(size, _)| *size).fold(1.0, f64::max);
        let area = SVGBackend::new(file, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(self.caption, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d(0.0..furthest * 1.05, 0.0..highest * 1.15)?;
        chart.configure_mesh().max_light_lines(1).x_desc(self.axes[0]).y_desc(self.axes[1]).draw()?;
        let [blue, _, _, red, _] = COLOURS;
        let bars = self.ranges.iter().map(|(size, ends)| PathElement::new(ends.map(|end| (*size, end)), blue));
        chart.draw_series(bars)?;
        let dots = self.medians.iter().map(|median| Circle::new(*median, 4, blue.filled()));
        let dot = move |at| Circle::new(at, 4, blue.filled());
        chart.draw_series(dots)?.label(self.label).legend(dot);
        if let Some((line, label)) = self.line {
            let ends = [0.0, furthest].map(|x| (x, line.intercept + line.slope * x));
            let key = move |(x, y)| PathElement::new([(x - 6, y), (x + 6, y)], blue);
            chart.draw_series(LineSeries::new(ends, blue))?.label(label).legend(key);
        }
        let key = move |(x, y)| PathElement::new([(x - 6, y), (x + 6, y)], red);
        chart.draw_series(LineSeries::new(self.solver, red.stroke_width(2)))?.label("solver").legend(key);
        let labels = &mut chart.configure_series_labels();
        labels.position(SeriesLabelPosition::UpperLeft).background_style(WHITE).border_style(BLACK).draw()?;
        area.present()?;
        Ok(())
    }
}

/// The memory-reasoning series: medians with their range, the line through them, and the solver's part.
pub(crate) fn pushes(file: &Path, results: &Results) -> Result<(), Fault> {
    let series = results.measured.iter().filter_map(|one| match one.subject.role {
        Role::Pushes(count) => Some((count as f64, one.wall()?)),
        _ => None,
    });
    let walls: Vec<_> = series.collect();
    let growth = Growth {
        caption: "Memory reasoning: pushes to four lists",
        axes: ["pushes to each list", "milliseconds"],
        medians: walls.iter().map(|(count, wall)| (*count, wall.median)).collect(),
        label: "whole process, median and range",
        ranges: walls.iter().map(|(count, wall)| (*count, [wall.min, wall.max])).collect(),
        line: results.line().map(|line| {
            let label = format!("{:.1} ms + {:.3} ms a round", line.intercept, line.slope);
            (line, label)
        }),
        solver: results.series(|run| run.times.solver),
    };
    growth.draw(file)
}

/// The time for the obligations of state machines by their size: medians, the line through them, and the solver's part.
pub(crate) fn machines(file: &Path, results: &Results) -> Result<(), Fault> {
    let growth = Growth {
        caption: "State machines: all obligations",
        axes: ["fields and transitions", "milliseconds, medians"],
        medians: results.machines(OBLIGATIONS),
        label: "lower, smt and solver",
        ranges: Vec::new(),
        line: results.machine_line().map(|line| {
            let label = format!("{:.1} ms + {:.2} ms a transition", line.intercept, line.slope);
            (line, label)
        }),
        solver: results.machines(|run| run.times.solver),
    };
    growth.draw(file)
}

/// Time to error beside time to proof, medians.
pub(crate) fn errors(file: &Path, results: &Results) -> Result<(), Fault> {
    let pairs = results.pairs();
    let longest = pairs.iter().map(|pair| pair.proof.max(pair.error)).fold(1.0, f64::max);
    let area = SVGBackend::new(file, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Time to error", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d((0..pairs.len().max(2) - 1).into_segmented(), 0.0..longest * 1.3)?;
    let name = |position: &SegmentValue<usize>| match position {
        SegmentValue::CenterOf(column) => pairs.get(*column).map_or(String::new(), |pair| pair.name.clone()),
        _ => String::new(),
    };
    let mesh = &mut chart.configure_mesh();
    mesh.disable_x_mesh().max_light_lines(1).x_label_formatter(&name).y_desc("milliseconds, medians").draw()?;
    let [blue, _, _, red, _] = COLOURS;
    let kinds = [("the program", blue, 4, 42), ("with a seeded bug", red, 42, 4)];
    for (label, colour, left, right) in kinds {
        let style = colour.filled();
        let bars = pairs.iter().enumerate().map(|(column, pair)| {
            let high = if colour == blue { pair.proof } else { pair.error };
            let end = if column + 1 == pairs.len() { SegmentValue::Last } else { SegmentValue::Exact(column + 1) };
            let mut bar = Rectangle::new([(SegmentValue::Exact(column), 0.0), (end, high)], style);
            bar.set_margin(0, 0, left, right);
            bar
        });
        let key = move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], style);
        chart.draw_series(bars)?.label(label).legend(key);
    }
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}

/// Throughput by the size of appends, both on logarithmic scales, with the intervals of the medians.
pub(crate) fn appends(file: &Path, measured: &appends::Measured) -> Result<(), Fault> {
    let points = &measured.points;
    let all = || points.iter().flat_map(|point| [point.ours, point.theirs]);
    let lowest = all().map(|one| one.low).fold(f64::INFINITY, f64::min).max(0.001);
    let highest = all().map(|one| one.high).fold(lowest * 10.0, f64::max);
    let sizes = || points.iter().map(|point| point.size as f64);
    let (first, last) = (sizes().fold(f64::INFINITY, f64::min), sizes().fold(1.0, f64::max));
    let area = SVGBackend::new(file, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(measured.way.replace('`', ""), ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d(
            (first / 1.3..last * 1.3).log_scale().base(2.0),
            (lowest / 1.3..highest * 1.3).log_scale().base(10.0),
        )?;
    let [blue, _, _, red, _] = COLOURS;
    chart.configure_mesh().max_light_lines(1).x_desc("bytes an append").y_desc("MiB a second").draw()?;
    type Of = fn(&appends::Point) -> appends::Median;
    let series: [(&str, RGBColor, Of); 2] = [("plog", blue, |one| one.ours), ("libpmemlog", red, |one| one.theirs)];
    for (label, colour, of) in series {
        let line = points.iter().map(|point| (point.size as f64, of(point).median));
        let key = move |(x, y)| PathElement::new([(x - 6, y), (x + 6, y)], colour);
        chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?.label(label).legend(key);
        chart.draw_series(points.iter().map(|point| {
            let (x, median) = (point.size as f64, of(point));
            PathElement::new([(x, median.low), (x, median.high)], colour.stroke_width(3))
        }))?;
    }
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}

/// Operations a second of each store on each workload.
pub(crate) fn stores(file: &Path, measured: &stores::Measured) -> Result<(), Fault> {
    let row = |row: &stores::Row| {
        let points = row.points.iter().map(|point| (point.store.clone(), point.speed));
        (row.workload.clone(), points.collect())
    };
    let groups = Groups {
        caption: format!("YCSB, {}", measured.place),
        axes: ["workload", "operations a second"],
        rows: measured.rows.iter().map(row).collect(),
    };
    groups.draw(file)
}

/// A figure of points in groups, on a logarithmic scale, with the intervals of the medians.
pub(crate) struct Groups<'a> {
    /// The text above.
    pub(crate) caption: String,
    /// What is below the picture, and beside it.
    pub(crate) axes: [&'a str; 2],
    /// The groups, each with its name and its points, which have names, too.
    pub(crate) rows: Vec<(String, Vec<(String, appends::Median)>)>,
}

impl Groups<'_> {
    /// Draws it.
    pub(crate) fn draw(self, file: &Path) -> Result<(), Fault> {
        let rows = &self.rows;
        let all = || rows.iter().flat_map(|(_, points)| points).map(|(_, point)| *point);
        let lowest = all().map(|one| one.low).fold(f64::INFINITY, f64::min).max(0.1);
        let highest = all().map(|one| one.high).fold(lowest * 10.0, f64::max);
        let names = rows.first().map_or(Vec::new(), |(_, points)| points.iter().map(|(name, _)| name).collect());
        let area = SVGBackend::new(file, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(self.caption, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(80)
            .build_cartesian_2d(-0.5..rows.len() as f64 - 0.5, (lowest / 1.5..highest * 6.0).log_scale())?;
        let name = |at: &f64| {
            let row = (at.fract() == 0.0 && *at >= 0.0).then(|| rows.get(*at as usize)).flatten();
            row.map_or(String::new(), |(name, _)| name.clone())
        };
        let mesh = &mut chart.configure_mesh();
        mesh.disable_x_mesh().max_light_lines(1).x_labels(rows.len() * 2 + 2).x_label_formatter(&name);
        let whole = |value: &f64| format!("{value:.0}");
        mesh.y_label_formatter(&whole).x_desc(self.axes[0]).y_desc(self.axes[1]).draw()?;
        for (index, (series, colour)) in names.iter().zip(COLOURS).enumerate() {
            let offset = (index as f64 - (names.len() as f64 - 1.0) / 2.0) * 0.14;
            let points: Vec<_> = (0..)
                .zip(rows)
                .filter_map(|(at, (_, points))| {
                    let (_, point) = points.iter().find(|(name, _)| name == *series)?;
                    Some((f64::from(at) + offset, *point))
                })
                .collect();
            let dots = points.iter().map(|(x, point)| Circle::new((*x, point.median), 4, colour.filled()));
            let key = move |at| Circle::new(at, 4, colour.filled());
            chart.draw_series(dots)?.label(series.as_str()).legend(key);
            let bars = points
                .iter()
                .map(|(x, point)| PathElement::new([(*x, point.low), (*x, point.high)], colour.stroke_width(3)));
            chart.draw_series(bars)?;
        }
        let labels = &mut chart.configure_series_labels();
        labels.position(SeriesLabelPosition::UpperLeft).background_style(WHITE).border_style(BLACK).draw()?;
        area.present()?;
        Ok(())
    }
}

/// How long some programs took from run to run of the task. The machine is not always equally fast.
pub(crate) fn history(file: &Path, followed: &[Followed]) -> Result<(), Fault> {
    let points = || followed.iter().flat_map(|one| &one.points);
    let last = points().map(|(number, _)| *number).fold(2.0, f64::max);
    let longest = points().map(|(_, wall)| *wall).fold(1000.0, f64::max);
    let area = SVGBackend::new(file, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Over the commits", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d(1.0..last * 1.02, (10.0..longest * 2.0).log_scale())?;
    let whole = |number: &f64| format!("{number:.0}");
    let mesh = &mut chart.configure_mesh();
    mesh.max_light_lines(1).x_label_formatter(&whole).x_desc("line of history.jsonl").y_desc("milliseconds").draw()?;
    for (one, colour) in followed.iter().zip(COLOURS) {
        let line = LineSeries::new(one.points.iter().copied(), colour.stroke_width(2)).point_size(3);
        let key = move |(x, y)| PathElement::new([(x - 6, y), (x + 6, y)], colour.stroke_width(2));
        chart.draw_series(line)?.label(one.name).legend(key);
    }
    let labels = &mut chart.configure_series_labels();
    labels.position(SeriesLabelPosition::LowerLeft).background_style(WHITE).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
