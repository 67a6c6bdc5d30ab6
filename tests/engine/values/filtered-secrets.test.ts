// Secrets in placeholders with filters: which they may pass through, and what the log says of what comes out.
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { finish } from '~/engine/json/json-parts';
import { listFilteredMasked } from '~/engine/values/filtered-secrets';
import type { OrganizationValue } from '~/engine/values/value';
import { answer, run } from '../run/recorded-events';
import { makeChain } from '../run/run-steps';

const key = 'correct horse/7';
const secret: OrganizationValue = { name: 'key', value: key, isSecret: true, allowedHosts: ['c1.example'] };
const plain: OrganizationValue = { name: 'word', value: 'word', isSecret: false, allowedHosts: [] };

async function send(call: object, triggerData: Record<string, unknown> = { name: 'ann' }) {
  const chain = makeChain([{ name: 'First', method: 'POST', ...call }]);
  const told = await run(chain, {
    values: [secret, plain],
    triggerData,
    answers: [answer('ok')],
  });
  return { ...told, log: writeLogged(told.events) };
}

/** Writes events as the log has them: what a run learns to hide is kept sealed. */
function writeLogged(events: readonly object[]): string {
  return JSON.stringify(events, (field, value: unknown) => (field === 'secrets' ? undefined : value));
}

describe('a secret of the organization', () => {
  it('may be encoded and may sign, which the log does not show', async () => {
    const { sent, log } = await send({
      headers: { 'X-Pair': "{{trigger.name | append: ':' | append: org.key | base64_encode}}" },
      body: '{"sign": "{{trigger | json | hmac_sha256: org.key}}", "loud": "{{org.key | upcase}}"}',
    });
    const pair = Buffer.from(`ann:${key}`).toString('base64');
    const sign = createHmac('sha256', key).update('{"name":"ann"}').digest('hex');
    expect(sent[0]?.headers).toContainEqual(['X-Pair', pair]);
    expect(sent[0]?.body).toBe(`{"sign": "${sign}", "loud": "${key.toUpperCase()}"}`);
    for (const hidden of [pair, sign, key.toUpperCase(), key]) expect(log).not.toContain(hidden);
  });

  it.each([
    ['org.key | slice: 0, 1', 'slice'],
    ['org.key | base64_encode | slice: 0, 1', 'slice'],
    ['org.key | size', 'size'],
    ["org.key | is: 'starts_with', 'c'", 'is'],
    ['trigger.name | replace: org.key, 1', 'replace'],
    ["trigger.name | is: 'contains', org.key", 'is'],
    ['trigger.name | append: org.key | size', 'size'],
    ["trigger.name | hmac_sha256: 'x', org.key", 'hmac_sha256'],
    ['org.word | prepend: org.key | first', 'first'],
  ])('is not told by {{%s}}', async (expression, filter) => {
    for (const call of [{ body: `"{{${expression}}}"` }, { headers: { 'X-A': `{{${expression}}}` } }]) {
      const { sent, story } = await send(call);
      expect(sent).toEqual([]);
      expect(story[0]).toBe(
        `refused 0: Nothing was sent: {{org.key}} is a secret, which may not pass through the filter ${filter}.`,
      );
    }
  });

  it('stays out of host and path as an argument, too', async () => {
    const { story } = await send({ url: 'https://c1.example/{{trigger.name | append: org.key}}' });
    expect(story[0]).toContain('{{org.key}} is a secret, which may stand in headers, body and query');
  });
});

it('is not sent at all when what comes of it takes too long to find, since it could not be masked', async () => {
  const { sent, story, log } = await send(
    {
      headers: {
        'X-A': '{{org.key | append: trigger.long | sha256}}',
        'X-B': '{{org.key | append: trigger.long | sha256}}',
      },
      body: '{{org.key | base64_encode}}',
    },
    { long: 'x'.repeat(300_000) },
  );
  expect(sent).toEqual([]);
  expect(story[0]).toBe(
    'refused 0: Nothing was sent: the filters of secrets have too much to do in one call.',
  );
  expect(log).not.toContain(Buffer.from(key).toString('base64'));
});

