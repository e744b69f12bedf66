"""What a recorded run says of itself, of a failure that detsim found."""

from page_case import PageCase, ROOT

EXAMPLE = ROOT / "examples/workerpool"


class RunTest(PageCase):

  def setUp(self):
    self.open()

  def runs(self):
    return self.data["runs"]

  def test_what_is_read_is_what_was_written(self):
    """The step that it is read from wrote just that value."""
    compared = 0
    for run in self.runs():
      for event in run["events"]:
        write = run["events"][event.get("last_write", 1) - 1]
        if "read" not in event or "written" not in write:
          continue
        if "last_write" not in event:
          continue
        self.assertEqual(event["read"], write["written"], event)
        self.assertEqual(event["object"], write["object"])
        compared += 1
    self.assertGreater(compared, 0)

  def test_every_atomic_operation_has_its_values(self):
    for event in self.found["events"]:
      if event["operation"] == "load" and "choice" not in event:
        self.assertIn("read", event)
      if event["operation"] == "store" and "choice" not in event:
        self.assertIn("written", event)

  def test_who_could_run_is_counted_and_named(self):
    for run in self.runs():
      for event in run["events"]:
        self.assertEqual(len(event.get("able", [])), event["could_run"], event)
        self.assertNotIn(event["thread"], event.get("able", []))

  def test_whoever_runs_instead_could_run(self):
    for run in self.runs():
      for event in run["events"]:
        if "chosen" in event and event["chosen"] != event["thread"]:
          self.assertIn(event["chosen"], event["able"], event)

  def test_objects_have_the_names_of_the_source(self):
    names = {(item["type"], item["name"]) for item in self.found["objects"]}
    self.assertGreaterEqual(names, {("mutex", "mutex_"),
                                    ("mutex", "stats_mutex_"),
                                    ("condition variable", "ready_"),
                                    ("atomic", "closed_")})

  def test_columns_are_those_of_the_users_files(self):
    """Rewritten lines are longer than the user's."""
    looked_at = set()
    for event in self.found["events"]:
      place = self.found["places"][event.get("place", 0)]
      if not place["column"] or "/workerpool/" not in place["file"]:
        continue
      name = place["file"].split("/workerpool/", 1)[1]
      line = (EXAMPLE / name).read_text().splitlines()[place["line"] - 1]
      rest = line[place["column"] - 1:]
      expected = {"load": "load(", "store": "store(", "wait": "wait(",
                  "notify_all": "notify_all(", "notify_one": "notify_one(",
                  "join": "join(", "lock": "lock"}.get(event["operation"])
      if expected and "choice" not in event:
        self.assertTrue(rest.startswith(expected), (event, line, rest))
        looked_at.add(event["operation"])
    self.assertGreaterEqual(looked_at, {"load", "store", "wait", "lock"})
