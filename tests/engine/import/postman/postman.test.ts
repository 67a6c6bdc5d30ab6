// What a Postman collection may hold beside the plain request, one thing a test.
import { describe, expect, it } from 'vitest';
import { renderTemplate } from '~/engine/placeholders/fill-template';
import { readImport } from '~/engine/import/read-import';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

function read(collection: object) {
  return readImport(JSON.stringify({ info: { schema }, ...collection }));
}

/** One request, and what is said of it. */
function readRequest(request: unknown, more: object = {}) {
  const { calls, notes } = read({ item: [{ name: 'One', request }], ...more });
  expect(notes).toEqual([]);
  return calls[0]!;
}

const url = 'https://a.test/x';

/** With the parameters of an authentication. */
function readAuth(type: string, values: Record<string, string> = {}) {
  const parameters = Object.entries(values).map(([key, value]) => ({ key, value }));
  return readRequest({ url, auth: { type, [type]: parameters } });
}

function readBody(body: object, more: object = {}) {
  return readRequest({ method: 'POST', url, body, ...more });
}

function header(key: string, value: string) {
  return { key, value };
}

describe('the address', () => {
  it.each([
    ['as a text', 'https://a.test/x?a=1', 'https://a.test/x?a=1'],
    ['without a scheme', 'a.test/x', 'http://a.test/x'],
    ['with a path variable that has no value', { raw: 'https://a.test/:petId' }, 'https://a.test/{{pet_id}}'],
    [
      'with path variables that hold more than letters',
      { raw: 'https://a.test/:user-id/:id.json/:2/x:y' },
      'https://a.test/{{user_id}}/{{id_json}}/{{value_2}}/x:y',
    ],
    [
      'with values of path variables, numbers, too',
      {
        raw: 'https://a.test/:user-id/:n/:no?at=1',
        variable: [
          { key: 'user-id', value: 'a b' },
          { key: 'n', value: 0 },
          { key: 'no', value: null },
        ],
      },
      'https://a.test/a%20b/0/{{no}}?at=1',
    ],
    ['with a query in the text alone', { raw: 'https://a.test/x?a=1?b' }, 'https://a.test/x?a=1?b'],
    [
      'with a query whose value is missing',
      { raw: url, query: [{ key: 'a' }, { key: '', value: 'no' }] },
      'https://a.test/x?a=',
    ],
  ])('is read %s', (_what, given, expected) => {
    expect(readRequest({ url: given }).call).toMatchObject({ method: 'GET', url: expected });
  });

  it('is all that a request of text has', () => {
    const { calls } = read({ item: [{ request: url }] });
    expect(calls[0]).toMatchObject({ label: url, call: { method: 'GET', url } });
  });

  it('leaves out what follows a #, and says so', () => {
    const { call, notes } = readRequest({ url: `${url}#part#two` });
    expect(call.url).toBe(url);
    expect(notes).toEqual(['What follows the # of the address is never sent and was left out.']);
  });

  it('takes its base from a variable by key or id, and keeps one that is unknown', () => {
    const variable = [
      { key: 'one', value: 'https://one.test' },
      { id: 'two', value: 'https://two.test' },
    ];
    const { calls } = read({ variable, item: [{ request: '{{one}}/x' }, { request: '{{ two }}/x' }] });
    expect(calls.map(({ call }) => call.url)).toEqual(['https://one.test/x', 'https://two.test/x']);
  });
});

describe('the address in parts', () => {
  it.each([
    [{ protocol: 'https', host: ['a', 'test'], path: ['v1', 'x'] }, 'https://a.test/v1/x'],
    [{ protocol: 'https', host: 'a.test', port: '8443', path: '/v1/:id' }, 'https://a.test:8443/v1/{{id}}'],
    [{ host: ['a', 'test'], path: [{ type: 'string', value: 'v1' }] }, 'http://a.test/v1'],
    [{ host: ['{{baseUrl}}'], path: ['v1'], query: [{ key: 'q', value: '1' }] }, 'https://one.test/v1?q=1'],
    [{ protocol: 'https', host: ['a', 'test'] }, 'https://a.test'],
  ])('%o is joined', (given, expected) => {
    const variable = [{ key: 'baseUrl', value: 'https://one.test' }];
    expect(readRequest({ url: given }, { variable }).call.url).toBe(expected);
  });
});

describe('headers in one text', () => {
  it('are read a line each', () => {
    const { call } = readRequest({ url, header: 'X-Key: 1\r\nAccept:text/plain\n\n// X-Off: 2\n' });
    expect(call.headers).toEqual({ 'X-Key': '1', Accept: 'text/plain' });
  });
});

