"""Quick exact checks of the engines and of the guards, which `verify` runs first in every run."""
