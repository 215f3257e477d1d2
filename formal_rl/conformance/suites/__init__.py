"""The suites: which claims there are about which definition."""
