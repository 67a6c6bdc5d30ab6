import { expect, test } from 'vitest';
import { listCallHosts, readSearchedHost } from '~/engine/definition/call-hosts';

function hostsOf(...urls: string[]): string[] {
  return listCallHosts(urls.map((url) => ({ url })));
}

test('hosts are listed once, in lower case and with their ports', () => {
  expect(
    hostsOf('https://API.example.com/a', 'http://localhost:3000?x=1', ' https://api.example.com#b '),
  ).toEqual(['api.example.com', 'localhost:3000']);
});

test('a star stands for what a placeholder decides, whatever is written in it', () => {
  expect(hostsOf('https://{{shop}}.example.com/{{id}}')).toEqual(['*.example.com']);
  expect(hostsOf('https://{{ shop | default: "a/b?c" }}.example.com')).toEqual(['*.example.com']);
  expect(hostsOf('https://{{host}}/a')).toEqual(['*']);
});

test('nothing but the host is listed', () => {
  const url = 'https://ada:very-secret@hooks.example.com/services/very-secret?key=very-secret#very-secret';
  expect(hostsOf(url)).toEqual(['hooks.example.com']);
  expect(hostsOf('https://a@very-secret@b.example.com')).toEqual(['b.example.com']);
});

test('what names no host is left out', () => {
  expect(
    hostsOf('', '/orders', '{{org.base}}/orders', 'ftp://a.example.com', `https://${'a'.repeat(301)}/`),
  ).toEqual([]);
});

test('a search may be a part of a host, or a whole URL', () => {
  expect(readSearchedHost(' Stripe ')).toBe('stripe');
  expect(readSearchedHost('https://API.stripe.com/v1/charges?a=b')).toBe('api.stripe.com');
  expect(readSearchedHost('localhost:3000')).toBe('localhost:3000');
});

test('what can be no host, or is in nearly all of them, is not looked for', () => {
  for (const search of ['', 'ap', 'two words', 'orders/new']) expect(readSearchedHost(search)).toBe('');
});
