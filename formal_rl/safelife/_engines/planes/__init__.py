"""Boards as planes of bits: for each bit of a cell one int, for one board or for several of one size."""
