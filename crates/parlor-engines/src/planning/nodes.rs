//! Every state a search has met, once, with the step that led to it.

use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

/// A node by its place in `Nodes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// Nodes are numbered from 0 in the order in which they were made.
    pub fn place(self) -> u32 {
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

/// An arena and an open-addressing table of places in it. States are compared whole: equal keys are no proof.
#[derive(Debug)]
pub struct Nodes<S, A> {
    arena: Vec<Node<S, A>>,
    /// High half: part of the key, low half: place + 1. Zero is free.
    table: Vec<u64>,
    memory: usize,
}

/// The arena is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

/// What `Nodes::meet` found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    New(NodeId),
    Known(NodeId),
}

impl<S: Clone + Eq + Hash, A: Copy> Nodes<S, A> {
    /// Keeps to about `memory` bytes.
    pub fn new(memory: usize) -> Nodes<S, A> {
        Nodes { arena: Vec::new(), table: vec![0; 1 << 12], memory }
    }

    pub fn len(&self) -> usize {
        self.arena.len()
    }

    pub fn is_empty(&self) -> bool {
        self.arena.is_empty()
    }

    pub fn state(&self, id: NodeId) -> &S {
        &self.arena[id.0 as usize].state
    }

    pub fn cost(&self, id: NodeId) -> u32 {
        self.arena[id.0 as usize].cost
    }

    /// # Panics
    /// Later, in `state` and the like, if there are not more nodes than `place`.
    pub fn id_at(&self, place: usize) -> NodeId {
        NodeId(place as u32)
    }

    pub fn find(&self, state: &S) -> Option<NodeId> {
        self.look_up(state, key_of(state)).ok()
    }

    /// The node of `state`, or the slot of the table where it belongs.
    fn look_up(&self, state: &S, key: u64) -> Result<NodeId, usize> {
        let mask = self.table.len() - 1;
        let mut slot = key as usize & mask;
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                return Err(slot);
            }
            let place = entry as u32 - 1;
            // The tag first: most other states are told apart without a look into the arena.
            if tag_of(entry) == tag_of(key) && self.arena[place as usize].state == *state {
                return Ok(NodeId(place));
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The node of `state`, made if it was not met before.
    pub fn meet(&mut self, state: &S, from: Option<(NodeId, A)>) -> Result<Met, OutOfMemory> {
        if (self.arena.len() + 1) * 2 > self.table.len() {
            self.grow()?;
        }
        let key = key_of(state);
        let slot = match self.look_up(state, key) {
            Ok(id) => return Ok(Met::Known(id)),
            Err(slot) => slot,
        };
        let id = NodeId(u32::try_from(self.arena.len()).ok().filter(|&id| id < u32::MAX - 1).ok_or(OutOfMemory)?);
        if self.arena.len() == self.arena.capacity() {
            self.reserve()?;
        }
        self.table[slot] = tag_of(key) | u64::from(id.0 + 1);
        let cost = from.map_or(0, |(parent, _)| self.cost(parent) + 1);
        let (parent, action) = from.map_or((id, None), |(parent, action)| (parent, Some(action)));
        self.arena.push(Node { state: state.clone(), parent, action, cost });
        Ok(Met::New(id))
    }

    /// Like `meet`, for a table that is no tree: `action` is kept as a note on the state.
    pub fn meet_by(&mut self, state: &S, action: A) -> Result<Met, OutOfMemory> {
        let met = self.meet(state, None)?;
        if let Met::New(id) = met {
            self.arena[id.0 as usize].action = Some(action);
        }
        Ok(met)
    }

    pub fn action(&self, id: NodeId) -> Option<A> {
        self.arena[id.0 as usize].action
    }

    /// A cheaper way to a known node.
    pub fn reroute(&mut self, id: NodeId, parent: NodeId, action: A) {
        let cost = self.cost(parent) + 1;
        let node = &mut self.arena[id.0 as usize];
        (node.parent, node.action, node.cost) = (parent, Some(action), cost);
    }

    /// The actions from the start to `id`.
    pub fn path(&self, mut id: NodeId) -> Vec<A> {
        let mut actions = Vec::new();
        while let Some(action) = self.arena[id.0 as usize].action {
            actions.push(action);
            id = self.arena[id.0 as usize].parent;
        }
        actions.reverse();
        actions
    }

    /// More room in the arena: half as much again, as doubling would waste up to half of the memory.
    fn reserve(&mut self) -> Result<(), OutOfMemory> {
        let node = size_of::<Node<S, A>>();
        let held = self.arena.capacity() * node + self.table.len() * size_of::<u64>();
        let more = (self.arena.capacity() / 2).max(1 << 10);
        // While it grows the arena exists twice.
        if held + (self.arena.capacity() + more) * node > self.memory {
            return Err(OutOfMemory);
        }
        self.arena.try_reserve_exact(more).map_err(|_| OutOfMemory)
    }

    fn grow(&mut self) -> Result<(), OutOfMemory> {
        let size = self.table.len() * 2;
        let held = self.arena.capacity() * size_of::<Node<S, A>>() + self.table.len() * size_of::<u64>();
        if held + size * size_of::<u64>() > self.memory {
            return Err(OutOfMemory);
        }
        let mut table = Vec::new();
        table.try_reserve_exact(size).map_err(|_| OutOfMemory)?;
        table.resize(size, 0);
        for (place, node) in self.arena.iter().enumerate() {
            let key = key_of(&node.state);
            let mut slot = key as usize & (size - 1);
            while table[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            table[slot] = tag_of(key) | (place as u64 + 1);
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

/// Takes a ready key as it is and mixes anything else into it (Fibonacci hashing).
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
