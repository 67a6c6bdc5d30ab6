// A signature by a key of a published set, which a header names.
import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { findSender } from '~/engine/senders/senders';
import { findSecretParameter } from '~/engine/senders/verify';
import { isPublicKeyProof, namesOtherKey } from '~/services/webhooks/proof/public-key-proof';
import type { KeyAddress } from '~/services/webhooks/proof/sender-key';
import { findSignedAt, isProven, needsBody } from '~/services/webhooks/proof/sender-proof';
import { now } from './prove';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const body = '{"resource_type":"API_TRACK"}';
const time = new Date(now).toISOString();
const proof = findSender('shipstation')?.proof;

/** The headers that ShipStation's documentation describes. */
function signed(text = `${time}.${body}`, at = time, kid = 'kid-1') {
  return {
    'x-shipengine-rsa-sha256-key-id': kid,
    'x-shipengine-rsa-sha256-signature': sign('sha256', Buffer.from(text), pair.privateKey).toString(
      'base64',
    ),
    'x-shipengine-timestamp': at,
  };
}

function requestOf(headers: Record<string, string>, query: string) {
  return {
    method: 'POST',
    address: `https://hooks.test/webhook/1${query}`,
    header: (name: string) => headers[name],
    body: Buffer.from(body),
  };
}

function judge(headers: Record<string, string>, { query = '?secret=s', secret = 's' } = {}) {
  if (!proof) throw new Error('ShipStation is not there');
  let asked: KeyAddress | undefined;
  const isTaken = isProven(requestOf(headers, query), proof, secret, now, (address) => {
    asked = address;
    return [
      { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey, kid: 'kid-0' },
      { key: pair.publicKey, kid: 'kid-1' },
    ];
  });
  return { isTaken, asked };
}

test('ShipStation signs the time and the body by the key that it names, and the URL holds the secret', () => {
  expect(judge(signed())).toEqual({ isTaken: true, asked: 'https://api.shipengine.com/jwks' });
  const refused = [
    judge(signed(`${time}.{}`)),
    judge(signed(body)),
    judge(signed(undefined, time, 'kid-0')),
    judge(signed(undefined, time, 'kid-2')),
    judge(signed(), { query: '?secret=another' }),
    judge(signed(), { query: '' }),
    judge(signed(), { query: '?secret=', secret: '' }),
    judge({}),
  ];
  expect(refused.map(({ isTaken }) => isTaken)).toEqual(refused.map(() => false));
});

test('it counts for five minutes, and its time is told', () => {
  for (const [ms, isTaken] of [
    [-299_000, true],
    [299_000, true],
    [-301_000, false],
    [301_000, false],
  ] as const) {
    const at = new Date(now + ms).toISOString();
    expect(judge(signed(`${at}.${body}`, at)).isTaken, at).toBe(isTaken);
  }
  if (!proof) throw new Error('ShipStation is not there');
  expect(findSignedAt(requestOf(signed(), ''), proof)).toBe(Date.parse(time));
});

test('only what is signed is read, and another name of a key has the set fetched anew', () => {
  if (!proof || !isPublicKeyProof(proof)) throw new Error('ShipStation is not there');
  const headers: Record<string, string> = signed();
  expect([needsBody(proof, (name) => headers[name]), needsBody(proof, () => undefined)]).toEqual([
    true,
    false,
  ]);
  expect(findSecretParameter({ scheme: 'shipstation' })).toBe('secret');
  const keys = [{ key: pair.publicKey, kid: 'kid-1' }];
  const other = requestOf(signed(undefined, time, 'kid-2'), '?secret=s');
  expect(namesOtherKey(other, proof, keys)).toBe(true);
  expect(namesOtherKey(requestOf(headers, '?secret=s'), proof, keys)).toBe(false);
});
