import { describe, expect, test } from 'vitest';
import { ConnectionBasics, configShapes, listMaskedFields } from '~/engine/connections/connection';
import { listFields } from '~/engine/schema/issue-fields';

function findBasicsProblems(basics: object) {
  const parsed = ConnectionBasics.safeParse({ name: 'Shop', baseUrl: 'https://api.example.com', ...basics });
  return parsed.success ? {} : listFields(parsed.error.issues);
}

test.each([
  ['https://api.example.com/v1/', 'https://api.example.com/v1'],
  [' http://localhost:8080 ', 'http://localhost:8080'],
])('the base URL %j is kept as %j', (typed, kept) => {
  expect(ConnectionBasics.parse({ name: 'Shop', baseUrl: typed }).baseUrl).toBe(kept);
});

test.each([
  ['api.example.com', 'Enter a URL like https://api.example.com/v1'],
  ['ftp://api.example.com', 'Enter a URL like https://api.example.com/v1'],
  ['https://api.example.com/?a=1', 'A base URL has no query, no fragment and no placeholders'],
  ['https://{{host}}/', 'A base URL has no query, no fragment and no placeholders'],
  [
    'https://ada:pw@api.example.com',
    'The URL must not carry a user name or password; send them in an Authorization header.',
  ],
])('the base URL %j is refused', (baseUrl, message) => {
  expect(findBasicsProblems({ baseUrl })).toEqual({ baseUrl: [message] });
});

test.each(['Shop\u202E', 'Shop\u0000s', 'Shop\nInvoices', 'Shop\u2028s'])(
  'the name %j is refused',
  (name) => {
    expect(findBasicsProblems({ name })).toEqual({
      name: ['Connection name must not contain line breaks or control characters'],
    });
  },
);

test('credentials that may go nowhere are refused, and so is a name of spaces', () => {
  expect(findBasicsProblems({ baseUrl: '' })).toEqual({
    baseUrl: ['Enter a base URL, or the hosts that calls with this connection may go to'],
  });
  expect(findBasicsProblems({ baseUrl: '', allowedHosts: ['*.example.com'] })).toEqual({});
  expect(findBasicsProblems({ name: '  ' })).toEqual({ name: ['Connection name is required'] });
});

describe.each([
  ['bearer', { token: '' }, { token: ['Token is required'] }],
  ['bearer', { token: 'a\nb' }, { token: ['A header value must be one line'] }],
  ['basic', {}, { username: ['Username or password is required'] }],
  [
    'basic',
    { username: 'a:b', password: 'c' },
    {
      username: [
        'A username must not contain a colon: Basic authentication would take the rest for the password',
      ],
    },
  ],
  ['api_key', { name: '', value: 'k' }, { name: ['Header name is required'] }],
  [
    'api_key',
    { name: 'a b', value: 'k' },
    { name: ["A header name may only contain letters, digits and !#$%&'*+.^_`|~-"] },
  ],
  [
    'api_key',
    { name: 'Host', value: 'k' },
    { name: ['The header Host is set by the client itself and cannot be given.'] },
  ],
  ['api_key', { in: 'query', name: 'a b', value: '' }, { value: ['Key is required'] }],
  ['api_key', { in: 'path', value: 'short' }, { value: ['A key in the path has at least 16 characters'] }],
  [
    'api_key',
    { in: 'path', name: 'a/b', value: 'T0000000/../B000000' },
    {
      name: ['What stands before the key has letters, digits, - and _'],
      value: ['A key in the path has letters, digits and -._~:@+=, and a slash between its parts'],
    },
  ],
] as const)('of the kind %s', (kind, config, problems) => {
  test(`${JSON.stringify(config)} is refused`, () => {
    const parsed = configShapes[kind].safeParse(config);
    expect(parsed.success ? {} : listFields(parsed.error.issues)).toEqual(problems);
  });
});

test('a user name is shown beside a password alone, since it is a key without one', () => {
  expect(listMaskedFields('basic', { username: 'ada', password: 'pw' })).toEqual(['password']);
  expect(listMaskedFields('basic', { username: 'sk_live', password: '' })).toEqual(['username', 'password']);
});

test.each([
  ['grant_type=account_credentials&account_id=1', undefined],
  ['client_secret=x', 'client_secret is already sent'],
  ['scope=x', 'scope is already sent'],
  ['grant_type=a&grant_type=b', 'Write grant_type once'],
  ['=x', 'Write parameters like resource=https://api.example.com'],
  [Array.from({ length: 11 }, (_, at) => `p${at}=1`).join('&'), 'At most 10 further parameters may be sent'],
])('further parameters of client credentials: %j', (extra, message) => {
  const config = { tokenUrl: 'https://login.example.com/token', clientId: 'a', clientSecret: 'b', extra };
  const { error } = configShapes.oauth2_client_credentials.safeParse(config);
  expect(error?.issues[0]?.message).toBe(message);
});

test.each([
  ['X-Second-Key: b\r\nX-Account: 7', undefined],
  ['X-Second-Key', 'Write a line like X-Application-Key: abc for each header'],
  ['Host: shop', 'The header Host is set by the client itself and cannot be given.'],
  ['X-A: 1\nx-a: 2', 'Header name already exists'],
  [Array.from({ length: 11 }, (_, at) => `X-${at}: 1`).join('\n'), 'At most 10 headers may be added'],
])('further headers of any kind: %j', (extraHeaders, message) => {
  const { error } = configShapes.bearer.safeParse({ token: 'abcdef', extraHeaders });
  expect(error?.issues[0]?.message).toBe(message);
});
