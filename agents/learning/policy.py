"""The network as a policy of sb3-contrib's MaskablePPO."""

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

from agents.learning.network import WIDTH, ActorCritic


class TargetPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy with `ActorCritic` of some width for its network, whose logits are the actions' own."""

    def __init__(self, *args, width: int = WIDTH, **kwargs):
        self.width = width
        super().__init__(*args, ortho_init=False, **kwargs)

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = ActorCritic(self.width)

    def _build(self, lr_schedule) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def load_network(self, network: ActorCritic, value: nn.Linear) -> None:
        """Take the weights of a network and of the layer that says its value."""
        self.mlp_extractor.load_state_dict(network.state_dict())
        self.value_net.load_state_dict(value.state_dict())


def masked_logits(network: ActorCritic, observations: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """The logits of legal actions, minus infinity elsewhere."""
    return network.forward_actor(observations).masked_fill(~masks, -torch.inf)
