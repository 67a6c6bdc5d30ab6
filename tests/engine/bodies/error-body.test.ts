// What a target says about an error is found in the forms of its body.
import { expect, test } from 'vitest';
import { findTargetWords } from '~/engine/bodies/error-body';
import { finish } from '~/engine/json/json-parts';
import { createMaskSecrets } from '~/engine/secrets/mask-secrets';

interface Answer {
  status?: number;
  known?: string;
  type?: string;
  truncated?: boolean;
  binary?: boolean;
  secrets?: string[];
}

function find(body: unknown, answer: Answer = {}): string | undefined {
  const { status = 422, known = 'HTTP 422: Unprocessable Entity', secrets = [] } = answer;
  const { type = 'application/json', truncated = false, binary = false } = answer;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers: [string, string][] = type === '' ? [] : [['Content-Type', type]];
  const response = { status, headers, body: text, truncated, binary };
  return finish(findTargetWords(response, { known, maskSecrets: createMaskSecrets(secrets) }));
}

test.for<[form: string, body: unknown, words: string | undefined]>([
  [
    'problem details',
    { type: 'https://example.com/credit', title: 'No credit.', detail: 'The balance is 30.' },
    'The balance is 30.',
  ],
  ['a problem without a detail', { title: 'Out of stock', status: 422 }, 'Out of stock'],
  [
    'a problem of fields (ASP.NET)',
    { title: 'Validation failed.', errors: { Email: ['The Email field is required.'] } },
    'Validation failed: The Email field is required.',
  ],
  ['a message', { message: 'No API key found in request' }, 'No API key found in request'],
  ['a message in capitals (Azure)', { Message: 'The file is locked.' }, 'The file is locked.'],
  ['a text (Airtable)', { error: 'NOT_FOUND' }, 'NOT_FOUND'],
  ['a code of Slack', { ok: false, error: 'channel_not_found' }, 'channel_not_found'],
  [
    'an error with a message (Stripe)',
    { error: { code: 'card_declined', message: 'Your card has insufficient funds.', param: '' } },
    'Your card has insufficient funds.',
  ],
  [
    'an error of Google',
    {
      error: {
        code: 404,
        message: 'Requested entity was not found.',
        status: 'NOT_FOUND',
        errors: [{ message: 'Requested entity was not found.', domain: 'global', reason: 'notFound' }],
      },
    },
    'Requested entity was not found.',
  ],
  [
    'OAuth',
    { error: 'invalid_grant', error_description: 'The token expired' },
    'invalid_grant: The token expired',
  ],
  [
    'several messages (NestJS)',
    {
      statusCode: 422,
      message: ['email must be an email', 'name is missing'],
      error: 'Unprocessable Entity',
    },
    'email must be an email',
  ],
  [
    'JSON:API',
    {
      errors: [
        { source: { pointer: '/data/attributes/name' }, title: 'Invalid', detail: 'Name is too short.' },
      ],
    },
    'Name is too short.',
  ],
  [
    'GraphQL',
    { errors: [{ message: 'Cannot query field "x"', path: ['user'] }], data: null },
    'Cannot query field "x"',
  ],
  ['a text in a list', { errors: ['Rate limit exceeded'] }, 'Rate limit exceeded'],
  [
    'a field without a sentence (GitHub)',
    { message: 'Validation Failed', errors: [{ resource: 'Issue', field: 'title', code: 'missing_field' }] },
    'Validation Failed: title: missing_field',
  ],
  [
    'fields with lists (Rails)',
    { errors: { email: ['has already been taken'] } },
    'email: has already been taken',
  ],
  ['a field called title (Shopify)', { errors: { title: ["can't be blank"] } }, "title: can't be blank"],
  ['an error of no field', { errors: { base: ['The order is closed'] } }, 'The order is closed'],
  [
    'a message that names the field too (Laravel)',
    { message: 'The email is taken. (and 1 more error)', errors: { email: ['The email is taken.'] } },
    'The email is taken. (and 1 more error)',
  ],
  [
    'a place in the body (FastAPI)',
    { detail: [{ loc: ['body', 'email', 0], msg: 'Field required', type: 'missing' }] },
    'email: Field required',
  ],
  ['fields alone (Django)', { email: ['Enter a valid address.'] }, 'email: Enter a valid address.'],
  [
    'nested fields (Discord)',
    {
      message: 'Invalid Form Body',
      code: 50035,
      errors: { content: { _errors: [{ code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }] } },
    },
    'Invalid Form Body: content: This field is required',
  ],
  [
    'details (PayPal)',
    {
      name: 'INVALID',
      message: 'The action could not be performed.',
      details: [{ description: 'No funds.' }],
    },
    'The action could not be performed: No funds.',
  ],
  [
    'details of fields (Zendesk)',
    {
      error: 'RecordInvalid',
      description: 'Record validation errors',
      details: { email: [{ description: 'Email: already used', error: 'DuplicateValue' }] },
    },
    'Record validation errors: Email: already used',
  ],
  ['messages of Jira', { errorMessages: ['Issue does not exist'], errors: {} }, 'Issue does not exist'],
  ['fields of Jira', { errorMessages: [], errors: { summary: 'Not allowed' } }, 'summary: Not allowed'],
  ['a list (Salesforce)', [{ message: 'Session expired', errorCode: 'INVALID' }], 'Session expired'],
  [
    'a fault of QuickBooks',
    { Fault: { Error: [{ Message: 'Duplicate', Detail: 'The name exists already.', code: '6240' }] } },
    'The name exists already.',
  ],
  [
    'a fault of Apigee',
    { fault: { faultstring: 'Invalid ApiKey', detail: { errorcode: 'oauth.v2.InvalidApiKey' } } },
    'Invalid ApiKey',
  ],
  [
    'OData',
    { 'odata.error': { code: '', message: { lang: 'en-US', value: 'The list does not exist.' } } },
    'The list does not exist.',
  ],
  ['a reason (Elasticsearch)', { error: { type: 'x', reason: 'no such index [a]' } }, 'no such index [a]'],
  ['a description (Telegram)', { ok: false, description: 'Chat not found' }, 'Chat not found'],
  ['a code alone', { code: 'rate_limited' }, 'rate_limited'],
  ['a number', { code: 42, error: 42, message: 7 }, undefined],
  ['true', { error: true, message: 'Denied' }, 'Denied'],
  ['a JSON text', '"Try again later"', 'Try again later'],
  ['what it was sent', { name: 'Ada', email: 'ada@example.com' }, undefined],
  ['nothing', '', undefined],
  ['an empty list', { errors: [] }, undefined],
  ['JSON that is cut off', '{"message": "Too l', undefined],
])('%s is found', ([, body, words]) => {
  expect(find(body)).toBe(words);
});

