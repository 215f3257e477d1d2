"""Many runs of the learners that draw, side by side in arrays, in any reading."""
