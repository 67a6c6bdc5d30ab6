import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listCallProblems } from '~/engine/checks/checklist';
import { readImport } from '~/engine/import/read-import';
import { ApiCall } from '~/engine/definition/api-call';
import { measureProcessorMs } from '../../support/processor-time';

const openApi = {
  openapi: '3.1.0',
  servers: [{ url: 'https://{region}.pets.test/v1/', variables: { region: { default: 'eu' } } }],
  security: [{ key: [] }],
  paths: {
    '/pets/{petId}': {
      parameters: [{ $ref: '#/components/parameters/PetId' }],
      get: {
        summary: 'Find a pet',
        tags: ['Pets'],
        parameters: [
          { name: 'fields', in: 'query', required: true },
          { name: 'page', in: 'query' },
        ],
      },
      put: {
        operationId: 'savePet',
        security: [{ token: [] }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
      },
    },
  },
  components: {
    parameters: { PetId: { name: 'petId', in: 'path', required: true } },
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      token: { type: 'http', scheme: 'bearer' },
    },
    schemas: {
      Pet: {
        type: 'object',
        properties: {
          id: { type: 'string', readOnly: true },
          name: { type: 'string', example: 'Rex' },
          tags: { type: 'array', items: { type: 'string', enum: ['old', 'new'] } },
          mother: { $ref: '#/components/schemas/Loop' },
        },
      },
      Loop: { $ref: '#/components/schemas/Loop' },
    },
  },
};

const postman = {
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  variable: [{ key: 'baseUrl', value: 'https://shop.test' }],
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{shopToken}}' }] },
  item: [
    {
      name: 'Orders',
      item: [
        {
          name: 'Make an order',
          request: {
            method: 'POST',
            header: [
              { key: 'X-Trace', value: '{{trace-id}}' },
              { key: 'X-Off', value: '1', disabled: true },
            ],
            url: {
              raw: '{{baseUrl}}/orders/:kind?dry=1&old=1',
              query: [
                { key: 'dry', value: '1' },
                { key: 'old', value: '1', disabled: true },
              ],
              variable: [{ key: 'kind', value: 'new' }],
            },
            body: { mode: 'raw', raw: '{"id": "{{id}}"}' },
          },
        },
        {
          name: 'Log in',
          request: {
            auth: { type: 'noauth' },
            method: 'POST',
            url: 'https://shop.test/login',
            body: { mode: 'urlencoded', urlencoded: [{ key: 'user', value: 'a b' }] },
          },
        },
      ],
    },
    {
      name: 'Search',
      request: {
        auth: {
          type: 'apikey',
          apikey: [
            { key: 'key', value: 'k' },
            { key: 'value', value: 'v' },
            { key: 'in', value: 'query' },
          ],
        },
        method: 'POST',
        url: '{{unknown}}/graphql',
        body: { mode: 'graphql', graphql: { query: '{ a }', variables: '{"b": 1}' } },
      },
    },
  ],
};

function callsOf(document: unknown) {
  return readImport(JSON.stringify(document)).calls;
}

