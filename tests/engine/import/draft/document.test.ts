// Numbers in documents that are read: what is an example is sent as it stands.
import { describe, expect, it } from 'vitest';
import { readImport } from '~/engine/import/read-import';
import { parseDocument, parseOwnDocument, parseYaml } from '~/engine/import/draft/document';
import { stringifyJson } from '~/engine/json/json';

const exact = '{"id":12345678901234567890,"price":1.10,"most":1E400,"zero":-0,"list":[1.0,2.50,7]}';

function bodyOf(document: string): string {
  const { calls, notes } = readImport(document);
  expect(notes).toEqual([]);
  return calls[0]!.call.body;
}

const openApi = (media: string) =>
  `{"openapi":"3.0.3","servers":[{"url":"https://a.test"}],"paths":{"/x":{"post":{"requestBody":
    {"content":{"application/json":${media}}}}}}}`;

it.each([
  ['an example', `{"example":${exact}}`],
  ['one of several examples', `{"examples":{"one":{"value":${exact}}}}`],
  ['the example of a schema', `{"schema":{"type":"object","example":${exact}}}`],
])('keeps the digits of %s in an OpenAPI document', (_what, media) => {
  expect(bodyOf(openApi(media)).replace(/\s/g, '')).toBe(exact);
});

it('keeps the digits of numbers in schemas and forms', () => {
  const schema = `{"properties":{"a":{"type":"number","default":2.50},"b":{"type":"integer","minimum":9007199254740993}}}`;
  expect(bodyOf(openApi(`{"schema":${schema}}`)).replace(/\s/g, '')).toBe('{"a":2.50,"b":9007199254740993}');
  const form = openApi(`{"schema":${schema}}`).replace(
    'application/json',
    'application/x-www-form-urlencoded',
  );
  expect(bodyOf(form)).toBe('a=2.50&b=9007199254740993');
});

it('keeps them in YAML, where a text may be written like a number', () => {
  const body = bodyOf(`openapi: 3.0.0
servers: [{ url: https://a.test }]
paths:
  /x:
    post:
      requestBody:
        content:
          application/json:
            schema:
              properties:
                id: { type: integer, example: 12345678901234567890 }
                price: { type: number, example: 1.10 }
                most: { type: number, example: 1E400 }
                version: { type: string, example: 1.10 }
                zip: { type: string, example: 08012 }
`);
  expect(body.replace(/\s/g, '')).toBe(
    '{"id":12345678901234567890,"price":1.10,"most":1E400,"version":"1.10","zip":"08012"}',
  );
});

it.each([
  ['a: 1.10', '{"a":1.10}'],
  ['a: 12', '{"a":12}'],
  ['a: -0', '{"a":-0}'],
  ['a: .5', '{"a":0.5}'],
  ['a: +12', '{"a":12}'],
  ['a: 0x1F', '{"a":31}'],
  ['a: 1.', '{"a":1}'],
  ['a: "1.10"', '{"a":"1.10"}'],
  ['1.10: a', '{"1.10":"a"}'],
  ['9007199254740993: a', '{"9007199254740993":"a"}'],
])('reads the YAML %s as %s', (yaml, json) => {
  const read = parseYaml(yaml);
  expect(read.kind === 'value' && stringifyJson(read.value)).toBe(json);
});

describe('lists that aliases repeat', () => {
  const text = `s: &s "${'x'.repeat(10_000)}"`;
  const mebibyte = Array(100).fill('*s').join(',');

  it.each([
    ['as the name of a property', `${text}\n? [${mebibyte},${mebibyte}]\n: 1`],
    ['as the name of a property by an alias', `${text}\nl: &l [${mebibyte}]\n*l : 1`],
    ['as a name within themselves', `${text}\nl: &l [${mebibyte}, {*l : 1}]`],
    ['with long numbers', `n: &n 1.7976931348623157e+308\n? [${Array(100_000).fill('*n').join(',')}]\n: 1`],
    ['with objects', `o: &o {}\n? [${Array(200_000).fill('*o').join(',')}]\n: 1`],
  ])('are refused %s', (_how, yaml) => {
    expect(parseYaml(yaml)).toEqual({ kind: 'unreadable', message: 'it repeats its lists too often' });
  });

  it('are read where that adds little', () => {
    const names = Array.from({ length: 500 }, (_, index) => `property_${index}`).join(', ');
    const read = parseYaml(`r: &r [${names}]\nx:\n${'  - required: *r\n'.repeat(100)}? [a, 1]\n: b`);
    expect(read).toMatchObject({ kind: 'value', value: { 'a,1': 'b', x: { length: 100 } } });
  });
});

it('keeps the digits of a variable of a Postman collection', () => {
  const { calls } =
    readImport(`{"info":{"schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
    "item":[{"name":"One","request":{"url":{"raw":"https://a.test/:id","variable":[{"key":"id","value":9007199254740993}]}}}]}`);
  expect(calls[0]!.call.url).toBe('https://a.test/9007199254740993');
});

it.each([
  ['{"order":1,"price":1.5,"name":"a\\ud83d\\ude00"}', true],
  ['{"order":1.0}', false],
  ['{"name":"a\\ud800"}', false],
])('copies a parsed file of ours only where that may change it: %s', (text, isSame) => {
  const parsed = parseDocument(text);
  expect(parseOwnDocument(text, parsed) === parsed).toBe(isSame);
  expect(parseOwnDocument(text, parsed)).toEqual(parseOwnDocument(text));
});

it('has plain numbers of a file of ours, but for what conditions compare with', () => {
  const file = '{"order":1.0,"condition":{"field":"id","value":9007199254740993}}';
  expect(parseOwnDocument(file)).toEqual({ order: 1, condition: { field: 'id', value: '9007199254740993' } });
  expect([parseOwnDocument('{'), parseOwnDocument('['.repeat(101) + ']'.repeat(101))]).toEqual([
    undefined,
    undefined,
  ]);
});

it.each([
  ['cURL', String.raw`curl https://a.test -H 'X-A: b' -d $'x\ud800y'`],
  ['OpenAPI', openApi(String.raw`{"example":"x\ud800y"}`)],
  [
    'Postman',
    String.raw`{"info":{"schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
      "item":[{"name":"a\udc00","request":{"method":"POST","url":"https://a.test","body":{"mode":"raw","raw":"x\ud800y"}}}]}`,
  ],
])('has the replacement character for half of a surrogate pair in %s', (_what, text) => {
  const [choice] = readImport(text).calls;
  expect(choice?.call.body).toMatch(/x\ufffdy|"x\\ud800y"/);
  expect(JSON.stringify(choice?.call.name)).not.toMatch(/\\ud/);
});

it('has it in a file of ours, too', () => {
  expect(parseOwnDocument(String.raw`{"name":"a\ud800","list":["\udc00",1,null]}`)).toEqual({
    name: 'a\ufffd',
    list: ['\ufffd', 1, null],
  });
});
