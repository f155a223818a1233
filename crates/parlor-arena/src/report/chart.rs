//! Charts of the report, as inline SVG.
#![expect(clippy::format_collect, reason = "a report is made once, and its cells are short")]

use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 44.0;
const BOTTOM: f64 = 24.0;
const LABELS: [&str; 5] = ["0", "½", "1", "1½", "2"];

/// Graph of a log-likelihood ratio between its bounds.
#[expect(clippy::cast_precision_loss, reason = "a pixel needs few digits")]
pub(super) fn line_chart(points: &[(u64, f64)], pairs: u64, bounds: [f64; 2]) -> String {
    let highest = points.iter().map(|point| point.1).fold(bounds[1], f64::max) + 0.3;
    let lowest = points.iter().map(|point| point.1).fold(bounds[0], f64::min) - 0.3;
    let x = |pair: u64| LEFT + (WIDTH - LEFT - 8.0) * pair as f64 / pairs.max(1) as f64;
    let y = |ratio: f64| (HEIGHT - BOTTOM) * (highest - ratio) / (highest - lowest);
    let mut path = String::new();
    for (index, (pair, ratio)) in points.iter().enumerate() {
        let command = if index == 0 { 'M' } else { 'L' };
        // Writing to a string cannot fail.
        let _ = write!(path, "{command}{:.1} {:.1}", x(*pair), y(*ratio));
    }
    let lines: String = [(bounds[0], "bound"), (0.0, "zero"), (bounds[1], "bound")]
        .iter()
        .map(|(level, class)| {
            let y = y(*level);
            format!(
                "<line class=\"{class}\" x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{level:.2}</text>",
                LEFT - 6.0,
                y + 4.0
            )
        })
        .collect();
    let base = HEIGHT - 6.0;
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Log-likelihood ratio\">{lines}\
         <path d=\"{path}\"/><text x=\"{LEFT}\" y=\"{base}\">0</text>\
         <text x=\"{WIDTH}\" y=\"{base}\" text-anchor=\"end\">{pairs} pairs</text></svg>"
    )
}

/// Bars of the five kinds of pairs.
#[expect(clippy::cast_precision_loss, reason = "a pixel needs few digits")]
pub(super) fn pair_chart(pairs: [u64; 5]) -> String {
    let most = pairs.iter().copied().max().unwrap_or(0).max(1) as f64;
    let step = WIDTH / 5.0;
    let bars: String = pairs
        .iter()
        .zip(LABELS)
        .enumerate()
        .map(|(index, (&count, label))| {
            let height = (HEIGHT - 64.0) * count as f64 / most;
            let (left, top) = (step * index as f64 + 16.0, HEIGHT - BOTTOM - height);
            let (width, middle, base) = (step - 32.0, step * (index as f64 + 0.5), HEIGHT - 6.0);
            format!(
                "<rect class=\"pair{index}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
                 rx=\"3\"/><text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{count}</text>\
                 <text x=\"{middle:.1}\" y=\"{base}\" text-anchor=\"middle\">{label}</text>",
                top - 6.0
            )
        })
        .collect();
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Pairs by points\">{bars}</svg>"
    )
}

/// A rating with its error, on a scale from `lowest` to `highest` Elo.
pub(super) fn rating_bar(elo: f64, error: f64, lowest: f64, highest: f64) -> String {
    let x = |elo: f64| 4.0 + 152.0 * ((elo - lowest) / (highest - lowest).max(1.0)).clamp(0.0, 1.0);
    format!(
        "<svg class=\"rating\" viewBox=\"0 0 160 16\" aria-hidden=\"true\"><line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"8\" \
         y2=\"8\"/><circle cx=\"{:.1}\" cy=\"8\" r=\"4\"/></svg>",
        x(elo - error),
        x(elo + error),
        x(elo)
    )
}
