#!/usr/bin/env python3
"""Executes the console blocks of Markdown files, and the demo's script.

Commands run in a copy of examples/ and scripts/, so that what they write stays
out of the sources, with the built tools first in PATH. A block's exit code has
to be the one that is noted, and its output as printed, but for numbers.
"""

import argparse
import os
import shutil
import subprocess
import sys

import console_blocks

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
SECONDS_MAX = 600


def prepare(work):
  """An empty folder with copies of what commands may work on."""
  shutil.rmtree(work, ignore_errors=True)
  os.makedirs(work)
  for folder in ("examples", "scripts"):
    shutil.copytree(os.path.join(ROOT, folder), os.path.join(work, folder),
                    ignore=shutil.ignore_patterns(".detsim", "build"))


def execute(command, work, environment):
  result = subprocess.run(
      ["bash", "-c", command], cwd=work, env=environment, text=True,
      stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=SECONDS_MAX,
      check=False)
  return result.returncode, result.stdout, result.stderr


def run_block(block, work, environment):
  """What is wrong with the block, as lines; empty if nothing is."""
  for index, command in enumerate(block.commands):
    last = index == len(block.commands) - 1
    wanted = block.exit_code if last else 0
    code, out, err = execute(command.text, work, environment)
    where = f"{block.path}:{command.line}: {command.text}"
    print(where)
    if code != wanted:
      return [f"{where}\nexit code {code}, not {wanted}\n{out}{err}"]
    if command.output and not console_blocks.matches(command.output,
                                                     out.split("\n")):
      return [f"{where}\nprinted:\n{out}\n-- where the page says:\n" +
              "\n".join(command.output)]
  return []


def main():
  parser = argparse.ArgumentParser(description=__doc__)
  parser.add_argument("--bin", required=True, help="folder of the tools")
  parser.add_argument("--work", required=True, help="folder to work in")
  parser.add_argument("--demo", action="store_true",
                      help="run scripts/demo.sh instead of pages")
  parser.add_argument("pages", nargs="*", help="relative to the repository")
  arguments = parser.parse_args()
  prepare(arguments.work)
  environment = dict(os.environ, NO_COLOR="1", DETSIM_BIN=arguments.bin,
                     PATH=arguments.bin + os.pathsep + os.environ["PATH"])
  problems = []
  if arguments.demo:
    code, out, err = execute("scripts/demo.sh", arguments.work, environment)
    print(out)
    if code != 0:
      problems.append(f"scripts/demo.sh: exit code {code}\n{err}")
  for page in arguments.pages:
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
      blocks = console_blocks.parse(page, file.read())
    for block in blocks:
      if block.skip is None:
        problems += run_block(block, arguments.work, environment)
  for problem in problems:
    print(problem, file=sys.stderr)
  return 1 if problems else 0


if __name__ == "__main__":
  sys.exit(main())
