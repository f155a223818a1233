"""Steps per second of Parlor's environments, side by side with others.

All loops run in this process, one after the other, on one thread. Seconds are those of the processor, so that other
programs on the machine matter little. In a virtual environment the other packages are installed first; one that cannot
be installed is listed with the reason. Run: python examples/python/measure_speed.py [SECONDS]
"""

from __future__ import annotations

import os

# One thread for numpy and JAX, before they are imported.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import copy
import importlib.util
import random
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from parlor_games import VectorEnv, new
from parlor_games.courses.four_in_a_row import Game

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
GAMES = 1024
# The other packages: the module that is imported, and what pip installs.
OTHERS = {
    "pyspiel": ["open_spiel"],
    "pettingzoo": ["pettingzoo[classic]"],
    "pgx": ["pgx"],
    "envpool": ["envpool"],
    "pufferlib": ["pufferlib"],
}
INSTALL_SECONDS = 300
# Why a module could not be installed.
REASONS: dict[str, str] = {}


def install_others() -> None:
    """Install what is missing, without another version of numpy, and note the reasons of failures."""
    for module, packages in OTHERS.items():
        if importlib.util.find_spec(module) is not None:
            continue
        if sys.prefix == sys.base_prefix:
            REASONS[module] = "not in a virtual environment"
            continue
        print(f"installing {' '.join(packages)}", flush=True)
        command = [sys.executable, "-m", "pip", "install", "--quiet", f"numpy=={np.__version__}", *packages]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_SECONDS)
        except subprocess.TimeoutExpired:
            REASONS[module] = f"pip took longer than {INSTALL_SECONDS} s"
            continue
        if done.returncode != 0:
            lines = [line.strip() for line in done.stderr.splitlines() if "rror" in line]
            REASONS[module] = lines[-1] if lines else f"pip ended with status {done.returncode}"
    importlib.invalidate_caches()


def measure(name: str, steps: Callable[[], int]) -> None:
    """Print the best of three rates. `steps` runs a piece of work and returns its number of steps."""
    try:
        steps()
    except ImportError as error:
        module = (error.name or "").split(".")[0]
        print(f"{name:<52} not installed: {REASONS.get(module, error)}", flush=True)
        return
    rates = []
    for _ in range(3):
        done, started = 0, time.process_time()
        while time.process_time() - started < SECONDS / 3:
            done += steps()
        rates.append(done / (time.process_time() - started))
    print(f"{name:<52} {max(rates) / 1e6:9.3f} M/s", flush=True)


def parlor_single() -> int:
    """Random games of single positions. The random numbers are drawn beforehand, here and for OpenSpiel."""
    steps, draws = 0, DRAWS
    for game in range(50):
        position = START
        actions = position.legal_actions()
        while actions:
            position = position.play(actions[draws[steps] % len(actions)])
            steps += 1
            actions = position.legal_actions()
    return steps


def open_spiel_single(with_tensors: bool = False) -> int:
    import pyspiel

    game = pyspiel.load_game("connect_four")
    steps, draws = 0, DRAWS
    for _ in range(50):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[draws[steps] % len(actions)])
            if with_tensors:
                state.observation_tensor(0)
            steps += 1
    return steps


def pettingzoo_single(make: Callable[[], object]) -> Callable[[], int]:
    environments: list = []

    def steps() -> int:
        if not environments:
            environments.append(make())
        environment, count = environments[0], 0
        for _ in range(3):
            environment.reset(seed=1)
            for agent in environment.agent_iter():
                observation, _, terminated, truncated, _ = environment.last()
                if terminated or truncated:
                    environment.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                environment.step(int(legal[DRAWS[count] % len(legal)]))
                count += 1
        return count

    return steps


def pettingzoo_connect_four() -> object:
    from pettingzoo.classic import connect_four_v3

    return connect_four_v3.env()


def parlor_aec() -> object:
    from parlor_games.envs import aec

    return aec.env("four-in-a-row")


def batched(game: str, has_policy: bool, **options: object) -> Callable[[], int]:
    """A batch of games, with a random policy in numpy or with actions drawn by the environment."""
    env = VectorEnv(game, GAMES, seed=1, autoreset="same-step", **options)
    observations, masks, rewards, terminations, actions = env.arrays()
    env.reset(observations, masks)
    generator = np.random.default_rng(1)

    def steps() -> int:
        for _ in range(20):
            if has_policy:
                choose(masks, generator, out=actions)
            else:
                env.sample(actions)
            env.step(actions, observations, masks, rewards, terminations)
        return 20 * GAMES

    return steps


def step_only(game: str, **options: object) -> Callable[[], int]:
    """Steps with actions that were recorded before, from the start to the end of the recording."""
    env = VectorEnv(game, GAMES, seed=1, autoreset="same-step", **options)
    observations, masks, rewards, terminations, actions = env.arrays()
    env.reset(observations, masks, seed=1)
    recording = []
    for _ in range(100):
        env.sample(actions)
        recording.append(actions.copy())
        env.step(actions, observations, masks, rewards, terminations)

    def steps() -> int:
        env.reset(observations, masks, seed=1)
        for recorded in recording:
            env.step(recorded, observations, masks, rewards, terminations)
        return len(recording) * GAMES

    return steps


