// What an OpenAPI document may hold beside the plain operation, one thing a test.
import { describe, expect, it } from 'vitest';
import { parseOpenApi } from '~/engine/import/openapi/openapi';
import { readImport } from '~/engine/import/read-import';

/** One operation of a document, and what is said of it. */
function readOperation(operation: object, more: object = {}, method = 'post') {
  const document = { openapi: '3.0.3', servers: [{ url: 'https://a.test' }], ...more };
  const path = { [method]: { summary: 'One', ...operation } };
  const { calls, notes } = readImport(JSON.stringify({ ...document, paths: { '/x': path } }));
  expect(notes).toEqual([]);
  return calls[0]!;
}

function readBody(content: object) {
  return readOperation({ requestBody: { content } });
}

function readSecured(securitySchemes: object, security: object[]) {
  return readOperation({ security }, { components: { securitySchemes } }, 'get');
}

/** What stands in the place of a value of this schema. */
function sample(schema: object, more: object = {}) {
  const content = { 'application/json': { schema } };
  return JSON.parse(readOperation({ requestBody: { content } }, more).call.body);
}

function properties(types: Record<string, object>) {
  return { type: 'object', properties: types };
}

function refer(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

it('says that a document without operations has none', () => {
  const { calls, notes } = readImport('{"openapi": "3.1.0", "paths": {"/x": {"get": {}}}}');
  expect([calls, notes]).toEqual([[], [{ message: 'This OpenAPI document has no operations.' }]]);
});

it.each([{ openapi: ['3.1.0'] }, { swagger: ['2.0'] }])(
  'says that a version that is no text cannot be read: %j',
  (document) => {
    const message = 'Only OpenAPI 2.0, 3.0 and 3.1 can be read. Please convert this file first.';
    expect(parseOpenApi(document)).toEqual({ calls: [], notes: [{ message }] });
  },
);

it('names an operation by its id, else by method and path', () => {
  expect(readOperation({ summary: undefined, operationId: 'findOne' }).label).toBe('findOne');
  expect(readOperation({ summary: undefined, tags: ['t'] }).label).toBe('POST /x');
});

it('puts required headers into the call, and leaves parameters without a name', () => {
  const parameters = [
    { name: 'X-Tenant', in: 'header', required: true },
    { in: 'query' },
    { $ref: '#/gone' },
  ];
  const { call, notes } = readOperation({ parameters }, {}, 'get');
  expect([call.headers, call.url, notes]).toEqual([{ 'X-Tenant': '{{x_tenant}}' }, 'https://a.test/x', []]);
});

it('names the parameters that it leaves out', () => {
  const parameters = [
    { name: 'limit', in: 'query' },
    { name: 'X-Trace', in: 'header' },
    { name: 'X-Tenant', in: 'header', required: false },
    { name: 'accept', in: 'header' },
    { name: 'sid', in: 'cookie', required: true },
    { name: 'theme', in: 'cookie' },
  ];
  const { call, notes } = readOperation({ parameters }, {}, 'get');
  expect(call.headers).toEqual({});
  expect(notes).toEqual([
    'Optional query parameters were left out: limit.',
    'Optional headers were left out: X-Trace, X-Tenant.',
    'Cookies were left out: sid, theme.',
  ]);
});

it('ignores parameters that content and security stand for', () => {
  const names = ['Accept', 'content-type', 'AUTHORIZATION'];
  const parameters = names.map((name) => ({ name, in: 'header', required: true }));
  const requestBody = { content: { 'application/json': { example: {} } } };
  const { call } = readOperation({ parameters, requestBody });
  expect(call.headers).toEqual({ 'Content-Type': 'application/json' });
});

describe('a reference to another file', () => {
  it('is named in the call that misses its parts', () => {
    const schema = { $ref: 'models/pet.yml#/Pet' };
    const parameters = [{ $ref: 'limit.yml' }];
    const requestBody = { content: { 'application/json': { schema } } };
    expect(readOperation({ parameters, requestBody }).notes).toContain(
      'Parts of it are in other files, which are not read: limit.yml, models/pet.yml.',
    );
  });

  it('is named where a whole operation or path is elsewhere', () => {
    const paths = { '/x': { get: { $ref: 'get.yml' } }, '/y': { $ref: 'y.yml' } };
    const { calls, notes } = readImport(JSON.stringify({ openapi: '3.0.0', servers: [], paths }));
    expect(calls.map(({ label }) => label)).toEqual(['GET /x']);
    expect(calls[0]?.notes).toContain('Parts of it are in other files, which are not read: get.yml.');
    expect(notes).toEqual([{ call: '/y', message: 'It is in another file, which is not read: y.yml.' }]);
  });
});

describe('the server', () => {
  const unnamed = 'The document does not name the host of the API. Replace {{host}} with it.';
  it.each([
    ['of the operation first', { servers: [{ url: 'https://own.test/' }] }, {}, 'https://own.test/x', []],
    [
      'with a variable to fill in',
      {},
      { servers: [{ url: 'https://{region}.test' }] },
      'https://{{region}}.test/x',
      [],
    ],
    [
      'without a scheme',
      {},
      { servers: [{ url: '//api.example.com/v2' }] },
      'https://api.example.com/v2/x',
      [],
    ],
    [
      'with defaults that are numbers, empty or missing',
      {},
      {
        servers: [
          {
            url: 'https://a{stage}.test:{port}/v{v}/{lang}',
            variables: { stage: { default: '' }, port: { default: 8443 }, v: { default: 0 }, lang: {} },
          },
        ],
      },
      'https://a.test:8443/v0/{{lang}}/x',
      [],
    ],
    ['that is a path', {}, { servers: [{ url: '/v1' }] }, 'https://{{host}}/v1/x', [unnamed]],
    ['that is a path without a slash', {}, { servers: [{ url: 'v1' }] }, 'https://{{host}}/v1/x', [unnamed]],
    ['that is missing', {}, { servers: [] }, 'https://{{host}}/x', [unnamed]],
  ])('%s', (_what, own, more, url, notes) => {
    const read = readOperation({ tags: ['t'], ...own }, more, 'get');
    expect([read.call.url, read.notes]).toEqual([url, notes]);
  });
});

describe('the body', () => {
  const example = 'The body is an example. Replace it with your values.';

  it.each([
    [{ 'application/json': { example: { a: 1 } } }, '{\n  "a": 1\n}'],
    [{ 'application/json': { example: 'one text' } }, '"one text"'],
    [{ 'application/json': { schema: { type: 'string' } } }, '"text"'],
    [{ 'application/json': { example: ' {"as": "it is"}' } }, ' {"as": "it is"}'],
    [{ 'application/json': { examples: { one: { value: [1] } } } }, '[\n  1\n]'],
    [
      { 'application/x-www-form-urlencoded': { example: { a: 'b c', d: { e: 1 } } } },
      'a=b%20c&d=%7B%0A%20%20%22e%22%3A%201%0A%7D',
    ],
  ])('is an example: %o', (content, body) => {
    const { call, notes } = readBody(content);
    expect([call.body, call.headers, notes]).toEqual([
      body,
      { 'Content-Type': Object.keys(content)[0] },
      [example],
    ]);
  });

  it.each([
    [
      { example: { a: 1, tags: ['x y', 2], none: [], of: [{ b: 1 }] } },
      'a=1&tags=x%20y&tags=2&of=%7B%0A%20%20%22b%22%3A%201%0A%7D',
    ],
    [{ schema: properties({ tags: { type: 'array', items: { type: 'string' } } }) }, 'tags=text'],
    [{ example: { a: ['x', 'y'] }, encoding: { a: { explode: false } } }, 'a=x%2Cy'],
    [{ example: { a: ['x', 'y'] }, encoding: { a: { style: 'pipeDelimited' } } }, 'a=x%7Cy'],
    [{ example: { a: ['x', 'y'] }, encoding: { a: { style: 'spaceDelimited', explode: false } } }, 'a=x%20y'],
    [{ example: { a: ['x', 'y'] }, encoding: { a: { style: 'spaceDelimited', explode: true } } }, 'a=x&a=y'],
  ])('of a form has a pair for each item of a list: %o', (media, body) => {
    expect(readBody({ 'application/x-www-form-urlencoded': media }).call.body).toBe(body);
  });

  it('says what it cannot fill in', () => {
    const { call, notes } = readBody({ 'application/xml': { schema: { type: 'object' } } });
    expect([call.body, call.headers, notes]).toEqual([
      '',
      {},
      ['A body of type application/xml cannot be filled in here.'],
    ]);
  });

  it.each([
    [{ 'text/plain': { schema: { type: 'string' } } }, 'text'],
    [{ 'application/xml': { example: '<a>{{b}}</a>' } }, "<a>{{'{{'}}b}}</a>"],
  ])('is a text as it is given: %o', (content, body) => {
    const { call, notes } = readBody(content);
    expect([call.body, call.headers, notes]).toEqual([
      body,
      { 'Content-Type': Object.keys(content)[0] },
      [example],
    ]);
  });

  const meant =
    'save the response of an earlier call as a file of that name, or write the file of a delivery there.';

  it.each([['image/png'], ['application/octet-stream']])('of type %s is a file', (type) => {
    const { call, notes } = readBody({ [type]: { schema: { type: 'string', format: 'binary' } } });
    expect(call).toMatchObject({ body: '{{file}}', bodyType: 'file', headers: { 'Content-Type': type } });
    expect(notes).toEqual([`The body is a file, for which {{file}} stands: ${meant}`]);
  });

  it('of any type is a file that has its own', () => {
    expect(readBody({ '*/*': { schema: { format: 'binary' } } }).call.headers).toEqual({});
  });

  it('of several parts is a form with its files', () => {
    const file = { type: 'string', format: 'binary' };
    const part = {
      allOf: [
        { type: 'object', properties: { purpose: { enum: ['scan {{x}}'] }, count: { type: 'integer' } } },
      ],
      properties: {
        file,
        pages: { type: 'array', items: file },
        raw: { contentMediaType: 'image/png' },
        encoded: { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' },
        about: properties({ a: { type: 'boolean' } }),
        tags: { type: 'array', minItems: 2, items: { type: 'string' } },
        id: { type: 'string', readOnly: true },
      },
    };
    const { call, notes } = readBody({ 'multipart/form-data': { schema: part } });
    expect(call).toMatchObject({ bodyType: 'multipart', headers: {} });
    expect(JSON.parse(call.body)).toEqual({
      purpose: "scan {{'{{'}}x}}",
      count: '0',
      file: '{{file}}',
      pages: '{{pages}}',
      raw: '{{raw}}',
      encoded: 'text',
      about: '{\n  "a": true\n}',
      tags: ['text', 'text'],
    });
    expect(notes).toEqual([
      ...['file', 'pages', 'raw'].map(
        (name) => `The form field “${name}” is a file, for which {{${name}}} stands: ${meant}`,
      ),
      example,
    ]);
  });

  it('leaves out an example that is very long', () => {
    const { call, notes } = readBody({ 'application/json': { example: ['x'.repeat(70_000)] } });
    expect([call.body, notes]).toEqual(['', ['The example of its body is very long and was left out.']]);
  });
});

describe('a schema', () => {
  it.each([
    [{ type: 'integer' }, 0],
    [{ type: 'number', minimum: 3 }, 3],
    [{ type: ['null', 'boolean'] }, true],
    [{ type: 'null' }, null],
    [{ oneOf: [{ type: 'null' }, { type: 'integer' }] }, 0],
    [{ anyOf: [{ type: 'null' }] }, null],
    [{ type: 'string', minLength: 6 }, 'textte'],
    [{ type: 'string', minLength: 2, maxLength: 3 }, 'tex'],
    [{ type: 'string', maxLength: 0 }, ''],
    [{ type: 'string', minLength: 1e9 }, 'text'.repeat(50)],
    [{ type: 'array', minItems: 2, items: { type: 'integer' } }, [0, 0]],
    [{ type: 'object' }, {}],
    [{ items: { type: 'string' } }, ['text']],
    [{ type: 'string', format: 'email' }, 'person@example.com'],
    [{ type: 'string', format: 'unheard of' }, 'text'],
    [{ oneOf: [{ type: 'integer' }, { type: 'string' }] }, 0],
    [{ anyOf: [{ const: 'c' }] }, 'c'],
    [{ default: 7 }, 7],
    [{ examples: ['e'] }, 'e'],
    [
      { allOf: [properties({ a: { type: 'integer' } }), properties({ b: { type: 'boolean' } })] },
      { a: 0, b: true },
    ],
  ])('%o is shown by %o', (schema, value) => {
    expect(sample(properties({ it: schema }))).toEqual({ it: value });
  });

  it('follows references with escapes, through lists, and into circles only so far', () => {
    const components = {
      schemas: {
        'a/b': { type: 'integer' },
        list: [{ type: 'boolean' }],
        'c%': { const: 'percent' },
        circle: properties({ again: { $ref: '#/components/schemas/circle' } }),
      },
    };
    const schema = properties({
      a: refer('a~1b'),
      b: refer('list/0'),
      c: refer('c%'),
      d: { $ref: 'other.json' },
    });
    expect(sample(schema, { components })).toEqual({ a: 0, b: true, c: 'percent', d: 'text' });
    const deep = JSON.stringify(sample(refer('circle'), { components }));
    expect(deep.match(/again/g)).toHaveLength(13);
    expect(deep).toContain('null');
  });

  it('shows 300 values at most', () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, each) => [`p${each}`, { type: 'integer' }]),
    );
    expect(Object.keys(sample(properties(many)))).toHaveLength(299);
  });
});

