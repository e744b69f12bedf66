#!/usr/bin/env python3
"""What instrumentation costs a test that makes no decision.

The same CPU-bound test natively at -O1, which is what detsim builds at, and in
a worker; the time that GoogleTest reports against that of the sweep. And a test
with two threads, natively and with data races looked for in every run: here
processor time counts, since natively the threads need two cores.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess

ROOT = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.join(ROOT, "compute")
ROUNDS = 5
BARS = [("sync", 1.6), ("memory", 2.0)]
RACES_BAR = 2.5
ALONE = "Compute.SortsCountsAndMultiplies"
THREADS = "Compute.InTwoThreads"
THREADS_RUNS = 5


def native_seconds(binary, xml):
  subprocess.run([binary, f"--gtest_output=json:{xml}",
                  f"--gtest_filter={ALONE}"],
                 stdout=subprocess.DEVNULL, check=True)
  with open(xml, encoding="utf-8") as file:
    return float(json.load(file)["time"].rstrip("s"))


def simulated_seconds(detsim_test, work, test, *flags):
  path = os.path.join(work, "report.json")
  subprocess.run([detsim_test, f"--dir={PROJECT}", "--trials=1", "--jobs=1",
                  f"--out={os.path.join(work, 'detsim')}", f"--json={path}",
                  f"--filter={test}", *flags],
                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                 check=True)
  with open(path, encoding="utf-8") as file:
    return json.load(file)["totals"]["seconds"]


def processor_seconds(command):
  """Processor time of a command that has to succeed, all processes counted."""
  before = resource.getrusage(resource.RUSAGE_CHILDREN)
  subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                 check=True)
  after = resource.getrusage(resource.RUSAGE_CHILDREN)
  return (after.ru_utime - before.ru_utime) + (after.ru_stime -
                                               before.ru_stime)


def a_run(command):
  """Processor time of one more run, the middle of some rounds."""
  return statistics.median(
      (processor_seconds(command(1 + THREADS_RUNS)) -
       processor_seconds(command(1))) / THREADS_RUNS for _ in range(ROUNDS))


def compare_races(detsim_test, work, native):
  base = a_run(lambda runs: [native, f"--gtest_filter={THREADS}",
                             f"--gtest_repeat={runs}"])
  times = [a_run(lambda runs, races=races: [
      detsim_test, f"--dir={PROJECT}", f"--out={os.path.join(work, 'detsim')}",
      f"--filter={THREADS}", "--jobs=1", "--strategy=random",
      "--no_early_stop", f"--races={races}", f"--trials={runs}"])
           for races in ("off", "fail")]
  print(f"{'two threads':12} {base:6.2f} s natively, {times[0]:.2f} s without "
        f"looking for races")
  ratio = times[1] / base
  print(f"{'races':12} {times[1]:6.2f} s {ratio:6.2f} x native, at most "
        f"{RACES_BAR}: {'met' if ratio <= RACES_BAR else 'missed'}")


def main():
  parser = argparse.ArgumentParser(description=__doc__)
  parser.add_argument("--detsim_test", required=True)
  parser.add_argument("--work", required=True)
  arguments = parser.parse_args()
  native = os.path.join(arguments.work, "native")
  for command in (["cmake", "-G", "Ninja", "-S", PROJECT, "-B", native,
                   "-DCMAKE_CXX_COMPILER=clang++-22", "-DCMAKE_CXX_FLAGS=-O1"],
                  ["cmake", "--build", native]):
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
  binary = os.path.join(native, "compute_test")
  xml = os.path.join(arguments.work, "native.json")
  simulated_seconds(arguments.detsim_test, arguments.work, ALONE)  # Builds.
  base = statistics.median(native_seconds(binary, xml) for _ in range(ROUNDS))
  print(f"{'native -O1':12} {base:6.2f} s")
  for preempt, bar in BARS:
    seconds = statistics.median(
        simulated_seconds(arguments.detsim_test, arguments.work, ALONE,
                          f"--preempt={preempt}")
        for _ in range(ROUNDS))
    ratio = seconds / base
    print(f"{preempt:12} {seconds:6.2f} s {ratio:6.2f} x native, at most "
          f"{bar}: {'met' if ratio <= bar else 'missed'}")
  compare_races(arguments.detsim_test, arguments.work, binary)


if __name__ == "__main__":
  main()
