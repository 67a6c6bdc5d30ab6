// A + in a query is a space to most servers: said where the text is an address, a time or a number that has one.
import { expect, test } from 'vitest';
import { isPlusMisread } from '~/engine/http/plus-in-query';

test.each([
  'https://a.test/users?email=ann+news@example.com',
  'https://a.test/users?email=ann+news%40example.com',
  'https://a.test/users?a=1&email=x+x@mail.example.com#top',
  '/users?email=ann+news@example.com',
  'https://a.test/?since=2026-01-05T12:00:00+02:00',
  'https://a.test/?since=2026-01-05T12%3A00%3A00.500+0200&limit=1',
  'https://a.test/?since=xT00:00+02:00',
  'https://a.test/?to=+4915112345678',
  'https://a.test/?to=+1(555)123-4567',
])('the plus of %s', (url) => expect(isPlusMisread(url)).toBe(true));

test.each([
  'https://a.test/search?q=a+b',
  'https://a.test/search?q=ann+lee@',
  'https://a.test/search?q=from:ann+to:bob@example.com+sort:date',
  'https://a.test/search?q=c%2B%2B',
  'https://a.test/search?q=+must+words',
  'https://a.test/search?q=+1',
  'https://a.test/search?q=1+2',
  'https://a.test/users?email=ann%2Bnews@example.com',
  'https://a.test/?since=2026-01-05T12:00:00%2B02:00',
  'https://a.test/?when=2026-01-05T12:00+to+2026-01-06T12:00',
  // A path takes it as it is, and a fragment is not sent.
  'https://a.test/users/ann+news@example.com',
  'https://a.test/?a=1#ann+news@example.com',
])('nothing in %s', (url) => expect(isPlusMisread(url)).toBe(false));

test('a long query is read once', () => {
  const url = `https://a.test/?q=${'a+'.repeat(4_000)}&b=+${'1'.repeat(8_000)}`;
  const before = process.cpuUsage();
  expect(isPlusMisread(url)).toBe(false);
  expect(process.cpuUsage(before).user).toBeLessThan(50_000);
});
