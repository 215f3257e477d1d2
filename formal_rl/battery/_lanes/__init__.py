"""Many runs of the published learners side by side in arrays, in any reading."""
