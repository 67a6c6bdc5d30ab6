import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createWebhookListener } from '~/api/webhook';
import { checkDefinition } from '~/engine/checks/definition-check';
import { Answer } from '~/engine/senders/answer';
import { handshakes } from '~/engine/senders/handshake';
import { emptyDefinition } from '~/services/integrations/validate-definition';
import { createTestUser } from '../support/accounts';
import { createTestContext } from '../support/context';
import { seedIntegration, webhookTrigger } from '../support/seed';
import { checkAnswer } from './checked-app';

const secret = 'a long random text';

/** `stored`: a handshake as it was saved when it was not refused yet. */
async function startEndpoint(webhook: object, isActive = true, stored?: string) {
  const context = await createTestContext({ config: { trustedProxies: ['127.0.0.1'] } });
  const { user, organizationId } = await createTestUser(context);
  const server = createServer(createWebhookListener(context));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  const id = await seedIntegration(
    { context, userId: user.id, organizationId },
    {
      isActive,
      triggerConfig: webhookTrigger({ secret, ...webhook }),
      apiCalls: [{ method: 'GET', url: 'https://api.example.com/' }],
    },
  );
  if (stored) {
    const [row] = await context.db.all(
      context.db.build.selectFrom('integration_versions').select('definition'),
    );
    const changed = JSON.parse(row?.definition ?? '') as { triggerConfig: { webhook: object } };
    Object.assign(changed.triggerConfig.webhook, { handshake: stored });
    await context.db.run(
      context.db.build.updateTable('integration_versions').set({ definition: JSON.stringify(changed) }),
    );
  }
  return {
    context,
    path: `/webhook/${id}`,
    async countExecutions() {
      return (await context.db.all(context.db.build.selectFrom('executions').select('id'))).length;
    },
    /** With node:http, since fetch sends no HEAD and no OPTIONS as others do. */
    ask(method: string, query = '', headers: Record<string, string> = {}, body = '') {
      return new Promise<{ status: number; type: string; text: string; headers: Record<string, unknown> }>(
        (resolve, reject) => {
          const sent = request(
            `http://127.0.0.1:${port}/webhook/${id}${query}`,
            { method, headers },
            (res) => {
              let text = '';
              res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
              res.on('end', () =>
                resolve({
                  status: res.statusCode ?? 0,
                  type: res.headers['content-type'] ?? '',
                  text,
                  headers: res.headers,
                }),
              );
            },
          );
          sent.on('error', reject);
          sent.end(body);
        },
      );
    },
  };
}

const plain = 'text/plain; charset=utf-8';
const json = 'application/json';
const asJson = { 'Content-Type': json };

function hash(text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', secret).update(text).digest(encoding);
}

interface Asked {
  scheme?: string;
  handshake?: string;
  method: string;
  query?: string;
  headers?: Record<string, string>;
  body?: string;
  type: string;
  text: string;
}

const token = encodeURIComponent(secret);

const tebexQuestion = '{"id":"7b5f","type":"validation.webhook","date":"2026-01-05T12:00:00Z","subject":{}}';

function askAsWeChat(key: string): string {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHash('sha1').update([key, timestamp, '12'].toSorted().join('')).digest('hex');
  return `?${new URLSearchParams({ signature, timestamp, nonce: '12', echostr: '4837' }).toString()}`;
}

