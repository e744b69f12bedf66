"""Drives a headless Chromium through chromedriver's HTTP interface.

Only what the page's tests need of the WebDriver protocol
(https://www.w3.org/TR/webdriver2/), and of Chromium's own for media, sizes of
the window and the log of requests. Nothing here waits for a time: wait() asks
until a condition holds.
"""

import base64
import json
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

SECONDS_MAX = 60
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

# What the protocol calls keys that are no characters.
KEYS = {"Home": "\ue011", "End": "\ue010", "Left": "\ue012", "Up": "\ue013",
        "Right": "\ue014", "Down": "\ue015", "PageUp": "\ue00e",
        "PageDown": "\ue00f", "Tab": "\ue004", "Enter": "\ue007",
        "Escape": "\ue00c", "Shift": "\ue008", "Space": " "}


class Browser:
  """A browser with one window, until end()."""

  def __init__(self):
    driver = shutil.which("chromedriver")
    chromium = shutil.which("chromium")
    if not driver or not chromium:
      raise RuntimeError("chromium and chromedriver are not installed; "
                         "scripts/install_packages.sh installs them")
    self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    self._driver = subprocess.Popen(
        [driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, cwd=self._profile.name)
    try:
      self._url = f"http://127.0.0.1:{self._port()}"
      self._session = ""
      arguments = ["--headless=new", "--no-sandbox", "--disable-gpu",
                   "--disable-dev-shm-usage", "--hide-scrollbars",
                   "--force-device-scale-factor=1",
                   f"--user-data-dir={self._profile.name}/profile"]
      answer = self._call("POST", "/session", {"capabilities": {"alwaysMatch": {
          "browserName": "chrome",
          "goog:chromeOptions": {"binary": chromium, "args": arguments},
          "goog:loggingPrefs": {"performance": "ALL", "browser": "ALL"}}}})
      self._session = "/session/" + answer["sessionId"]
    except BaseException:
      self._end_driver()
      raise

  def end(self):
    try:
      self._call("DELETE", "")
    finally:
      self._end_driver()

  def _end_driver(self):
    self._driver.terminate()
    self._driver.communicate()
    self._profile.cleanup()

  def _port(self):
    for line in self._driver.stdout:
      found = re.search(r"started successfully on port (\d+)", line)
      if found:
        return int(found[1])
    raise RuntimeError("chromedriver ended before it listened")

  def _call(self, method, path, body=None):
    data = json.dumps(body or {}).encode() if method == "POST" else None
    request = urllib.request.Request(
        self._url + self._session + path, data, method=method,
        headers={"Content-Type": "application/json"})
    try:
      with urllib.request.urlopen(request, timeout=SECONDS_MAX) as answer:
        return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
      value = json.load(error)["value"]
      raise RuntimeError(f"{method} {path}: {value['message']}") from error

  def chromium(self, command, **parameters):
    """A command of the Chrome DevTools protocol."""
    return self._call("POST", "/goog/cdp/execute",
                      {"cmd": command, "params": parameters})

  def open(self, url):
    """Loads a page; returns when its load event has been handled."""
    self._call("POST", "/url", {"url": url})

  def run(self, script, *arguments):
    """What a function with this body returns in the page."""
    return self._call("POST", "/execute/sync",
                      {"script": script, "args": list(arguments)})

  def wait(self, script, *arguments):
    """Until the body returns something true, which is returned."""
    end = time.monotonic() + SECONDS_MAX
    while time.monotonic() < end:
      value = self.run(script, *arguments)
      if value:
        return value
    raise AssertionError(f"never became true: {script} {arguments}")

  def press(self, *names):
    """Presses and releases keys, one after another."""
    actions = []
    for name in names:
      value = KEYS.get(name, name)
      actions += [{"type": "keyDown", "value": value},
                  {"type": "keyUp", "value": value}]
    self._call("POST", "/actions", {"actions": [
        {"type": "key", "id": "keyboard", "actions": actions}]})

  def click(self, selector):
    """The middle of an element, brought into sight before."""
    found = self._call("POST", "/element",
                       {"using": "css selector", "value": selector})
    self._call("POST", f"/element/{found[ELEMENT]}/click")

  def click_at(self, x, y):
    """A point of the window."""
    self._call("POST", "/actions", {"actions": [
        {"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0}]}]})

  def set_size(self, width, height):
    self.chromium("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=1, mobile=False)

  def set_media(self, media="", color_scheme="light"):
    self.chromium("Emulation.setEmulatedMedia", media=media, features=[
        {"name": "prefers-color-scheme", "value": color_scheme}])

  def screenshot(self, path, whole_page=False):
    parameters = {"format": "png"}
    if whole_page:
      parameters["captureBeyondViewport"] = True
      size = self.chromium("Page.getLayoutMetrics")["cssContentSize"]
      parameters["clip"] = dict(size, x=0, y=0, scale=1)
    data = self.chromium("Page.captureScreenshot", **parameters)["data"]
    with open(path, "wb") as file:
      file.write(base64.b64decode(data))

  def pdf(self):
    """The page as it would be printed."""
    return base64.b64decode(self._call("POST", "/print", {"background": True}))

  def requests(self):
    """URLs that were asked for since the last call."""
    entries = self._call("POST", "/se/log", {"type": "performance"})
    messages = [json.loads(entry["message"])["message"] for entry in entries]
    return [message["params"]["request"]["url"] for message in messages
            if message["method"] == "Network.requestWillBeSent"]

  def complaints(self):
    """Errors and warnings of scripts since the last call."""
    entries = self._call("POST", "/se/log", {"type": "browser"})
    return [entry["message"] for entry in entries]
