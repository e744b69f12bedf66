#!/usr/bin/env python3
"""Runs/s of examples/workerpool in workers against natively.

First its main test, both on one core, with the same compiler. The example's bug
is mended in a copy for that: a run that fails costs its process, and natively
one that fails hangs. Rates are per second of processor time, start-up not
counted, so that other load on the machine changes little.

Then the whole suite with its bug, as a user runs it: detsim-test with its
default flags, failures confirmed, on all cores, against two processes that
repeat the suite. Here real time counts: the suite sleeps.
"""

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import time

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
SUITE_PROCESSES = 2
SUITE_REPEATS = 20
SUITE_BAR = 20


def copy_example(work, name):
  project = os.path.join(work, name)
  shutil.rmtree(project, ignore_errors=True)
  shutil.copytree(os.path.join(ROOT, "examples", "workerpool"), project,
                  ignore=shutil.ignore_patterns(".detsim"))
  return project


def copy_mended(work):
  project = copy_example(work, "project")
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


def verdict(ratio, bar):
  return (f"{ratio:6.1f} x native, at least {bar}: "
          f"{'met' if ratio >= bar else 'missed'}")


def compare_suite(detsim_test, work, native):
  """Tests run per second of real time, all of the suite's."""
  start = time.monotonic()
  processes = [
      subprocess.Popen([native, f"--gtest_repeat={SUITE_REPEATS}"],
                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                       text=True) for _ in range(SUITE_PROCESSES)
  ]
  tests = sum(process.communicate()[0].count("[       OK ]")
              for process in processes)
  native_rate = tests / (time.monotonic() - start)
  print(f"{'native suite':12} {native_rate:9.0f} runs/s")

  command = [detsim_test, f"--dir={copy_example(work, 'suite')}"]
  silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
  subprocess.run(command + ["--trials=1"], check=False, **silent)  # Builds.
  report_path = os.path.join(work, "suite.json")
  start = time.monotonic()
  subprocess.run(command + [f"--json={report_path}"], check=False, **silent)
  seconds = time.monotonic() - start
  with open(report_path, encoding="utf-8") as file:
    report = json.load(file)
  assert any(test["failures"] for test in report["tests"])
  rate = report["totals"]["runs"] / seconds
  print(f"{'suite':12} {rate:9.0f} runs/s "
        f"{verdict(rate / native_rate, SUITE_BAR)}")


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
    print(f"{preempt:12} {rate:9.0f} runs/s "
          f"{verdict(rate / native_rate, bar)}")

  compare_suite(arguments.detsim_test, arguments.work,
                os.path.join(native, "worker_pool_test"))


if __name__ == "__main__":
  main()
