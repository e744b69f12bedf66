"""The page without a mouse, without sight, in the dark and on paper."""

from page_case import SLIDER, PageCase


class AccessTest(PageCase):

  def test_whoever_cannot_see_it_hears_it(self):
    self.open(fragment="#step=41")
    nodes = self.browser.chromium("Accessibility.getFullAXTree")["nodes"]
    roles = {}
    for node in nodes:
      role = node.get("role", {}).get("value")
      name = node.get("name", {}).get("value", "")
      roles.setdefault(role, []).append(name)
      if role in ("button", "link", "slider", "searchbox", "region"):
        self.assertTrue(name, node)
    self.assertEqual(roles["slider"], ["As found: step", "Minimized: step"])
    self.assertEqual(roles["heading"][0], self.found["headline"])
    self.assertIn("navigation", roles)
    self.assertIn("main", roles)
    self.assertIn("search", roles)
    event = self.found["events"][40]
    spoken = self.js(f"return {SLIDER}.getAttribute('aria-valuetext')", 0)
    thread = self.found["threads"][event["thread"]]["label"]
    self.assertTrue(spoken.startswith(
        f"Step 41 of {len(self.found['events'])}, {thread}: {event['text']}"))

  def test_tab_reaches_everything_and_focus_is_seen(self):
    self.open(fragment="#step=41")
    reached = []
    for _ in range(60):
      self.press("Tab")
      here = self.js(
          "const e = document.activeElement;"
          "return [e.id || e.getAttribute('aria-label') || e.className,"
          "        getComputedStyle(e).outlineStyle, e.tagName]")
      if here[2] == "BODY" or here[0] in [name for name, _, _ in reached]:
        break
      reached.append(here)
    names = [name for name, _, _ in reached]
    for name in ("first", "back", "play", "forward", "last", "kept", "out",
                 "fit", "in", "search", "As found: step", "Minimized: step"):
      self.assertIn(name, names)
    self.assertEqual([here for here in reached if here[1] == "none"], [])

  def test_space_on_a_button_presses_only_that(self):
    self.open()
    self.js("document.getElementById('kept').focus()")
    self.press("Space")
    self.assertEqual(self.pressed("#kept"), "true")
    self.assertEqual(self.text("#play"), "Play")

  def test_text_can_be_read_on_its_ground(self):
    self.open()
    for scheme in ("light", "dark"):
      self.browser.set_media(color_scheme=scheme)
      colors = self.js(
          "const s = getComputedStyle(document.documentElement);"
          "return Object.fromEntries(['page', 'card', 'stripe', 'ink', 'soft',"
          "  'failure', 'choice-soft', 'focus', 'focus-soft'].map("
          "  (n) => [n, s.getPropertyValue('--' + n).trim()]))")
      for text, ground in (("ink", "page"), ("ink", "card"), ("soft", "page"),
                           ("soft", "card"), ("failure", "page"),
                           ("failure", "card"), ("focus", "card"),
                           ("ink", "choice-soft"), ("soft", "stripe"),
                           ("ink", "focus-soft")):
        self.assertGreaterEqual(contrast(colors[text], colors[ground]), 4.5,
                                f"{scheme}: {text} on {ground}")

  def test_dark_follows_the_system_also_in_the_lanes(self):
    self.open()
    light = self.picture()
    ground = "return getComputedStyle(document.documentElement).backgroundColor"
    light_ground = self.js(ground)
    self.browser.set_media(color_scheme="dark")
    self.assertNotEqual(self.js(ground), light_ground)
    self.assertNotEqual(self.picture(), light)


class PrintTest(PageCase):

  def test_paper_is_light_and_has_the_whole_run(self):
    self.open(fragment="#step=41")
    self.browser.set_media(color_scheme="dark")
    before = self.settled_picture()
    self.js(
        "addEventListener('beforeprint', () => { window.printed = ["
        "  getComputedStyle(document.documentElement).backgroundColor,"
        "  document.querySelector('.space').offsetWidth,"
        "  document.querySelector('.scroll').clientWidth]; })")
    self.assertTrue(self.browser.pdf().startswith(b"%PDF-"))
    ground, width, room = self.until("return window.printed")
    self.assertEqual(ground, "rgb(255, 255, 255)")
    self.assertLessEqual(width, room)
    self.until("return !document.documentElement.classList"
               ".contains('printing')")
    self.assertEqual(self.settled_picture(), before)

  def test_paper_has_no_buttons_and_nothing_is_cut_off(self):
    self.open()
    self.browser.set_size(720, 1000)
    self.browser.set_media(media="print")
    self.assertEqual(self.js(
        "return getComputedStyle(document.querySelector('.tools')).display"),
                     "none")
    self.assertEqual(
        self.js("return document.documentElement.scrollWidth"), 720)


def contrast(a, b):
  """WCAG 2.2's contrast ratio of two colours like #fff or #ffffff."""
  def luminance(color):
    digits = color.lstrip("#")
    if len(digits) == 3:
      digits = "".join(d * 2 for d in digits)
    parts = [int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4
             for p in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  light, dark = sorted((luminance(a), luminance(b)), reverse=True)
  return (light + 0.05) / (dark + 0.05)
