// Signatures that stand in the body, or are made over fields of it.
import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Verify } from '~/engine/senders/verify';
import { address, hmac, prove, secret, sendAs } from './prove';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

const signAsMidtrans = (over: object = {}, key = secret) => {
  const fields = { order_id: 'O-1', status_code: '200', gross_amount: '10000.00', ...over };
  const text = `O-120010000.00${key}`;
  return JSON.stringify({ ...fields, signature_key: createHash('sha512').update(text).digest('hex') });
};

const amongValues = (values: string) => signAsMidtrans().replace(/}$/, `,"rest":[${values}]}`);

const isValid = (text: string) => Verify.safeParse({ scheme: 'hmac', signed: text }).success;

describe('Midtrans', () => {
  test.each([
    ['as it signs', signAsMidtrans(), true],
    ['by another server key', signAsMidtrans({}, 'another'), false],
    ['of another amount', signAsMidtrans({ gross_amount: '1.00' }), false],
    ['without an order', signAsMidtrans({ order_id: undefined }), false],
    ['of no JSON', 'x', false],
  ])('%s', (_name, body, isTaken) => {
    expect(prove({ scheme: 'midtrans' }, { body })).toBe(isTaken);
  });

  test.each([
    ['as it signs', {}, true],
    ['of another status', { account_status: 'DISABLED' }, false],
    ['without a status', { account_status: undefined }, false],
  ])('a linked account %s', (_name, over, isTaken) => {
    const fields = { account_id: '00000269-7836', account_status: 'ENABLED', status_code: '200', ...over };
    const text = `00000269-7836ENABLED200${secret}`;
    const signature_key = createHash('sha512').update(text).digest('hex');
    expect(prove({ scheme: 'midtrans' }, { body: JSON.stringify({ ...fields, signature_key }) })).toBe(
      isTaken,
    );
  });

  test('an own sender does the same, in JSON with all digits of its numbers or in a form', () => {
    const verify = { scheme: 'hmac', path: 'meta.sign', signed: '{field:a.b}|{field:c}', algorithm: 'sha1' };
    const sign = hmac('1.50|x', secret, 'hex', 'sha1');
    expect(prove(verify, { body: `{"a":{"b":1.50},"c":"x","meta":{"sign":"${sign}"}}` })).toBe(true);
    expect(prove(verify, { body: `{"a":{"b":1.5},"c":"x","meta":{"sign":"${sign}"}}` })).toBe(false);
    expect(prove(verify, { body: `a.b=1.50&c=x&meta.sign=${sign}`, headers: form })).toBe(true);
    expect(prove(verify, { body: `{"a":{"b":1.50},"c":"x","meta":{}}` })).toBe(false);
    // A header is not looked at then.
    const headers = { 'x-signature': sign };
    expect(prove(verify, { body: '{"a":{"b":1.50},"c":"x"}', headers })).toBe(false);
  });

  test('is not looked for among very many values, which a stranger may send', () => {
    expect(prove({ scheme: 'midtrans' }, { body: amongValues('1.0,'.repeat(3_500) + '1.0') })).toBe(true);
    expect(prove({ scheme: 'midtrans' }, { body: amongValues('1.0,[],'.repeat(2_500) + '1.0') })).toBe(false);
  });

  test('of an own sender has to cover the body or a field of it', () => {
    expect(['{field:id}{secret}', '{body}'].map(isValid)).toEqual([true, true]);
    expect(['{timestamp}', '{field:}', '{member:Content}'].map(isValid)).toEqual([false, false, false]);
  });
});

const write = (text: string, hash: string) => `{"Content":${text},"HashCode":"${hash}"}`;

describe('Exact Online', () => {
  const content = '{"Topic":"Accounts",  "Key":"1a","Note":"a,\\"HashCode\\":\\"b\\"}"}';

  test.each([
    ['as it signs', write(content, hmac(content).toUpperCase()), true],
    ['with another key', write(content, hmac(content, 'another')), false],
    ['with another content', write('{"Topic":"Items"}', hmac(content)), false],
    ['with a member behind', `${write(content, hmac(content)).slice(0, -1)},"Content":{}}`, false],
    ['with a member before', `{"Content":{},${write(content, hmac(content)).slice(1)}`, false],
    ['of another form', `{"HashCode":"${hmac(content)}","Content":${content}}`, false],
  ])('%s', (_name, body, isTaken) => {
    expect(prove({ scheme: 'exact-online' }, { body })).toBe(isTaken);
  });
});