describe('names of variables', () => {
  it.each([
    ['$guid', 'guid'],
    ['trigger', 'value_trigger'],
    ['order-id', 'order_id'],
  ])('{{%s}} is called {{%s}}, which is said', (written, own) => {
    const { call, notes } = readRequest({ url, header: [{ key: 'X-Id', value: `{{${written}}}` }] });
    expect(call.headers).toEqual({ 'X-Id': `{{${own}}}` });
    expect(notes).toEqual([`The variable {{${written}}} is called {{${own}}} here.`]);
  });
});

it('sends braces that are no variable of Postman as they are', () => {
  const raw = `{"a":"{{}} {{ {x} }} {{${'y'.repeat(201)}}} {{id}}"}`;
  const { call } = readRequest({ url, method: 'POST', body: { mode: 'raw', raw } });
  const rendered = renderTemplate(call.body, new Map([['id', '7']]), 'json');
  expect(rendered).toEqual({ kind: 'text', text: raw.replace('{{id}}', '7') });
});

it('keeps an unknown base URL as a placeholder, and says what it stands for', () => {
  const { call, notes } = readRequest({ url: '{{baseUrl}}/v1?q={{q}}' });
  expect(call.url).toBe('{{baseUrl}}/v1?q={{q}}');
  expect(notes).toEqual([
    '{{baseUrl}} stands for the address here: give it a value like https://api.example.com.',
  ]);
});

describe('authentication', () => {
  it.each([
    ['bearer', {}, '{{token}}'],
    ['bearer', { token: 'abc' }, 'abc'],
    ['oauth2', {}, '{{access_token}}'],
    ['oauth2', { accessToken: '{{mine}}' }, '{{mine}}'],
  ])('%s with %o is a bearer token', (type, values, token) => {
    expect(readAuth(type, values).call.authConfig).toEqual({ type: 'bearer', token });
  });

  it('names the kind of connection that gets an OAuth token, and the placeholder of one that is missing', () => {
    const gets = 'gets the token and renews it: choose one under Authentication.';
    expect(readAuth('oauth2').notes).toEqual([
      `A connection (OAuth 2.0 authorization code) ${gets} Without one, give {{access_token}} a token.`,
    ]);
    expect(readAuth('oauth2', { grant_type: 'client_credentials', accessToken: '{{mine}}' }).notes).toEqual([
      `A connection (OAuth 2.0 client credentials) ${gets}`,
    ]);
  });

  it('puts an API key into a header, with a name and a value to fill in where it has none', () => {
    expect(readAuth('apikey').call.headers).toEqual({ 'X-Api-Key': '{{api_key}}' });
    expect(readAuth('apikey', { key: 'X-Own', value: '1', in: 'header' }).call.headers).toEqual({
      'X-Own': '1',
    });
  });

  it.each([
    [{ username: 'ada', password: 'péché' }, ['ada', 'péché'], []],
    [{ username: '{{user}}', password: 'x{{word}}' }, ['{{user}}', 'x{{word}}'], []],
    [{ username: 'key' }, ['key', ''], []],
    [{ username: 'a:b', password: 'c' }, ['a', 'b:c'], []],
    [{}, ['{{username}}', '{{password}}'], ['Username and password are missing. Please enter them.']],
    [
      { username: 'a', password: 'b\nc' },
      ['{{username}}', '{{password}}'],
      ['Username and password cannot be sent. Please enter them again.'],
    ],
  ])('basic with %o has a user name and a password', (values, [username, password], notes) => {
    const { call, notes: said } = readAuth('basic', values as Record<string, string>);
    expect([call.headers, call.authConfig, said]).toEqual([{}, { type: 'basic', username, password }, notes]);
  });

  it.each([
    ['awsv4', 'AWS Signature Version 4'],
    ['digest', 'Digest authentication'],
    ['oauth1', 'OAuth 1.0a'],
    ['jwt', 'Signed JWT'],
  ])('says of %s that a connection can do it', (type, named) => {
    const { call, notes } = readAuth(type, { accessKey: 'x' });
    expect(call).toMatchObject({ headers: {}, authConfig: { type: 'none' } });
    expect(notes).toEqual([
      `${named} was left out: it needs a connection of that kind, which the call then chooses.`,
    ]);
  });

  it.each([
    ['hawk', 'Hawk authentication'],
    ['something', 'The authentication “something”'],
  ])('names %s, which it cannot sign with', (type, named) => {
    const { call, notes } = readAuth(type, { accessKey: 'x' });
    expect(call).toMatchObject({ headers: {}, authConfig: { type: 'none' } });
    expect(notes).toEqual([`${named} is not supported and was left out.`]);
  });

  it.each([
    [
      { type: 'bearer', bearer: { token: '{{seller_token}}' } },
      { type: 'bearer', token: '{{seller_token}}' },
    ],
    [
      { type: 'oauth2', oauth2: { accessToken: '{{mine}}' } },
      { type: 'bearer', token: '{{mine}}' },
    ],
  ])('reads the tokens of version 2.0: %o', (auth, authConfig) => {
    expect(readRequest({ url, auth }).call.authConfig).toEqual(authConfig);
  });

  it('reads user, password and API key of version 2.0', () => {
    const basic = readRequest({ url, auth: { type: 'basic', basic: { username: 'ada', password: 'x' } } });
    expect(basic.call.authConfig).toEqual({ type: 'basic', username: 'ada', password: 'x' });
    const apikey = { key: 'X-Own', value: '1', in: 'header' };
    expect(readRequest({ url, auth: { type: 'apikey', apikey } }).call.headers).toEqual({ 'X-Own': '1' });
  });
});

