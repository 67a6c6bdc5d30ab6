import { expect, test } from 'vitest';
import { maskUrlCredentials, replaceUrlCredentials } from '~/engine/secrets/url-credentials';
import { measureProcessorMs, onceOverMs } from '../../support/processor-time';

test.each([
  ['https://api.example/a?b=1#c', 'https://api.example/a?b=1#c'],
  ['https://api.example/a?api_key=abc&b=1#x', 'https://api.example/a?api_key=••••&b=1#x'],
  ['https://api.example/?b=1&access%5Ftoken=abc', 'https://api.example/?b=1&access%5Ftoken=••••'],
  ['https://api.example/?sig=&token', 'https://api.example/?sig=&token'],
  ['https://ada:pass%40@api.example/a@b', 'https://api.example/a@b'],
  ['https://ada@b:pw@api.example/', 'https://api.example/'],
  ['https://api.example/a@b?mail=a@b.example', 'https://api.example/a@b?mail=a@b.example'],
  [
    'https://{{user}}:{{pw}}@{{host}}/{{path}}?key={{k}}&q={{q}}',
    'https://{{host}}/{{path}}?key=••••&q={{q}}',
  ],
  ['{{url}}', '{{url}}'],
  ['https://api.example/?%ZZ=1&token=abc', 'https://api.example/?%ZZ=1&token=••••'],
])('%s is logged as %s', (url, shown) => expect(maskUrlCredentials(url)).toBe(shown));

test('each credential is changed by its value and name', () => {
  const seen: string[][] = [];
  const url = replaceUrlCredentials('https://a.example/?api%5fkey=a%20b&c=d&sig=e', (value, name) => {
    seen.push([name, value]);
    return name === 'sig' ? '' : value;
  });
  expect(url).toBe('https://a.example/?api%5fkey=a%20b&c=d&sig=');
  expect(seen).toEqual([
    ['api_key', 'a%20b'],
    ['sig', 'e'],
  ]);
});

test.each([
  ['?==token=a=b&&=token&x', '?==token=••••&&=token&x'],
  ['?a=&=sig=&token==', '?a=&=sig=&token=••••'],
])('signs that belong to no pair stay: %s', (url, shown) => expect(maskUrlCredentials(url)).toBe(shown));

test('a query is gone through once, whatever it is made of', () => {
  for (const query of [
    'a'.repeat(64_000),
    'a&'.repeat(32_000),
    '='.repeat(64_000),
    'token='.repeat(10_000),
  ]) {
    const url = `https://api.example/?${query}`;
    expect(measureProcessorMs(() => maskUrlCredentials(url))).toBeLessThan(onceOverMs);
  }
});
