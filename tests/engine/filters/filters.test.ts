import { createHash, createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filterNames } from '~/engine/filters/filter-names';
import { maxFilteredItems } from '~/engine/filters/filtering';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { renderTemplate } from '~/engine/placeholders/fill-template';
import { readVariable } from '~/engine/placeholders/read-variable';
import { parseReference } from '~/engine/placeholders/reference-pattern';
import { listTemplateVariables, listUnknown } from '~/engine/placeholders/template-references';

const items = [
  { sku: 'b', qty: 2, price: { amount: '5.05' }, status: 'paid' },
  { sku: 'a', qty: 10, price: { amount: '19.90' }, status: 'open' },
  { sku: 'c', qty: 1, price: { amount: '0.10' }, status: 'paid' },
];

const variables = new Map<string, unknown>(
  Object.entries({
    n: 7,
    cents: 1999,
    tenth: parseJson('0.1'),
    free: parseJson('0.00'),
    big: parseJson('9007199254740993'),
    text: ' Jürgen Groß ',
    mail: 'Ann@Example.com',
    less: '1 < 2 and <3 <b title="x">you</b><!-- x --> < ',
    html: '<p>Hi <b>you</b><script>x()</script> &amp; me</p>',
    none: null,
    empty: '',
    yes: true,
    items,
    tags: ['new', 'vip', 'new'],
    states: [
      { is: 0 },
      { is: '' },
      { is: null },
      { is: false },
      { is: 'false' },
      { is: true },
      { is: [] },
      {},
    ],
    nested: [[1, 2], [3]],
    rates: { EUR: 1, USD: parseJson('1.0835') },
    currency: 'USD',
    at: '2026-03-28T23:30:00Z',
    day: '2026-01-31',
    early: '0001-01-01',
    late: '9999-12-31T23:30:00Z',
    json: '{"a":[1,1.10]}',
  }),
);

/** The value of an expression as JSON; `nothing` when there is none. */
function read(source: string): string {
  const value = readVariable(source, variables);
  return value === undefined ? 'nothing' : stringifyJson(value);
}

function render(template: string, kind: 'json' | 'text' = 'text') {
  return renderTemplate(template, variables, kind);
}

test.each([
  ['text | strip | upcase', '"JÜRGEN GROSS"'],
  ["mail | downcase | split: '@' | last", '"example.com"'],
  ["mail | before: '@'", '"Ann"'],
  ["mail | after: '#'", '""'],
  ['text | strip | slugify', '"jurgen-gross"'],
  ['text | strip | slice: -4, 2', '"Gr"'],
  ['text | strip | truncate: 4', '"Jür…"'],
  ["mail | replace: 'Example', 'x' | remove: '.com'", '"Ann@x"'],
  ['currency | downcase | capitalize', '"Usd"'],
  ["n | append: '€' | prepend: '~'", '"~7€"'],
  ['html | strip_html', '"Hi you &amp; me"'],
  ['less | strip_html', '"1 < 2 and <3 you < "'],
  ['html | slice: 0, 4 | escape', '"&#60;p&#62;H"'],
  ["text | default: 'x' | size", '13'],
  ["empty | default: 'none'", '"none"'],
  ["nobody.home | default: 'none'", '"none"'],
  ['none | default: n', '7'],
  ['n | default: nobody.home', '7'],
  ["nobody | default: nobody.home | default: 'x'", '"x"'],
  ['none | default: nobody.home', 'nothing'],
  ["yes | choose: 'gold', 'normal'", '"gold"'],
  ["items | where: 'sku', 'z' | choose: 1, 2", '2'],
  ["cents | is: 'greater_than', 1000 | choose: 'large', 'small'", '"large"'],
  ['none | is: "exists"', 'false'],
  ['rates | get: currency', '1.0835'],
  ["rates | get: 'CHF' | default: 0", '0'],
  ["rates | get: 'CHF'", 'nothing'],
  ['json | parse_json | get: "a[1]"', '1.10'],
  ['rates | json', '"{\\"EUR\\":1,\\"USD\\":1.0835}"'],
])('%s is %s', (source, value) => {
  expect(read(source)).toBe(value);
});

