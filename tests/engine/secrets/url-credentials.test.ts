import { expect, test } from 'vitest';
import { maskUrlCredentials, replaceUrlCredentials } from '~/engine/secrets/url-credentials';

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
