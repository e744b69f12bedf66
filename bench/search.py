#!/usr/bin/env python3
"""Runs to the first failure on the programs of test/quality, as a table.

For each program the mean over FIRST_SEEDS sweeps with different first seeds, how
many of them found the bug within TRIALS runs, and the mean of the best published
search on the program that it is modelled on. Those were published for the
programs of that name in SCTBench and ConVul, under their own definition of an
event; the names in brackets say where: Wolff et al. (RFF, with PERIOD, POS and
QLearning measured beside it) and Zhao et al. (SURW), both ASPLOS.

With --public=DIR the same for those programs themselves: a CMake project with
an executable of each of their names, which is not part of detsim; and the runs
per second of processor time that they take, failing or not.
"""

import argparse
import os
import resource
import statistics
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "test", "quality"))

# pylint: disable=wrong-import-position
import run_quality

FIRST_SEEDS = 20
SEED_STEP = 100_003
TRIALS = 10_000
# Program: best published mean, and whose.
PUBLISHED = {
    "account": (1.0, "POS"),
    "carter01": (1.0, "random walk"),
    "circular_buffer": (1.6, "RFF"),
    "deadlock01": (1.0, "QLearning"),
    "last_one_out": (11.2, "SURW"),
    "lazy01": (2.0, "SURW"),
    "pipe": (1.0, "RFF"),
    "queue": (1.0, "RFF"),
    "reorder_10": (5.8, "RFF"),
    "reorder_3": (6.0, "PERIOD"),
    "stringbuffer": (8.3, "SURW without selection"),
    "two_keys": (13.0, "PERIOD"),
    "twostage": (4.0, "PERIOD"),
    "wronglock": (1.0, "RFF"),
}
# The public programs, likewise.
PUBLIC = {
    "account": (1.0, "POS"),
    "carter01": (1.0, "QLearning"),
    "circular_buffer": (1.6, "POS"),
    "deadlock01": (1.0, "QLearning"),
    "lazy01": (2.0, "SURW"),
    "queue": (1.0, "POS"),
    "reorder_3": (6.0, "PERIOD"),
    "reorder_10": (5.8, "RFF"),
    "twostage": (4.0, "PERIOD"),
    "wronglock": (1.0, "POS"),
    "WorkStealQueue": (6.0, "SURW"),
    "StateWorkStealQueue": (1.0, "POS"),
    "stringbuffer": (8.3, "SURW without selection"),
    "ctrace": (1.0, "PCT-3"),
    "CVE-2009-3547": (1.0, "POS"),
    "CVE-2011-2183": (1.0, "QLearning"),
    "CVE-2013-1792": (13.0, "PERIOD"),
    "CVE-2015-7550": (1.3, "random walk"),
    "CVE-2016-1972": (11.2, "SURW"),
}
RATE_RUNS = (200, 3200)


def processor_seconds():
  used = resource.getrusage(resource.RUSAGE_CHILDREN)
  return used.ru_utime + used.ru_stime


def print_rates(arguments):
  """Runs per second of processor time, start-up not counted."""
  rates = []
  for name in PUBLIC:
    seconds = []
    for trials in RATE_RUNS:
      before = processor_seconds()
      run_quality.sweep(arguments.detsim_test, arguments.work, [name],
                        [f"--trials={trials}", "--jobs=1", "--max_failures=0",
                         "--no_early_stop",
                         f"--strategy={arguments.strategy}"], arguments.public)
      seconds.append(processor_seconds() - before)
    rates.append((RATE_RUNS[1] - RATE_RUNS[0]) / (seconds[1] - seconds[0]))
    print(f"{name:20} {rates[-1]:9.0f} runs/s a core", flush=True)
  print(f"median {statistics.median(rates):.0f} runs/s a core")


def main():
  parser = argparse.ArgumentParser(description=__doc__)
  parser.add_argument("--detsim_test", required=True)
  parser.add_argument("--work", required=True)
  parser.add_argument("--strategy", default="portfolio")
  parser.add_argument("--public", help="project with the public programs")
  arguments = parser.parse_args()
  published = PUBLIC if arguments.public else PUBLISHED
  project = arguments.public or run_quality.PROGRAMS
  firsts = {name: []
            for name in (PUBLIC if arguments.public else run_quality.names())}
  for index in range(FIRST_SEEDS):
    report = run_quality.sweep(
        arguments.detsim_test, arguments.work, list(firsts),
        [f"--seed={1 + index * SEED_STEP}", f"--trials={TRIALS}",
         f"--strategy={arguments.strategy}", "--max_failures=1"], project)
    for test in report["tests"]:
      if test["failures"]:
        firsts[test["name"]].append(
            min(failure["runs_to_first"] for failure in test["failures"]))
  print(f"{'program':20} {'found':>6} {'mean':>8} {'deviation':>9}   published")
  total = published_total = 0.0
  missed = 0
  for name, runs in firsts.items():
    missed += FIRST_SEEDS - len(runs)
    mean = statistics.mean(runs) if runs else float("nan")
    deviation = statistics.stdev(runs) if len(runs) > 1 else 0.0
    best, who = published.get(name, (None, ""))
    beside = "" if best is None else f"{best} ({who}), {mean / best:.1f} times"
    if best is not None:
      total += mean
      published_total += best
    print(f"{name:20} {len(runs):3}/{FIRST_SEEDS} {mean:8.1f} "
          f"{deviation:9.1f}   {beside}")
  print(f"sum of those with a published figure: {total:.1f} against "
        f"{published_total:.1f}, {total / published_total:.2f} times")
  if arguments.public:
    print_rates(arguments)
  return 1 if missed else 0


if __name__ == "__main__":
  sys.exit(main())
