"""Opening the page, going through its steps by keys, links and clicks."""

from page_case import SLIDER, TEST, PageCase


class LoadTest(PageCase):

  def test_asks_for_nothing_but_itself(self):
    self.browser.open("about:blank")
    self.browser.requests()
    self.browser.open(self.pages["pool"])
    self.assertEqual(self.browser.requests(), [self.pages["pool"]])
    self.assertEqual(self.browser.complaints(), [])

  def test_says_what_failed_and_where(self):
    self.open()
    self.assertEqual(self.text("#test"), TEST)
    self.assertRegex(self.text("h1"), r"^deadlock at src/job_queue\.cc:\d+$")
    self.assertEqual(self.found["title"], "As found")
    self.assertIn("came before", self.text("#story .notes"))

  def test_every_unusual_choice_of_the_minimized_run_is_told(self):
    self.open()
    told = self.js("return document.querySelectorAll('#story li').length")
    self.assertEqual(told, self.data["runs"][1]["unusual"])

  def test_starts_at_the_last_unusual_choice(self):
    self.open()
    last = [e["step"] for e in self.found["events"] if "choice" in e][-1]
    self.assertEqual(self.step(), last)

  def test_fits_every_width(self):
    self.open()
    for width in (320, 390, 800, 1280, 2560):
      self.browser.set_size(width, 800)
      self.assertEqual(
          self.js("return document.documentElement.scrollWidth"), width)


class StepTest(PageCase):

  def test_link_leads_to_its_step(self):
    self.open(fragment="#step=41")
    self.wait_for_step(41)
    self.assertIn("STEP 41 OF", self.text("#detail h3").upper())
    self.assertIn(self.found["events"][40]["text"], self.text("#detail"))

  def test_link_may_name_the_run(self):
    self.open(fragment="#run=minimized&step=3")
    self.wait_for_step(3, run=1)
    self.assertIn("Minimized", self.text("#detail h3"))

  def test_link_that_makes_no_sense_is_no_harm(self):
    for fragment in ("#step=999999", "#step=0", "#step=-3", "#step=x",
                     "#run=none&step=2", "#%", "#step=1e9"):
      self.open(fragment=fragment)
      self.assertLessEqual(self.step(), len(self.found["events"]))
      self.assertEqual(self.browser.complaints(), [])

  def test_address_follows_and_can_be_passed_on(self):
    self.open(fragment="#step=41")
    self.press("Right")
    following = next(n for n in self.visible() if n > 41)
    self.wait_for_step(following)
    self.assertEqual(self.js("return location.hash"), f"#step={following}")
    self.js("location.hash = '#step=7'")
    self.wait_for_step(7)

  def test_arrows_step(self):
    self.open(fragment="#step=41")
    visible = self.visible()
    after = [n for n in visible if n > 41]
    self.press("Right", "Right", "Right")
    self.wait_for_step(after[2])
    self.press("Left")
    self.wait_for_step(after[1])

  def test_home_and_end_go_to_the_ends(self):
    self.open(fragment="#step=41")
    self.press("End")
    self.wait_for_step(self.visible()[-1])
    self.press("Right")
    self.wait_for_step(self.visible()[-1])
    self.press("Home")
    self.wait_for_step(self.visible()[0])
    self.press("Left")
    self.wait_for_step(self.visible()[0])

  def test_up_and_down_stay_in_the_thread(self):
    self.open(fragment="#step=41")
    thread = self.found["events"][40]["thread"]
    of_thread = [n for n in self.visible()
                 if self.found["events"][n - 1]["thread"] == thread and n > 41]
    self.press("Down", "Down")
    self.wait_for_step(of_thread[1])
    self.press("Up")
    self.wait_for_step(of_thread[0])

  def test_page_keys_go_from_choice_to_choice(self):
    self.open()
    choices = [e["step"] for e in self.found["events"] if "choice" in e]
    self.press("Home", "PageDown", "PageDown")
    self.wait_for_step(choices[1])
    self.press("PageUp")
    self.wait_for_step(choices[0])

  def test_the_other_run_follows_to_the_same_step(self):
    self.open()
    kept = next(i for i, twin in enumerate(self.found["twins"])
                if twin > 20 and "library" not in self.found["events"][i])
    self.js(f"location.hash = '#step={kept + 1}'")
    self.wait_for_step(self.found["twins"][kept], run=1)

  def test_source_and_place_are_shown(self):
    self.open(fragment="#run=minimized&step=3")
    event = self.data["runs"][1]["events"][2]
    place = self.data["runs"][1]["places"][event["place"]]
    self.assertIn(place["text"], self.text("#detail .where"))
    line = self.data["sources"][place["file"]][str(place["line"])]
    self.assertIn(line.strip(), self.text("#detail .excerpt .here"))

  def test_who_wrote_what_is_read(self):
    self.open()
    load = next(e for e in self.found["events"] if e["operation"] == "load"
                and "last_write" in e and "library" not in e)
    self.js(f"location.hash = '#step={load['step']}'")
    self.wait_for_step(load["step"])
    self.assertIn(f"step {load['last_write']}", self.text("#detail dl"))

  def test_lock_has_the_same_colour_in_both_runs(self):
    self.open("renumbered")
    locks = self.js(
        "return [...document.querySelectorAll('.locks')].map((list) =>"
        "  [...list.querySelectorAll('span')].map((lock) =>"
        "    [lock.innerText.trim(), lock.firstChild.style.background]))")
    self.assertEqual(locks[0], [["mutex #1", "var(--lock-0)"],
                                ["mutex #2", "var(--lock-1)"]])
    self.assertEqual(locks[1], [["mutex #7", "var(--lock-0)"],
                                ["mutex #6", "var(--lock-1)"]])


