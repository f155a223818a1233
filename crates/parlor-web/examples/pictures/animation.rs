//! Animated PNG from frames that are PNG files. Of each frame only the rectangle that differs from the one before is
//! stored, and in it pixels that do not differ are transparent, so a page on which a disc falls costs little more than
//! the disc.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};

use png::{BitDepth, BlendOp, ColorType, Compression, Decoder, DisposeOp, Encoder, Filter, Transformations};

/// Bytes of a pixel.
const RGB: usize = 3;
/// What GitHub's readers load before they see anything.
const MAX_BYTES: u64 = 2_000_000;

/// A picture of the page, and how long it stays.
struct Frame {
    milliseconds: u16,
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// Part of a picture.
#[derive(Clone, Copy)]
struct Rectangle {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

/// Writes the frames of a folder, named `NUMBER-MILLISECONDS.png`, as one picture; returns its size in bytes.
pub(crate) fn write(folder: &Path, target: &Path) -> io::Result<u64> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort();
    let frames = files.iter().map(|path| read(path)).collect::<io::Result<Vec<Frame>>>()?;
    let [first, ..] = frames.as_slice() else {
        return Err(io::Error::other("there are no frames"));
    };
    if frames.iter().any(|frame| (frame.width, frame.height) != (first.width, first.height)) {
        return Err(io::Error::other("the frames differ in size"));
    }
    encode(&frames, target).map_err(io::Error::other)?;
    let size = fs::metadata(target)?.len();
    if size > MAX_BYTES { Err(io::Error::other(format!("{size} bytes, more than {MAX_BYTES}"))) } else { Ok(size) }
}

fn read(path: &Path) -> io::Result<Frame> {
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let milliseconds = name.split_once('-').and_then(|(_, duration)| duration.parse().ok());
    let milliseconds = milliseconds.ok_or_else(|| io::Error::other(format!("\"{name}\" has no duration")))?;
    let mut decoder = Decoder::new(BufReader::new(File::open(path)?));
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(io::Error::other)?;
    let size = reader.output_buffer_size().ok_or_else(|| io::Error::other("the frame is too large"))?;
    let mut buffer = vec![0; size];
    let info = reader.next_frame(&mut buffer).map_err(io::Error::other)?;
    let pixels = match info.color_type {
        ColorType::Rgb => buffer,
        ColorType::Rgba => buffer.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect(),
        other => return Err(io::Error::other(format!("the frame has the colors {other:?}"))),
    };
    Ok(Frame { milliseconds, width: info.width as usize, height: info.height as usize, pixels })
}

fn encode(frames: &[Frame], target: &Path) -> Result<(), png::EncodingError> {
    let first = &frames[0];
    let file = BufWriter::new(File::create(target)?);
    let mut encoder = Encoder::new(file, first.width as u32, first.height as u32);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.set_filter(Filter::Adaptive);
    encoder.set_animated(frames.len() as u32, 0)?;
    encoder.set_blend_op(BlendOp::Over)?;
    encoder.set_dispose_op(DisposeOp::None)?;
    let mut writer = encoder.write_header()?;
    let before = std::iter::once(None).chain(frames.iter().map(Some));
    for (before, frame) in before.zip(frames) {
        let part = changed(before, frame);
        writer.reset_frame_position()?;
        writer.set_frame_dimension(part.width as u32, part.height as u32)?;
        writer.set_frame_position(part.left as u32, part.top as u32)?;
        writer.set_frame_delay(frame.milliseconds, 1000)?;
        writer.write_image_data(&paint(before, frame, part))?;
    }
    writer.finish()
}

impl Frame {
    fn pixel(&self, row: usize, column: usize) -> &[u8] {
        let start = (row * self.width + column) * RGB;
        &self.pixels[start..start + RGB]
    }

    fn differs(&self, before: Option<&Frame>, row: usize, column: usize) -> bool {
        before.is_none_or(|before| before.pixel(row, column) != self.pixel(row, column))
    }
}

/// The smallest rectangle outside of which a frame equals the one before; one pixel if they are equal.
fn changed(before: Option<&Frame>, frame: &Frame) -> Rectangle {
    let (rows, columns) = (0..frame.height, 0..frame.width);
    let is_changed_row = |row: &usize| columns.clone().any(|column| frame.differs(before, *row, column));
    let Some(top) = rows.clone().find(is_changed_row) else {
        return Rectangle { left: 0, top: 0, width: 1, height: 1 };
    };
    let bottom = rows.rev().find(is_changed_row).unwrap_or(top);
    let is_changed_column = |column: &usize| (top..=bottom).any(|row| frame.differs(before, row, *column));
    let left = columns.clone().find(is_changed_column).unwrap_or(0);
    let right = columns.clone().rev().find(is_changed_column).unwrap_or(left);
    Rectangle { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/// The pixels of a part with their opacity: transparent where nothing changed.
fn paint(before: Option<&Frame>, frame: &Frame, part: Rectangle) -> Vec<u8> {
    let mut painted = Vec::with_capacity(part.width * part.height * 4);
    for row in part.top..part.top + part.height {
        for column in part.left..part.left + part.width {
            match (frame.differs(before, row, column), frame.pixel(row, column)) {
                (true, &[red, green, blue]) => painted.extend([red, green, blue, 255]),
                _ => painted.extend([0; 4]),
            }
        }
    }
    painted
}
