import { describe, expect, test } from 'vitest';
import { listWarnings } from '~/engine/checks/warnings';
import { measureProcessorMs, onceOverMs } from '../../support/processor-time';
import { makeChain } from '../run/run-steps';

const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };

function warn(call: object): string[] {
  return listWarnings(makeChain([{ name: 'Send', method: 'POST', ...call }]));
}

const isJson =
  'Send: the body is JSON, but the header Content-Type says that it is a form. Choose “A form” under “Send as”.';
const looksLikeForm =
  'Send: the body looks like a form, but is sent as JSON. Choose “A form” under “Send as”.';
const notEncoded =
  'Send: a form has text that is not encoded, so the API may read something else. Choose “A form” under “Send as”, which encodes it.';

describe('a body that is probably meant to be a form', () => {
  test.each([
    [{ headers: form, body: '{"To": "{{trigger.phone}}", "n": {{trigger.n}}}' }, isJson],
    [{ body: 'To={{trigger.phone}}&Body=Hi' }, looksLikeForm],
    [{ body: 'grant_type=client_credentials' }, looksLikeForm],
    [{ headers: form, body: 'To=+49170&Body=Hi' }, notEncoded],
    [{ headers: form, body: 'Body=Hello {{trigger.name}}' }, notEncoded],
    [{ headers: form, body: 'Body={{trigger.name}} & co' }, notEncoded],
    [{ headers: form, body: 'Body=R%26D&Note=100%' }, notEncoded],
    [{ headers: form, body: 'Body=Köln' }, notEncoded],
  ])('is warned of: %j', (call, warning) => {
    expect(warn(call)).toEqual([warning]);
  });

  test.each([
    { headers: form, body: 'To=%2B49170&Body=Hi+{{trigger.name | default: "a b & +c"}}&data[a]=b' },
    { headers: form, body: '{{trigger}}' },
    { headers: form, body: 'a=1&b=&c' },
    { headers: form, body: 'a=1&\nb={{trigger.b}}\n' },
    { headers: form, body: '{"To": "+49170"}', bodyType: 'form' },
    { body: '{"a": "b=c"}' },
    { url: 'smtps://mail.gmx.net', body: 'To=you&Body=Hi' },
    { body: '{{trigger}}' },
    { body: '"a=b"' },
    { body: '' },
    { headers: { 'Content-Type': 'text/plain' }, body: 'a=b c' },
  ])('is not warned of: %j', (call) => {
    expect(warn(call)).toEqual([]);
  });
});

test.each(['a', '&', '%41', '{{a}}', '=+1'])('a long body of %j takes no longer than others', (part) => {
  const body = `a=${part.repeat(Math.floor((1024 * 1024 - 2) / part.length))}`;
  expect(measureProcessorMs(() => warn({ headers: form, body }))).toBeLessThan(onceOverMs);
  expect(measureProcessorMs(() => warn({ body }))).toBeLessThan(onceOverMs);
});

// A string that never ends: each quotation mark in it could begin another one.
test.each(['', '\\', '\\\n'])('nor does JSON that is broken within a string, at %j', (end) => {
  const body = `{"a": "${'\\"'.repeat(100 * 1024)}${end}`;
  expect(measureProcessorMs(() => warn({ body }))).toBeLessThan(onceOverMs);
});
