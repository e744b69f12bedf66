#!/usr/bin/env python3
"""Each rule finds what it is there for, and spares what looks like it."""

import unittest

import rules
import tables


def found(rule, path, text, **more):
  """Where `rule` finds something in a tree of these files."""
  tree = rules.Tree({path: text, **more})
  return [(problem.path, problem.line) for problem in rule(tree)]


class ArrowsTest(unittest.TestCase):

  def test_upward_include_is_found(self):
    self.assertEqual(
        found(rules.includes_follow_arrows, "runtime/choice/a.h",
              '\n#include "runtime/sched/scheduler.h"\n'),
        [("runtime/choice/a.h", 2)])

  def test_downward_include_is_fine(self):
    self.assertEqual(
        found(rules.includes_follow_arrows, "runtime/sched/a.h",
              '#include "runtime/choice/choice.h"\n'), [])

  def test_abseil_in_the_runtime_is_found(self):
    self.assertEqual(
        len(found(rules.includes_follow_arrows, "runtime/base/a.h",
                  '#include "absl/strings/str_cat.h"\n')), 1)

  def test_the_rewriter_may_use_clang_but_no_runtime_type(self):
    self.assertEqual(
        found(rules.includes_follow_arrows, "rewriter/a.cc",
              '#include "clang/AST/AST.h"\n'
              '#include "runtime/choice/choice.h"\n'), [("rewriter/a.cc", 2)])

  def test_tools_see_only_the_protocol_of_the_worker(self):
    self.assertEqual(
        found(rules.includes_follow_arrows, "cmd/a.cc",
              '#include "runtime/worker/protocol.h"\n'
              '#include "runtime/worker/server.h"\n'), [("cmd/a.cc", 2)])

  def test_shims_see_only_the_abi(self):
    self.assertEqual(
        found(rules.includes_follow_arrows, "shims/include/detsim/std/a.h",
              '#include "detsim/abi.h"\n#include "runtime/base/prng.h"\n'),
        [("shims/include/detsim/std/a.h", 2)])


class ShapeTest(unittest.TestCase):

  def test_wrong_guard_is_found(self):
    self.assertEqual(
        len(found(rules.guards_are_named_after_paths, "cmd/lib/a.h",
                  "#ifndef A_H_\n#define A_H_\n")), 1)

  def test_right_guard_is_fine(self):
    self.assertEqual(
        found(rules.guards_are_named_after_paths, "cmd/lib/a.h",
              "// A.\n#ifndef DETSIM_CMD_LIB_A_H_\n"
              "#define DETSIM_CMD_LIB_A_H_\n"), [])

  def test_long_file_is_found(self):
    self.assertEqual(
        len(found(rules.files_are_short, "cmd/a.cc", "int a;\n" * 401)), 1)

  def test_long_file_with_a_reason_is_fine(self):
    text = "// Past 400 lines because it is one table.\n" + "int a;\n" * 401
    self.assertEqual(found(rules.files_are_short, "cmd/a.cc", text), [])

  def test_long_function_is_found_where_it_starts(self):
    text = "int f(int a,\n      int b) {\n" + "  g();\n" * 70 + "}\n"
    self.assertEqual(
        found(rules.functions_fit_a_screen, "cmd/a.cc", "int x;\n" + text),
        [("cmd/a.cc", 2)])

  def test_function_of_a_screen_is_fine(self):
    text = "int f(int a) {\n" + "  if (a) {\n    g();\n  }\n" * 22 + "}\n"
    self.assertEqual(found(rules.functions_fit_a_screen, "cmd/a.cc", text), [])

  def test_trailing_space_tab_width_and_last_newline_are_found(self):
    text = "int a; \n\tint b;\n" + "int " + "c" * 80 + ";\nint d;"
    self.assertEqual(
        sorted(found(rules.lines_are_clean, "cmd/a.cc", text)),
        [("cmd/a.cc", n) for n in (1, 2, 3, 4)])

  def test_long_readme_is_found(self):
    self.assertEqual(
        len(found(rules.readme_is_short, "README.md", "a\n" * 150)), 1)


class WordsTest(unittest.TestCase):

  def test_what_is_left_to_do_is_found(self):
    self.assertEqual(
        len(found(rules.nothing_is_left_to_do, "cmd/a.cc", "// TODO: x\n")), 1)

  def test_suppression_without_reason_is_found(self):
    text = "int a;  // NOLINT\nint b;  // NOLINT(check): a reason\n"
    self.assertEqual(
        found(rules.suppressions_have_reasons, "cmd/a.cc", text),
        [("cmd/a.cc", 1)])

  def test_real_clock_is_found(self):
    self.assertEqual(
        len(found(rules.runs_see_nothing_real, "runtime/sched/a.cc",
                  "auto t = std::chrono::steady_clock::now();\n")), 1)

  def test_real_clock_in_a_comment_is_fine(self):
    self.assertEqual(
        found(rules.runs_see_nothing_real, "runtime/sched/a.cc",
              "// Not std::chrono::steady_clock.\n"), [])

  def test_environment_is_the_worker_s_alone(self):
    code = 'char* a = getenv("A");\n'
    self.assertEqual(
        len(found(rules.runs_see_nothing_real, "runtime/sched/a.cc", code)), 1)
    self.assertEqual(
        found(rules.runs_see_nothing_real, "runtime/worker/a.cc", code), [])

  def test_order_by_hash_or_address_is_found(self):
    text = "std::unordered_map<int, int> a;\nstd::map<Task*, int> b;\n"
    self.assertEqual(
        len(found(rules.runs_see_nothing_real, "runtime/sched/a.cc", text)), 2)


class RepositoryTest(unittest.TestCase):

  def test_missing_twin_is_found(self):
    self.assertEqual(
        found(rules.corpus_programs_have_twins, "test/corpus/fail/a.cc", ""),
        [("test/corpus/fail/a.cc", 1)])

  def test_dead_link_is_found(self):
    self.assertEqual(
        found(rules.links_lead_somewhere, "docs/a.md",
              "[b](b.md) [c](../c.md#x) [d](https://example.com)\n",
              **{"c.md": ""}), [("docs/a.md", 1)])

  def test_strategy_without_file_test_and_documentation_is_found(self):
    table = ("runtime/strategy/strategies.cc",
             '      {"greedy", "takes all", &Greedy(), true},\n')
    self.assertEqual(len(found(tables.strategies_are_complete, *table)), 3)

  def test_complete_strategy_is_fine(self):
    table = ("runtime/strategy/strategies.cc",
             '      {"greedy", "takes all", &Greedy(), true},\n')
    self.assertEqual(
        found(tables.strategies_are_complete, *table, **{
            "runtime/strategy/greedy.cc": "",
            "test/runtime/strategy/greedy_test.cc": "",
            "docs/reference.md": "| `greedy` | takes all |\n",
        }), [])

  def test_symbol_without_header_is_found(self):
    table = ("rewriter/symbols.cc",
             'constexpr char kMutex[] = "detsim/std/mutex.h";\n'
             '    {"std::mutex", kType, "detsim::mutex", kMutex},\n')
    self.assertEqual(
        found(tables.symbols_are_complete, *table),
        [("rewriter/symbols.cc", 2)])


if __name__ == "__main__":
  unittest.main()