def pgx_batched() -> Callable[[], int]:
    states: list = []

    def steps() -> int:
        import jax
        import jax.numpy as jnp
        import pgx

        if not states:
            env = pgx.make("connect_four")

            def act(key, state):
                logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
                return jax.random.categorical(key, logits)

            def step(state, key):
                keys = jax.random.split(key, GAMES)
                actions = jax.vmap(act)(keys, state)
                state = jax.vmap(pgx.experimental.auto_reset(env.step, env.init))(state, actions, keys)
                return state, None

            @jax.jit
            def run(state, key):
                return jax.lax.scan(step, state, jax.random.split(key, 20))[0]

            state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), GAMES))
            states.extend([run, run(state, jax.random.PRNGKey(1)), jax.random.PRNGKey(2)])
        states[1] = states[0](states[1], states[2])
        states[1].observation.block_until_ready()
        return 20 * GAMES

    return steps


def envpool_batched() -> Callable[[], int]:
    """The random policy of `batched` over envpool's games, which are stepped by one thread of its own."""
    state: list = []
    generator = np.random.default_rng(1)

    def steps() -> int:
        import envpool

        if not state:
            env = envpool.make("ConnectFour-v1", env_type="gymnasium", num_envs=GAMES, num_threads=1, seed=1)
            _, info = env.reset()
            state.extend([env, info["legal_action_mask"]])
        env, masks = state
        for _ in range(20):
            *_, info = env.step(choose(masks, generator).astype(np.int32))
            masks = info["legal_action_mask"]
        state[1] = masks
        return 20 * GAMES

    return steps


def pufferlib_batched() -> Callable[[], int]:
    """Random columns, since PufferLib's Connect4 has no masks."""
    state: list = []
    generator = np.random.default_rng(1)

    def steps() -> int:
        from pufferlib.ocean.connect4.connect4 import Connect4

        if not state:
            state.append(Connect4(num_envs=GAMES))
            state[0].reset()
        for _ in range(20):
            state[0].step(generator.integers(0, 7, GAMES))
        return 20 * GAMES

    return steps


def copies(make: Callable[[], object]) -> Callable[[], int]:
    original = make()

    def steps() -> int:
        for _ in range(1000):
            original.copy()
        return 1000

    return steps


def course_copies() -> int:
    game = Game()
    for _ in range(1000):
        copy.copy(game)
    return 1000


def choose(masks: np.ndarray, generator: np.random.Generator, out: np.ndarray | None = None) -> np.ndarray:
    """A random legal action of each game: its mask as a number, and a random row of the table of its legal actions."""
    numbers = np.packbits(masks, axis=1, bitorder="little")[:, 0].astype(np.intp)
    numbers += generator.integers(0, 256, GAMES, dtype=np.uint8).astype(np.intp) << 7
    return np.take(CHOICES, numbers, out=out)


def choices() -> np.ndarray:
    """For 256 random numbers and every mask of seven actions, one of its legal actions."""
    table = np.zeros((256, 128), np.int64)
    for mask in range(1, 128):
        legal = [action for action in range(7) if mask >> action & 1]
        table[:, mask] = [legal[number * len(legal) // 256] for number in range(256)]
    return table.ravel()


CHOICES = choices()
START = new("four-in-a-row")
DRAWS = [random.Random(1).randrange(1 << 20) for _ in range(42 * 60)]


def main() -> None:
    install_others()
    print(f"parlor_games on {GAMES} games, numpy {np.__version__}, Python {sys.version.split()[0]}, one thread")
    measure("Four in a Row, single: Parlor", parlor_single)
    measure("Four in a Row, single: OpenSpiel", open_spiel_single)
    measure("Four in a Row, single: OpenSpiel with tensors", lambda: open_spiel_single(True))
    measure("Four in a Row, AEC: Parlor", pettingzoo_single(parlor_aec))
    measure("Four in a Row, AEC: PettingZoo", pettingzoo_single(pettingzoo_connect_four))
    measure("Four in a Row, batched, numpy policy: Parlor", batched("four-in-a-row", True))
    measure("Four in a Row, batched, own random actions: Parlor", batched("four-in-a-row", False))
    measure("Four in a Row, batched, step only: Parlor", step_only("four-in-a-row"))
    measure("Four in a Row, batched, compiled policy: pgx", pgx_batched())
    measure("Four in a Row, batched, numpy policy: envpool", envpool_batched())
    measure("Four in a Row, batched, random columns: PufferLib", pufferlib_batched())
    measure("Reversi, batched, own random actions: Parlor", batched("reversi", False))
    measure("Reversi, batched, step only: Parlor", step_only("reversi"))
    measure("Tic-Tac-Toe 9x9, own random actions: Parlor", batched("tic-tac-toe", False, size=9, win_streak=5))
    measure("Tic-Tac-Toe 9x9, step only: Parlor", step_only("tic-tac-toe", size=9, win_streak=5))
    measure("Knights, batched, step only: Parlor", step_only("knights"))
    measure("copies of a position: Parlor", copies(lambda: new("four-in-a-row", position="4453")))
    measure("copy.copy of the course's Game: Parlor", course_copies)


if __name__ == "__main__":
    main()
