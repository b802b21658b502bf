OBSERVATION_SIZE = 8
from gangzzz_env.jit import rule
@rule
def observe(view, out):
    out[:] = 0
