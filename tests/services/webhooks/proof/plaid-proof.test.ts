// Plaid's webhooks, by a key that is asked for with the customer's credentials from a server on the loopback.
import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findSender } from '~/engine/senders/senders';
import type { Proof } from '~/engine/senders/proof';
import type { KeyAddress, SenderKey } from '~/services/webhooks/proof/sender-key';
import { createSenderKeys } from '~/services/webhooks/proof/sender-keys';
import { findSignedAt, isProven, needsBody } from '~/services/webhooks/proof/sender-proof';
import { listen, makeOutbound } from '../../../outbound/loopback';
import { createCertificate } from '../../../support/certificate';
import { now } from './prove';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key: SenderKey = { key: pair.publicKey, kid: 'bfbd5111-8e33' };
const proof = findSender('plaid')?.proof as Proof;
const body = '{\n  "environment": "production",\n  "webhook_type": "ITEM"\n}';
const toPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const hashOf = (signed: string) => createHash('sha256').update(signed).digest('hex');

function makeToken({ head = {}, claims = {} }: { head?: object; claims?: object } = {}): string {
  const signed = [
    toPart({ alg: 'ES256', kid: key.kid, typ: 'JWT', ...head }),
    toPart({ iat: now / 1000, request_body_sha256: hashOf(body), ...claims }),
  ].join('.');
  const signature = sign('sha256', Buffer.from(signed), { key: pair.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

/** `asked`: where keys were looked for. */
function judge(token: string, over: { body?: string; secret?: string; keys?: SenderKey[] } = {}) {
  let asked: KeyAddress | undefined;
  const request = {
    method: 'POST',
    address: 'https://hooks.test/webhook/1',
    header: (name: string) => (name === 'plaid-verification' ? token : undefined),
    body: Buffer.from(over.body ?? body),
  };
  const isTaken = isProven(request, proof, over.secret ?? '5f0c|8a1d', now, (address) => {
    asked = address;
    return over.keys ?? [key];
  });
  return { isTaken, asked };
}

test('a webhook of Plaid is let in by the key that it names, asked for with the credentials', () => {
  const json = '{"client_id":"5f0c","secret":"8a1d","key_id":"bfbd5111-8e33"}';
  const url = 'https://production.plaid.com/webhook_verification_key/get';
  expect(judge(makeToken())).toEqual({ isTaken: true, asked: { url, json } });
  const sandbox = body.replace('production', 'sandbox');
  const token = makeToken({ claims: { request_body_sha256: hashOf(sandbox) } });
  expect(judge(token, { body: sandbox })).toEqual({
    isTaken: true,
    asked: { url: 'https://sandbox.plaid.com/webhook_verification_key/get', json },
  });
  expect(needsBody(proof, (name) => (name === 'plaid-verification' ? token : undefined))).toBe(true);
  expect(needsBody(proof, () => undefined)).toBe(false);
});

test.each<[string, string, Parameters<typeof judge>[1]]>([
  ['another body', makeToken(), { body: `${body} ` }],
  ['no hash of a body', makeToken({ claims: { request_body_sha256: undefined } }), {}],
  ['a time of more than five minutes ago', makeToken({ claims: { iat: now / 1000 - 301 } }), {}],
  ['no time', makeToken({ claims: { iat: undefined } }), {}],
  ['another algorithm', makeToken({ head: { alg: 'ES384' } }), {}],
  ['another key', makeToken(), { keys: [{ ...key, kid: 'another' }] }],
  ['a key that has ended', makeToken(), { keys: [{ ...key, validTo: now - 1 }] }],
  ['no token', '', {}],
])('a webhook with %s is turned away', (_name, token, over) => {
  expect(judge(token, over).isTaken).toBe(false);
});

test('a request with a time is judged as of it when it is tried', () => {
  const token = makeToken({ claims: { iat: 1_767_000_000 } });
  expect(findSignedAt({ header: () => token, address: '' }, proof)).toBe(1_767_000_000_000);
});

test.each([
  ['5f0c', makeToken()],
  ['5f0c|8a1d|x', makeToken()],
  ['5f0c|8a"1d', makeToken()],
  ['5f0c|8a1d', makeToken({ head: { kid: '"' } })],
  ['5f0c|8a1d', makeToken({ head: { kid: undefined } })],
])('with the secret %j nobody is asked for a key that is not named so', (secret, token) => {
  expect(judge(token, { secret })).toEqual({ isTaken: false, asked: undefined });
});

describe.skipIf(!hasOpenssl)('the key', () => {
  test('is asked for with what the customer has, once for each key and secret', async () => {
    const certificate = createCertificate('keys.test');
    const asked: unknown[] = [];
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const { key_id: kid } = JSON.parse(await text(request)) as { key_id: string };
      asked.push([request.method, request.headers['content-type'], kid]);
      const jwk = { ...pair.publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid };
      response.end(JSON.stringify({ key: { ...jwk, expired_at: kid === 'old' ? now / 1000 : null } }));
    };
    const server = createServer(certificate, (request, response) => void answer(request, response));
    const port = await listen(server);
    onTestFinished(() => void server.close());
    const outbound = makeOutbound({
      ca: certificate.cert,
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const keys = createSenderKeys({ outbound, now: () => now, log: pino({ level: 'silent' }) });
    const at = (key_id: string, secret = 's') => ({
      url: `https://keys.test:${port}/get`,
      json: JSON.stringify({ client_id: 'c', secret, key_id }),
    });
    const owner = { organizationId: 'o', integrationId: 'i', network: '192.0.2.1' };
    for (const kid of ['new', 'old', 'new']) await keys.refresh(at(kid), owner);
    expect(asked).toEqual([
      ['POST', 'application/json', 'new'],
      ['POST', 'application/json', 'old'],
    ]);
    expect(keys.findKept(at('new'), 'o')).toMatchObject([{ kid: 'new', alg: 'ES256' }]);
    expect(keys.findKept(at('new'), 'o')?.[0]).not.toHaveProperty('validTo');
    expect(keys.findKept(at('old'), 'o')).toMatchObject([{ kid: 'old', validTo: now }]);
    // Who has another secret has not shown that it is Plaid's customer.
    expect(keys.findKept(at('new', 'another'), 'o')).toBeUndefined();
  });
});
