// Filters that read CSV, and dates as people and older systems write them.
import { describe, expect, test } from 'vitest';
import { createWork, maxFilteredItems } from '~/engine/filters/filtering';
import { listFilterProblems } from '~/engine/checks/filter-check';
import { stringifyJson } from '~/engine/json/json';
import { finish } from '~/engine/json/json-parts';
import { renderInParts, renderTemplate } from '~/engine/placeholders/fill-template';
import { readVariable } from '~/engine/placeholders/read-variable';
import { makeChain } from '../run/run-steps';

function read(source: string, value: unknown): string {
  const found = readVariable(source, new Map([['v', value]]));
  return found === undefined ? 'nothing' : stringifyJson(found);
}

function words(source: string, value: unknown): string | undefined {
  const rendered = renderTemplate(`{{${source}}}`, new Map([['v', value]]), 'text');
  return rendered.kind === 'unfiltered' ? rendered.words : undefined;
}

describe('parse_csv', () => {
  test.each([
    ['text/csv', Buffer.from('\ufeffstraße;nr\r\nWeg;1\r\n')],
    ['text/csv', Buffer.from('straße;nr\r\nWeg;1\r\n', 'latin1')],
    ['text/csv; charset=utf-16', Buffer.from('\ufeffstraße;nr\nWeg;1', 'utf16le')],
  ])('reads a file of the type %s', (contentType, bytes) => {
    const file = { filename: 'a.csv', contentType, size: bytes.length, base64: bytes.toString('base64') };
    expect(read('v | parse_csv', file)).toBe('[{"straße":"Weg","nr":"1"}]');
  });

  test('reads a file of a megabyte', () => {
    const bytes = Buffer.from(`name,note\n${`x,${'y'.repeat(1_000)}\n`.repeat(1_000)}`);
    const file = {
      filename: 'a.csv',
      contentType: 'text/csv',
      size: bytes.length,
      base64: bytes.toString('base64'),
    };
    expect(read('v | parse_csv | size', file)).toBe('1000');
  });

  test.each([
    ['sku,qty\r\nA1,5\r\n"B,2",7\r\n', 'v | parse_csv', '[{"sku":"A1","qty":"5"},{"sku":"B,2","qty":"7"}]'],
    ['a;b\n1,5;2\n', 'v | parse_csv', '[{"a":"1,5","b":"2"}]'],
    ['a\tb\r1\t2', 'v | parse_csv', '[{"a":"1","b":"2"}]'],
    ['a|b\n1|2', "v | parse_csv: '|'", '[{"a":"1","b":"2"}]'],
    ['a,b;c\n1,2', "v | parse_csv: ','", '[{"a":"1","b;c":"2"}]'],
    ['\ufeffname\n"say ""hi""\nthere"\n', 'v | parse_csv', '[{"name":"say \\"hi\\"\\nthere"}]'],
    ['a,b,\n1,2,\n\n3,4\n5', 'v | parse_csv', '[{"a":"1","b":"2"},{"a":"3","b":"4"},{"a":"5","b":""}]'],
    ['"a;b",c\n1,2', 'v | parse_csv', '[{"a;b":"1","c":"2"}]'],
    [' a , b \n 1 , 2 ', 'v | parse_csv', '[{"a":" 1 ","b":" 2 "}]'],
    ['a,a\n1,2', 'v | parse_csv', '[{"a":"1"}]'],
    ['__proto__,constructor\n1,2', 'v | parse_csv', '[{"__proto__":"1","constructor":"2"}]'],
    ['a,b\n', 'v | parse_csv', '[]'],
    ['', 'v | parse_csv', '[]'],
    ['a,b\n1,2\n3,4', "v | parse_csv | map: 'b' | sum", '6'],
    ['say "a"\n5" wide', 'v | parse_csv', '[{"say \\"a\\"":"5\\" wide"}]'],
  ])('reads %j by %s', (text, source, json) => {
    expect(read(source, text)).toBe(json);
  });

  test('reads what csv writes', () => {
    const items = [
      { a: 'x,"y"\r\nz', b: '' },
      { a: ' ', b: ';' },
    ];
    expect(read('v | csv | parse_csv', items)).toBe(stringifyJson(items));
  });

  test.each([
    ['a,b\n"1,2', 'v | parse_csv', 'parse_csv needs CSV: the quote that begins in line 2 does not end'],
    ['a,b\n"1"2,3', 'v | parse_csv', 'parse_csv needs CSV: in line 2 there is text behind a quote'],
    ['a,b\n1,2\n1,2,3', 'v | parse_csv', 'parse_csv needs CSV: line 3 has more values than there are names'],
    ['a\n1', "v | parse_csv: '||'", 'parse_csv needs a separator of one character'],
    ['a\n1', "v | parse_csv: '\"'", 'parse_csv needs a separator of one character'],
    [`a\n${'1\n'.repeat(maxFilteredItems + 1)}`, 'v | parse_csv', 'parse_csv takes at most 10,000 lines'],
  ])('refuses %.20j by %s', (text, source, problem) => {
    expect(words(source, text)).toBe(problem);
  });

  test('works in parts, and as long as a text may be at most', () => {
    const text = `a,b\n${'1,2\n'.repeat(maxFilteredItems)}`;
    const parts = () =>
      renderInParts('{{v | parse_csv | size}}', new Map([['v', text]]), 'text', createWork());
    expect([...parts()].length).toBeGreaterThan(5);
    expect(finish(parts())).toEqual({ kind: 'text', text: '10000' });
    for (const long of [
      `a\n${','.repeat(1024 * 1024)}`,
      `${'a,'.repeat(512 * 1024)}\n1`,
      `a\n"${'""'.repeat(512 * 1024)}"`,
    ]) {
      expect(words('v | parse_csv', long)).toBe('parse_csv has too much to do at once');
    }
  });
});

