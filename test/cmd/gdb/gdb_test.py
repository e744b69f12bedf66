#!/usr/bin/env python3
"""Replays failures in gdb, which reads its commands from a pipe."""

import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

OPTIONS = None
SKIPPED = 77  # SKIP_RETURN_CODE of the CTest entry.
TEST = "WorkerPoolTest.RunsEveryJobBeforeShutdownReturns"


def run(arguments, text="", **variables):
  """A tool of detsim's, with `text` on its standard input."""
  return subprocess.run(
      [os.path.join(OPTIONS.bin, arguments[0])] + arguments[1:], input=text,
      env=dict(os.environ, **variables), text=True, timeout=300,
      stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


class Project:
  """A copy of a project, swept until `test` fails."""

  def __init__(self, source, test, flags=()):
    self.directory = os.path.join(OPTIONS.work, os.path.basename(source))
    shutil.copytree(os.path.join(OPTIONS.source, source), self.directory,
                    ignore=shutil.ignore_patterns(".detsim"),
                    dirs_exist_ok=True)
    done = run(["detsim-test", "--dir=" + self.directory, "--filter=" + test,
                "--trials=1000", "--max_failures=1", "--minimize", *flags])
    assert done.returncode == 1, done.stdout
    artifacts = glob.glob(f"{self.directory}/.detsim/failures/{test}*.min.json")
    self.artifact = artifacts[0]

  def gdb(self, commands, *flags, **variables):
    return run(["detsim-test", "--dir=" + self.directory,
                "--replay=" + self.artifact, "--gdb", *flags],
               "\n".join(commands) + "\n", **variables)


class DeadlockTest(unittest.TestCase):

  @classmethod
  def setUpClass(cls):
    cls.project = Project("examples/workerpool", TEST)

  def events(self):
    """By step, with their places in full."""
    exported = json.loads(
        run(["detsim-trace", "export", self.project.artifact]).stdout)
    events = {}
    for event in exported["events"]:
      event["place"] = exported["places"][event.get("place", 0)]
      events[event["step"]] = event
    return events

  def test_stops_at_the_failure_with_every_thread_in_its_source(self):
    done = self.project.gdb(["info detsim-threads",
                             "detsim-thread all apply bt", "bt"])
    self.assertEqual(done.returncode, 0, done.stdout)
    self.assertRegex(done.stdout, r"detsim: step \d+, (main|T\d+): ")
    # Nothing of where the worker waited for its request.
    self.assertNotIn("raw_syscall.h", done.stdout.split("detsim: step ")[0])
    # Who waits where, as the report of the sweep says.
    self.assertRegex(done.stdout,
                     r"main +blocked +join +\S*worker_pool.cc:34 in "
                     r"workerpool::WorkerPool::Shutdown")
    self.assertRegex(done.stdout,
                     r"T\d +(blocked|running) +wait +\S*job_queue.cc:23 in "
                     r"workerpool::JobQueue::Pop")
    self.assertRegex(done.stdout, r"T\d +finished\n")
    # The stack of main, which is not the one that gdb stopped in.
    stack = done.stdout.split("\nmain, blocked: join\n")[1].split("\n\n")[0]
    # A frame may take several lines.
    self.assertRegex(stack, r"WorkerPool::Shutdown[^#]*worker_pool.cc:34")
    self.assertRegex(stack, r"TestBody[^#]*worker_pool_test.cc:19")
    self.assertRegex(stack, r"#\d+ .*in main \(")

  def test_stops_at_a_step_and_goes_on_by_decisions(self):
    events = self.events()
    placed = [step for step, event in events.items()
              if event["place"]["line"] and
              event["operation"] in ("load", "lock", "wait") and
              "library" not in event and "choice" not in event]
    step = placed[len(placed) // 2]
    done = self.project.gdb(["detsim-step", "detsim-step 3"], f"--step={step}")
    self.assertEqual(done.returncode, 0, done.stdout)
    stops = [int(number)
             for number in re.findall(r"detsim: step (\d+), ", done.stdout)]
    self.assertEqual(stops, [step, step + 1, step + 4], done.stdout)
    place = events[step]["place"]
    first = done.stdout.split("detsim: step ")[1]
    self.assertIn(f"{os.path.basename(place['file'])}:{place['line']}\n", first)

  def test_runs_to_the_end_after_a_step(self):
    done = self.project.gdb(["continue", "continue", "detsim-step"], "--step=9")
    self.assertEqual(done.returncode, 0, done.stdout)
    self.assertIn("detsim: step 9, ", done.stdout)

  def test_bad_commands_are_told_in_a_line(self):
    done = self.project.gdb(["detsim-thread 99 apply bt", "detsim-thread",
                             "detsim-thread main apply nonsense"])
    self.assertIn("there is no thread 99; see info detsim-threads", done.stdout)
    self.assertIn("usage: detsim-thread N apply COMMAND", done.stdout)
    self.assertIn('Undefined command: "nonsense"', done.stdout)
    self.assertNotIn("Traceback", done.stdout)

  def test_without_gdb_there_is_one_line(self):
    done = self.project.gdb([], PATH="/nonexistent")
    self.assertEqual(done.returncode, 2)
    self.assertRegex(done.stdout, r"^detsim-test: --gdb: there is no gdb .*\n$")

  def test_needs_a_failure(self):
    done = run(["detsim-test", "--dir=" + self.project.directory, "--gdb"])
    self.assertEqual(done.returncode, 2)
    self.assertIn("it needs --replay=FILE", done.stdout)


class AssertionTest(unittest.TestCase):

  def test_stops_in_the_test_where_the_assertion_fails(self):
    project = Project("examples/counters", "*", ["--max_failures=1"])
    with open(project.artifact) as file:
      failure = json.load(file)
    done = project.gdb(["bt"])
    self.assertEqual(done.returncode, 0, done.stdout)
    self.assertEqual(failure["identity"]["kind"], "assertion")
    place = os.path.basename(failure["location"])
    self.assertIn(place + "\n", done.stdout)


class AddressSanitizerTest(unittest.TestCase):

  def test_stops_at_the_report(self):
    project = Project("test/cmd/projects/sanitized", "Sanitized.Overflows",
                      ["--cc_arg=-fsanitize=address,undefined"])
    done = project.gdb(["bt", "info detsim-threads"])
    self.assertEqual(done.returncode, 0, done.stdout)
    self.assertRegex(done.stdout, r"#\d+ .*TestBody[^#]*sanitized.cc:24")
    self.assertRegex(done.stdout, r"\* +main +running")


def main():
  global OPTIONS
  parser = argparse.ArgumentParser()
  for name in ("source", "bin", "work"):
    parser.add_argument("--" + name, required=True)
  OPTIONS, rest = parser.parse_known_args()
  if shutil.which("gdb") is None:
    print("skipped: there is no gdb; run scripts/install_packages.sh")
    sys.exit(SKIPPED)
  unittest.main(argv=sys.argv[:1] + rest)


if __name__ == "__main__":
  main()
