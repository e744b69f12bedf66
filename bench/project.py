#!/usr/bin/env python3
"""Measures what detsim costs for one project: to rewrite, to build, for a run.

All in seconds of processor time, user and system, of all processes that are
started, so that a busy machine changes little:

  rewrite  detsim-rewrite over the units that the build has compiled, in one
           process that writes nothing
  build    what detsim-test takes from an empty output folder until the first
           run could start: to configure, compile and link, and to list the
           tests. The launcher rewrites and compiles in one go, so this is the
           whole without the seconds of `rewrite`
  sweep    detsim-test on that build, without what it takes when no test is
           selected; a run is one test under one seed. `one seed` is the same
           for the whole suite under the first seed alone

  bench/project.py --bin=build/bin --out=OUT PROJECT [FLAGS] [-- ARGUMENTS]

FLAGS and ARGUMENTS are those of detsim-test. OUT is deleted first.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys

from rewrite import words_of

# What no test is called.
NO_TEST = "bench.project.py"
NOTHING_TO_RUN = 2
NOT_MEASURED = (2, 3, 130)


class Cost:
  """Processor seconds of a command and all that it starts, and its words."""

  def __init__(self, command, accepted):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    self.seconds = (after.ru_utime - before.ru_utime) + (after.ru_stime -
                                                         before.ru_stime)
    self.text = done.stdout
    if not accepted(done.returncode):
      sys.exit(f"project.py: exit code {done.returncode} of\n"
               f"  {' '.join(command)}\n{self.text[-4000:]}")


def scope_of(flags, project, build):
  """The scope of detsim-test, said so that it holds in any folder."""
  given = [entry for flag in flags if flag.startswith("--scope=")
           for entry in flag.split("=", 1)[1].split(",")]
  added = [entry[1:] if entry.startswith("+") else entry for entry in given]
  only = [entry for entry in given if not entry.startswith(("+", "!"))]
  return added + [build] + ([] if only else [project])


def rewriting(tools, project, out, flags):
  """Cost of rewriting what was built."""
  build = os.path.join(out, "build")
  with open(os.path.join(build, "compile_commands.json"),
            encoding="utf-8") as file:
    entries = json.load(file)
  built = []
  for entry in entries:
    words = words_of(entry)
    made = words[words.index("-o") + 1]
    if os.path.exists(os.path.join(entry["directory"], made)):
      built.append({"directory": entry["directory"], "file": entry["file"],
                    "arguments": words})
  work = os.path.join(out, "bench")
  os.makedirs(work)
  with open(os.path.join(work, "compile_commands.json"), "w",
            encoding="utf-8") as file:
    json.dump(built, file)
  return Cost([os.path.join(tools, "detsim-rewrite"), "--dir=" + work,
               "--dry_run", "--jobs=1",
               "--scope=" + ",".join(scope_of(flags, project, build))],
              lambda code: code == 0)


class Suite:
  """detsim-test for one project and one output folder."""

  def __init__(self, tools, project, out, flags, arguments):
    self.command = [os.path.join(tools, "detsim-test"), "--dir=" + project,
                    "--out=" + out, *flags]
    self.arguments = arguments
    self.report = os.path.join(out, "report.json")

  def no_test(self):
    return Cost([*self.command, "--filter=" + NO_TEST, *self.arguments],
                lambda code: code == NOTHING_TO_RUN)

  def sweep(self, *flags):
    """The cost, and what the report says of it."""
    cost = Cost([*self.command, *flags, *self.arguments],
                lambda code: code not in NOT_MEASURED)
    with open(self.report, encoding="utf-8") as file:
      return cost, json.load(file)


def statuses(report):
  counts = {}
  for test in report["tests"]:
    counts[test["status"]] = counts.get(test["status"], 0) + 1
  sequential = sum(test["sequential"] for test in report["tests"])
  named = ", ".join(f"{count} {status}" for status, count in counts.items())
  return f"{named}; {sequential} sequential"


def measure_build(tools, suite, project, out, flags):
  shutil.rmtree(out, ignore_errors=True)
  whole = suite.no_test()
  if f"--filter={NO_TEST} matches no test" not in whole.text:
    sys.exit(f"project.py: nothing was built:\n{whole.text[-4000:]}")
  rewrite = rewriting(tools, project, out, flags)
  print(rewrite.text.splitlines()[-1])
  print(f"rewrite {rewrite.seconds:.1f} s, build "
        f"{whole.seconds - rewrite.seconds:.1f} s", flush=True)


def measure_sweep(suite):
  idle = suite.no_test().seconds
  one, first = suite.sweep("--trials=1")
  print(f"one seed {one.seconds - idle:.2f} s, "
        f"{first['totals']['runs']} runs", flush=True)
  sweep, report = suite.sweep()
  runs = report["totals"]["runs"]
  seconds = sweep.seconds - idle
  print(f"sweep {seconds:.2f} s, {runs} runs, {seconds / runs * 1000:.2f} ms a "
        f"run; {report['totals']['failing_runs']} failing; "
        f"{statuses(report)}")


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument("--bin", default="build/bin")
  parser.add_argument("--out", required=True)
  parser.add_argument("--only", choices=["build", "sweep"],
                      help="leave the other out; OUT has a build for a sweep")
  parser.add_argument("project")
  words = sys.argv[1:]
  end = words.index("--") if "--" in words else len(words)
  own, flags = parser.parse_known_args(words[:end])
  tools, out, project = map(os.path.abspath, (own.bin, own.out, own.project))
  suite = Suite(tools, project, out, flags, words[end:])

  if own.only != "sweep":
    measure_build(tools, suite, project, out, flags)
  if own.only != "build":
    measure_sweep(suite)


if __name__ == "__main__":
  main()
