import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { isDeliveryAuthentic } from '~/services/webhooks/proof/webhook-signature';

const now = Date.UTC(2026, 0, 5, 12);
const body = Buffer.from('{"id":1}');

function isAuthentic(headers: Record<string, string>, secret: string): boolean {
  return isDeliveryAuthentic({ header: (name) => headers[name], body }, secret, now);
}

function signStandard(key: string, at: number, id = 'msg_1'): Record<string, string> {
  // The library decodes its secret from base64 unless told otherwise.
  const webhook = new Webhook(Buffer.from(key).toString('base64'));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': webhook.sign(id, new Date(at), body.toString()),
  };
}

function signStripe(secret: string, at: number): Record<string, string> {
  const time = Math.floor(at / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
  return { 'stripe-signature': `t=${time},v1=${signature}` };
}

test.each([signStandard, signStripe])('%o counts for five minutes to either side', (sign) => {
  const results = [-301, -300, 0, 300, 301].map((seconds) =>
    isAuthentic(sign('key', now + seconds * 1_000), 'key'),
  );
  expect(results).toEqual([false, true, true, true, false]);
});

test('Standard Webhooks: another id or time than the signed one is rejected', () => {
  const signed = signStandard('key', now);
  expect(isAuthentic(signed, 'key')).toBe(true);
  expect(isAuthentic({ ...signed, 'webhook-id': 'msg_2' }, 'key')).toBe(false);
  expect(isAuthentic({ ...signed, 'webhook-timestamp': String(now / 1000 + 1) }, 'key')).toBe(false);
  expect(isAuthentic({ ...signed, 'webhook-timestamp': `${now / 1000} ` }, 'key')).toBe(false);
});

test('Standard Webhooks: a secret is taken as its sender shows it', () => {
  // https://supabase.com/docs/guides/auth/auth-hooks: secrets there begin with the version of the signature.
  const key = Buffer.from('0123456789abcdef01234567');
  const time = String(now / 1000);
  const mac = createHmac('sha256', key).update(`msg_1.${time}.`).update(body).digest('base64');
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': `v1,${mac}` };
  const shown = ['', 'whsec_', 'v1,whsec_'].map((head) => `${head}${key.toString('base64')}`);
  expect(shown.map((secret) => isAuthentic(headers, secret))).toEqual([true, true, true]);
});

test.each(['whsec_', 'v1,whsec_', 'whsec_!!!!', '!!!!', 'whsec_====', '    '])(
  'the secret %j, which is no base64, does not become a key that anybody knows',
  (secret) => {
    const time = String(now / 1000);
    for (const key of ['', '\0']) {
      const mac = createHmac('sha256', key).update(`msg_1.${time}.`).update(body).digest('base64');
      const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': `v1,${mac}` };
      expect(isAuthentic(headers, secret)).toBe(false);
    }
  },
);

test('the first scheme that is there decides, right or wrong', () => {
  const hmac = `sha256=${createHmac('sha256', 'key').update(body).digest('hex')}`;
  const right: Record<string, string>[] = [
    signStandard('key', now),
    signStripe('key', now),
    { 'x-hub-signature-256': hmac },
    { 'x-webhook-signature': 'key' },
  ];
  const wrong: Record<string, string>[] = [
    { 'webhook-signature': 'v1,AAAA' },
    { 'stripe-signature': 't=1,v1=00' },
    { 'x-hub-signature-256': 'sha256=00' },
  ];
  for (const [index, headers] of wrong.entries()) {
    const rest = Object.assign({}, ...right.slice(index + 1)) as Record<string, string>;
    expect(isAuthentic(rest, 'key')).toBe(true);
    expect(isAuthentic({ ...rest, ...headers }, 'key')).toBe(false);
  }
});

test('the secret itself is no signature where an HMAC is asked for', () => {
  expect(isAuthentic({ 'x-hub-signature-256': 'key' }, 'key')).toBe(false);
  expect(isAuthentic({ 'x-hub-signature-256': 'sha256=key' }, 'key')).toBe(false);
});
