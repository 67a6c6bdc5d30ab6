import { describe, expect, test } from 'vitest';
import { finish } from '~/engine/json/json-parts';
import { buildRequest } from '~/engine/run/request';
import { limits } from '~/engine/schema/limits';
import { makeCall } from '../definition/call';

const file = { filename: 'a.txt', contentType: 'text/plain', size: 1, base64: 'YQ==' };

/** It is too long only once it is encoded. */
const long = '%'.repeat(limits.sentBodyBytes / 2);

function build(body: string, values: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const call = makeCall({ method: 'POST', url: 'https://a.example/', headers, body, bodyType: 'form' });
  return finish(buildRequest(call, new Map(Object.entries({ file, ...values })), 'run.c1.1'));
}

function send(...given: Parameters<typeof build>) {
  const built = build(...given);
  if (built.kind === 'refused') throw new Error(built.message);
  return built.request;
}

describe('a form without files', () => {
  test.each<[string, Record<string, unknown>, string]>([
    [
      '{"To": "+49170", "Body": "Hi & bye, 100% {{who}}"}',
      { who: 'Ann+Bob' },
      'To=%2B49170&Body=Hi%20%26%20bye%2C%20100%25%20Ann%2BBob',
    ],
    ['{"amount": {{cents}}, "capture": true}', { cents: 1999 }, 'amount=1999&capture=true'],
    ['{"metadata[order]": "{{id}}"}', { id: 7 }, 'metadata%5Border%5D=7'],
    [
      '{"MediaUrl": "{{urls}}"}',
      { urls: ['https://a/1', 'https://a/2'] },
      'MediaUrl=https%3A%2F%2Fa%2F1&MediaUrl=https%3A%2F%2Fa%2F2',
    ],
    ['{"a": null, "b": "", "c": "{{none}}"}', { none: null }, 'b='],
    ['{"payload": "{{order}}"}', { order: { id: 7 } }, 'payload=%7B%22id%22%3A7%7D'],
    ['{"note": "{{note}}"}', { note: '1\n2&role=admin' }, 'note=1%0A2%26role%3Dadmin'],
    ['{"half": "{{half}}"}', { half: '\ud83d' }, 'half=%EF%BF%BD'],
    ['{}', {}, ''],
  ])('%s', (template, values, text) => {
    const { body, headers } = send(template, values);
    expect(body).toBe(text);
    expect(headers).toContainEqual(['Content-Type', 'application/x-www-form-urlencoded']);
    expect([...new URLSearchParams(body)]).toHaveLength(text === '' ? 0 : text.split('&').length);
  });

  test('replaces a Content-Type of the call, which says something else', () => {
    const { headers } = send('{"a": "b"}', {}, { 'content-type': 'application/json' });
    expect(headers.filter(([name]) => name.toLowerCase() === 'content-type')).toEqual([
      ['Content-Type', 'application/x-www-form-urlencoded'],
    ]);
  });

  test.each([
    ['{"a": "{{missing}}"}', 'The variable {{missing}} in the body has no value.'],
    [
      '{"a": "{{file}}"}',
      'The form field a holds the file a.txt. Send as a form with files, or write it as base64.',
    ],
    [
      'a={{file}}',
      'A form is written as a JSON object of its fields, like {"to": "{{phone}}", "note": "Paid"}.',
    ],
    ['{"a": "{{long}}"}', 'With its variables filled in, the body is larger than 5 MB. Send less at a time.'],
  ])('%.30s is not sent', (template, message) => {
    expect(build(template, { long })).toMatchObject({ kind: 'refused', message });
  });
});
