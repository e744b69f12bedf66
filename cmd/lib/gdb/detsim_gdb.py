"""What gdb knows of detsim's threads: loaded by detsim-test --replay --gdb.

All threads of a run are fibers on one thread of the system, so gdb sees one.
The scheduler's own data (runtime/sched/scheduler.h) says where the others are.
The environment says what to debug: DETSIM_GDB_WORKER (a process that waits for
its request), DETSIM_GDB_READY (a descriptor: written to when it may have it),
DETSIM_GDB_KIND (of the failure), DETSIM_GDB_STEP (0: stop at the failure) and
DETSIM_GDB_PROJECT (the folder that places are relative to).
"""

import os
import re

import gdb

# Where a failure of a kind shows itself first; a crash is a signal.
FAILURE_PLACES = {
    "assertion": ["testing::internal::AssertHelper::operator="],
    "crash": ["__asan_on_error", "__ubsan_on_report"],
    "exception": ["detsim::runtime::(anonymous namespace)::OnTerminate"],
}
# Where every run ends that is cut short, and every run.
CUT_SHORT = "detsim::runtime::EndRunHere"
RUN_END = "detsim::runtime::FinishRun"
STEP = "detsim::runtime::DebuggerStop"

LIBRARY_FUNCTION = re.compile(r"(detsim(::|_)|__tsan_|std::|testing::|__)")
LIBRARY_FILE = re.compile(r"/include/detsim/|/include/c\+\+/|^/usr/|^\./")
SOURCES = "@PROJECT_SOURCE_DIR@"
PROJECT = os.environ.get("DETSIM_GDB_PROJECT", "") + "/"

# From the stack pointer of a fiber that is switched out (switch_x86_64.S): two
# control words, these, and where it goes on.
SAVED_REGISTERS = ["r15", "r14", "r13", "r12", "rbx", "rbp"]
WORD = 8


def evaluate(text):
  return gdb.parse_and_eval(text)


def scheduler():
  return evaluate("'detsim::runtime::scheduler'")


def event_count():
  return int(scheduler()["event_log_"]["events_"]["size_"])


def words(constant):
  """"notify all" from detsim::runtime::OperationKind::kNotifyAll."""
  name = str(constant).split("::")[-1]
  return re.sub(r"(?<!^)([A-Z])", r" \1", name.removeprefix("k")).lower()


class Thread:
  """A thread of the run. `task` is None when it has ended."""

  def __init__(self, index, record):
    self.index = index
    task = record["task"]
    self.task = task.dereference() if int(task) != 0 else None
    name = (self.task or record)["name"].string()
    self.label = "main" if index == 0 else f"T{index}"
    if name:
      self.label += f" ({name})"

  @property
  def is_current(self):
    return self.task is not None and self.task.address == scheduler()["current_"]

  @property
  def state(self):
    return "finished" if self.task is None else words(self.task["state"])

  @property
  def operation(self):
    if self.task is None or self.state == "finished":
      return ""
    return words(self.task["pending"]["kind"])

  def place(self):
    if self.task is None or self.state == "finished":
      return ""
    with Registers(self):
      frame = user_frame()
      return place_of(frame) if frame else ""


def threads():
  array = scheduler()["threads_"]
  return [Thread(i, array["data_"][i]) for i in range(int(array["size_"]))]


def find_thread(text):
  for thread in threads():
    if text in (str(thread.index), thread.label.split()[0]):
      return thread
  raise gdb.GdbError(f"there is no thread {text}; see info detsim-threads")


class Registers:
  """Looks at another thread: its registers, until the end of the block."""

  def __init__(self, thread):
    self.thread = thread

  def __enter__(self):
    self.selected = gdb.selected_frame()
    self.kept = None
    if self.thread.is_current:
      gdb.newest_frame().select()
      return
    gdb.newest_frame().select()
    names = SAVED_REGISTERS + ["rsp", "rip"]
    self.kept = {name: int(evaluate(f"(unsigned long)${name}"))
                 for name in names}
    stack = int(self.thread.task["sp"])
    saved = evaluate(f"*(unsigned long(*)[{len(SAVED_REGISTERS) + 1}])"
                     f"{stack + WORD}")
    values = {name: int(saved[i]) for i, name in enumerate(SAVED_REGISTERS)}
    values["rip"] = int(saved[len(SAVED_REGISTERS)])
    values["rsp"] = stack + WORD * (len(SAVED_REGISTERS) + 2)
    self.set(values)

  def __exit__(self, *unused):
    if self.kept is not None:
      gdb.newest_frame().select()
      self.set(self.kept)
    elif self.selected.is_valid():
      self.selected.select()

  @staticmethod
  def set(values):
    for name, value in values.items():
      gdb.execute(f"set ${name} = {value}", to_string=True)


def is_users(frame):
  where = frame.find_sal()
  if where.symtab is None or not frame.name():
    return False
  path = where.symtab.fullname()
  return not (LIBRARY_FUNCTION.match(frame.name()) or LIBRARY_FILE.search(path)
              or path.startswith((SOURCES + "/runtime/", SOURCES + "/shims/")))


