"""What `search` is made of: a tree of what was tried, playouts by a scripted policy, and a race of the first moves."""
