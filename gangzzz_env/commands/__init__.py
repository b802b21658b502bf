"""The commands of `gangzzz`, that is `python -m gangzzz_env`: a file for each, `add` names its arguments and `run`."""
