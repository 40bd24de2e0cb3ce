//! The node counter of a thread, which is added to the count of all threads from time to time.

use super::limits::Control;

/// The node counter of one thread.
#[derive(Default, Debug)]
pub(super) struct NodeCounter {
    nodes: u64,
    counted: u64,
    look_at: u64,
}

impl NodeCounter {
    /// The nodes counted so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node. Returns whether the search is over.
    #[inline]
    pub(super) fn step(&mut self, control: &Control<'_>) -> bool {
        self.nodes += 1;
        if self.nodes >= self.look_at {
            self.tell(control);
        }
        control.is_over()
    }

    /// Adds the nodes counted since the last call to the count of all threads.
    pub(super) fn tell(&mut self, control: &Control<'_>) {
        control.count(self.nodes - self.counted);
        self.counted = self.nodes;
        self.look_at = self.nodes + control.next_look();
    }
}
