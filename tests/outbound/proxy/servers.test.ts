import { expect, test } from 'vitest';
import { createFindProxy } from '~/outbound/proxy/servers';

const both = { http: 'http://plain.corp:3128', https: 'https://secure.corp' };

function find(url: string, except = ''): string | undefined {
  return createFindProxy({ ...both, except })(new URL(url))?.shown;
}

test('each protocol has its proxy, and neither stands in for the other', () => {
  expect(find('http://api.example.com')).toBe('plain.corp:3128');
  expect(find('https://api.example.com')).toBe('secure.corp:443');
  const one = createFindProxy({ http: both.http, except: '' });
  expect(one(new URL('https://api.example.com'))).toBeUndefined();
});

test('credentials are read percent-encoded, and stand in nothing that is shown', () => {
  const proxy = createFindProxy({ https: 'http://us%40er:p%3Aw@proxy.corp', except: '' })(
    new URL('https://a.example'),
  );
  expect(proxy).toEqual({
    isTls: false,
    hostname: 'proxy.corp',
    port: 80,
    shown: 'proxy.corp:80',
    authorization: `Basic ${Buffer.from('us@er:p:w').toString('base64')}`,
  });
});

test.each([
  ['*', 'https://api.example.com'],
  ['example.com', 'https://example.com'],
  ['example.com', 'https://api.example.com.'],
  ['other, EXAMPLE.com', 'https://example.com'],
  ['.example.com', 'https://api.example.com'],
  ['*.example.com other', 'https://api.example.com'],
  ['example.com:8443', 'https://example.com:8443'],
  ['10.1.2.3', 'http://10.1.2.3:8080'],
  ['10.0.0.0/8', 'http://10.1.2.3'],
  ['fd00::/8', 'http://[fd00::1]/'],
  ['[fd00::1]:8080', 'http://[fd00:0::1]:8080/'],
  ['fd00::1', 'http://[fd00::1]/'],
  ['', 'http://localhost:3000'],
  ['', 'http://app.localhost'],
  ['', 'http://127.0.0.9'],
  ['', 'http://[::1]:3000'],
])('NO_PROXY=%s leaves out %s', (except, url) => {
  expect(find(url, except)).toBeUndefined();
});

test.each([
  ['example.com', 'https://badexample.com'],
  ['.example.com', 'https://example.com'],
  ['example.com:8443', 'https://example.com'],
  ['10.0.0.0/8', 'http://11.1.2.3'],
  ['10.0.0.0/8', 'http://api.example.com'],
  ['10.1.2.3', 'http://10.1.2.30'],
  ['fd00::/8', 'http://10.0.0.1'],
  ['*.*', 'http://api.example.com'],
])('NO_PROXY=%s does not leave out %s', (except, url) => {
  expect(find(url, except)).toBeDefined();
});
