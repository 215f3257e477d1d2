"""The commands about shutdownable agents."""
