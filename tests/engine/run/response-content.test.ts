// Answers of APIs that speak no JSON, or many lines of it.
import { describe, expect, test } from 'vitest';
import { finish } from '~/engine/json/json-parts';
import { readContentInParts } from '~/engine/run/response-content';
import { makeDefinition } from '../definition/call';
import { answer, run } from './recorded-events';
import { makeChain } from './run-steps';

const typed = (type: string) => ({ headers: [['Content-Type', type]] as [string, string][] });

/** What a second call is sent of the fields that the first one takes. */
async function take(body: string, type: string, paths: string[], saveAs = 'whole') {
  const extractFields = paths.map((jsonPath, index) => ({ jsonPath, saveAs: `f${index}` }));
  const told = await run(
    makeDefinition([
      { url: 'https://a.example/', responseMapping: { saveAs, extractFields } },
      {
        method: 'POST',
        url: 'https://b.example/',
        body: `[${['whole', ...paths.map((_, index) => `f${index}`)].map((name) => `{{${name}}}`).join(',')}]`,
      },
    ]),
    { answers: [answer(body, typed(type)), answer('')] },
  );
  return told.sent[1]?.body;
}

const soap =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><AddResult id="7"><Sum>1.10</Sum></AddResult></s:Body></s:Envelope>';

describe('a field of a response', () => {
  test.each(['text/xml; charset=utf-8', 'application/xml', 'application/soap+xml'])(
    'is found in XML of the type %s, which is saved as the text that came',
    async (type) => {
      const result = "$['s:Envelope']['s:Body'].AddResult";
      expect(await take(soap, type, [`${result}.Sum`, `${result}['@id']`])).toBe(
        `[${JSON.stringify(soap)},"1.10","7"]`,
      );
    },
  );

  test('may be an element with what is in it', async () => {
    expect(await take(soap, 'text/xml', ["$['s:Envelope']['s:Body']"])).toBe(
      `[${JSON.stringify(soap)},{"AddResult":{"@id":"7","Sum":"1.10"}}]`,
    );
  });

  test.each(['application/x-ndjson', 'application/jsonl; charset=utf-8'])(
    'is found in lines of JSON of the type %s, be there many or one',
    async (type) => {
      expect(await take('{"id":1.10}\n{"id":2}\n', type, ['$[*].id', '$[1].id'])).toMatch(
        /,\[1\.10,2\],2\]$/,
      );
      expect(await take('{"id":1.10}\n', type, ['$[0].id', '$.id'])).toBe('[{"id":1.10},1.10,1.10]');
    },
  );

  test('is found in a megabyte of JSON lines, which are read in parts', async () => {
    const text = 'x'.repeat(180);
    const body = Array.from({ length: 5_000 }, (_, id) => JSON.stringify({ id, text })).join('\n');
    expect(body.length).toBeGreaterThan(1_000_000);
    const headers: [string, string][] = [['Content-Type', 'application/x-ndjson']];
    const content = { headers, body, truncated: false, binary: false };
    expect(finish(readContentInParts(content))).toMatchObject({ 4999: { id: 4999 } });
    let parts = 0;
    for (const work = readContentInParts(content); !work.next().done;) parts += 1;
    expect(parts).toBeGreaterThan(100);
  });

  test.each([
    ['of a type that is neither', soap, 'text/plain'],
    ['of broken XML', '<a><b></a>', 'text/xml'],
    ['with a document type', '<!DOCTYPE a><a><Sum>1</Sum></a>', 'text/xml'],
    ['of XML of more than 256 KiB', `<a><Sum>${'1'.repeat(256 * 1024)}</Sum></a>`, 'text/xml'],
    ['of broken lines', '{"a":1}\n{', 'application/x-ndjson'],
  ])('is not found in a text %s', async (_what, body, type) => {
    expect(await take(body, type, ['$.a.Sum'])).toBeUndefined();
  });
});

/** What a second call is sent of the pages of the first one. */
async function list(body: string, type: string, items: string) {
  const told = await run(
    makeChain([
      { url: 'https://a.example/', repeat: { kind: 'pages', items, saveAs: 'all', next: { by: 'link' } } },
      { method: 'POST', url: 'https://b.example/', body: '{{all}}' },
    ]),
    { answers: [answer(body, typed(type)), answer('')] },
  );
  return told.sent[1]?.body;
}

test('a page may be XML or lines of JSON', async () => {
  const lines = await list('{"id":1}\n{"id":2}', 'application/x-ndjson', '$');
  expect(lines).toBe('[{"id":1},{"id":2}]');
  const one = await list('{"id":1}\n', 'application/x-ndjson', '$');
  expect(one).toBe('[{"id":1}]');
  const xml = await list(
    '<r><Contents><Key>a</Key></Contents><Contents><Key>b</Key></Contents></r>',
    'application/xml',
    '$.r.Contents',
  );
  expect(xml).toBe('[{"Key":"a"},{"Key":"b"}]');
});

test.each([
  ['<r><Contents><Key>a</Key></Contents></r>', '[{"Key":"a"}]'],
  ['<r><Name>bucket</Name></r>', '[]'],
  ['<r/>', '[]'],
  ['<other/>', undefined],
])('a page of XML with one element, or none, is a list: %s', async (body, items) => {
  expect(await list(body, 'application/xml', '$.r.Contents')).toBe(items);
});
