"""The two optimised engines: planes of bits in ints for one board, words in arrays for many boards."""
