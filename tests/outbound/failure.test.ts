import { expect, test } from 'vitest';
import { describeError } from '~/outbound/failure';

function connectError(code: string, address: string): Error {
  return Object.assign(new Error(`connect ${code} ${address}:80`), { code, syscall: 'connect', address });
}

test.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'EADDRNOTAVAIL'])(
  '%s is nobody’s failure but this server’s',
  (code) => {
    expect(describeError(connectError(code, '192.0.2.1'), 'api.test:80')).toEqual({
      reason: 'server-exhausted',
      message: `This server has no connections left (${code}). Nothing was sent.`,
    });
  },
);

test('one of several addresses says it for all of them', () => {
  const errors = [connectError('ENETUNREACH', '2001:db8::1'), connectError('EMFILE', '192.0.2.1')];
  const error = Object.assign(new AggregateError(errors), { code: 'ENETUNREACH' });
  expect(describeError(error, 'api.test:80').reason).toBe('server-exhausted');
});

test('a machine without IPv6 cannot reach a target that has nothing else', () => {
  expect(describeError(connectError('EADDRNOTAVAIL', '2001:db8::1'), 'api.test:80')).toEqual({
    reason: 'connection',
    message: 'api.test:80 cannot be reached from this server (it has no IPv6 address) (EADDRNOTAVAIL).',
  });
});

test.each([
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'does not know who issued the client certificate'],
  ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', 'says that the client certificate has expired'],
])('an alert about the client’s certificate is named: %s', (code, said) => {
  expect(describeError(connectError(code, '192.0.2.1'), 'api.test:443')).toEqual({
    reason: 'tls',
    message: `api.test:443 ${said} (${code}).`,
  });
});
