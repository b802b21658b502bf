"""What `train.py` is made of: the network, the look-ahead it starts from, self-play, checkpoints."""
