import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { sign as signAsGitHub } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateWebhookSecret } from '~/services/integrations/generated-secret';
import { seedIntegration, webhookTrigger } from '../support/seed';
import { answerJson, startTarget, type Target } from '../support/target';
import { type Installation, install } from './installation';

const secret = generateWebhookSecret();
const body = JSON.stringify({ order: { id: 7, note: 'Grüße' } });

let installation: Installation;
let target: Target;

beforeAll(async () => {
  target = await startTarget(answerJson({ ok: true }));
  installation = await install({ env: { WEBHOOK_MAX_BYTES: '65536' } });
});

afterAll(async () => {
  await installation.remove();
  await target.close();
});

function seed(
  webhook: Parameters<typeof webhookTrigger>[0] = {},
  isActive = true,
  owner = installation.seed,
): Promise<string> {
  const apiCalls = [{ name: 'Tell', method: 'POST', url: `${target.url}/tell`, body: '{{trigger}}' }];
  return seedIntegration(owner, { triggerConfig: webhookTrigger(webhook), apiCalls, isActive });
}

function seconds(offset = 0): number {
  return Math.floor(Date.now() / 1000) + offset;
}

function hmac(key: string, signed: string): string {
  return createHmac('sha256', key).update(signed).digest('hex');
}

function stripe(key: string, at = seconds()): Record<string, string> {
  return { 'Stripe-Signature': `t=${at},v1=${'0'.repeat(64)},v1=${hmac(key, `${at}.${body}`)},v0=1` };
}