def user_frame():
  """The innermost frame of the user's code, or None."""
  frame = gdb.newest_frame()
  while frame is not None and not is_users(frame):
    frame = frame.older()
  return frame


def place_of(frame):
  where = frame.find_sal()
  path = where.symtab.fullname().removeprefix(PROJECT)
  return f"{path}:{where.line} in {frame.name()}"


def is_alive():
  return gdb.selected_inferior().pid != 0


def show_stop():
  """Says where the run is, and selects the user's frame."""
  if not is_alive():
    print("detsim: the run is over")
    return
  current = next((t for t in threads() if t.is_current), None)
  step = event_count()
  outermost = gdb.newest_frame()
  while outermost.older() is not None and not outermost.name():
    outermost = outermost.older()
  what = current.operation or current.state
  end = " (the run ends here)" if outermost.name() == RUN_END else ""
  print(f"detsim: step {step}, {current.label}: {what}{end}")
  frame = user_frame()
  if frame is None:
    # The last thread that ran has ended: the others are what matters.
    gdb.execute("info detsim-threads")
  if frame is not None:
    frame.select()
    gdb.execute("frame")


class Stop(gdb.Breakpoint):
  """A place of the runtime: nobody wants to see it in a list."""

  def __init__(self, function):
    super().__init__(function=function, internal=True)
    self.silent = True


def go_on():
  gdb.execute("continue", to_string=True)
  show_stop()


class InfoThreads(gdb.Command):
  """Lists the threads of the run: state, next operation, and place."""

  def __init__(self):
    super().__init__("info detsim-threads", gdb.COMMAND_STATUS)

  def invoke(self, argument, from_tty):
    rows = [("", "Thread", "State", "Operation", "Place")]
    for thread in threads():
      rows.append(("*" if thread.is_current else "", thread.label, thread.state,
                   thread.operation, thread.place()))
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    for row in rows:
      print("  ".join([cell.ljust(width) for cell, width in zip(row, widths)] +
                      [row[4]]).rstrip())


class ApplyToThread(gdb.Command):
  """detsim-thread N apply COMMAND: runs COMMAND in a thread; N may be "all"."""

  def __init__(self):
    super().__init__("detsim-thread", gdb.COMMAND_STACK)

  def invoke(self, argument, from_tty):
    match = re.fullmatch(r"(\S+)\s+apply\s+(.+)", argument.strip())
    if not match:
      raise gdb.GdbError("usage: detsim-thread N apply COMMAND")
    chosen = threads() if match[1] == "all" else [find_thread(match[1])]
    for thread in chosen:
      if thread.task is None or thread.state == "finished":
        print(f"\n{thread.label} has ended")
        continue
      print(f"\n{thread.label}, {thread.state}: {thread.operation}")
      with Registers(thread):
        frame = user_frame()
        if frame is not None and not match[2].startswith(("bt", "backtrace")):
          frame.select()
        gdb.execute(match[2], from_tty)


class Step(gdb.Command):
  """detsim-step [N]: goes on to the next decision, or to the Nth."""

  def __init__(self):
    super().__init__("detsim-step", gdb.COMMAND_RUNNING)

  def invoke(self, argument, from_tty):
    if not is_alive():
      raise gdb.GdbError("the run is over")
    count = int(argument or 1)
    stop_at(event_count() + count)
    go_on()


def stop_at(step):
  gdb.execute(f"set variable 'detsim::runtime::debugger_stop' = {step}")


def quiet(state):
  try:
    gdb.execute(f"set suppress-cli-notifications {state}")
  except gdb.error:
    pass  # Older than gdb 13.


def begin():
  """Attaches, lets the worker have its request, and goes to the stop."""
  worker = os.environ["DETSIM_GDB_WORKER"]
  step = int(os.environ["DETSIM_GDB_STEP"])
  kind = os.environ["DETSIM_GDB_KIND"]
  for setting in ("breakpoint pending on", "confirm off",
                  "follow-fork-mode child",
                  "detach-on-fork on", "print inferior-events off",
                  "print thread-events off"):
    gdb.execute(f"set {setting}", to_string=True)
  quiet("on")  # Where the worker waits for its request is of no interest.
  gdb.execute(f"attach {worker}", to_string=True)
  quiet("off")
  # Detsim's own, and what it traps for clocks.
  for signal in ("SIG62", "SIG63"):
    gdb.execute(f"handle {signal} nostop noprint pass", to_string=True)
  Stop(STEP)
  Stop(CUT_SHORT)
  Stop(RUN_END)
  if step != 0:
    stop_at(step)
  else:
    for function in FAILURE_PLACES.get(kind, []):
      Stop(function)
    if kind == "exception":
      gdb.execute("catch throw", to_string=True)
  os.write(int(os.environ["DETSIM_GDB_READY"]), b"1")
  gdb.execute("continue", to_string=True)
  # A test that forks shall not take the debugger with it.
  gdb.execute("set follow-fork-mode parent", to_string=True)
  show_stop()


InfoThreads()
ApplyToThread()
Step()
if "DETSIM_GDB_WORKER" in os.environ:
  begin()
