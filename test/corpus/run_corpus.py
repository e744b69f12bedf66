#!/usr/bin/env python3
"""Runs one program of the corpus through detsim-test and judges the outcome.

A program says in its first lines what must come out:

    // expect: deadlock          a failure kind, several with |, or "passed"
    // trials: 2000              seeds within which it must be found
    // flags: --hang_seconds=1   more flags for detsim-test, optional
    // polls: read write         calls that wait for the real system, optional
    // place: wake_.wait(lock)   what the line of the failure holds, optional

A program that must fail is found within its trials, with that kind and no
other, in each of its tests; its artifact replays to the same kind, message,
choices and trace hash, twice, each in a new process. A program that must pass
passes every one of its trials. Both run with --check: every seed twice, in two
processes, with equal trace hashes. `--trials=20000` looks longer at a program
that must pass, and runs each seed once.
"""

import argparse
import json
import os
import re
import subprocess
import sys

CORPUS = os.path.dirname(os.path.abspath(__file__))
PASSED = "passed"
NONDETERMINISM = "nondeterminism"
KINDS = {
    "assertion", "crash", "exception", "deadlock", "livelock", "hang",
    "data_race", "misuse", "thread_leak", NONDETERMINISM, PASSED,
}


class Mismatch(Exception):
  """The outcome is not what the program's header says."""


def read_header(program):
  """The header's fields: {"expect": {...}, "trials": "2000", "flags": [...]}."""
  fields = {}
  with open(os.path.join(CORPUS, program), encoding="utf-8") as source:
    for line in source:
      match = re.match(r"// (\w+): (.+)$", line)
      if not match:
        break
      fields[match[1]] = match[2].strip()
  expect = set(fields.get("expect", "").split("|"))
  if not expect or not expect <= KINDS or "trials" not in fields:
    raise Mismatch(f"{program}: first lines must be '// expect: KIND' and "
                   "'// trials: N'; see run_corpus.py")
  return {
      "expect": expect,
      "trials": fields["trials"],
      "flags": fields.get("flags", "").split(),
      "place": fields.get("place", ""),
      "polls": {f"polled {call}" for call in fields.get("polls", "").split()},
  }


def check_place(program, place, location):
  """The failure's line has to hold the text `place`."""
  with open(os.path.join(CORPUS, program), encoding="utf-8") as source:
    lines = source.read().splitlines()
  name, _, line = location.rpartition(":")
  found = lines[int(line) - 1] if name == program and line.isdigit() else ""
  if place not in found:
    raise Mismatch(f"{program}: fails at '{location}' ({found.strip()}), not "
                   f"at '{place}'")


def run(command):
  result = subprocess.run(
      command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
      check=False)
  return result.returncode, result.stdout, result.stderr


def expect_code(command, wanted):
  code, out, err = run(command)
  if code not in wanted:
    raise Mismatch(f"exit code {code}, expected {sorted(wanted)}: "
                   f"{' '.join(command)}\n{out[-6000:]}{err[-6000:]}")
  return out


def one_line(text):
  """Indentation and line breaks are the report's to choose."""
  return " ".join(text.split())


def replay(base, out, failure):
  """Replays an artifact twice and compares with what the sweep reported."""
  artifact = os.path.join(out, failure["artifact"])
  command = base + [f"--replay={artifact}"]
  first = expect_code(command, {1})
  second = expect_code(command, {1})
  if first != second:
    raise Mismatch(f"two replays differ:\n{first}\n-- and --\n{second}")
  for part in (f": {failure['kind']}", failure["message"],
               f"{failure['choices']} choice",
               f"reproduced: trace hash {failure['trace_hash']}"):
    if one_line(part) not in one_line(first):
      raise Mismatch(f"the replay does not say '{part}':\n{first}")
  # Each program's test stands for itself: nothing may be left over from the
  # runs before.
  if "carried_from_seed" in failure:
    raise Mismatch(f"needs earlier runs in its process:\n{first}")


def exit_code(expect):
  if expect == {PASSED}:
    return 0
  return 4 if NONDETERMINISM in expect else 1


def judge(base, out, program, trials):
  header = read_header(program)
  target = program.replace(".cc", "").replace("/", "_")
  must_pass = header["expect"] == {PASSED}
  check = ["--check"]
  if trials and must_pass:
    header["trials"], check = trials, []
  report_path = os.path.join(out, "corpus_report.json")
  if os.path.exists(report_path):
    os.remove(report_path)
  expect_code(
      base + header["flags"] +
      [f"--target={target}", f"--trials={header['trials']}", *check,
       "--no_early_stop",
       f"--json={report_path}"], {exit_code(header["expect"])})
  with open(report_path, encoding="utf-8") as report_file:
    report = json.load(report_file)
  if not report["tests"]:
    raise Mismatch(f"{program}: no tests were run")
  # What the rewriter says of the other programs is none of this one's.
  escapes = [
      item for item in report["uncontrolled"]
      if (not item["where"].startswith(("fail/", "pass/")) or
          item["where"].startswith(program)) and
      item["what"] not in header["polls"]
  ]
  if escapes or report["totals"]["uncontrolled_tests"] != 0:
    raise Mismatch(f"{program}: escapes: {escapes}")
  for test in report["tests"]:
    wanted = "passed" if must_pass else "failed"
    if test["status"] != wanted:
      raise Mismatch(f"{test['name']}: status {test['status']}, not {wanted}")
    if must_pass and test["runs"] != int(header["trials"]) and (
        not test["sequential"]):
      raise Mismatch(f"{test['name']}: only {test['runs']} runs")
    for failure in test["failures"]:
      if failure["kind"] not in header["expect"]:
        raise Mismatch(f"{test['name']}: {failure['kind']} "
                       f"({failure['message']}), expected "
                       f"{'|'.join(sorted(header['expect']))}")
      if header["place"]:
        check_place(program, header["place"], failure["location"])
      # What is not the same twice cannot be replayed.
      if failure["kind"] != NONDETERMINISM:
        replay(base, out, failure)
      print(f"{test['name']}: {failure['kind']} in run "
            f"{failure['runs_to_first']}, {failure['runs_failing']} of "
            f"{test['runs']} runs, {failure['unusual']} unusual choices")


def main():
  parser = argparse.ArgumentParser(description=__doc__)
  parser.add_argument("--detsim_test", required=True)
  parser.add_argument("--out", required=True)
  action = parser.add_mutually_exclusive_group(required=True)
  action.add_argument("--build", action="store_true",
                      help="build every program, and run each once")
  action.add_argument("--program", help="as in fail/abba.cc")
  parser.add_argument("--trials", help="of a program that must pass")
  arguments = parser.parse_args()
  base = [arguments.detsim_test, f"--dir={CORPUS}", f"--out={arguments.out}"]
  try:
    if arguments.build:
      # Some of them fail in their first run already.
      expect_code(base + ["--trials=1", "--hang_seconds=1"], {0, 1, 4})
    else:
      judge(base, arguments.out, arguments.program, arguments.trials)
  except Mismatch as mismatch:
    print(mismatch, file=sys.stderr)
    return 1
  return 0


if __name__ == "__main__":
  sys.exit(main())
