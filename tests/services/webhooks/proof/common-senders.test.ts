// Senders that sign in a common way, as their own documentation describes it: HMAC of the body, with or without a time, or Keccak.
import { expect, test } from 'vitest';
import { keccak_256 } from '@noble/hashes/sha3';
import { hmac, prove, secret, seconds, sendAs } from './prove';

const body = '{"a":1}';
const old = String(Number(seconds) - 301);
const inTime = (write: (time: string) => Record<string, string>) => [write(seconds), write(old)] as const;

test.each<[scheme: string, headers: Record<string, string>]>([
  ['discourse', { 'x-discourse-event-signature': `sha256=${hmac(body)}` }],
  ['dwolla', { 'x-request-signature-sha-256': hmac(body) }],
  ['tally', { 'tally-signature': hmac(body, secret, 'base64') }],
  ['uploadcare', { 'x-uc-signature': `v1=${hmac(body)}` }],
  ['xendit', { 'x-callback-token': secret }],
  ['revenuecat', { authorization: secret }],
])('%s signs the body alone, or shows the secret', (scheme, headers) => {
  expect(sendAs(scheme, headers)).toBe(true);
  expect(sendAs(scheme, headers, { secret: 'another' })).toBe(false);
  expect(sendAs(scheme, {})).toBe(false);
});

test.each<[scheme: string, sent: readonly [Record<string, string>, Record<string, string>]]>([
  [
    'cloudflare-stream',
    inTime((time) => ({ 'webhook-signature': `time=${time},sig1=${hmac(`${time}.${body}`)}` })),
  ],
  ['courier', inTime((time) => ({ 'courier-signature': `t=${time},signature=${hmac(`${time}.${body}`)}` }))],
  [
    'knock',
    inTime((time) => ({
      'x-knock-signature': `t=${time}000,s=${hmac(`${time}000.${body}`, secret, 'base64')}`,
    })),
  ],
  ['lob', inTime((time) => ({ 'lob-signature-timestamp': time, 'lob-signature': hmac(`${time}.${body}`) }))],
  [
    'quicknode',
    inTime((time) => ({
      'x-qn-nonce': 'n',
      'x-qn-timestamp': time,
      'x-qn-signature': hmac(`n${time}${body}`),
    })),
  ],
  [
    'revenuecat-signed',
    inTime((time) => ({ 'x-revenuecat-webhook-signature': `t=${time},v1=${hmac(`${time}.${body}`)}` })),
  ],
  [
    'ticket-tailor',
    inTime((time) => ({ 'tickettailor-webhook-signature': `t=${time},v1=${hmac(`${time}${body}`)}` })),
  ],
])('%s signs the time, which must be recent', (scheme, [fresh, stale]) => {
  expect(sendAs(scheme, fresh)).toBe(true);
  expect(sendAs(scheme, fresh, { body: '{"a":2}' })).toBe(false);
  expect(sendAs(scheme, stale)).toBe(false);
});

const hash = (text: string) => `0x${Buffer.from(keccak_256(Buffer.from(text))).toString('hex')}`;

const send = (given: string, signature: string) =>
  prove({ scheme: 'moralis' }, { headers: { 'x-signature': signature }, body: given });

test('Moralis hashes body and secret by Keccak, of a body that is hashed in one turn', () => {
  // The Keccak-256 of the body and the secret as one text; of no text it is the hash that Ethereum has for empty code.
  expect(hash('')).toBe('0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
  expect(send(body, hash(`${body}${secret}`))).toBe(true);
  expect(send('{"a":2}', hash(`${body}${secret}`))).toBe(false);
  expect(send(body, hash(`${body}another`))).toBe(false);
  const long = `"${'x'.repeat(128 * 1024)}"`;
  expect(send(long, hash(`${long}${secret}`))).toBe(false);
});
