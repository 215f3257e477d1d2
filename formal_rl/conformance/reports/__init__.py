"""The report of a check, as text, HTML, JUnit and data, and expected divergences."""
