"""The page's tools, its search, and runs that are long or odd."""

import os
import pathlib

import trace_file
from page_case import HOSTILE, SLIDER, PageCase


class ToolsTest(PageCase):

  def test_v_shows_only_what_the_minimizer_kept(self):
    self.open(fragment="#step=41")
    before = self.picture()
    self.press("v")
    self.assertEqual(self.pressed("#kept"), "true")
    self.assertNotEqual(self.picture(), before)
    kept = [n for n in self.visible() if self.found["twins"][n - 1] > 0]
    self.press("Home", "Right", "Right")
    self.wait_for_step(kept[2])
    self.press("v")
    self.assertEqual(self.pressed("#kept"), "false")
    self.press("Home", "Right", "Right")
    self.wait_for_step(self.visible()[2])

  def test_v_twice_changes_nothing(self):
    self.open(fragment="#step=41")
    before = self.picture()
    self.press("v", "v")
    self.assertEqual(self.picture(), before)

  def test_without_a_minimized_run_there_is_nothing_to_keep(self):
    self.open("short")
    self.press("v")
    self.assertEqual(self.pressed("#kept"), "false")
    self.assertTrue(self.js(
        "return document.getElementById('kept').disabled"))

  def test_space_plays_and_pauses(self):
    self.open()
    self.press("Home", "Space")
    self.assertEqual(self.text("#play"), "Pause")
    for step in self.visible()[1:4]:
      self.until(f"return {SLIDER}.getAttribute('aria-valuenow') >= "
                 "arguments[1]", 0, step)
    self.press("Space")
    self.assertEqual(self.text("#play"), "Play")

  def test_playing_stops_at_the_end(self):
    self.open("short")
    self.press("Home", "Space")
    self.until("return document.getElementById('play').innerText == 'Play'")
    self.assertEqual(self.step(), 5)

  def test_any_other_key_pauses(self):
    self.open()
    self.press("Home", "Space", "End")
    self.assertEqual(self.text("#play"), "Play")
    self.wait_for_step(self.visible()[-1])

  def test_step_says_what_it_reads_and_from_where(self):
    self.open("reading", fragment="#step=2")
    detail = self.text("#detail")
    self.assertIn("Reads\n7", detail)
    self.assertIn("Reads from\nT1, step 1", detail)
    self.assertIn("Others that could run\nT1, T2", detail)

  def test_reads_between_threads_have_arrows(self):
    """Without a step in focus that reads; steps are too narrow for words."""
    self.open("no_reads", fragment="#step=1")
    without = self.picture()
    self.open("many_reads", fragment="#step=1")
    self.assertNotEqual(self.picture(), without)

  def test_zoom(self):
    self.open()
    width = "return document.querySelector('.space').offsetWidth"
    before = self.js(width)
    self.press("+")
    self.assertGreater(self.js(width), before * 1.3)
    self.press("-", "-")
    self.assertLess(self.js(width), before)
    self.press("0")
    self.until(width + " <= document.querySelector('.scroll').clientWidth")

  def test_time_axis_stretches_where_time_passes(self):
    self.open("long")
    before = self.picture()
    self.press("t")
    self.assertEqual(self.pressed("#axis"), "true")
    self.assertNotEqual(self.picture(), before)

  def test_time_axis_is_off_where_no_time_passes(self):
    self.open("short")
    self.press("t")
    self.assertEqual(self.pressed("#axis"), "false")


class SearchTest(PageCase):

  def test_finds_operations_and_goes_through_them(self):
    self.open()
    found = [e["step"] for e in self.found["events"]
             if "notify_all" in e["text"] and "library" not in e]
    self.press("Home", "/", *"notify_all")
    self.assertEqual(self.js("return document.activeElement.id"), "search")
    self.press("Enter")
    self.wait_for_step(found[0])
    self.assertRegex(self.text("#matches"), r"^1 of \d+$")

  def test_letters_are_text_while_typing(self):
    self.open(fragment="#step=41")
    self.press("/", "v", "t", "0", "Space")
    self.assertEqual(self.js(
        "return document.getElementById('search').value"), "vt0 ")
    self.assertEqual(self.pressed("#kept"), "false")
    self.assertEqual(self.step(), 41)

  def test_escape_gives_the_keys_back(self):
    self.open(fragment="#step=41")
    self.press("/", "x", "Escape", "Right")
    self.wait_for_step(next(n for n in self.visible() if n > 41))

  def test_finds_source_text_in_any_case(self):
    self.open()
    self.press("/", *"CLOSED_.STORE", "Enter")
    self.assertIn("closed_.store", self.text("#detail .excerpt .here"))

  def test_says_when_there_is_nothing(self):
    self.open()
    self.press("/", *"no such thing")
    self.assertEqual(self.text("#matches"), "no match")


class LongTest(PageCase):
  """10,000 steps. Bounds are far above what it takes, for slow machines."""

  def test_opens_quickly_and_small(self):
    self.open("long")
    self.assertEqual(len(self.found["events"]), 10000)
    nodes = self.js("return document.querySelectorAll('*').length")
    self.assertLess(nodes, 2000)
    took = self.js(
        "return performance.getEntriesByType('navigation')[0].loadEventEnd")
    self.assertLess(took, 10000)
    path = f"{self.session.work}/long.html"
    self.assertLess(os.path.getsize(path), 5_000_000)

  def test_keys_and_the_whole_run_in_sight_are_quick(self):
    self.open("long")
    self.press("Home", "0")
    took = self.js("""
        return new Promise((done) => {
          const begin = performance.now();
          let left = 30;
          const next = () => {
            if (--left < 0) return done(performance.now() - begin);
            document.dispatchEvent(
                new KeyboardEvent('keydown', {key: 'ArrowRight'}));
            requestAnimationFrame(next);
          };
          next();
        });""")
    self.wait_for_step(31)
    self.assertLess(took / 30, 300)

  def test_the_end_is_as_near_as_the_start(self):
    self.open("long")
    self.press("End")
    self.wait_for_step(10000)
    self.press("Left")
    self.wait_for_step(9999)


class OddTest(PageCase):

  def test_text_of_a_run_is_only_text(self):
    self.open("hostile")
    self.assertFalse(self.js("return Boolean(window.hacked)"))
    self.assertEqual(self.js(
        "return document.querySelectorAll('img, iframe').length"), 0)
    self.assertEqual(self.text("#test"), HOSTILE)
    self.assertIn(HOSTILE, self.text("#detail"))

  def test_run_without_steps(self):
    self.open("empty")
    self.press("Right", "Home", "End", "PageDown", "Down", "v", "0", "+",
               "Space", "/", "x", "Enter")
    self.assertEqual(self.browser.complaints(), [])

  def test_run_that_passed_is_not_painted_as_a_failure(self):
    self.open("short")
    self.assertEqual(
        self.js("return getComputedStyle(document.querySelector('h1'))"
                ".color == getComputedStyle(document.body).color"), True)

  def test_run_that_was_cut_off_is_shown_up_to_there(self):
    path = f"{self.session.work}/cut.trace"
    with open(path, "wb") as file:
      file.write(trace_file.long_run(100).encode()[:-1])
    self.pages["cut"] = pathlib.Path(
        self.session.tool("detsim-trace", "html", path).strip()).as_uri()
    self.open("cut")
    self.assertEqual(len(self.found["events"]), 99)
