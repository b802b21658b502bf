"""What is said while the compiler lets the user wait."""

import functools
import sys


@functools.cache
def announce(time: str) -> None:
    """Say on standard error, once, that the first use compiles, and about how long."""
    print(f"gangzzz_env: compiling what this machine uses for the first time, {time} ...", file=sys.stderr, flush=True)


@functools.cache
def announce_wait() -> None:
    """Say on standard error, once, that another process compiles."""
    print("gangzzz_env: waiting for another program that compiles the game ...", file=sys.stderr, flush=True)