test.each<[name: string, asked: Asked]>([
  [
    'Slack',
    {
      scheme: 'slack',
      method: 'POST',
      headers: asJson,
      body: '{"token":"x","challenge":"3eZbrw1a","type":"url_verification"}',
      type: plain,
      text: '3eZbrw1a',
    },
  ],
  [
    'monday.com',
    {
      scheme: 'monday',
      method: 'POST',
      headers: asJson,
      body: '{"challenge":"3eZbrw1a"}',
      type: json,
      text: '{"challenge":"3eZbrw1a"}',
    },
  ],
  [
    'Meta',
    {
      scheme: 'meta',
      method: 'GET',
      query: `?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`,
      type: plain,
      text: '1158201444',
    },
  ],
  [
    'Strava',
    {
      handshake: 'strava',
      method: 'GET',
      query: `?hub.verify_token=${token}&hub.challenge=15f7d1a9&hub.mode=subscribe`,
      type: json,
      text: '{"hub.challenge":"15f7d1a9"}',
    },
  ],
  [
    'WebSub',
    {
      scheme: 'youtube',
      method: 'GET',
      query: '?hub.mode=subscribe&hub.topic=https%3A%2F%2Fexample.com&hub.challenge=abc&hub.lease_seconds=1',
      type: plain,
      text: 'abc',
    },
  ],
  ['Dropbox', { scheme: 'dropbox', method: 'GET', query: '?challenge=abc', type: plain, text: 'abc' }],
  ['Nylas', { scheme: 'nylas', method: 'GET', query: '?challenge=abc', type: plain, text: 'abc' }],
  [
    'Microsoft Graph',
    {
      scheme: 'microsoft-graph',
      method: 'POST',
      query: '?validationToken=Validation%3a+Testing+client',
      headers: { 'Content-Type': 'text/plain' },
      type: plain,
      text: 'Validation: Testing client',
    },
  ],
  [
    'Event Grid',
    {
      scheme: 'event-grid',
      method: 'POST',
      headers: { ...asJson, 'aeg-event-type': 'SubscriptionValidation' },
      body: '[{"id":"1","eventType":"Microsoft.EventGrid.SubscriptionValidationEvent","data":{"validationCode":"512d38b6"}}]',
      type: json,
      text: '{"validationResponse":"512d38b6"}',
    },
  ],
  [
    'Zoom',
    {
      scheme: 'zoom',
      method: 'POST',
      headers: asJson,
      body: '{"payload":{"plainToken":"qgg8vlvZRS6UYooatFL8Aw"},"event_ts":1,"event":"endpoint.url_validation"}',
      type: json,
      text: `{"plainToken":"qgg8vlvZRS6UYooatFL8Aw","encryptedToken":"${hash('qgg8vlvZRS6UYooatFL8Aw', 'hex')}"}`,
    },
  ],
  [
    'X',
    {
      scheme: 'x',
      method: 'GET',
      query: '?crc_token=abc-_123',
      type: json,
      text: `{"response_token":"sha256=${hash('abc-_123', 'base64')}"}`,
    },
  ],
  [
    'Okta',
    {
      scheme: 'okta',
      method: 'GET',
      headers: { 'X-Okta-Verification-Challenge': 'abc' },
      type: json,
      text: '{"verification":"abc"}',
    },
  ],
  [
    'Smartsheet',
    {
      scheme: 'smartsheet',
      method: 'POST',
      headers: { ...asJson, 'Smartsheet-Hook-Challenge': 'abc' },
      body: '{"challenge":"abc","webhookId":1}',
      type: json,
      text: '{"smartsheetHookResponse":"abc"}',
    },
  ],
  [
    'WooCommerce',
    {
      scheme: 'woocommerce',
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'webhook_id=12',
      type: plain,
      text: '',
    },
  ],
  [
    'LinkedIn',
    {
      scheme: 'linkedin',
      method: 'GET',
      query: '?challengeCode=890e4665-4dfe-4ab1-b689-ed553bceeed0&applicationId=7',
      type: json,
      text: `{"challengeCode":"890e4665-4dfe-4ab1-b689-ed553bceeed0","challengeResponse":"${hash('890e4665-4dfe-4ab1-b689-ed553bceeed0', 'hex')}"}`,
    },
  ],
  [
    'Lark',
    {
      scheme: 'lark',
      method: 'POST',
      headers: asJson,
      body: JSON.stringify({ challenge: 'ajls384k-d', token: secret, type: 'url_verification' }),
      type: json,
      text: '{"challenge":"ajls384k-d"}',
    },
  ],
  [
    'Front',
    {
      scheme: 'front',
      method: 'POST',
      headers: { ...asJson, 'X-Front-Challenge': 'abc' },
      body: '{"type":"sync"}',
      type: json,
      text: '{"challenge":"abc"}',
    },
  ],
  [
    'Oura',
    {
      scheme: 'oura',
      method: 'GET',
      query: `?verification_token=${token}&challenge=abc`,
      type: json,
      text: '{"challenge":"abc"}',
    },
  ],
  ['Onfleet', { scheme: 'onfleet', method: 'GET', query: '?check=abc', type: plain, text: 'abc' }],
  [
    'Productboard',
    { handshake: 'challenge', method: 'GET', query: '?validationToken=a1', type: plain, text: 'a1' },
  ],
  [
    'Tebex',
    {
      scheme: 'tebex',
      method: 'POST',
      headers: {
        ...asJson,
        'X-Signature': hash(createHash('sha256').update(tebexQuestion).digest('hex'), 'hex'),
      },
      body: tebexQuestion,
      type: json,
      text: '{"id":"7b5f"}',
    },
  ],
  ['WeChat', { scheme: 'wechat', method: 'GET', query: askAsWeChat(secret), type: plain, text: '4837' }],
  ['Trello', { scheme: 'trello', method: 'HEAD', type: plain, text: '' }],
  ['Exact Online', { scheme: 'exact-online', method: 'POST', type: plain, text: '' }],
  ['Mailchimp', { scheme: 'mailchimp', method: 'GET', type: plain, text: '' }],
  [
    'MailerSend',
    {
      scheme: 'mailersend',
      method: 'POST',
      headers: { ...asJson, Signature: 'a1b2' },
      body: '{"type":"webhook.test","message":"This is a ping test message","created_at":"2026-03-27T07:24:20.577080Z"}',
      type: plain,
      text: '',
    },
  ],
])('%s asks before it sends, and is answered in its own form', async (_name, asked) => {
  const { scheme, handshake, method, query, headers, body, type, text } = asked;
  const receiver = await startEndpoint({
    ...(scheme && { verify: { scheme } }),
    ...(handshake && { handshake }),
  });
  const answer = await receiver.ask(method, query, headers, body);
  expect(answer).toMatchObject({ status: 200, type, text });
  expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  expect(await receiver.countExecutions()).toBe(0);
});

