"""The page of the exercises: ``python tools/exercises.py > docs/tutorials/exercises.md`` writes it."""

import sys
from itertools import groupby

from formal_rl.study import EXERCISES

INTRODUCTION = f"""# Exercises

{len(EXERCISES)} exercises; each has its notebook. `check` runs the definition beside your answer; a wrong answer gets a
hint, with the smallest counterexample where there is one. The notebooks lead up to them, and have solutions.

```python
from formal_rl.study import EXERCISES, check

print(EXERCISES["still-life"])
check("still-life", ". . .\\n. o .\\n. . .")
```
"""


def exercises() -> str:
    """Return the page."""
    lines = [INTRODUCTION]
    for notebook, group in groupby(EXERCISES, lambda name: EXERCISES[name].notebook):
        lines += [f"## [{notebook}](../../notebooks/{notebook}.md)", ""]
        lines += [*(f"* `{name}`: {EXERCISES[name]!r}" for name in group), ""]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(exercises())