describe('an OpenAPI document', () => {
  it('offers every operation with placeholders for what has to be filled in', () => {
    const [find, save] = callsOf(openApi);
    expect(find).toMatchObject({
      label: 'Find a pet',
      group: 'Pets',
      call: {
        method: 'GET',
        url: 'https://eu.pets.test/v1/pets/{{pet_id}}?fields={{fields}}',
        headers: { 'X-Api-Key': '{{key}}' },
        secretHeaders: ['X-Api-Key'],
      },
    });
    expect(find?.notes.join(' ')).toContain('page');
    expect(save?.call).toMatchObject({ method: 'PUT', authConfig: { type: 'bearer', token: '{{token}}' } });
    expect(JSON.parse(save?.call.body ?? '')).toEqual({ name: 'Rex', tags: ['old'], mother: 'text' });
  });

  it('is read from YAML, too', () => {
    const { format, calls } = readImport(
      'openapi: 3.0.3\nservers:\n  - url: https://a.test\npaths:\n  /x:\n    get:\n      summary: Read x\n',
    );
    expect(format).toBe('openapi');
    expect(calls.map(({ label, call }) => [label, call.url])).toEqual([['Read x', 'https://a.test/x']]);
  });

  it('gives a host to fill in when the document names none', () => {
    const [call] = callsOf({ openapi: '3.0.0', paths: { '/x': { get: { summary: 'X' } } } });
    expect(call?.call.url).toBe('https://{{host}}/x');
  });

  it('says that Swagger 2 is not read, and survives circles of aliases', () => {
    expect(readImport('{"swagger":"1.2"}').notes[0]?.message).toContain('OpenAPI 2.0, 3.0 and 3.1');
    expect(readImport('openapi: 3.0.0\npaths: &a\n  x: *a\n').calls).toEqual([]);
  });

  it('lists 20,000 operations at most', () => {
    const paths = Object.fromEntries(
      Array.from({ length: 20_001 }, (_, index) => [`/${index}`, { get: { summary: 'x' } }]),
    );
    const { calls, notes } = readImport(JSON.stringify({ openapi: '3.0.0', paths }));
    expect(calls).toHaveLength(20_000);
    expect(notes).toEqual([{ message: 'Only the first 20,000 operations are listed.' }]);
  });

  it('says where its YAML is wrong, unless it stands in a command', () => {
    const broken = 'openapi: 3.0.0\npaths:\n  /x: {get: [}\n';
    expect(readImport(broken).notes[0]?.message).toMatch(
      /^This OpenAPI document is not valid YAML: line 3: /,
    );
    expect(readImport(`# first\ncurl https://a.test -d '${broken}'`).calls).toHaveLength(1);
  });

  it('takes what an alias stands for as often as it stands there, without writing it out', () => {
    const levels = Array.from(
      { length: 60 },
      (_, n) => `x-${n}: &a${n} {l: *a${n - 1}, r: *a${n - 1}}`,
    ).slice(1);
    const text = `openapi: 3.0.0\nx-0: &a0 {}\n${levels.join('\n')}\npaths:\n  /x: {get: &g {summary: X}, put: *g}\n`;
    expect(readImport(text).calls.map(({ call }) => call.method)).toEqual(['GET', 'PUT']);
  });

  it.each(['[', '- ', '{a: '])('survives endless %s in YAML', (opened) => {
    const { calls, notes } = readImport(`openapi: 3.0.0\nx-deep: ${opened.repeat(200_000)}`);
    expect([calls, notes[0]?.message]).toEqual([[], expect.stringContaining('not valid YAML')]);
  });
});

it('reads a Postman collection with inherited authentication', () => {
  const [make, logIn, search] = callsOf(postman);
  expect(make).toMatchObject({
    group: 'Orders',
    call: {
      name: 'Make an order',
      method: 'POST',
      url: 'https://shop.test/orders/new?dry=1',
      headers: { 'X-Trace': '{{trace_id}}', 'Content-Type': 'application/json' },
      authConfig: { type: 'bearer', token: '{{shopToken}}' },
      body: '{"id": "{{id}}"}',
    },
  });
  expect(logIn?.call).toMatchObject({ authConfig: { type: 'none' }, body: 'user=a%20b' });
  expect(search?.call.url).toBe('{{unknown}}/graphql?k=v');
  expect(JSON.parse(search?.call.body ?? '')).toEqual({ query: '{ a }', variables: { b: 1 } });
});

function check(text: string) {
  const { calls } = readImport(text);
  for (const { call } of calls) {
    const parsed = ApiCall.parse({ ...call, id: 'a', order: 1 });
    expect(listCallProblems(parsed)).toEqual([]);
  }
}

