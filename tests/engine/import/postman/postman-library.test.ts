// Collections of each authentication and version, read by Postman's own library and by the import: address, headers, body
// and credentials are the same, or a note says what is not.
import { Collection, type Item } from 'postman-collection';
import { describe, expect, it } from 'vitest';
import { readImport } from '~/engine/import/read-import';
import { ApiCall } from '~/engine/definition/api-call';
import { listTemplateVariables } from '~/engine/placeholders/template-references';
import { finish } from '~/engine/json/json-parts';
import { buildRequest } from '~/engine/run/request';

const basic = (name: string, word: string) => `Basic ${Buffer.from(`${name}:${word}`).toString('base64')}`;

/** What Postman sends for each authentication; a placeholder's value is its own name. */
const authentications: {
  type: string;
  values?: Record<string, string>;
  authorization?: string;
  headers?: Record<string, string>;
  query?: string;
  note?: string;
}[] = [
  { type: 'noauth' },
  { type: 'basic', values: { username: 'ada', password: 'péché:1' }, authorization: basic('ada', 'péché:1') },
  {
    type: 'basic',
    values: { username: '{{user}}/token', password: '{{word}}' },
    authorization: basic('user/token', 'word'),
  },
  { type: 'basic', values: { username: 'key' }, authorization: basic('key', '') },
  { type: 'bearer', values: { token: '{{seller_token}}' }, authorization: 'Bearer seller_token' },
  { type: 'bearer', values: { token: 'abc' }, authorization: 'Bearer abc' },
  { type: 'apikey', values: { key: 'X-Own', value: '{{mine}}' }, headers: { 'x-own': 'mine' } },
  {
    type: 'apikey',
    values: { key: 'X-Own', value: 'k', in: 'header' },
    headers: { 'x-own': 'k' },
  },
  { type: 'apikey', values: { key: 'own key', value: 'a&b', in: 'query' }, query: 'own%20key=a%26b' },
  {
    type: 'oauth2',
    values: { accessToken: '{{mine}}', addTokenTo: 'header' },
    authorization: 'Bearer mine',
    note: 'OAuth 2.0',
  },
  {
    type: 'oauth2',
    values: { accessToken: '{{mine}}', headerPrefix: 'Token' },
    authorization: 'Token mine',
    note: 'OAuth 2.0',
  },
  {
    type: 'oauth2',
    values: { accessToken: 'a b', addTokenTo: 'queryParams' },
    query: 'access_token=a%20b',
    note: 'OAuth 2.0',
  },
  { type: 'digest', values: { username: 'ada', password: 'x' }, note: 'Digest authentication' },
  { type: 'oauth1', values: { consumerKey: 'a', consumerSecret: 'b' }, note: 'OAuth 1.0' },
  { type: 'hawk', values: { authId: 'a', authKey: 'b' }, note: 'Hawk authentication' },
  { type: 'awsv4', values: { accessKey: 'a', secretKey: 'b' }, note: 'AWS Signature' },
  { type: 'ntlm', values: { username: 'a', password: 'b' }, note: 'NTLM authentication' },
];

const raw = { mode: 'raw', raw: '{"a":"{{a}}"}', options: { raw: { language: 'json' } } };

const requests: [name: string, request: unknown][] = [
  ['a text', 'https://a.test/x?a=1&b={{b}}'],
  ['no method', { url: 'https://a.test/x' }],
  [
    'a raw address',
    {
      method: 'GET',
      url: {
        raw: 'https://a.test:8443/v1/x?q=a b',
        protocol: 'https',
        host: ['a', 'test'],
        port: '8443',
        path: ['v1', 'x'],
        query: [{ key: 'q', value: 'a b' }],
      },
    },
  ],
  [
    'an address in parts',
    {
      method: 'DELETE',
      url: {
        protocol: 'https',
        host: ['a', 'test'],
        port: '8443',
        path: ['v1', ':id', '{{part}}'],
        query: [
          { key: 'q', value: 'ü' },
          { key: 'off', value: '1', disabled: true },
        ],
        variable: [{ key: 'id', value: '7 8' }],
      },
    },
  ],
  [
    'headers in a list',
    {
      method: 'GET',
      url: 'https://a.test/',
      header: [
        { key: 'X-A', value: 'a {{b}}' },
        { key: 'Accept', value: 'text/plain' },
        { key: 'X-Off', value: '1', disabled: true },
      ],
    },
  ],
  ['headers in a text', { method: 'GET', url: 'https://a.test/', header: 'X-A: one\nX-B: two' }],
  ['JSON', { method: 'POST', url: 'https://a.test/', body: raw }],
  ['JSON with GET', { method: 'GET', url: 'https://a.test/', body: raw }],
  ['JSON with OPTIONS', { method: 'OPTIONS', url: 'https://a.test/', body: raw }],
  ['HEAD', { method: 'HEAD', url: 'https://a.test/' }],
  [
    'a text with its type',
    {
      method: 'PUT',
      url: 'https://a.test/',
      header: [{ key: 'Content-Type', value: 'text/csv' }],
      body: { mode: 'raw', raw: 'a;ü\r\n1;2' },
    },
  ],
  [
    'a form',
    {
      method: 'PATCH',
      url: 'https://a.test/',
      body: {
        mode: 'urlencoded',
        urlencoded: [
          { key: 'a b', value: 'c&d=ü' },
          { key: 'e', value: '{{e}}' },
          { key: 'off', value: '1', disabled: true },
        ],
      },
    },
  ],
  [
    'GraphQL',
    {
      method: 'POST',
      url: 'https://a.test/',
      body: { mode: 'graphql', graphql: { query: '{ a }', variables: '{"b": 1}' } },
    },
  ],
];

