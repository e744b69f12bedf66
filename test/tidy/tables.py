"""Every row of a table has its file, its test and its line of documentation.

Tables stand for self-registering globals (CONVENTIONS.md); what a linker would
have forgotten silently is what these rules find.
"""

import re

from rules import Problem, Tree

REFERENCE = "docs/reference.md"


def _rows(tree: Tree, path, pattern):
  """(line, first group) of every match in the file of the table."""
  text = tree.texts.get(path, "")
  return [(text.count("\n", 0, match.start()) + 1, match[1])
          for match in re.finditer(pattern, text, re.M)]


def _documented(tree, name):
  """A table row of the reference begins with the name as code."""
  return re.search(rf"^\| `{re.escape(name)}`", tree.texts.get(REFERENCE, ""),
                   re.M) is not None


def _mentioned_in_tests(tree, folder, name):
  word = re.compile(rf"\b{re.escape(name)}\b")
  return any(path.startswith(folder) and word.search(text)
             for path, text in tree.texts.items())


def strategies_are_complete(tree):
  table = "runtime/strategy/strategies.cc"
  for line, name in _rows(tree, table, r'^      \{"(\w+)",'):
    if f"runtime/strategy/{name}.cc" not in tree.texts:
      yield Problem(table, line, f"no file runtime/strategy/{name}.cc")
    if f"test/runtime/strategy/{name}_test.cc" not in tree.texts:
      yield Problem(table, line, f"no test/runtime/strategy/{name}_test.cc")
    if not _documented(tree, name):
      yield Problem(table, line, f"no row `{name}` in {REFERENCE}")


def verdicts_are_complete(tree):
  table = "runtime/choice/names.cc"
  text = tree.texts.get(table, "")
  names = re.search(r"kVerdictNames\[\w*\]\s*=\s*\{([^}]*)\}", text)
  if text and not names:
    yield Problem(table, 1, "no kVerdictNames")
    return
  for name in re.findall(r'"(\w+)"', names[1] if names else ""):
    if not _documented(tree, name):
      yield Problem(table, 1, f"no row `{name}` in {REFERENCE}")


def note_kinds_are_complete(tree):
  table = "rewriter/note_kinds.cc"
  for line, name in _rows(tree, table, r'^    \{"([\w-]+)", (?:true|false),'):
    if not _documented(tree, name.rstrip("-")):
      yield Problem(table, line, f"no row `{name}` in {REFERENCE}")


def shrink_passes_are_complete(tree):
  table = "runtime/explore/shrink_passes.cc"
  for line, name in _rows(tree, table, r'^\s+\{"([\w ]+)",'):
    if not _documented(tree, name):
      yield Problem(table, line, f"no row `{name}` in {REFERENCE}")


def symbols_are_complete(tree):
  """The shim's header is there, and some golden or shim test uses the name."""
  for table in ("rewriter/symbols.cc", "rewriter/symbols_posix.cc",
                "rewriter/symbols_builtins.cc"):
    yield from _symbols_of(tree, table)


def _symbols_of(tree, table):
  text = tree.texts.get(table, "")
  headers = dict(re.findall(r'constexpr char (k\w+)\[\] =\s*"([^"]+)";', text))
  for match in re.finditer(r'\{"([\w:]+)",\s*\w+,\s*"([\w:]+)",\s*(k\w+)\}',
                           text):
    line = text.count("\n", 0, match.start()) + 1
    header = "shims/include/" + headers.get(match[3], match[3])
    shim = match[2].rsplit(":", 1)[-1]
    if header not in tree.texts:
      yield Problem(table, line, f"{match[1]}: no {header}")
    elif not _mentioned_in_tests(tree, "test/", shim) and (
        not _mentioned_in_tests(tree, "test/", match[1].rsplit(":", 1)[-1])):
      yield Problem(table, line, f"{match[1]}: no test or golden uses it")


ALL = [strategies_are_complete, verdicts_are_complete,
       note_kinds_are_complete, shrink_passes_are_complete, symbols_are_complete]
