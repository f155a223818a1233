//! Tests of the games through the public API, and of every game in the catalog.

mod bad_input;
mod conformance;
mod engine_limits;
mod engines;
mod four_in_a_row_engine;
mod four_in_a_row_solver;
mod knights_perfect;
mod own_sets;
mod pacman_planners;
mod pacman_rules;
mod perft;
mod proof_nodes;
mod puzzles;
mod reversi_endgame;
mod reversi_search;
mod scenes;
mod search_traces;
mod sets;
mod setups;
mod tic_tac_toe_genius;
mod tic_tac_toe_prover;
mod translations;
mod typed_laws;
