"""The game's random numbers in plain Python: what the engine's generators will roll next."""

WORD = 2**32


class Generator:
    """sfc32 from the four words of a generator of the engine."""

    def __init__(self, words: list[int]):
        self.words = words

    def below(self, n: int) -> int:
        a, b, c, counter = self.words
        result = (a + b + counter) % WORD
        turned = (c << 21 | c >> 11) % WORD
        self.words = [b ^ b >> 9, (c + (c << 3)) % WORD, (turned + result) % WORD, (counter + 1) % WORD]
        return result * n // WORD
