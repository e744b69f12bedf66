"""Writes trace files as docs/trace_format.md describes them.

It knows nothing but that page, so the tests that use it also check the page.
"""

import struct

OPERATIONS = {"start": 1, "end": 2, "spawn": 3, "join": 4, "lock": 5,
              "unlock": 8, "wait": 13, "notify_one": 14, "load": 23,
              "store": 24,
              "resume": 35, "block": 36}
VERDICTS = {"passed": 0, "assertion": 1, "deadlock": 4}
NO_CHOICE = 255
SCHEDULE = 0
INT_READ = 1 | 2 << 5  # What a load of four bytes knows of its value.


def number(value):
  """Seven bits a byte, the lowest first."""
  data = b""
  while value >= 128:
    data += bytes([128 | value & 127])
    value >>= 7
  return data + bytes([value])


class Event:
  """A step, and what is encoded of it."""

  def __init__(self, **fields):
    self.__dict__.update(fields)

  def encode_1(self, keys):
    stream, value = NO_CHOICE, 0
    if self.runs_instead is not None:
      stream, value = SCHEDULE, keys[self.runs_instead]
    return struct.pack("<QQIIIIBBB5x", self.time_ns, value, self.location,
                       self.thread, self.object, self.other, self.operation,
                       stream, 1)

  def encode_2(self, before):
    """`before` is the event before, or None."""
    parts = [
        (self.thread != (before.thread if before else 0),
         number(self.thread)),
        (self.time_ns != (before.time_ns if before else 0),
         number((self.time_ns - (before.time_ns if before else 0)) % 2**64)),
        (self.location, number(self.location)),
        (self.object, number(self.object)),
        (self.other, number(self.other)),
        (self.runs_instead is not None,
         bytes([SCHEDULE]) + number((self.runs_instead or 0) + 1)),
        (self.read is not None,
         bytes([INT_READ]) + number(self.read or 0)),
        (self.able, number(len(self.able)) + b"".join(
            number(thread << 1 | able) for thread, able in self.able)),
    ]
    flags = sum(1 << bit for bit, (there, _) in enumerate(parts) if there)
    return bytes([flags, self.operation, 1]) + b"".join(
        data for there, data in parts if there)


class Trace:
  """A run; what is not set is empty or 0. Threads are numbered from 0."""

  def __init__(self, test="SomeTest.Works", verdict="passed", message="",
               version=2):
    self.version = version
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
            other=0, runs_instead=None, read=None, able=()):
    """`able` lists who can run from here on, or not: pairs of a thread and 1
    or 0."""
    self.events.append(Event(
        thread=thread, operation=OPERATIONS[operation], object=object_number,
        location=location, time_ns=time_ns, other=other,
        runs_instead=runs_instead, read=read, able=able))

  def write(self, path):
    with open(path, "wb") as file:
      file.write(self.encode())

  def encode(self):
    strings = {"": 0}

    def index(text):
      return strings.setdefault(text, len(strings))

    unusual = sum(event.runs_instead is not None for event in self.events)
    header = struct.pack(
        "<IIIIIIIIQQQQQQ", index(self.test), index(self.project),
        index("random"), index(self.message), VERDICTS[self.verdict], 0, 0, 0,
        17, 0, len(self.events), unusual, len(self.events), 0)
    locations = struct.pack("<I", len(self.locations))
    for file, line, function in self.locations:
      locations += struct.pack("<III", index(file), line, index(function))
      if self.version > 1:
        locations += struct.pack("<I", 0)
    threads = struct.pack("<I", len(self.threads))
    for thread, (key, name, spawned_at) in enumerate(self.threads):
      path = "0" if thread == 0 else f"0.{thread - 1}"
      threads += struct.pack("<QIIIIIIIiI", key, index(path), index(name),
                             spawned_at, 0, 0, 0, 0, -1, 0)
    objects = struct.pack("<I", len(self.objects))
    for ordinal, kind in self.objects:
      objects += struct.pack("<III", ordinal, index(kind), 0)
      if self.version > 1:
        objects += struct.pack("<I", index(""))
    events = struct.pack("<Q", len(self.events))
    for i, event in enumerate(self.events):
      events += (event.encode_1([key for key, _, _ in self.threads])
                 if self.version == 1 else
                 event.encode_2(self.events[i - 1] if i else None))
    table = struct.pack("<I", len(strings))
    for text in strings:
      data = text.encode("utf-8", "surrogateescape")
      table += struct.pack("<I", len(data)) + data
    sections = (table, header, locations, threads, objects, events)
    return b"DETSIMTR" + struct.pack("<II", self.version, 0) + b"".join(
        struct.pack("<IIQ", tag, 0, len(data)) + data
        for tag, data in enumerate(sections, 1))


def long_run(events, version=2):
  """Eight threads that take turns at a lock, `events` steps in all."""
  trace = Trace("LongTest.TakesTurns", "assertion", "expected 1, got 2",
                version)
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
