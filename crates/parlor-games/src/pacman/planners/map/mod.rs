//! Explicit graph of the chases of a board, and the planning problem over it.

pub(crate) mod bisimulation;
pub(crate) mod chase_graph;
pub(crate) mod graph_problem;
pub(crate) mod predecessors;
pub(crate) mod reachable_pellets;
pub(crate) mod strong_components;
