#!/usr/bin/env python3
"""Runs to the first failure on the programs of test/quality, as a table.

For each program the mean over FIRST_SEEDS sweeps with different first seeds, how
many of them found the bug within TRIALS runs, and the mean of the best published
search on the program that it is modelled on. Those were published for the
programs of that name in SCTBench and ConVul, under their own definition of an
event; the names in brackets say where: Wolff et al. (RFF, with PERIOD, POS and
QLearning measured beside it) and Zhao et al. (SURW), both ASPLOS.
"""

import argparse
import os
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


def main():
  parser = argparse.ArgumentParser(description=__doc__)
  parser.add_argument("--detsim_test", required=True)
  parser.add_argument("--work", required=True)
  parser.add_argument("--strategy", default="portfolio")
  arguments = parser.parse_args()
  firsts = {name: [] for name in run_quality.names()}
  rates = []
  for index in range(FIRST_SEEDS):
    report = run_quality.sweep(
        arguments.detsim_test, arguments.work, list(firsts),
        [f"--seed={1 + index * SEED_STEP}", f"--trials={TRIALS}",
         f"--strategy={arguments.strategy}", "--max_failures=1"])
    rates.append(report["totals"]["runs_per_second"])
    for test in report["tests"]:
      if test["failures"]:
        firsts[test["name"]].append(
            min(failure["runs_to_first"] for failure in test["failures"]))
  print(f"{'program':18} {'found':>6} {'mean':>8} {'deviation':>9}   published")
  total = published_total = 0.0
  missed = 0
  for name, runs in firsts.items():
    missed += FIRST_SEEDS - len(runs)
    mean = statistics.mean(runs) if runs else float("nan")
    deviation = statistics.stdev(runs) if len(runs) > 1 else 0.0
    best, who = PUBLISHED.get(name, (None, ""))
    beside = "" if best is None else f"{best} ({who}), {mean / best:.1f} times"
    if best is not None:
      total += mean
      published_total += best
    print(f"{name:18} {len(runs):3}/{FIRST_SEEDS} {mean:8.1f} "
          f"{deviation:9.1f}   {beside}")
  print(f"sum of those with a published figure: {total:.1f} against "
        f"{published_total:.1f}, {total / published_total:.2f} times")
  return 1 if missed else 0


if __name__ == "__main__":
  sys.exit(main())