test('an OPTIONS of CloudEvents, and a token in a header, are answered by headers', async () => {
  const receiver = await startEndpoint({ handshake: 'cloudevents' });
  const allowed = await receiver.ask('OPTIONS', '', { 'WebHook-Request-Origin': 'eventemitter.example.com' });
  expect(allowed).toMatchObject({ status: 200, text: '' });
  expect(allowed.headers).toMatchObject({
    'webhook-allowed-origin': 'eventemitter.example.com',
    'webhook-allowed-rate': '6000',
    allow: 'POST',
  });
  const ringCentral = await startEndpoint({ verify: { scheme: 'ringcentral' } });
  const echoed = await ringCentral.ask('POST', '', { 'Validation-Token': 'abc' });
  expect([echoed.status, echoed.headers['validation-token']]).toEqual([200, 'abc']);
  const asana = await startEndpoint({ verify: { scheme: 'asana' } });
  const first = await asana.ask('POST', '', { 'X-Hook-Secret': 'b537207f20cbfa02357cf448134da559' });
  expect([first.status, first.headers['x-hook-secret']]).toEqual([200, 'b537207f20cbfa02357cf448134da559']);
  // What is signed is an event, and has to be signed by the secret of the trigger.
  const both = { 'X-Hook-Secret': 'abc', 'X-Hook-Signature': hash('{}', 'hex') };
  const event = await asana.ask('POST', '', both, '{}');
  expect([event.status, event.headers['x-hook-secret']]).toEqual([200, undefined]);
  const stranger = { ...both, 'X-Hook-Signature': hash('{"a":1}', 'hex') };
  expect((await asana.ask('POST', '', stranger, '{}')).status).toBe(401);
  expect(await asana.countExecutions()).toBe(1);
});

test.each([
  ['', ''],
  ['&site=EBAY-DE', '&site=EBAY-DE'],
])(
  'eBay is answered with the hash of its code, the token and the address as it was entered%s',
  async (more) => {
    const key = 'a_token-of-32-characters-at-least-1';
    const receiver = await startEndpoint({ verify: { scheme: 'ebay' }, secret: key });
    const endpoint = `${receiver.context.config.appUrl}${receiver.path}?secret=${key}${more}`;
    const expected = createHash('sha256').update(`a8628072-3d33-45ee${key}${endpoint}`).digest('hex');
    const first = await receiver.ask('GET', `?secret=${key}${more}&challenge_code=a8628072-3d33-45ee`);
    expect(first).toMatchObject({ status: 200, type: json, text: `{"challengeResponse":"${expected}"}` });
    const other = await receiver.ask('GET', `?challenge_code=a8628072-3d33-45ee&secret=${key}${more}`);
    expect(other.text).toBe(first.text);
    expect((await receiver.ask('POST', `?secret=${key}`, asJson, '{"metadata":{}}')).status).toBe(200);
    expect((await receiver.ask('POST', '', asJson, '{"metadata":{}}')).status).toBe(401);
    expect(await receiver.countExecutions()).toBe(1);
  },
);