test.for<[form: string, type: string, body: string, words: string | undefined]>([
  [
    'AWS',
    'text/xml',
    '<ErrorResponse><Error><Type>Sender</Type><Code>Throttling</Code><Message>Rate exceeded</Message></Error></ErrorResponse>',
    'Rate exceeded',
  ],
  [
    'Amazon S3',
    'application/xml',
    '<?xml version="1.0"?>\n<Error><Code>NoSuchKey</Code><Message>The key does not exist.</Message></Error>',
    'The key does not exist.',
  ],
  [
    'Amazon EC2',
    'text/xml;charset=UTF-8',
    '<Response><Errors><Error><Code>Invalid</Code><Message>No such image</Message></Error></Errors></Response>',
    'No such image',
  ],
  [
    'SOAP 1.1',
    'text/xml',
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Client</faultcode><faultstring>The order &lt;42&gt; is unknown</faultstring></soap:Fault></soap:Body></soap:Envelope>',
    'The order <42> is unknown',
  ],
  [
    'SOAP 1.2',
    'application/soap+xml',
    '<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope"><env:Body><env:Fault><env:Code><env:Value>env:Sender</env:Value></env:Code><env:Reason><env:Text xml:lang="en">Wrong time zone</env:Text></env:Reason></env:Fault></env:Body></env:Envelope>',
    'Wrong time zone',
  ],
  ['an element of any name', 'text/xml', '<result code="12">The key is wrong</result>', 'The key is wrong'],
  ['a short text', 'text/plain; charset=utf-8', 'invalid id\n', 'invalid id'],
  ['a text of several lines', 'text/plain', 'Not found:\r\n\torder 7', 'Not found: order 7'],
  ['a text that begins like JSON', 'text/plain', '[orders] is locked', '[orders] is locked'],
  ['a text without a type', '', 'Too many requests from here', 'Too many requests from here'],
  ['a text that is called HTML', 'text/html; charset=utf-8', 'Missing name', 'Missing name'],
  ['JSON that is called HTML', 'text/html', '{"message": "Missing name"}', 'Missing name'],
  ['HTML', 'text/html', '<!doctype html><title>Oops</title>', undefined],
  ['HTML without a type', '', '<html><body><p>Oops</p></body></html>', undefined],
  ['a part of HTML', 'text/html', '<h1>Oops</h1>', undefined],
  ['HTML in capitals', 'text/plain', '<!DOCTYPE HTML><p>Oops', undefined],
  ['text with an entity of HTML', 'text/html', 'Caf&eacute;', undefined],
  ['a file', 'application/octet-stream', 'abc', undefined],
  ['a long text', 'text/plain', 'x'.repeat(1_001), undefined],
])('%s is found by type', ([, type, body, words]) => {
  expect(find(body, { type })).toBe(words);
});

test('what is known already is not said twice', () => {
  expect(find({ message: 'Unprocessable entity.' })).toBeUndefined();
  expect(find({ error: 'Not Found', path: '/x' }, { known: 'HTTP 404: Not Found' })).toBeUndefined();
  expect(find({ title: 'Unprocessable Entity', errors: { age: 'too low' } })).toBe('age: too low');
  const known = 'HTTP 200, but response.body.error equals no_such_user';
  expect(find({ error: 'no_such_user' }, { status: 200, known })).toBeUndefined();
});

