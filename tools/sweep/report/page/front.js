// SPDX-License-Identifier: Apache-2.0

// Cost against throughput: one mark per machine, and the Pareto front.

// If clock periods are known, prefer the rate per nanosecond.
const front = {cost: costs[0], gain: gains.find(({name}) => name === 'requests_per_ns') || gains[0], chart: null,
    table: null};

// A series for each machine if there are distinct marks for all of them, else groups of machines by text options.
function seriesOfMachines() {
  const filled = ['circle', 'rect', 'triangle', 'rectRot'];
  const shapes = [...filled, 'star', 'crossRot', 'cross'];
  const marked = [...shapes.map((shape) => ({shape})), ...filled.map((shape) => ({shape, hollow: true})),
    ...filled.map((shape) => ({shape, half: true}))];
  if (machines.all.length <= marked.length) {
    return machines.all.map((machine, i) => ({name: machine.name, number: i, ...marked[i],
      has: (other) => other === machine}));
  }
  const differ = options.filter((option) => isMachine(option) && !option.number && varies(option));
  const nameIn = (columns, machine) => columns.map((column) => column.at(machine.row))
    .filter((value) => value !== null).join(' ');
  while (differ.length > 1 && new Set(machines.all.map((one) => nameIn(differ, one))).size > shapes.length)
    differ.pop();
  const names = [...new Set(machines.all.map((one) => nameIn(differ, one)))];
  return names.map((name, i) => ({name: name || 'machines', shape: shapes[i % shapes.length], number: i,
    has: (machine) => nameIn(differ, machine) === name}));
}

// The shown settings that all shown machines share; machines can be compared only there.
function sharedSettings() {
  const machinesOf = (of) => new Set(of.map((row) => machines.ofRow[row])).size;
  const under = Map.groupBy(shown, (row) => settings.ofRow[row]);
  const all = machinesOf(shown);
  const shared = new Set([...under].filter(([, of]) => machinesOf(of) === all).map(([setting]) => setting));
  return {shared, all: under.size, machines: all};
}

// A mark for every machine, from its runs under the shared settings, or from all runs if none are shared.
function marks(shared) {
  const of = shown.filter((row) => shared.size === 0 || shared.has(settings.ofRow[row]));
  return [...Map.groupBy(of, (row) => machines.ofRow[row])].map(([machine, own]) => ({
    machine,
    x: mean(front.cost, own),
    y: geometricMean(front.gain, own),
    runs: own.length,
    best: false,
  })).filter((mark) => mark.x !== null && mark.y !== null);
}

// Marks and returns the marks of the front, the cheapest first: nothing that costs as little is better.
function paretoFront(all) {
  const order = [...all].sort((a, b) => a.x - b.x || (better(front.gain, a.y, b.y) ? -1 : 1));
  const best = [];
  for (const mark of order) {
    if (best.length > 0 && !better(front.gain, mark.y, best[best.length - 1].y)) continue;
    mark.best = true;
    best.push(mark);
  }
  return best;
}

// A logarithmic scale for values that span more than a factor of `most`.
function scaleOf(values, most) {
  const [low, high] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [Infinity, 0]);
  return low > 0 && high / low > most ? 'logarithmic' : 'linear';
}

// The axis has a tick for each cost if there are few.
function costAxis(values) {
  const type = scaleOf(values, 4);
  const x = axis(`${front.cost.name} (lower is better)`, type);
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  const few = distinct.length <= 10 && distinct.every((value, i) => i === 0 || value > distinct[i - 1] * 1.1);
  if (few) {
    x.afterBuildTicks = (scale) => { scale.ticks = distinct.map((value) => ({value})); };
    x.ticks.callback = shortNumber;
  }
  if (type === 'logarithmic') Object.assign(x, {min: distinct[0] / 1.2, max: distinct[distinct.length - 1] * 1.2});
  return x;
}

function axis(title, type, align = 'center') {
  return {
    type,
    title: {display: true, text: title, align, color: colour('--ink')},
    ticks: {color: colour('--subtle'), maxRotation: 0, autoSkip: true},
    grid: {color: colour('--line')},
  };
}

// The marks of the front are opaque and joined by a line, others are pale.
function frontDatasets(all, best) {
  const colours = colour('--series').split(' ');
  const datasets = seriesOfMachines().map((series) => {
    const own = all.filter((mark) => series.has(mark.machine));
    const paint = colours[series.number % colours.length];
    const filled = !/^(star|cross)/.test(series.shape);
    // Beyond the shapes: hollow ones, then pale ones with a heavy frame.
    const inside = (mark) => {
      if (series.hollow) return colour('--card');
      return mark.best && !series.half ? paint : `${paint}${series.half ? '44' : '88'}`;
    };
    return {
      label: series.name,
      data: own,
      pointStyle: series.shape,
      pointRadius: own.map((mark) => (mark.best ? 8 : 5)),
      pointHoverRadius: 10,
      pointHitRadius: 6,
      pointBackgroundColor: own.map(inside),
      pointBorderColor: own.map((mark) => (mark.best && filled && !series.hollow && !series.half ? colour('--ink')
          : paint)),
      backgroundColor: inside({best: true}),  // in the legend
      borderColor: paint,
      pointBorderWidth: own.map((mark) => (series.hollow || series.half || (mark.best && !filled) ? 3 : 1.5)),
    };
  });
  datasets.push({label: 'front', data: best, type: 'line', stepped: true, pointRadius: 0, pointHitRadius: 0,
      borderWidth: 2,
    borderColor: colour('--subtle'), borderDash: [6, 4], backgroundColor: 'transparent', pointStyle: 'line'});
  return datasets;
}

