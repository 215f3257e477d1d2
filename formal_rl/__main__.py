"""Run ``python -m formal_rl`` as ``formal-rl``."""

from formal_rl.cli import run

run()
