"""Which parts of a statement reject which of its mutants: measured, and kept as data of the package.

`formal-rl verify` stops a mutant at the first part that rejects it. Here every mutant meets every part.

* Each row of the ledger is run in a child process: its check, then each of its mutants, to the end. A mutant has two
  minutes; what it has not reached by then is unknown. So is what comes after a part that raises.
* Machine mutants (`tools/mutants`) stand beside them. For each row some are drawn, by a seed, of the definitions that
  cite it. The check of the row is run on each, and every part that does not come out as expected is counted. Also
  counted is the part in which the check raises or does not end.
* Each row is written, as soon as it is known, as a line of a journal in `.mutants`. A run that was stopped reads
  it and goes on. The file is named after what was asked and the contents of the package.
* The data are `tools/kills/kills.json`; `formal-rl explain --all` shows them, and a page of the site sums them up.
"""
