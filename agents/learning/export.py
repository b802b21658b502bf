"""Write a learned agent as ONNX, to be played without torch, SB3 and this package's network.

`python -m agents.learning.export CHECKPOINT -o agent.onnx`. The file makes the same moves. Its batch axis n is free:

| input | | |
|---|---|---|
| `seen` | int8[n, SEEN] | what the seats to move see: `agents.learning.seen.seen(views, masks, adviser)` |
| `mask` | int8[n, 755] | 1 for what is legal |

| output | | |
|---|---|---|
| `logits` | float64[n, 755] | rounded to 6 decimals, minus infinity where the mask is 0 |
| `actions` | int64[n] | the first of the highest logits: the move |

A row of `seen` is the observation (`gangzzz_env.games.gangzzz.observation_sections`), how the seats stand
(`agents.learning.standing`), and two digits to base 100, highest first, of the adviser's action + 1, or 0 for none. The
file's entry `adviser` names the adviser; none if it is empty.

The file's further entries are those of the checkpoint's configuration, as JSON.
"""

import json
import logging
import operator
import sys
import warnings
from pathlib import Path

from agents.learning import checkpoint, scoring
from agents.learning.presets import TEACHER
from agents.learning.seen import SEEN
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import Parser, writable_file, writable_folder, write_whole

INPUTS, OUTPUTS = ["seen", "mask"], ["logits", "actions"]
NOISY = ("torch.onnx", "onnx_ir")  # loggers that warn of what does not matter here
EXAMPLES = 8  # rows of the batch that torch follows through the network


def parser() -> Parser:
    """The command line."""
    parser = Parser(prog="agents.learning.export", description=__doc__.partition("\n")[0])
    parser.add_argument("checkpoint", metavar="CHECKPOINT", help="folder of a run of train.py, or of a checkpoint")
    parser.add_argument("-o", "--out", required=True, metavar="FILE", help="the ONNX file to write")
    return parser


def main(argv: list[str] | None = None) -> int:
    """Export a checkpoint; returns the exit code."""
    program = parser()
    arguments = program.parse_args(argv)
    out = Path(arguments.out)
    try:
        import onnx
        import onnxscript  # noqa: F401 what torch writes ONNX by
        import torch  # noqa: F401
    except ImportError as error:
        program.error(f'export needs the package {error.name}: pip install "gangzzz_env[export]"')
    try:
        found = checkpoint.find(arguments.checkpoint)
        config = checkpoint.read_config(found)
        checkpoint.read_options(found, config)
        network = checkpoint.read_network(found)
        writable_folder(out.parent)
        writable_file(out)
    except ValueError as error:
        program.error(str(error))
    print("exporting takes about half a minute ...")
    model = exported(network.double())
    onnx.helper.set_model_props(model, entries(config))
    write_whole(out, model.SerializeToString())
    print(f"wrote {out}")
    return 0


def entries(config: dict) -> dict[str, str]:
    """What the file says of itself: the adviser's name, empty for none, and the configuration."""
    adviser = TEACHER if config["options"]["start"] == "lookahead" else ""
    return {"adviser": adviser} | {name: json.dumps(value) for name, value in config.items()}


def exported(network):
    """The ONNX model of a network `ActorCritic` in double precision."""
    import torch

    n = torch.export.Dim("n")
    seen = torch.zeros(EXAMPLES, SEEN, dtype=torch.int8)
    mask = torch.ones(EXAMPLES, GAME.num_actions, dtype=torch.int8)
    for name in NOISY:
        logging.getLogger(name).setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.onnx.export(
            _player(network),
            (seen, mask),
            input_names=INPUTS,
            output_names=OUTPUTS,
            dynamic_shapes=({0: n}, {0: n}),
            custom_translation_table={operator.le: _is_within},
            external_data=False,
            dynamo=True,
            verbose=False,
        ).model_proto


def _player(network):
    """A module of torch: the network asked for every decision, so that nothing depends on what the batch holds."""
    import torch

    from agents.learned import DECIMALS

    class Player(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.network = network

        def forward(self, seen, mask):
            observations = seen.double()
            facts = scoring.facts(network, observations)
            scores = scoring.scores(network, observations, facts, range(len(scoring.ASKED)))
            logits = torch.round(scores @ network.weights * 10.0**DECIMALS) / 10.0**DECIMALS
            logits = logits.masked_fill(mask == 0, -torch.inf)
            return logits, logits.argmax(1)

    return Player().eval()


def _is_within(size, bound):
    """Whether a size is within its bound: torch asks so of sizes that are known when the network runs, and the answer,
    always yes, is used by nothing.
    """
    from onnxscript import opset18

    return opset18.Constant(value_int=1)


if __name__ == "__main__":
    sys.exit(main())
