"""Recognise, call and compare implementations of each shape; scripts copy the plain Python parts."""
