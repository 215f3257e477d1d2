"""Files are written whole or not at all."""

import os
from pathlib import Path

import pytest

from formal_rl.checking.whole_files import write_whole


def test_a_file_is_written_and_replaced(tmp_path):
    """A file is written, then replaced, and nothing else is left."""
    path = tmp_path / "run.json"
    write_whole(path, "o ⌢ n\n")
    write_whole(path, "two\n")

    assert [each.name for each in tmp_path.iterdir()] == ["run.json"]
    assert path.read_bytes() == b"two\n"


def test_a_failure_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    """Where writing fails half-way, the file is as it was, and nothing else is left."""
    path = tmp_path / "run.json"
    path.write_text("before", "utf-8")

    def failing(self, text, encoding):
        self.write_bytes(text[:2].encode())
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", failing)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "after")

    assert [each.name for each in tmp_path.iterdir()] == ["run.json"]
    assert path.read_text("utf-8") == "before"


def test_what_is_no_file_is_not_replaced(tmp_path):
    """A pipe is written to, and is a pipe still; a directory is refused."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, "text")

    assert os.read(reading, 10) == b"text"
    assert pipe.is_fifo()
    os.close(reading)
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, "text")
