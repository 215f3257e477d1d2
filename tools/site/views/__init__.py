"""Pages made of the ledger, the worlds and the code; their sentences stand in the Markdown files beside the modules."""
