//! Who is let in. The server that has the pages counts connections and requests with those of its other ways in.

use std::any::Any;
use std::net::IpAddr;

/// A place of somebody, which is free again when this is dropped.
pub type Place = Box<dyn Any + Send + Sync>;

/// Counts who is here.
pub trait Door: Send + Sync {
    /// Gives a new connection from this address a place; `None` if it is refused.
    fn connection(&self, address: IpAddr) -> Option<Place>;

    /// Gives a request a place that a proxy sends on for this address; `None` if it is refused.
    fn request(&self, address: IpAddr) -> Option<Place>;

    /// Notes that something has failed.
    fn failed(&self, words: &str);
}
