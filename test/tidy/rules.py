"""The rules of CONVENTIONS.md that a machine can check, one function each.

A rule takes a Tree (path -> text) and yields Problems. tidy_test.py runs them
over the repository, rules_test.py over small trees that break them.
"""

import os
import re
from collections import namedtuple

Problem = namedtuple("Problem", "path line what")

# Which folder may include which: docs/architecture.md. A folder may always
# include itself. "worker/protocol" is the one header that tools share with
# workers.
BASE = {"runtime/base"}
CHOICE = BASE | {"runtime/choice"}
TRACE = CHOICE | {"runtime/trace"}
SCHED = TRACE | {"runtime/fiber", "runtime/include", "runtime/race",
                 "runtime/sched"}
ARROWS = {
    "runtime/include": set(),
    "runtime/base": set(),
    "runtime/choice": BASE,
    "runtime/trace": CHOICE,
    "runtime/fiber": BASE,
    "runtime/race": BASE,
    "runtime/strategy": CHOICE,
    "runtime/fault": CHOICE,
    "runtime/sched": SCHED,
    "runtime/memory": SCHED,
    "runtime/net": SCHED | {"runtime/fault"},
    "runtime/disk": SCHED | {"runtime/fault"},
    "runtime/check": TRACE,
    "runtime/world": SCHED | {"runtime/strategy", "runtime/net",
                              "runtime/disk", "runtime/fault",
                              "runtime/memory"},
    # The worker is the world's outermost shell: it ends runs (endings.cc), so
    # it sees the scheduler as well.
    "runtime/worker": SCHED | {"runtime/strategy", "runtime/world"},
    # Libc's names for the shims, in a build of the runtime of their own.
    "runtime/own_libs": SCHED | {"shims", "runtime/worker",
                                 "runtime/own_libs"},
    "runtime/explore": TRACE | {"runtime/strategy"},
    "shims": {"runtime/include"},
    "rewriter": set(),
    # Where the shadow is: it is written into the program under test.
    "instrument": BASE,
    "cmd": TRACE | {"rewriter", "runtime/explore", "runtime/worker/protocol"},
}
# Libraries that are not libc or the standard library, by include prefix.
LIBRARIES = ("absl/", "nlohmann/", "gtest/", "gmock/", "clang/", "clang-c/",
             "llvm/", "llvm-c/", "boost/")
LIBRARY_ARROWS = {
    "rewriter": ("absl/", "nlohmann/", "clang/", "llvm/"),
    "instrument": ("llvm/",),
    "cmd": ("absl/", "nlohmann/"),
}

FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 70
README_LINES_MAX = 150
COLUMNS_MAX = 80

# Names that would let real time, real randomness or real concurrency into a
# run. The key is a regular expression, the value the reason.
BANNED = {
    r"std::chrono::(?:system|steady|high_resolution)_clock": "a real clock",
    r"(?<!\w)clock_gettime(?!\w)": "a real clock",
    r"(?<!\w)gettimeofday(?!\w)": "a real clock",
    r"(?<![\w:.>])time\(": "a real clock",
    r"(?<!\w)random_device(?!\w)": "real randomness",
    r"(?<![\w:.>])s?rand\(": "real randomness",
    r"(?<!\w)mt19937": "use runtime/base/prng.h",
    r"std::(?:uniform|normal|bernoulli|poisson)\w*_distribution":
        "differs between standard libraries",
    r"std::shuffle(?!\w)": "differs between standard libraries",
    r"std::(?:jthread|thread|mutex|condition_variable|async|lock_guard"
    r"|unique_lock)(?!\w)": "real threads and locks",
    r"std::this_thread": "real threads and locks",
    r"(?<!\w)(?:nanosleep|usleep|sleep)\(": "real time",
    r"(?<!\w)getenv\(": "the environment; read it in runtime/worker",
    r"std::unordered_\w+": "order depends on hashes",
    r"absl::(?:flat|node)_hash_\w+": "order depends on hashes",
    r"std::(?:map|set)<[^,<>]*\*[,>]": "order depends on addresses",
}
# (path prefix, name as matched, reason). Shims are what std names are mapped
# to, so they must be able to name them.
ALLOWED = [
    ("runtime/worker/", "getenv(", "finds out whether it is a worker"),
    ("runtime/worker/", "clock_gettime",
     "the watchdog for runs that never reach a decision"),
    ("runtime/sched/library_clock.cc", "clock_gettime",
     "defines it for precompiled code, over virtual time"),
    ("runtime/sched/library_clock.cc", "gettimeofday",
     "defines it for precompiled code, over virtual time"),
    ("runtime/sched/library_sleep.cc", "",
     "defines them for precompiled code, over virtual time"),
    ("runtime/own_libs/", "",
     "defines them for precompiled code, over the shims"),
    ("runtime/sched/library_clock.cc", "time(",
     "defines it for precompiled code, over virtual time"),
    ("shims/", "", "names what it stands for, and never calls it"),
]


