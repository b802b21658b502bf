"""Board games as reinforcement learning environments: `from gangzzz_env import gangzzz_v0; env = gangzzz_v0.env()`."""

__version__ = "0.1.0"


def _register() -> None:
    """Enter the environments in PettingZoo's registry, where it has one (1.27 and later)."""
    try:
        from pettingzoo import aec_registry, register
    except ImportError:
        return
    if "gangzzz_v0" not in aec_registry:
        register("aec", "gangzzz_v0", entry_point="gangzzz_env.gangzzz_v0:env")


def _register_in_gymnasium() -> None:
    """Enter one seat against agents in Gymnasium's registry."""
    import gymnasium

    if "gangzzz_env/Gangzzz-v0" not in gymnasium.registry:
        gymnasium.register(
            "gangzzz_env/Gangzzz-v0",
            entry_point="gangzzz_env.gangzzz_v0:make_gym",
            vector_entry_point="gangzzz_env.gangzzz_v0:make_gym_vec",
        )


_register()
_register_in_gymnasium()
