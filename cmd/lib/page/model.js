// A run as the page keeps it: what TraceJson() of trace_export.h wrote,
// arranged for drawing and for looking things up.
'use strict';

// Rows for the locks that a thread holds at the same time.
const HOLD_ROWS = 3;

// What is in a run, arranged for drawing. Indexes are of events, from 0.
class RunModel {
  // `other` is the run that it is shown with, if there is one before.
  constructor(run, other) {
    this.run = run;
    this.events = run.events;
    this.count = run.events.length;
    this.failed = run.failed;
    this.places = run.places;
    this.choices = [];
    this.byThread = run.threads.map(() => []);
    this.segments = [];
    run.events.forEach((event, i) => {
      if (event.choice !== undefined) this.choices.push(i);
      this.byThread[event.thread].push(i);
      const last = this.segments[this.segments.length - 1];
      if (last && last.thread === event.thread)
        last.to = i;
      else
        this.segments.push({thread: event.thread, from: i, to: i});
    });
    this.blocks =
        run.blockings.map((b) => ({
                            ...b,
                            from: b.from - 1,
                            to: b.to === null ? this.count : b.to - 1,
                            forever: b.to === null,
                            waker: b.woken_by === null ? -1 : b.woken_by - 1,
                          }));
    this.holds = run.holds.map((h) => ({
                                 ...h,
                                 from: h.from - 1,
                                 to: h.to === null ? this.count : h.to - 1,
                               }));
    // What a thread reads that another one wrote.
    this.reads = [];
    run.events.forEach((event, i) => {
      const write = event.last_write - 1;
      if (write >= 0 && run.events[write].thread !== event.thread)
        this.reads.push({from: write, to: i});
    });
    this.locks =
        [...new Set(run.holds.map((h) => h.object))].sort((a, b) => a - b);
    this.colorLocks(other);
    this.stackHolds();
    this.duration = this.count === 0 ?
        0 :
        run.events[this.count - 1].time_ns - run.events[0].time_ns;
  }

  // A lock has the same colour in both runs, whatever its number is.
  colorLocks(other) {
    this.lockColors = new Map();
    const isLock = new Set(this.locks);
    this.events.forEach((event, i) => {
      if (!other || !isLock.has(event.object) || this.twinOf(i) < 0) return;
      const twin = other.events[this.twinOf(i)].object;
      if (other.lockColors.has(twin) && !this.lockColors.has(event.object))
        this.lockColors.set(event.object, other.lockColors.get(twin));
    });
    let next = 0;
    const used = new Set(this.lockColors.values());
    for (const lock of this.locks) {
      if (this.lockColors.has(lock)) continue;
      while (used.has(next)) ++next;
      this.lockColors.set(lock, next++);
    }
    const color = (lock) => this.lockColors.get(lock);
    this.locks.sort((a, b) => color(a) - color(b));
  }

  // Locks that a thread holds at the same time lie below one another.
  stackHolds() {
    const ends = this.run.threads.map(() => []);
    for (const hold of this.holds) {
      const rows = ends[hold.thread];
      let row = 0;
      while (row < HOLD_ROWS - 1 && rows[row] !== undefined &&
             rows[row] > hold.from)
        ++row;
      rows[row] = hold.to;
      hold.row = row;
    }
  }

  objectLabel(number) {
    const found = this.run.objects.find((object) => object.number === number);
    return found ? found.label : '';
  }

  // Where it was used first, which tells objects apart better than numbers.
  objectPlace(number) {
    const found = this.run.objects.find((object) => object.number === number);
    return found ? this.places[found.place].text : '';
  }

  // The same step in the other run; -1 if it is not there.
  twinOf(i) {
    return this.run.twins ? this.run.twins[i] - 1 : -1;
  }

  // That, or of the last step before that is there.
  twinNear(i) {
    while (i >= 0 && this.twinOf(i) < 0) --i;
    return i < 0 ? 0 : this.twinOf(i);
  }

  isKept(i) {
    return !this.run.twins || this.run.twins[i] > 0;
  }
}

// "1.5 s", "20 ms", "3 µs".
function durationText(ns) {
  const units = [['s', 1e9], ['ms', 1e6], ['µs', 1e3]];
  for (const [unit, size] of units) {
    if (ns >= size) return Number((ns / size).toPrecision(3)) + ' ' + unit;
  }
  return ns + ' ns';
}
