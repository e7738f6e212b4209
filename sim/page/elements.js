// SPDX-License-Identifier: Apache-2.0
'use strict';

// What the pages share. Data enter a page as text, never as HTML: links, traces and file names may be hostile.

const place = (id) => document.getElementById(id);

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}
const element = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);
const shape = (name, attributes = {}, ...children) =>
  filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);

const counted = (count, one) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

function say(text) {
  place('status').textContent = text;
}

async function copy(text, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch (refused) {
    // A file opened from disk may have no clipboard; copying a selection still works.
    const box = element('textarea', {}, text);
    (button.closest('dialog') || document.body).append(box);
    box.select();
    document.execCommand('copy');
    box.remove();
    button.focus();
  }
  button.textContent = 'Copied';
  say('copied');
  setTimeout(() => { button.textContent = before; }, 1500);
}

const button = (text, onclick, more = {}) => element('button', {type: 'button', ...more, onclick}, text);
const copyButton = (name, text) => button(name, ({currentTarget}) => copy(text(), currentTarget));

// Options in their groups; the value is the number of the item.
const optionGroups = (items) => [...Map.groupBy(items.map((item, i) => [item, i]), ([item]) => item.group)]
  .map(([label, own]) => element('optgroup', {label}, ...own.map(([item, i]) =>
    element('option', {value: i}, item.name))));

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const recoloured = [];  // functions to call after a change of colours
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  for (const call of recoloured) call();
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) =>
    setTheme(event.matches ? 'dark' : 'light'));

function download(name, type, text) {
  const link = element('a', {href: URL.createObjectURL(new Blob([text], {type})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
