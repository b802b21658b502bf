"""A trained agent for the tests of this folder."""

import pytest


@pytest.fixture(scope="session")
def trained(tmp_path_factory):
    """The folder of a run that was not stopped."""
    pytest.importorskip("sb3_contrib", reason="the extra `train` is not installed")
    from tests.agents.training import run

    return run(tmp_path_factory.mktemp("run") / "whole")
