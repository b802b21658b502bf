"""Threads that share the work on an array of games."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor


class Workers:
    """A number of threads, of which the caller's is one; the others are started when there is enough to do.

    A copy has threads of its own, and so has a process that was forked.

    Args:
        threads: how many, the caller's included.
        smallest_part: of the work; to hand less to another thread takes longer than to do it.
    """

    def __init__(self, threads: int, smallest_part: int):
        self.threads, self.smallest_part = threads, smallest_part
        self._pool = None
        self._process = None

    def run(self, count: int, function: Callable[[int, int], None]) -> None:
        """Call function(low, high) over parts of range(count), in parallel; it must release the GIL to gain by it."""
        parts = min(self.threads, count // self.smallest_part)
        if parts <= 1:
            function(0, count)
            return
        if self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self.threads - 1), os.getpid()
        ends = [count * part // parts for part in range(parts + 1)]
        running = [self._pool.submit(function, low, high) for low, high in zip(ends[1:], ends[2:])]
        function(0, ends[1])
        for part in running:
            part.result()

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = self._process = None

    def __reduce__(self):
        return Workers, (self.threads, self.smallest_part)
