#!/usr/bin/env python3
"""Runs detsim-test on test/cmd/projects/cmake_features.

A test for each way to put a program together; each has threads that share a
lock. A part that was not rewritten would have no decisions to make but those
about threads, so that its runs would differ less than those of the others.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys

from run_builds import ROOT, check, tree_hash

PROJECT = os.path.join(ROOT, "test", "cmd", "projects", "cmake_features")
# Files that hold the locks, and how many edits each gets.
EDITS = {"part.cc": 2, "unity.cc": 1, "precompiled.h": 1, "precompiled.cc": 1,
         "parts_test.cc": 1}


def sweep(tools, project, out):
  before = tree_hash(project)
  command = [os.path.join(tools, "detsim-test"), "--dir=" + project,
             "--out=" + out, "--cmake_arg=--preset=tests", "--trials=40"]
  done = subprocess.run(command, stdout=subprocess.PIPE,
                        stderr=subprocess.STDOUT, text=True, check=False)
  check(done.returncode == 1, done.stdout)
  check(tree_hash(project) == before, "the project was written to")
  with open(os.path.join(out, "report.json"), encoding="utf-8") as file:
    return json.load(file)


def edits(out):
  """Edited places by file, and the units that were rewritten."""
  places, units = {}, []
  folder = os.path.join(out, "rewritten", "units")
  for unit in os.listdir(folder):
    with open(os.path.join(folder, unit, "report.json"),
              encoding="utf-8") as file:
      report = json.load(file)
    if os.path.exists(report["object"]):
      units.append(os.path.basename(report["unit"]))
      for edit in report["edits"]:
        name = os.path.basename(edit["file"])
        places.setdefault(name, set()).add((edit["line"], edit["column"]))
  return places, sorted(units)


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument("--bin", required=True)
  parser.add_argument("--work", required=True)
  arguments = parser.parse_args()
  work = os.path.abspath(arguments.work)
  shutil.rmtree(work, ignore_errors=True)
  project, out = os.path.join(work, "project"), os.path.join(work, "out")
  shutil.copytree(PROJECT, project)
  report = sweep(os.path.abspath(arguments.bin), project, out)
  status = {test["name"]: test["status"] for test in report["tests"]}
  for name, is_right in status.items():
    wanted = "failed" if name == "PartsTest.Unity" else "passed"
    check(is_right == wanted, f"{name}: {is_right}")
  check(len(status) == 7, str(status))
  places, units = edits(out)
  # Object, static, shared, fetched and external; the unity unit besides.
  check(units.count("part.cc") == 5, str(units))
  check(any(name.startswith("unity_") for name in units), str(units))
  for name, count in EDITS.items():
    found = len(places.get(name, ()))
    check(found == count, f"{name}: {found} edits")
  # Nothing is built a second time.
  objects = object_times(out)
  sweep(os.path.abspath(arguments.bin), project, out)
  check(object_times(out) == objects, "built again without a change")


def object_times(out):
  times = {}
  for folder, _, files in os.walk(os.path.join(out, "build")):
    for name in files:
      if name.endswith(".o"):
        path = os.path.join(folder, name)
        times[path] = os.stat(path).st_mtime_ns
  return times


if __name__ == "__main__":
  sys.exit(main())
