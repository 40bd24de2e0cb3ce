//! A row that was read.

use rusqlite::types::ValueRef;

use super::{Readable, Result, SqlError, Value};

/// A row that was read.
#[derive(Debug)]
pub struct Row<'a>(pub(super) Kind<'a>);

/// The row of an engine.
#[derive(Debug)]
pub(super) enum Kind<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    #[cfg(feature = "cluster")]
    Postgres(&'a tokio_postgres::Row),
}

/// A column by its number, from 0, or by its name.
pub trait Column: Copy + std::fmt::Display {
    /// Its number in a row with these names.
    fn number(&self, names: &dyn Fn(&str) -> Option<usize>) -> Option<usize>;
}

impl Column for usize {
    fn number(&self, _: &dyn Fn(&str) -> Option<usize>) -> Option<usize> {
        Some(*self)
    }
}

impl Column for &str {
    fn number(&self, names: &dyn Fn(&str) -> Option<usize>) -> Option<usize> {
        names(self)
    }
}

impl Row<'_> {
    /// What stands in a column.
    pub fn get<C: Column, T: Readable>(&self, column: C) -> Result<T> {
        let missing = || SqlError::Column { column: column.to_string(), found: "nothing", expected: T::KIND };
        let value = match &self.0 {
            Kind::Sqlite(row) => {
                let number = column.number(&|name| row.as_ref().column_index(name).ok()).ok_or_else(missing)?;
                value(row.get_ref(number)?)
            }
            #[cfg(feature = "cluster")]
            Kind::Postgres(row) => {
                let names = |name: &str| row.columns().iter().position(|column| column.name() == name);
                let number = column.number(&names).filter(|number| *number < row.len()).ok_or_else(missing)?;
                super::postgres::value(row, number)?
            }
        };
        value.read(&column.to_string())
    }
}

fn value(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
    }
}
