"""Many runs of the published Q-learner side by side in arrays."""
