"""The recorded runs of SafeLife: a module for each file."""