describe('Braintree', () => {
  const key = createHash('sha1').update('private_key').digest();
  const sign = (text: string, by = key) => createHmac('sha1', by).update(text).digest('hex');
  const payload = `${Buffer.from('<notification><kind>check</kind></notification>').toString('base64')}\n`;
  const send = (signature: string, text = payload, over = {}) =>
    prove(
      { scheme: 'braintree' },
      {
        headers: form,
        body: new URLSearchParams({ bt_signature: signature, bt_payload: text }).toString(),
        secret: 'public_key|private_key',
        ...over,
      },
    );

  test('is let in by one of the keys that it signs with', () => {
    expect(send(`public_key|${sign(payload)}`)).toBe(true);
    expect(send(`another|${sign(payload, Buffer.from('x'))}&public_key|${sign(payload)}`)).toBe(true);
  });

  test('is turned away by another key, with another payload or without its two keys', () => {
    expect(send(`public_key|${sign(payload, Buffer.from('private_key'))}`)).toBe(false);
    expect(send(`public_key|${sign(payload)}`, 'PG4+')).toBe(false);
    expect(send(`public_key|${sign(payload)}`, payload, { secret: 'private_key' })).toBe(false);
    expect(send('')).toBe(false);
  });

  test('has no delivery that is one of the challenges it has signed', () => {
    const challenge = '20f9f8ed05f77439fe955c977e4c8a53';
    expect(send(`public_key|${sign(challenge)}`, challenge)).toBe(false);
  });
});

test('Plivo signs the address, a question mark, sorted fields and a nonce', () => {
  const url = address.split('?')[0] ?? '';
  const send = (text: string, over = {}) => {
    const headers = { ...form, 'x-plivo-signature-v3': hmac(text, secret, 'base64') };
    const nonce = { 'x-plivo-signature-v3-nonce': '123' };
    return sendAs('plivo', { ...headers, ...nonce }, { address: url, body: 'To=2&From=1', ...over });
  };
  expect(send(`${url}?From1To2.123`)).toBe(true);
  expect(send(`${url}?From1To2.124`)).toBe(false);
  expect(send(`${url}?From1To2.123`, { body: 'To=3&From=1' })).toBe(false);
});

const sendAsWrike = (body: string, signed = body) =>
  sendAs('wrike', { 'x-hook-signature': hmac(signed) }, { body });

test('Wrike signs lists, and nothing that it asks before', () => {
  expect(sendAsWrike('[{"webhookId":"I1"}]')).toBe(true);
  expect(sendAsWrike('[{"webhookId":"I2"}]', '[{"webhookId":"I1"}]')).toBe(false);
  expect(sendAsWrike('12')).toBe(false);
});

const writeParts = (...parts: [head: string, content: string][]) =>
  `${parts.map(([head, content]) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`).join('')}--b--`;

describe('a field that is signed is the one that a run reads', () => {
  const verify = { scheme: 'hmac', path: 'sign', signed: '{field:id}' };
  const signed = `id=1&sign=${hmac('1')}`;
  const judge = (type: string, body: string) => prove(verify, { headers: { 'content-type': type }, body });

  test('in a form', () => {
    expect(judge('Application/X-WWW-Form-Urlencoded ; charset=utf-8', signed)).toBe(true);
  });

  test.each([
    ['JSON with the type of a form', form['content-type'], `{"a":"&${signed}&","id":"2"}`],
    ['JSON behind a space', form['content-type'], ` {"a":"&${signed}&","id":"2"}`],
    [
      'JSON whose type begins as that of a form',
      `${form['content-type']}+json`,
      `{"a":"&${signed}&","id":"2"}`,
    ],
    ['the field twice', form['content-type'], `${signed}&id=2`],
    ['a charset of two bytes', `${form['content-type']}; charset=utf-16le`, `${signed}&i\0d\0=\x002\0`],
    ['a charset of states', `${form['content-type']}; charset=iso-2022-jp`, `\x1b$B&${signed}&\x1b(B&id=2`],
    ['a field that names such a charset', form['content-type'], `${signed}&_charset_=utf-16le`],
  ])('and not one of %s', (_name, type, body) => {
    expect(judge(type, body)).toBe(false);
  });

  describe('in parts', () => {
    const partsType = 'multipart/form-data; boundary=b';
    const signature: [string, string] = ['name="sign"', hmac('1')];
    const id: [string, string] = ['name="id"', '1'];

    test('as they came, beside a file', () => {
      expect(judge(partsType, writeParts(id, signature, ['name="note"; filename="a.txt"', 'x']))).toBe(true);
    });

    test.each<[string, [string, string][]]>([
      ['a field twice', [id, ['name="id"', '2']]],
      ['a file', [['name="id"; filename="1"', '1']]],
      ['a file behind the field', [id, ['name="id"; filename="2"', '2']]],
      ['a part of another charset', [['name="id"\r\nContent-Type: text/plain; charset=utf-16le', '1']]],
      ['a field that names such a charset', [id, ['name="_charset_"', 'iso-2022-jp']]],
      ['a list of charsets', [id, ['name="charsets"', '{"id":"utf-16be"}']]],
    ])('and not one of %s', (_name, parts) => {
      expect(judge(partsType, writeParts(...parts, signature))).toBe(false);
    });
  });
});
