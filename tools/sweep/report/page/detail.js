// SPDX-License-Identifier: Apache-2.0

// A dialog with all facts on a point or a machine, at the addresses #point-17 and #machine-3.

const detail = place('detail');

function configuration(columns, row) {
  return element('dl', {}, ...definitions(columns.filter((option) => option.at(row) !== null)
    .map((option) => [option.name, option.at(row)])));
}

function pointDetail(point) {
  const row = rowOfPoint.get(point);
  if (row === undefined) return null;
  const machine = machines.ofRow[row];
  const map = data.maps.find((one) => one.point === point);
  return {title: `point ${point}`, content: [
    element('p', {}, linkTo(`machine-${machine.number}`, machine.name), ` on ${kernels.ofRow[row].name}`,
      ...(map ? ['; ', linkTo(`map-${point}`, 'its banks')] : [])),
    element('h3', {}, 'Repeat it'), commandBox(data.commands[row]),
    map ? null : element('p', {}, element('small', {}, `--map ${point} makes a report with a map of its banks.`)),
    element('h3', {}, 'Configuration'), configuration(options, row),
    element('h3', {}, 'Figures'),
    element('dl', {}, ...definitions(figures.filter((figure) => figure.at(row) !== null)
      .map((figure) => [figure.name, `${shortNumber(figure.at(row))}${figure.unit ? ` (${figure.unit})` : ''}`])))]};
}

function machineDetail(number) {
  const machine = machines.all[number];
  if (machine === undefined) return null;
  const own = machine.rows;
  const table = makeTable({caption: `points of ${machine.name}`, pageSize: 10, columns: pointColumns(
    options.filter((option) => !isMachine(option) && varies(option)))});
  table.show(own);
  return {title: machine.name, content: [
    configuration(options.filter(isMachine), machine.row),
    element('h3', {}, counted(own.length, 'point')), table.node]};
}

function showDetail() {
  const [, kind, number] = location.hash.match(/^#(point|machine)-(\d+)$/) || [];
  const found = kind === 'point' ? pointDetail(Number(number)) : kind === 'machine'
      ? machineDetail(Number(number)) : null;
  if (found === null) {
    if (detail.open) detail.close();
    if (kind) say(`the report has no ${kind} ${number}`);
    // The dialog may have hidden the element when the browser looked for it.
    else if (location.hash.startsWith('#map-')) place(location.hash.slice(1))?.scrollIntoView();
    return;
  }
  detail.replaceChildren(
    element('header', {}, element('h2', {id: 'detail-title'}, found.title),
      button('close', () => detail.close())),
    ...found.content.filter((part) => part !== null));
  detail.dataset.address = location.hash;
  if (!detail.open) detail.showModal();
  detail.scrollTop = 0;
}

function startDetail() {
  window.addEventListener('hashchange', showDetail);
  detail.addEventListener('click', (event) => { if (event.target === detail) detail.close(); });
  // Clears the address, so that the same link opens the dialog again, unless another link was followed.
  detail.addEventListener('close', () => {
    if (location.hash === detail.dataset.address) history.replaceState(null, '', '#');
  });
  showDetail();
}