test('Acrobat Sign gets back its client ID, of the question and of each delivery', async () => {
  const receiver = await startEndpoint({ verify: { scheme: 'adobe-sign' } });
  const id = { 'X-AdobeSign-ClientId': 'UB7E5BXCXY' };
  const asked = await receiver.ask('GET', `?secret=${token}`, id);
  expect([asked.status, asked.headers['x-adobesign-clientid']]).toEqual([200, 'UB7E5BXCXY']);
  const delivered = await receiver.ask('POST', `?secret=${token}`, { ...asJson, ...id }, '{"event":"A"}');
  expect([delivered.status, delivered.headers['x-adobesign-clientid']]).toEqual([200, 'UB7E5BXCXY']);
  for (const method of ['GET', 'POST']) {
    const stranger = await receiver.ask(
      method,
      '?secret=x',
      { ...asJson, ...id },
      method === 'POST' ? '{}' : '',
    );
    expect(stranger.status).toBe(method === 'POST' ? 401 : 405);
    expect(stranger.headers).not.toHaveProperty('x-adobesign-clientid');
  }
  const unprintable = { ...asJson, 'X-AdobeSign-ClientId': 'x'.repeat(1_025) };
  const answer = await receiver.ask('POST', `?secret=${token}`, unprintable, '{}');
  expect([answer.status, answer.headers['x-adobesign-clientid']]).toEqual([200, undefined]);
});

function askAsLark(given: unknown): string {
  return JSON.stringify({ challenge: 'abc', token: given, type: 'url_verification' });
}

function sendAsLark(given: string): string {
  const header = { event_type: 'im.message.receive_v1', token: given };
  return JSON.stringify({ schema: '2.0', header, event: {} });
}

test('Oura, Tebex and WeChat are answered only when they show that they know the secret', async () => {
  const oura = await startEndpoint({ verify: { scheme: 'oura' } });
  expect((await oura.ask('GET', '?verification_token=x&challenge=abc')).status).toBe(405);
  const tebex = await startEndpoint({ verify: { scheme: 'tebex' } });
  expect(
    (await tebex.ask('POST', '', { ...asJson, 'X-Signature': hash(tebexQuestion, 'hex') }, tebexQuestion))
      .status,
  ).toBe(401);
  const weChat = await startEndpoint({ verify: { scheme: 'wechat' } });
  expect((await weChat.ask('GET', askAsWeChat('another'))).status).toBe(405);
});

test('Lark is asked for its token before its challenge is handed back, and in each event', async () => {
  const receiver = await startEndpoint({ verify: { scheme: 'lark' } });
  for (const given of ['x', '', undefined, [secret]])
    expect((await receiver.ask('POST', '', asJson, askAsLark(given))).status).toBe(401);
  expect(await receiver.ask('POST', '', asJson, sendAsLark(secret))).toMatchObject({
    status: 200,
    text: '{}',
  });
  expect((await receiver.ask('POST', '', asJson, sendAsLark('x'))).status).toBe(401);
  const open = await startEndpoint({ verify: { scheme: 'lark' }, secret: '' });
  expect((await open.ask('POST', '', asJson, askAsLark(''))).status).toBe(401);
  expect(await receiver.countExecutions()).toBe(1);
});

test('what Wrike and Braintree ask is signed, and proves no delivery', async () => {
  const wrike = await startEndpoint({ verify: { scheme: 'wrike' } });
  const asked = '{"requestType":"WebHook secret verification"}';
  const ask = (given: string) => wrike.ask('POST', '', { ...asJson, 'X-Hook-Secret': given }, asked);
  expect(await ask('w1')).toMatchObject({ status: 200, text: '' });
  expect((await ask('w1')).headers['x-hook-secret']).toBe(hash('w1', 'hex'));
  expect((await ask('[{"a":1}]')).status).toBe(401);
  const events = '[{"webhookId":"I1"}]';
  const send = (signature: string) =>
    wrike.ask('POST', '', { ...asJson, 'X-Hook-Signature': signature }, events);
  expect((await send(hash(events, 'hex'))).status).toBe(200);
  expect((await send(hash('w1', 'hex'))).status).toBe(401);
  expect(await wrike.countExecutions()).toBe(1);

  const keys = 'public_key|private_key';
  const braintree = await startEndpoint({ verify: { scheme: 'braintree' }, readAs: 'xml', secret: keys });
  const key = createHash('sha1').update('private_key').digest();
  const signed = (text: string) => `public_key|${createHmac('sha1', key).update(text).digest('hex')}`;
  const challenge = '20f9f8ed05f77439fe955c977e4c8a53';
  expect(await braintree.ask('GET', `?bt_challenge=${challenge}`)).toMatchObject({
    status: 200,
    type: plain,
    text: signed(challenge),
  });
  expect((await braintree.ask('GET', '?bt_challenge=PD94')).status).toBe(405);
  const payload = Buffer.from('<notification><kind>check</kind></notification>').toString('base64');
  const deliver = (text: string, signature: string) =>
    braintree.ask(
      'POST',
      '',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      new URLSearchParams({ bt_signature: signature, bt_payload: text }).toString(),
    );
  expect((await deliver(challenge, signed(challenge))).status).toBe(401);
  expect((await deliver(payload, signed(payload))).status).toBe(200);
  expect(await braintree.countExecutions()).toBe(1);
});

