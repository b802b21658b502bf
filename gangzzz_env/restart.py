"""When a batch starts the game that follows one that is over: what compiled code is told of the autoreset mode."""

from enum import IntEnum


class Restart(IntEnum):
    """By the names of Gymnasium's modes; never is DISABLED."""

    NEVER = 0
    NEXT_STEP = 1
    SAME_STEP = 2
