#!/usr/bin/env python3
"""Runs/s of a micro-test, its enumeration, and what a second job brings.

The micro-test (two threads, three times: lock, plain ++, unlock, fetch_add) on
one core under each drawing strategy, per second of processor time, start-up not
counted; then all of its schedules with --strategy=dfs. Last a sweep with two
jobs against two sweeps with one job each that run at once, in turns, since
other load on the machine hits both.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import time

ROOT = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.join(ROOT, "micro")
ROUNDS = 5
RUNS = 40_000
STRATEGIES = ["random", "pct", "pos", "surw", "rff", "portfolio"]
DFS_RUNS = 1_000_000
JOBS_RUNS = {"random": 200_000, "portfolio": 100_000}
JOBS_BAR = 1.8


def command_of(detsim_test, out, trials, *flags):
  return [detsim_test, f"--dir={PROJECT}", f"--out={out}", "--target=micro",
          f"--trials={trials}", "--no_early_stop", "--races=off",
          f"--json={out}.json", *flags]


def report_of(out):
  with open(out + ".json", encoding="utf-8") as file:
    return json.load(file)


def run(command):
  subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                 check=True)


def processor_seconds(command):
  """Processor time of a command that has to succeed, all processes counted."""
  before = resource.getrusage(resource.RUSAGE_CHILDREN)
  run(command)
  after = resource.getrusage(resource.RUSAGE_CHILDREN)
  return (after.ru_utime - before.ru_utime) + (after.ru_stime -
                                               before.ru_stime)


def micro_rates(detsim_test, out):
  core = ["taskset", "-c", str(max(os.sched_getaffinity(0)))]
  for strategy in STRATEGIES:
    def seconds(trials, strategy=strategy):
      return processor_seconds(core + command_of(
          detsim_test, out, trials, "--jobs=1", f"--strategy={strategy}"))
    rate = statistics.median((RUNS - 1) / (seconds(RUNS) - seconds(1))
                             for _ in range(ROUNDS))
    assert report_of(out)["totals"]["failing_runs"] == 0
    print(f"{strategy:10} {rate:9.0f} runs/s a core")


def enumeration(detsim_test, out):
  start = time.monotonic()
  run(command_of(detsim_test, out, DFS_RUNS, "--jobs=1", "--strategy=dfs"))
  seconds = time.monotonic() - start
  search = report_of(out)["tests"][0]["exhausted"]
  print(f"{'dfs':10} {search['runs']} schedules run in {seconds:.1f} s: all "
        f"{search['schedules']} classes of equivalent ones")


def job_ratio(detsim_test, work, strategy):
  """Rate of two jobs, in rates of one of two processes at once."""
  flag = f"--strategy={strategy}"
  runs = JOBS_RUNS[strategy]
  alone = [os.path.join(work, f"alone{i}") for i in range(2)]
  both = os.path.join(work, "both")

  def apart():
    processes = [subprocess.Popen(
        command_of(detsim_test, out, runs // 2, "--jobs=1", flag),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for out in alone]
    assert not any(process.wait() for process in processes)
    return statistics.mean(report_of(out)["totals"]["runs_per_second"]
                           for out in alone)

  def together():
    run(command_of(detsim_test, both, runs, "--jobs=2", flag))
    return report_of(both)["totals"]["runs_per_second"]

  for out in (*alone, both):
    run(command_of(detsim_test, out, 1, flag))  # Builds.
  return statistics.median(together() / apart() for _ in range(ROUNDS))


def main():
  parser = argparse.ArgumentParser(description=__doc__)
  parser.add_argument("--detsim_test", required=True)
  parser.add_argument("--work", required=True)
  arguments = parser.parse_args()
  os.makedirs(arguments.work, exist_ok=True)
  micro_rates(arguments.detsim_test, os.path.join(arguments.work, "micro"))
  enumeration(arguments.detsim_test, os.path.join(arguments.work, "micro"))
  for strategy in JOBS_RUNS:
    ratio = job_ratio(arguments.detsim_test, arguments.work, strategy)
    print(f"two jobs, {strategy}: {ratio:5.2f} x one of two processes at once, "
          f"at least {JOBS_BAR}: {'met' if ratio >= JOBS_BAR else 'missed'}")


if __name__ == "__main__":
  main()
