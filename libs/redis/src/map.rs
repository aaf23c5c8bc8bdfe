//! Which master serves which slots.

use std::sync::Arc;

use crate::address::NodeAddress;
use crate::node::Node;
use crate::partition::partition_tag;
use crate::slot::{SLOTS, slot_of};

/// No master serves the slot.
const NOBODY: u16 = u16::MAX;

/// The masters as they were last seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Map {
    pub(crate) masters: Vec<Arc<Node>>,
    /// For each slot the position of its master; empty when one master serves all.
    owners: Vec<u16>,
}

impl Map {
    /// One master for everything.
    pub(crate) fn of_one(master: Arc<Node>) -> Self {
        Self {
            masters: vec![master],
            owners: Vec::new(),
        }
    }

    /// Masters of a cluster and the ranges of slots that each serves.
    pub(crate) fn of_many(masters: Vec<Arc<Node>>, ranges: &[(usize, u16, u16)]) -> Self {
        let mut owners = vec![NOBODY; usize::from(SLOTS)];
        for (master, first, last) in ranges {
            let (first, last) = (usize::from(*first), usize::from((*last).min(SLOTS - 1)));
            if first <= last {
                owners[first..=last].fill(u16::try_from(*master).unwrap_or(NOBODY));
            }
        }
        Self { masters, owners }
    }

    /// The master of a slot; of a call without a key, any.
    pub(crate) fn owner(&self, slot: Option<u16>) -> Option<&Arc<Node>> {
        match slot {
            Some(slot) if !self.owners.is_empty() => {
                let owner = self.owners.get(usize::from(slot))?;
                self.masters.get(usize::from(*owner))
            }
            _ => self.masters.first(),
        }
    }

    /// Whether calls have to be told apart by slot.
    pub(crate) fn is_cluster(&self) -> bool {
        !self.owners.is_empty()
    }

    /// The slot is served by this node.
    pub(crate) fn assign(&mut self, slot: u16, node: &Arc<Node>) {
        let known = self.masters.iter().position(|master| Arc::ptr_eq(master, node));
        let position = known.unwrap_or_else(|| {
            self.masters.push(Arc::clone(node));
            self.masters.len() - 1
        });
        if let (Some(owner), Ok(position)) = (self.owners.get_mut(usize::from(slot)), u16::try_from(position)) {
            *owner = position;
        }
    }

    pub(crate) fn node_at(&self, address: &NodeAddress) -> Option<&Arc<Node>> {
        self.masters.iter().find(|node| node.address == *address)
    }

    /// For each master that serves any partition, the first one that it serves.
    pub(crate) fn partitions(&self) -> Vec<(Arc<Node>, u8)> {
        let mut found: Vec<(Arc<Node>, u8)> = Vec::new();
        for partition in 0..=u8::MAX {
            let slot = slot_of(partition_tag(partition).as_bytes());
            let Some(master) = self.owner(Some(slot)) else {
                continue;
            };
            if found.iter().all(|(known, _)| !Arc::ptr_eq(known, master)) {
                found.push((Arc::clone(master), partition));
            }
        }
        found
    }

    /// Whether every partition has a master.
    pub(crate) fn is_complete(&self) -> bool {
        !self.masters.is_empty() && self.owners.iter().all(|owner| *owner != NOBODY)
    }
}

impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        self.masters.len() == other.masters.len()
            && self
                .masters
                .iter()
                .zip(&other.masters)
                .all(|(one, two)| Arc::ptr_eq(one, two))
            && self.owners == other.owners
    }
}
