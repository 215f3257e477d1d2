"""The battery for readers: runs in several processes, reports, and Tables 1 and 3 to compare."""
