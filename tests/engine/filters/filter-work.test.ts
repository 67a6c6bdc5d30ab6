// What filters may do at once: none of them holds up the server, whatever it is given.
import { describe, expect, test } from 'vitest';
import { computeVariables } from '~/engine/computed/compute';
import { createWork, maxFilteredItems } from '~/engine/filters/filtering';
import { finish } from '~/engine/json/json-parts';
import { maxPathLength } from '~/engine/paths/path';
import { renderInParts, renderTemplate } from '~/engine/placeholders/fill-template';
import { measureProcessorMs, onceOverMs } from '../../support/processor-time';

describe('what is small to name counts by how much there is to look at:', () => {
  const list = Array.from({ length: maxFilteredItems }, (_, index) => ({ at: index, none: '' }));
  const order = { list, note: 'x'.repeat(100_000) };
  const digits = '9'.repeat(50_000);
  const given = new Map<string, unknown>([
    ['list', list],
    ['order', order],
    ['orders', Array.from({ length: 200 }, () => order)],
    ['lists', [Array.from({ length: 200 }, () => order)]],
    ['numbers', Array.from({ length: maxFilteredItems }, (_, index) => `1e${index % 2 === 0 ? '' : '-'}399`)],
    ['texts', Array.from({ length: maxFilteredItems }, () => digits)],
    ['choices', '9,'.repeat(1000)],
    ['item', [{ at: 1 }]],
    ['places', '{at}'.repeat(20_000)],
  ]);
  const tell = (template: string) => renderTemplate(template, given, 'text');
  test.each([
    ['a digest of an object', '{{order | md5}}'.repeat(10)],
    ['an object as an argument', "{{order | is: 'equals', order}}".repeat(10)],
    ['lists of the same object', '{{orders | join | size}}'],
    ['lines of the same object', '{{lists | csv | size}}'],
    ['keys that are objects', '{{lists | uniq | size}}'.repeat(10)],
    ['the places of a pattern', `{{list | format_each: '${'{none}'.repeat(300)}' | size}}`],
    ['the places of a pattern for one item', '{{item | format_each: places | size}}'],
    ['the choices of an operator', "{{list | where: 'at', 'in', choices | size}}"],
    ['long texts in order', '{{texts | sort | size}}'],
    ['long texts compared', "{{texts | where: '', 'less_than', 1 | size}}"],
    ['numbers of many digits', '{{numbers | sum: null, null | size}}'],
    ['a text of dashes', '{{order.note | slugify}}'],
  ])('%s', (_, template) => {
    const told = tell(template);
    expect(told).toMatchObject({ kind: 'unfiltered' });
    expect(told.kind === 'unfiltered' && told.words).toContain('has too much to do at once');
  });

  test('and what is large but common does not', () => {
    const body = new Map<string, unknown>([['trigger', { text: 'é'.repeat(1024 * 1000) }]]);
    for (const filters of [
      'json',
      "get: 'text' | base64_encode",
      "get: 'text' | truncate: 9",
      "get: 'text' | upcase",
    ]) {
      expect(renderTemplate(`{{trigger | ${filters}}}`, body, 'text')).toMatchObject({ kind: 'text' });
    }
    expect(tell("{{list | where: 'at', 'in', '1, 2, 3' | size}}")).toMatchObject({ text: '3' });
    expect(tell("{{list | format_each: '{at}: {none}' | size}}")).toMatchObject({ text: '10000' });
    expect(
      tell("{{list | pick: 'at', 'none as nothing', 'at as again' | last | get: 'again'}}"),
    ).toMatchObject({
      text: '9999',
    });
    expect(tell("{{list | sort: 'at' | reverse | map: 'at' | first}}")).toMatchObject({ text: '9999' });
    expect(tell("{{list | sum: 'at', 'at'}}")).toMatchObject({ text: '333283335000' });
    expect(
      tell(`{{order.list[0].at | plus: 1767614400 | date: '${'%A'.repeat(300)}', 'UTC', 'de'}}`),
    ).toMatchObject({
      text: 'Montag'.repeat(300),
    });
    expect(tell('{{order | choose: 1, 2}}'.repeat(1000))).toMatchObject({ text: '1'.repeat(1000) });
  });
});