describe('security', () => {
  it.each([
    [{ type: 'http', scheme: 'Bearer' }, { authConfig: { type: 'bearer', token: '{{own_key}}' } }],
    [{ type: 'apiKey', in: 'query', name: 'key' }, { url: 'https://a.test/x?key={{own_key}}' }],
    [{ type: 'apiKey', in: 'cookie', name: 'sid' }, { headers: { Cookie: 'sid={{own_key}}' } }],
  ])('%o is a placeholder', (scheme, call) => {
    const found = readSecured({ ownKey: scheme }, [{}, { ownKey: [] }]);
    expect(found.call).toMatchObject(call);
    expect(found.notes).toEqual(['Replace {{own_key}} with your credentials.']);
  });

  it.each([
    [{ type: 'oauth2', flows: { clientCredentials: {} } }, 'OAuth 2.0 client credentials'],
    [{ type: 'oauth2', flows: { implicit: {}, authorizationCode: {} } }, 'OAuth 2.0 authorization code'],
    [
      { type: 'oauth2', flows: { authorizationCode: {}, clientCredentials: {} } },
      'OAuth 2.0 authorization code or OAuth 2.0 client credentials',
    ],
    [{ type: 'openIdConnect' }, 'OAuth 2.0 authorization code'],
  ])('%o is a token, with the kind of connection that gets it', (scheme, kinds) => {
    const { call, notes } = readSecured({ own: scheme }, [{ own: [] }]);
    expect(call.authConfig).toEqual({ type: 'bearer', token: '{{own}}' });
    expect(notes).toEqual([
      `A connection (${kinds}) gets the token and renews it: choose one under Authentication. Without one, give {{own}} a token.`,
    ]);
  });

  it('tells how basic authentication is filled in, and what is not supported', () => {
    const basic = readSecured({ login: { type: 'http', scheme: 'Basic' } }, [{ login: [] }]);
    const [username, password] = ['{{login_username}}', '{{login_password}}'];
    expect(basic.call).toMatchObject({ headers: {}, authConfig: { type: 'basic', username, password } });
    expect(basic.notes).toEqual([`Replace ${username}:${password} with the username and password.`]);
    const other = readSecured({ tls: { type: 'mutualTLS' } }, [{ tls: [] }, { never: [] }]);
    expect(other.notes).toEqual(['The authentication “tls” is not supported and was left out.']);
  });
});

describe('braces in an example', () => {
  const text = 'Hello {{contact.firstname}}';
  const literal = "Hello {{'{{'}}contact.firstname}}";

  it.each([
    ['JSON', { 'application/json': { example: { text } } }, JSON.stringify({ text: literal }, null, 2)],
    [
      'JSON that is written already',
      { 'application/json': { example: `{"text":"${text}"}` } },
      `{"text":"${literal}"}`,
    ],
    [
      'a form',
      { 'application/x-www-form-urlencoded': { example: { text } } },
      `text=${encodeURIComponent(text)}`,
    ],
  ])('are sent as they stand: %s', (_what, content, body) => {
    expect(readBody(content).call.body).toBe(body);
  });
});
