#!/usr/bin/env python3
"""How far failures are minimized, and how long it takes, as a table.

Over the programs of test/corpus/fail and test/quality (without its mended
ones), and a program whose failure comes after thousands of decisions. Each is
swept with the default strategy until it fails once, and the failure minimized.

"fewest" is the smallest number of unusual choices with which the program can
fail in that way, as far as it is known: what is left is the fewest when there
are none or one of them (the minimizer tries the run without any), else a
search over all schedules with 0, 1, 2, ... unusual choices says. A bug of
depth d needs at most d of them (each of its d orderings takes one preemption at
most), so a failure that is down to the fewest has at most d.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORPUS = os.path.join(ROOT, "test", "corpus")
QUALITY = os.path.join(ROOT, "test", "quality", "programs")
LONG_RUN = os.path.join(ROOT, "bench", "minimize")
SEARCH_TRIALS = 20_000


def header_flags(path):
  """What the first lines of a corpus program say of flags and trials."""
  flags = []
  with open(path, encoding="utf-8") as source:
    for line in source:
      match = re.match(r"// (\w+): (.+)$", line)
      if not match:
        break
      if match[1] == "trials":
        flags.append(f"--trials={match[2].strip()}")
      if match[1] == "flags":
        flags += match[2].split()
  return flags


def programs():
  """(project, target, flags) of everything that is measured."""
  folder = os.path.join(CORPUS, "fail")
  for name in sorted(os.listdir(folder)):
    yield (CORPUS, f"fail_{name[:-3]}",
           header_flags(os.path.join(folder, name)))
  for name in sorted(os.listdir(QUALITY)):
    if name.endswith(".cc"):
      yield QUALITY, name[:-3], ["--trials=5000"]
  yield LONG_RUN, "long_run", ["--trials=5000"]


def sweep(arguments, project, target, flags):
  """The tests of a report of one detsim-test."""
  out = os.path.join(arguments.work, os.path.basename(project))
  os.makedirs(out, exist_ok=True)
  report = os.path.join(out, "bench_report.json")
  command = [arguments.detsim_test, f"--dir={project}", f"--out={out}",
             f"--target={target}", f"--json={report}", "--jobs=2"] + flags
  result = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
  if result.returncode not in (0, 1, 4):
    sys.exit(f"exit code {result.returncode}: {' '.join(command)}\n"
             f"{result.stdout[-3000:]}")
  with open(report, encoding="utf-8") as file:
    return json.load(file)["tests"]


def fewest(arguments, project, target, flags, failure):
  """As a number, or "?" when the search ended before."""
  left = failure["minimized"]["unusual"]
  if left <= 1:
    return left
  for test in sweep(arguments, project, target, flags + [
      "--strategy=bounded", f"--trials={SEARCH_TRIALS}", "--max_failures=0",
      "--budget=20s"]):
    for other in test["failures"]:
      if other["id"] == failure["id"]:
        return min(left, other["unusual"])
    # All schedules with fewer choices have passed.
    if test.get("search", test.get("exhausted", {})).get("bound", 0) >= left - 1:
      return left
  return "?"


def measure(arguments):
  """(name, choices, unusual, left, fewest, one-minimal, runs, seconds)."""
  rows = []
  for project, target, flags in programs():
    if arguments.only and not re.search(arguments.only, target):
      continue
    tests = sweep(arguments, project, target,
                  flags + ["--minimize", "--max_failures=1"])
    failures = [failure for test in tests for failure in test["failures"]]
    for failure in failures:
      if "minimized" not in failure:
        print(f"  {target}: not minimized: {failure.get('problem', '')}")
        continue
      minimized = failure["minimized"]
      rows.append((target, failure["choices"], failure["unusual"],
                   minimized["unusual"],
                   fewest(arguments, project, target, flags, failure),
                   minimized["one_minimal"], minimized["runs"],
                   minimized["seconds"]))
      show(rows[-1])
    if not failures:
      print(f"  {target}: no failure found")
  return rows


def show(row):
  name, choices, unusual, left, least, one_minimal, runs, seconds = row
  print(f"  {name:42} {choices:8} {unusual:8} {left:5} {least!s:>7} "
        f"{'yes' if one_minimal else 'NO':>4} {runs:6} {seconds:8.2f}",
        flush=True)


def main():
  parser = argparse.ArgumentParser(description=__doc__)
  parser.add_argument("--detsim_test", required=True)
  parser.add_argument("--work", required=True)
  parser.add_argument("--only", help="regular expression for programs")
  arguments = parser.parse_args()
  print(f"  {'program':42} {'choices':>8} {'unusual':>8} {'left':>5} "
        f"{'fewest':>7} {'1min':>4} {'runs':>6} {'seconds':>8}")
  rows = measure(arguments)
  if not rows:
    sys.exit("no failure was found")
  known = [row for row in rows if row[4] != "?"]
  least = sum(row[3] <= row[4] for row in known)
  almost = sum(row[3] <= row[4] + 1 for row in known)
  seconds = [row[7] for row in rows]
  print(f"{len(rows)} failures; of {len(known)} with a known fewest "
        f"{100 * least / len(known):.0f} % come down to it, "
        f"{100 * almost / len(known):.0f} % to one more; "
        f"{sum(row[5] for row in rows)} are 1-minimal; "
        f"seconds: median {statistics.median(seconds):.2f}, "
        f"worst {max(seconds):.2f} ({max(rows, key=lambda row: row[7])[0]})")


if __name__ == "__main__":
  main()
