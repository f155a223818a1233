// Requests of the learning pages.

/** @import { PositionAnalysis, Puzzle, PuzzleSummary, Setup } from "../types.js" */
import { post, request } from "../api.js";

/**
 * A position after some moves, the values of its moves if there is time to search, and a line of best moves.
 * @param {{ setup: Setup, moves?: string[], seconds?: number, line?: number }} position
 * @returns {Promise<PositionAnalysis>}
 */
export const analyzePosition = (position) => post("/api/analysis", position);

/** @param {string} game @returns {Promise<PuzzleSummary[]>} */
export const fetchPuzzles = (game) => request(`/api/games/${encodeURIComponent(game)}/puzzles`);

/** @param {string} game @param {number} number @returns {Promise<Puzzle>} */
export const fetchPuzzle = (game, number) => request(`/api/games/${encodeURIComponent(game)}/puzzles/${number}`);
