"""How implementations of each shape are recognised, called and compared; what is plain Python goes into scripts."""
