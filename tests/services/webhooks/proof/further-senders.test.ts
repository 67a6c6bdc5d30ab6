// Senders that sign otherwise than by an HMAC of the body in a header: each as its own documentation says.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { hmac, now, prove, seconds, secret, sendAs } from './prove';

const body = '{"a":1}';
const time = String(now);
const another = Buffer.from('another').toString('hex');
const hashOf = (text: string, encoding: 'hex' | 'base64' = 'hex', hash = 'sha256') =>
  createHash(hash).update(text).digest(encoding);

test.each<[scheme: string, key: string, proofs: (text: string) => Record<string, string>]>([
  // https://docs.retellai.com/features/secure-webhook
  ['retell', secret, (text) => ({ 'x-retell-signature': `v=${time},d=${hmac(`${text}${time}`)}` })],
  // https://elevenlabs.io/docs/product-guides/administration/webhooks
  [
    'elevenlabs',
    secret,
    (text) => ({ 'elevenlabs-signature': `t=${seconds},v0=${hmac(`${seconds}.${text}`)}` }),
  ],
  // https://developers.tiktok.com/doc/webhooks-verification
  ['tiktok', secret, (text) => ({ 'tiktok-signature': `t=${seconds},s=${hmac(`${seconds}.${text}`)}` })],
  // https://developers.boldsign.com/webhooks/verify-webhook-events
  [
    'boldsign',
    secret,
    (text) => ({
      'x-boldsign-signature': `t=${seconds}, s0=${hmac(`${seconds}.${text}`)}, s1=${hmac('another')}`,
    }),
  ],
  // https://support.quo.com/core-concepts/integrations/webhooks
  [
    'quo',
    Buffer.from(secret).toString('base64'),
    (text) => ({ 'openphone-signature': `hmac;1;${time};${hmac(`${time}.${text}`, secret, 'base64')}` }),
  ],
  // https://docs.tebex.io/developers/webhooks/overview
  ['tebex', secret, (text) => ({ 'x-signature': hmac(hashOf(text)) })],
  // https://docs.onfleet.com/reference/secrets
  [
    'onfleet',
    Buffer.from(secret).toString('hex'),
    (text) => ({ 'x-onfleet-signature': hmac(text, secret, 'hex', 'sha512') }),
  ],
  // https://cloud.ouraring.com/docs/webhooks
  [
    'oura',
    secret,
    (text) => ({ 'x-oura-timestamp': seconds, 'x-oura-signature': hmac(`${seconds}${text}`).toUpperCase() }),
  ],
  // https://developers.payu.com/europe/docs/payment-flows/lifecycle/, "signature verification"
  [
    'payu',
    secret,
    (text) => ({
      'openpayu-signature': `sender=checkout;signature=${hashOf(`${text}${secret}`, 'hex', 'md5')};algorithm=MD5;content=DOCUMENT`,
    }),
  ],
  // https://www.contentful.com/developers/docs/extensibility/app-framework/request-verification/
  [
    'contentful',
    secret,
    (text) => {
      const signed = 'x-contentful-topic,x-contentful-signed-headers,x-contentful-timestamp';
      const headers = `x-contentful-signed-headers:${signed};x-contentful-timestamp:${time};x-contentful-topic:Entry.publish`;
      return {
        'x-contentful-topic': 'Entry.publish',
        'x-contentful-timestamp': time,
        'x-contentful-signed-headers': signed,
        'x-contentful-signature': hmac(`POST\n/webhook/1?x=1\n${headers}\n${text}`),
      };
    },
  ],
  // https://fusionauth.io/docs/extend/events-and-webhooks/signing
  ['fusionauth', secret, (text) => ({ 'x-fusionauth-signature-jwt': makeToken(text) })],
])('%s signs the bytes of the body', (scheme, key, proofs) => {
  expect(sendAs(scheme, proofs(body), { body, secret: key })).toBe(true);
  expect(sendAs(scheme, proofs('{}'), { body, secret: key })).toBe(false);
  expect(sendAs(scheme, proofs(body), { body, secret: another })).toBe(false);
});

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function makeToken(text: string): string {
  const signed = `${encode({ alg: 'HS256' })}.${encode({ request_body_sha256: hashOf(text, 'base64') })}`;
  return `${signed}.${Buffer.from(hmac(signed), 'hex').toString('base64url')}`;
}

test.each([
  // https://developers.lexware.io/docs/#event-subscriptions-endpoint-verify-webhook-authenticity
  ['lexware', 'x-lxo-signature'],
  // https://developers.fireblocks.com/docs/validating-webhooks
  ['fireblocks', 'fireblocks-signature'],
])('%s signs by RSA with SHA-512', (scheme, header) => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const send = (text: string, hash = 'sha512') =>
    sendAs(
      scheme,
      { [header]: sign(hash, Buffer.from(text), privateKey).toString('base64') },
      { body, secret: pem },
    );
  expect([send(body), send('{}'), send(body, 'sha256')]).toEqual([true, false, false]);
});

test('Contentful’s signature counts for the headers that it lists and for its address', () => {
  const listed = 'x-contentful-signed-headers,x-contentful-timestamp';
  const signature = hmac(
    `POST\n/webhook/1?x=1\nx-contentful-signed-headers:${listed};x-contentful-timestamp:${time}\n${body}`,
  );
  const headers = {
    'x-contentful-timestamp': time,
    'x-contentful-signed-headers': listed,
    'x-contentful-signature': signature,
  };
  expect(sendAs('contentful', headers, { body })).toBe(true);
  const others = [
    { ...headers, 'x-contentful-timestamp': String(now + 1) },
    { ...headers, 'x-contentful-signed-headers': 'x-contentful-timestamp' },
    { ...headers, 'x-contentful-signed-headers': Array.from({ length: 31 }, () => 'a').join(',') },
  ];
  expect(others.map((each) => sendAs('contentful', each, { body }))).toEqual([false, false, false]);
  expect(sendAs('contentful', headers, { body, address: 'https://hooks.example.com/webhook/2' })).toBe(false);
});