it('what a secret header adds to its value is as secret as the header', async () => {
  const { log } = await send(
    {
      headers: { 'X-Api-Key': "{{trigger.user | append: ':' | append: trigger.password | base64_encode}}" },
      body: '{{trigger.password}}',
    },
    { user: 'annabel', password: 'open sesame' },
  );
  expect(log).not.toContain('open sesame');
});

it.each([
  ["{{'svc:Pa55word' | base64_encode}}", 'svc:Pa55word'],
  ['{{48151623 | base64_encode}}', '48151623'],
  ['{{12345678901234567890 | base64_encode}}', '12345678901234567890'],
])('what is written in a secret header, %s, is as secret as the header', async (written, secretText) => {
  const { log } = await send({ headers: { Authorization: `Basic ${written}` }, body: `"${secretText}"` });
  expect(log).not.toContain(secretText);
});

it('the scheme before a variable of a secret header is not secret', async () => {
  const { log } = await send(
    { headers: { Authorization: "{{'Bearer ' | append: trigger.key}}" }, body: '"Bearer"' },
    { key: 'open sesame' },
  );
  expect(log).toContain('Bearer');
});

it('what a secret header signs is not secret, what it signs with is', async () => {
  const { log } = await send(
    {
      headers: { 'X-Signature': '{{trigger | json | hmac_sha256: trigger.key}}' },
      body: '{"status": "{{trigger.status}}", "echo": "{{trigger.key}}"}',
    },
    { status: 'shipped', key: 'open sesame' },
  );
  expect(log).toContain('shipped');
  expect(log).not.toContain('open sesame');
});

it('what a secret header is made of is as secret as the header', async () => {
  const { log } = await send({
    headers: { 'X-Api-Key': '{{trigger.name | prepend: trigger.name | upcase}}' },
    body: 'ann',
  });
  expect(log).not.toContain('ANNANN');
});

it('the filters of all texts of a call share what they may do', async () => {
  const headers = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`X-${index}`, '{{trigger.long | md5}}']),
  );
  const { sent, story } = await send({ headers }, { long: 'x'.repeat(100_000) });
  expect(sent).toEqual([]);
  expect(story[0]).toBe(
    'refused 0: {{trigger.long | md5}} in the header X-4 cannot be filled in: md5 has too much to do at once.',
  );
});

describe('what filters make of a value in which something is secret', () => {
  const token = 'tok-5e3cret';
  const items = [
    { name: 'Analytical engine', token },
    { name: 'Difference engine', token: '' },
  ];
  const findMade = (template: string, variables: Record<string, unknown>) =>
    listFilteredMasked([`{{${template}}}`], new Map(Object.entries(variables)), (text) =>
      text.replaceAll(token, '••••').replaceAll('{"whole":"secret"}', '••••'),
    );
  const listMade = (template: string, variables: Record<string, unknown> = { items }) =>
    finish(findMade(template, variables));

  it.each([
    "items | map: 'name' | join: ', '",
    "items | map: 'name' | last | upcase",
    "items | where: 'name', 'Difference engine' | json",
  ])('is no secret where it has nothing of the secret: %s', (template) => {
    expect(listMade(template)).toEqual([]);
  });

  it.each([
    ["items | map: 'token' | first | base64_encode", btoa(token)],
    ['items | json | base64_encode', btoa(JSON.stringify(items))],
    ['name | append: items.0.token | base64_encode', btoa(`engine${token}`)],
    ['whole | json | upcase', '{"WHOLE":"SECRET"}'],
  ])('is as secret as the value where it is made of the secret: %s', (template, made) => {
    expect(listMade(template, { items, name: 'engine', whole: { whole: 'secret' } })).toEqual([made]);
  });

  it.each([
    ['filling in, masking the result, and filling in once more with the secret masked', token, 2],
    ['writing an object as JSON, and searching its strings that JSON escapes', { name: 'ann' }, 1],
    ['each part of a long list that is written', Array.from({ length: 9_000 }, (_, index) => index), 5],
  ])('lets other work run between %s', (_, value, yields) => {
    expect([...findMade('value | json | base64_encode', { value })]).toHaveLength(yields);
  });
});
