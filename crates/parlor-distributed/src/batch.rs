//! A batch, the unit of work, and its results.

use std::fmt::{self, Display};
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Identity of a batch within its job: the range of its items, such as `16-32`. The same batch has the same identity
/// whenever and wherever it is handed out.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct BatchId {
    first: u64,
    end: u64,
}

impl BatchId {
    pub fn new(items: Range<u64>) -> BatchId {
        BatchId { first: items.start, end: items.end }
    }

    /// Numbers of the items.
    pub fn items(&self) -> Range<u64> {
        self.first..self.end
    }
}

impl Display for BatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.end)
    }
}

impl From<BatchId> for String {
    fn from(id: BatchId) -> String {
        id.to_string()
    }
}

/// Error of parsing a [`BatchId`]; holds the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("batch \"{0}\" is not a range such as 16-32")]
pub struct ParseBatchIdError(String);

impl TryFrom<String> for BatchId {
    type Error = ParseBatchIdError;

    fn try_from(text: String) -> Result<BatchId, ParseBatchIdError> {
        let range = text.split_once('-').and_then(|(first, end)| Some((first.parse().ok()?, end.parse().ok()?)));
        let (first, end) = range.ok_or(ParseBatchIdError(text))?;
        Ok(BatchId { first, end })
    }
}

/// A batch that a worker is to run.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch<W> {
    pub id: BatchId,
    /// What the worker has to do.
    pub work: W,
}

/// Results of a batch. Workers of this process report each item at once; workers elsewhere report large batches in parts.
#[derive(Clone, PartialEq, Debug)]
pub struct BatchResults<I> {
    pub batch: BatchId,
    pub items: Vec<I>,
    /// No more results of this batch follow.
    pub is_complete: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_round_trips_through_text_and_rejects_other_texts() {
        let id = BatchId::new(16..32);
        assert_eq!(BatchId::try_from(id.to_string()), Ok(id));
        assert!(BatchId::try_from("16".to_owned()).is_err() && BatchId::try_from("a-b".to_owned()).is_err());
    }
}
