// Where the steps of one run lie: its scale, what is in sight, and which step is
// under a point. In pixels.
'use strict';

const LANE = 46;
const AXIS = 22;
const BAR_TOP = 10;
const BAR = 14;
const ZOOM_MIN = 0.02;
const ZOOM_MAX = 160;

class LaneGeometry {
  // `area` scrolls; `canvas` stays in sight within it and `space` is as wide as
  // the whole run.
  constructor(model, area, canvas, space, overview) {
    Object.assign(this, {model, area, canvas, space, overview});
    this.zoom = 10;
    this.byTime = false;
    this.keptOnly = false;
    this.selected = -1;
    this.matches = new Set();
    this.height = AXIS + model.run.threads.length * LANE + 6;
    this.frame = 0;
    area.addEventListener('scroll', () => this.request());
  }

  get width() {
    return this.area.clientWidth;
  }

  place() {
    const {events, count, duration} = this.model;
    const start = count ? events[0].time_ns : 0;
    const stretch = this.byTime && duration > 0;
    const total = count * this.zoom;
    this.xs = new Float64Array(count + 1);
    for (let i = 0; i < count; ++i) {
      const even = i * this.zoom;
      this.xs[i] = !stretch ?
          even :
          0.3 * even + 0.7 * total * (events[i].time_ns - start) / duration;
    }
    const last = count ? this.xs[count - 1] : 0;
    this.xs[count] = last + (stretch ? 0.3 : 1) * this.zoom;
    this.space.style.width = Math.max(1, this.total) + 'px';
  }

  // Room after the last step for the mark of the failure.
  get total() {
    return this.xs[this.model.count] + 28;
  }

  zoomToFit() {
    return (this.width - 30) / Math.max(1, this.model.count);
  }

  fit() {
    this.setZoom(this.zoomToFit());
  }

  setZoom(zoom) {
    const anchor = Math.max(0, this.selected);
    const before = this.xs ? this.xs[anchor] - this.area.scrollLeft : 0;
    this.zoom = Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, zoom));
    this.place();
    this.area.scrollLeft = this.xs[anchor] - before;
    this.request();
  }

  reveal(i) {
    const x = this.xs[i];
    const margin = Math.min(120, this.width / 4);
    const left = this.area.scrollLeft;
    if (x < left + margin || x > left + this.width - margin)
      this.area.scrollLeft = x - this.width / 2;
  }

  // The first event that is not left of `x`.
  at(x) {
    let low = 0;
    let high = this.model.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.xs[middle] < x)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }

  // The event under a point of the canvas: the nearest of that lane.
  hit(x, y) {
    const events = this.model.byThread[Math.floor((y - AXIS) / LANE)];
    const wanted = x + this.area.scrollLeft - Math.min(this.zoom, 8) / 2;
    let best = -1;
    for (const i of events || []) {
      if (best < 0 ||
          Math.abs(this.xs[i] - wanted) < Math.abs(this.xs[best] - wanted))
        best = i;
    }
    const near = best >= 0 &&
        Math.abs(this.xs[best] - wanted) <= Math.max(24, this.zoom);
    return near ? best : Math.min(this.model.count - 1, this.at(wanted));
  }

  middle(thread) {
    return AXIS + thread * LANE + BAR_TOP + BAR / 2;
  }
}
