//! Integers in JSON: `3.0` is one, as JSON Schema defines it and as some languages write it.

use serde::de::{Deserialize, Deserializer, Error, Unexpected};

/// Reads a non-negative integer, with or without a fraction of zero.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let number = serde_json::Number::deserialize(deserializer)?;
    let integer = number.as_u64().or_else(|| number.as_f64().and_then(integer_from_float));
    let unexpected = || match number.as_f64() {
        Some(float) => Unexpected::Float(float),
        None => Unexpected::Other("number"),
    };
    integer
        .and_then(|integer| usize::try_from(integer).ok())
        .ok_or_else(|| D::Error::invalid_value(unexpected(), &"a non-negative integer"))
}

/// Integers above 2^53 are not exact in a float, and no field needs them.
#[expect(clippy::cast_sign_loss, reason = "the range is checked")]
fn integer_from_float(float: f64) -> Option<u64> {
    let is_integer = float.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&float);
    is_integer.then_some(float as u64)
}

#[cfg(test)]
mod tests {
    #[derive(serde::Deserialize)]
    struct Request {
        #[serde(deserialize_with = "super::deserialize")]
        ply: usize,
    }

    #[test]
    fn accepts_integers_in_both_notations() {
        let ply =
            |text: &str| serde_json::from_str::<Request>(&format!("{{\"ply\":{text}}}")).map(|request| request.ply);
        assert_eq!(
            [ply("7").unwrap(), ply("7.0").unwrap(), ply("2e3").unwrap(), ply("-0.0").unwrap()],
            [7, 7, 2000, 0]
        );
        for text in ["7.5", "-1", "-1.0", "1e99", "\"7\"", "null"] {
            assert!(ply(text).is_err(), "{text}");
        }
    }
}