describe('the body', () => {
  const json = { options: { raw: { language: 'json' } } };

  it.each([
    [{ mode: 'raw', raw: 'plain' }, 'plain', undefined],
    [{ mode: 'raw', raw: ' [1]' }, ' [1]', 'application/json'],
    [{ mode: 'raw', raw: '1', ...json }, '1', 'application/json'],
    [{ mode: 'raw', raw: '{}', options: { raw: { language: 'text' } } }, '{}', 'text/plain'],
    [{ mode: 'raw', raw: '<a/>', options: { raw: { language: 'xml' } } }, '<a/>', 'application/xml'],
    [{ mode: 'raw', raw: '<p>', options: { raw: { language: 'html' } } }, '<p>', 'text/html'],
    [
      { mode: 'raw', raw: 'a()', options: { raw: { language: 'javascript' } } },
      'a()',
      'application/javascript',
    ],
    [{ mode: 'raw', raw: '', options: { raw: { language: 'text' } } }, '', undefined],
    [{ mode: 'raw', raw: 'a', options: { raw: { language: 'constructor' } } }, 'a', undefined],
    [{ mode: 'raw', raw: '{}', disabled: true }, '', undefined],
    [{ mode: 'something new' }, '', undefined],
    [
      { mode: 'graphql', graphql: { query: '{ a }' } },
      '{\n  "query": "{ a }",\n  "variables": {}\n}',
      'application/json',
    ],
  ])('%o is read', (body, text, type) => {
    const { call } = readBody(body);
    expect(call.body).toBe(text);
    expect(call.headers['Content-Type']).toBe(type);
  });

  it.each(['GET', 'HEAD', 'OPTIONS', 'DELETE'])('of a %s is taken like any other', (method) => {
    const { call, notes } = readRequest({ method, url, body: { mode: 'raw', raw: '{}' } });
    expect(call).toMatchObject({ method, body: '{}', headers: { 'Content-Type': 'application/json' } });
    expect(notes).toEqual([]);
  });

  it('leaves the type that is given', () => {
    const given = { header: [{ key: 'content-type', value: 'application/vnd.api+json' }] };
    for (const more of [{}, { options: { raw: { language: 'xml' } } }]) {
      expect(readBody({ mode: 'raw', raw: '{}', ...more }, given).call.headers).toEqual({
        'content-type': 'application/vnd.api+json',
      });
    }
  });

  it('of a form with files becomes such a form, with a variable for each file', () => {
    const formdata = [
      { key: 'picture', type: 'file', src: '/home/ada/cat.png' },
      { key: 'pages', type: 'file', src: ['/1.pdf', '/2.pdf'], contentType: 'application/pdf' },
      { key: 'title', value: 'Of {{owner}}', type: 'text' },
      { key: 'old', value: 'x', disabled: true },
    ];
    const given = { header: [{ key: 'content-type', value: 'multipart/form-data; boundary=x' }] };
    const { call, notes } = readBody({ mode: 'formdata', formdata }, given);
    expect(call).toMatchObject({ bodyType: 'multipart', headers: {} });
    expect(JSON.parse(call.body)).toEqual({
      picture: '{{picture}}',
      pages: [
        "{{pages | file: '1.pdf', 'application/pdf'}}",
        "{{pages_2 | file: '2.pdf', 'application/pdf'}}",
      ],
      title: 'Of {{owner}}',
    });
    expect(notes).toEqual([
      expect.stringMatching(/^The form field “picture” is the file “.*cat.png”, for which {{picture}}/),
      expect.stringMatching(/^The form field “pages” is the file “\/1.pdf”/),
      expect.stringMatching(/^The form field “pages” is the file “\/2.pdf”/),
    ]);
  });

  it('of a form whose file was never chosen still has its field', () => {
    for (const src of [[], '', undefined]) {
      const { call } = readBody({ mode: 'formdata', formdata: [{ key: 'picture', type: 'file', src }] });
      expect(JSON.parse(call.body)).toEqual({ picture: '{{picture}}' });
    }
  });

  it('of a form of texts is written with its boundary', () => {
    const formdata = [
      { key: 'title', value: 'Of {{owner}}', type: 'text' },
      { key: 'count', value: 2 },
      { key: 'no' },
    ];
    const { call, notes } = readBody({ mode: 'formdata', formdata });
    expect([call.headers, notes]).toEqual([
      { 'Content-Type': 'multipart/form-data; boundary=form-boundary' },
      [],
    ]);
    expect(call.body.split('\r\n')).toEqual([
      '--form-boundary',
      'Content-Disposition: form-data; name="title"',
      '',
      'Of {{owner}}',
      '--form-boundary',
      'Content-Disposition: form-data; name="count"',
      '',
      '2',
      '--form-boundary',
      'Content-Disposition: form-data; name="no"',
      '',
      '',
      '--form-boundary--',
      '',
    ]);
    expect(readBody({ mode: 'formdata', formdata: [] }).call).toMatchObject({ body: '', headers: {} });
  });

  it('of a file becomes a file, for which a variable stands', () => {
    const { call, notes } = readBody({ mode: 'file', file: { src: '/a.pdf' } });
    expect(call).toMatchObject({ bodyType: 'file', body: '{{file}}' });
    expect(notes).toEqual([
      expect.stringMatching(/^The body is the file “\/a.pdf”, for which {{file}} stands/),
    ]);
  });
});

