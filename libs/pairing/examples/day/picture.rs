//! Wait against distance.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

use crate::site_day::Report;

const SIZE: (u32, u32) = (900, 600);

/// Draws all pools together: the curve of the waves, and what is compared with it.
pub(crate) fn draw(report: &Report, file: &Path) -> Result<(), Box<dyn Error>> {
    let Some(all) = report.sections.last() else {
        return Ok(());
    };
    let root = SVGBackend::new(file, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let curve: Vec<(f64, f64)> = all
        .curve
        .points()
        .iter()
        .map(|point| (point.wait_s, point.distance))
        .collect();
    let longest = curve.iter().map(|point| point.0).fold(1.0, f64::max);
    let farthest = curve.iter().map(|point| point.1).fold(1.0, f64::max);
    let caption = format!("A day of {} players: wait against distance", report.players);
    let mut chart = ChartBuilder::on(&root)
        .caption(caption, ("sans-serif", 22))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..1.1 * longest, 0.0..1.1 * farthest)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("mean wait, seconds")
        .y_desc("mean difference of ratings, points")
        .draw()?;
    chart
        .draw_series(LineSeries::new(curve.iter().copied(), BLUE.stroke_width(2)))?
        .label("waves, by how fast windows widen")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], BLUE.stroke_width(2)));
    chart.draw_series(curve.iter().map(|&point| Circle::new(point, 3, BLUE.filled())))?;
    let platform = all.platform.point();
    chart
        .draw_series([Circle::new((platform.wait_s, platform.distance), 7, BLUE.filled())])?
        .label("waves, the platform's policy")
        .legend(|(x, y)| Circle::new((x + 8, y), 7, BLUE.filled()));
    for (baseline, colour) in all.baselines.iter().zip([RED, BLACK]) {
        let point = baseline.figures.point();
        chart
            .draw_series([TriangleMarker::new((point.wait_s, point.distance), 8, colour.filled())])?
            .label(baseline.name)
            .legend(move |(x, y)| TriangleMarker::new((x + 8, y), 8, colour.filled()));
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.9))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    root.present()?;
    Ok(())
}
