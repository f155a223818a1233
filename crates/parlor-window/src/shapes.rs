//! Vector drawings of pieces: no images to load, sharp at every size.

use egui::epaint::{Mesh, PathStroke};
use egui::{Color32, CornerRadius, Painter, Pos2, Rect, Shape as Drawn, Stroke, StrokeKind, Vec2, pos2, vec2};
use parlor_core::{Shape, Tint};

use crate::palette::Palette;

/// Position and size of a piece on the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    pub(crate) center: Pos2,
    /// Side length of a cell.
    pub(crate) cell: f32,
    /// Horizontal scale, below 1 while the piece turns over.
    pub(crate) width: f32,
}

impl Placement {
    /// Screen position of a point given in cells from the center.
    fn at(&self, x: f32, y: f32) -> Pos2 {
        self.center + vec2(x * self.width, y) * self.cell
    }
}

pub(crate) fn paint(painter: &Painter, place: Placement, shape: Shape, tint: Tint, palette: &Palette) {
    let (fill, dark) = (palette.fill(tint), palette.engraving(tint));
    let cell = place.cell;
    let stroke = |width: f32, color: Color32| Stroke::new((width * cell).max(1.0), color);
    match shape {
        Shape::Disc => disc(painter, place, tint, palette),
        Shape::Cross => {
            cross(painter, place, 0.29, 0.075, palette.ink(tint));
        }
        Shape::Ring => {
            painter.circle_stroke(place.center, 0.28 * cell, stroke(0.11, palette.ink(tint)));
        }
        Shape::Knight => knight(painter, place, tint, palette),
        Shape::Scorched => {
            let rect = Rect::from_center_size(place.center, Vec2::splat(0.86 * cell));
            painter.rect_filled(rect, CornerRadius::same((0.1 * cell) as u8), palette.line.gamma_multiply(0.75));
            for x in [-0.2, 0.2] {
                painter.line_segment([place.at(x, -0.2), place.at(-x, 0.2)], stroke(0.05, palette.faint_text));
            }
        }
        Shape::Wall => {
            let rect = Rect::from_center_size(place.center, Vec2::splat(cell));
            painter.rect(rect, 0.0, palette.rack, Stroke::new(1.0, palette.rack_edge), StrokeKind::Inside);
        }
        Shape::Pellet => {
            painter.circle(place.center, 0.14 * cell, fill, Stroke::new(1.0, dark));
        }
        Shape::Poison => {
            painter.circle(place.center, 0.24 * cell, fill, stroke(0.03, dark));
            for x in [-0.1, 0.1] {
                painter.line_segment([place.at(x, -0.1), place.at(-x, 0.1)], stroke(0.05, Color32::WHITE));
            }
        }
        Shape::Ghost => ghost(painter, place, fill, dark),
        Shape::Eater => {
            let mouth = 0.6_f32;
            let rim = (0..=24).map(|step| mouth + (std::f32::consts::TAU - 2.0 * mouth) * step as f32 / 24.0);
            let points: Vec<Pos2> = std::iter::once(place.center)
                .chain(rim.map(|angle| place.at(0.4 * angle.cos(), 0.4 * angle.sin())))
                .collect();
            polygon(painter, &points, fill, stroke(0.03, dark));
            painter.circle_filled(place.at(0.05, -0.22), 0.05 * cell, dark);
        }
    }
}

/// Paints a disc, with a ring for one side and a cross for the other.
fn disc(painter: &Painter, place: Placement, tint: Tint, palette: &Palette) {
    let (fill, dark) = (palette.fill(tint), palette.engraving(tint));
    let radius = 0.41 * place.cell;
    let rim = (0.035 * place.cell).max(1.0);
    if place.width < 1.0 {
        let radius = vec2(radius * place.width, radius);
        painter.add(egui::epaint::EllipseShape {
            center: place.center,
            radius,
            fill,
            stroke: Stroke::new(rim, dark),
            angle: 0.0,
        });
        return;
    }
    painter.circle(place.center, radius - rim / 2.0, fill, Stroke::new(rim, dark));
    let engraved = Stroke::new((0.05 * place.cell).max(1.0), dark.gamma_multiply(0.8));
    match tint {
        Tint::First | Tint::Dark => {
            painter.circle_stroke(place.center, 0.22 * place.cell, engraved);
        }
        Tint::Second | Tint::Light => {
            cross(painter, place, 0.15, 0.03, engraved.color);
        }
        _ => {}
    }
}

/// Paints a cross as one polygon: two translucent lines would be darker where they overlap.
fn cross(painter: &Painter, place: Placement, arm: f32, half: f32, color: Color32) {
    let quarter = [(0.0, 2.0 * half), (arm - half, arm + half), (arm + half, arm - half)];
    let turned = |(x, y): (f32, f32), times: u8| match times {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    };
    let points: Vec<Pos2> = (0..4)
        .flat_map(|times| quarter.iter().map(move |corner| turned(*corner, times)))
        .map(|(x, y)| place.at(x, y))
        .collect();
    polygon(painter, &points, color, Stroke::NONE);
}

/// Outline of a horse's head facing left, in coordinates from 0 to 1.
const KNIGHT: [[f32; 2]; 23] = [
    [0.24, 0.87],
    [0.24, 0.79],
    [0.30, 0.77],
    [0.34, 0.67],
    [0.45, 0.57],
    [0.47, 0.50],
    [0.37, 0.52],
    [0.30, 0.57],
    [0.24, 0.62],
    [0.17, 0.58],
    [0.16, 0.50],
    [0.24, 0.40],
    [0.29, 0.29],
    [0.36, 0.21],
    [0.40, 0.10],
    [0.48, 0.17],
    [0.60, 0.20],
    [0.71, 0.30],
    [0.77, 0.45],
    [0.78, 0.62],
    [0.75, 0.77],
    [0.80, 0.79],
    [0.80, 0.87],
];

