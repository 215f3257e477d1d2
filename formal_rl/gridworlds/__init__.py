"""Gridworlds for shutdownable agents; empty until the DREST definitions arrive."""