describe('any text', () => {
  it.each([
    'curl (@$A',
    'curl -u a:b https://$HOST/',
    'curl -H "X-Api-Key: k" "https://{{host}}"',
    'curl -u a:b $BASE/x',
  ])('leaves credentials out where a variable decides the host: %s', (text) => {
    const [choice] = readImport(text).calls;
    expect(choice?.call).toMatchObject({ headers: {}, authConfig: { type: 'none' } });
    expect(choice?.notes.join()).toContain('was left out, since the host comes from a variable');
    check(text);
  });

  it('never throws and yields only calls that could be saved', () => {
    const words = [
      'curl ',
      'https://a.test',
      "'",
      '"',
      "$'",
      '\\',
      '^',
      '\n',
      '-H ',
      '-d ',
      ':',
      '{{',
      '}}',
      '$(',
      '<<E',
      '-F',
      '-u',
      '@',
      '\ud800',
    ];
    const shell = fc
      .array(fc.oneof(fc.constantFrom(...words), fc.string()))
      .map((parts) => `curl ${parts.join('')}`);
    fc.assert(fc.property(shell, check), { numRuns: 500 });
    fc.assert(fc.property(fc.string(), check));
  });

  it('survives documents with anything in any place', () => {
    const any = fc.jsonValue();
    const paths = fc.record({
      '/a/{b}': fc.record({
        get: any,
        post: fc.record({ parameters: any, requestBody: any, security: any, servers: any }),
      }),
    });
    fc.assert(
      fc.property(
        fc.record({ openapi: fc.constant('3.0.0'), paths, components: any, servers: any }),
        (document) => check(JSON.stringify(document)),
      ),
    );
    const request = fc.record({ method: any, url: any, header: any, body: any, auth: any });
    const item = fc.array(fc.record({ name: any, request }));
    fc.assert(fc.property(item, (items) => check(JSON.stringify({ ...postman, item: items }))));
  });

  it.each([
    ['quotes', `curl ${'"'.repeat(500_001)}`],
    ['here-documents', `curl ${'<<a '.repeat(200_000)}`],
    [
      'headers',
      `curl https://a.test ${Array.from({ length: 60_000 }, (_, index) => `-Hx${index}:1`).join(' ')}`,
    ],
    ['spaces in braces', JSON.stringify({ ...postman, item: [{ request: `{{${' '.repeat(900_000)}` }] })],
    ['spaces in a header', `curl https://a.test -H '${' '.repeat(900_000)}x'`],
    ['commands', 'a\n'.repeat(500_000)],
    ['names', 'curl '.repeat(200_000)],
    ['carets', `curl "${'^{" "'.repeat(200_000)}`],
    ['lines in a fence', `\`\`\`\ncurl${'\n'.repeat(1_000_000)}x`],
    ['spaces in an assignment', `A=$(curl ${' '.repeat(1_000_000)}x`],
    ['names in angle brackets', `curl https://a.test/${'<a'.repeat(500_000)}`],
    ['brackets', '['.repeat(1_000_000)],
  ])('ends soon for endless %s', (_name, text) => {
    expect(text.length).toBeLessThanOrEqual(1024 * 1024);
    expect(measureProcessorMs(() => check(text))).toBeLessThan(10_000);
  });

  it('says what is too long or nothing at all', () => {
    expect(readImport('x'.repeat(16 * 1024 * 1024 + 1)).notes).toEqual([
      { message: 'This is longer than 16 MiB.' },
    ]);
    expect(readImport(`curl ${'x'.repeat(1024 * 1024)}`).notes).toEqual([
      { message: 'cURL commands can be 1 MiB long at most.' },
    ]);
    expect(readImport(' ').notes[0]?.message).toContain('Paste');
    expect(readImport('hello').format).toBe('unknown');
  });
});

it.each([
  [JSON.stringify({ log: { version: '1.2', entries: [] } }), 'This is a HAR file, which'],
  [
    JSON.stringify({ _type: 'export', __export_format: 4, resources: [] }),
    'This is a file of Insomnia, which',
  ],
  [JSON.stringify({ values: [], _postman_variable_scope: 'environment' }), 'Export the collection'],
  [JSON.stringify({ name: 'Shop', order: [], requests: [] }), 'Export the collection'],
  ['fetch("https://a.test/x", { method: "POST" });', 'This is JavaScript.'],
  ['Invoke-WebRequest -Uri "https://a.test/x"', 'This is PowerShell.'],
  ['https://a.test/x?y=1', 'Type it into the URL of a call.'],
])('says how the request of %s can be imported', (text, said) => {
  expect(readImport(text)).toEqual({
    format: 'unknown',
    calls: [],
    notes: [{ message: expect.stringContaining(said) }],
  });
});

it('says of a workflow of another product that only its requests can be imported', () => {
  const workflow = { name: 'Leads', nodes: [{ type: 'n8n-nodes-base.httpRequest' }], connections: {} };
  const { format, calls, notes } = readImport(JSON.stringify(workflow));
  expect([format, calls]).toEqual(['unknown', []]);
  expect(notes).toEqual([
    { message: expect.stringMatching(/^This is an n8n workflow, .* as a cURL command/) },
  ]);
});
