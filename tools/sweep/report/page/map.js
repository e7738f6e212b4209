// SPDX-License-Identifier: Apache-2.0

// The banks of chosen runs, time unit by time unit, and which dispatch waited for which.

const kCell = 8;            // pixels of a time unit
const kRoomOfAxes = 70;     // pixels
const kLongestChain = 6;    // shown dispatches in a chain of waiting

// Names for the entries of the data's arrays.
const accessOf = ([time, bank, row, writes, lanes, paint, dispatches]) => (
  {x: time, y: bank, row, writes: writes === 1, lanes, paint, dispatches});
const dispatchOf = ([id, name, accepted, first, last, completed, requests, waitedFor]) => (
  {id, name, accepted, first, last, completed, requests, waitedFor});

function mapSection(map) {
  const dispatches = new Map(map.dispatches.map(dispatchOf).map((one) => [one.id, one]));
  const accesses = map.accesses.map(accessOf);
  const row = rowOfPoint.get(map.point);
  const told = element('p', {role: 'status'},
    'Choose an access or a dispatch: frames mark it and the dispatch that it waited for.');
  const canvas = element('canvas', {role: 'img', 'aria-label': `banks of point ${map.point}: ${map.summary}; ` +
    'the table below lists the dispatches'});
  const tall = Math.min(14, Math.max(5, Math.floor(340 / map.width)));
  const chartBox = element('div', {class: 'chart', style: `min-width: ${kRoomOfAxes + map.time_units * kCell}px; ` +
    `height: ${kRoomOfAxes + map.width * tall}px`}, canvas);
  let chart = null;

  const nameOfDispatch = (id) => (dispatches.has(id) ? dispatches.get(id).name : `dispatch ${id}`);
  function chain(one) {
    const names = [];
    for (let at = one; at && at.waitedFor !== null && names.length < kLongestChain; at = dispatches.get(at.waitedFor))
      names.push(nameOfDispatch(at.waitedFor));
    if (names.length === 0) return one.last > one.accepted ? 'waited for no other dispatch' : 'did not wait';
    return `waited for ${names.join(', which waited for ')}`;
  }
  function story(one) {
    const slots = one.first === one.last ? `slot ${one.first}` : `slots ${one.first} to ${one.last}`;
    const end = one.completed === 0 ? 'complete after the end of the map' : `complete in ${one.completed}`;
    return `${one.name}: ${counted(one.requests, 'request')}, accepted in time unit ${one.accepted}, ${slots}, ` +
        `${end}; ${chain(one)}.`;
  }
  function frames(id, borderColor, borderWidth) {
    const own = id === null ? [] : accesses.filter((access) => access.dispatches.includes(id));
    const radius = Math.min(kCell, tall) * 0.78;
    return {data: own, pointStyle: 'rect', pointBackgroundColor: 'transparent', pointBorderColor: borderColor,
      pointBorderWidth: borderWidth, pointRadius: radius, pointHoverRadius: radius, pointHitRadius: 0};
  }
  function select(one) {
    told.textContent = story(one);
    chart.data.datasets.splice(1, 2, frames(one.id, colour('--ink'), 2), frames(one.waitedFor, colour('--accent'), 2));
    chart.update();
  }
  function draw() {
    if (chart) chart.destroy();
    const radius = Math.min(kCell, tall) * 0.65;  // of the circle around a square that fills its cell
    chart = scatter(canvas, {
      datasets: [{data: accesses, pointStyle: 'rect', pointRadius: radius, pointHoverRadius: radius * 1.3,
        pointHitRadius: 2, pointBorderWidth: 0,
        pointBackgroundColor: accesses.map((access) => map.colours[access.paint])}, frames(null), frames(null)],
      scales: {
        x: {...axis('time unit of the access', 'linear', 'start'), min: 0, max: map.time_units + 1},
        y: {...axis('bank', 'linear'), min: -1, max: map.width, reverse: true, afterBuildTicks: (scale) => {
          const step = Math.max(1, map.width / 8);
          scale.ticks = Array.from({length: Math.ceil(map.width / step)}, (_, i) => ({value: i * step}));
        }},
      },
      legend: {display: false},
      tooltip: {filter: (item, i) => i === 0, displayColors: false},
      choose: ({dispatches: [first]}) => { if (dispatches.has(first)) select(dispatches.get(first)); },
      told: (one) => [`time unit ${one.x}, bank ${one.y}, row ${one.row}: ` +
          `${one.writes ? 'write' : 'read'} for ${counted(one.lanes, 'lane')}`,
        ...one.dispatches.slice(0, 4).flatMap((id) => [nameOfDispatch(id),
          `  ${dispatches.has(id) ? chain(dispatches.get(id)) : ''}`])],
      plugins: [{id: 'idle', beforeDraw: ({ctx, chartArea: {left, top, width, height}}) => {
        ctx.fillStyle = colour('--idle');
        ctx.fillRect(left, top, width, height);
      }}],
    });
  }

  const chooser = (id) => button(nameOfDispatch(id), () => select(dispatches.get(id)));
  const table = makeTable({caption: `dispatches of point ${map.point}`, pageSize: 10, columns: [
    {title: 'dispatch', head: true, value: (one) => one.name, fill: (cell, one) => cell.append(chooser(one.id))},
    {title: 'accepted', unit: 'time unit', right: true, value: (one) => one.accepted},
    {title: 'first slot', unit: 'time unit', right: true, value: (one) => one.first},
    {title: 'last slot', unit: 'time unit', right: true, value: (one) => one.last},
    {title: 'complete', unit: 'time unit', right: true, value: (one) => one.completed || null},
    {title: 'requests', right: true, value: (one) => one.requests},
    {title: 'time to last slot', unit: 'time units from its acceptance', right: true,
      value: (one) => one.last - one.accepted},
    {title: 'waited for', value: (one) => (one.waitedFor === null ? null : nameOfDispatch(one.waitedFor)),
      fill: (cell, one) => { if (dispatches.has(one.waitedFor)) cell.append(chooser(one.waitedFor)); }},
  ]});
  table.show([...dispatches.values()]);

  const section = element('section', {id: `map-${map.point}`, tabindex: -1},
    element('h3', {}, linkTo(`point-${map.point}`, `point ${map.point}`),
      `: ${machines.ofRow[row].name} on ${kernels.ofRow[row].name}`),
    element('p', {}, `${map.machine}: ${map.summary}${map.whole ? '' : ', the beginning of the run'}; by the ` +
      'reference model. Each warp has a colour, dark for writes.'),
    element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `banks of point ${map.point}`},
        chartBox),
    told, table.node,
    element('p', {class: 'controls'}, 'Downloads: ', ...map.files.map((file) => fileLink(file))));
  return {section, draw};
}

function fileLink(file) {
  return element('a', {href: file.link, download: file.name, title: file.what}, file.name);
}

function startMaps() {
  if (data.maps.length === 0) {
    place('map-list').append(element('p', {}, 'No run was chosen; --map POINT chooses one.'));
    return;
  }
  const maps = data.maps.map(mapSection);
  place('map-list').append(...maps.map((map) => map.section));
  // Maps are large, so each is drawn when it comes near the visible part, or before printing.
  const drawn = new Set();
  const drawOnce = (map) => {
    if (drawn.has(map)) return;
    drawn.add(map);
    recoloured.push(map.draw);
    map.draw();
  };
  const seen = new IntersectionObserver((entries) => entries.filter((one) => one.isIntersecting)
    .forEach((entry) => drawOnce(maps.find(({section}) => section === entry.target))), {rootMargin: '400px'});
  maps.forEach((map) => seen.observe(map.section));
  window.addEventListener('beforeprint', () => maps.forEach(drawOnce));
}
