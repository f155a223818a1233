//! Vector drawings of pieces: no images to load, sharp at every size.

use egui::epaint::{Mesh, PathStroke};
use egui::{Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape as Drawn, Stroke, Vec2, pos2, vec2};
use parlor_core::{Emblem, Facing, Shape, Tint};

use crate::palette::{Palette, PieceColors};

/// Position and size of a piece on the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    pub(crate) center: Pos2,
    /// Side length of a cell.
    pub(crate) cell: f32,
    /// Horizontal scale, below 1 while the piece turns over.
    pub(crate) width: f32,
    pub(crate) facing: Option<Facing>,
    /// Whether the neighbor has the same shape: left, right, above, below.
    pub(crate) joined: [bool; 4],
}

impl Placement {
    /// A piece that stands alone and looks in no direction.
    pub(crate) fn new(center: Pos2, cell: f32) -> Placement {
        Placement { center, cell, width: 1.0, facing: None, joined: [false; 4] }
    }

    /// Screen position of a point given in cells from the center.
    fn at(&self, x: f32, y: f32) -> Pos2 {
        self.center + vec2(x * self.width, y) * self.cell
    }

    /// Screen position of a point of a piece that is described looking right.
    fn turned(&self, x: f32, y: f32) -> Pos2 {
        match self.facing {
            None | Some(Facing::Right) => self.at(x, y),
            Some(Facing::Left) => self.at(-x, y),
            Some(Facing::Up) => self.at(y, -x),
            Some(Facing::Down) => self.at(-y, x),
        }
    }

    fn stroke(&self, width: f32, color: Color32) -> Stroke {
        Stroke::new((width * self.cell).max(1.0), color)
    }
}

type Draw = fn(&Painter, Placement, PieceColors, &Palette);

/// All shapes that this window can draw.
const DRAWINGS: [(Shape, Draw); 10] = [
    (Shape::DISC, disc),
    (Shape::CROSS, |painter, place, colors, _| cross(painter, place, 0.29, 0.075, colors.fill)),
    (Shape::RING, |painter, place, colors, _| {
        painter.circle_stroke(place.center, 0.28 * place.cell, place.stroke(0.11, colors.fill));
    }),
    (Shape::KNIGHT, knight),
    (Shape::SCORCHED, scorched),
    (Shape::WALL, wall),
    (Shape::PELLET, |painter, place, colors, _| {
        painter.circle_filled(place.center, 0.12 * place.cell, colors.fill);
    }),
    (Shape::POISON, poison),
    (Shape::GHOST, ghost),
    (Shape::EATER, eater),
];

/// Paints a piece. A shape that is not in the table is drawn as the piece's letter.
pub(crate) fn paint(painter: &Painter, place: Placement, shape: Shape, tint: Tint, letter: char, palette: &Palette) {
    let colors = palette.piece(tint);
    match DRAWINGS.iter().find(|(known, _)| *known == shape) {
        Some((_, draw)) => draw(painter, place, colors, palette),
        None => token(painter, place, letter, colors),
    }
}

/// Paints a letter on a round token.
fn token(painter: &Painter, place: Placement, letter: char, colors: PieceColors) {
    painter.circle(place.center, 0.38 * place.cell, colors.fill, place.stroke(0.035, colors.rim));
    let font = FontId::proportional(0.5 * place.cell);
    painter.text(place.center, Align2::CENTER_CENTER, letter, font, colors.detail);
}

/// Paints a disc with the emblem of its side.
fn disc(painter: &Painter, place: Placement, colors: PieceColors, _: &Palette) {
    let radius = 0.41 * place.cell;
    let rim = place.stroke(0.035, colors.rim);
    if place.width < 1.0 {
        let radius = vec2(radius * place.width, radius);
        let (center, fill) = (place.center, colors.fill);
        painter.add(egui::epaint::EllipseShape { center, radius, fill, stroke: rim, angle: 0.0 });
        return;
    }
    painter.circle(place.center, radius - rim.width / 2.0, colors.fill, rim);
    emblem(painter, place.center, 0.2 * place.cell, colors);
}

fn emblem(painter: &Painter, center: Pos2, radius: f32, colors: PieceColors) {
    match colors.emblem {
        Emblem::None => {}
        Emblem::Ring => {
            painter.circle_stroke(center, radius, Stroke::new((0.25 * radius).max(1.0), colors.detail));
        }
        Emblem::Star => {
            let point = |step: u8| {
                let angle = std::f32::consts::PI * (f32::from(step) / 5.0 - 0.5);
                let length = if step.is_multiple_of(2) { 1.1 } else { 0.5 };
                center + vec2(angle.cos(), angle.sin()) * radius * length
            };
            let points: Vec<Pos2> = (0..10).map(point).collect();
            polygon(painter, &points, colors.detail, Stroke::NONE);
        }
    }
}

/// Paints a burnt square.
fn scorched(painter: &Painter, place: Placement, colors: PieceColors, _: &Palette) {
    let rect = Rect::from_center_size(place.center, Vec2::splat(0.94 * place.cell));
    painter.rect_filled(rect, CornerRadius::same((0.06 * place.cell) as u8), colors.fill);
    for x in [-0.2, 0.2] {
        painter.line_segment([place.at(x, -0.2), place.at(-x, 0.2)], place.stroke(0.05, colors.detail));
    }
}