// A search begins to compare such a part at each place of the text, and goes on through half of it.
test.each(["replace: part, 'x'", 'remove: part', 'before: part', 'after: part', 'split: part'])(
  'a long part that a text nearly has everywhere is sought for once: %s',
  (filter) => {
    const half = 'a'.repeat(60_000);
    const given = new Map([
      ['text', 'a'.repeat(600_000)],
      ['part', `${half}b${half}`],
    ]);
    const told = () => expect(renderTemplate(`{{text | ${filter} | size}}`, given, 'text').kind).toBe('text');
    expect(measureProcessorMs(told)).toBeLessThan(onceOverMs);
  },
);

test('marks that combine, as many as a slug may be made of, are not put in order first', () => {
  const given = new Map([['text', `a${'\u0315\u0300'.repeat(14_900)}`]]);
  const makeSlugs = () => {
    for (let count = 0; count < 20; count += 1) {
      expect(renderTemplate('{{text | slugify}}', given, 'text')).toMatchObject({ text: 'a' });
    }
  };
  expect(measureProcessorMs(makeSlugs)).toBeLessThan(onceOverMs);
});

// Whoever sends a delivery chooses these texts. Each took seconds to minutes when it was read again from each of its signs.
test.each([
  ['signs of padding', '='.repeat(256 * 1024), "{{sent | file: 'a.bin' | size}}"],
  ['beginnings of groups', '$<'.repeat(64 * 1024), "{{text | regex_replace: 'e', sent | size}}"],
  ['spaces before a name', ' '.repeat(64 * 1024), '{{list | pick: sent | size}}'],
  ['quotes of a field', '"\\'.repeat(32 * 1024), '{{list | map: sent | size}}'],
  ['quotes of a path', '"\\'.repeat(32 * 1024), '{{list | json_path: sent}}'],
  [
    'variants of a language',
    `en-${Array.from({ length: 20_000 }, (_, index) => `a${String(index).padStart(5, '0')}`).join('-')}`,
    '{{number | format_number: 2, sent}}',
  ],
  ['names of a path, for each item', 'a.'.repeat(32 * 1024), '{{items | where: sent | size}}'],
])('%s take no longer than other texts', (_, sent, template) => {
  const given = new Map<string, unknown>([
    ['sent', `${sent}x`],
    ['text', 'a text'],
    ['list', [{ a: 1 }]],
    ['number', 1],
    ['items', Array.from({ length: 500 }, () => ({ a: {} }))],
  ]);
  expect(measureProcessorMs(() => renderTemplate(template, given, 'text'))).toBeLessThan(onceOverMs);
});

test('a path longer than any that is saved is not read', () => {
  const path = `a${'.a'.repeat(maxPathLength / 2)}`;
  const given = new Map<string, unknown>([
    ['path', `.${path}`],
    ['name', path],
    ['item', { [path]: 'a name' }],
  ]);
  expect(renderTemplate('{{item | json_path: path}}', given, 'text')).toMatchObject({
    words: 'json_path needs a JSON path: JSON path must be 500 characters or less',
  });
  expect(renderTemplate('{{item | get: name}}', given, 'text')).toMatchObject({ text: 'a name' });
});

describe('a filter that makes a text of each item of a long list works in parts:', () => {
  const list = Array.from({ length: maxFilteredItems }, (_, at) => ({ at, price: { amount: at } }));
  const variables = new Map<string, unknown>([['list', list]]);
  test.each([
    "uniq: 'price' | size",
    "group_by: 'price' | size",
    "format_each: '{price}' | size",
    "csv: 'at' | size",
  ])('%s', (filters) => {
    const template = `{{list | ${filters}}}`;
    const work = () => renderInParts(template, variables, 'text', createWork());
    expect([...work()].length).toBeGreaterThan(10);
    expect(finish(work())).toMatchObject({ kind: 'text' });
    const computing = () => computeVariables([{ saveAs: 'made', template }], new Map(variables));
    expect([...computing()].length).toBeGreaterThan(10);
    expect(finish(computing()).extractions).toMatchObject([{ success: true }]);
  });
});