test('Strava, which sends again what is not answered 200, is', async () => {
  // https://developers.strava.com/docs/webhooks/
  const receiver = await startEndpoint({ verify: { scheme: 'strava' } });
  const asked = `?secret=${token}&hub.verify_token=${token}&hub.challenge=15f7d1a9&hub.mode=subscribe`;
  expect(await receiver.ask('GET', asked)).toMatchObject({
    status: 200,
    text: '{"hub.challenge":"15f7d1a9"}',
  });
  const event = '{"aspect_type":"create","object_id":1360128428,"object_type":"activity","owner_id":134815}';
  expect(await receiver.ask('POST', `?secret=${token}`, asJson, event)).toMatchObject({
    status: 200,
    text: '',
  });
  expect((await receiver.ask('POST', '', asJson, event)).status).toBe(401);
  expect(await receiver.countExecutions()).toBe(1);
});

test.each([
  // https://developers.ringcentral.com/guide/notifications/webhooks/troubleshooting: else the subscription is suspended for good.
  ['ringcentral', (_body: string) => ({ 'Verification-Token': secret })],
  // https://developers.smartsheet.com/api/smartsheet/guides/webhooks
  ['smartsheet', (body: string) => ({ 'Smartsheet-Hmac-SHA256': hash(body, 'hex') })],
])('%s is answered 200, as it wants', async (scheme, prove) => {
  const receiver = await startEndpoint({ verify: { scheme } });
  const answer = await receiver.ask('POST', '', { ...asJson, ...prove('{}') }, '{}');
  expect(answer).toMatchObject({ status: 200, text: '' });
  // RingCentral takes no answer of more than 1,024 bytes, headers and all.
  expect(JSON.stringify(answer.headers).length).toBeLessThan(900);
});

test('what LinkedIn and Front send is signed otherwise than what they ask', async () => {
  const linkedIn = await startEndpoint({ verify: { scheme: 'linkedin' } });
  const body = '{"type":"LEAD_ACTION"}';
  const send = (signature: string) =>
    linkedIn.ask('POST', '', { ...asJson, 'X-LI-Signature': signature }, body);
  expect((await send(hash(`hmacsha256=${body}`, 'hex'))).status).toBe(202);
  expect((await send(hash(body, 'hex'))).status).toBe(401);
  const front = await startEndpoint({ verify: { scheme: 'front' } });
  const time = String(front.context.now());
  const headers = (text: string) => ({
    ...asJson,
    'X-Front-Request-Timestamp': time,
    'X-Front-Signature': hash(text, 'base64'),
  });
  expect((await front.ask('POST', '', headers(`${time}:${body}`), body)).status).toBe(200);
  expect((await front.ask('POST', '', headers(body), body)).status).toBe(401);
  expect(await front.countExecutions()).toBe(1);
});

test('the questions of Twitch and Discord are signed like their events', async () => {
  const twitch = await startEndpoint({ verify: { scheme: 'twitch' } });
  const time = new Date(twitch.context.now()).toISOString();
  const challenge = '{"challenge":"pogchamp"}';
  const asked = (signature: string) =>
    twitch.ask(
      'POST',
      '',
      {
        ...asJson,
        'Twitch-Eventsub-Message-Type': 'webhook_callback_verification',
        'Twitch-Eventsub-Message-Id': 'm1',
        'Twitch-Eventsub-Message-Timestamp': time,
        'Twitch-Eventsub-Message-Signature': `sha256=${signature}`,
      },
      challenge,
    );
  expect(await asked(hash(`m1${time}${challenge}`, 'hex'))).toMatchObject({ status: 200, text: 'pogchamp' });
  expect((await asked(hash('x', 'hex'))).status).toBe(401);

  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  const discord = await startEndpoint({ verify: { scheme: 'discord' }, secret: key });
  const at = String(Math.floor(discord.context.now() / 1000));
  const ping = (signed: string) =>
    discord.ask(
      'POST',
      '',
      {
        ...asJson,
        'X-Signature-Timestamp': at,
        'X-Signature-Ed25519': sign(null, Buffer.from(signed), privateKey).toString('hex'),
      },
      '{"type":1}',
    );
  expect(await ping(`${at}{"type":1}`)).toMatchObject({ status: 200, text: '{"type":1}' });
  expect((await ping('x')).status).toBe(401);
});

