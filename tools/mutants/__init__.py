"""Machine mutation as a tool of the house: what `formal-rl verify` kills, what only the tests kill, what survives.

A *mutant* is the package with one small change in one function (`generation.py` has the kinds of changes). Which of
them a run looks at is drawn by a seed.

* No file of the work tree is ever changed. A process that has the package imported forks a child for each mutant, and
  the change is made in the child's memory.
* Where the changed function has not run when the package was imported, is plain or a method, and is found under its
  name, the child puts the changed code into it (`__code__`). Else the child forgets every module of the package and
  imports them again, the changed one from its changed source. Both give the program that the changed file would give.
* Each row of the ledger was run once without a change, with markers in the code, and what it ran is kept in a file, by
  the contents of the files it ran. A row is asked about a mutant only if its check, its mutants or the import ran the
  changed place: else it cannot tell the difference.
* First the self-checks that `verify` always runs are asked, then the rows that the function cites (a private one: its
  module cites), then the other rows, each time from cheap to dear; all checks before all mutants; the first kill ends
  it. A mutant is *killed by verify* if a check does not reproduce its verdict, a mutant is not rejected, something
  raises, the process dies, or there is no end in ten times the processor time that the row needs.
* What survives is shown to its tests: up to ten files of `proofs_as_tests` that name the function, import its module or
  are of its room, and that ran the changed place when they were run once without a change. Tests that run a row again,
  or a browser, are left out.
* Each outcome is written, as soon as it is known, as a line of a journal in `.mutants`. A run that is killed and
  started again reads it and goes on. The file is named after the seed, the choice, and the contents of the sources.

Not changed: annotations, decorators, f-strings and other texts, what is outside of functions, `__repr__` and `__str__`,
and the modules that draw pictures or pages.
"""
