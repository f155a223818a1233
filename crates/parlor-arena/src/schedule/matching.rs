//! Perfect matching in a general graph, by Edmonds' blossom algorithm.

use std::collections::VecDeque;

/// Whether the vertices of a graph can be divided into pairs of neighbors.
pub(super) fn has_perfect_matching(vertices: usize, is_edge: impl Fn(usize, usize) -> bool) -> bool {
    let neighbors: Vec<Vec<usize>> =
        (0..vertices).map(|one| (0..vertices).filter(|&two| two != one && is_edge(one, two)).collect()).collect();
    let mut search = Search::new(neighbors);
    (0..vertices).all(|root| search.partner[root].is_some() || search.augment(root))
}

/// Search for augmenting paths.
struct Search {
    neighbors: Vec<Vec<usize>>,
    partner: Vec<Option<usize>>,
    /// Vertex before this one on the alternating path from the root.
    parent: Vec<Option<usize>>,
    /// Base of the contracted blossom that a vertex belongs to.
    base: Vec<usize>,
    is_outer: Vec<bool>,
}

impl Search {
    fn new(neighbors: Vec<Vec<usize>>) -> Search {
        let size = neighbors.len();
        Search {
            neighbors,
            partner: vec![None; size],
            parent: vec![None; size],
            base: (0..size).collect(),
            is_outer: vec![false; size],
        }
    }

    /// Looks for an augmenting path from an unmatched vertex, and matches along it.
    fn augment(&mut self, root: usize) -> bool {
        self.parent.fill(None);
        self.is_outer.fill(false);
        self.base.iter_mut().enumerate().for_each(|(vertex, base)| *base = vertex);
        self.is_outer[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(vertex) = queue.pop_front() {
            for index in 0..self.neighbors[vertex].len() {
                let next = self.neighbors[vertex][index];
                if self.base[vertex] == self.base[next] || self.partner[vertex] == Some(next) {
                    continue;
                }
                let closes_cycle = next == root || self.partner[next].is_some_and(|mate| self.parent[mate].is_some());
                if closes_cycle {
                    self.contract(vertex, next, &mut queue);
                } else if self.parent[next].is_none() {
                    self.parent[next] = Some(vertex);
                    match self.partner[next] {
                        None => {
                            self.flip_path(next);
                            return true;
                        }
                        Some(mate) => {
                            self.is_outer[mate] = true;
                            queue.push_back(mate);
                        }
                    }
                }
            }
        }
        false
    }

    /// Contracts the odd cycle that the edge between two outer vertices closes.
    fn contract(&mut self, one: usize, two: usize, queue: &mut VecDeque<usize>) {
        let base = self.common_base(one, two);
        let mut in_blossom = vec![false; self.base.len()];
        self.mark_path(one, base, two, &mut in_blossom);
        self.mark_path(two, base, one, &mut in_blossom);
        for vertex in 0..self.base.len() {
            if in_blossom[self.base[vertex]] {
                self.base[vertex] = base;
                if !self.is_outer[vertex] {
                    self.is_outer[vertex] = true;
                    queue.push_back(vertex);
                }
            }
        }
    }

    fn common_base(&self, one: usize, two: usize) -> usize {
        let mut seen = vec![false; self.base.len()];
        let mut vertex = self.base[one];
        loop {
            seen[vertex] = true;
            let Some(mate) = self.partner[vertex] else { break };
            let Some(parent) = self.parent[mate] else { break };
            vertex = self.base[parent];
        }
        let mut vertex = self.base[two];
        while !seen[vertex] {
            let Some(parent) = self.partner[vertex].and_then(|mate| self.parent[mate]) else { break };
            vertex = self.base[parent];
        }
        vertex
    }

    fn mark_path(&mut self, mut vertex: usize, base: usize, mut child: usize, in_blossom: &mut [bool]) {
        while self.base[vertex] != base {
            let Some(mate) = self.partner[vertex] else { break };
            in_blossom[self.base[vertex]] = true;
            in_blossom[self.base[mate]] = true;
            self.parent[vertex] = Some(child);
            child = mate;
            let Some(parent) = self.parent[mate] else { break };
            vertex = parent;
        }
    }

    fn flip_path(&mut self, end: usize) {
        let mut vertex = Some(end);
        while let Some(current) = vertex {
            let Some(parent) = self.parent[current] else { break };
            let next = self.partner[parent];
            self.partner[current] = Some(parent);
            self.partner[parent] = Some(current);
            vertex = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::random::SplitMix64;

    use super::*;

    /// Recursive oracle: matches the first free vertex with every neighbor in turn.
    fn oracle(free: &mut Vec<usize>, is_edge: &impl Fn(usize, usize) -> bool) -> bool {
        let Some(first) = free.pop() else { return true };
        for index in 0..free.len() {
            if is_edge(first, free[index]) {
                let mut rest = free.clone();
                rest.remove(index);
                if oracle(&mut rest, is_edge) {
                    return true;
                }
            }
        }
        false
    }

    #[test]
    fn agrees_with_exhaustive_search_on_random_graphs() {
        let mut random = SplitMix64::new(1);
        let mut found = [0, 0];
        for case in 0..3000 {
            let size = 2 * (1 + random.below(5));
            let density = 1 + case % 6;
            let edges: Vec<Vec<bool>> =
                (0..size).map(|_| (0..size).map(|_| random.below(10) < density).collect()).collect();
            let is_edge = |one: usize, two: usize| edges[one.min(two)][one.max(two)];
            let expected = oracle(&mut (0..size).collect(), &is_edge);
            found[usize::from(expected)] += 1;
            assert_eq!(has_perfect_matching(size, is_edge), expected, "{edges:?}");
        }
        assert!(found.iter().all(|count| *count > 300), "{found:?}");
    }
}
