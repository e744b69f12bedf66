// Draws one run: a lane for each thread over steps or virtual time. Only what
// is in sight is drawn, so that the cost does not grow with the run.
'use strict';

const HOLD_TOP = 30;
const HOLD = 4;

// Colours and fonts as the style sheet has them now.
function palette() {
  const style = getComputedStyle(document.documentElement);
  const get = (name) => style.getPropertyValue('--' + name).trim();
  const names = [
    'card', 'ink', 'soft', 'line', 'stripe', 'run', 'blocked', 'wake', 'choice',
    'failure', 'focus', 'focus-soft'
  ];
  const colors = Object.fromEntries(names.map((name) => [name, get(name)]));
  colors.locks = [0, 1, 2, 3, 4, 5].map((i) => get('lock-' + i));
  colors.text = get('text');
  return colors;
}

class Lanes extends LaneGeometry {
  request() {
    if (!this.frame)
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.draw();
      });
  }

  prepare(canvas, width, height) {
    const scale = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * scale) ||
        canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    const context = canvas.getContext('2d');
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    return context;
  }

  draw() {
    if (this.width === 0) return;
    this.colors = palette();
    this.canvas.style.width = this.width + 'px';
    this.canvas.style.height = this.height + 'px';
    const c = this.c = this.prepare(this.canvas, this.width, this.height);
    const left = this.left = this.area.scrollLeft;
    this.first = Math.max(0, this.at(left) - 1);
    this.last = Math.min(this.model.count - 1, this.at(left + this.width));
    c.save();
    c.translate(-left, 0);
    this.drawGround();
    this.drawBlocks();
    this.drawRuns();
    this.drawHolds();
    this.drawWakes();
    this.drawReads();
    this.drawChoices();
    this.drawFailure();
    this.drawSelection();
    c.restore();
    this.drawOverview();
  }

  inSight(from, to) {
    return this.xs[Math.min(to, this.model.count)] >= this.left &&
        this.xs[from] <= this.left + this.width;
  }

  // Things that the minimizer dropped are only hinted at.
  fade(i) {
    this.c.globalAlpha =
        this.keptOnly && i < this.model.count && !this.model.isKept(i) ? 0.13 :
                                                                         1;
  }

  drawGround() {
    const {c, colors, left} = this;
    this.model.run.threads.forEach((_, i) => {
      if (i % 2) return;
      c.fillStyle = colors.stripe;
      c.fillRect(left, AXIS + i * LANE, this.width, LANE);
    });
    c.font = '11px ' + colors.text;
    c.textBaseline = 'middle';
    c.textAlign = 'left';
    // Never two numbers closer than they are wide.
    const steps = [1, 2, 5]
                      .flatMap((n) => [n, n * 10, n * 100, n * 1000, n * 10000])
                      .sort((a, b) => a - b);
    const every = steps.find((n) => n * this.zoom >= 64) || 100000;
    let free = left;
    for (let i = this.first; i <= this.last; ++i) {
      if ((i + 1) % every && !(i === 0)) continue;
      const x = this.xs[i];
      if (x < free) continue;
      c.fillStyle = colors.line;
      c.fillRect(x, AXIS - 6, 1, this.height);
      c.fillStyle = colors.soft;
      const label = this.byTime ?
          durationText(
              this.model.events[i].time_ns - this.model.events[0].time_ns) :
          String(i + 1);
      c.fillText(label, x + 4, 10);
      free = x + c.measureText(label).width + 16;
    }
  }

  drawBlocks() {
    const {c, colors} = this;
    for (const block of this.model.blocks) {
      if (!this.inSight(block.from, block.to)) continue;
      this.fade(block.from);
      const y = this.middle(block.thread);
      c.fillStyle =
          block.forever && this.model.failed ? colors.failure : colors.blocked;
      c.fillRect(
          this.xs[block.from], y - 1, this.xs[block.to] - this.xs[block.from],
          2);
    }
    c.globalAlpha = 1;
  }

  drawRuns() {
    const {c, colors, xs} = this;
    const gap = this.zoom >= 5 ? 1 : 0;
    for (const {thread, from, to} of this.model.segments) {
      if (to < this.first || from > this.last) continue;
      const y = AXIS + thread * LANE + BAR_TOP;
      for (let i = Math.max(from, this.first); i <= Math.min(to, this.last);
           ++i) {
        const event = this.model.events[i];
        if (event.operation === 'block') continue;
        this.fade(i);
        c.fillStyle = colors.run;
        const end = i < to ?
            xs[i + 1] :
            Math.min(xs[i + 1], xs[i] + Math.max(this.zoom, 2));
        const width = Math.max(end - xs[i] - gap, 0.6);
        if (event.library) c.globalAlpha *= 0.45;
        if (event.choice !== undefined) c.globalAlpha *= 0.35;
        c.fillRect(xs[i], y, width, BAR);
        if (this.matches.has(i)) {
          c.fillStyle = colors.focus;
          c.fillRect(xs[i], y - 4, Math.max(width, 2), 3);
        }
        if (width > 34 && event.choice === undefined)
          this.drawText(event.text, xs[i], y, width);
      }
    }
    c.globalAlpha = 1;
  }

  drawText(text, x, y, width) {
    const {c, colors} = this;
    c.save();
    c.beginPath();
    c.rect(x, y, width - 3, BAR);
    c.clip();
    c.fillStyle = colors.card;
    c.font = '10.5px ' + colors.text;
    c.fillText(text, x + 4, y + BAR / 2 + 0.5);
    c.restore();
  }

  drawHolds() {
    const {c, colors, xs} = this;
    for (const hold of this.model.holds) {
      if (!this.inSight(hold.from, hold.to)) continue;
      this.fade(hold.from);
      c.fillStyle = colors.locks[this.model.lockColors.get(hold.object) % 6];
      const end = hold.to < this.model.count ?
          xs[hold.to] + Math.min(this.zoom, 12) :
          xs[this.model.count];
      const y = AXIS + hold.thread * LANE + HOLD_TOP + hold.row * (HOLD + 1);
      c.fillRect(
          xs[hold.from], y, Math.max(end - xs[hold.from] - 1, 1),
          hold.shared ? HOLD / 2 : HOLD);
    }
    c.globalAlpha = 1;
  }

  drawWakes() {
    const {c, colors, xs} = this;
    if (this.zoom < 2) return;
    c.lineWidth = 1.25;
    for (const block of this.model.blocks) {
      if (block.waker < 0 || !this.inSight(block.waker, block.to)) continue;
      this.fade(block.to);
      const x1 = xs[block.waker] + Math.min(this.zoom, 12) / 2;
      const x2 = xs[block.to];
      const down = this.model.events[block.waker].thread < block.thread;
      const y1 = this.middle(this.model.events[block.waker].thread) +
          (down ? BAR / 2 : -BAR / 2);
      const y2 = this.middle(block.thread) + (down ? -BAR / 2 : BAR / 2);
      const bend = Math.min(30, Math.max(6, (x2 - x1) / 2));
      c.strokeStyle = c.fillStyle = colors.wake;
      c.beginPath();
      c.moveTo(x1, y1);
      c.bezierCurveTo(
          x1, y1 + (y2 - y1) * 0.6, x2 - bend, y2 + (down ? -10 : 10), x2, y2);
      c.stroke();
      c.beginPath();
      c.moveTo(x2 + 1, y2);
      c.lineTo(x2 - 5, y2 + (down ? -5 : 5) - 1);
      c.lineTo(x2 - 5, y2 + (down ? -1 : 1) + 1);
      c.fill();
    }
    c.globalAlpha = 1;
  }

  // What threads read that others wrote, and whatever the step in focus reads.
  drawReads() {
    const {c} = this;
    if (this.zoom >= 4) {
      for (const {from, to} of this.model.reads) {
        if (to === this.selected || !this.inSight(from, to)) continue;
        this.fade(to);
        c.globalAlpha *= 0.4;
        this.drawRead(from, to, 1);
      }
      c.globalAlpha = 1;
    }
    const read = this.model.events[this.selected];
    if (read && read.last_write !== undefined)
      this.drawRead(read.last_write - 1, this.selected, 1.75);
  }

  // An arrow from a write to the step that reads it.
  drawRead(from, to, lineWidth) {
    const {c, colors, xs} = this;
    const half = Math.min(this.zoom, 12) / 2;
    const x1 = xs[from] + half;
    const x2 = xs[to] + half;
    const y1 = this.middle(this.model.events[from].thread);
    const y2 = this.middle(this.model.events[to].thread);
    const bend = {x: (x1 + x2) / 2, y: (y1 + y2) / 2 - (y1 === y2 ? BAR + 6 : 0)};
    c.strokeStyle = c.fillStyle = colors.focus;
    c.lineWidth = lineWidth;
    c.setLineDash([5, 3]);
    c.beginPath();
    c.moveTo(x1, y1);
    c.quadraticCurveTo(bend.x, bend.y, x2, y2);
    c.stroke();
    c.setLineDash([]);
    // The head lies along the end of the curve.
    const angle = Math.atan2(y2 - bend.y, x2 - bend.x);
    c.save();
    c.translate(x2, y2);
    c.rotate(angle);
    c.beginPath();
    c.moveTo(0, 0);
    c.lineTo(-6, -3.5);
    c.lineTo(-6, 3.5);
    c.fill();
    c.restore();
  }

  drawChoices() {
    const {c, colors, xs} = this;
    for (const i of this.model.choices) {
      if (i < this.first || i > this.last) continue;
      this.fade(i);
      const event = this.model.events[i];
      const x = xs[i] + Math.min(this.zoom, 12) / 2;
      const y = this.middle(event.thread);
      c.fillStyle = c.strokeStyle = colors.choice;
      if (this.zoom < 3) {
        c.fillRect(x - 0.75, y - 11, 1.5, 22);
        continue;
      }
      if (event.chosen !== undefined && event.chosen !== event.thread &&
          i + 1 < this.model.count) {
        c.lineWidth = 1.25;
        c.setLineDash([3, 3]);
        c.beginPath();
        c.moveTo(x, y);
        c.lineTo(x, this.middle(event.chosen));
        c.stroke();
        c.setLineDash([]);
      }
      const size = Math.min(7, 3 + this.zoom / 3);
      c.beginPath();
      c.moveTo(x, y - size);
      c.lineTo(x + size, y);
      c.lineTo(x, y + size);
      c.lineTo(x - size, y);
      c.fill();
    }
    c.globalAlpha = 1;
  }

  drawFailure() {
    if (!this.model.failed) return;
    const {c, colors} = this;
    const x = this.xs[this.model.count] + 6;
    c.fillStyle = colors.failure;
    c.fillRect(x - 1, AXIS - 6, 2, this.height - AXIS);
    c.beginPath();
    c.arc(x, this.middle(this.model.run.thread), 6, 0, 2 * Math.PI);
    c.fill();
  }

  drawSelection() {
    if (this.selected < 0) return;
    const {c, colors, xs} = this;
    const event = this.model.events[this.selected];
    const width = Math.max(
        2, Math.min(xs[this.selected + 1] - xs[this.selected], this.zoom));
    c.fillStyle = colors.focus;
    c.globalAlpha = 0.55;
    c.fillRect(xs[this.selected] + width / 2 - 0.5, AXIS - 4, 1, this.height);
    c.globalAlpha = 1;
    c.strokeStyle = colors.focus;
    c.lineWidth = 2;
    c.strokeRect(
        xs[this.selected] - 2, AXIS + event.thread * LANE + BAR_TOP - 3,
        width + 3, BAR + 6);
    const label = String(this.selected + 1);
    c.font = '600 11px ' + colors.text;
    const room = c.measureText(label).width + 10;
    const at = Math.min(
        Math.max(xs[this.selected] + width / 2 - room / 2, this.left),
        this.left + this.width - room);
    c.fillRect(at, 1, room, 17);
    c.fillStyle = colors.card;
    c.fillText(label, at + 5, 10);
  }

  // The whole run in a strip: where choices are, where it failed, and what is
  // in sight below.
  drawOverview() {
    const {model, colors} = this;
    const width = this.overview.clientWidth;
    const height = 26;
    const c = this.prepare(this.overview, width, height);
    const per = (width - 4) / this.total;
    c.fillStyle = colors['focus-soft'];
    c.fillRect(
        2 + this.left * per, 1, Math.max(4, Math.min(width, this.width * per)),
        height - 2);
    const rows = model.run.threads.length;
    const row = Math.min(4, (height - 8) / rows);
    c.fillStyle = colors.run;
    for (const {thread, from, to} of model.segments) {
      const x = 2 + this.xs[from] * per;
      c.fillRect(
          x, 4 + thread * row,
          Math.max(0.6, (this.xs[to + 1] - this.xs[from]) * per),
          Math.max(1, row - 1));
    }
    c.fillStyle = colors.choice;
    for (const i of model.choices) {
      c.globalAlpha = this.keptOnly && !model.isKept(i) ? 0.1 : 0.9;
      c.fillRect(2 + this.xs[i] * per - 0.5, 3, 1.2, height - 6);
    }
    c.globalAlpha = 1;
    if (model.failed) {
      c.fillStyle = colors.failure;
      c.fillRect(width - 4, 2, 2, height - 4);
    }
    if (this.selected >= 0) {
      c.fillStyle = colors.focus;
      c.fillRect(2 + this.xs[this.selected] * per - 1, 0, 2, height);
    }
  }
}
