// Senders that encrypt what they send: Lark, WeCom, WeChat in safe mode and DingTalk.
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openLark } from '~/services/webhooks/proof/sealed-body';
import { judgeDelivery } from '~/services/webhooks/set-up/delivery-verdict';
import { findDeliveryTarget } from '~/services/webhooks/delivery-target';
import { openDelivery } from '~/services/webhooks/sealed-delivery';
import { openEndpoint, type Sent } from '../../support/webhook-endpoint';

const now = Date.UTC(2026, 0, 5, 12);
const seconds = String(now / 1000);
const json = { 'Content-Type': 'application/json' };
const keyText = 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C';
const weChatSecret = `QDG6eK|${keyText}`;

function encrypt(key: Buffer, iv: Buffer, plain: Buffer, block: number): Buffer {
  const padding = block - (plain.length % block);
  const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(padding, padding)), cipher.final()]);
}

/** A request of Lark, which is signed unless it asks for the challenge. */
function sendAsLark(event: object, key: string, { signedBy = key, time = seconds } = {}): Sent {
  const iv = Buffer.alloc(16, 7);
  const hash = createHash('sha256').update(key).digest();
  const sealed = Buffer.concat([iv, encrypt(hash, iv, Buffer.from(JSON.stringify(event)), 16)]);
  const body = JSON.stringify({ encrypt: sealed.toString('base64') });
  const signature = createHash('sha256').update(`${time}n${signedBy}${body}`).digest('hex');
  const signed = {
    'X-Lark-Request-Timestamp': time,
    'X-Lark-Request-Nonce': 'n',
    'X-Lark-Signature': signature,
  };
  return { headers: { ...json, ...signed }, body };
}

