import { expect, it } from 'vitest';
import { isBodyBroken } from '~/routes/integration.$integrationId._index/form/json-body';

const post = { method: 'POST', body: '{"a": ' };
const asText = [{ name: 'content-type', value: 'text/plain', secret: undefined }];
const asProblem = [{ name: 'Content-Type', value: 'application/problem+json', secret: undefined }];

it.each([
  ['nothing says otherwise', post],
  ['a header says so', { ...post, headers: asProblem }],
  ['a GET sends one', { ...post, method: 'GET', sendsBody: 'on' }],
  ['a placeholder stands where JSON wants a name', { ...post, body: '{{{name}}: 1}' }],
])('tells of a body that is no JSON when %s', (_when, call) => {
  expect(isBodyBroken(call as never)).toBe(true);
});

it.each([
  ['is JSON', { ...post, body: '{"a": 1}' }],
  [
    'has placeholders as values and in strings',
    { ...post, body: '{"a": {{total}}, "b": "no {{name}} \\" {"}' },
  ],
  ['is empty', { ...post, body: ' ' }],
  ['is sent as text', { ...post, headers: asText }],
  ['is that of an email', { ...post, url: 'smtps://smtp.example.com' }],
  ['is not sent', { ...post, method: 'GET' }],
  ['is too long to be looked at', { ...post, body: 'x'.repeat(70_000) }],
])('says nothing of one that %s', (_what, call) => {
  expect(isBodyBroken(call as never)).toBe(false);
});
