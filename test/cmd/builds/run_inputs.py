#!/usr/bin/env python3
"""Inputs of the rewriter that are wrong, odd or large.

Each is a small project in a folder of its own, given to detsim-cc or
detsim-rewrite: what is right builds and runs, what is wrong is told in one
clear line with the right exit code. Nothing here is written by the tools but
what they are told to write.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time

CHECKED = """#include <cstdio>
#include <mutex>
std::mutex lock;
int main() {
  std::lock_guard<std::mutex> guard(lock);
  std::printf("line %d\\n", __LINE__);
}
"""


class Inputs:
  """The tools, and a fresh folder for each input."""

  def __init__(self, tools, work):
    self.tools = tools
    self.work = work
    self.folder = ""
    shutil.rmtree(work, ignore_errors=True)

  def begin(self, name):
    self.folder = os.path.join(self.work, name)
    os.makedirs(self.folder)
    print(name)

  def path(self, name):
    return os.path.join(self.folder, name)

  def write(self, name, text):
    os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
    with open(self.path(name), "wb") as file:
      file.write(text if isinstance(text, bytes) else text.encode())

  def database(self, *units):
    self.write("compile_commands.json", json.dumps(
        [{"directory": self.folder, "file": unit.split()[-1],
          "command": "clang++-22 -std=c++17 -c " + unit} for unit in units]))

  def run(self, *command, code=0):
    """A tool, by its name; its output, both streams."""
    command = list(command)
    tool = os.path.join(self.tools, command[0])
    if os.path.exists(tool):
      command[0] = tool
    done = subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    output = done.stdout.decode("utf-8", "backslashreplace")
    check(done.returncode == code,
          f"{command}: exit code {done.returncode}, not {code}:\n{output}")
    return output

  def config(self, *scope, **more):
    """A configuration of detsim-cc: by itself it would look for a project."""
    self.write("cc.json", json.dumps({
        "version": 1, "state_dir": self.path("state"),
        "scope": list(scope) or [self.folder], "instrument": False, **more}))
    return "--config=" + self.path("cc.json")

  def build(self, *sources):
    """Through detsim-cc, to ./program."""
    return self.run("detsim-cc", self.config(), "clang++-22", "-std=c++17",
                    *sources, "-o", "program")

  def reports(self):
    """Edits and notes of all units, added up."""
    edits, notes = [], []
    for folder, _, files in os.walk(self.path("state/units")):
      if "report.json" in files:
        with open(os.path.join(folder, "report.json"),
                  encoding="utf-8") as file:
          report = json.load(file)
        edits += report["edits"]
        notes += report["notes"]
    return edits, notes


def check(truth, message):
  if not truth:
    print(f"run_inputs.py: {message}", file=sys.stderr)
    sys.exit(1)


def check_line(output, pattern):
  """One line, and nothing else."""
  check(re.fullmatch(pattern + r"\n", output), f"said:\n{output}")


def does_not_parse(inputs):
  inputs.begin("does_not_parse")
  inputs.write("a.cc", "#include <mutex>\nstd::mutex m;\nint f() { return x; }")
  inputs.database("a.cc")
  output = inputs.run("detsim-rewrite", "--dir=.", code=3)
  check("/a.cc:3:18: use of undeclared identifier 'x'" in output, output)
  check("detsim-rewrite: not all units parse" in output, output)
  output = inputs.run("detsim-cc", inputs.config(), "clang++-22", "-c", "a.cc",
                      code=1)
  check("a.cc:3:18: error: use of undeclared identifier" in output, output)


def databases(inputs):
  inputs.begin("databases")
  rewrite = ("detsim-rewrite", "--dir=.", "--dry_run")
  check_line(inputs.run(*rewrite, code=2),
             r"detsim-rewrite: no compile_commands.json in .*bear -- make")
  for text in ("[{\"directory\": ", "{\"a\": 1}", "[{\"file\": \"a.cc\"}]",
               "[3]"):
    inputs.write("compile_commands.json", text)
    check_line(inputs.run(*rewrite, code=2),
               r"detsim-rewrite: .*/compile_commands.json is no compilation "
               r"database: .*")
  inputs.write("compile_commands.json", "[]")
  check_line(inputs.run(*rewrite, code=2),
             r"detsim-rewrite: .*/compile_commands.json lists no unit; .*")
  inputs.database("missing.cc")
  output = inputs.run(*rewrite, code=3)
  check("missing.cc" in output, output)
  inputs.write("a.cc", CHECKED)
  inputs.database("a.cc")
  before = sorted(os.listdir(inputs.folder))
  check("2 edits in 1 file" in inputs.run(*rewrite), "a bare database")
  check(sorted(os.listdir(inputs.folder)) == before, "--dry_run wrote")
  check_line(inputs.run("detsim-test", "--dir=.", code=2),
             r"detsim-test: .* has no CMakeLists.txt; .*--build_command=.*")


def unknown_flags(inputs):
  inputs.begin("unknown_flags")
  check_line(inputs.run("detsim-rewrite", "--dri=x", code=2),
             r"detsim-rewrite: unknown flag --dri; did you mean --dir\?")
  check_line(inputs.run("detsim-cc", "--bogus", "clang++-22", code=2),
             r"detsim-cc: unknown flag --bogus; see --help")
  check_line(inputs.run("detsim-cc", "--config=no.json", "clang++-22", "-c",
                        "a.cc", code=2),
             r"detsim-cc: cannot open no.json: No such file or directory")
  inputs.write("a.cc", CHECKED)
  inputs.run("detsim-cc", inputs.config(), "clang++-22", "-fanalyzer",
             "-Wno-such-warning", "-c", "a.cc")


def one_header_two_ways(inputs):
  inputs.begin("one_header_two_ways")
  inputs.write("lock.h", "struct HEADER { mutex lock; };\n")
  inputs.write("std.cc", "#include <mutex>\nusing namespace std;\n"
               "#define HEADER Std\n#include \"lock.h\"\n"
               "int StdSize() { return sizeof(Std); }\n")
  inputs.write("own.cc", "#include <cstdio>\nstruct mutex { char c; };\n"
               "#define HEADER Own\n#include \"lock.h\"\nint StdSize();\n"
               "int main() { std::printf(\"%d %d\\n\", StdSize() > 1,\n"
               "  int(sizeof(Own))); }\n")
  inputs.build("std.cc", "own.cc")
  check(inputs.run("./program") == "1 1\n", "wrong sizes")
  inputs.database("std.cc", "own.cc")
  output = inputs.run("detsim-rewrite", "--dir=.", "--dry_run")
  check(re.search(r"^lock.h:1:17: note: 'std::mutex' means something else in "
                  r"another expansion or unit; .* \[detsim-conflict\]$",
                  output, re.M), output)


def header_changes_meanwhile(inputs):
  inputs.begin("header_changes_meanwhile")
  inputs.write("a.h", "#include <mutex>\ninline std::mutex in_header;\n")
  inputs.write("a.cc", "#include <iostream>\n#include <regex>\n"
               "#include \"a.h\"\nint main() { in_header.lock(); "
               "std::regex_match(\"a\", std::regex(\"a\")); }\n")
  compiled = ("detsim-cc", inputs.config(), "clang++-22", "-O2", "-c", "a.cc")
  stop = threading.Event()

  def change():
    while not stop.is_set() and not inputs.reports()[0]:
      time.sleep(0.002)
    time.sleep(0.05)
    inputs.write("a.h", "#include <mutex>\ninline std::mutex in_header, b;\n")

  changer = threading.Thread(target=change)
  changer.start()
  output = inputs.run(*compiled, code=3)
  stop.set()
  changer.join()
  check_line(output, r"detsim-cc: .*/a.h changed while .*/a.cc was compiled; "
             r"build again")
  check(not os.path.exists(inputs.path("a.o")), "half an object is left")
  check(inputs.run(*compiled) == "", "the second time")


def links(inputs):
  inputs.begin("links")
  inputs.write("real/a.h", "#pragma once\n#include <mutex>\n"
               "inline std::mutex shared;\n")
  inputs.write("real/a.cc", "#include \"a.h\"\n#include <cstdio>\n"
               "int main() { shared.lock(); shared.unlock(); std::puts(\"linked\"); }\n")
  os.mkdir(inputs.path("farm"))
  for name in ("a.h", "a.cc"):
    os.symlink("../real/" + name, inputs.path("farm/" + name))
  os.symlink("real", inputs.path("folder"))
  for scope, source in (("real", "farm/a.cc"), ("folder", "folder/a.cc"),
                        ("real", "folder/a.cc")):
    shutil.rmtree(inputs.path("state"), ignore_errors=True)
    inputs.run("detsim-cc", inputs.config(inputs.path(scope)), "clang++-22",
               "-std=c++17", source, "-o", "program")
    check(inputs.run("./program") == "linked\n", source)
    check(len(inputs.reports()[0]) == 1, f"{scope}, {source}")


def bytes_and_lines(inputs):
  inputs.begin("bytes_and_lines")
  inputs.write("crlf.cc", CHECKED.replace("\n", "\r\n"))
  inputs.write("macro.cc", "#include <cstdio>\r\n#include <mutex>\r\n"
               "#define LOCK(m) std:: \\\r\n  lock_guard<std:: \\\r\n"
               "    mutex> guard(m)\r\nstd::mu\\\r\ntex m;\r\nint main() {\r\n"
               "  LOCK(m);\r\n  std::printf(\"line %d\\n\", __LINE__);\r\n}\r\n")
  inputs.write("bom.cc", b"\xef\xbb\xbf" + CHECKED.encode())
  inputs.write("latin.cc", b"// caf\xe9 \xff\n" + CHECKED.encode().replace(
      b"mutex lock", b"mutex /* \xfe */ lock"))
  for name, line in (("crlf", 6), ("macro", 10), ("bom", 6), ("latin", 7)):
    shutil.rmtree(inputs.path("state"), ignore_errors=True)
    inputs.build(name + ".cc")
    check(inputs.run("./program") == f"line {line}\n", name)
    edits, _ = inputs.reports()
    check(len(edits) == 2, f"{name}: {edits}")
  inputs.database("crlf.cc", "bom.cc", "latin.cc", "macro.cc")
  inputs.run("detsim-rewrite", "--dir=.", "--report=report.json", "--out=out")
  with open(inputs.path("report.json"), encoding="utf-8") as file:
    check(len(json.load(file)["edits"]) == 8, "the report")
  for name in ("crlf", "macro", "bom", "latin"):
    with open(inputs.path(name + ".cc"), "rb") as file:
      before = file.read()
    with open(inputs.path("out/" + name + ".cc"), "rb") as file:
      after = file.read()
    check(before.count(b"\n") == after.count(b"\n"), f"{name}: lines moved")
    check(before[:4] == after[:4], f"{name}: its first bytes")


REPORTED = """#include <mutex>
#include <sys/syscall.h>
#include <unistd.h>
#define PASTE(a, b) std::a##b
#define QUALIFIED(ns) ns::mutex
#if 0
std::mutex inactive;
#endif
PASTE(mu, tex) pasted;
QUALIFIED(std) split;
#define KEPT std::mutex /* detsim: keep */ \\
  kept
