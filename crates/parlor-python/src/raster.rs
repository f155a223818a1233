//! Pictures as arrays of pixels, from the same SVG.

use numpy::PyArray3;
use numpy::ndarray::Array3;
use parlor_core::svg::{self, ColorScheme};
use parlor_core::{Axes, Look, Scene};
use pyo3::prelude::*;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::position::value_error;

/// Draws a scene as an array of height, width and the three colors. There are no fonts, so the axes are left out.
pub(crate) fn draw_rgb<'py>(py: Python<'py>, mut scene: Scene, look: &Look) -> PyResult<Bound<'py, PyArray3<u8>>> {
    scene.axes = Axes::default();
    let picture =
        Tree::from_str(&svg::draw(&scene, look, ColorScheme::Light), &Options::default()).map_err(value_error)?;
    let size = picture.size().to_int_size();
    let too_large = || value_error(format!("no memory for a picture of {} x {}", size.width(), size.height()));
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or_else(too_large)?;
    pixels.fill(Color::WHITE);
    resvg::render(&picture, Transform::identity(), &mut pixels.as_mut());
    let colors = pixels.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    let shape = (size.height() as usize, size.width() as usize, 3);
    let array = Array3::from_shape_vec(shape, colors).map_err(value_error)?;
    Ok(PyArray3::from_owned_array(py, array))
}