/** A request of WeCom, in XML or JSON; `token` signs. */
function sendAsWeCom(message: string, { token = 'QDG6eK', key = keyText, isJson = false } = {}): Sent {
  const bytes = Buffer.from(key, 'base64');
  const text = Buffer.from(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  const plain = Buffer.concat([Buffer.alloc(16, 9), length, text, Buffer.from('wx5823bf96d3bd56c7')]);
  const sealed = encrypt(bytes, bytes.subarray(0, 16), plain, 32).toString('base64');
  const signature = createHash('sha1')
    .update([token, seconds, 'n', sealed].toSorted().join(''))
    .digest('hex');
  return {
    query: `?msg_signature=${signature}&timestamp=${seconds}&nonce=n`,
    headers: isJson ? json : { 'Content-Type': 'text/xml' },
    body: isJson
      ? JSON.stringify({ encrypt: sealed })
      : `<xml><ToUserName>wx</ToUserName><Encrypt><![CDATA[${sealed}]]></Encrypt></xml>`,
  };
}

test('what Lark publishes is decrypted with its key and with no other', () => {
  const body = Buffer.from('{"encrypt":"P37w+VZImNgPEO1RBhJ6RtKl7n6zymIbEG1pReEzghk="}');
  expect(openLark(body, 'test key')?.toString()).toBe('hello world');
  expect(openLark(body, 'another key')?.toString()).not.toBe('hello world');
  for (const text of ['', '{}', '[]', '{"encrypt":7}', '{"encrypt":""}', '{"encrypt":"AAAA"}', '{'])
    expect(openLark(Buffer.from(text), 'test key')).toBeUndefined();
});

test('Lark: the challenge is handed back, an event is decrypted, and a forged one is refused', async () => {
  const key = 'an encrypt key';
  const { send, listPayloads } = await openEndpoint(
    { secret: key, verify: { scheme: 'lark-encrypted' } },
    {},
    { now: () => now },
  );
  const challenge = { challenge: 'ajls384k-d', token: 't', type: 'url_verification' };
  const { body } = sendAsLark(challenge, key);
  expect(await send({ headers: json, body })).toMatchObject({
    status: 200,
    text: '{"challenge":"ajls384k-d"}',
  });
  expect(await send({ headers: json, body: JSON.stringify(challenge) })).toMatchObject({ status: 401 });
  expect(await send(sendAsLark(challenge, 'another'))).toMatchObject({ status: 401 });

  const event = { schema: '2.0', header: { event_id: '5e37' }, event: { text: 'köln' } };
  expect(await send(sendAsLark(event, key))).toMatchObject({ status: 200, text: '{}' });
  const old = String(now / 1000 - 28_801);
  const other = sendAsLark({ forged: true }, key);
  for (const forged of [
    sendAsLark(event, key, { signedBy: 'x' }),
    sendAsLark(event, key, { time: old }),
    { ...sendAsLark(event, key), body: other.body ?? '' },
    { headers: json, body: other.body ?? '' },
  ])
    expect(await send(forged)).toMatchObject({ status: 401 });
  expect(await send(sendAsLark(event, 'another', { signedBy: key }))).toMatchObject({ status: 400 });
  expect(await listPayloads()).toEqual([event]);
});

test('WeCom: the text that it publishes is decrypted and handed back', async () => {
  const { send } = await openEndpoint({ secret: weChatSecret, verify: { scheme: 'wecom' } });
  const echo = encodeURIComponent(
    'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ==',
  );
  const ask = (signature: string) =>
    send({
      method: 'GET',
      query: `?msg_signature=${signature}&timestamp=1409659589&nonce=263014780&echostr=${echo}`,
    });
  expect(await ask('5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3')).toMatchObject({
    status: 200,
    text: '1616140317555161061',
  });
  expect(await ask('6c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3')).toMatchObject({ status: 405 });
});

test('WeCom and WeChat: a message is decrypted, and a forged one is refused', async () => {
  const { send, listPayloads } = await openEndpoint(
    { secret: weChatSecret, verify: { scheme: 'wechat-safe' }, readAs: 'xml' },
    {},
    { now: () => now },
  );
  const message = '<xml><Content><![CDATA[你好]]></Content></xml>';
  expect(await send(sendAsWeCom(message))).toMatchObject({ status: 200, text: '' });
  const other = sendAsWeCom('<xml><Content>forged</Content></xml>');
  expect(await send({ ...sendAsWeCom(message), body: other.body ?? '' })).toMatchObject({ status: 401 });
  expect(await send(sendAsWeCom(message, { token: 'x' }))).toMatchObject({ status: 401 });
  const twice = sendAsWeCom(message);
  const [, element = ''] = /(<Encrypt>.*<\/Encrypt>)/.exec(twice.body ?? '') ?? [];
  const doubled = (twice.body ?? '').replace('</xml>', `${element}</xml>`);
  expect(await send({ ...twice, body: doubled })).toMatchObject({ status: 401 });
  const wrongKey = await send(sendAsWeCom(message, { key: `a${keyText.slice(1)}` }));
  expect(wrongKey.status).toBe(400);
  expect(wrongKey.text).toContain('could not be decrypted');
  expect(await listPayloads()).toEqual([{ xml: { Content: '你好' } }]);
  // In safe mode WeChat asks as in plaintext mode, with the token alone.
  const signature = createHash('sha1').update(['QDG6eK', '7', 'n'].toSorted().join('')).digest('hex');
  const asked = { method: 'GET', query: `?signature=${signature}&timestamp=7&nonce=n&echostr=4837` };
  expect(await send(asked)).toMatchObject({ status: 200, text: '4837' });
});

test('a robot of WeCom sends JSON; what was sent an hour ago is tried as of then, and the replaced secret opens it', async () => {
  const { send, listPayloads, context, id } = await openEndpoint(
    { secret: weChatSecret, verify: { scheme: 'wecom' } },
    {},
    { now: () => now },
  );
  const sent = sendAsWeCom('{"msgtype":"text"}', { isJson: true });
  expect(await send(sent)).toMatchObject({ status: 200 });
  expect(await listPayloads()).toEqual([{ msgtype: 'text' }]);

  const target = await findDeliveryTarget(context, id, now);
  if (target.kind !== 'target') throw new Error('no target');
  const headers = new Map([['content-type', 'application/json']]);
  const delivery = {
    integrationId: id,
    method: 'POST',
    url: `/webhook/${id}${sent.query}`,
    header: (name: string) => headers.get(name),
    listHeaders: () => [...headers],
    address: () => '',
    body: Buffer.from(sent.body ?? ''),
  };
  const verdict = await judgeDelivery({ ...context, now: () => now + 3_600_000 }, delivery, target);
  expect(verdict.outcome).toBe('accepted');
  expect(verdict.checks.find(({ check }) => check === 'proof')?.text).toContain('from 60 minutes ago');

  const { trigger } = target;
  const webhook = { ...trigger.webhook, secret: `new|${keyText}` };
  const replaced = { ...target, trigger: { ...trigger, webhook } };
  const open = (former?: string) => openDelivery(delivery, { ...replaced, openFormer: async () => former });
  expect((await open(weChatSecret))?.body.toString()).toBe('{"msgtype":"text"}');
  expect(await open()).toBeUndefined();
});

/** Reads an answer as DingTalk does: its signature, the text, and whom it is for. */
function openAnswer(answer: string, token: string, key: string): { text: string; owner: string } {
  const { msg_signature, timeStamp, nonce, encrypt: sealed } = JSON.parse(answer) as Record<string, string>;
  const signed = [token, timeStamp, nonce, sealed].toSorted().join('');
  expect(msg_signature).toBe(createHash('sha1').update(signed).digest('hex'));
  const bytes = Buffer.from(key, 'base64');
  const decipher = createDecipheriv('aes-256-cbc', bytes, bytes.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(Buffer.from(sealed ?? '', 'base64')), decipher.final()]);
  const plain = padded.subarray(0, padded.length - (padded.at(-1) ?? 0));
  const end = 20 + plain.readUInt32BE(16);
  return { text: plain.subarray(20, end).toString(), owner: plain.subarray(end).toString() };
}

function sendEvent(event: object): Sent {
  return sendAsWeCom(JSON.stringify(event), { isJson: true });
}

test('DingTalk: its question and its events get an encrypted answer', async () => {
  const { send, listPayloads } = await openEndpoint(
    { secret: weChatSecret, verify: { scheme: 'dingtalk-events' } },
    {},
    { now: () => now },
  );
  const owner = 'wx5823bf96d3bd56c7';
  for (const [event, text] of [
    [{ EventType: 'check_url' }, 'success'],
    [{ EventType: 'check_create_suite_url', Random: 'LPIdSnlF' }, 'LPIdSnlF'],
    [{ EventType: 'user_add_org', UserId: ['7'] }, 'success'],
  ] as const) {
    const answer = await send(sendEvent(event));
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
    expect(openAnswer(answer.text, 'QDG6eK', keyText)).toEqual({ text, owner });
  }
  expect(await listPayloads()).toEqual([{ EventType: 'user_add_org', UserId: ['7'] }]);
  const forged = { ...sendEvent({ EventType: 'check_url' }), body: sendEvent({ a: 1 }).body ?? '' };
  expect(await send(forged)).toMatchObject({ status: 401 });
  // DingTalk also writes the names so.
  const { query = '', ...event } = sendEvent({ EventType: 'user_leave_org' });
  const renamed = query.replace('msg_signature', 'signature').replace('timestamp', 'timeStamp');
  expect(await send({ ...event, query: renamed })).toMatchObject({ status: 200 });
});
