#!/usr/bin/env python3
"""Measures the rewriter: time and memory over the units of real projects.

For each unit, one after the other in one go: the compiler's syntax check, the
rewriter, and if asked clang-tidy with one check; processor time, so that a busy
machine changes little. Then the launcher twice over the unit, for its own work
when nothing has changed: the processor time of its process without that of the
compiler that it starts.

  bench/rewrite.py --bin=build/bin PROJECT/build/compile_commands.json ...
"""

import argparse
import json
import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile

CHECK = "bugprone-use-after-move"


class Cost:
  """What one process took, its children included but for `own_ms`."""

  def __init__(self, command, folder):
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    errors = process.stderr.read()
    # Still there to be asked, as a zombie.
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    with open(f"/proc/{process.pid}/schedstat", encoding="ascii") as file:
      self.own_ms = int(file.read().split()[0]) / 1e6
    _, self.status, usage = os.wait4(process.pid, 0)
    process.returncode = self.status
    self.seconds = usage.ru_utime + usage.ru_stime
    self.memory_mb = usage.ru_maxrss / 1024
    if self.status != 0:
      sys.exit(f"rewrite.py: {command[0]} failed:\n{errors.decode()[:2000]}")


def words_of(entry):
  words = entry.get("arguments") or shlex.split(entry["command"])
  # A launcher, with its flags, may stand before the compiler.
  while words[0].startswith("-") or not os.path.basename(words[0]).startswith(
      ("clang", "g++", "gcc", "c++", "cc")):
    words = words[1:]
  return ["clang++-22" if "++" in words[0] else "clang-22", *words[1:]]


def without_output(words):
  kept, skip = [], False
  for word in words:
    if skip or word in ("-c", "-MD", "-MMD"):
      skip = False
    elif word in ("-o", "-MF", "-MT", "-MQ"):
      skip = True
    else:
      kept.append(word)
  return kept


def measure(tools, entry, root, work, tidy):
  folder = entry["directory"]
  words = without_output(words_of(entry)) + ["-w"]
  database = os.path.join(work, "compile_commands.json")
  with open(database, "w", encoding="utf-8") as file:
    json.dump([{"directory": folder, "file": entry["file"],
                "arguments": [words[0], "-c", *words[1:]]}], file)
  row = {}
  row["syntax"] = Cost([words[0], "-fsyntax-only", *words[1:]], folder)
  row["rewrite"] = Cost(
      [os.path.join(tools, "detsim-rewrite"), "--dir=" + work, "--dry_run",
       "--jobs=1", "--scope=" + root], folder)
  if tidy:
    row["tidy"] = Cost(["clang-tidy-22", "--quiet", "--checks=-*," + CHECK,
                        "-p", work, entry["file"]], folder)
  config = os.path.join(work, "cc.json")
  with open(config, "w", encoding="utf-8") as file:
    json.dump({"version": 1, "state_dir": os.path.join(work, "state"),
               "scope": [root]}, file)
  launched = [os.path.join(tools, "detsim-cc"), "--config=" + config,
              words[0], "-c", *words[1:], "-o", os.path.join(work, "a.o")]
  Cost(launched, folder)
  row["again"] = Cost(launched, folder)
  return row


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument("--bin", default="build/bin")
  parser.add_argument("--units", type=int, default=10, help="of each project")
  parser.add_argument("--root", default="", help="the scope; other units are left out")
  parser.add_argument("--tidy", action="store_true")
  parser.add_argument("databases", nargs="+")
  arguments = parser.parse_args()
  tools = os.path.abspath(arguments.bin)
  print(f"{'units':>5} {'syntax s':>9} {'rewrite':>8} {'tidy':>6} "
        f"{'again ms':>9} {'MB':>5}  database")
  for path in arguments.databases:
    with open(path, encoding="utf-8") as file:
      entries = [entry for entry in json.load(file)
                 if os.path.abspath(entry["file"]).startswith(arguments.root)
                 and not entry["file"].endswith((".s", ".S"))]
    # Spread over the list: neighbours are alike.
    step = max(1, len(entries) // arguments.units)
    entries = entries[::step][:arguments.units]
    root = arguments.root or os.path.commonpath(
        [os.path.abspath(entry["file"]) for entry in entries])
    rows = []
    for entry in entries:
      with tempfile.TemporaryDirectory() as work:
        rows.append(measure(tools, entry, root, work, arguments.tidy))
    syntax = sum(row["syntax"].seconds for row in rows)
    ratio = sum(row["rewrite"].seconds for row in rows) / syntax
    tidy = (sum(row["tidy"].seconds for row in rows) / syntax
            if arguments.tidy else 0)
    again = statistics.median(row["again"].own_ms for row in rows)
    memory = max(row["rewrite"].memory_mb for row in rows)
    print(f"{len(rows):5} {syntax:9.2f} {ratio:8.2f} {tidy:6.2f} {again:9.1f} "
          f"{memory:5.0f}  {path}", flush=True)


if __name__ == "__main__":
  resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
  main()
