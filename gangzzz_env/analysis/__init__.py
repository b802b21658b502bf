"""What designers and trainers ask of many games: `play` plays them, `metrics` counts, `tables` tells."""
