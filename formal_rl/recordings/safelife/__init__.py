"""The recorded runs of SafeLife: an index, and files of arrays."""
