"""What every test of the page starts from: the pages, and a browser.

A page of a real failure (the tools, run on a copy of examples/workerpool), and
pages of traces made here for what no example has.
"""

import glob
import os
import pathlib
import shutil
import subprocess
import time
import unittest

import trace_file
from webdriver import Browser

ROOT = pathlib.Path(__file__).resolve().parents[3]
TEST = "WorkerPoolTest.RunsEveryJobBeforeShutdownReturns"
SECONDS_MAX = 300
SETTLES_MAX = 50
SETTLE_SECONDS = 0.1
SLIDER = "document.querySelectorAll('[role=slider]')[arguments[0]]"
DATA = "JSON.parse(document.getElementById('data').textContent)"
HOSTILE = "<img src=x onerror='window.hacked=1'></script>{{data}} \u202e&amp;"



class Session:
  """The one browser of all tests, and where the pages are, by name."""

  def __init__(self, tools, work):
    self.tools = tools
    self.work = os.path.abspath(work)
    shutil.rmtree(self.work, ignore_errors=True)
    os.makedirs(self.work)
    self.pages = {
        "pool": self._pool_page(),
        "long": self.page_of(trace_file.long_run(10000), "long"),
        "hostile": self.page_of(hostile_trace(), "hostile"),
        "short": self.page_of(short_trace(), "short"),
        "renumbered": self._pair_page(two_locks(1, 2), two_locks(7, 6)),
        "reading": self.page_of(reading_trace(), "reading"),
        "many_reads": self.page_of(many_loads(1), "many_reads"),
        "no_reads": self.page_of(many_loads(2), "no_reads"),
        "empty": self.page_of(trace_file.Trace(), "empty"),
    }
    self.browser = Browser()

  def end(self):
    self.browser.end()

  def tool(self, name, *arguments, codes=(0,)):
    result = subprocess.run([os.path.join(self.tools, name), *arguments],
                            text=True, capture_output=True, check=False,
                            timeout=SECONDS_MAX)
    if result.returncode not in codes:
      raise RuntimeError(f"{name} {arguments}: exit code {result.returncode}\n"
                         f"{result.stdout}{result.stderr}")
    return result.stdout

  def page_of(self, trace, name):
    """The URL of the page of a trace made here."""
    trace.write(f"{self.work}/{name}.trace")
    out = self.tool("detsim-trace", "html", f"{self.work}/{name}.trace")
    return pathlib.Path(out.strip()).as_uri()

  def _pair_page(self, found, minimized):
    minimized.write(f"{self.work}/pair.min.trace")
    return self.page_of(found, "pair")

  def _pool_page(self):
    """The page of a failure that detsim found and minimized."""
    project = f"{self.work}/workerpool"
    shutil.copytree(ROOT / "examples/workerpool", project,
                    ignore=shutil.ignore_patterns(".detsim", "build"))
    self.tool("detsim-test", f"--dir={project}", "--minimize",
              f"--filter={TEST}", codes=(1,))
    failure, = glob.glob(f"{project}/.detsim/failures/*[0-9a-f].json")
    page = f"{self.work}/pool.html"
    self.tool("detsim-trace", "html", failure, f"--out={page}")
    return pathlib.Path(page).as_uri()


def two_locks(first, second):
  """The same run, whatever its locks are called."""
  trace = trace_file.Trace()
  trace.thread()
  for number, line in ((first, 3), (second, 5)):
    place = trace.location("/nonexistent/locks.cc", line, "Lock()")
    trace.objects.append((number, "mutex"))
    trace.event(0, "lock", number, place)
  return trace


def hostile_trace():
  trace = trace_file.Trace(HOSTILE, "assertion", HOSTILE)
  place = trace.location("/nonexistent/" + HOSTILE, 1, HOSTILE)
  trace.thread(HOSTILE)
  trace.thread(HOSTILE, place)
  trace.objects.append((1, HOSTILE))
  trace.event(1, "lock", 1, place)
  trace.event(0, "lock", 1, place)
  return trace


def short_trace():
  trace = trace_file.Trace()
  trace.thread()
  for _ in range(5):
    trace.event(0, "load")
  return trace


def reading_trace():
  """T1 stores, main reads it; T2 could run all the time."""
  trace = trace_file.Trace()
  for _ in range(3):
    trace.thread()
  trace.objects.append((1, "atomic"))
  trace.event(1, "store", 1, able=((1, 1), (2, 1)))
  trace.event(0, "load", 1, read=7)
  return trace


def many_loads(written):
  """T1 stores to an object, main loads number 1 again and again."""
  trace = trace_file.Trace()
  for _ in range(2):
    trace.thread()
  trace.objects += [(1, "atomic"), (2, "atomic")]
  trace.event(1, "store", written)
  for _ in range(60):
    trace.event(0, "load", 1)
  return trace


class PageCase(unittest.TestCase):
  """What every test starts from: a page in a window of usual size."""

  session = None  # Set before the tests run.

  @property
  def browser(self):
    return self.session.browser

  @property
  def pages(self):
    return self.session.pages

  def open(self, name="pool", fragment=""):
    self.browser.set_size(1280, 800)
    self.browser.set_media()
    self.browser.open("about:blank")
    self.browser.open(self.pages[name] + fragment)
    self.assertEqual(self.browser.complaints(), [])
    self.data = self.js(f"return {DATA}")
    self.found = self.data["runs"][0]

  def js(self, script, *arguments):
    return self.browser.run(script, *arguments)

  def until(self, script, *arguments):
    return self.browser.wait(script, *arguments)

  def press(self, *names):
    self.browser.press(*names)

  def step(self, run=0):
    return int(self.js(f"return {SLIDER}.getAttribute('aria-valuenow')",
                       run))

  def wait_for_step(self, step, run=0):
    self.until(f"return {SLIDER}.getAttribute('aria-valuenow') == "
               "arguments[1]", run, step)

  def text(self, selector):
    return self.js("return document.querySelector(arguments[0]).innerText",
                   selector)

  def pressed(self, selector):
    return self.js("return document.querySelector(arguments[0])"
                   ".getAttribute('aria-pressed')", selector)

  def picture(self, run=0):
    """The drawn lanes, after what was asked for has been drawn."""
    return self.js(
        "const run = arguments[0];"
        "return new Promise((done) => requestAnimationFrame(() =>"
        "  requestAnimationFrame(() => done("
        "    document.querySelectorAll('.scroll canvas')[run].toDataURL()))))",
        run)

  def settled_picture(self, run=0):
    """The same, when nothing of the page's is on its way any more: what a
    change of size or of theme asks for comes some frames later."""
    last = self.picture(run)
    for _ in range(SETTLES_MAX):
      time.sleep(SETTLE_SECONDS)
      now = self.picture(run)
      if now == last:
        return now
      last = now
    return self.fail("the picture changes all the time")

  def visible(self, run=0):
    """Numbers of the steps that arrows stop at."""
    return [event["step"] for event in self.data["runs"][run]["events"]
            if "library" not in event]
