import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog, createWaitingLog } from '~/log';
import { createDataDir } from './support/server';

function write(fields: object): Record<string, unknown> {
  const lines: string[] = [];
  createLog('info', { write: (line: string) => void lines.push(line) }).info(fields, 'it happened');
  return JSON.parse(lines.join('')) as Record<string, unknown>;
}

test('an error is logged by what every error has, and its causes, too', () => {
  const request = { headers: { authorization: 'Basic secret' } };
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', request });
  const { err } = write({ err: Object.assign(new Error('no answer', { cause }), { config: request }) });
  expect(err).toEqual({
    type: 'Error',
    message: 'no answer',
    stack: expect.any(String),
    cause: { type: 'Error', message: 'refused', code: 'ECONNREFUSED', stack: expect.any(String) },
  });
});

test.each([
  [
    'https://a.example.com/verify-email?token=abc123&x=1',
    'https://a.example.com/verify-email?token=••••&x=1',
  ],
  ['/reset-password?a=1&reset_token=abc', '/reset-password?a=1&reset_token=••••'],
  ['/auth/validate-reset-token/0123456789abcdefXYZ', '/auth/validate-reset-token/••••'],
  ['/auth/invitations/0123456789abcdefXYZ', '/auth/invitations/••••'],
  ['/forms/0123456789abcdefXYZ/sent', '/forms/••••/sent'],
  ['/integration/0196-7?q=words', '/integration/0196-7?q=words'],
])('the address %s', (url, expected) => {
  expect(write({ url, path: url })).toMatchObject({ url: expected, path: expected });
});

test('what a link proves is masked in messages, too', () => {
  const { err } = write({ err: new Error('Cannot fetch https://a.example.com/?token=abc') });
  expect(err).toMatchObject({ message: 'Cannot fetch https://a.example.com/?token=••••' });
});

test('headers that prove an identity are masked', () => {
  const headers = {
    cookie: 'session_token=x',
    authorization: 'Bearer y',
    'stripe-signature': 'z',
    accept: '*/*',
  };
  const hidden = { cookie: '••••', authorization: '••••', 'stripe-signature': '••••', accept: '*/*' };
  expect(write({ headers, request: { headers: { ...headers } } })).toMatchObject({
    headers: hidden,
    request: { headers: hidden },
  });
});

test('a line of the log that waits is written before the next statement', () => {
  const file = join(createDataDir(), 'log');
  const fd = openSync(file, 'w');
  const log = createWaitingLog('info', fd);
  for (const step of [1, 2, 3]) {
    log.info({ step }, 'it begins');
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(step + 1);
  }
  closeSync(fd);
});
