"""The published libraries as they stand, against the definitions: how their parts are called, and what comes out."""