function frontLines(mark) {
  return [`${front.cost.name} ${shortNumber(mark.x)}`, `${front.gain.name} ${shortNumber(mark.y)}`,
    `mean of ${counted(mark.runs, 'run')}${mark.best ? '; on the front' : ''}`];
}

// Puts names beside the marks of the front, where there is room and no other name.
const frontNames = {id: 'names', afterDatasetsDraw: ({ctx, chartArea, data: {datasets}, scales}) => {
  if (chartArea.width < 500) return;
  const taken = [];
  const height = 16;
  ctx.font = Chart.helpers.toFont({...Chart.defaults.font, weight: 'bold'}).string;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'bottom';
  for (const mark of datasets[datasets.length - 1].data.slice().reverse()) {
    const [x, y] = [scales.x.getPixelForValue(mark.x), scales.y.getPixelForValue(mark.y) - 6];
    const {width} = ctx.measureText(mark.machine.name);
    const left = x > (chartArea.left + chartArea.right) / 2 ? x - 10 - width : x + 10;
    if (taken.some((other) => Math.abs(other.y - y) < height && left < other.left + other.width &&
        other.left < left + width))
      continue;
    taken.push({left, width, y});
    ctx.fillStyle = colour('--veil');
    ctx.fillRect(left - 3, y - height + 1, width + 6, height);
    ctx.fillStyle = colour('--ink');
    ctx.fillText(mark.machine.name, left, y);
  }
}};

function drawFront() {
  if (!front.cost || !front.gain) return;
  const {shared, all: asked, machines: there} = sharedSettings();
  const all = marks(shared);
  const best = shared.size > 0 ? paretoFront(all) : [];
  if (front.chart) front.chart.destroy();
  front.chart = scatter(place('front-chart'), {
    datasets: frontDatasets(all, best),
    scales: {
      x: costAxis(all.map((mark) => mark.x)),
      y: axis(`${front.gain.name} (${direction(front.gain)})`, scaleOf(all.map((mark) => mark.y), 50)),
    },
    top: 16,  // for names of the highest marks
    legend: {position: 'bottom', labels: {usePointStyle: true, color: colour('--ink')}},
    tooltip: {filter: (item, i) => i < 4},
    choose: (mark) => { location.hash = `machine-${mark.machine.number}`; },
    told: (mark) => [mark.machine.name, ...frontLines(mark)],
    plugins: [frontNames],
  });
  place('front-text').textContent = 'Each mark is a machine; click it for details. ' + (shared.size > 0
    ? `It shows the geometric mean of its runs under the ${counted(shared.size, 'setting')} (work, conditions, key) ` +
      `${shared.size < asked ? `of ${asked} ` : ''}that all shown machines share. ${best.length} of ` +
      `${counted(all.length, 'machine')} are on the front: no machine that is as cheap is better.`
    : 'The shown machines share no setting, so they cannot be compared; filters can choose machines that do.');
  const without = there - all.length;
  if (without > 0)
    place('front-text').textContent +=
        ` ${without} of them have no ${front.cost.name} or ${front.gain.name} and are not shown.`;
  // Figures of silicon come with a note on what they omit.
  const {cost} = data.sweep;
  if (front.cost.name !== 'places' && cost && cost.left_out)
    place('front-text').textContent += ` By ${cost.library}; ${cost.left_out}.`;
  place('front-chart').setAttribute('aria-label', `${front.gain.name} against ${front.cost.name} of ` +
    `${counted(all.length, 'machine')}; the table below lists the front`);
  front.table.show(best);
}

function startFront() {
  if (costs.length === 0 || gains.length === 0) {
    place('front').replaceChildren(element('h2', {}, 'Cost against throughput'),
      element('p', {}, 'The sweep has no cost, or no figure above zero.'));
    return;
  }
  const makeFrontTable = () => {
    front.table = makeTable({caption: 'machines on the front', search: false, columns: [
      {title: 'on the front', head: true, value: (mark) => mark.machine.name,
        fill: (cell, mark) => cell.append(linkTo(`machine-${mark.machine.number}`, mark.machine.name))},
      {title: front.cost.name, unit: front.cost.unit, right: true, value: (mark) => mark.x},
      {title: front.gain.name, unit: front.gain.unit, right: true, value: (mark) => mark.y},
      {title: 'runs', right: true, value: (mark) => mark.runs},
    ]});
    place('front-table').replaceChildren(front.table.node);
  };
  const choose = (what) => (figure) => {
    front[what] = figure;
    makeFrontTable();
    drawFront();
  };
  fillSelect(place('front-cost'), costs, front.cost, choose('cost'));
  fillSelect(place('front-gain'), gains, front.gain, choose('gain'));
  makeFrontTable();
  onShown(drawFront);
  recoloured.push(drawFront);
}
