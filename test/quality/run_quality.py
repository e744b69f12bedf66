#!/usr/bin/env python3
"""Checks that the default search finds the bugs of programs/, and no others.

From each of a few first seeds every program is found within TRIALS runs, and no
mended one fails in as many. Of those that seeds have to find, the rarest is found
in one of 40 runs on average (bench/search.py measures), as good as
independently: the chance that 1,000 runs miss it is 0.975^1000, less than one in
ten thousand millions. Rarer ones (treiber_stack) are small enough to be searched
after an eighth of the runs, which no seed changes.
"""

import argparse
import json
import os
import subprocess
import sys

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
FIRST_SEEDS = (1, 5001)
TRIALS = 1000


def names():
  """The programs, without their ending."""
  return sorted(name[:-3] for name in os.listdir(PROGRAMS)
                if name.endswith(".cc"))


def sweep(detsim_test, out, targets, flags, project=PROGRAMS):
  """The JSON report of one detsim-test over `targets` of a project."""
  report = os.path.join(out, "quality_report.json")
  os.makedirs(out, exist_ok=True)
  command = [detsim_test, f"--dir={project}", f"--out={out}",
             f"--target={','.join(targets)}", f"--json={report}"] + flags
  result = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
  if result.returncode not in (0, 1):
    sys.exit(f"exit code {result.returncode}: {' '.join(command)}\n"
             f"{result.stdout[-6000:]}")
  with open(report, encoding="utf-8") as file:
    return json.load(file)


def problems(report):
  """What is not as it has to be, a line each."""
  for test in report["tests"]:
    name = test["name"]
    if name.endswith("_mended"):
      if test["status"] != "passed":
        yield f"{name}: {test['status']}"
      elif not (test["runs"] == TRIALS or test["sequential"] or
                "exhausted" in test or test.get("all_schedules_seen")):
        yield f"{name}: only {test['runs']} runs"
    elif test["status"] != "failed":
      yield f"{name}: {test['status']} in {test['runs']} runs"


def main():
  parser = argparse.ArgumentParser(description=__doc__)
  parser.add_argument("--detsim_test", required=True)
  parser.add_argument("--out", required=True)
  arguments = parser.parse_args()
  targets = [target for name in names()
             for target in (name, name + "_mended")]
  wrong = []
  for seed in FIRST_SEEDS:
    report = sweep(arguments.detsim_test, arguments.out, targets,
                   [f"--seed={seed}", f"--trials={TRIALS}",
                    "--max_failures=1"])
    if len(report["tests"]) != len(targets):
      wrong.append(f"{len(report['tests'])} tests of {len(targets)}")
    wrong += [f"seed {seed}: {problem}" for problem in problems(report)]
  print("\n".join(wrong))
  return 1 if wrong else 0


if __name__ == "__main__":
  sys.exit(main())
