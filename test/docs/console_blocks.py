"""Finds the console blocks of a Markdown file, and compares their output.

A block starts with ```console. Lines that start with "$ " are commands, one a
line or continued with a backslash; what follows is their output, in which a
line "..." stands for any number of lines. An HTML comment right before the
block says more:

    <!-- test: exit=1 -->       the last command's exit code, 0 if not said
    <!-- test: skip: reason --> not executed, and why
"""

import re
from collections import namedtuple

Command = namedtuple("Command", "line text output")
Block = namedtuple("Block", "path line commands exit_code skip")


def _commands(lines, first_line):
  commands = []
  index = 0
  while index < len(lines):
    line = lines[index]
    if line.startswith("$ "):
      start = index
      text = line[2:]
      while text.endswith("\\") and index + 1 < len(lines):
        index += 1
        text = text[:-1] + lines[index].strip()
      commands.append(Command(first_line + start, text, []))
    elif commands:
      commands[-1].output.append(line)
    else:
      raise ValueError(f"line {first_line + index}: output before a command")
    index += 1
  return commands


def parse(path, text):
  """The console blocks of `text`."""
  blocks = []
  lines = text.split("\n")
  index = 0
  while index < len(lines):
    if lines[index].strip() != "```console":
      index += 1
      continue
    start = index
    end = next((i for i in range(start + 1, len(lines))
                if lines[i].strip() == "```"), None)
    if end is None:
      raise ValueError(f"{path}:{start + 1}: the block does not end")
    note = re.fullmatch(r"<!-- test: (.*) -->",
                        lines[start - 1].strip() if start else "")
    exit_code, skip = 0, None
    if note and note[1].startswith("skip: "):
      skip = note[1][len("skip: "):]
    elif note:
      match = re.fullmatch(r"exit=(\d+)", note[1])
      if not match:
        raise ValueError(f"{path}:{start}: 'test: {note[1]}' is neither "
                         "exit=N nor skip: REASON")
      exit_code = int(match[1])
    blocks.append(Block(path, start + 1,
                        _commands(lines[start + 1:end], start + 2), exit_code,
                        skip))
    index = end + 1
  return blocks


def normal(line):
  """A line without what varies: durations, numbers, hashes, column widths."""
  line = re.sub(r"\b(\d+(\.\d+)? (h|min|s|ms)\b ?)+", "DURATION ", line)
  line = re.sub(r"\b[0-9a-f]{12,16}\b", "HASH", line)
  line = re.sub(r"\d+(\.\d+)?", "N", line)
  return re.sub(r"\s+", " ", line).strip()


def matches(expected, actual):
  """True if the lines `expected` describe the lines `actual`."""
  expected = [normal(line) for line in expected]
  actual = [normal(line) for line in actual]
  while actual and not actual[-1]:
    actual.pop()
  while expected and not expected[-1]:
    expected.pop()

  def match_from(i, j):
    while i < len(expected):
      if expected[i] == "...":
        return any(match_from(i + 1, k) for k in range(j, len(actual) + 1))
      if j >= len(actual) or expected[i] != actual[j]:
        return False
      i, j = i + 1, j + 1
    return j == len(actual)

  return match_from(0, 0)
