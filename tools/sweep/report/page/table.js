// SPDX-License-Identifier: Apache-2.0

// A table with sorting, search and pages. A column has
//   title, unit (shown as a tooltip), right (for numbers), head (names the row)
//   value(item)  for sorting and comparing: a number, a text, or null
//   text(item)   for display and search; by default value()
//   fill(cell, item)  fills cells that have more than text(item)
function makeTable({caption, columns, search = true, pageSize = 25, empty = 'Nothing to show.', sorted = null}) {
  const textOf = (column, item) => (column.text ? column.text(item) : shortNumber(column.value(item)));
  let items = [];
  let listed = [];
  let order = sorted;  // {column, up}
  let page = 0;

  const heads = columns.map((column) => element('th', {scope: 'col', class: column.right && 'right', title: column.unit,
    'aria-sort': 'none'}, element('button', {type: 'button', onclick: () => {
    // Numbers start with the largest, names with A.
    const up = order && order.column === column ? !order.up : !column.right;
    order = {column, up};
    list();
  }}, ...breakable(column.title))));
  const body = element('tbody');
  const box = element('input', {type: 'search', 'aria-label': `search in: ${caption}`, oninput: () => list(),
    placeholder: 'search: words, or conditions as in time_units<500'});
  const position = element('span', {role: 'status'});
  const turn = (text, by, label) => button(text, () => {
    page += by;
    draw();
  }, {'aria-label': label});
  const back = turn('<', -1, 'previous page');
  const on = turn('>', 1, 'next page');
  const none = element('p', {class: 'empty', hidden: true}, empty);
  const tools = element('div', {class: 'tools'}, search ? box : null, element('span', {class: 'pages'}, back,
      position, on));
  const node = element('div', {}, tools,
    element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption},
      element('table', {}, element('caption', {class: 'unseen'}, caption),
        element('thead', {}, element('tr', {}, ...heads)), body)), none);

  // All words must match; NAME<NUMBER, NAME>NUMBER and NAME=VALUE compare a column.
  function matcher(query) {
    const tests = query.trim().toLowerCase().split(/\s+/).filter((word) => word !== '').map((word) => {
      const compared = word.match(/^([^<>=]+)([<>=])(.+)$/);
      const column = compared && columns.find(({title}) => title.toLowerCase() === compared[1]);
      if (!column) return (item) => columns.some((one) => textOf(one, item).toLowerCase().includes(word));
      const [, , sign, limit] = compared;
      return (item) => {
        const value = column.value(item);
        if (value === null) return false;
        if (sign === '=') return String(value).toLowerCase() === limit;
        return sign === '<' ? Number(value) < Number(limit) : Number(value) > Number(limit);
      };
    });
    return (item) => tests.every((test) => test(item));
  }

  function compare(a, b) {
    const [x, y] = [order.column.value(a), order.column.value(b)];
    if (x === y) return 0;
    if (x === null) return 1;  // unknown values come last in either order
    if (y === null) return -1;
    const less = typeof x === 'number' && typeof y === 'number' ? x - y
      : String(x).localeCompare(String(y), 'en', {numeric: true});
    return order.up ? less : -less;
  }

  function list() {
    listed = box.value === '' ? items.slice() : items.filter(matcher(box.value));
    if (order) listed.sort(compare);
    page = 0;
    draw();
  }

  function draw() {
    const pages = Math.max(1, Math.ceil(listed.length / pageSize));
    page = Math.min(Math.max(page, 0), pages - 1);
    const first = page * pageSize;
    const on_page = listed.slice(first, first + pageSize);
    body.replaceChildren(...on_page.map((item) => element('tr', {}, ...columns.map((column) => {
      const cell = element(column.head ? 'th' : 'td', {scope: column.head && 'row',
        class: [column.right && 'right', column.long && 'long'].filter(Boolean).join(' ') || null});
      if (column.fill) column.fill(cell, item);
      else cell.textContent = textOf(column, item);
      return cell;
    }))));
    position.textContent = listed.length <= pageSize ? counted(listed.length, 'line')
      : `${first + 1} to ${first + on_page.length} of ${listed.length.toLocaleString('en')}`;
    back.hidden = on.hidden = pages === 1;
    tools.hidden = !search && pages === 1;
    back.disabled = page === 0;
    on.disabled = page === pages - 1;
    none.hidden = listed.length > 0;
    heads.forEach((head, i) => head.setAttribute('aria-sort',
      !order || order.column !== columns[i] ? 'none' : order.up ? 'ascending' : 'descending'));
  }

  return {node, show(all) {
    items = all;
    list();
  }};
}

// Lets a long column name break after its underscores.
function breakable(name) {
  return name.split('_').flatMap((part, i) => (i > 0 ? ['_', element('wbr'), part] : [part]));
}

function linkTo(target, text) {
  return element('a', {href: `#${target}`}, text);
}
