// Filters inside the arguments of other filters, and filters that shape the objects of a list.
import { describe, expect, test } from 'vitest';
import { maxFilteredItems } from '~/engine/filters/filtering';
import { stringifyJson } from '~/engine/json/json';
import { renderTemplate } from '~/engine/placeholders/fill-template';
import { readVariable } from '~/engine/placeholders/read-variable';

const rows = [
  {
    sku: 'b',
    qty: 2,
    cents: 1050,
    name: 'Ann "A" <Lee>',
    at: '2026-01-05T23:30:00Z',
    'Due date': { start: '2026-02-01' },
  },
  { sku: 'a', qty: 1, cents: 200, name: 'Bo', at: '2026-02-06T23:30:00Z', note: null },
];

const variables = new Map<string, unknown>(
  Object.entries({
    rows,
    names: ['ann lee', 'bo'],
    table: [{ 'size | color': 'M', 'a as b': 1 }],
    groups: [
      { country: 'DE', total: 10 },
      { country: 'FR', total: 2 },
      { country: 'DE', total: 4 },
    ],
    customers: [
      { id: 'a', name: 'Ann' },
      { id: 'b', name: 'Bo' },
    ],
    loops: [{ loop: { index: 7, name: 'a' } }, { loops: 1 }],
    tenant: 't7',
    one: { a: { b: [1] } },
  }),
);

/** The value of an expression as JSON; `nothing` when there is none. */
function read(source: string): string {
  const value = readVariable(source, variables);
  return value === undefined ? 'nothing' : stringifyJson(value);
}

function findWords(source: string): string | undefined {
  const rendered = renderTemplate(`{{${source}}}`, variables, 'text');
  return rendered.kind === 'unfiltered' ? rendered.words : undefined;
}

describe('a field of an item passes through filters of its own:', () => {
  test.each([
    [
      `rows | format_each: '{qty} × {sku}: {cents | divided_by: 100 | times: qty | currency: "EUR"}' | join: '; '`,
      '"2 × b: €21.00; 1 × a: €2.00"',
    ],
    [
      "rows | format_each: '<li>{name | escape}</li>' | join: ''",
      '"<li>Ann &#34;A&#34; &#60;Lee&#62;</li><li>Bo</li>"',
    ],
    ["rows | format_each: '{loop.index}/{loop.count} {sku}'", '["1/2 b","2/2 a"]'],
    ["names | format_each: '{loop.index | minus: 1}: {}'", '["0: ann lee","1: bo"]'],
    ["rows | format_each: '{loop.index | times: qty}'", '["2","2"]'],
    ["loops | format_each: '{loop.index} {loop.name}'", '["7 a","2 "]'],
    ["rows | map: 'name | upcase'", '["ANN \\"A\\" <LEE>","BO"]'],
    ["names | map: '| capitalize'", '["Ann lee","Bo"]'],
    ["names | format_each: '{ | upcase}!'", '["ANN LEE!","BO!"]'],
    [`rows | map: "['Due date'].start | default: 'none'"`, '["2026-02-01","none"]'],
    [`rows | pick: 'sku', 'at | date: "%F" as day' | last`, '{"sku":"a","day":"2026-02-06"}'],
    [`rows | pick: 'note | default: "as it is" as note' | last`, '{"note":"as it is"}'],
    ["rows | pick: 'name | downcase' | last", '{"name":"bo"}'],
    [`rows | where: 'at | date: "%m"', '02' | map: 'sku'`, '["a"]'],
    [`rows | reject: 'cents | is: "less_than", 500' | map: 'sku'`, '["b"]'],
    ["rows | sort: 'cents | times: -1' | map: 'sku'", '["b","a"]'],
    ["rows | uniq: 'sku | size' | size", '1'],
    [`rows | group_by: 'at | date: "%Y-%m"' | map: 'key'`, '["2026-01","2026-02"]'],
    [`groups | group_by: 'country' | format_each: '{key}: {items | sum: "total"}' | join`, '"DE: 14, FR: 2"'],
    ["rows | sum: 'cents | times: qty'", '2300'],
    ["rows | csv: 'sku', 'cents | divided_by: 100 as Price'", '"sku,Price\\r\\nb,10.5\\r\\na,2"'],
    ["rows | map: 'absent | upcase'", '[null,null]'],
    ["rows | map: 'qty | plus: absent'", '[null,null]'],
    ["table | map: 'size | color'", '["M"]'],
    ["rows | get: 1 | get: 'name | upcase'", '"BO"'],
  ])('%s', (source, value) => {
    expect(read(source)).toBe(value);
  });

  test.each([
    ["rows | map: 'name | plus: 1'", 'map fails at an item: plus needs a number'],
    ["rows | map: 'name | upcse'", 'map has a field that cannot be read: there is no filter upcse'],
    ["rows | pick: 'name | upcse as name'", 'pick has a field that cannot be read: there is no filter upcse'],
    [`rows | format_each: '{qty | map: "x | upcase"}'`, 'format_each fails at an item: map needs a list'],
    [
      "rows | where: 'name | size: 2'",
      'where has a field that cannot be read: the filter size takes no arguments',
    ],
  ])('%s stops', (source, words) => {
    expect(findWords(source)).toBe(words);
    expect(renderTemplate(`{{rows | map: 'sku' | join}}`, variables, 'text')).toEqual({
      kind: 'text',
      text: 'b, a',
    });
  });

  test('a problem of one placeholder is not that of the next', () => {
    expect(renderTemplate(`{{rows | map: 'name | plus: 1' | default: 'x'}}`, variables, 'text').kind).toBe(
      'unfiltered',
    );
    expect(read("rows | map: 'sku' | join: '' | append: tenant")).toBe('"bat7"');
  });
});

