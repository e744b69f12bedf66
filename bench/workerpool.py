#!/usr/bin/env python3
"""Runs/s of examples/workerpool's main test in a worker against natively.

Both on one core, the same test, the same compiler. The example's bug is mended
in a copy first: a run that fails costs its process, and natively one that
fails hangs. Rates are per second of processor time, start-up not counted, so
that other load on the machine changes little; what is compared is a ratio.
"""

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TEST = "WorkerPoolTest.RunsEveryJobBeforeShutdownReturns"
BUG = "  closed_.store(true, std::memory_order_release);\n"
MENDED = ("  {\n    std::lock_guard<std::mutex> lock(mutex_);\n  " + BUG +
          "  }\n")
ROUNDS = 5
NATIVE_RUNS = 4000
SIMULATED_RUNS = 40000
# --preempt and how many times the native rate it has to reach.
BARS = [("sync", 50), ("memory", 25)]


def copy_mended(work):
  project = os.path.join(work, "project")
  shutil.rmtree(project, ignore_errors=True)
  shutil.copytree(os.path.join(ROOT, "examples", "workerpool"), project,
                  ignore=shutil.ignore_patterns(".detsim"))
  path = os.path.join(project, "src", "job_queue.cc")
  with open(path, encoding="utf-8") as file:
    text = file.read()
  if text.count(BUG) != 1:
    sys.exit(f"workerpool.py: {path} does not contain the bug any more")
  with open(path, "w", encoding="utf-8") as file:
    file.write(text.replace(BUG, MENDED))
  return project


def processor_seconds(command):
  """Processor time of a command that has to succeed, all processes counted."""
  before = resource.getrusage(resource.RUSAGE_CHILDREN)
  subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                 check=True)
  after = resource.getrusage(resource.RUSAGE_CHILDREN)
  return (after.ru_utime - before.ru_utime) + (after.ru_stime -
                                               before.ru_stime)


def rate_of(command, few, many):
  """Runs per second between `few` and `many` runs, the middle of some rounds.

  Not the best: natively, other load on the core makes rounds cheaper too, when
  it keeps threads from waking each other one by one.
  """
  return statistics.median(
      (many - few) /
      (processor_seconds(command(many)) - processor_seconds(command(few)))
      for _ in range(ROUNDS))


def main():
  parser = argparse.ArgumentParser(description=__doc__)
  parser.add_argument("--detsim_test", required=True)
  parser.add_argument("--work", required=True)
  arguments = parser.parse_args()
  os.makedirs(arguments.work, exist_ok=True)
  project = copy_mended(arguments.work)

  native = os.path.join(arguments.work, "native")
  for command in (["cmake", "-G", "Ninja", "-S", project, "-B", native,
                   "-DCMAKE_CXX_COMPILER=clang++-22",
                   "-DCMAKE_BUILD_TYPE=Release"],
                  ["cmake", "--build", native]):
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)

  core = ["taskset", "-c", str(max(os.sched_getaffinity(0)))]
  native_rate = rate_of(
      lambda runs: core + [os.path.join(native, "worker_pool_test"),
                           f"--gtest_filter={TEST}",
                           f"--gtest_repeat={runs}"], 1, NATIVE_RUNS)
  print(f"{'native':12} {native_rate:9.0f} runs/s")

  report_path = os.path.join(arguments.work, "report.json")
  for preempt, bar in BARS:
    command = core + [arguments.detsim_test, f"--dir={project}",
                      f"--filter={TEST}", "--jobs=1", f"--preempt={preempt}",
                      f"--json={report_path}"]
    rate = rate_of(lambda runs, command=command: command +
                     [f"--trials={runs}"], 1, SIMULATED_RUNS)
    with open(report_path, encoding="utf-8") as file:
      assert json.load(file)["totals"]["failing_runs"] == 0
    ratio = rate / native_rate
    print(f"{preempt:12} {rate:9.0f} runs/s {ratio:6.1f} x native, at least "
          f"{bar}: {'met' if ratio >= bar else 'missed'}")


if __name__ == "__main__":
  main()
