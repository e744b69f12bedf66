// What the page says about a step and about the whole run. Text from the run is
// only ever set as text.
'use strict';

const byId = (id) => document.getElementById(id);

function element(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name in node)
      node[name] = value;
    else
      node.setAttribute(name, value);
  }
  node.append(
      ...children.filter((child) => child !== null && child !== undefined));
  return node;
}

// `views` has {model, ...} for each of data.runs.
function makeDetails(data, views) {
  const labelOf = (view, thread) => view.model.run.threads[thread].label;
  const placeOf = (view, event) => view.model.run.places[event.place || 0];

  function sourceLine(place) {
    const file = data.sources[place.file];
    return file && file[place.line] !== undefined ? file[place.line] : '';
  }

  function sentence(view, i) {
    const event = view.model.events[i];
    const place = placeOf(view, event);
    return `Step ${i + 1} of ${view.model.count}, ${
               labelOf(view, event.thread)}: ${event.text}` +
        (place.text ? `, ${place.text}: ${sourceLine(place).trim()}` : '');
  }

  // A link to a step that also works when it is opened elsewhere.
  function hashOf(run, i) {
    return run === data.start ? `#step=${i + 1}` :
                                `#run=${data.runs[run].id}&step=${i + 1}`;
  }

  function stepLink(run, i, text) {
    return element(
        'a', {className: 'step', href: hashOf(run, i), textContent: text});
  }

  function excerpt(place, isChoice) {
    const file = data.sources[place.file];
    if (!file) return null;
    const inner = element('div');
    for (let line = place.line - 4; line <= place.line + 4; ++line) {
      if (file[line] === undefined) continue;
      inner.append(element(
          'code', {className: line === place.line ? 'here' : ''},
          element('i', {textContent: line}), file[line] || ' '));
    }
    return element(
        'div', {
          className: 'excerpt' + (isChoice ? ' choice-here' : ''),
          tabIndex: 0,
          role: 'region',
          'aria-label': 'Source of ' + place.text
        },
        inner);
  }

  function fate(view, i) {
    const twins = view.model.run.twins;
    if (!twins) return null;
    const other = 1 - views.indexOf(view);
    const node = element('p', {className: 'fate'});
    if (twins[i] > 0)
      node.append(
          other === 1 ? 'Kept: ' : 'In the run as found: ',
          stepLink(other, twins[i] - 1, 'step ' + twins[i]));
    else
      node.append(
          other === 1 ? 'Dropped by the minimizer.' :
                        'Not in the run as found.');
    return node;
  }

  function facts(view, i) {
    const {model} = view;
    const event = model.events[i];
    const rows = [];
    const held = model.holds.filter(
        (h) => h.thread === event.thread && h.from <= i &&
            (h.to >= i || h.to === model.count));
    if (held.length)
      rows.push(
          ['Holds', held.map((h) => model.objectLabel(h.object)).join(', ')]);
    const block = model.blocks.find(
        (b) => b.thread === event.thread && (b.from === i || b.to === i));
    const run = views.indexOf(view);
    if (block && block.from === i)
      rows.push([
        'Waits',
        block.forever ? 'for ever' :
                        element(
                            'span', {}, 'until ',
                            stepLink(run, block.to, 'step ' + (block.to + 1)))
      ]);
    if (block && block.to === i && block.waker >= 0)
      rows.push([
        'Woken by',
        element(
            'span', {}, labelOf(view, model.events[block.waker].thread) + ', ',
            stepLink(run, block.waker, 'step ' + (block.waker + 1)))
      ]);
    if (event.read !== undefined) rows.push(['Reads', event.read]);
    if (event.last_write !== undefined) {
      const write = event.last_write - 1;
      rows.push([
        'Reads from',
        element(
            'span', {}, labelOf(view, model.events[write].thread) + ', ',
            stepLink(run, write, 'step ' + (write + 1)))
      ]);
    }
    if (event.written !== undefined) rows.push(['Writes', event.written]);
    if (event.fails) rows.push(['Writes', 'nothing: it fails']);
    const woken = model.blocks.filter((b) => b.waker === i);
    if (woken.length)
      rows.push(
          ['Wakes', woken.map((b) => labelOf(view, b.thread)).join(', ')]);
    rows.push([
      'Others that could run',
      event.able ? event.able.map((t) => labelOf(view, t)).join(', ') :
                   String(event.could_run)
    ]);
    rows.push([
      'Virtual time', durationText(event.time_ns - model.events[0].time_ns)
    ]);
    return element(
        'dl', {},
        ...rows.flatMap(
            ([name, value]) =>
                [element('dt', {textContent: name}),
                 element('dd', {}, value)]));
  }

  function showDetail(view, i) {
    const event = view.model.events[i];
    const place = placeOf(view, event);
    const isChoice = event.choice !== undefined;
    const where = [
      place.text + (place.text && place.column ? ':' + place.column : ''),
      place.function && 'in ' + place.function
    ].filter(Boolean).join(' ');
    byId('detail').replaceChildren(
        ...[element('h3', {
              textContent: `${
                  data.runs.length > 1 ?
                      view.model.run.title + ' · ' :
                      ''}step ${i + 1} of ${view.model.count}`
            }),
            element('h2', {
              textContent: labelOf(view, event.thread) + ': ' +
                  (isChoice ? 'before ' + event.operation : event.text)
            }),
            isChoice ?
                element('p', {className: 'choice', textContent: event.text}) :
                null,
            where ? element('p', {className: 'where', textContent: where}) :
                    null,
            fate(view, i),
            excerpt(place, isChoice),
            facts(view, i),
    ].filter(Boolean));
  }

  function showNothing() {
    byId('detail').replaceChildren(
        element('p', {textContent: 'No step of this run was recorded.'}));
  }

  function endLine(text) {
    const node = element('div', {textContent: text.trimStart()});
    node.style.setProperty(
        '--indent', text.length - text.trimStart().length + 'ch');
    return node;
  }

  // The unusual choices that remain, and how it ended: the run in a few lines.
  function showStory() {
    const run = views.length - 1;
    const view = views[run];
    const {model} = view;
    const list = element('ol');
    model.choices.slice(0, 200).forEach((i) => {
      const event = model.events[i];
      const place = placeOf(view, event);
      list.append(element(
          'li', {},
          stepLink(run, i, `${labelOf(view, event.thread)}: ${event.text}`),
          element('small', {
            textContent: `step ${i + 1}` + (place.text ? `, ${place.text}` : '')
          })));
    });
    const more = model.choices.length - list.children.length;
    byId('story').replaceChildren(
        ...[element('h3', {
              textContent: `Unusual choices${
                  data.runs.length > 1 ? ', minimized' :
                                         ''}: ${model.choices.length}`
            }),
            list,
            more > 0 ? element('p', {textContent: `… and ${more} more`}) : null,
            model.run.end.length ? element('h3', {textContent: 'At the end'}) :
                                   null,
            model.run.end.length ?
                element(
                    'div', {className: 'end'}, ...model.run.end.map(endLine)) :
                null,
            ...model.run.notes.map(
                (note) =>
                    element('p', {className: 'notes', textContent: note})),
    ].filter(Boolean));
  }

  return {
    labelOf,
    placeOf,
    sourceLine,
    sentence,
    hashOf,
    showDetail,
    showNothing,
    showStory
  };
}
