// The page around the lanes: which step is in focus, keys, search, deep links.
'use strict';

(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const views = [];
  const state =
      {run: data.start, kept: false, byTime: false, timer: 0, query: ''};
  const hasBoth = data.runs.length > 1;

  const {
    labelOf,
    placeOf,
    sourceLine,
    sentence,
    hashOf,
    showDetail,
    showNothing,
    showStory
  } = makeDetails(data, views);
  const current = () => views[state.run];

  // ---- Focus -------------------------------------------------------------

  function isReachable(view, i) {
    if (view.model.events[i].library) return false;
    return !(state.kept && view.keepable) || view.model.isKept(i);
  }

  function select(run, i, options = {}) {
    const view = views[run];
    if (!view || view.model.count === 0) return;
    i = Math.min(view.model.count - 1, Math.max(0, i));
    state.run = run;
    view.lanes.selected = i;
    views.forEach((other, index) => {
      other.card.classList.toggle('active', index === run);
      if (index !== run) other.lanes.selected = view.model.twinOf(i);
      other.lanes.reveal(index === run ? i : view.model.twinNear(i));
      describe(other);
      other.lanes.request();
    });
    showDetail(view, i);
    showMatches();
    if (!options.keepAddress) history.replaceState(null, '', hashOf(run, i));
    if (options.focus) view.area.focus({preventScroll: true});
  }

  function describe(view) {
    const i = view.lanes.selected;
    view.area.setAttribute('aria-valuenow', Math.max(1, i + 1));
    view.area.setAttribute(
        'aria-valuetext', i < 0 ? 'not in this run' : sentence(view, i));
    const thread = i < 0 ? -1 : view.model.events[i].thread;
    [...view.labels.children].forEach(
        (label, index) => label.classList.toggle('current', index === thread));
  }

  // To the next step from `from` that can be reached and is accepted.
  function move(by, accept = () => true, from = current().lanes.selected) {
    const view = current();
    let i = from + by;
    while (i >= 0 && i < view.model.count &&
           !(isReachable(view, i) && accept(view.model.events[i])))
      i += by;
    if (i < 0 || i >= view.model.count) return false;
    select(state.run, i);
    return true;
  }

  function moveToEnd(by) {
    const {count} = current().model;
    if (!move(by, undefined, by > 0 ? -1 : count))
      select(state.run, by > 0 ? 0 : count - 1);
  }

  function moveInThread(by) {
    const here = current().model.events[current().lanes.selected];
    return move(by, (event) => event.thread === here.thread);
  }

  const moveToChoice = (by) => move(by, (event) => event.choice !== undefined);

  // ---- Search --------------------------------------------------------------

  function search(query) {
    state.query = query.trim().toLowerCase();
    views.forEach((view) => {
      view.lanes.matches = new Set();
      if (state.query) {
        view.model.events.forEach((event, i) => {
          const place = placeOf(view, event);
          const text = [
            event.text, labelOf(view, event.thread), place.text, place.function,
            sourceLine(place)
          ].join('\n');
          if (text.toLowerCase().includes(state.query))
            view.lanes.matches.add(i);
        });
      }
      view.lanes.request();
    });
    showMatches();
  }

  function showMatches() {
    const all = [...current().lanes.matches];
    const at = all.indexOf(current().lanes.selected);
    byId('matches').textContent = !state.query ? '' :
        all.length === 0                       ? 'no match' :
        at < 0                                 ? `${all.length} found` :
                                                 `${at + 1} of ${all.length}`;
  }

  function nextMatch(by) {
    const view = current();
    const all = [...view.lanes.matches].filter((i) => isReachable(view, i));
    if (!all.length) return;
    const here = view.lanes.selected;
    const next =
        by > 0 ? all.find((i) => i > here) : all.findLast((i) => i < here);
    select(
        state.run,
        next !== undefined ? next :
            by > 0         ? all[0] :
                             all[all.length - 1]);
  }

  // ---- Tools
  // -----------------------------------------------------------------

  function toggleKept() {
    if (!hasBoth) return;
    state.kept = !state.kept;
    byId('kept').setAttribute('aria-pressed', state.kept);
    views.forEach((view) => {
      view.lanes.keptOnly = state.kept && view.keepable;
      view.lanes.request();
    });
  }

  function toggleAxis() {
    if (byId('axis').disabled) return;
    state.byTime = !state.byTime;
    byId('axis').setAttribute('aria-pressed', state.byTime);
    views.forEach(({lanes}) => {
      lanes.byTime = state.byTime;
      lanes.setZoom(lanes.zoom);
      if (lanes.selected >= 0) lanes.reveal(lanes.selected);
    });
  }

  function play(on = !state.timer) {
    clearInterval(state.timer);
    state.timer = 0;
    if (on) {
      if (current().lanes.selected >= current().model.count - 1) moveToEnd(1);
      state.timer = setInterval(() => {
        if (!move(1)) play(false);
      }, 160);
    }
    byId('play').classList.toggle('playing', on);
    byId('playing').textContent = on ? 'Pause' : 'Play';
  }

  // On paper there is the whole run, in the colours of a light screen.
  function print(on) {
    document.documentElement.classList.toggle('printing', on);
    views.forEach(({lanes}) => {
      if (on) lanes.onScreen = {zoom: lanes.zoom, left: lanes.area.scrollLeft};
      lanes.setZoom(on ? lanes.zoomToFit() : lanes.onScreen.zoom);
      if (!on) lanes.area.scrollLeft = lanes.onScreen.left;
      lanes.draw();
    });
  }

  const zoomAll = (factor) =>
      views.forEach(({lanes}) => lanes.setZoom(lanes.zoom * factor));
  const fitAll = () => views.forEach(({lanes}) => lanes.fit());

  const keys = {
    ArrowRight: () => move(1),
    ArrowLeft: () => move(-1),
    ArrowDown: () => moveInThread(1),
    ArrowUp: () => moveInThread(-1),
    PageDown: () => moveToChoice(1),
    PageUp: () => moveToChoice(-1),
    Home: () => moveToEnd(1),
    End: () => moveToEnd(-1),
    v: toggleKept,
    t: toggleAxis,
    ' ': () => play(),
    '+': () => zoomAll(1.5),
    '=': () => zoomAll(1.5),
    '-': () => zoomAll(1 / 1.5),
    0: fitAll,
    '/': () => byId('search').focus(),
  };

  function listen() {
    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLInputElement) {
        if (event.key === 'Escape') current().area.focus();
        return;
      }
      if (event.key === ' ' && event.target.closest('button, a')) return;
      const action = keys[event.key] || keys[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      if (event.key !== ' ') play(false);
      action();
    });
    const clicks = {first: () => moveToEnd(1), last: () => moveToEnd(-1), back: () => move(-1),
                    forward: () => move(1), play: () => play(), kept: toggleKept, axis: toggleAxis,
                    in: () => zoomAll(1.5), out: () => zoomAll(1 / 1.5), fit: fitAll};
    for (const [id, action] of Object.entries(clicks))
      byId(id).addEventListener('click', action);
    byId('search').addEventListener(
        'input', (event) => search(event.target.value));
    byId('search').addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      nextMatch(event.shiftKey ? -1 : 1);
    });
    byId('searching')
        .addEventListener('submit', (event) => event.preventDefault());
    window.addEventListener('hashchange', readAddress);
    const redraw = () => views.forEach(({lanes}) => lanes.request());
    new ResizeObserver(redraw).observe(byId('runs'));
    matchMedia('(prefers-color-scheme: dark)')
        .addEventListener('change', redraw);
    window.addEventListener('beforeprint', () => print(true));
    window.addEventListener('afterprint', () => print(false));
  }

  // ---- Building
  // ----------------------------------------------------------------

  function lockLegend(model) {
    if (!model.locks.length || model.locks.length > 8) return null;
    const node = element('p', {className: 'locks'});
    model.locks.forEach((object) => {
      const key = element('i', {className: 'key lock'});
      const color = model.lockColors.get(object) % 6;
      key.style.background = `var(--lock-${color})`;
      const place = model.objectPlace(object);
      node.append(element(
          'span', {title: place && 'first used at ' + place}, key,
          model.objectLabel(object) + ' ',
          element('small', {textContent: place.split('/').pop()})));
    });
    return node;
  }

  function build(run) {
    const model = new RunModel(run, views.length ? views[0].model : null);
    const canvas = element('canvas', {'aria-hidden': 'true'});
    const space = element('div', {className: 'space'});
    const overview =
        element('canvas', {className: 'overview', 'aria-hidden': 'true'});
    const area = element(
        'div', {
          className: 'scroll',
          tabIndex: 0,
          role: 'slider',
          'aria-orientation': 'horizontal',
          'aria-label': `${run.title}: step`,
          'aria-valuemin': 1,
          'aria-valuemax': model.count,
          'aria-valuenow': 1
        },
        canvas, space);
    const labels =
        element('div', {className: 'labels'}, ...run.threads.map((thread) => {
          const spawned = run.places[thread.spawned_at].text;
          return element(
              'div', {
                title: thread.label + (spawned ? ', started at ' + spawned : '')
              },
              element('span', {textContent: thread.label}),
              spawned ?
                  element('small', {textContent: spawned.split('/').pop()}) :
                  null);
        }));
    const head = element(
        'div', {className: 'head'}, element('h2', {textContent: run.title}),
        element(
            'p', {}, `${model.count} steps, `,
            element('b', {textContent: `${model.choices.length} unusual`}),
            `, seed ${run.seed}, ${run.strategy}` +
                (model.duration ?
                     `, ${durationText(model.duration)} of virtual time` :
                     '')),
        lockLegend(model));
    const card = element(
        'section', {className: 'run', 'aria-label': run.title}, head, overview,
        element('div', {className: 'lanes'}, labels, area));
    byId('runs').append(card);
    const view = {
      model,
      card,
      area,
      labels,
      keepable: run.id === 'found' && Boolean(run.twins),
      lanes: new Lanes(model, area, canvas, space, overview)
    };
    const index = views.push(view) - 1;
    canvas.addEventListener('click', (event) => {
      play(false);
      select(
          index, view.lanes.hit(event.offsetX, event.offsetY), {focus: true});
    });
    overview.addEventListener('click', (event) => {
      play(false);
      const x = event.offsetX / overview.clientWidth * view.lanes.total;
      select(index, view.lanes.at(x), {focus: true});
    });
    area.addEventListener('focus', () => {
      if (state.run !== index && view.lanes.selected >= 0)
        select(index, view.lanes.selected);
      else if (state.run !== index)
        select(index, 0);
    });
  }

  function readAddress() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const run = data.runs.findIndex((r) => r.id === wanted.get('run'));
    const step = Number(wanted.get('step'));
    if (Number.isInteger(step) && step > 0) {
      select(run < 0 ? data.start : run, step - 1, {keepAddress: true});
      return true;
    }
    return false;
  }

  function start() {
    const run = data.runs[data.start];
    byId('test').textContent = run.test;
    byId('headline').textContent = run.headline;
    byId('message').textContent = run.message;
    document.body.classList.toggle('passed', !run.failed);
    data.runs.forEach(build);
    byId('kept').disabled = !hasBoth;
    byId('axis').disabled = views.every(({model}) => model.duration === 0);
    for (const {lanes} of views) {
      lanes.place();
      lanes.fit();
      if (lanes.zoom < 6) lanes.setZoom(10);
    }
    showStory();
    listen();
    if (current().model.count === 0) showNothing();
    if (readAddress()) return;
    const choices = current().model.choices;
    const at = choices.length ? choices[choices.length - 1] :
                                current().model.count - 1;
    select(state.run, at, {keepAddress: true});
  }

  start();
})();