test('of Discord’s webhook events a ping is answered, and an event is a delivery although its type is that of another ping', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  for (const scheme of ['discord', 'discord-events']) {
    const { ask, context, countExecutions } = await startEndpoint({ verify: { scheme }, secret: key });
    const at = String(Math.floor(context.now() / 1000));
    const send = (body: string) => {
      const signature = sign(null, Buffer.from(`${at}${body}`), privateKey).toString('hex');
      return ask(
        'POST',
        '',
        { ...asJson, 'X-Signature-Timestamp': at, 'X-Signature-Ed25519': signature },
        body,
      );
    };
    const ping = '{"version":1,"application_id":"1234560123453231555","type":0}';
    expect(await send(ping)).toMatchObject({ status: 204, text: '' });
    expect(await countExecutions()).toBe(0);
    const event =
      '{"version":1,"application_id":"1234560123453231555","type":1,"event":{"type":"ENTITLEMENT_CREATE"}}';
    expect((await send(event)).status).toBe(scheme === 'discord' ? 202 : 204);
    expect(await countExecutions()).toBe(1);
  }
});

test('SharePoint asks as Microsoft Graph does, in lower case', async () => {
  const { ask } = await startEndpoint({ verify: { scheme: 'microsoft-graph' } });
  expect(await ask('POST', '?validationtoken=9c5a-1')).toMatchObject({ status: 200, text: '9c5a-1' });
});

describe('nothing is handed back', () => {
  test.each<[what: string, webhook: object, method: string, query: string]>([
    ['without a handshake', {}, 'GET', '?challenge=abc'],
    [
      'where it is switched off',
      { verify: { scheme: 'dropbox' }, handshake: 'none' },
      'GET',
      '?challenge=abc',
    ],
    [
      'to a wrong token',
      { verify: { scheme: 'meta' } },
      'GET',
      '?hub.mode=subscribe&hub.challenge=1&hub.verify_token=x',
    ],
    [
      'to no token',
      { verify: { scheme: 'meta' }, secret: '' },
      'GET',
      '?hub.mode=subscribe&hub.challenge=1&hub.verify_token=',
    ],
    ['that is long', { verify: { scheme: 'dropbox' } }, 'GET', `?challenge=${'x'.repeat(1_025)}`],
    ['that is not printable', { verify: { scheme: 'dropbox' } }, 'GET', '?challenge=a%0d%0ab'],
    [
      'of an unsubscription',
      { verify: { scheme: 'youtube' } },
      'GET',
      '?hub.mode=unsubscribe&hub.topic=x&hub.challenge=1',
    ],
    ['to another method', { verify: { scheme: 'dropbox' } }, 'PUT', '?challenge=abc'],
    ['that could be a delivery of X', { verify: { scheme: 'x' } }, 'GET', '?crc_token=%7B%22a%22%3A1%7D'],
    [
      'that could be a delivery of LinkedIn',
      { verify: { scheme: 'linkedin' } },
      'GET',
      '?challengeCode=hmacsha256%3D7',
    ],
    ['to one without the token', { verify: { scheme: 'ebay' } }, 'GET', '?challenge_code=abc'],
    ['to one with a wrong token', { verify: { scheme: 'ebay' } }, 'GET', '?secret=x&challenge_code=abc'],
    ['of another kind', { verify: { scheme: 'ebay' } }, 'GET', `?secret=${token}&challenge_code=a%20b`],
    ['signed with no secret', { verify: { scheme: 'x' }, secret: '' }, 'GET', '?crc_token=abc'],
  ])('%s', async (_what, webhook, method, query) => {
    const receiver = await startEndpoint(webhook);
    expect(await receiver.ask(method, query)).toMatchObject({ status: 405, type: json });
  });

  test('of a draft', async () => {
    const receiver = await startEndpoint({ verify: { scheme: 'dropbox' } }, false);
    expect((await receiver.ask('GET', '?challenge=abc')).status).toBe(405);
  });

  test('that Zoom could have signed a delivery with', async () => {
    const receiver = await startEndpoint({ verify: { scheme: 'zoom' } });
    const plainToken = `v0:${Math.floor(receiver.context.now() / 1000)}:{}`;
    const body = JSON.stringify({ event: 'endpoint.url_validation', payload: { plainToken } });
    expect((await receiver.ask('POST', '', asJson, body)).status).toBe(401);
  });

  test('that is an event of MailerSend', async () => {
    const receiver = await startEndpoint({ verify: { scheme: 'mailersend' } });
    const event = JSON.stringify({ type: 'webhook.test', data: { type: 'sent' } });
    const signed = { ...asJson, Signature: 'a1b2' };
    expect((await receiver.ask('POST', '', signed, event)).status).toBe(401);
    expect((await receiver.ask('POST', '', signed, '{"type":"activity.sent"}')).status).toBe(401);
  });

  test('when it is asked too often', async () => {
    const receiver = await startEndpoint({ verify: { scheme: 'dropbox' } });
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => receiver.ask('GET', '?challenge=abc')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
  });
});

