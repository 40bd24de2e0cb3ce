//! A connection to a database.

use rusqlite::types::{ToSqlOutput, ValueRef};

#[cfg(feature = "cluster")]
use super::postgres::Session;
use super::row::Kind;
use super::{Result, Row, SqlError, Value};

/// A connection to a database.
#[derive(Debug)]
pub struct Connection(Engine);

#[derive(Debug)]
enum Engine {
    Sqlite(rusqlite::Connection),
    #[cfg(feature = "cluster")]
    Postgres(Session),
}

impl From<rusqlite::Connection> for Connection {
    fn from(connection: rusqlite::Connection) -> Connection {
        Connection(Engine::Sqlite(connection))
    }
}

#[cfg(feature = "cluster")]
impl From<Session> for Connection {
    fn from(session: Session) -> Connection {
        Connection(Engine::Postgres(session))
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Integer(number) => ValueRef::Integer(*number),
            Value::Real(number) => ValueRef::Real(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl Connection {
    /// The connection to SQLite, for what only SQLite has.
    pub const fn sqlite(&self) -> Option<&rusqlite::Connection> {
        match &self.0 {
            Engine::Sqlite(connection) => Some(connection),
            #[cfg(feature = "cluster")]
            Engine::Postgres(_) => None,
        }
    }

    /// The session with a database server.
    #[cfg(feature = "cluster")]
    pub(in crate::store) const fn session(&self) -> Option<&Session> {
        match &self.0 {
            Engine::Sqlite(_) => None,
            Engine::Postgres(session) => Some(session),
        }
    }

    /// Can it be used again? A session that was cut cannot.
    pub(in crate::store) fn is_open(&self) -> bool {
        match &self.0 {
            Engine::Sqlite(_) => true,
            #[cfg(feature = "cluster")]
            Engine::Postgres(session) => session.is_open(),
        }
    }

    /// Changes rows, and returns how many.
    pub fn execute(&self, sql: &str, params: &[Value]) -> Result<usize> {
        match &self.0 {
            Engine::Sqlite(connection) => {
                Ok(connection.prepare_cached(sql)?.execute(rusqlite::params_from_iter(params))?)
            }
            #[cfg(feature = "cluster")]
            Engine::Postgres(session) => session.execute(sql, params),
        }
    }

    /// All rows that a query finds.
    pub fn all<T>(
        &self,
        sql: &str,
        params: &[Value],
        mut read: impl FnMut(&Row<'_>) -> Result<T>,
    ) -> Result<Vec<T>> {
        match &self.0 {
            Engine::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(sql)?;
                let mut rows = statement.query(rusqlite::params_from_iter(params))?;
                let mut all = Vec::new();
                while let Some(row) = rows.next()? {
                    all.push(read(&Row(Kind::Sqlite(row)))?);
                }
                Ok(all)
            }
            #[cfg(feature = "cluster")]
            Engine::Postgres(session) => {
                session.rows(sql, params)?.iter().map(|row| read(&Row(Kind::Postgres(row)))).collect()
            }
        }
    }

    /// The first row that a query finds.
    pub fn first<T>(
        &self,
        sql: &str,
        params: &[Value],
        read: impl FnMut(&Row<'_>) -> Result<T>,
    ) -> Result<Option<T>> {
        Ok(self.all(sql, params, read)?.into_iter().next())
    }

    /// The row that a query always finds.
    pub fn one<T>(&self, sql: &str, params: &[Value], read: impl FnMut(&Row<'_>) -> Result<T>) -> Result<T> {
        self.first(sql, params, read)?.ok_or(SqlError::NoRow)
    }

    /// Statements without parameters.
    pub fn execute_batch(&self, sql: &str) -> Result<()> {
        match &self.0 {
            Engine::Sqlite(connection) => Ok(connection.execute_batch(sql)?),
            #[cfg(feature = "cluster")]
            Engine::Postgres(session) => session.batch(sql),
        }
    }

    /// Begins a transaction as the only writer of the whole database: a change of another process is waited for, and
    /// seen.
    pub(in crate::store) fn begin(&self) -> Result<()> {
        match &self.0 {
            Engine::Sqlite(connection) => Ok(connection.execute_batch("BEGIN IMMEDIATE")?),
            #[cfg(feature = "cluster")]
            Engine::Postgres(session) => session.begin(),
        }
    }

    /// Has the transaction ended by itself? A full disk can do that.
    pub(in crate::store) fn has_ended(&self) -> bool {
        match &self.0 {
            Engine::Sqlite(connection) => connection.is_autocommit(),
            #[cfg(feature = "cluster")]
            Engine::Postgres(session) => !session.is_open(),
        }
    }
}
