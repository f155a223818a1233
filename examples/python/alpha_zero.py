"""AlphaZero in small: self-play with tree search and a network in numpy, on 4x4 Tic-Tac-Toe with four in a line.

Each round plays games in which a Monte Carlo tree search improves the network's policy, and then trains the network on
the visits and results. Run: python examples/python/alpha_zero.py [ROUNDS]
"""

from __future__ import annotations

import sys

import numpy as np

from parlor_games import Engine, Position, new

SIMULATIONS, GAMES, EPOCHS, HIDDEN = 40, 30, 8, 64
EXPLORATION = 1.5


class Network:
    """One hidden layer, a policy head and a value head, trained by Adam."""

    def __init__(self, inputs: int, actions: int, generator: np.random.Generator) -> None:
        def weights(rows: int, columns: int) -> np.ndarray:
            return generator.normal(0, np.sqrt(2 / rows), (rows, columns))

        self.parameters = [weights(inputs, HIDDEN), np.zeros(HIDDEN), weights(HIDDEN, actions) * 0.1, np.zeros(actions)]
        self.parameters += [weights(HIDDEN, 1) * 0.1, np.zeros(1)]
        self.moments = [(np.zeros_like(p), np.zeros_like(p)) for p in self.parameters]
        self.steps = 0

    def forward(self, x: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        w1, b1, w2, b2, w3, b3 = self.parameters
        hidden = np.maximum(x @ w1 + b1, 0)
        logits = np.where(masks > 0, hidden @ w2 + b2, -1e9)
        exponents = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, exponents / exponents.sum(axis=1, keepdims=True), np.tanh(hidden @ w3 + b3)[:, 0]

    def train(self, x: np.ndarray, masks: np.ndarray, policies: np.ndarray, results: np.ndarray) -> float:
        """One step of gradient descent; returns the loss before it."""
        w2, w3 = self.parameters[2], self.parameters[4]
        hidden, p, v = self.forward(x, masks)
        loss = -(policies * np.log(p + 1e-9)).sum(axis=1).mean() + ((v - results) ** 2).mean()
        d_logits = (p - policies) * (masks > 0) / len(x)
        d_value = (2 * (v - results) * (1 - v**2) / len(x))[:, None]
        d_hidden = (d_logits @ w2.T + d_value @ w3.T) * (hidden > 0)
        pairs = [(x, d_hidden), (hidden, d_logits), (hidden, d_value)]
        gradients = [gradient for a, d in pairs for gradient in (a.T @ d, d.sum(axis=0))]
        self.steps += 1
        for parameter, (mean, square), gradient in zip(self.parameters, self.moments, gradients):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            corrected = mean / (1 - 0.9**self.steps)
            parameter -= 0.003 * corrected / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)
        return float(loss)


class Tree:
    """Monte Carlo tree search guided by a network."""

    def __init__(self, network: Network, generator: np.random.Generator) -> None:
        self.network, self.generator = network, generator
        self.nodes: dict[Position, tuple[np.ndarray, np.ndarray, np.ndarray]] = {}

    def policy(self, position: Position, noise: float) -> np.ndarray:
        """The share of visits of every action."""
        for _ in range(SIMULATIONS):
            self.simulate(position, noise)
        visits = self.nodes[position][1]
        return visits / visits.sum()

    def simulate(self, position: Position, noise: float = 0.0) -> float:
        """Value of the position for the side to move."""
        if position.is_over:
            return 0.0 if position.outcome == "draw" else -1.0
        if position not in self.nodes:
            mask = position.action_mask()
            _, p, v = self.network.forward(encode(position)[None], mask[None])
            self.nodes[position] = (p[0], np.zeros(len(mask)), np.zeros(len(mask)))
            return float(v[0])
        prior, visits, totals = self.nodes[position]
        if noise:
            prior = prior * (1 - noise) + noise * self.generator.dirichlet(np.full(len(prior), 0.5)) * (prior > 0)
        mean = totals / np.maximum(visits, 1)
        scores = np.where(prior > 0, mean + EXPLORATION * prior * np.sqrt(visits.sum() + 1) / (1 + visits), -np.inf)
        action = int(np.argmax(np.where(position.action_mask() > 0, scores, -np.inf)))
        value = -self.simulate(position.play(action))
        visits[action] += 1
        totals[action] += value
        return value


def encode(position: Position) -> np.ndarray:
    return position.observation().ravel().astype(np.float64)


def self_play(network: Network, start: Position, generator: np.random.Generator) -> list[tuple[Position, np.ndarray, float]]:
    """One game: positions, improved policies and the result for the side to move."""
    tree, position, game = Tree(network, generator), start, []
    while not position.is_over:
        policy = tree.policy(position, 0.25)
        game.append((position, policy))
        position = position.play(int(generator.choice(len(policy), p=policy)))
    sign = {"draw": 0.0}
    return [(at, policy, sign.get(position.outcome, 1.0 if position.outcome == at.turn else -1.0)) for at, policy in game]


def examples(games: list[tuple[Position, np.ndarray, float]]) -> tuple[np.ndarray, ...]:
    """Training data with all symmetries of the board."""
    rows = []
    for position, policy, result in games:
        for image, actions in position.symmetries():
            turned = np.zeros_like(policy)
            turned[actions] = policy
            rows.append((encode(image), image.action_mask(), turned, result))
    return tuple(np.array(column) for column in zip(*rows))


def score(network: Network, start: Position, games: int, generator: np.random.Generator) -> float:
    """Points against the tournament's player `clever`, a draw counting half, with both sides in turn."""
    points, opponent = 0.0, Engine("clever")
    for game in range(games):
        position, seat = start, ("first", "second")[game % 2]
        while not position.is_over:
            if position.turn == seat:
                position = position.play(int(np.argmax(Tree(network, generator).policy(position, 0.0))))
            else:
                position = position.play(opponent.search(position).move)
        points += 0.5 if position.outcome == "draw" else float(position.outcome == seat)
    return points / games


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    generator = np.random.default_rng(1)
    start = new("tic-tac-toe", size=4, win_streak=4)
    network = Network(start.observation().size, start.action_count, generator)
    print(f"before training: {score(network, start, 20, generator):.0%} against clever")
    for number in range(1, rounds + 1):
        games = [entry for _ in range(GAMES) for entry in self_play(network, start, generator)]
        data = examples(games)
        for _ in range(EPOCHS):
            order = generator.permutation(len(data[0]))
            losses = [network.train(*(column[part] for column in data)) for part in np.array_split(order, max(1, len(order) // 128))]
        print(f"round {number}: loss {np.mean(losses):.3f}, {score(network, start, 20, generator):.0%} against clever", flush=True)


if __name__ == "__main__":
    main()