test('a delivery to Contentful’s trigger is not sent again under another time, wherever the signed one stands', () => {
  const listed = 'content-type,x-contentful-signed-headers,x-contentful-timestamp';
  const rest = (at: string) => `;x-contentful-signed-headers:${listed};x-contentful-timestamp:${at}`;
  const old = String(now - 3_600_000);
  const signature = hmac(`POST\n/webhook/1?x=1\ncontent-type:application/json${rest(old)}\n${body}`);
  const again = {
    'content-type': `application/json${rest(old)}`,
    'x-contentful-timestamp': time,
    'x-contentful-signature': signature,
  };
  const lists = ['content-type', 'content-type,x-contentful-timestamp', listed];
  const sent = lists.map((each) =>
    sendAs('contentful', { ...again, 'x-contentful-signed-headers': each }, { body }),
  );
  expect(sent).toEqual([false, false, false]);
});

function sendAsDingTalk(at: number, text = `${at}\n${secret}`): boolean {
  return sendAs('dingtalk', { timestamp: String(at), sign: hmac(text, secret, 'base64') });
}

test('DingTalk signs its time and the secret with the secret', () => {
  // https://open.dingtalk.com/document/robots/customize-robot-security-settings
  expect(sendAsDingTalk(now)).toBe(true);
  expect(sendAsDingTalk(now - 3_700_000)).toBe(false);
  expect(sendAsDingTalk(now, `${now}\nanother`)).toBe(false);
  const hashed = { timestamp: time, sign: hashOf(`${time}\n${secret}`, 'base64') };
  expect(sendAs('dingtalk', hashed)).toBe(false);
});

function sendAsWeChat(at: string, nonce: string, signed = [secret, at, nonce]): boolean {
  const signature = hashOf(signed.toSorted().join(''), 'hex', 'sha1');
  const query = new URLSearchParams({ signature, timestamp: at, nonce, openid: 'o1' }).toString();
  return sendAs('wechat', {}, { address: `https://hooks.example.com/webhook/1?${query}`, body: '<xml/>' });
}

test('WeChat signs its time and number with the token, in the order of the three', () => {
  expect([sendAsWeChat(seconds, '1847'), sendAsWeChat(seconds, 'zz')]).toEqual([true, true]);
  expect(sendAsWeChat(String(now / 1000 - 301), '1847')).toBe(false);
  expect(sendAsWeChat(seconds, '1847', ['another', seconds, '1847'])).toBe(false);
  expect(sendAs('wechat', { signature: 'x', timestamp: seconds })).toBe(false);
});

test.each<[scheme: string, event: (signature: string, at?: string) => object, signed: string]>([
  // https://developers.signwell.com/reference/event-hash-verification
  [
    'signwell',
    (hash, at = seconds) => ({ event: { type: 'document_signed', time: Number(at), hash }, data: {} }),
    `document_signed@${seconds}`,
  ],
  // https://eversign.com/api/documentation/webhooks, "event hash"
  [
    'xodo-sign',
    (hash, at = seconds) => ({
      event_time: Number(at),
      event_type: 'document_signed',
      event_hash: hash,
      meta: {},
    }),
    `${seconds}document_signed`,
  ],
])('%s signs the time and type of an event', (scheme, event, signed) => {
  const send = (sent: object) => prove({ scheme }, { body: JSON.stringify(sent) });
  expect(send(event(hmac(signed)))).toBe(true);
  expect(send(event(hmac(signed), String(now / 1000 + 1)))).toBe(false);
  expect(send(event(hmac(signed, 'another')))).toBe(false);
});

test('Ecwid signs time and id of an event in a header', () => {
  // https://docs.ecwid.com/webhooks-automations/webhooks
  const event = {
    eventId: '80aece08',
    eventCreated: now / 1000,
    storeId: 1003,
    entityId: 103,
    eventType: 'order.updated',
  };
  const signature = hmac(`${seconds}.80aece08`, secret, 'base64');
  const send = (over: object, given = signature) =>
    sendAs('ecwid', { 'x-ecwid-webhook-signature': given }, { body: JSON.stringify({ ...event, ...over }) });
  expect([send({}), send({ eventId: 'x' }), send({}, ''), send({ eventCreated: 1 })]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(sendAs('ecwid', {}, { body: JSON.stringify(event) })).toBe(false);
});

test('newer webhooks of Quo sign by Standard Webhooks, and nothing falls back', () => {
  // https://www.quo.com/docs/2026-03-30/webhooks-signature-validation
  const key = Buffer.from('thirty-two random bytes of a key');
  const text = '{"type":"call.completed"}';
  const sent = { body: text, secret: `whsec_${key.toString('base64')}` };
  const signature = hmac(`7.${seconds}.${text}`, key, 'base64');
  const headers = { 'webhook-id': '7', 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
  expect(sendAs('quo', headers, sent)).toBe(true);
  expect(sendAs('quo', headers, { ...sent, body: '{}' })).toBe(false);
  const older = { 'openphone-signature': `hmac;1;${time};${hmac(`${time}.${text}`, key, 'base64')}` };
  expect(sendAs('quo', older, { body: text, secret: key.toString('base64') })).toBe(true);
  const both = { ...older, 'webhook-signature': 'v1,x' };
  expect(sendAs('quo', both, { body: text, secret: key.toString('base64') })).toBe(false);
});
