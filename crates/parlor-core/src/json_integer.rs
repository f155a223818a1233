//! Integers in JSON: `3.0` is one, as JSON Schema defines it and as some languages write it. For serde's
//! `deserialize_with`.

use std::fmt;

use serde::de::{Deserializer, Error, Unexpected, Visitor};

/// Integers above 2^53 are not exact in a float, and no field needs them.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// Reads a non-negative integer, with or without a fraction of zero.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    deserializer.deserialize_any(IntegerVisitor)
}

struct IntegerVisitor;

impl Visitor<'_> for IntegerVisitor {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a non-negative integer")
    }

    fn visit_u64<E: Error>(self, integer: u64) -> Result<usize, E> {
        usize::try_from(integer).map_err(|_| E::invalid_value(Unexpected::Unsigned(integer), &self))
    }

    fn visit_i64<E: Error>(self, integer: i64) -> Result<usize, E> {
        usize::try_from(integer).map_err(|_| E::invalid_value(Unexpected::Signed(integer), &self))
    }

    #[expect(clippy::cast_sign_loss, reason = "the range is checked")]
    fn visit_f64<E: Error>(self, float: f64) -> Result<usize, E> {
        let is_integer = float.fract() == 0.0 && (0.0..=MAX_EXACT).contains(&float);
        if is_integer { self.visit_u64(float as u64) } else { Err(E::invalid_value(Unexpected::Float(float), &self)) }
    }
}
