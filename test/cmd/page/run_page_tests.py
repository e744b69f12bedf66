#!/usr/bin/env python3
"""The page of `detsim-trace html` in a real browser, used as a person would."""

import argparse
import sys
import unittest

from page_case import PageCase, Session

MODULES = ["step_test", "tools_test", "access_test", "run_test"]


def main():
  parser = argparse.ArgumentParser(description=__doc__)
  parser.add_argument("--bin", required=True, help="folder of the tools")
  parser.add_argument("--work", required=True, help="folder to work in")
  parser.add_argument("names", nargs="*", default=MODULES,
                      help="tests, as step_test.StepTest.test_arrows_step")
  arguments = parser.parse_args()
  suite = unittest.defaultTestLoader.loadTestsFromNames(arguments.names)
  PageCase.session = Session(arguments.bin, arguments.work)
  try:
    result = unittest.TextTestRunner(verbosity=2).run(suite)
  finally:
    PageCase.session.end()
  return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
  sys.exit(main())
