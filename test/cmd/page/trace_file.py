"""Writes trace files as docs/trace_format.md describes them.

It knows nothing but that page, so the tests that use it also check the page.
"""

import struct

OPERATIONS = {"start": 1, "end": 2, "spawn": 3, "join": 4, "lock": 5,
              "unlock": 8, "wait": 13, "notify_one": 14, "load": 23,
              "resume": 35, "block": 36}
VERDICTS = {"passed": 0, "assertion": 1, "deadlock": 4}
NO_CHOICE = 255
SCHEDULE = 0


class Trace:
  """A run; what is not set is empty or 0. Threads are numbered from 0."""

  def __init__(self, test="SomeTest.Works", verdict="passed", message=""):
    self.test = test
    self.verdict = verdict
    self.message = message
    self.project = "/nonexistent"
    self.locations = [("", 0, "")]
    self.threads = []
    self.objects = []
    self.events = []

  def location(self, file, line, function):
    self.locations.append((file, line, function))
    return len(self.locations) - 1

  def thread(self, name="", spawned_at=0):
    self.threads.append((len(self.threads) + 100, name, spawned_at))
    return len(self.threads) - 1

  def event(self, thread, operation, object_number=0, location=0, time_ns=0,
            other=0, runs_instead=None):
    stream, value = NO_CHOICE, 0
    if runs_instead is not None:
      stream, value = SCHEDULE, self.threads[runs_instead][0]
    self.events.append(struct.pack(
        "<QQIIIIBBB5x", time_ns, value, location, thread, object_number, other,
        OPERATIONS[operation], stream, 1))

  def write(self, path):
    with open(path, "wb") as file:
      file.write(self.encode())

  def encode(self):
    strings = {"": 0}

    def index(text):
      return strings.setdefault(text, len(strings))

    unusual = sum(event[33] != NO_CHOICE for event in self.events)
    header = struct.pack(
        "<IIIIIIIIQQQQQQ", index(self.test), index(self.project),
        index("random"), index(self.message), VERDICTS[self.verdict], 0, 0, 0,
        17, 0, len(self.events), unusual, len(self.events), 0)
    locations = struct.pack("<I", len(self.locations))
    for file, line, function in self.locations:
      locations += struct.pack("<III", index(file), line, index(function))
    threads = struct.pack("<I", len(self.threads))
    for number, (key, name, spawned_at) in enumerate(self.threads):
      path = "0" if number == 0 else f"0.{number - 1}"
      threads += struct.pack("<QIIIIIIIiI", key, index(path), index(name),
                             spawned_at, 0, 0, 0, 0, -1, 0)
    objects = struct.pack("<I", len(self.objects))
    for number, kind in self.objects:
      objects += struct.pack("<III", number, index(kind), 0)
    events = struct.pack("<Q", len(self.events)) + b"".join(self.events)
    table = struct.pack("<I", len(strings))
    for text in strings:
      data = text.encode("utf-8", "surrogateescape")
      table += struct.pack("<I", len(data)) + data
    sections = (table, header, locations, threads, objects, events)
    return b"DETSIMTR" + struct.pack("<II", 1, 0) + b"".join(
        struct.pack("<IIQ", tag, 0, len(data)) + data
        for tag, data in enumerate(sections, 1))


def long_run(events):
  """Eight threads that take turns at a lock, `events` steps in all."""
  trace = Trace("LongTest.TakesTurns", "assertion", "expected 1, got 2")
  place = trace.location("/nonexistent/turns.cc", 12, "Turn(int)")
  threads = [trace.thread() for _ in range(8)]
  trace.objects.append((1, "mutex"))
  step = 0
  while len(trace.events) < events:
    thread = threads[step % len(threads)]
    for operation in ("lock", "load", "load", "unlock"):
      trace.event(thread, operation, 0 if operation == "load" else 1, place,
                  step * 1000)
    if step % 5 == 0:
      trace.event(thread, "lock", 1, place, step * 1000,
                  runs_instead=(step + 1) % len(threads))
    step += 1
  del trace.events[events:]
  return trace