/// Paints a knight, facing right for one side and left for the other.
fn knight(painter: &Painter, place: Placement, tint: Tint, palette: &Palette) {
    let (fill, dark) = (palette.fill(tint), palette.engraving(tint));
    let facing = if tint == Tint::First { -1.0 } else { 1.0 };
    let at = |x: f32, y: f32| place.at((x - 0.48) * facing * 1.04, (y - 0.5) * 1.04);
    let points: Vec<Pos2> = KNIGHT.iter().map(|[x, y]| at(*x, *y)).collect();
    polygon(painter, &points, fill, Stroke::new((0.035 * place.cell).max(1.0), dark));
    let thin = Stroke::new((0.035 * place.cell).max(1.0), dark);
    painter.circle_filled(at(0.37, 0.33), 0.035 * place.cell, dark);
    painter.line_segment([at(0.27, 0.74), at(0.76, 0.74)], thin);
    let emblem = at(0.61, 0.49);
    if tint == Tint::First {
        painter.circle_stroke(emblem, 0.075 * place.cell, thin);
    } else {
        for x in [-0.06, 0.06] {
            let arm = vec2(x, 0.06) * place.cell;
            painter.line_segment([emblem - arm, emblem + arm], thin);
        }
    }
}

fn ghost(painter: &Painter, place: Placement, fill: Color32, dark: Color32) {
    let dome = (0..=12).map(|step| std::f32::consts::PI * (1.0 + step as f32 / 12.0));
    let mut points: Vec<Pos2> = dome.map(|angle| place.at(0.36 * angle.cos(), -0.04 + 0.36 * angle.sin())).collect();
    let hem = [0.36, 0.24, 0.12, 0.0, -0.12, -0.24, -0.36];
    points.extend(hem.iter().enumerate().map(|(i, x)| place.at(*x, if i % 2 == 0 { 0.4 } else { 0.3 })));
    polygon(painter, &points, fill, Stroke::new((0.03 * place.cell).max(1.0), dark));
    for x in [-0.14, 0.14] {
        painter.circle_filled(place.at(x, -0.08), 0.09 * place.cell, Color32::WHITE);
        painter.circle_filled(place.at(x, -0.06), 0.045 * place.cell, Color32::BLACK);
    }
}

/// Mesh of a cell with a round hole, for the front of a rack.
pub(crate) fn cell_with_hole(cell: Rect, radius: f32, color: Color32) -> Mesh {
    const CORNERS: usize = 48;
    let mut mesh = Mesh::default();
    let half = cell.width() / 2.0;
    for step in 0..=CORNERS {
        let angle = std::f32::consts::TAU * step as f32 / CORNERS as f32;
        let direction = vec2(angle.cos(), angle.sin());
        let to_edge = half / direction.x.abs().max(direction.y.abs());
        mesh.colored_vertex(cell.center() + direction * radius, color);
        mesh.colored_vertex(cell.center() + direction * to_edge, color);
        if step > 0 {
            let at = 2 * step as u32;
            mesh.add_triangle(at - 2, at - 1, at);
            mesh.add_triangle(at - 1, at, at + 1);
        }
    }
    mesh
}

/// Paints any simple polygon; egui fills only convex ones.
fn polygon(painter: &Painter, points: &[Pos2], fill: Color32, outline: Stroke) {
    let mut mesh = Mesh::default();
    for point in points {
        mesh.colored_vertex(*point, fill);
    }
    for [a, b, c] in triangulate(points) {
        mesh.add_triangle(a, b, c);
    }
    painter.add(Drawn::mesh(mesh));
    // The mesh is not anti-aliased; an outline smooths its edge.
    let outline = if outline.is_empty() { Stroke::new(1.0, fill) } else { outline };
    painter.add(Drawn::closed_line(points.to_vec(), PathStroke::from(outline)));
}

/// Triangulates a simple polygon by ear clipping.
fn triangulate(points: &[Pos2]) -> Vec<[u32; 3]> {
    let cross = |a: Pos2, b: Pos2, c: Pos2| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let area: f32 = (0..points.len()).map(|i| cross(pos2(0.0, 0.0), points[i], points[(i + 1) % points.len()])).sum();
    let sign = area.signum();
    let mut left: Vec<usize> = (0..points.len()).collect();
    let mut clipped = Vec::new();
    while left.len() > 2 {
        let count = left.len();
        let corner = |i: usize| [left[(i + count - 1) % count], left[i], left[(i + 1) % count]];
        let is_ear = |i: &usize| {
            let corners = corner(*i);
            let [before, tip, after] = corners.map(|index| points[index]);
            let sides = [(before, tip), (tip, after), (after, before)];
            let is_inside = |point: Pos2| sides.iter().all(|(from, to)| cross(*from, *to, point) * sign >= 0.0);
            cross(before, tip, after) * sign > 0.0
                && !left.iter().any(|other| !corners.contains(other) && is_inside(points[*other]))
        };
        let Some(ear) = (0..count).find(is_ear) else { break };
        clipped.push(corner(ear).map(|index| index as u32));
        left.remove(ear);
    }
    clipped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygon_with_n_corners_has_n_minus_two_triangles() {
        let knight: Vec<Pos2> = KNIGHT.iter().map(|[x, y]| pos2(*x, *y)).collect();
        assert_eq!(triangulate(&knight).len(), KNIGHT.len() - 2);
        let mirrored: Vec<Pos2> = knight.iter().map(|point| pos2(-point.x, point.y)).collect();
        assert_eq!(triangulate(&mirrored).len(), KNIGHT.len() - 2);
        assert!(triangulate(&[]).is_empty());
    }
}
