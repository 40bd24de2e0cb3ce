//! A session with a database server that speaks PostgreSQL. Each answer has a time limit: a server that was stopped keeps
//! its connections and never answers.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use tokio_postgres::error::SqlState;
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{IsNull, ToSql, Type, WrongType, to_sql_checked};
use tokio_postgres::{Client, Row, Statement};

use super::{Result, SqlError, Value};

/// How long an answer may take. The turn of a writer that was stopped ends before.
const LIMIT: Duration = Duration::from_secs(4);

/// How long a step to another format may take.
const LONG: Duration = Duration::from_secs(10 * 60);

/// A transaction of the only writer. A writer that does nothing for so many milliseconds loses its turn.
const BEGIN: &str = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = 2000; SELECT id FROM turn FOR UPDATE";

/// A session.
pub(in crate::store) struct Session {
    client: Client,
    /// What was prepared, by its SQL.
    statements: RefCell<HashMap<String, Statement>>,
    open: Cell<bool>,
}

impl fmt::Debug for Session {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Session").field("open", &self.open).finish_non_exhaustive()
    }
}

/// Wakes a thread that waits.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits for an answer; `None` if it does not come in time.
fn wait<F: Future>(answer: F, limit: Duration) -> Option<F::Output> {
    let (mut answer, until) = (pin!(answer), Instant::now() + limit);
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        if let Poll::Ready(answer) = answer.as_mut().poll(&mut context) {
            return Some(answer);
        }
        let left = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
        thread::park_timeout(left);
    }
}

/// Does the server end, or has it only just begun, or does it only read because another one is the first now?
fn is_of_session(state: &SqlState) -> bool {
    state.code().starts_with("08")
        || state.code().starts_with("57P")
        || *state == SqlState::READ_ONLY_SQL_TRANSACTION
}

/// An error of the server, or of the way to it.
pub(in crate::store) fn failed(error: &tokio_postgres::Error) -> SqlError {
    match error.as_db_error() {
        Some(refused) if !is_of_session(refused.code()) => {
            SqlError::Refused(format!("{} ({})", refused.message(), refused.code().code()))
        }
        Some(ended) => SqlError::Away(ended.message().to_owned()),
        None => SqlError::Away(error.source().map_or_else(|| error.to_string(), ToString::to_string)),
    }
}

impl Session {
    pub(in crate::store) fn new(client: Client) -> Session {
        Session { client, statements: RefCell::default(), open: Cell::new(true) }
    }

    pub(super) fn is_open(&self) -> bool {
        self.open.get() && !self.client.is_closed()
    }

    /// Waits for an answer. After an error of the session there are no others.
    fn answer<T>(
        &self,
        answer: impl Future<Output = std::result::Result<T, tokio_postgres::Error>>,
        limit: Duration,
    ) -> Result<T> {
        let answer = wait(answer, limit).map_or_else(
            || Err(SqlError::Away(format!("no answer for {} seconds", limit.as_secs()))),
            |answer| answer.map_err(|error| failed(&error)),
        );
        if matches!(&answer, Err(error) if error.is_away()) {
            self.open.set(false);
        }
        answer
    }

    fn prepare(&self, sql: &str) -> Result<Statement> {
        if let Some(statement) = self.statements.borrow().get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.answer(self.client.prepare(&sql.replace('?', "$")), LIMIT)?;
        self.statements.borrow_mut().insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    pub(super) fn execute(&self, sql: &str, params: &[Value]) -> Result<usize> {
        let statement = self.prepare(sql)?;
        let params: Vec<&(dyn ToSql + Sync)> = params.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
        Ok(self.answer(self.client.execute(&statement, &params), LIMIT)? as usize)
    }

    pub(super) fn rows(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>> {
        let statement = self.prepare(sql)?;
        let params: Vec<&(dyn ToSql + Sync)> = params.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
        self.answer(self.client.query(&statement, &params), LIMIT)
    }

    pub(super) fn begin(&self) -> Result<()> {
        self.answer(self.client.batch_execute(BEGIN), LIMIT)
    }

    pub(super) fn batch(&self, sql: &str) -> Result<()> {
        self.answer(self.client.batch_execute(sql), LIMIT)
    }

    /// Statements that may take long.
    pub(in crate::store) fn long_batch(&self, sql: &str) -> Result<()> {
        self.answer(self.client.batch_execute(sql), LONG)
    }
}

/// What stands in a column.
pub(super) fn value(row: &Row, number: usize) -> Result<Value> {
    let kind = row.columns()[number].type_();
    let failed = |error: tokio_postgres::Error| SqlError::Refused(error.to_string());
    macro_rules! read {
        ($type:ty, $value:expr) => {
            row.try_get::<_, Option<$type>>(number).map_err(failed)?.map_or(Value::Null, $value)
        };
    }
    Ok(match *kind {
        Type::BOOL => read!(bool, |truth| Value::Integer(truth.into())),
        Type::INT2 => read!(i16, |number| Value::Integer(number.into())),
        Type::INT4 => read!(i32, |number| Value::Integer(number.into())),
        Type::INT8 => read!(i64, Value::Integer),
        Type::FLOAT8 => read!(f64, Value::Real),
        Type::BYTEA => read!(Vec<u8>, Value::Blob),
        _ => read!(String, Value::Text),
    })
}

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> std::result::Result<IsNull, Box<dyn Error + Sync + Send>> {
        match (self, kind) {
            (Value::Null, _) => Ok(IsNull::Yes),
            (Value::Integer(number), &Type::INT8) => number.to_sql(kind, out),
            (Value::Integer(number), &Type::INT4) => i32::try_from(*number)?.to_sql(kind, out),
            (Value::Integer(number), &Type::BOOL) => (*number != 0).to_sql(kind, out),
            (Value::Real(number), &Type::FLOAT8) => number.to_sql(kind, out),
            (Value::Text(text), _) if <&str as ToSql>::accepts(kind) => text.to_sql(kind, out),
            (Value::Blob(bytes), &Type::BYTEA) => bytes.to_sql(kind, out),
            _ => Err(WrongType::new::<Value>(kind.clone()).into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

#[cfg(test)]
mod tests {
    use std::future;

    use super::*;

    #[test]
    fn an_answer_has_a_time_limit() {
        assert_eq!(wait(future::ready(1), Duration::ZERO), Some(1));
        assert_eq!(wait(future::pending::<()>(), Duration::from_millis(5)), None);
        let (send, receive) = tokio::sync::oneshot::channel();
        let later = thread::spawn(move || {
            thread::sleep(Duration::from_millis(5));
            send.send(2)
        });
        assert_eq!(wait(receive, Duration::from_secs(60)), Some(Ok(2)));
        later.join().expect("no panic").expect("a receiver");
    }
}
