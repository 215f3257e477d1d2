"""The examples of Alexander et al. 2021, Section 3, and Alexander et al. 2022, Section 3; offered by `environments`."""
