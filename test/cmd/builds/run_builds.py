#!/usr/bin/env python3
"""Runs detsim-test on test/cmd/projects/builds through one build system.

The first sweep finds the project's bug. Then one thing after the other changes
and the program is built again: exactly the objects that depend on it are made
anew, and never is a file of the project written. Objects are told by their
times, so the checks are the same for every build system.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.dirname(os.path.abspath(__file__)))))
PROJECT = os.path.join(ROOT, "test", "cmd", "projects", "builds")

MAKE = 'make -j2 OUT="$DETSIM_BUILD" CXX="$CXX" CC="$CC"'
MESON = ('[ -f "$DETSIM_BUILD/build.ninja" ] || meson setup "$DETSIM_BUILD";'
         ' meson compile -C "$DETSIM_BUILD"')
# Without a download: some rules are Debian's, the others do just enough.
RULES = os.path.join(ROOT, "test", "cmd", "projects", "bazel_rules")
BAZEL_FLAGS = [
    f"--override_repository={name}={path}" for name, path in (
        ("rules_cc", RULES + "/rules_cc"),
        ("remote_coverage_tools", RULES + "/remote_coverage_tools"),
        ("rules_java", "/usr/share/bazel/rules/java"),
        ("platforms", "/usr/share/bazel/tools/platforms"))]
BAZEL = ('bazel --output_base="$DETSIM_BUILD/bazel" --max_idle_secs=20 build'
         ' --config=detsim --repo_env=CC="$PWD/tools/detsim-clang"'
         ' //:tally_test ' + " ".join(BAZEL_FLAGS))
BAZEL_BIN = "bazel/execroot/tally/bazel-out/k8-fastbuild/bin"
# What a build system is told; CMake needs nothing.
FLAGS = {
    "bazel": ["--build_command=" + BAZEL,
              "--binary=" + BAZEL_BIN + "/tally_test"],
    "cmake": [],
    "make": ["--build_command=" + MAKE, "--binary=tally_test"],
    "meson": ["--build_command=" + MESON, "--binary=tally_test"],
}
SKIPPED = 77
ALL = {"tally", "once", "tally_test"}


class Builds:
  """One project, its output folder and a copy of the tools."""

  def __init__(self, system, tools, work):
    self.system = system
    self.work = work
    self.project = os.path.join(work, "project")
    self.out = os.path.join(work, "out")
    self.tools = os.path.join(work, "tools")
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(PROJECT, self.project)
    self._copy_tools(tools)

  def _copy_tools(self, tools):
    """Links to the tools, but for a header that a later step changes."""
    os.makedirs(os.path.join(self.tools, "bin"))
    for name in ("detsim-test", "detsim-cc"):
      link(os.path.join(tools, name), os.path.join(self.tools, "bin", name))
    shutil.copytree(os.path.join(tools, "..", "lib", "detsim"),
                    os.path.join(self.tools, "lib", "detsim"),
                    copy_function=link)

  def sweep(self, *flags):
    """One short sweep; the report. Every one has the bug to find."""
    before = tree_hash(self.project)
    command = [os.path.join(self.tools, "bin", "detsim-test"),
               "--dir=" + self.project, "--out=" + self.out, "--trials=50",
               *FLAGS[self.system], *flags]
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    check(done.returncode == 1, done.stdout)
    check(tree_hash(self.project) == before, "the project was written to")
    with open(os.path.join(self.out, "report.json"), encoding="utf-8") as file:
      report = json.load(file)
    status = {test["name"]: test["status"] for test in report["tests"]}
    check(status == {"TallyTest.AddsUp": "failed",
                     "TallyTest.KeepsTheLimit": "passed"}, str(status))
    place = report["tests"][0]["failures"][0]["location"]
    check(place.startswith("tests/tally_test.cc:"), place)
    check(not report["uncontrolled"], str(report["uncontrolled"]))

  def objects(self):
    """Times of the objects, by the name of their source."""
    times = {}
    for folder, _, files in os.walk(os.path.join(self.out, "build")):
      for name in files:
        if name.endswith(".o"):
          source = os.path.splitext(name)[0].split("_tally.cc")[0]
          source = source.removesuffix(".pic")
          source = {"src": "tally", "src_once.c": "once",
                    "tests_tally_test.cc": "tally_test", "tally.cc": "tally",
                    "once.c": "once",
                    "tally_test.cc": "tally_test"}.get(source, source)
          times[source] = os.stat(os.path.join(folder, name)).st_mtime_ns
    return times

  def expect_built(self, wanted, what, *flags):
    """Sweeps again and compares what was made anew with `wanted`."""
    before = self.objects()
    time.sleep(0.01)
    self.sweep(*flags)
    after = self.objects()
    check(set(after) == ALL, str(after))
    built = {name for name in after if after[name] != before.get(name)}
    check(built == wanted, f"{what}: built {built}, wanted {wanted}")
    print(f"{self.system}: {what}: {sorted(built) or 'nothing'} built")

  def append(self, path, text):
    path = os.path.join(self.project, path)
    with open(path, "a", encoding="utf-8") as file:
      file.write(text)
    # Some build systems compare whole seconds.
    later = time.time() + 1
    os.utime(path, (later, later))
    time.sleep(1.1)


def link(source, target):
  """A hard link: tools find their folder by their own path."""
  if os.path.isdir(source):
    shutil.copytree(source, target, copy_function=link)
    return
  try:
    os.link(os.path.realpath(source), target)
  except OSError:
    shutil.copy2(source, target)


def tree_hash(folder):
  """Of the names and contents of all files below it."""
  digest = hashlib.sha256()
  for path, folders, files in os.walk(folder):
    folders.sort()
    for name in sorted(files):
      whole = os.path.join(path, name)
      digest.update(os.path.relpath(whole, folder).encode() + b"\0")
      with open(whole, "rb") as file:
        digest.update(file.read() + b"\0")
  return digest.hexdigest()


def check(truth, message):
  if not truth:
    print(f"run_builds.py: {message}", file=sys.stderr)
    sys.exit(1)


def run(system, tools, work):
  builds = Builds(system, tools, work)
  builds.expect_built(ALL, "first build")
  builds.expect_built(set(), "null build")
  builds.append("include/tally/tally.h", "// touched\n")
  builds.expect_built({"tally", "tally_test"}, "touched header")
  builds.append("src/limit.h.in", "inline std::mutex second;\n")
  builds.expect_built({"tally_test"}, "changed generated header")
  # Of the rewriter's own: no build system sees these.
  builds.expect_built(ALL, "changed flags", "--cc_arg=-DCHANGED")
  header = os.path.join(builds.tools, "lib", "detsim", "include", "detsim",
                        "std", "mutex.h")
  with open(header, "rb") as file:
    text = file.read()
  os.unlink(header)
  with open(header, "wb") as file:
    file.write(text + b"// changed\n")
  builds.expect_built(ALL, "changed tool", "--cc_arg=-DCHANGED")
  builds.expect_built(set(), "null build", "--cc_arg=-DCHANGED")


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument("system", choices=sorted(FLAGS))
  parser.add_argument("--bin", required=True)
  parser.add_argument("--work", required=True)
  arguments = parser.parse_args()
  if arguments.system == "bazel" and shutil.which("bazel") is None:
    print("skipped: there is no bazel; run scripts/install_packages.sh --all")
    sys.exit(SKIPPED)
  run(arguments.system, os.path.abspath(arguments.bin),
      os.path.abspath(arguments.work))


if __name__ == "__main__":
  main()