test('a response with the status of a success tells only what is an error for certain', () => {
  const ok = { status: 200, known: 'HTTP 200, but response.body.ok equals false' };
  expect(find({ ok: false, error: 'channel_not_found' }, ok)).toBe('channel_not_found');
  expect(find({ errors: [{ message: 'No such user' }], data: null }, ok)).toBe('No such user');
  expect(find({ title: 'Blue shoes', description: 'For Ada', status: 'draft' }, ok)).toBeUndefined();
  expect(find([{ title: 'Blue shoes' }], ok)).toBeUndefined();
  expect(find('<order><title>Blue shoes</title></order>', { ...ok, type: 'text/xml' })).toBeUndefined();
  expect(find('ERROR 7: locked', { ...ok, type: 'text/plain' })).toBe('ERROR 7: locked');
});

test.each([
  [
    'Elasticsearch',
    {
      took: 3,
      errors: true,
      items: [
        { index: { _id: '1', status: 201, result: 'created' } },
        {
          index: {
            _id: '2',
            status: 400,
            error: { type: 'mapper_parsing_exception', reason: 'failed to parse field [price]' },
          },
        },
      ],
    },
    'failed to parse field [price]',
  ],
  [
    'Microsoft Graph',
    {
      responses: [
        { id: '1', status: 200, body: { displayName: 'Ann', description: 'a person' } },
        { id: '2', status: 404, body: { error: { code: 'ResourceNotFound', message: 'No such user' } } },
      ],
    },
    'No such user',
  ],
  [
    'Salesforce',
    [
      { id: '1', success: true, errors: [] },
      {
        success: false,
        errors: [{ statusCode: 'DUPLICATE_VALUE', message: 'duplicate value found', fields: [] }],
      },
    ],
    'duplicate value found',
  ],
  [
    'results without an error',
    { results: [{ id: 1, status: 200, body: { message: 'Hi' } }, null, 'x', {}] },
    undefined,
  ],
])('of many results the first error is told: %s', (_, body, words) => {
  expect(find(body, { status: 200, known: 'HTTP 200, but response.body.errors equals true' })).toBe(words);
});

test('the words are one line without marks that change the direction of the writing', () => {
  expect(find({ message: 'One\u0000\n\ttwo \u202ethree\u202c\u2028 fo\u200bur' })).toBe('One two three four');
  expect(find({ message: '\u202e\n ' })).toBeUndefined();
  expect(find('{"message": "half \\ud83d"}')).toBe('half \ufffd');
});

test('the words are cut at a whole character', () => {
  const words = find({ message: `${'a'.repeat(198)}😀${'b'.repeat(100_00)}` });
  expect(words).toBe(`${'a'.repeat(198)}…`);
  expect(find({ message: 'a'.repeat(200) })).toBe('a'.repeat(200));
});

test('secrets are masked, however they are written, and no half of one is left at a cut', () => {
  const key = 'sk_live_51abcdef';
  const pem = '-----BEGIN KEY-----\nMIIB1234\nMIIB5678\n-----END KEY-----';
  const secrets = [key, pem];
  expect(find({ message: `No such key: ${key}` }, { secrets })).toBe('No such key: ••••');
  expect(find(`{"message": "Not ${key.replace('s', '\\u0073')}"}`, { secrets })).toBe('Not ••••');
  expect(find({ errors: { [key]: ['is unknown'] } }, { secrets })).toBe('••••: is unknown');
  expect(find({ message: `Bad ${pem}` }, { secrets })).toBe('Bad ••••');
  expect(find({ message: `Bad ${key.slice(0, 5)}\u200b${key.slice(5)}` }, { secrets })).toBe('Bad ••••');
  for (const length of [190, 195, 199, 985, 995, 999]) {
    expect(find({ message: `${'a'.repeat(length)}${key}` }, { secrets })).not.toContain('sk_');
  }
});

test('binary, truncated and long bodies say nothing, and no body takes long', () => {
  const error = { message: 'Too late' };
  expect(find(error, { truncated: true })).toBeUndefined();
  expect(find(error, { binary: true })).toBeUndefined();
  expect(find({ ...error, trace: 'x'.repeat(64 * 1024) })).toBeUndefined();
  expect(find({ ...error, trace: 'x'.repeat(60 * 1024) })).toBe('Too late');
  expect(find(`${'{"errors":['.repeat(90)}1${']}'.repeat(90)}`)).toBeUndefined();
  expect(find('['.repeat(60_000), { type: 'text/plain' })).toBeUndefined();
  expect(find({ [`${'a.'.repeat(30_000)}x`]: 1, ...error })).toBe('Too late');
  expect(find({ errors: { ['.'.repeat(60_000)]: ['wrong'] } })).toBe('wrong');
});