test.each([
  ["items | json_path: '$[*].sku'", '["b","a","c"]'],
  ["items | json_path: '$..amount'", '["5.05","19.90","0.10"]'],
  [`items | json_path: "$[?(@.status == 'paid')].qty"`, '[2,1]'],
  ["items | json_path: '$[?(@.qty > 99)]'", '[]'],
  ["items | json_path: '$[-1].sku'", '"c"'],
  ["items | json_path: '$[9].sku' | default: 'none'", '"none"'],
  ["items | json_path: '$[9].sku'", 'nothing'],
  ["rates | json_path: '$.USD'", '1.0835'],
  ["n | json_path: '$..x'", '[]'],
])('%s is %s', (source, value) => {
  expect(read(source)).toBe(value);
});

describe('numbers', () => {
  test.each([
    ['tenth | plus: 0.2', '0.3'],
    ['big | plus: 1', '9007199254740994'],
    ['n | plus: 9007199254740993', '9007199254741000'],
    ['n | at_least: 12345678901234567890', '12345678901234567890'],
    ['currency | append: 0.12345678901234567', '"USD0.12345678901234567"'],
    ['none | default: 00000000000000000007', '7'],
    ["big | is: 'equals', 9007199254740992 | choose: 'same', 'another'", '"another"'],
    ['cents | divided_by: 100', '19.99'],
    ['n | divided_by: 3 | round: 2', '2.33'],
    ['n | divided_by: -2 | round', '-4'],
    ['n | minus: 7.5 | floor', '-1'],
    ['n | minus: 7.5 | ceil', '0'],
    ['n | times: 1.19 | fixed: 2', '"8.33"'],
    ['n | modulo: 4', '3'],
    ['n | at_least: 10 | at_most: 8', '8'],
    ['n | minus: 10 | abs', '3'],
    ['cents | round: -2', '2000'],
    ["currency | default: '1' | number", 'nothing'],
    ["empty | default: ' 12.50 ' | number", '12.5'],
    ["items | sum: 'qty'", '13'],
    ["items | map: 'price.amount' | sum", '25.05'],
    ["items | sum: 'price.amount', 'qty'", '209.2'],
    ["items | sum: 'price.amount', 'missing'", '0'],
    ["cents | divided_by: 100 | currency: 'EUR', 'de' | replace: '\u00a0', ' '", '"19,99 €"'],
    ["big | format_number: 2, 'de'", '"9.007.199.254.740.993,00"'],
    ['cents | format_number', '"1,999"'],
    ["n | currency: 'jpy'", '"¥7"'],
    ['n | divided_by: 0', 'nothing'],
    ["tenth | minus: '0.10'", '0'],
    ['tenth | minus: 0.104 | round: 2', '0'],
    ["tenth | minus: 0.104 | currency: 'EUR'", '"€0.00"'],
    ["tenth | minus: 1.104 | currency: 'EUR'", '"-€1.00"'],
    ["free | choose: 'costs', 'free'", '"free"'],
    ["empty | default: '-0.00' | choose: 'costs', 'free'", '"free"'],
    ["empty | default: '00' | choose: 'costs', 'free'", '"costs"'],
    ["tenth | choose: 'costs', 'free'", '"costs"'],
  ])('%s is %s', (source, value) => {
    expect(read(source)).toBe(value);
  });

  test('add, subtract, multiply and round as integers of the smallest unit do', () => {
    const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const given = new Map<string, unknown>([
          ['a', a / 100],
          ['b', (b / 100).toFixed(2)],
        ]);
        const sum = readVariable('a | plus: b | times: 100', given);
        const product = readVariable('a | times: b | times: 10000 | minus: 0', given);
        expect(sum).toBe(a + b === 0 ? 0 : a + b);
        expect(String(product)).toBe(String(BigInt(a) * BigInt(b)));
      }),
    );
  });
});

