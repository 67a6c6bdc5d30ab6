// OpenAPI 2.0: what it writes otherwise than 3.0.
import { describe, expect, it } from 'vitest';
import { readImport } from '~/engine/import/read-import';

const document = { swagger: '2.0', host: 'a.test', basePath: '/v1', schemes: ['http', 'https'] };

function read(paths: object, more: object = {}) {
  const { format, calls, notes } = readImport(JSON.stringify({ ...document, ...more, paths }));
  expect([format, notes]).toEqual(['openapi', []]);
  return calls;
}

function readPost(operation: object, more: object = {}) {
  return read({ '/x': { post: { summary: 'One', ...operation } } }, more)[0]!;
}

describe('the address', () => {
  it.each([
    [{}, 'https://a.test/v1/x'],
    [{ schemes: ['http'] }, 'http://a.test/v1/x'],
    [{ schemes: undefined, basePath: '/' }, 'https://a.test/x'],
    [{ host: undefined }, 'https://{{host}}/v1/x'],
  ])('of %o is %s', (more, url) => {
    expect(readPost({}, more).call.url).toBe(url);
  });

  it('has the parameters of path and query', () => {
    const parameters = [
      { in: 'path', name: 'petId', required: true, type: 'string' },
      { in: 'query', name: 'limit', required: true, type: 'integer' },
    ];
    const [choice] = read({ '/pets/{petId}': { parameters, get: { summary: 'One' } } });
    expect(choice?.call).toMatchObject({
      method: 'GET',
      url: 'https://a.test/v1/pets/{{pet_id}}?limit={{limit}}',
    });
  });
});

describe('the body', () => {
  it('is the parameter that stands in the body, also where it is shared', () => {
    const more = {
      definitions: { Pet: { type: 'object', properties: { name: { type: 'string' } } } },
      parameters: { pet: { in: 'body', name: 'pet', schema: { $ref: '#/definitions/Pet' } } },
    };
    const { call } = readPost({ parameters: [{ $ref: '#/parameters/pet' }] }, more);
    expect(JSON.parse(call.body)).toEqual({ name: 'text' });
    expect(call.headers).toEqual({ 'Content-Type': 'application/json' });
  });

  it('has the type that the document or the operation consumes', () => {
    const parameters = [{ in: 'body', name: 'it', schema: { type: 'object' } }];
    const consumes = ['text/xml', 'application/vnd.a+json'];
    expect(readPost({ parameters }, { consumes }).call.headers).toEqual({
      'Content-Type': 'application/vnd.a+json',
    });
    expect(readPost({ parameters, consumes: ['text/xml'] }, { consumes }).notes).toEqual([
      'A body of type text/xml cannot be filled in here.',
    ]);
  });

  it('is a form of its fields', () => {
    const parameters = [
      { in: 'formData', name: 'a', type: 'string' },
      { in: 'formData', name: 'n', type: 'integer', minimum: 2 },
    ];
    const { call } = readPost({ parameters });
    expect([call.body, call.headers]).toEqual([
      'a=text&n=2',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
    ]);
  });

  it.each([
    ['multi', 'a=x&a=y'],
    ['csv', 'a=x%2Cy'],
    [undefined, 'a=x%2Cy'],
    ['ssv', 'a=x%20y'],
    ['tsv', 'a=x%09y'],
    ['pipes', 'a=x%7Cy'],
  ])('has the items of a list as %s', (collectionFormat, body) => {
    const parameters = [{ in: 'formData', name: 'a', type: 'array', default: ['x', 'y'], collectionFormat }];
    expect(readPost({ parameters }).call.body).toBe(body);
  });

  it.each([[undefined], [['multipart/form-data']]])(
    'with a file is a form of several parts: %o',
    (consumes) => {
      const parameters = [{ in: 'formData', name: 'a', type: 'file' }];
      const { call } = readPost({ parameters, consumes });
      expect(call).toMatchObject({ bodyType: 'multipart', headers: {} });
      expect(JSON.parse(call.body)).toEqual({ a: '{{a}}' });
    },
  );
});

describe('security', () => {
  it.each([
    [
      { type: 'basic' },
      { authConfig: { type: 'basic', username: '{{own_username}}', password: '{{own_password}}' } },
    ],
    [{ type: 'apiKey', in: 'header', name: 'X-Key' }, { headers: { 'X-Key': '{{own}}' } }],
    [{ type: 'oauth2', flow: 'application' }, { authConfig: { type: 'bearer', token: '{{own}}' } }],
  ])('%o is filled in', (scheme, call) => {
    const more = { securityDefinitions: { own: scheme }, security: [{ own: [] }] };
    expect(readPost({}, more).call).toMatchObject(call);
  });

  it('names the kind of connection that gets the token of a flow', () => {
    const own = { type: 'oauth2', flow: 'application' };
    const { notes } = readPost({}, { securityDefinitions: { own }, security: [{ own: [] }] });
    expect(notes.join()).toContain('A connection (OAuth 2.0 client credentials) gets the token');
  });
});
