"""What a check found, as text, HTML, JUnit and data, and what is expected of it."""