function standard(webhook: Webhook, at = new Date()): Record<string, string> {
  return {
    'webhook-id': 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1a,AAAA ${webhook.sign('msg_2KWPBgLlAfxdpx2AI54pPJ85f4W', at, body)}`,
  };
}

function signAsStripe(key: string): Record<string, string> {
  return { 'Stripe-Signature': Stripe.webhooks.generateTestHeaderString({ payload: body, secret: key }) };
}

function signAsSvix(key: string): Record<string, string> {
  const at = new Date();
  return {
    'svix-id': 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
    'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
    'svix-signature': new SvixWebhook(key).sign('msg_2KWPBgLlAfxdpx2AI54pPJ85f4W', at, body),
  };
}

describe('a delivery with the secret is accepted', () => {
  test.each<[string, string, () => Promise<Record<string, string>> | Record<string, string>]>([
    ['plain', secret, () => ({ 'X-Webhook-Signature': secret })],
    ['plain, beyond ASCII', 'Schlüssel €', () => ({ 'X-Webhook-Signature': toHeader('Schlüssel €') })],
    ['as HMAC', secret, () => ({ 'X-Webhook-Signature': `sha256=${hmac(secret, body)}` })],
    ['as GitHub', secret, async () => ({ 'X-Hub-Signature-256': await signAsGitHub(secret, body) })],
    ['as Stripe', secret, () => stripe(secret)],
    ['as Stripe’s own library signs', secret, () => signAsStripe(secret)],
    ['as Svix’s own library signs', secret, () => signAsSvix(secret)],
    ['as Standard Webhooks', secret, () => standard(new Webhook(secret))],
    ['as Standard Webhooks, no prefix', secret.slice(6), () => standard(new Webhook(secret.slice(6)))],
    ['as Standard Webhooks, raw', 'just text', () => standard(new Webhook('just text', { format: 'raw' }))],
  ])('%s', async (_form, known, sign) => {
    const id = await seed({ secret: known });
    const answer = await installation.deliver(id, body, await sign());
    expect(answer.status).toBe(202);
    expect(answer.headers.get('Content-Type')).toBe('application/json');
    const executionId = (await installation.findExecutions(id))[0]?.id;
    expect(await answer.json()).toEqual({ executionId, status: 'queued' });
  });
});

/** What fetch, which takes Latin-1 only, must be given for curl's UTF-8 bytes. */
function toHeader(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}

describe('a delivery that cannot prove the secret is rejected and leaves nothing', () => {
  test.each<[string, () => Record<string, string>]>([
    ['none', () => ({})],
    ['wrong', () => ({ 'X-Webhook-Signature': `${secret}x` })],
    ['empty', () => ({ 'X-Webhook-Signature': '' })],
    ['HMAC of another body', () => ({ 'X-Webhook-Signature': `sha256=${hmac(secret, `${body} `)}` })],
    ['HMAC by another key', () => ({ 'X-Hub-Signature-256': `sha256=${hmac('other', body)}` })],
    ['Stripe by another key', () => stripe('other')],
    ['Stripe, six minutes old', () => stripe(secret, seconds(-360))],
    ['Stripe, without time', () => ({ 'Stripe-Signature': `v1=${hmac(secret, `undefined.${body}`)}` })],
    ['Standard Webhooks by another key', () => standard(new Webhook(generateWebhookSecret()))],
    [
      'Standard Webhooks, six minutes ahead',
      () => standard(new Webhook(secret), new Date(Date.now() + 360_000)),
    ],
    ['Standard Webhooks without id', () => ({ ...standard(new Webhook(secret)), 'webhook-id': '' })],
    [
      'wrong, beside the right one',
      () => ({ 'X-Webhook-Signature': secret, 'Stripe-Signature': 't=1,v1=0' }),
    ],
  ])('%s', async (_form, sign) => {
    const id = await seed({ secret });
    const answer = await installation.deliver(id, body, sign());
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'INVALID_SIGNATURE' });
    expect(await installation.findExecutions(id)).toEqual([]);
  });

  test('a secret sealed with another APP_KEY lets no delivery in', async () => {
    const { context } = installation.seed;
    const config = { ...context.config, appKey: Buffer.alloc(32, 8) };
    const elsewhere = { ...installation.seed, context: { ...context, config } };
    const id = await seed({ secret }, true, elsewhere);
    for (const given of [secret, '']) {
      const answer = await installation.deliver(id, body, { 'X-Webhook-Signature': given });
      expect(answer.status).toBe(401);
    }
    expect(await installation.findExecutions(id)).toEqual([]);
  });
});

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

describe('a delivery that makes no sense is rejected with what is wrong, and leaves nothing', () => {
  const json = { 'Content-Type': 'application/json' };

  test.each<[string, string, Record<string, string>, number, string]>([
    [
      'broken JSON',
      '{"order": ',
      json,
      400,
      'The body is not valid JSON: it ends too early, at line 1, column 11.',
    ],
    [
      'broken JSON without a type',
      '{"order": ',
      { 'Content-Type': '' },
      400,
      'The body is not valid JSON: it ends too early, at line 1, column 11.',
    ],
    [
      'too large',
      `"${'x'.repeat(65_535)}"`,
      json,
      413,
      'A delivery may have at most 65,536 bytes, and this one has 65,537.',
    ],
    [
      'compressed',
      body,
      { 'Content-Encoding': 'zstd' },
      415,
      'The content encoding zstd is not supported. Send the body with gzip, deflate or br, or as it is.',
    ],
    [
      'a broken form',
      '--x',
      { 'Content-Type': 'multipart/form-data; boundary=x' },
      400,
      'The body is not a valid multipart form.',
    ],
    ['nested too deep', nested(65), json, 422, 'The body is nested more than 64 levels deep.'],
  ])('%s', async (_what, sent, headers, status, message) => {
    const id = await seed();
    const answer = await installation.deliver(id, sent, headers);
    expect({ status: answer.status, ...((await answer.json()) as object) }).toMatchObject({
      status,
      message,
    });
    expect(await installation.findExecutions(id)).toEqual([]);
  });

  test('nested as deep as allowed is accepted', async () => {
    expect((await installation.deliver(await seed(), nested(64), json)).status).toBe(202);
  });

  test('too large without saying so beforehand is rejected, too', async () => {
    const id = await seed();
    const port = Number(new URL(installation.server.url).port);
    const socket = connect(port, '127.0.0.1');
    const head = `POST /webhook/${id} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
    socket.end(`${head}11000\r\n${'x'.repeat(0x11000)}\r\n0\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('a sender of something much too large gets to read the response', async () => {
    const id = await seed();
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const answer = await installation.deliver(id, 'x'.repeat(5_000_000));
      statuses.push(answer.status);
      await answer.arrayBuffer();
    }
    expect(statuses).toEqual(statuses.map(() => 413));
  });

  test('a sender that goes away in the middle of its body leaves nothing, not even a line in the log', async () => {
    const id = await seed();
    const port = Number(new URL(installation.server.url).port);
    const socket = connect(port, '127.0.0.1');
    socket.end(`POST /webhook/${id} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"half":`);
    await text(socket);
    expect(await installation.findExecutions(id)).toEqual([]);
    expect(installation.server.output()).not.toContain('a delivery failed');
  });
});

describe('what is no webhook', () => {
  test('unknown, draft, manual and other paths respond with 404 and one body', async () => {
    const manual = await seedIntegration(installation.seed, {
      apiCalls: [{ method: 'GET', url: target.url }],
      triggerConfig: { type: 'manual' },
    });
    const draft = await seed({}, false);
    const ids = [
      'unknown',
      draft,
      manual,
      `${await seed()}//`,
      `${await seed()}/x`,
      '',
      '%20',
      'x'.repeat(65),
    ];
    const answers = await Promise.all(ids.map((id) => installation.deliver(id, '{}')));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 404));
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    for (const id of [draft, manual]) expect(await installation.findExecutions(id)).toEqual([]);
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s gets a 405 that names POST', async (method) => {
    const answer = await fetch(`${installation.server.url}/webhook/${await seed()}`, { method });
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST']);
    expect(await answer.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
  });

  test.each(['?source=shop', '/', '/?source=shop'])('%s behind the address does not matter', async (end) => {
    expect((await installation.deliver(`${await seed()}${end}`, '{}')).status).toBe(202);
  });
});

