"""One claim, one search, one stage of purity and one runner, for histories and for plain data."""
