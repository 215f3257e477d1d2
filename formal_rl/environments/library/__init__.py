"""The environments of the published library that are not in the papers; offered by `environments`."""
