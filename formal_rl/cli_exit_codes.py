"""What the command line exits with; 0 where all agrees."""

DISAGREES = 1
"""Something does not agree, does not conform, or failed."""

USAGE = 2
"""What was typed is wrong: an option, or the name of something that there is not."""

OUR_FAULT = 3
"""A fault of ours was met."""

UNUSABLE = 4
"""A file or an object cannot be used: it is not there, cannot be read, loaded or written, or is of another form."""

INTERRUPTED = 130
"""It was broken off, by Ctrl-C."""

NOT_READ = 141
"""Nobody reads what is printed any more."""
