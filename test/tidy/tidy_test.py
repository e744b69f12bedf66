#!/usr/bin/env python3
"""Checks the repository against the rules of rules.py and tables.py.

Prints one line a problem, path:line: what, and exits 1 if there is any.
"""

import os
import subprocess
import sys

import rules
import tables

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))


def read_tree():
  """Every file that git knows or would add; ignored ones are not ours."""
  listing = subprocess.run(
      ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached",
       "--others", "--exclude-standard"], cwd=ROOT, stdout=subprocess.PIPE,
      check=True).stdout.decode()
  texts = {}
  for path in listing.split("\0"):
    full = os.path.join(ROOT, path)
    if path and os.path.isfile(full):
      with open(full, encoding="utf-8", errors="replace") as file:
        texts[path] = file.read()
  return rules.Tree(texts)


def main():
  tree = read_tree()
  problems = []
  for rule in rules.ALL + tables.ALL:
    problems += rule(tree)
  for problem in problems:
    print(f"{problem.path}:{problem.line}: {problem.what}")
  print(f"{len(tree.texts)} files, {len(problems)} problems")
  return 1 if problems else 0


if __name__ == "__main__":
  sys.exit(main())