const hmac = { scheme: 'hmac', header: 'X-Sig' };

describe('what anybody asks is signed', () => {
  test.each([
    ['not for GitHub', { scheme: 'github' }, false],
    ['not where nothing says who sends', undefined, false],
    ['not for any of the oldest ways', { scheme: 'auto' }, false],
    ['not for the sender of another handshake', { scheme: 'slack' }, false],
    ['not for a token', { scheme: 'token' }, false],
    ['not where the body alone is signed', { ...hmac, signed: '{body}' }, false],
    ['not where a header may be empty', { ...hmac, signed: '{header:x-id}{body}' }, false],
    ['not where a token may begin with a time', { ...hmac, signed: '{timestamp}{body}' }, false],
    ['not where a token may begin so', { ...hmac, signed: 'v0-{timestamp}-{body}' }, false],
    ['where something else is signed', { ...hmac, signed: 'v0:{timestamp}:{body}' }, true],
    ['where the address is signed', { ...hmac, signed: '{url}{body}' }, true],
  ])('%s', async (_where, verify, isAnswered) => {
    const uuid = '890e4665-4dfe-4ab1-b689-ed553bceeed0';
    const expected = hash('order=paid-1234', 'hex').slice(0, 4);
    for (const handshake of ['zoom', 'x', 'linkedin'] as const) {
      const receiver = await startEndpoint({ ...(verify && { verify }) }, true, handshake);
      const question = JSON.stringify({
        event: 'endpoint.url_validation',
        payload: { plainToken: 'order=paid-1234' },
      });
      const asked = {
        x: `?crc_token=${encodeURIComponent('order=paid-1234')}`,
        linkedin: `?challengeCode=${uuid}`,
      };
      const answer =
        handshake === 'zoom'
          ? await receiver.ask('POST', '', asJson, question)
          : await receiver.ask('GET', asked[handshake]);
      if (isAnswered) expect([handshake, answer.status]).toEqual([handshake, 200]);
      else expect([handshake, answer.status]).toEqual([handshake, handshake === 'zoom' ? 401 : 405]);
      if (!isAnswered) expect(answer.text).not.toContain(expected);
      if (!isAnswered) expect(answer.text).not.toContain(hash(uuid, 'hex'));
      const change = { triggerConfig: { type: 'webhook', webhook: { secret, verify, handshake } } };
      const saved = checkDefinition(change, emptyDefinition, () => 'id');
      if (isAnswered) expect(saved.kind).toBe('definition');
      else
        expect(saved).toEqual({
          kind: 'wrong',
          fields: { 'triggerConfig.webhook.handshake': [expect.stringContaining(`${handshake} signs`)] },
        });
    }
  });

  test('of Zoom not for X, nor the other way round', () => {
    for (const [scheme, handshake] of [
      ['zoom', 'x'],
      ['x', 'zoom'],
      ['zoom', 'linkedin'],
      ['linkedin', 'x'],
    ]) {
      const webhook = { secret, verify: { scheme }, handshake };
      const saved = checkDefinition({ triggerConfig: { type: 'webhook', webhook } }, emptyDefinition, String);
      expect(saved.kind).toBe('wrong');
    }
  });
});

test('where the trigger says who sends, nobody is let in without a secret', async () => {
  const open = await startEndpoint({ verify: { scheme: 'slack' }, secret: '' });
  expect((await open.ask('POST', '', asJson, '{}')).status).toBe(401);
  const other = await startEndpoint({ verify: { scheme: 'slack' } });
  expect((await other.ask('POST', '', { ...asJson, 'X-Webhook-Signature': secret }, '{}')).status).toBe(401);
  expect(await other.countExecutions()).toBe(0);
});