describe('what cannot be sent as it is', () => {
  it.each([
    [[header('Host', 'b.test')], {}, ['The header “Host” is set by the server and was left out.']],
    [[header('X-Empty', ' ')], {}, ['The header “X-Empty” has no value and was left out.']],
    [[header('X Space', '1')], {}, ['The header “X Space” cannot be sent and was left out.']],
    [[header('Accept', 'a'), header('accept', 'b')], { Accept: 'a, b' }, []],
    [[header('Cookie', 'a=1'), header('Cookie', 'b=2')], { Cookie: 'a=1; b=2' }, []],
    [
      [header('Origin', 'a'), header('origin', 'b')],
      { Origin: 'a' },
      ['The header “origin” was given twice; the first value was kept.'],
    ],
  ])('of headers %o, %o is left', (given, headers, notes) => {
    const { call, notes: said } = readRequest({ url, header: given });
    expect([call.headers, said]).toEqual([headers, notes]);
  });

  it('is a method that is unknown, and a token of several lines', () => {
    const auth = { type: 'bearer', bearer: [{ key: 'token', value: 'a\nb' }] };
    const { call, notes } = readRequest({ url, method: 'PROPFIND', auth });
    expect(call).toMatchObject({ method: 'GET', authConfig: { type: 'bearer', token: '{{token}}' } });
    expect(notes).toEqual([
      'The bearer token cannot be sent. Please enter it again.',
      'PROPFIND requests cannot be sent, so the method is GET.',
    ]);
  });
});

it('says where scripts are, and looks no deeper than twenty folders', () => {
  const event = [{ listen: 'test', script: { exec: ['', 'pm.test()'] } }];
  const one = { name: 'One', request: url, event: [{ script: { exec: 'pm.test()' } }] };
  const { calls, notes } = read({ event, item: [{ name: 'Folder', event, item: [one] }] });
  expect(notes).toEqual([
    { message: 'The collection has scripts, which cannot be run.' },
    { message: 'The folder “Folder” has scripts, which cannot be run.' },
  ]);
  expect(calls[0]).toMatchObject({ group: 'Folder', notes: ['Its scripts cannot be run.'] });

  let item: object[] = [one];
  for (let depth = 0; depth < 22; depth += 1) item = [{ name: 'f', item }];
  const deep = read({ item });
  expect(deep.calls).toEqual([]);
  expect(deep.notes).toEqual([
    { message: expect.stringMatching(/^The folders in “f \/ .*” are nested too deeply\.$/) },
  ]);
});

it('lists 20,000 requests at most', () => {
  const { calls, notes } = read({ item: Array.from({ length: 20_001 }, () => ({ request: url })) });
  expect(calls).toHaveLength(20_000);
  expect(notes).toEqual([{ message: 'Only the first 20,000 calls are listed.' }]);
});
