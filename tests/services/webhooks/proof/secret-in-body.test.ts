import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hmac, now, prove, seconds, secret, sendAs } from './prove';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

const sendField = (path: string, body: string, headers = {}) =>
  prove({ scheme: 'field', path }, { headers, body });
const among = (values: string) =>
  sendField('token', `{"token":${JSON.stringify(secret)},"rest":[${values}]}`);
const toData = (token: string) => `data=${encodeURIComponent(JSON.stringify({ verification_token: token }))}`;
const sha = (text: string, hash = 'sha256') => createHash(hash).update(text).digest('hex');
const forge = (written: string, text: string) =>
  prove(
    { scheme: 'hmac', header: 'X-Sig', key: written },
    { headers: { 'x-sig': hmac('{"a":1}', '') }, secret: text },
  );

describe('a secret in the body', () => {
  test('stands in JSON, at each place of the path', () => {
    expect(sendField('event.token', JSON.stringify({ event: { token: secret } }))).toBe(true);
    expect(
      sendField('events.token', JSON.stringify({ events: [{ token: secret }, { token: secret }] })),
    ).toBe(true);
    expect(sendField('events.token', JSON.stringify({ events: [{ token: secret }, { token: 'x' }] }))).toBe(
      false,
    );
    expect(sendField('token', JSON.stringify({ event: { token: secret } }))).toBe(false);
    expect(sendField('token', secret)).toBe(false);
  });

  test('or in a form of either kind', () => {
    expect(sendField('token', `a=1&token=${encodeURIComponent(secret)}`, form)).toBe(true);
    expect(sendField('token', 'a=1&token=x', form)).toBe(false);
    expect(sendField('token', 'a=1', form)).toBe(false);
    const part = `--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n${secret}\r\n--b--\r\n`;
    expect(sendField('token', part, { 'content-type': 'multipart/form-data; boundary=b' })).toBe(true);
  });

  test('is not looked for among very many values, which a stranger may send', () => {
    expect(among('0,'.repeat(9_000) + '0')).toBe(true);
    for (const value of ['0', '[]', '{}', '{"a":[0]}']) {
      expect(among(`${value},`.repeat(11_000) + value), value).toBe(false);
    }
    expect(among('['.repeat(11_000) + ']'.repeat(11_000))).toBe(false);
    expect(among(JSON.stringify(',[{'.repeat(20_000)))).toBe(true);
  });

  test('of which an empty one proves nothing', () => {
    const verify = { scheme: 'field', path: 'token' };
    expect(prove(verify, { headers: form, body: 'a=1', secret: '' })).toBe(false);
    expect(prove(verify, { headers: form, body: 'token=', secret: '' })).toBe(false);
  });

  test('Ko-fi has it in JSON in a form, Mattermost in a form or JSON', () => {
    expect(prove({ scheme: 'ko-fi' }, { headers: form, body: toData(secret) })).toBe(true);
    expect(prove({ scheme: 'ko-fi' }, { headers: form, body: toData('x') })).toBe(false);
    expect(
      prove({ scheme: 'mattermost' }, { headers: form, body: `token=${encodeURIComponent(secret)}` }),
    ).toBe(true);
    expect(prove({ scheme: 'mattermost' }, { body: JSON.stringify({ token: secret }) })).toBe(true);
    expect(prove({ scheme: 'mattermost' }, { body: '{"token":""}' })).toBe(false);
  });
});

describe('a hash of a text with the secret in it', () => {
  const body = '{"a":1}';

  test('is what is signed, without HMAC', () => {
    const verify = { scheme: 'hmac', header: 'X-Sig', algorithm: 'sha512', signed: '{body}:{secret}' };
    const send = (signature: string) => prove(verify, { headers: { 'x-sig': signature } });
    expect(send(sha(`${body}:${secret}`, 'sha512'))).toBe(true);
    expect(send(sha(`${body}:x`, 'sha512'))).toBe(false);
    expect(send(hmac(`${body}:${secret}`, secret, 'hex', 'sha512'))).toBe(false);
  });

  test('as Recharge and Cloudinary make it', () => {
    expect(sendAs('recharge', { 'x-recharge-hmac-sha256': sha(secret + body) })).toBe(true);
    expect(sendAs('recharge', { 'x-recharge-hmac-sha256': hmac(body) })).toBe(false);
    const cloudinary = (time: string) =>
      sendAs('cloudinary', { 'x-cld-timestamp': time, 'x-cld-signature': sha(body + time + secret, 'sha1') });
    expect(cloudinary(seconds)).toBe(true);
    expect(cloudinary(String(now / 1000 - 7_201))).toBe(false);
  });

  test('proves nothing of what was added behind the body of Recharge', () => {
    const longer = `${body}x`;
    const headers = { 'x-recharge-hmac-sha256': sha(secret + longer) };
    expect(sendAs('recharge', headers, { body: longer })).toBe(false);
  });
});

describe('a key that is written in hex or base64', () => {
  const key = Buffer.from('00ff10a0', 'hex');
  const send = (written: string, text: string) =>
    prove(
      { scheme: 'hmac', header: 'X-Sig', key: written },
      { headers: { 'x-sig': hmac('{"a":1}', key) }, secret: text },
    );

  test('is its bytes', () => {
    expect(send('hex', '00ff10a0')).toBe(true);
    expect(send('base64', key.toString('base64'))).toBe(true);
    expect(send('text', '00ff10a0')).toBe(false);
  });

  test('and none where it is not written so', () => {
    expect([forge('hex', 'zz'), forge('hex', '0'), forge('base64', '!')]).toEqual([false, false, false]);
  });

  test('as Close and Squarespace show it', () => {
    const over = { secret: key.toString('hex') };
    const close = { 'close-sig-timestamp': seconds, 'close-sig-hash': hmac(`${seconds}{"a":1}`, key) };
    expect(sendAs('close', close, over)).toBe(true);
    expect(sendAs('close', { ...close, 'close-sig-hash': hmac('{"a":1}', key) }, over)).toBe(false);
    expect(sendAs('squarespace', { 'squarespace-signature': hmac('{"a":1}', key) }, over)).toBe(true);
    expect(sendAs('surveymonkey', { 'sm-signature': hmac('{"a":1}', secret, 'base64', 'sha1') })).toBe(true);
  });
});
