"""One board as planes of bits: for each bit of a cell one int."""