KEPT;
std::mutex left;  // detsim: keep: a reason
void f(long n) {
  asm volatile("" ::: "memory");
  asm volatile("pause");
  asm volatile("mfence");
  syscall(SYS_gettid);
  syscall(SYS_getcpu, 0, 0, 0);
  syscall(n);
}
asm(".globl a_label");
"""
NOTES = [(7, 1, "unreached"), (9, 1, "pasted-name"), (10, 1, "split-name"),
         (11, 14, "kept"), (14, 1, "kept"), (18, 3, "inline-assembly"),
         (20, 3, "raw-syscall"), (21, 3, "raw-syscall"),
         (23, 1, "inline-assembly")]


def reports(inputs):
  inputs.begin("reports")
  inputs.write("a.cc", REPORTED)
  inputs.database("a.cc")
  output = inputs.run("detsim-rewrite", "--dir=.", "--dry_run")
  for line, column, kind in NOTES:
    check(re.search(rf"^a.cc:{line}:{column}: note: .* \[detsim-{kind}\]\n"
                    r"    try: \w.*$", output, re.M), f"{kind}:\n{output}")
  check(output.count(": note: ") == len(NOTES), output)
  check("8 uses left uncontrolled" in output, output)
  inputs.run("detsim-rewrite", "--dir=.", "--dry_run", "--strict", code=4)


def system_library(inputs):
  inputs.begin("system_library")
  inputs.write("a.cc", "#include <concurrentqueue/concurrentqueue.h>\n"
               "#include <thread>\nint main() {\n"
               "  moodycamel::ConcurrentQueue<int> queue;\n"
               "  std::thread([&] { queue.enqueue(3); }).join();\n"
               "  int n = 0;\n"
               "  return queue.try_dequeue(n) ? n - 3 : 1;\n}\n")
  inputs.database("a.cc")
  rewrite = ("detsim-rewrite", "--dir=.", "--dry_run")
  library = "/usr/include/concurrentqueue"
  output = inputs.run(*rewrite, f"--scope=!{library}*")
  check("1 edit in 1 file" in output and library not in output, output)
  for scope in ((), (f"--scope=+{library}*",)):
    output = inputs.run(*rewrite, *scope)
    check(re.search(r"[1-9]\d+ edits in [2-9] files", output), output)
    by_itself = f"note: '{library}' is in scope too" in output
    check(by_itself == (not scope), output)
  inputs.run("detsim-cc", inputs.config(inputs.folder,
                                        "/usr/include/concurrentqueue"),
             "clang++-22", "a.cc", "-o", "program")
  inputs.run("./program")


def modules(inputs):
  inputs.begin("modules")
  inputs.write("m.cppm", "module;\n#include <mutex>\nexport module m;\n"
               "export inline std::mutex lock;\n"
               "export inline int Answer() { lock.lock(); lock.unlock(); "
               "return 42; }\n")
  inputs.write("a.cc", "#include <cstdio>\n#include <mutex>\nimport m;\n"
               "std::mutex own;\nint main() { own.lock(); own.unlock(); "
               "std::printf(\"%d\\n\", Answer()); }\n")
  compiler = ("detsim-cc", inputs.config(), "clang++-22", "-std=c++20")
  inputs.run(*compiler, "-fmodule-output=m.pcm", "-c", "m.cppm", "-o", "m.o")
  inputs.run(*compiler, "-fmodule-file=m=m.pcm", "-c", "a.cc", "-o", "a.o")
  inputs.run(*compiler, "a.o", "m.o", "-o", "program")
  check(inputs.run("./program") == "42\n", "the program")
  edits, notes = inputs.reports()
  check(len(edits) == 1, str(edits))
  check(sorted((os.path.basename(note["file"]), note["line"], note["id"])
               for note in notes) == [("a.cc", 3, "module"),
                                      ("m.cppm", 1, "module")], str(notes))


def hundred_thousand_lines(inputs):
  inputs.begin("hundred_thousand_lines")
  lines = ["#include <mutex>", "#define USE(x) x"]
  lines += [f"USE(extern std::mutex m{i};)" for i in range(50000)]
  lines += ["#if 0"]
  lines += [f"extern std::mutex n{i};" for i in range(50000)]
  lines += ["#endif", ""]
  inputs.write("a.cc", "\n".join(lines))
  inputs.database("a.cc")
  begin = time.time()
  output = inputs.run("detsim-rewrite", "--dir=.", "--dry_run")
  print(f"  {time.time() - begin:.1f} s")
  check("50000 edits in 1 file" in output, output[-500:])
  check(output.count("[detsim-unreached]") == 50000, output[-500:])


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument("--bin", required=True)
  parser.add_argument("--work", required=True)
  parser.add_argument("--only", default="")
  arguments = parser.parse_args()
  inputs = Inputs(os.path.abspath(arguments.bin),
                  os.path.abspath(arguments.work))
  for test in (does_not_parse, databases, unknown_flags, one_header_two_ways,
               header_changes_meanwhile, links, bytes_and_lines, reports,
               system_library, modules,
               hundred_thousand_lines):
    if arguments.only in ("", test.__name__):
      test(inputs)


if __name__ == "__main__":
  main()
