#!/usr/bin/env python3
"""Runs docs/ci/detsim.yml as far as that can be done without GitHub.

The file has to be YAML of the right shape, its shell scripts have to parse, and
each flag of detsim-test in it has to exist. The step that sweeps runs as it is,
once a shard, on a copy of examples/workerpool; what later steps upload has to
be there then. The step that installs runs up to what needs the network.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import unittest
import xml.etree.ElementTree

try:
  import yaml
except ImportError:
  yaml = None

OPTIONS = None
# What a CI run is for: reports for people and for other tools.
FLAGS = ["--budget", "--minimize", "--json", "--junit", "--sarif",
         "--markdown", "--annotations"]
# Of a pull request: the expressions that the file may use, and their values.
EXPRESSIONS = {
    "vars.DETSIM_REPOSITORY": "",
    "github.event_name == 'schedule' && '2h' || '10m'": "10m",
    "github.event_name == 'schedule' && github.run_number || 0": "0",
}


def evaluate(value, shard):
  """`value` with its ${{ expressions }} replaced."""
  def replace(match):
    if match[1] == "matrix.shard":
      return str(shard)
    return EXPRESSIONS[match[1]]
  return re.sub(r"\$\{\{ *(.*?) *\}\}", replace, str(value))


def read(*path):
  with open(os.path.join(*path)) as file:
    return file.read()


def load():
  return yaml.safe_load(read(OPTIONS.source, "docs/ci/detsim.yml"))


def steps():
  return load()["jobs"]["sweep"]["steps"]


def script(name):
  return next(step["run"] for step in steps() if step.get("name") == name)


class WorkflowTest(unittest.TestCase):

  def test_has_the_shape_of_a_workflow(self):
    workflow = load()
    # YAML 1.1 reads the key "on" as true.
    self.assertEqual(set(workflow[True]), {"pull_request", "schedule"})
    job = workflow["jobs"]["sweep"]
    self.assertEqual(job["strategy"]["matrix"]["shard"],
                     list(range(job["env"]["GTEST_TOTAL_SHARDS"])))
    for step in job["steps"]:
      self.assertEqual(len({"run", "uses"} & set(step)), 1, step)

  def test_scripts_parse(self):
    for step in steps():
      if "run" in step:
        done = subprocess.run(["sh", "-n"], input=step["run"], text=True,
                              capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)

  def test_uses_flags_that_exist(self):
    help_text = subprocess.run(
        [os.path.join(OPTIONS.bin, "detsim-test"), "--help"],
        capture_output=True, text=True).stdout
    used = re.findall(r"(--[a-z_]+)=?", script("Sweep"))
    for flag in FLAGS:
      self.assertIn(flag, used)
    for flag in used:
      self.assertRegex(help_text, rf"(?m){flag}\b")

  def test_installs_by_targets_that_exist(self):
    install = script("Install detsim")
    target = re.search(r"make -C /opt/detsim (\w+)", install)
    done = subprocess.run(["make", "-n", "-C", OPTIONS.source, target[1]],
                          capture_output=True, text=True)
    self.assertEqual(done.returncode, 0, done.stderr)
    target = re.search(r"--target (\w+)", install)
    done = subprocess.run(["ninja", "-C", OPTIONS.build, "-n", target[1]],
                          capture_output=True, text=True)
    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

  def test_sweeps_and_leaves_what_is_uploaded(self):
    workflow = load()
    codes = []
    for shard in workflow["jobs"]["sweep"]["strategy"]["matrix"]["shard"]:
      project, done, summary = self.sweep(workflow, shard)
      codes.append(done.returncode)
      report = json.loads(read(project, "detsim.json"))
      self.assertEqual(report["shard"]["index"], shard, done.stderr)
      failures = [f for t in report["tests"] for f in t["failures"]]
      self.assertEqual(done.returncode, 1 if failures else 0, done.stdout)
      self.assertEqual(done.stdout.count("::error "), len(failures))
      xml.etree.ElementTree.parse(os.path.join(project, "detsim-junit.xml"))
      sarif = json.loads(read(project, "detsim.sarif"))
      self.assertEqual(len(sarif["runs"][0]["results"]), len(failures))
      self.assertIn("## detsim: ", read(summary))
      self.assertTrue(all("minimized" in f for f in failures))
      self.check_uploads(project, bool(failures))
    self.assertIn(1, codes, "the lost wake-up was not found")

  def sweep(self, workflow, shard):
    work = os.path.join(OPTIONS.work, f"shard{shard}")
    shutil.rmtree(work, ignore_errors=True)
    project = os.path.join(work, "workerpool")
    shutil.copytree(os.path.join(OPTIONS.source, "examples/workerpool"),
                    project, ignore=shutil.ignore_patterns(".detsim"))
    summary = os.path.join(work, "summary.md")
    environment = dict(os.environ, GITHUB_STEP_SUMMARY=summary,
                       GITHUB_WORKSPACE=project,
                       PATH=OPTIONS.bin + ":" + os.environ["PATH"])
    for level in (workflow, workflow["jobs"]["sweep"]):
      for name, value in level["env"].items():
        environment[name] = evaluate(value, shard)
    environment["BUDGET"] = "20s"
    done = subprocess.run(["sh", "-e", "-c", script("Sweep")], cwd=project,
                          env=environment, capture_output=True, text=True)
    return project, done, summary

  def check_uploads(self, project, failed):
    for step in steps():
      paths = step.get("with", {}).get("path", "").split()
      paths += step.get("with", {}).get("sarif_file", "").split()
      for path in paths:
        if failed or path != ".detsim/failures":
          self.assertTrue(os.path.exists(os.path.join(project, path)), path)


def main():
  global OPTIONS
  parser = argparse.ArgumentParser()
  for name in ("source", "build", "bin", "work"):
    parser.add_argument("--" + name, required=True)
  OPTIONS = parser.parse_args()
  if yaml is None:
    print("workflow_test.py: python3-yaml is missing; "
          "run scripts/install_packages.sh", file=sys.stderr)
    sys.exit(1)
  unittest.main(argv=sys.argv[:1])


if __name__ == "__main__":
  main()
