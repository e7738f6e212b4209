// SPDX-License-Identifier: Apache-2.0

// The rest of the page, and its start.

function pointColumns(of) {
  return [
    {title: 'point', head: true, right: true, value: (row) => data.points[row], text: (row) => String(data.points[row]),
      fill: (cell, row) => cell.append(linkTo(`point-${data.points[row]}`, String(data.points[row])))},
    ...of.map((option) => ({title: option.name, right: option.number, text: (row) => option.at(row) ?? '',
      value: (row) => (option.number && option.at(row) !== null ? Number(option.at(row)) : option.at(row))})),
    ...figures.filter((figure) => figure.cells.some((cell) => cell !== null)).map((figure) => ({title: figure.name,
      unit: figure.unit, right: figure.number, value: (row) => figure.at(row)})),
  ];
}

function startPoints() {
  const table = makeTable({caption: 'every point', columns: pointColumns(options.filter(varies)), pageSize: 25,
    empty: 'No point is shown: a filter excludes all values of an option, or the search finds nothing.'});
  place('points-table').append(table.node);
  onShown((all) => table.show(all));
}

function startRefused() {
  const kinds = [['Failed: the next sweep retries them', data.failed, 'command'],
    ['Impossible: their options contradict each other or the work', data.impossible, 'options']];
  for (const [title, all, asked] of kinds.filter(([, points]) => points.length > 0)) {
    const table = makeTable({caption: title, pageSize: 10, columns: [
      {title: 'point', head: true, right: true, value: ([point]) => point, text: ([point]) => String(point)},
      {title: asked, long: true, value: ([, text]) => text},
      {title: 'why', long: true, value: ([, , why]) => why}]});
    table.show(all);
    place('refused-tables').append(element('h3', {}, `${title} (${all.length.toLocaleString('en')})`), table.node);
    place('refused').hidden = false;
  }
}

// The table of results.csv with the report's own columns, quoted by RFC 4180.
function csvOf(of) {
  const cell = (value) => (value === null ? ''
      : /[",\r\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
  const columns = [{name: 'point', at: (row) => data.points[row]}, ...options, ...figures,
    {name: 'command', at: (row) => data.commands[row]}];
  return [columns.map((column) => column.name), ...of.map((row) => columns.map((column) => column.at(row)))]
    .map((line) => `${line.map(cell).join(',')}\n`).join('');
}

function startRun() {
  const {sweep} = data;
  const told = ['schema', 'commit', 'version', 'space', 'points', 'units'];
  const plain = (value) => (value !== null && typeof value === 'object'
    ? Object.entries(value).map(([key, part]) => `${key.replaceAll('_', ' ')}: ${plain(part)}`).join('; ')
    : String(value));
  const more = Object.entries(sweep).filter(([key, value]) => !told.includes(key) && value !== null)
    .map(([key, value]) => [key, plain(value)]);
  place('provenance').append(...definitions([
    ['sweep', commandBox(data.command)],
    ['by', `superwarp ${sweep.version} (${sweep.commit})`],
    ['report by', `superwarp ${data.version} (${data.commit}), drawn with Chart.js ${Chart.version}`],
    ...more]));
  place('space').textContent = data.space;
  place('columns').append(...definitions(figures.map((figure) => [figure.name, figure.unit])));
  const item = (name, what, make, type) =>
    element('li', {}, button(name, () => download(name, type, make())), ` ${what}`);
  place('downloads').append(
    item('points.csv', 'every point', () => csvOf(rows), 'text/csv'),
    item('shown.csv', 'the shown points', () => csvOf(shown), 'text/csv'),
    item('space.toml', 'the design space', () => data.space, 'application/toml'),
    ...data.maps.flatMap((map) => map.files.map((file) => element('li', {}, fileLink(file), ` ${file.what}`))));
}

function startTheme() {
  const chooser = place('theme');
  const other = () => (chosenTheme() === 'dark' ? 'light' : 'dark');
  const tell = () => { chooser.textContent = other(); chooser.setAttribute('aria-label', `${other()} colours`); };
  recoloured.push(tell);
  tell();
  chooser.addEventListener('click', () => setTheme(other()));
  // Print in light colours.
  let before = null;
  window.addEventListener('beforeprint', () => { before = chosenTheme(); setTheme('light'); });
  window.addEventListener('afterprint', () => setTheme(before));
}

function start() {
  const {points} = data.sweep;
  place('title').textContent = data.title;
  place('counts').textContent = `${counted(points.done, 'point')}: ${counted(machines.all.length, 'machine')}, ` +
    `${counted(kernels.all.length, 'kernel')}` + (points.impossible > 0 ? `; ${points.impossible} impossible` : '') +
    (points.failed > 0 ? `; ${points.failed} failed` : '');
  if (points.disagree > 0) {
    place('warning').hidden = false;
    place('warning').textContent = `The engines disagree in ${counted(points.disagree, 'point')}; search for ` +
      'agree=false. Do not trust their figures.';
  }
  if (typeof Chart !== 'undefined') Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  startTheme();
  startFront();
  startHeat();
  startPoints();
  startMaps();
  startRefused();
  startRun();
  startFilters();
  startDetail();
  performance.mark('superwarp-interactive');
}

start();
