#!/usr/bin/env python3
"""Every command of detsim-trace, given files that it cannot use, or only partly.

What cannot be used is one line on standard error and exit code 2, and nothing
is printed or written. What is damaged is shown up to there, with one warning.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import unittest

import trace_file

COMMANDS = {
    "view": ["view"], "stats": ["stats"], "diff": ["diff"], "html": ["html"],
    "json": ["export"], "perfetto": ["export", "--format=perfetto"],
}
SECONDS_MAX = 60

options = argparse.Namespace()


def run(*arguments, stdout=subprocess.PIPE):
  return subprocess.run([os.path.join(options.bin, "detsim-trace"),
                         *arguments], stdout=stdout, stderr=subprocess.PIPE,
                        check=False, timeout=SECONDS_MAX, cwd=options.work)


def write(name, data):
  with open(os.path.join(options.work, name), "wb") as file:
    file.write(data)
  return name


class BadInputTest(unittest.TestCase):

  @classmethod
  def setUpClass(cls):
    shutil.rmtree(options.work, ignore_errors=True)
    os.makedirs(options.work)
    cls.good = trace_file.long_run(60).encode()
    write("good.trace", cls.good)

  def command(self, name, file):
    """diff needs a second file, a good one."""
    rest = ["good.trace"] if name == "diff" else []
    return run(*COMMANDS[name], file, *rest)

  def refused(self, result, reason):
    self.assertEqual(result.returncode, 2, result)
    self.assertEqual(result.stdout, b"")
    text = result.stderr.decode()
    self.assertEqual(text.count("\n"), 1, text)
    self.assertTrue(text.startswith("detsim-trace: "), text)
    self.assertIn(reason, text)

  def every_command_refuses(self, file, reason):
    for name in COMMANDS:
      with self.subTest(command=name):
        self.refused(self.command(name, file), reason)
    self.assertFalse(os.path.exists(
        os.path.join(options.work, os.path.splitext(file)[0] + ".html")))

  def test_file_that_is_not_there(self):
    self.every_command_refuses("missing.trace", "cannot read missing.trace")
    self.every_command_refuses("missing.json", "cannot read missing.json")

  def test_folder(self):
    os.makedirs(os.path.join(options.work, "folder.trace"), exist_ok=True)
    self.every_command_refuses("folder.trace", "cannot read folder.trace")

  def test_foreign_files(self):
    self.every_command_refuses(write("empty.trace", b""), "not a detsim trace")
    self.every_command_refuses(write("text.trace", b"hello\n"),
                               "not a detsim trace")
    self.every_command_refuses(write("elf.trace", b"\x7fELF" + bytes(999)),
                               "not a detsim trace")
    self.every_command_refuses(write("list.json", b"[1, 2]"),
                               "cannot use list.json")
    self.every_command_refuses(write("cut.json", b'{"format": "det'),
                               "cannot use cut.json")
    self.every_command_refuses(write("bytes.json", b"\xff\xfe\x00"),
                               "cannot use bytes.json")

  def test_newer_version(self):
    self.every_command_refuses(
        write("newer.trace", self.good[:8] + b"\x09" + self.good[9:]),
        "trace version 9; this detsim reads versions 1 to 2")

  def test_last_version_is_still_read(self):
    write("old.trace", trace_file.long_run(60, version=1).encode())
    for name in COMMANDS:
      with self.subTest(command=name):
        result = self.command(name, "old.trace")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
    old, new = (json.loads(run("export", file).stdout)
                for file in ("old.trace", "good.trace"))
    self.assertEqual(old, new)

  def test_run_that_was_cut_off_anywhere(self):
    for size in range(16, len(self.good), len(self.good) // 23):
      file = write("torn.trace", self.good[:size])
      for name in COMMANDS:
        with self.subTest(size=size, command=name):
          result = self.command(name, file)
          self.assertEqual(result.returncode, 0, result)
          self.assertEqual(result.stderr.count(b"\n"), 1, result.stderr)
          self.assertIn(b"warning: torn.trace: ", result.stderr)

  def test_flipped_bits(self):
    numbers = random.Random(6)
    for _ in range(60):
      data = bytearray(self.good)
      for _ in range(numbers.choice((1, 8))):
        data[numbers.randrange(len(data))] ^= 1 << numbers.randrange(8)
      file = write("flipped.trace", data)
      for name in COMMANDS:
        with self.subTest(data=data.hex(), command=name):
          result = self.command(name, file)
          self.assertIn(result.returncode, (0, 2), result)
          self.assertLessEqual(result.stderr.count(b"\n"), 1, result.stderr)
          if result.returncode == 0 and COMMANDS[name][0] == "export":
            json.loads(result.stdout)

  def test_runs_of_two_tests_are_compared_with_a_warning(self):
    other = trace_file.long_run(60)
    other.test = "Other\nTest"
    result = run("diff", "good.trace", write("other.trace", other.encode()))
    self.assertEqual(result.returncode, 0, result)
    self.assertRegex(result.stderr, rb"^detsim-trace: warning: these are runs "
                     rb"of two tests: \S+ and Other Test\n$")

  def test_words_that_make_no_sense(self):
    self.refused(run("show", "good.trace"), "there is no command 'show'")
    self.refused(run("view"), "view needs a FILE")
    self.refused(run("stats", "good.trace", "good.trace"), "takes fewer files")
    self.refused(run("export", "good.trace", "--format=xml"),
                 "--format is json or perfetto")
    self.refused(run("diff", "good.trace"), "has no other form beside it")
    self.refused(run("view", "good.trace", "--thread=T99"), "there are main")
    self.refused(run("view", "good.trace", "--limit=-1"), "--limit=-1")

  def test_what_cannot_be_written_is_said(self):
    self.refused(run("html", "good.trace", "--out=/proc/page.html"),
                 "cannot write /proc/page.html")
    self.refused(run("export", "good.trace", "--out=/proc/run.json"),
                 "cannot write /proc/run.json")
    for command in COMMANDS:
      if command == "html":
        continue
      with open("/dev/full", "wb") as full, self.subTest(command=command):
        rest = ["good.trace"] if command == "diff" else []
        result = run(*COMMANDS[command], "good.trace", *rest, stdout=full)
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"cannot write: No space left", result.stderr)

  def test_page_never_takes_the_place_of_the_run(self):
    write("run.html", self.good)
    self.refused(run("html", "run.html"), "--out=FILE")

  def test_dot_in_a_folder_is_no_ending(self):
    os.makedirs(os.path.join(options.work, "v1.2"), exist_ok=True)
    write("v1.2/run", self.good)
    self.assertEqual(run("html", "v1.2/run").stdout, b"v1.2/run.html\n")

  def test_other_form_that_is_damaged_leaves_the_one_that_is_named(self):
    write("pair.trace", self.good)
    write("pair.min.trace", b"nothing")
    for name in ("pair.trace", "pair.min.trace"):
      result = run("html", name)
      self.assertEqual(result.stderr.count(b"\n"), 1)
      self.assertEqual(result.returncode, 0 if name == "pair.trace" else 2)


if __name__ == "__main__":
  parser = argparse.ArgumentParser(description=__doc__)
  parser.add_argument("--bin", required=True, help="folder of the tools")
  parser.add_argument("--work", required=True, help="folder to work in")
  options, unittest_arguments = parser.parse_known_args()
  options.work = os.path.abspath(options.work)
  unittest.main(argv=sys.argv[:1] + unittest_arguments)
