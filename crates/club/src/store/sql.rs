//! What the store asks of a database engine: a connection that runs SQL, and rows. The text of the SQL is the same for all
//! engines; what only one of them has is in its own file.

mod connection;
mod error;
#[cfg(feature = "cluster")]
pub(super) mod postgres;
mod row;
mod value;

pub use crate::params;
pub use connection::Connection;
pub use error::SqlError;
pub use row::{Column, Row};
pub use value::{Readable, ToValue, Value};

/// What SQL returns.
pub type Result<T> = std::result::Result<T, SqlError>;

/// The parameters of a statement: `?1` is the first one.
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => { &[$($crate::store::sql::ToValue::to_value(&$value)),*] as &[$crate::store::sql::Value] };
}