test('a delivery that its sender signs is let in, signed by the address that it was sent to', async () => {
  const receiver = await startEndpoint({ verify: { scheme: 'query', name: 'code' } });
  expect((await receiver.ask('POST', `?code=${token}`, asJson, '{}')).status).toBe(202);
  expect((await receiver.ask('POST', '?code=x', asJson, '{}')).status).toBe(401);
  expect(await receiver.countExecutions()).toBe(1);
});

test('each kind of handshake leaves a request that is no handshake to the endpoint', async () => {
  for (const handshake of handshakes) {
    const receiver = await startEndpoint({ handshake, verify: { ...hmac, signed: 'v0:{body}' } });
    const headers = { ...asJson, 'X-Sig': hash('v0:{"a":1}', 'hex') };
    const delivered = await receiver.ask('POST', '', headers, '{"a":1}');
    expect([handshake, delivered.status]).toEqual([handshake, 202]);
    expect([handshake, (await receiver.ask('DELETE')).status]).toEqual([handshake, 405]);
  }
});

test('an accepted delivery is answered as the trigger says, and a rejected one as ever', async () => {
  const receiver = await startEndpoint({ respond: { contentType: 'text/xml', body: '<Response/>' } });
  const signed = { ...asJson, 'X-Webhook-Signature': secret, 'Idempotency-Key': 'k' };
  for (const body of ['{}', '{ }']) {
    const answer = await receiver.ask('POST', '', signed, body);
    expect(answer).toMatchObject({ status: 200, type: 'text/xml; charset=utf-8', text: '<Response/>' });
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
  }
  expect(await receiver.countExecutions()).toBe(1);
  expect(await receiver.ask('POST', '', asJson, '{}')).toMatchObject({ status: 401, type: json });
  expect(await receiver.ask('POST', '', signed, '{')).toMatchObject({ status: 400, type: json });
});

test('an answer may have no content', async () => {
  const receiver = await startEndpoint({ respond: { status: 204 } });
  const answer = await receiver.ask('POST', '', { ...asJson, 'X-Webhook-Signature': secret }, '{}');
  expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([204, '', undefined]);
});

test.each([
  [{ status: 204, body: 'x' }, 'A response with the status 204 or 205 has no text'],
  [{ status: 302 }, 'Respond with a status from 200 to 299'],
  [{ contentType: 'text/html' }, 'The response type must be'],
  [{ body: 'x'.repeat(4_097) }, 'Responses must be 4,096 characters or less'],
])('%o is no answer', (respond, message) => {
  expect(Answer.safeParse(respond).error?.issues[0]?.message).toContain(message);
});

test('a delivery that the trigger does not run for is answered 200 as skipped, and counted', async () => {
  const receiver = await startEndpoint({
    secret: '',
    onlyRunIf: [{ field: 'trigger.a', operator: 'exists' }],
  });
  const answer = await receiver.ask('POST', '', { 'content-type': 'application/json' }, '{"b":1}');
  expect([answer.status, answer.text]).toEqual([200, '{"skipped":true}']);
  const documented = new Response(answer.text, { status: answer.status, headers: { 'Content-Type': json } });
  await checkAnswer('POST', '/webhook/any', documented);
  const { metrics } = receiver.context;
  expect((await metrics.describe({})).text).toContain('wicked_webhook_skipped_total 1');
  expect(await receiver.countExecutions()).toBe(0);
});

test('a stranger who asks without end leaves the handshakes of the real sender alone', async () => {
  const receiver = await startEndpoint({ verify: { scheme: 'dropbox' } });
  const askFrom = (address: string) => receiver.ask('GET', '?challenge=abc', { 'X-Forwarded-For': address });
  const statuses: number[] = [];
  for (let asked = 0; asked < 51; asked++) statuses.push((await askFrom('203.0.113.7')).status);
  expect(statuses).toEqual([...Array.from({ length: 50 }, () => 200), 429]);
  expect((await askFrom('203.0.113.7')).headers['retry-after']).toBe('1');
  expect(await askFrom('198.51.100.9')).toMatchObject({ status: 200, text: 'abc' });
  // Strangers of many networks together have a limit, too.
  for (let network = 0; network < 349; network++) await askFrom(`192.0.2.${network % 256}`);
  expect((await askFrom('198.51.100.10')).status).toBe(429);
});