describe('bodies', () => {
  test.each<[string, string, string | undefined, unknown]>([
    [
      'JSON with digits JavaScript would change',
      '{"id":12345678901234567890}',
      'application/json',
      '{"id":12345678901234567890}',
    ],
    ['JSON behind a byte order mark', '\ufeff{"a":1}', 'application/json; charset=utf-8', '{"a":1}'],
    ['JSON of a vendor', '[1]', 'application/vnd.shop+json', '[1]'],
    [
      'a form',
      'a=1&b=x+y&b=%C3%BC&__proto__=z',
      'application/x-www-form-urlencoded',
      '{"a":"1","b":["x y","ü"],"__proto__":"z"}',
    ],
    ['JSON that calls itself a form', '{"a":1}', 'application/x-www-form-urlencoded', '{"a":1}'],
    ['text', 'build finished', 'text/plain', '"build finished"'],
    ['text that begins like JSON', '[CI] build finished', 'text/plain', '"[CI] build finished"'],
    ['JSON that calls itself text', '{"a":1}', 'text/plain; charset=UTF-8', '{"a":1}'],
    ['XML', '<a/>', 'application/soap+xml', '"<a/>"'],
    ['nothing at all', '', 'application/json', 'null'],
  ])('%s', async (_what, sent, type, stored) => {
    const id = await seed();
    const answer = await installation.deliver(id, sent, type ? { 'Content-Type': type } : {});
    expect(answer.status).toBe(202);
    expect(await installation.findExecutions(id)).toMatchObject([{ trigger_data: stored }]);
  });
});

test('required headers must be there with their values', async () => {
  const id = await seed({ headers: { 'X-Shop': 'north', 'x-tenant': 'é' } });
  const right = { 'X-Shop': 'north', 'X-Tenant': toHeader('é') };
  expect((await installation.deliver(id, body, right)).status).toBe(202);
  const wrongs: Record<string, string>[] = [{}, { 'X-Shop': 'north' }, { ...right, 'X-Shop': 'North' }];
  for (const wrong of wrongs) {
    expect((await installation.deliver(id, body, wrong)).status).toBe(401);
  }
  expect(await installation.findExecutions(id)).toHaveLength(1);
});
