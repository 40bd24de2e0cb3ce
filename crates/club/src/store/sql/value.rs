//! Values on their way to a database and back.

use super::{Result, SqlError};

/// A value of a database. A truth is the number 1 or 0.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Nothing.
    Null,
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Real(f64),
    /// A text.
    Text(String),
    /// Bytes.
    Blob(Vec<u8>),
}

/// What can be a parameter.
pub trait ToValue {
    /// The value.
    fn to_value(&self) -> Value;
}

/// What can be read from a row.
pub trait Readable: Sized {
    /// What a column should hold, for errors.
    const KIND: &'static str;

    /// From the value; `None` if it is something else.
    fn of(value: Value) -> Option<Self>;
}

impl Value {
    /// What it is, for errors.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Value::Null => "nothing",
            Value::Integer(_) => "a whole number",
            Value::Real(_) => "a number",
            Value::Text(_) => "a text",
            Value::Blob(_) => "bytes",
        }
    }

    /// As this type.
    pub(super) fn read<T: Readable>(self, column: &str) -> Result<T> {
        let found = self.kind();
        T::of(self).ok_or_else(|| SqlError::Column { column: column.to_owned(), found, expected: T::KIND })
    }
}

impl ToValue for Value {
    fn to_value(&self) -> Value {
        self.clone()
    }
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn to_value(&self) -> Value {
        (**self).to_value()
    }
}

impl<T: ToValue> ToValue for Option<T> {
    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_value)
    }
}

impl ToValue for str {
    fn to_value(&self) -> Value {
        Value::Text(self.to_owned())
    }
}

impl ToValue for String {
    fn to_value(&self) -> Value {
        Value::Text(self.clone())
    }
}

impl ToValue for [u8; 32] {
    fn to_value(&self) -> Value {
        Value::Blob(self.to_vec())
    }
}

impl ToValue for bool {
    fn to_value(&self) -> Value {
        Value::Integer((*self).into())
    }
}

impl ToValue for f64 {
    fn to_value(&self) -> Value {
        Value::Real(*self)
    }
}

macro_rules! whole {
    ($($number:ty),*) => { $(
        impl ToValue for $number {
            fn to_value(&self) -> Value {
                Value::Integer((*self).into())
            }
        }

        impl Readable for $number {
            const KIND: &'static str = "a whole number";

            fn of(value: Value) -> Option<$number> {
                let Value::Integer(number) = value else { return None };
                number.try_into().ok()
            }
        }
    )* };
}

whole!(i64, i32, u32, u8);

impl Readable for bool {
    const KIND: &'static str = "a whole number";

    fn of(value: Value) -> Option<bool> {
        let Value::Integer(number) = value else { return None };
        Some(number != 0)
    }
}

impl Readable for f64 {
    const KIND: &'static str = "a number";

    fn of(value: Value) -> Option<f64> {
        let Value::Real(number) = value else { return None };
        Some(number)
    }
}

impl Readable for String {
    const KIND: &'static str = "a text";

    fn of(value: Value) -> Option<String> {
        let Value::Text(text) = value else { return None };
        Some(text)
    }
}

impl Readable for [u8; 32] {
    const KIND: &'static str = "32 bytes";

    fn of(value: Value) -> Option<[u8; 32]> {
        let Value::Blob(bytes) = value else { return None };
        bytes.try_into().ok()
    }
}

impl Readable for Value {
    const KIND: &'static str = "a value";

    fn of(value: Value) -> Option<Value> {
        Some(value)
    }
}

impl<T: Readable> Readable for Option<T> {
    const KIND: &'static str = T::KIND;

    fn of(value: Value) -> Option<Option<T>> {
        if value == Value::Null { Some(None) } else { T::of(value).map(Some) }
    }
}
