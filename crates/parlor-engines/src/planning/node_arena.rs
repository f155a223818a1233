//! Arena of search nodes with a hash index: every state is stored once, with the action that led to it.

use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

/// Index of a node in a [`NodeArena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// Nodes are numbered from 0 in the order of their insertion.
    pub fn index(self) -> u32 {
        self.0
    }
}

#[derive(Debug)]
struct Node<S, A> {
    state: S,
    parent: NodeId,
    action: Option<A>,
    cost: u32,
}

/// Arena of nodes and an open-addressing hash table of indices into it. Whole states are compared, because equal keys
/// do not prove equal states.
#[derive(Debug)]
pub struct NodeArena<S, A> {
    nodes: Vec<Node<S, A>>,
    /// High half: tag (part of the key), low half: index + 1. Zero marks a free slot.
    table: Vec<u64>,
    memory: usize,
}

/// The memory limit of the arena was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemoryError;

/// Result of [`NodeArena::insert`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    New(NodeId),
    /// The state was in the arena already.
    Existing(NodeId),
}

impl Inserted {
    pub fn id(self) -> NodeId {
        match self {
            Inserted::New(id) | Inserted::Existing(id) => id,
        }
    }
}

impl<S: Clone + Eq + Hash, A: Copy> NodeArena<S, A> {
    /// An empty arena that uses at most about `memory` bytes.
    pub fn new(memory: usize) -> NodeArena<S, A> {
        NodeArena { nodes: Vec::new(), table: vec![0; 1 << 12], memory }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn state(&self, id: NodeId) -> &S {
        &self.nodes[id.0 as usize].state
    }

    /// Number of actions on the path from the start.
    pub fn cost(&self, id: NodeId) -> u32 {
        self.nodes[id.0 as usize].cost
    }

    /// The node with this index.
    ///
    /// # Panics
    /// Not here, but in `state` and the like, if there is no such node.
    pub fn id_at(&self, index: usize) -> NodeId {
        NodeId(index as u32)
    }

    pub fn find(&self, state: &S) -> Option<NodeId> {
        self.find_slot(state, key_of(state)).ok()
    }

    /// The node of `state`, or the free slot where it belongs.
    fn find_slot(&self, state: &S, key: u64) -> Result<NodeId, usize> {
        let mask = self.table.len() - 1;
        let mut slot = key as usize & mask;
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                return Err(slot);
            }
            let index = entry as u32 - 1;
            // The tag tells most states apart without an access to the node.
            if tag_of(entry) == tag_of(key) && self.nodes[index as usize].state == *state {
                return Ok(NodeId(index));
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Inserts a state with its parent and action, unless it is in the arena already.
    pub fn insert(&mut self, state: &S, from: Option<(NodeId, A)>) -> Result<Inserted, OutOfMemoryError> {
        if (self.nodes.len() + 1) * 2 > self.table.len() {
            self.grow_table()?;
        }
        let key = key_of(state);
        let slot = match self.find_slot(state, key) {
            Ok(id) => return Ok(Inserted::Existing(id)),
            Err(slot) => slot,
        };
        let id = NodeId(u32::try_from(self.nodes.len()).ok().filter(|&id| id < u32::MAX - 1).ok_or(OutOfMemoryError)?);
        if self.nodes.len() == self.nodes.capacity() {
            self.grow_nodes()?;
        }
        self.table[slot] = tag_of(key) | u64::from(id.0 + 1);
        let cost = from.map_or(0, |(parent, _)| self.cost(parent) + 1);
        let (parent, action) = from.map_or((id, None), |(parent, action)| (parent, Some(action)));
        self.nodes.push(Node { state: state.clone(), parent, action, cost });
        Ok(Inserted::New(id))
    }

    /// Like `insert`, for an arena that is not a tree: stores `action` without a parent.
    pub fn insert_with_action(&mut self, state: &S, action: A) -> Result<Inserted, OutOfMemoryError> {
        let inserted = self.insert(state, None)?;
        if let Inserted::New(id) = inserted {
            self.nodes[id.0 as usize].action = Some(action);
        }
        Ok(inserted)
    }

    pub fn action(&self, id: NodeId) -> Option<A> {
        self.nodes[id.0 as usize].action
    }

    /// Gives a node a new parent, after a cheaper path to it was found.
    pub fn set_parent(&mut self, id: NodeId, parent: NodeId, action: A) {
        let cost = self.cost(parent) + 1;
        let node = &mut self.nodes[id.0 as usize];
        (node.parent, node.action, node.cost) = (parent, Some(action), cost);
    }

    /// The actions from the start to `id`.
    pub fn path(&self, mut id: NodeId) -> Vec<A> {
        let mut actions = Vec::new();
        while let Some(action) = self.nodes[id.0 as usize].action {
            actions.push(action);
            id = self.nodes[id.0 as usize].parent;
        }
        actions.reverse();
        actions
    }

    /// Grows the node vector by half: doubling would waste up to half of the memory.
    fn grow_nodes(&mut self) -> Result<(), OutOfMemoryError> {
        let node_size = size_of::<Node<S, A>>();
        let held = self.nodes.capacity() * node_size + self.table.len() * size_of::<u64>();
        let more = (self.nodes.capacity() / 2).max(1 << 10);
        // While it grows, the vector exists twice.
        if held + (self.nodes.capacity() + more) * node_size > self.memory {
            return Err(OutOfMemoryError);
        }
        self.nodes.try_reserve_exact(more).map_err(|_| OutOfMemoryError)
    }

    /// Doubles the hash table.
    fn grow_table(&mut self) -> Result<(), OutOfMemoryError> {
        let size = self.table.len() * 2;
        let held = self.nodes.capacity() * size_of::<Node<S, A>>() + self.table.len() * size_of::<u64>();
        if held + size * size_of::<u64>() > self.memory {
            return Err(OutOfMemoryError);
        }
        let mut table = Vec::new();
        table.try_reserve_exact(size).map_err(|_| OutOfMemoryError)?;
        table.resize(size, 0);
        for (index, node) in self.nodes.iter().enumerate() {
            let key = key_of(&node.state);
            let mut slot = key as usize & (size - 1);
            while table[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            table[slot] = tag_of(key) | (index as u64 + 1);
        }
        self.table = table;
        Ok(())
    }
}

fn tag_of(key: u64) -> u64 {
    key & !u64::from(u32::MAX)
}

fn key_of<S: Hash>(state: &S) -> u64 {
    BuildHasherDefault::<KeyHasher>::default().hash_one(state)
}

/// Fast hasher: multiplies each word by the golden ratio (Fibonacci hashing).
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}