describe('lists', () => {
  test.each([
    ["items | map: 'sku' | join", '"b, a, c"'],
    ["items | sort: 'price.amount' | map: 'sku' | join: ''", '"cba"'],
    ["items | sort: 'qty' | reverse | first | get: 'sku'", '"a"'],
    ["items | where: 'status', 'paid' | size", '2'],
    ["items | reject: 'status', 'paid' | map: 'sku'", '["a"]'],
    ["items | where: 'qty', 'greater_than', 1 | map: 'sku'", '["b","a"]'],
    ["items | where: 'missing' | size", '0'],
    ["items | find_index: 'sku', 'a' | plus: 1", '2'],
    ["items | find_index: 'qty', 'less_than', 1 | default: 'none'", '"none"'],
    ["states | where: 'is' | map: 'is'", '[0,"",true,[]]'],
    ["states | reject: 'is' | map: 'is'", '[null,false,"false",null]'],
    ["items | pick: 'sku', 'price.amount as price' | last", '{"sku":"c","price":"0.10"}'],
    ["items | group_by: 'status' | map: 'key'", '["paid","open"]'],
    ["items | group_by: 'status' | first | get: 'items' | sum: 'qty'", '3'],
    ['tags | list', '["new","vip","new"]'],
    ['tags | first | list', '["new"]'],
    ['rates | list | map: "EUR"', '[1]'],
    ['empty | list', '[]'],
    ['none | list', '[]'],
    ['absent | list', 'nothing'],
    ["absent | default: '' | list", '[]'],
    ['tags | uniq', '["new","vip"]'],
    ["items | uniq: 'status' | size", '2'],
    ["tags | concat: nested | concat: 'x' | size", '6'],
    ['nested | flatten | sum', '6'],
    ['tags | chunk: 2', '[["new","vip"],["new"]]'],
    ['tags | slice: 1', '["vip","new"]'],
    ['rates | keys', '["EUR","USD"]'],
    ['rates | values', '[1,1.0835]'],
    ['none | size', '0'],
    ['none | join', '""'],
    ["items | format_each: '{qty} × {sku}' | join: '\\n'", '"2 × b\\n10 × a\\n1 × c"'],
    ["tags | format_each: '- {}' | first", '"- new"'],
    ["items | csv: 'sku', 'price.amount as Price, net' | split: '\\r\\n' | first", '"sku,\\"Price, net\\""'],
    ['nested | csv', '"1,2\\r\\n3"'],
    ['tags | compact | last', '"new"'],
    ['rates | first', 'nothing'],
  ])('%s is %s', (source, value) => {
    expect(read(source)).toBe(value);
  });

  test('neither change what they are given nor find what JSON does not name', () => {
    const before = stringifyJson(items);
    read("items | sort: 'qty' | reverse");
    expect(stringifyJson(items)).toBe(before);
    expect(read("items | map: 'constructor' | compact")).toBe('[]');
    expect(read("rates | get: '__proto__'")).toBe('nothing');
  });
});

describe('times', () => {
  test.each([
    ["at | date: '%d.%m.%Y %H:%M'", '"28.03.2026 23:30"'],
    ["at | date: '%a, %-d. %B %Y, %H:%M', 'Europe/Berlin', 'de'", '"So, 29. März 2026, 00:30"'],
    ["at | date: '%I:%M %p %z', 'America/New_York'", '"07:30 PM -0400"'],
    ["at | date: '%FT%T%:z', 'America/New_York'", '"2026-03-28T19:30:00-04:00"'],
    ["at | date: '%FT%T%:z', 'Asia/Kolkata'", '"2026-03-29T05:00:00+05:30"'],
    ["at | date: '%:Y'", 'nothing'],
    ["day | date: '%G-W%V-%u, %j'", '"2026-W05-6, 031"'],
    ["cents | date: '%F'", '"1970-01-01"'],
    ["day | date_add: 1, 'month'", '"2026-02-28"'],
    ["day | date_add: 90, 'minutes'", '"2026-01-31T01:30:00.000Z"'],
    // The clocks go forward at 02:00 on the 29th: by the clock a day later is 23 hours away.
    ["at | date_add: 1, 'day', 'Europe/Berlin'", '"2026-03-29T22:30:00.000Z"'],
    ["at | date_add: 1, 'day'", '"2026-03-29T23:30:00.000Z"'],
    ["day | date_add: 1, 'year' | date_diff: day, 'months'", '12'],
    ['at | date_diff: day', '56'],
    ["day | date_diff: at, 'hours'", '-1367'],
    ['day | unix', '1769817600'],
    ["text | date: '%Y'", 'nothing'],
    ["early | date: '%F %j %G-W%V'", '"0001-01-01 001 0001-W01"'],
    ["late | date: '%F %R'", '"9999-12-31 23:30"'],
    ["late | date: '%F', 'Asia/Tokyo'", 'nothing'],
    ["late | date_add: 1, 'day'", 'nothing'],
    ["late | date_add: 1, 'day', 'Europe/Berlin'", 'nothing'],
    ["late | date_add: 999999999, 'days', 'Europe/Berlin'", 'nothing'],
    ["late | date_add: -999999999, 'years', 'Europe/Berlin'", 'nothing'],
    ["at | date: '%Q'", 'nothing'],
    ["at | date: '%Y', 'Mars/Olympus'", 'nothing'],
  ])('%s is %s', (source, value) => {
    expect(read(source)).toBe(value);
  });
});