describe('objects are shaped as an API asks:', () => {
  test.each([
    [
      "rows | pick: 'sku as id', 'name | before: \" \" as .properties.firstname', 'qty as .properties.qty'",
      '[{"id":"b","properties":{"firstname":"Ann","qty":2}},{"id":"a","properties":{"firstname":"Bo","qty":1}}]',
    ],
    [
      "rows | pick: 'sku as .Name.title[0].text.content' | last",
      '{"Name":{"title":[{"text":{"content":"a"}}]}}',
    ],
    ["rows | pick: 'sku as $email', 'qty as a.b' | last", '{"$email":"a","a.b":1}'],
    [
      "rows | pick: 'sku' | set: '.attributes.type', 'Contact' | last",
      '{"sku":"a","attributes":{"type":"Contact"}}',
    ],
    ["rows | pick: 'sku' | set: 'tenant', tenant | last", '{"sku":"a","tenant":"t7"}'],
    ["one | set: '.a.b[1]', 2", '{"a":{"b":[1,2]}}'],
    ["one | set: '$.a.b[0]', null", '{"a":{"b":[null]}}'],
    ["rows | pick: 'sku', 'qty' | values", '[["b",2],["a",1]]'],
    [
      `rows | set: 'customers', customers | pick: 'sku', "customers | where: 'id', sku | map: 'name' | first as name"`,
      '[{"sku":"b","name":"Bo"},{"sku":"a","name":"Ann"}]',
    ],
    ["rows | last | pick: 'sku', 'note', 'absent' | compact", '{"sku":"a"}'],
    ["rows | pick: 'sku', 'note as .a.note' | map: '| compact' | last", '{"sku":"a","a":{"note":null}}'],
    ["tenant | split: '7' | compact", '["t"]'],
    ["one | set: '.__proto__.x', 1 | get: '__proto__'", '{"x":1}'],
  ])('%s', (source, value) => {
    const before = stringifyJson(Object.fromEntries(variables));
    expect(read(source)).toBe(value);
    expect(stringifyJson(Object.fromEntries(variables))).toBe(before);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  const inTheWay = 'cannot put a field where another value is, or behind the end of a list';
  test.each([
    ["one | set: '.a.b.c', 1", `set ${inTheWay}`],
    ["one | set: '.a.b[2]', 1", `set ${inTheWay}`],
    ["one | set: '.a.b[-1]', 1", `set ${inTheWay}`],
    ["rows | pick: 'sku as .a', 'qty as .a.b'", `pick ${inTheWay}`],
    [
      "rows | set: '.*', 1",
      'set needs a name or a path to one place, such as .properties.email, in place of .*',
    ],
    [
      `rows | set: '${'.a'.repeat(21)}', 1`,
      `set needs a name or a path to one place, such as .properties.email, in place of ${'.a'.repeat(21)}`,
    ],
    ["tenant | set: 'a', 1", 'set needs an object, or a list of objects'],
    ['names | values', 'values needs an object, or a list of objects'],
    ['rows | keys', 'keys needs an object'],
  ])('%s stops', (source, words) => {
    expect(findWords(source)).toBe(words);
  });
});

test.each(['| pick: p', '$ | pick: p', '| set: "a", 1 | pick: p'])(
  'an argument that a delivery chose, and that names itself in its item, has an end: %s',
  (p) => {
    const chosen = new Map<string, unknown>([['list', [{ p, b: 1 }]]]);
    for (const filter of ['map: list[0].p', 'pick: list[0].p', 'where: list[0].p, 1', 'sort: list[0].p']) {
      const rendered = renderTemplate(`{{list | ${filter}}}`, chosen, 'text');
      expect(rendered.kind === 'unfiltered' && rendered.words).toContain('of too many others');
    }
  },
);

describe('what filters do at each item of a long list is counted:', () => {
  const list = Array.from({ length: maxFilteredItems }, (_, at) => ({
    at,
    day: '2026-01-05T12:00:00Z',
    name: 'Ann',
  }));
  const many = new Map<string, unknown>([
    ['list', list],
    ['some', list.slice(0, 500)],
    ['wide', [Object.fromEntries(list.map(({ at }) => [at, at]))]],
  ]);
  const tell = (template: string) => renderTemplate(template, many, 'text');

  test.each([
    "list | map: 'name | upcase | downcase | upcase' | size",
    "list | map: 'at | plus: 1' | size",
    'list | map: \'name | regex_match: "^A"\' | size',
    `list | map: 'day | date: "%B", "Europe/Berlin", "de"'`,
    "list | set: 'a', 1 | set: 'b', 2 | set: 'c', 3 | set: 'd', 4 | set: 'e', 5 | set: 'f', 6",
  ])('%s', (source) => {
    const told = tell(`{{${source}}}`);
    expect(told.kind === 'unfiltered' && told.words).toContain('has too much to do at once');
  });

  test('fields that are set again and again in a large object', () => {
    const told = tell(Array.from({ length: 30 }, (_, at) => `{{wide | set: 'x${at}', 1 | size}}`).join(''));
    expect(told.kind === 'unfiltered' && told.words).toBe('set has too much to do at once');
  });

  test.each([
    [`some | map: 'day | date: "%-d. %B %Y", "Europe/Berlin", "de"' | last`, '5. Januar 2026'],
    [`some | map: 'at | divided_by: 100 | currency: "EUR"' | last`, '€4.99'],
    ["list | slice: 0, 2000 | map: 'at | default: 0' | last", '1999'],
  ])('and common work is done: %s', (source, text) => {
    expect(tell(`{{${source}}}`)).toEqual({ kind: 'text', text });
  });
});
