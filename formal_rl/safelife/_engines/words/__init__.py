"""Many boards as arrays of words: one operation advances them all."""