/// Paints a wall, with an edge only where no wall adjoins.
fn wall(painter: &Painter, place: Placement, _: PieceColors, palette: &Palette) {
    let rect = Rect::from_center_size(place.center, Vec2::splat(place.cell));
    painter.rect_filled(rect, CornerRadius::ZERO, palette.board.alternate);
    let inside = rect.shrink(0.06 * place.cell);
    let edge = place.stroke(0.06, palette.board.line);
    let [left, right, above, below] = place.joined;
    // An edge reaches to the cell's border where the wall goes on.
    let from_x = if left { rect.left() } else { inside.left() };
    let to_x = if right { rect.right() } else { inside.right() };
    let from_y = if above { rect.top() } else { inside.top() };
    let to_y = if below { rect.bottom() } else { inside.bottom() };
    for (is_joined, y) in [(above, inside.top()), (below, inside.bottom())] {
        if !is_joined {
            painter.line_segment([pos2(from_x, y), pos2(to_x, y)], edge);
        }
    }
    for (is_joined, x) in [(left, inside.left()), (right, inside.right())] {
        if !is_joined {
            painter.line_segment([pos2(x, from_y), pos2(x, to_y)], edge);
        }
    }
}

fn poison(painter: &Painter, place: Placement, colors: PieceColors, _: &Palette) {
    painter.circle_filled(place.center, 0.24 * place.cell, colors.rim);
    for x in [-0.1, 0.1] {
        painter.line_segment([place.at(x, -0.1), place.at(-x, 0.1)], place.stroke(0.05, Color32::BLACK));
    }
}

/// Paints a disc with an open mouth in the direction it looks in.
fn eater(painter: &Painter, place: Placement, colors: PieceColors, _: &Palette) {
    let mouth = 0.6_f32;
    let rim = (0..=24).map(|step| mouth + (std::f32::consts::TAU - 2.0 * mouth) * step as f32 / 24.0);
    let points: Vec<Pos2> = std::iter::once(place.center)
        .chain(rim.map(|angle| place.turned(0.4 * angle.cos(), 0.4 * angle.sin())))
        .collect();
    polygon(painter, &points, colors.fill, place.stroke(0.03, colors.rim));
    painter.circle_filled(place.turned(0.05, -0.22), 0.05 * place.cell, colors.detail);
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

/// Paints a knight that looks left or right.
fn knight(painter: &Painter, place: Placement, colors: PieceColors, _: &Palette) {
    let facing = if place.facing == Some(Facing::Right) { -1.0 } else { 1.0 };
    let at = |x: f32, y: f32| place.at((x - 0.48) * facing * 1.04, (y - 0.5) * 1.04);
    let points: Vec<Pos2> = KNIGHT.iter().map(|[x, y]| at(*x, *y)).collect();
    polygon(painter, &points, colors.fill, place.stroke(0.035, colors.rim));
    painter.circle_filled(at(0.37, 0.33), 0.035 * place.cell, colors.detail);
    painter.line_segment([at(0.27, 0.74), at(0.76, 0.74)], place.stroke(0.035, colors.detail));
    emblem(painter, at(0.61, 0.49), 0.075 * place.cell, colors);
}

fn ghost(painter: &Painter, place: Placement, colors: PieceColors, _: &Palette) {
    let dome = (0..=12).map(|step| std::f32::consts::PI * (1.0 + step as f32 / 12.0));
    let mut points: Vec<Pos2> = dome.map(|angle| place.at(0.36 * angle.cos(), -0.04 + 0.36 * angle.sin())).collect();
    let hem = [0.36, 0.24, 0.12, 0.0, -0.12, -0.24, -0.36];
    points.extend(hem.iter().enumerate().map(|(i, x)| place.at(*x, if i % 2 == 0 { 0.4 } else { 0.3 })));
    polygon(painter, &points, colors.fill, place.stroke(0.03, colors.rim));
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

    /// Paints one piece and returns the texts among its shapes.
    fn painted_texts(shape: Shape) -> Vec<String> {
        let place = Placement::new(pos2(50.0, 50.0), 40.0);
        let palette = Palette::new(egui::Theme::Light, &parlor_core::Look::default());
        let context = egui::Context::default();
        let mut output = context.run_ui(egui::RawInput::default(), |ui| {
            paint(ui.painter(), place, shape, Tint::First, 'Q', &palette);
        });
        let text = |clipped: &egui::epaint::ClippedShape| match &clipped.shape {
            Drawn::Text(text) => Some(text.galley.text().to_owned()),
            _ => None,
        };
        let texts = output.shapes.iter().filter_map(text).collect();
        output.textures_delta.clear();
        texts
    }

    #[test]
    fn unknown_shape_is_drawn_as_its_letter() {
        assert_eq!(painted_texts(Shape("zeppelin")), ["Q"]);
        assert!(DRAWINGS.iter().all(|(shape, _)| painted_texts(*shape).is_empty()));
    }

    #[test]
    fn piece_turns_to_where_it_looks() {
        let point = |facing| Placement { facing: Some(facing), ..Placement::new(pos2(0.0, 0.0), 1.0) }.turned(1.0, 0.0);
        let all = [Facing::Right, Facing::Left, Facing::Up, Facing::Down].map(point);
        assert_eq!(all, [pos2(1.0, 0.0), pos2(-1.0, 0.0), pos2(0.0, -1.0), pos2(0.0, 1.0)]);
    }
}
