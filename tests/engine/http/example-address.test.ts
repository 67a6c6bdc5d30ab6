import { expect, test } from 'vitest';
import { isExampleAddress, isUnfinishedAddress } from '~/engine/http/example-address';

test.each([
  ['https://example.com', true],
  ['https://API.Example.org./items', true],
  ['http://shop.eu.example.net:8080/', true],
  ['https://example.com.au/', false],
  ['https://myexample.com/', false],
  ['https://a.example/', false],
  ['https://api.test/?next=https://example.com/', false],
  ['/items', false],
])('%s leads to a host of examples: %s', (url, is) => expect(isExampleAddress(url)).toBe(is));

test.each([
  ['https://hooks.slack.com/services/', true],
  ['https://hooks.slack.com/services', true],
  ['https://hooks.slack.com/services/T000/B000/XXXX', false],
  ['https://hooks.slack.com/triggers/', true],
  ['https://discord.com/api/webhooks/', true],
  ['https://canary.discord.com/api/v10/webhooks/', true],
  ['https://discord.com/api/webhooks/1/secret', false],
  ['https://api.telegram.org/bot', true],
  ['https://api.telegram.org/bot1:secret/sendMessage', false],
  ['https://api.test/...', true],
  ['https://api.test/v1/…/items', true],
  ['https://api.test/compare/v1...v2', false],
  ['https://api.test/a/../b', false],
  ['https://api.test/services/', false],
  ['https://api.test/?q=...', false],
  ['', false],
])('%s is not complete: %s', (url, is) => expect(isUnfinishedAddress(url)).toBe(is));