describe('parse_date', () => {
  test.each([
    ['31.12.2026', "'%d.%m.%Y'", '"2026-12-31"'],
    ['5/1/26', "'%m/%d/%y'", '"2026-05-01"'],
    ['1/5/99', "'%d/%m/%y'", '"1999-05-01"'],
    [' 20260105 ', "'%Y%m%d'", '"2026-01-05"'],
    [20260105, "'%Y%m%d'", '"2026-01-05"'],
    ['05.01.2026 09:30', "'%d.%m.%Y %H:%M', 'Europe/Berlin'", '"2026-01-05T08:30:00.000Z"'],
    ['2026-07-05T09:30:00', "'%FT%T', 'Europe/Berlin'", '"2026-07-05T07:30:00.000Z"'],
    ['2026-01-05  09:30', "'%F %R'", '"2026-01-05T09:30:00.000Z"'],
    ['Jan 5, 2026 12:05 AM', "'%b %d, %Y %I:%M %p'", '"2026-01-05T00:05:00.000Z"'],
    ['january 5 2026 1:05pm', "'%B %e %Y %l:%M%p'", '"2026-01-05T13:05:00.000Z"'],
    ['Mo., 5. März 2026', "'%a, %d. %B %Y', 'UTC', 'de'", '"2026-03-05"'],
    ['5 stycznia 2026', "'%d %B %Y', 'UTC', 'pl'", '"2026-01-05"'],
    [
      'Mon, 05 Jan 2026 12:00:00 +0130',
      "'%a, %d %b %Y %H:%M:%S %z', 'Europe/Berlin'",
      '"2026-01-05T10:30:00.000Z"',
    ],
    ['Mon, 05 Jan 2026 12:00:00 GMT', "'%a, %d %b %Y %T %z', 'Europe/Berlin'", '"2026-01-05T12:00:00.000Z"'],
    ['2026-01-05T12:00:00+01:00', "'%FT%T%:z'", '"2026-01-05T11:00:00.000Z"'],
    ['2026-01-05T12:00:00.250Z', "'%FT%T.%L%z'", '"2026-01-05T12:00:00.250Z"'],
    ['100% 2026-01-05', "'100%% %F'", '"2026-01-05"'],
    ['%F 2026-01-05', "'%%F %F'", '"2026-01-05"'],
    ['29.02.2028', "'%d.%m.%Y'", '"2028-02-29"'],
  ])('reads %j by %s', (text, args, json) => {
    expect(read(`v | parse_date: ${args}`, text)).toBe(json);
  });

  test('reads what date writes', () => {
    const pattern = "'%A, %-d %B %Y, %I:%M:%S.%L %p', 'America/New_York', 'fr'";
    const at = '2026-07-05T16:01:02.003Z';
    expect(read(`v | date: ${pattern} | parse_date: ${pattern}`, at)).toBe(`"${at}"`);
  });

  test.each([
    ['2026-12-31', "'%d.%m.%Y'", 'parse_date needs a time that is written as %d.%m.%Y'],
    ['31.02.2026', "'%d.%m.%Y'", 'parse_date needs a day and a time that exist'],
    ['29.02.2026', "'%d.%m.%Y'", 'parse_date needs a day and a time that exist'],
    ['05.01.2026 25:00', "'%d.%m.%Y %H:%M'", 'parse_date needs a day and a time that exist'],
    ['05.01.2026 x', "'%d.%m.%Y'", 'parse_date needs a time that is written as %d.%m.%Y'],
    ['5 foo 2026', "'%d %B %Y'", 'parse_date needs a time that is written as %d %B %Y'],
    ['', "'%F'", 'parse_date needs a time that is written as %F'],
  ])('refuses %j by %s', (text, args, problem) => {
    expect(words(`v | parse_date: ${args}`, text)).toBe(problem);
  });

  test.each([
    ["'%d.%m'", 'parse_date needs a pattern with a year, a month and a day'],
    ["'%Q'", 'parse_date does not know %Q'],
    ["'%F', 'Mars/Base'", 'parse_date needs a time zone, like Europe/Berlin'],
    ["'%d %B %Y', 'UTC', 'x'", 'parse_date needs a language like en or de-AT'],
  ])('cannot be saved with %s', (args, problem) => {
    const template = `{{v | parse_date: ${args}}}`;
    expect(listFilterProblems(makeChain([{ url: `https://a.example/${template}` }]))).toEqual({
      'apiCalls.0.url': [`${template} would not work: ${problem}`],
    });
  });
});