class PointerTest(PageCase):

  def lane(self, run=0):
    return self.js(
        "const canvas = document.querySelectorAll('.scroll canvas')"
        "[arguments[0]]; canvas.scrollIntoView({block: 'center'});"
        "const box = canvas.getBoundingClientRect();"
        "return [box.left, box.top, box.width, box.height]", run)

  def click_lane(self, thread, part):
    left, top, width, _ = self.lane()
    self.browser.click_at(left + width * part, top + 22 + 46 * thread + 17)
    return self.step()

  def test_click_takes_a_step_of_that_lane(self):
    self.open()
    self.press("Home", "0")
    self.picture()
    events = self.found["events"]
    for thread in range(len(self.found["threads"])):
      steps = [i for i, e in enumerate(events, 1) if e["thread"] == thread]
      step = self.click_lane(thread, steps[len(steps) // 2] / len(events))
      self.assertIn(step, steps)

  def test_click_gives_the_keys_to_that_run(self):
    self.open()
    self.click_lane(0, 0.5)
    self.assertEqual(self.js(
        "return document.activeElement.getAttribute('aria-label')"),
                     "As found: step")

  def test_click_on_a_told_choice_leads_there(self):
    self.open()
    self.browser.click("#story li a")
    first = next(e["step"] for e in self.data["runs"][1]["events"]
                 if "choice" in e)
    self.wait_for_step(first, run=1)

  def test_buttons_do_what_keys_do(self):
    self.open()
    self.browser.click("#first")
    self.wait_for_step(self.visible()[0])
    self.browser.click("#forward")
    self.wait_for_step(self.visible()[1])
    self.browser.click("#back")
    self.wait_for_step(self.visible()[0])
    self.browser.click("#last")
    self.wait_for_step(self.visible()[-1])

  def test_strip_above_leads_to_any_part(self):
    self.open()
    left, top, width, height = self.js(
        "const box = document.querySelector('.overview')"
        ".getBoundingClientRect();"
        "return [box.left, box.top, box.width, box.height]")
    self.browser.click_at(left + width * 0.25, top + height / 2)
    self.assertAlmostEqual(self.step() / len(self.found["events"]), 0.25,
                           delta=0.05)