class Tree:
  """Paths and texts of a repository, or of a made-up one."""

  def __init__(self, texts):
    self.texts = texts

  def sources(self, pattern=r"\.(h|cc|c)$"):
    for path in sorted(self.texts):
      if re.search(pattern, path) and not _is_specimen(path):
        yield path, self.texts[path]


def _is_specimen(path):
  """Code that is input to a tool, and not held to our rules."""
  return path.startswith(("test/rewriter/golden/", "test/corpus/fail/",
                          "test/corpus/pass/"))


def _area(path):
  """The folder that the arrows speak of, or None."""
  if path.startswith("detsim/"):
    # The public include folder of the shims or of the runtime.
    return "runtime/include" if path == "detsim/abi.h" else "shims"
  if path.startswith(("runtime/worker/protocol",
                      "runtime/worker/private_files")):
    return "runtime/worker/protocol"
  parts = path.split("/")
  area = "/".join(parts[:2]) if parts[0] == "runtime" else parts[0]
  return area if area in ARROWS else None


def _line_of(text, offset):
  return text.count("\n", 0, offset) + 1


def _code(text):
  """Comments and strings blanked out, lines kept."""
  pattern = re.compile(
      r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.S)
  return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def includes_follow_arrows(tree):
  for path, text in tree.sources():
    owner = _area(path)
    if owner is None:
      continue
    if owner == "runtime/worker/protocol":
      owner = "runtime/worker"
    for match in re.finditer(r'^\s*#\s*include\s*["<]([^">]+)[">]', text,
                             re.M):
      included = match[1]
      line = _line_of(text, match.start(1))
      if included.startswith(LIBRARIES):
        if not included.startswith(LIBRARY_ARROWS.get(owner, ("\0",))):
          yield Problem(path, line, f"{owner} may not use {included}")
        continue
      target = _area(included)
      if target is None or target == owner or (
          target == "runtime/worker/protocol" and owner == "runtime/worker"):
        continue
      if target not in ARROWS[owner]:
        yield Problem(path, line, f"{owner} may not include {target}")


def guards_are_named_after_paths(tree):
  for path, text in tree.sources(r"\.h$"):
    guard = "DETSIM_" + re.sub(r"[^A-Z0-9]", "_", path.upper()) + "_"
    if path.startswith("examples/"):
      continue  # Another project, with its own names.
    if not re.search(rf"^#ifndef {guard}\n#define {guard}\n", text, re.M):
      yield Problem(path, 1, f"its guard must be {guard}")


def _opening_comment(text):
  lines = []
  for line in text.split("\n"):
    if not line.startswith(("//", "/*", " *", "#", '"""')) and line.strip():
      break
    lines.append(line)
  return " ".join(lines)


def files_are_short(tree):
  for path, text in tree.sources(r"\.(h|cc|c|py|S)$"):
    lines = text.count("\n")
    if lines > FILE_LINES_MAX and "400 lines" not in _opening_comment(text):
      yield Problem(path, lines,
                    f"{lines} lines; split it, or say in its opening comment "
                    f"why it is past {FILE_LINES_MAX} lines")


