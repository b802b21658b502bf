OBSERVATION_SIZE = 8
from gangzzz_env.jit import rule


@rule
def observe(view, out):
    out[:] = 0

from gangzzz_env.jit import entry


@entry
def observe_all(views, low, high, observations):
    for k in range(low, high):
        observe(views[k], observations[k])
