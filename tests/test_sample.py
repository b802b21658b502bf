"""The compiled sampler of masks."""

import numpy as np
import pytest

from gangzzz_env.sample import MaskSampler

ACTIONS, SOME = 300, [0, 7, 299]


def test_the_sampler_is_uniform_seeded_and_refuses_an_empty_mask():
    masks = np.zeros((6000, ACTIONS), np.int8)
    masks[:, SOME] = 1
    actions = MaskSampler(4).sample_batch(masks)
    assert actions.dtype == np.int64
    assert np.unique(actions, return_counts=True)[0].tolist() == SOME
    assert abs(np.bincount(actions, minlength=ACTIONS)[SOME] - 2000).max() < 200
    one = MaskSampler(4)
    assert [one.sample(mask) for mask in masks[:50]] == actions[:50].tolist()
    assert type(one.sample(masks[0].astype(bool))) is int
    masks[3] = 0
    with pytest.raises(ValueError, match="row 3"):
        one.sample_batch(masks)
    with pytest.raises(ValueError, match="no action"):
        one.sample(masks[3])
