//! Software rasterizer for egui output: the same image on every machine, without a display, a graphics driver or
//! the build time of a graphics library.

use std::collections::HashMap;

use egui::epaint::{ImageDelta, Mesh, Primitive, Vertex};
use egui::{Color32, Context, FullOutput, ImageData, Pos2, Rect, TextureId, TexturesDelta};
use egui_kittest::TestRenderer;
use image::{Rgba, RgbaImage};

/// Renderer for the test harness.
#[derive(Default)]
pub(crate) struct Raster {
    textures: HashMap<TextureId, Texture>,
}

struct Texture {
    size: [usize; 2],
    pixels: Vec<Color32>,
}

impl TestRenderer for Raster {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        for (id, changes) in &delta.set {
            for change in changes {
                self.update(*id, change);
            }
        }
        for id in &delta.free {
            self.textures.remove(id);
        }
        delta.clear();
    }

    fn render(&mut self, context: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let scale = context.pixels_per_point();
        let size = context.content_rect().size() * scale;
        let mut image = RgbaImage::from_pixel(size.x.round() as u32, size.y.round() as u32, Rgba([0, 0, 0, 255]));
        for clipped in context.tessellate(output.shapes.clone(), scale) {
            let Primitive::Mesh(mesh) = clipped.primitive else { return Err("paint callbacks are not drawn".into()) };
            let texture = self.textures.get(&mesh.texture_id).ok_or("a texture is missing")?;
            paint(&mut image, &mesh, texture, clipped.clip_rect * scale, scale);
        }
        Ok(image)
    }
}

impl Raster {
    fn update(&mut self, id: TextureId, change: &ImageDelta) {
        let ImageData::Color(new) = &change.image;
        let Some([left, top]) = change.pos else {
            self.textures.insert(id, Texture { size: new.size, pixels: new.pixels.clone() });
            return;
        };
        let Some(old) = self.textures.get_mut(&id) else { return };
        for row in 0..new.size[1] {
            let from = row * new.size[0];
            let to = (top + row) * old.size[0] + left;
            old.pixels[to..to + new.size[0]].copy_from_slice(&new.pixels[from..from + new.size[0]]);
        }
    }
}

impl Texture {
    fn texel(&self, x: f32, y: f32) -> [f32; 4] {
        let at = |value: f32, size: usize| (value.max(0.0) as usize).min(size - 1);
        let pixel = self.pixels[at(y, self.size[1]) * self.size[0] + at(x, self.size[0])];
        pixel.to_array().map(|channel| f32::from(channel) / 255.0)
    }

    /// Bilinear sample.
    fn sample(&self, uv: Pos2) -> [f32; 4] {
        let (x, y) = (uv.x * self.size[0] as f32 - 0.5, uv.y * self.size[1] as f32 - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let (right, bottom) = (x - left, y - top);
        let [a, b] = [top, top + 1.0].map(|y| mix(self.texel(left, y), self.texel(left + 1.0, y), right));
        mix(a, b, bottom)
    }
}

fn mix(a: [f32; 4], b: [f32; 4], part: f32) -> [f32; 4] {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * part)
}

fn paint(image: &mut RgbaImage, mesh: &Mesh, texture: &Texture, clip: Rect, scale: f32) {
    let clip = clip.intersect(Rect::from_min_max(Pos2::ZERO, Pos2::new(image.width() as f32, image.height() as f32)));
    for corners in mesh.triangles() {
        let mut corners = corners.map(|index| mesh.vertices[index as usize]);
        for corner in &mut corners {
            corner.pos = (corner.pos.to_vec2() * scale).to_pos2();
        }
        triangle(image, corners, texture, clip);
    }
}

/// Edge function: twice the signed area of the triangle of an edge and a point.
fn edge(from: Pos2, to: Pos2, point: Pos2) -> f64 {
    let [ax, ay, bx, by, x, y] = [from.x, from.y, to.x, to.y, point.x, point.y].map(f64::from);
    (bx - ax) * (y - ay) - (by - ay) * (x - ax)
}

/// Fills a triangle. By the top-left rule, pixels on a shared edge belong to one of the two triangles.
#[expect(clippy::float_cmp, reason = "only an exactly horizontal edge is a top edge")]
fn triangle(image: &mut RgbaImage, mut corners: [Vertex; 3], texture: &Texture, clip: Rect) {
    let mut area = edge(corners[0].pos, corners[1].pos, corners[2].pos);
    if area == 0.0 {
        return;
    }
    if area < 0.0 {
        corners.swap(1, 2);
        area = -area;
    }
    let bounds = corners.iter().fold(Rect::NOTHING, |all, corner| all | Rect::from_pos(corner.pos)).intersect(clip);
    if !bounds.is_positive() {
        return;
    }
    let owns = |from: Pos2, to: Pos2| to.y < from.y || (to.y == from.y && to.x > from.x);
    for y in bounds.top().floor() as u32..(bounds.bottom().ceil() as u32).min(image.height()) {
        for x in bounds.left().floor() as u32..(bounds.right().ceil() as u32).min(image.width()) {
            let point = Pos2::new(x as f32 + 0.5, y as f32 + 0.5);
            if !clip.contains(point) {
                continue;
            }
            let weights: [f64; 3] = std::array::from_fn(|i| {
                let (from, to) = (corners[(i + 1) % 3].pos, corners[(i + 2) % 3].pos);
                let weight = edge(from, to, point);
                if weight == 0.0 && !owns(from, to) { -1.0 } else { weight / area }
            });
            if weights.iter().any(|weight| *weight < 0.0) {
                continue;
            }
            let weights = weights.map(|weight| weight as f32);
            let blend = |of: &dyn Fn(&Vertex) -> f32| (0..3).map(|i| of(&corners[i]) * weights[i]).sum::<f32>();
            let texel = texture.sample(Pos2::new(blend(&|v| v.uv.x), blend(&|v| v.uv.y)));
            let color: [f32; 4] =
                std::array::from_fn(|c| blend(&|v| f32::from(v.color.to_array()[c]) / 255.0) * texel[c]);
            let below = image.get_pixel_mut(x, y);
            for (channel, value) in below.0.iter_mut().zip(color) {
                let mixed = value + f32::from(*channel) / 255.0 * (1.0 - color[3]);
                *channel = (mixed * 255.0 + 0.5).clamp(0.0, 255.0) as u8;
            }
        }
    }
}
