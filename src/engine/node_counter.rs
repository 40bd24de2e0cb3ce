//! How many positions a thread has looked at, told to all threads now and then.

use super::limits::Control;

/// One thread's count of positions.
#[derive(Default, Debug)]
pub(super) struct NodeCounter {
    nodes: u64,
    told: u64,
    look_at: u64,
}

impl NodeCounter {
    /// The positions looked at so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a position. Answers whether the search is over.
    #[inline]
    pub(super) fn step(&mut self, control: &Control<'_>) -> bool {
        self.nodes += 1;
        if self.nodes >= self.look_at {
            self.tell(control);
        }
        control.is_over()
    }

    /// Tells of the positions looked at since the last time.
    pub(super) fn tell(&mut self, control: &Control<'_>) {
        control.count(self.nodes - self.told);
        self.told = self.nodes;
        self.look_at = self.nodes + control.next_look();
    }
}
