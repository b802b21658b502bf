"""What `train.py` is made of: the network, the clone of greedy, self-play, checkpoints."""
