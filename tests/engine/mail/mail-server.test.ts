import { expect, test } from 'vitest';
import { listCallProblems } from '~/engine/checks/checklist';
import { findReachProblem } from '~/engine/connections/grant';
import { isAllowedHost } from '~/engine/definition/allowed-host';
import { listCallHosts } from '~/engine/definition/call-hosts';
import { keepsOrigin } from '~/engine/definition/call-origin';
import { readMailServer } from '~/engine/mail/mail-server';
import { findValueReachProblem } from '~/engine/values/value-use';
import { makeCall } from '../definition/call';

test.each([
  ['smtps://smtp.example.com', 'smtps://smtp.example.com'],
  ['SMTP://Smtp.Example.COM:2525/', 'smtp://smtp.example.com:2525'],
  ['smtps://smtp.example.com:0465', 'smtps://smtp.example.com:465'],
  ['smtp://bücher.example', 'smtp://xn--bcher-kva.example'],
  ['smtp://127.1', 'smtp://127.0.0.1'],
  ['smtp://[2001:DB8::1]:25', 'smtp://[2001:db8::1]:25'],
])('%s is %s', (written, server) => {
  expect(readMailServer(written)).toBe(server);
  expect(new URL(server).host).toBe(server.replace(/^smtps?:\/\//, ''));
});

test.each([
  'https://smtp.example.com',
  'smtps://',
  'smtps://user:secret@smtp.example.com',
  'smtps://smtp.example.com/path',
  'smtps://smtp.example.com?x',
  'smtps://smtp.example.com:0',
  'smtps://smtp.example.com:65536',
  'smtps://{{host}}',
  'smtps://smtp.{{domain}}',
  '{{scheme}}://smtp.example.com',
  'smtps://a b',
  'smtps:smtp.example.com',
])('%s is no mail server', (url) => {
  expect(readMailServer(url)).toBeUndefined();
  expect(listCallProblems(makeCall({ url }))).toEqual(
    /^(?:https|{{scheme)/.test(url) ? [] : [expect.objectContaining({ field: 'url' })],
  );
});

const headers = { From: 'a@example.com', To: '{{to}}' };

test.each([
  [{ method: 'POST', headers }, []],
  [{ method: 'POST', headers: { from: 'a@example.com', bcc: '{{to}}' } }, []],
  [{ method: 'GET', headers }, ['A mail is sent with POST']],
  [{ method: 'POST', headers: { To: 'a@example.com' } }, ['A mail needs the header From']],
  [{ method: 'POST', headers: { From: 'a@example.com' } }, ['A mail needs the header To, Cc or Bcc']],
] as const)('a call needs what a mail needs: %j', (call, messages) => {
  const problems = listCallProblems(makeCall({ url: 'smtps://smtp.example.com', ...call }));
  expect(problems.map(({ message }) => message)).toEqual(messages);
});

function at(url: string) {
  return makeCall({ url, authConfig: { type: 'basic', username: 'a', password: 'b' } });
}

test('a mask stands for the password of one server alone', () => {
  expect(keepsOrigin(at('smtps://smtp.example.com'), at('SMTPS://SMTP.example.com/'))).toBe(true);
  for (const other of ['smtps://evil.example', 'smtp://smtp.example.com', 'smtps://smtp.example.com:2525']) {
    expect(keepsOrigin(at('smtps://smtp.example.com'), at(other))).toBe(false);
  }
  expect(keepsOrigin(at('smtps://smtp.example.com'), at('https://smtp.example.com'))).toBe(false);
});

test('hosts without a port mean the port of the protocol', () => {
  expect(isAllowedHost(['smtp.example.com'], new URL('smtps://smtp.example.com'))).toBe(true);
  expect(isAllowedHost(['smtp.example.com:465'], new URL('smtps://smtp.example.com'))).toBe(true);
  expect(isAllowedHost(['smtp.example.com:587'], new URL('smtp://smtp.example.com'))).toBe(true);
  expect(isAllowedHost(['smtp.example.com'], new URL('smtps://smtp.example.com:465'))).toBe(true);
  expect(isAllowedHost(['*.example.com'], new URL('smtp://smtp.example.com:587'))).toBe(true);
  expect(isAllowedHost(['smtp.example.com'], new URL('smtp://smtp.example.com:2525'))).toBe(false);
  expect(isAllowedHost(['smtp.example.com'], new URL('smtps://smtp.example.com:587'))).toBe(false);
  expect(isAllowedHost(['smtp.example.com'], new URL('smtps://evil.example'))).toBe(false);
});

test('credentials may go to a mail server among their hosts; a secret value goes without TLS only to a host with its port', () => {
  const grant = {
    name: 'Mails',
    baseUrl: '',
    hosts: ['smtp.example.com'],
    allowsHttp: false,
    headers: [],
    query: [],
    secrets: [],
    label: 'Mails (Basic authentication)',
  };
  expect(findReachProblem(grant, 'smtps://smtp.example.com')).toBeUndefined();
  expect(findReachProblem(grant, 'smtp://smtp.example.com')).toBeUndefined();
  expect(findReachProblem(grant, 'smtps://evil.example')).toContain('does not allow the host evil.example');
  const values = [{ name: 'key', isSecret: true, value: 's', allowedHosts: ['smtp.example.com'] }] as never;
  expect(findValueReachProblem(values, 'smtps://smtp.example.com')).toBeUndefined();
  expect(findValueReachProblem(values, 'smtp://smtp.example.com')).toContain('unencrypted');
});

test('a search finds the server', () => {
  expect(listCallHosts([{ url: 'smtps://SMTP.example.com:465' }])).toEqual(['smtp.example.com:465']);
});
