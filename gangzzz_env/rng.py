"""Random numbers of a game: small fast counting generators (sfc32, Doty-Humphrey, PractRand), each four u4 words.

A generator is an array u4[4] inside the game's record, so a copy of the game rolls the same dice.
"""

import numpy as np

from gangzzz_env.jit import rule

WORD = 0xFFFFFFFF


@rule
def next_word(random):
    """The next 32 random bits, as an int64 in 0..2**32 - 1."""
    a = np.int64(random[0])
    b = np.int64(random[1])
    c = np.int64(random[2])
    counter = np.int64(random[3])
    result = (a + b + counter) & WORD
    random[0] = np.uint32(b ^ (b >> 9))
    random[1] = np.uint32((c + (c << 3)) & WORD)
    random[2] = np.uint32((((c << 21) | (c >> 11)) + result) & WORD)
    random[3] = np.uint32((counter + 1) & WORD)
    return result


@rule
def below(random, n):
    """A uniform integer in 0..n - 1 (Lemire's multiplication; the bias is under n / 2**32)."""
    return (next_word(random) * n) >> 32


@rule
def seed_stream(random, a, b, c):
    """Start the generator from three words, as sfc32 prescribes: counter 1, twelve numbers thrown away."""
    random[0] = np.uint32(a)
    random[1] = np.uint32(b)
    random[2] = np.uint32(c)
    random[3] = np.uint32(1)
    for _ in range(12):
        next_word(random)


@rule
def shuffle(random, items, count):
    """Put the first `count` of `items` in a uniformly random order (Fisher-Yates, from the end)."""
    for i in range(count - 1, 0, -1):
        j = below(random, i + 1)
        items[i], items[j] = items[j], items[i]


def seed_words(seed: int, count: int = 4) -> np.ndarray:
    """The u4[count] words that start a game of this seed (numpy's SeedSequence)."""
    return np.random.SeedSequence(seed).generate_state(count)
