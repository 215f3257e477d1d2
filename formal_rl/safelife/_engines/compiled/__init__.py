"""Kernels: loops over arrays that numba compiles where it is installed and somebody asks for it."""
