#!/usr/bin/env python3
"""What console_blocks.py takes for a command, an output and a match."""

import unittest

import console_blocks

BLOCK = """Text.

<!-- test: exit=1 -->
```console
$ detsim-test --dir=. \\
    --trials=5
5 runs in 0.1 s
...
$ ls
```

```console
$ true
```
"""


class ParseTest(unittest.TestCase):

  def test_finds_blocks_with_their_exit_codes(self):
    blocks = console_blocks.parse("a.md", BLOCK)
    self.assertEqual([(b.line, b.exit_code) for b in blocks],
                     [(4, 1), (12, 0)])

  def test_joins_continued_commands(self):
    commands = console_blocks.parse("a.md", BLOCK)[0].commands
    self.assertEqual(commands[0].text, "detsim-test --dir=. --trials=5")

  def test_output_belongs_to_the_command_before(self):
    commands = console_blocks.parse("a.md", BLOCK)[0].commands
    self.assertEqual([c.output for c in commands],
                     [["5 runs in 0.1 s", "..."], []])

  def test_unknown_note_is_an_error(self):
    text = "<!-- test: whatever -->\n```console\n$ ls\n```\n"
    with self.assertRaises(ValueError):
      console_blocks.parse("a.md", text)

  def test_skip_keeps_its_reason(self):
    text = "<!-- test: skip: needs a network -->\n```console\n$ ls\n```\n"
    self.assertEqual(console_blocks.parse("a.md", text)[0].skip,
                     "needs a network")


class MatchesTest(unittest.TestCase):

  def test_numbers_hashes_and_columns_may_differ(self):
    self.assertTrue(console_blocks.matches(
        ["a  12 runs, hash 00ff00ff00ff00ff"],
        ["a 7 runs, hash 1234567890abcdef"]))

  def test_words_may_not_differ(self):
    self.assertFalse(console_blocks.matches(["1 passed"], ["1 failed"]))

  def test_dots_stand_for_any_lines(self):
    self.assertTrue(console_blocks.matches(["a", "...", "z"],
                                           ["a", "b", "c", "z"]))
    self.assertFalse(console_blocks.matches(["a", "...", "z"], ["a", "b"]))

  def test_missing_line_is_found(self):
    self.assertFalse(console_blocks.matches(["a", "b"], ["a"]))

  def test_additional_line_is_found(self):
    self.assertFalse(console_blocks.matches(["a"], ["a", "b"]))


if __name__ == "__main__":
  unittest.main()