function makeCollection(version: string, { type, values = {} }: (typeof authentications)[number]) {
  const parameters =
    version === 'v2.0.0'
      ? values
      : Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }));
  const auth = { type, ...(type !== 'noauth' && { [type]: parameters }) };
  const item = requests.map(([name, request]) => ({ name, request }));
  const own = { name: 'its own', request: { url: 'https://a.test/own', auth } };
  return {
    info: {
      name: 'A',
      schema: `https://schema.getpostman.com/json/collection/${version}/collection.json`,
    },
    auth: { type: 'noauth' },
    item: [{ name: 'Folder', auth, item }, own],
  };
}

/** A request as the library understands it. */
function readByLibrary(item: Item, { authorization, headers, query }: (typeof authentications)[number]) {
  const { request } = item;
  const url = new URL(fill(request.url.toString()));
  if (query !== undefined) url.search += `${url.search === '' ? '' : '&'}${query}`;
  const given = request.getHeaders({ enabled: true, ignoreCase: true });
  const filled = Object.entries(given).map(([name, value]) => [name, fill(value)]);
  return {
    request: `${request.method} ${url.href}`,
    headers: {
      ...Object.fromEntries(filled),
      ...headers,
      ...(authorization !== undefined && { authorization }),
    },
    body: readBody(item),
  };
}

function readBody({ request: { body } }: Item): unknown {
  if (body?.mode === 'urlencoded') {
    return (body.urlencoded?.all() ?? []).flatMap(({ key, value, disabled }) =>
      disabled === true ? [] : [[key, fill(value)]],
    );
  }
  if (body?.mode === 'graphql') {
    const { query, variables } = body.graphql as { query: string; variables: string };
    return { query, variables: JSON.parse(variables) as unknown };
  }
  return fill(body?.toString() ?? '');
}

function fill(text: string): string {
  return text.replace(/\{\{(\w+)\}\}/g, '$1');
}

/** The imported call as it is sent, its body in the library's form. */
function readByImport(call: object, mode: string | undefined) {
  const made = ApiCall.parse({ ...call, id: 'a', order: 1 });
  const names = listTemplateVariables(JSON.stringify(made));
  const built = finish(buildRequest(made, new Map(names.map((name) => [name, name])), 'key'));
  if (built.kind !== 'request') throw new Error(built.message);
  const { method, url, headers, body } = built.request;
  const sent = headers
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => name !== 'idempotency-key');
  return {
    request: `${method} ${new URL(url).href}`,
    headers: Object.fromEntries(sent),
    body:
      mode === 'urlencoded'
        ? [...new URLSearchParams(body)]
        : mode === 'graphql'
          ? (JSON.parse(body) as unknown)
          : body,
  };
}

/** Postman adds the type of a body when it sends it, which the library does not. */
const types: Record<string, string> = {
  urlencoded: 'application/x-www-form-urlencoded',
  graphql: 'application/json',
  raw: 'application/json',
};

describe.each(['v2.0.0', 'v2.1.0'])('a collection of %s', (version) => {
  it.each(authentications)('with $type $values', (authentication) => {
    const collection = makeCollection(version, authentication);
    const { format, calls, notes } = readImport(JSON.stringify(collection));
    expect([format, notes]).toEqual(['postman', []]);
    const items: Item[] = [];
    new Collection(collection).forEachItem((item) => void items.push(item));
    expect(calls.map(({ label }) => label)).toEqual(items.map(({ name }) => name));
    for (const [index, item] of items.entries()) {
      expect(item.getAuth()?.type ?? 'noauth').toBe(authentication.type);
      const mode = item.request.body?.mode;
      const byLibrary = readByLibrary(item, authentication);
      if (mode !== undefined) byLibrary.headers['content-type'] ??= types[mode];
      expect(readByImport(calls[index]!.call, mode)).toEqual(byLibrary);
      const { note } = authentication;
      expect(calls[index]?.notes).toEqual(note === undefined ? [] : [expect.stringContaining(note)]);
    }
  });
});

it.each([
  [{ mode: 'formdata', formdata: [{ key: 'a', src: 'b.png', type: 'file' }] }, 'is the file “b.png”'],
  [{ mode: 'file', file: { src: 'a.txt' } }, 'is the file “a.txt”'],
])('a body whose file is not in the collection, %o, is spoken of', (body, note) => {
  const request = { method: 'POST', url: 'https://a.test/', body };
  const { calls } = readImport(
    JSON.stringify({ ...makeCollection('v2.1.0', { type: 'noauth' }), item: [{ name: 'One', request }] }),
  );
  expect(calls[0]?.notes.join()).toContain(note);
});