describe('encodings', () => {
  const text = 'Jürgen Groß';
  test.each([
    ['md5', createHash('md5').update(text).digest('hex')],
    ['sha1', createHash('sha1').update(text).digest('hex')],
    ['sha256', createHash('sha256').update(text).digest('hex')],
    ['sha512', createHash('sha512').update(text).digest('hex')],
    ["md5: 'base64'", createHash('md5').update(text).digest('base64')],
    ["sha1: 'base64'", createHash('sha1').update(text).digest('base64')],
    ["sha512: 'hex'", createHash('sha512').update(text).digest('hex')],
    ["base64_encode | file: 'a' | sha256: 'base64'", createHash('sha256').update(text).digest('base64')],
    ["hmac_sha256: 'key'", createHmac('sha256', 'key').update(text).digest('hex')],
    ["hmac_sha1: 'key', 'base64'", createHmac('sha1', 'key').update(text).digest('base64')],
    ['base64_encode', Buffer.from(text).toString('base64')],
    ['base64url_encode', Buffer.from(text).toString('base64url')],
    ['base64url_encode | base64_decode', text],
    ['url_encode', encodeURIComponent(text)],
    ['url_encode | url_decode', text],
  ])('%s', (filter, value) => {
    expect(read(`text | strip | ${filter}`)).toBe(JSON.stringify(value));
  });

  test('a UUID is the same for the same text, of version 8', () => {
    expect(read('n | uuid')).toMatch(/^"[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}"$/);
    expect(read('n | uuid')).toBe(read("empty | default: '7' | uuid"));
  });
});

