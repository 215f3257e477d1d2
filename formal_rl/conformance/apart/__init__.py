"""Code that may hang, exit or print: it runs in a worker, or is a process that answers lines of JSON."""
