import { expect, test } from 'vitest';
import { findIssuerProblem } from '~/engine/connections/issuer';
import { isExampleAddress, isUnfinishedAddress } from '~/engine/http/example-address';
import { findUserinfoProblem } from '~/engine/http/header-rules';
import { isLocalAddress } from '~/engine/http/local-address';
import { readUrl } from '~/engine/http/read-url';
import { finish } from '~/engine/json/json-parts';
import { renderUrl } from '~/engine/placeholders/rendered-url';
import { isHttpUrlTemplate } from '~/engine/placeholders/url-template';
import { readPage } from '~/engine/run/next-page';
import { limits } from '~/engine/schema/limits';
import { Verify } from '~/engine/senders/verify';
import { measureProcessorMs, onceOverMs } from '../../support/processor-time';

const base = 'https://api.example.com/v1/';

test.each([
  ['https://api.example.com/?q=1', undefined, 'https://api.example.com/?q=1'],
  ['//other.example/next', base, 'https://other.example/next'],
  ['?page=2', base, 'https://api.example.com/v1/?page=2'],
  ['next', undefined, undefined],
  ['', undefined, undefined],
])('%j is read as a browser reads it', (text, from, href) => {
  expect(readUrl(text, from)?.href).toBe(href);
});

const long = 'x'.repeat(60_000);
test.each([
  [`https://api.example.com/${long}`, undefined],
  [`https://api.example.com?${long}`, undefined],
  [`/${long}`, base],
  [long, base],
  [`?${long}`, base],
])('a long path or query is read: %#', (text, from) => {
  expect(readUrl(text, from)?.host).toBe('api.example.com');
});

const host = Array.from({ length: 100_000 }, (_, index) => String.fromCodePoint(0x4e00 + (index % 20_000)));
const letters = host.join('');
test.each([
  [`http://${letters}/`, undefined],
  [`\0 hTtP:${letters}`, undefined],
  [`ht\ntp:\\\\\t\\${letters}`, undefined],
  [`http://a:b@${letters}`, undefined],
  [`http://${encodeURIComponent(letters)}`, undefined],
  [`//${letters}`, base],
  [`\t/\r\\${letters}?`, base],
  [`https:///${letters}#`, base],
])('a long host in other letters, which takes seconds to parse, is not read: %#', (text, from) => {
  expect(measureProcessorMs(() => expect(readUrl(text, from)).toBeUndefined())).toBeLessThan(onceOverMs);
});

const address = `https://${letters}/`;
const before = { count: 0, items: 0, length: 0, nexts: new Set<string>(), origin: base };
const pages = {
  kind: 'pages',
  items: '.items',
  next: { by: 'url', path: '.next' },
  maxItems: 10,
  maxPages: 10,
  everyMs: 0,
  saveAs: 'all',
} as const;
const answer = {
  kind: 'response',
  status: 200,
  statusText: 'OK',
  headers: [],
  body: JSON.stringify({ items: [1], next: address }),
  bodyBytes: 1,
  truncated: false,
  binary: false,
  answeredAt: 0,
  durationMs: 0,
} as const;

// A sender, a target, a person who comes back from a provider, and members choose these.
test.each<[string, () => unknown, unknown]>([
  [
    'the URL of a call, once it is filled in',
    () =>
      finish(renderUrl('{{to}}', new Map([['to', address.slice(0, limits.sentUrlLength)]]), 'the URL')).kind,
    'refused',
  ],
  [
    'the URL of the next page',
    () => finish(readPage(pages, { ...answer, headers: [] }, { url: base, before, allowedHosts: [] })).kind,
    'wrong',
  ],
  ['the URL of a call, as it is written', () => isHttpUrlTemplate(address), false],
  ['what carries a password', () => findUserinfoProblem(address), undefined],
  ['an example', () => isExampleAddress(address) || isUnfinishedAddress(address), false],
  ['a local address', () => isLocalAddress(address), false],
  [
    'where keys are published',
    () => Verify.safeParse({ scheme: 'jws', jwksUrl: address, header: 'X-Jws' }).success,
    false,
  ],
  [
    'the issuer that a provider names',
    () =>
      findIssuerProblem({ authorizationUrl: base, issuer: '', issuerCheck: 'when_sent' }, address)?.slice(
        0,
        20,
      ),
    'The response is from',
  ],
])('as %s, a long host is refused at once', (_place, read, result) => {
  expect(measureProcessorMs(() => expect(read()).toBe(result))).toBeLessThan(onceOverMs);
});