describe('in a template', () => {
  test('a value is written as its place asks, after its filters', () => {
    expect(render('{"a": {{cents | divided_by: 100}}, "t": "{{tags | join: \'"\'}}"}', 'json')).toEqual({
      kind: 'text',
      text: '{"a": 19.99, "t": "new\\"vip\\"new"}',
    });
  });

  test('quotes may be written as in a JSON text', () => {
    expect(render('{"t": "{{empty | default: \\"x | y\\"}}"}', 'json')).toEqual({
      kind: 'text',
      text: '{"t": "x | y"}',
    });
  });

  test.each([
    ['{{n | upper}}', 'there is no filter upper'],
    ['{{n | plus}}', 'the filter plus takes 1 argument'],
    ['{{n | slice: 1, 2, 3}}', 'the filter slice takes 1 to 2 arguments'],
    ['{{n | size: 1}}', 'the filter size takes no arguments'],
    ["{{n | append: 'x}}", 'the filter append cannot be read'],
    ["{{n | append: 'x' y}}", 'what follows the filter append cannot be read'],
    ['{{n |}}', undefined],
  ])('%s cannot be read', (template, problem) => {
    expect(render(template)).toEqual({ kind: 'unreadable', inside: template.slice(2, -2), problem });
    expect(listUnknown(template, ['n'])).toEqual([template.slice(2, -2)]);
  });

  test.each([
    ['{{text | plus: 1}}', 'plus needs a number'],
    ['{{n | plus: text}}', 'plus needs a number for its argument'],
    ['{{n | divided_by: 0}}', 'divided_by cannot divide by 0'],
    ['{{rates | join}}', 'join needs a list'],
    [
      "{{at | date_add: 1, 'moons'}}",
      'date_add needs a unit: seconds, minutes, hours, days, weekdays, weeks, months or years',
    ],
    ['{{text | parse_json}}', 'parse_json needs JSON'],
    [
      "{{items | json_path: '$[(@.length)]'}}",
      'json_path needs a JSON path: Scripts and parent selectors cannot be used in a JSON path',
    ],
    ["{{n | currency: 'EUR', '!'}}", 'currency needs a language like en or de-AT'],
    ["{{n | sha1: 'base32'}}", "sha1 is written in 'hex' or 'base64'"],
  ])('%s stops', (template, words) => {
    expect(render(template)).toEqual({
      kind: 'unfiltered',
      inside: template.slice(2, -2),
      reference: parseReference(template.slice(2).split(' ', 1).join()),
      words,
    });
  });

  test('what leads nowhere is named, an argument too', () => {
    expect(render('{{nobody | upcase}}')).toEqual({
      kind: 'unknown-variable',
      name: 'nobody | upcase',
      reference: parseReference('nobody'),
    });
    expect(render('{{n | plus: nobody.x}}')).toEqual({
      kind: 'unknown-variable',
      name: 'nobody.x',
      reference: parseReference('nobody.x'),
    });
    expect(listTemplateVariables('{{n | plus: cents | append: rates.EUR}}')).toEqual(['n', 'cents', 'rates']);
    expect(listUnknown('{{n | plus: nobody}}', ['n'])).toEqual(['n | plus: nobody']);
  });

  test('nothing takes longer than one text may', () => {
    const list = Array.from({ length: maxFilteredItems }, (_, index) => ({ index: -index }));
    const given = new Map<string, unknown>([
      ['list', list],
      ['long', 'x'.repeat(1024 * 1024)],
      ['longer', [...list, 1]],
    ]);
    const tell = (template: string) => renderTemplate(template, given, 'text');
    expect(tell("{{list | sort: 'index' | first | get: 'index'}}")).toMatchObject({ text: '-9999' });
    expect(tell("{{list | sort: 'index' | size}}".repeat(2))).toMatchObject({
      words: 'sort has too much to do at once',
    });
    expect(tell('{{longer | first}}')).toMatchObject({ words: 'first takes lists of at most 10,000 items' });
    expect(tell('{{list | join: long | size}}')).toMatchObject({ kind: 'unfiltered' });
    expect(tell("{{long | replace: 'x', long}}")).toMatchObject({ kind: 'unfiltered' });
    expect(tell("{{long | split: ''}}")).toMatchObject({ kind: 'unfiltered' });
  });
});

test('base64 is that of Node for any bytes', () => {
  // With the mark that some take for the order of bytes.
  const texts = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `\ufeff${text}`);
  fc.assert(
    fc.property(texts, (text) => {
      const given = new Map<string, unknown>([['v', text]]);
      expect(readVariable('v | base64_encode', given)).toBe(Buffer.from(text).toString('base64'));
      expect(readVariable('v | base64_encode | base64_decode', given)).toBe(text);
      expect(readVariable('v | base64url_encode', given)).toBe(Buffer.from(text).toString('base64url'));
    }),
  );
});

test('whatever they are given, filters answer or say what is wrong', () => {
  const values = fc.oneof(
    fc.jsonValue(),
    fc.constant(undefined),
    fc.bigInt().map((n) => parseJson(String(n))),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...filterNames),
      values,
      fc.array(values, { maxLength: 3 }),
      (name, value, args) => {
        const given = new Map<string, unknown>([
          ['v', value],
          ...args.map((arg, at): [string, unknown] => [`a${at}`, arg]),
        ]);
        const written = args.map((_, at) => `a${at}`).join(', ');
        const template = `{{v | ${name}${written && `: ${written}`}}}`;
        expect(['text', 'unknown-variable', 'unreadable', 'unfiltered']).toContain(
          renderTemplate(template, given, 'json').kind,
        );
      },
    ),
    { numRuns: 3_000 },
  );
});
