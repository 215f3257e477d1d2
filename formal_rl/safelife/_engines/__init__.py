"""The optimised engine, planes of bits in ints, and loops that numba compiles."""