def functions_fit_a_screen(tree):
  # Relies on clang-format's layout: a body ends with a lone brace, and the
  # nearest line above with the same indent is where its signature starts.
  for path, text in tree.sources(r"\.(h|cc)$"):
    lines = text.split("\n")
    starts = {}
    for number, line in enumerate(lines, 1):
      match = re.match(r"( *)([^\s#}):].*|\}$)", line)
      if not match:
        continue
      indent = len(match[1])
      if match[2] != "}":
        starts[indent] = number
        continue
      length = number - starts.get(indent, number) + 1
      if indent <= 2 and length > FUNCTION_LINES_MAX:
        yield Problem(path, starts[indent], f"a function of {length} lines; "
                      f"at most {FUNCTION_LINES_MAX}")


def nothing_is_left_to_do(tree):
  word = re.compile("TO" + "DO|FIX" + "ME")
  for path, text in tree.sources(r"."):
    # These name the words to forbid them.
    if path in ("CONVENTIONS.md", "test/tidy/rules_test.py"):
      continue
    for match in word.finditer(text):
      yield Problem(path, _line_of(text, match.start()),
                    f"{match[0]}: do it, or say the limit in the docs")


def runs_see_nothing_real(tree):
  for path, text in tree.sources(r"^(runtime|shims)/.*\.(h|cc)$"):
    if path.startswith("runtime/explore/"):
      continue  # Runs in the tools, not in a run.
    code = _code(text)
    for pattern, reason in BANNED.items():
      for match in re.finditer(pattern, code):
        if any(path.startswith(prefix) and name in match[0]
               for prefix, name, _ in ALLOWED):
          continue
        yield Problem(path, _line_of(code, match.start()),
                      f"{match[0]} is banned here: {reason}")


def lines_are_clean(tree):
  for path, text in tree.sources(
      r"(\.(h|cc|c|py|sh|cmake|md|txt|S)|Makefile)$"):
    if path == "LICENSE":
      continue
    if text and not text.endswith("\n"):
      yield Problem(path, text.count("\n") + 1, "no newline at the end")
    wide_allowed = not re.search(r"\.(h|cc|c|S)$", path)
    for number, line in enumerate(text.split("\n"), 1):
      if line != line.rstrip():
        yield Problem(path, number, "trailing space")
      if "\t" in line and not path.endswith("Makefile"):
        yield Problem(path, number, "a tab")
      if len(line) > COLUMNS_MAX and not wide_allowed and (
          "http" not in line and "#include" not in line and
          "#ifndef" not in line and "#define" not in line and
          "#endif" not in line and 'R"' not in line):
        yield Problem(path, number, f"{len(line)} columns")


def suppressions_have_reasons(tree):
  for path, text in tree.sources():
    for match in re.finditer(r"NOLINT\w*(\([^)]*\))?(:\s*\S+)?", text):
      if not match[0].startswith("NOLINTEND") and (
          match[1] is None or match[2] is None):
        yield Problem(path, _line_of(text, match.start()),
                      "say NOLINT(check): reason")


def corpus_programs_have_twins(tree):
  names = {kind: {os.path.basename(p) for p in tree.texts
                  if p.startswith(f"test/corpus/{kind}/")}
           for kind in ("fail", "pass")}
  for name in sorted(names["fail"] - names["pass"]):
    yield Problem(f"test/corpus/fail/{name}", 1,
                  "has no corrected twin in test/corpus/pass")


def links_lead_somewhere(tree):
  for path, text in tree.sources(r"\.md$"):
    for match in re.finditer(r"\]\(([^)#\s]+)[^)]*\)", text):
      if "://" in match[1]:
        continue
      target = os.path.normpath(os.path.join(os.path.dirname(path), match[1]))
      if target not in tree.texts and not any(
          known.startswith(target + "/") for known in tree.texts):
        yield Problem(path, _line_of(text, match.start()),
                      f"links to {match[1]}, which is not there")


def readme_is_short(tree):
  lines = tree.texts.get("README.md", "").count("\n")
  if lines >= README_LINES_MAX:
    yield Problem("README.md", lines, f"{lines} lines, must be under "
                  f"{README_LINES_MAX}")


ALL = [
    includes_follow_arrows, guards_are_named_after_paths, files_are_short,
    functions_fit_a_screen, nothing_is_left_to_do, runs_see_nothing_real,
    lines_are_clean, suppressions_have_reasons, corpus_programs_have_twins,
    links_lead_somewhere, readme_is_short,
]
