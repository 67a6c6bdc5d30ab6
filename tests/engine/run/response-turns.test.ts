// A response of a megabyte is read in parts, so that nobody else waits for all of it.
import { expect, test } from 'vitest';
import { finish, type InTurns } from '~/engine/json/json-parts';
import { stringifyJson } from '~/engine/json/json';
import { Condition } from '~/engine/definition/conditional-step';
import { describeOutcome } from '~/engine/run/outcome';
import { createResponseCheck } from '~/engine/run/response-check';
import { answer, run } from './recorded-events';
import { makeChain, makeHandling } from './run-steps';

const large = answer(`{"n":[${'1.0,'.repeat(100_000)}7],"ok":true}`);

const about = {
  ruling: null,
  maskSecrets: (text: string) => text,
  logAllowance: { left: 1_000_000 },
};

test('its variables are read in parts, with the digits of its numbers', () => {
  const mapping = { saveAs: 'whole', extractFields: [{ jsonPath: '$.n', saveAs: 'numbers' }] };
  const work = describeOutcome(large, { ...about, mapping });
  let parts = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) parts += 1;
  // Half of them parse, half measure what was found: neither alone has so many.
  expect(parts).toBeGreaterThan(80);
  const [whole, numbers] = step.value.saved;
  expect(stringifyJson(whole?.[1])).toBe(large.kind === 'response' && large.body);
  expect(numbers?.[1]).toHaveLength(100_001);
});

test('its XML is read in parts', () => {
  const body = `<a>${'<b c="1"/>'.repeat(20_000)}</a>`;
  const mapping = { saveAs: '', extractFields: [{ jsonPath: '$.a.b[19999]["@c"]', saveAs: 'last' }] };
  const work = describeOutcome(answer(body, { headers: [['content-type', 'text/xml']] }), {
    ...about,
    mapping,
  });
  let parts = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) parts += 1;
  expect(parts).toBeGreaterThan(40);
  expect(step.value.saved).toEqual([['last', '1']]);
});

test('a body that is not JSON, or is too deep to be kept, is text', () => {
  for (const body of ['[1', `${'['.repeat(151)}${']'.repeat(151)}`, `[${'1,'.repeat(50_000)}`]) {
    const { saved } = finish(
      describeOutcome(answer(body), { ...about, mapping: { saveAs: 'whole', extractFields: [] } }),
    );
    expect(saved).toEqual([['whole', body]]);
  }
});

/** Does each piece of work in one go, and keeps the largest number of parts that one had, and how many had several. */
function countParts() {
  const most = { parts: 0, works: 0 };
  const inTurns: InTurns = async (work) => {
    let parts = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) parts += 1;
    most.parts = Math.max(most.parts, parts);
    if (parts > 1) most.works += 1;
    return step.value;
  };
  return { most, inTurns };
}

test('the conditions of a rule have it read in parts', async () => {
  const { most, inTurns } = countParts();
  const condition = Condition.parse({ field: 'response.body.ok', operator: 'equals', value: 'true' });
  expect(await createResponseCheck(large, { inTurns }).holds([condition])).toBe(true);
  expect(most.parts).toBeGreaterThan(40);
});

test('a page of a list is read in parts', async () => {
  const { most, inTurns } = countParts();
  const items = `[${'{"price":1.10},'.repeat(9_999)}1]`;
  const next = { by: 'page', param: 'page', start: 1 };
  const repeat = { kind: 'pages', items: '$', saveAs: 'orders', next, maxPages: 1 };
  const told = await run(makeChain([{ repeat }]), { answers: [answer(items)], inTurns });
  expect(told.story.at(-1)).toBe('ended completed');
  expect(most.parts).toBeGreaterThan(15);
  // The items are measured where they are read, and not once more where they are added.
  expect(most.works).toBe(1);
});

test('a notice is built in parts', async () => {
  const { most, inTurns } = countParts();
  const body = `[${'1.10,'.repeat(40_000)}2]`;
  const rule = { statusCodes: [200], action: 'webhook', webhookURL: 'https://ops.example/' };
  const chain = makeChain([{}], { handlings: [makeHandling('c1', [rule])] });
  const { sent } = await run(chain, { answers: [answer(body), answer('')], inTurns });
  expect(sent[1]?.body).toContain(`"responseBody":${body}`);
  expect(most.parts).toBeGreaterThan(40);
});

test('what filters are about to read is searched for secrets in parts', async () => {
  const { most, inTurns } = countParts();
  const call = { method: 'POST', body: '"{{trigger | size}}"' };
  const triggerData = Array.from({ length: 5_000 }, (_, id) => ({ id, name: `item ${id}` }));
  const { sent } = await run(makeChain([call]), { triggerData, answers: [answer('')], inTurns });
  expect(sent[0]?.body).toBe('"5000"');
  expect(most.parts).toBeGreaterThan(4);
});
