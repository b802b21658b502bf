"""Board games as reinforcement learning environments: `from gangzzz_env import gangzzz_v0; env = gangzzz_v0.env()`."""

__version__ = "0.1.0"


def _register() -> None:
    """Enter the environments in PettingZoo's registry, where it has one (1.27 and later)."""
    try:
        from pettingzoo import aec_registry, register
    except ImportError:
        return
    for name, settings in (("gangzzz_v0", {}), ("gangzzz_deduction_v0", {"deduction": True})):
        if name not in aec_registry:
            register("aec", name, entry_point="gangzzz_env.gangzzz_v0:env", kwargs=settings)


def check(env, games: int = 2, seed: int = 0, apart: int = 31) -> None:
    """Play some games of an environment and ask everything of it that its users rely on; it takes seconds.

    Whose turn it is, masks against the rules and against trying every action, observations and spaces, payoffs and
    cumulative rewards, flags and closing turns, copies and saves, seeds, that looking changes nothing, that nothing a
    seat may not know reaches it, and types. The environment is left in the middle of its own business: reset it. What a
    new one deals without a seed is not asked, as no new one can be made of it; nor what wrappers make of observations.

    Args:
        env: a PettingZoo environment of ours, of any rules and number of players, also wrapped, of a subclass, or of a
            game that was changed (which must be in `GAMES`, as copies find it there).
        games: how many are played.
        seed: of the first, the others have the next ones.
        apart: decisions between those at which all questions are asked; the quick ones are asked at every decision.

    Raises:
        gangzzz_env.conformance.ConformanceError: an answer is wrong; the message says what was asked, in which game and
            after how many decisions, what was seen, and what is expected.
        TypeError: it is no environment of ours.
    """
    from gangzzz_env.conformance import check as check_thoroughly

    check_thoroughly(env, games, seed, apart)


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
