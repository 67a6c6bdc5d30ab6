import { describe, expect, test } from 'vitest';
import type { RecordedEvent, RunEvent } from '~/engine/events/event';
import { Definition } from '~/engine/integration';
import { answer, run } from './recorded-events';
import { makeChain, makeCheck, makeHandling } from './run-steps';

const base = { id: 'l1', order: 0.5, throughCallId: 'c1', items: 'trigger.orders', itemName: 'order' };
const send = {
  method: 'POST',
  url: 'https://c1.example/{{order.id}}',
  body: '{"at": {{loop.index}}, "of": {{loop.count}}}',
  responseMapping: { extractFields: [{ jsonPath: '.n', saveAs: 'n' }] },
};

function chainOf(
  loop: object = {},
  last: object = {},
  steps: Parameters<typeof makeChain>[1] = {},
): Definition {
  const chain = makeChain([send, { method: 'POST', body: '"end"', ...last }], steps);
  return Definition.parse({ ...chain, loopSteps: [{ ...base, ...loop }] });
}

const ordersOf = (...ids: unknown[]) => ({ orders: ids.map((id) => ({ id })) });
const bad = answer('', { status: 500, statusText: 'Oops' });
const keysOf = ({ sent }: Awaited<ReturnType<typeof run>>) =>
  sent.map(({ headers }) => headers.find(([name]) => name === 'Idempotency-Key')?.[1]);
const kept = new Set(['call-started', 'call-finished', 'loop-begun', 'item-ended', 'loop-ended']);
const isOfThird = (event: RunEvent) => 'loop' in event && event.loop?.index === 3;
const isPast = (event: RunEvent): event is RunEvent & RecordedEvent => kept.has(event.kind);

describe('for each item of a list', () => {
  test('the part is run once, under a key of its own', async () => {
    const answers = [answer({ n: 1 }), answer({ n: 2 }), answer('')];
    const told = await run(chainOf(), { triggerData: ordersOf('a', 'b'), answers });
    expect(told.sent.map(({ url }) => url)).toEqual([
      'https://c1.example/a',
      'https://c1.example/b',
      'https://c2.example/',
    ]);
    expect(told.sent.map(({ body }) => body).slice(0, 2)).toEqual([
      '{"at": 1, "of": 2}',
      '{"at": 2, "of": 2}',
    ]);
    expect(keysOf(told)).toEqual(['run.c1.i1.1', 'run.c1.i2.1', 'run.c2.1']);
    expect(told.story.at(-1)).toBe('ended completed');
  });

  test('what an item saves is seen by it alone, and what is collected is a list behind', async () => {
    const loop = { collect: [{ from: 'n', saveAs: 'numbers' }] };
    const chain = chainOf(loop, { body: '{"numbers": {{numbers}}, "n": "{{n}}"}' });
    const told = await run(chain, {
      triggerData: ordersOf('a', 'b'),
      answers: [answer({ n: 1 }), answer({ n: 2 })],
    });
    expect(told.sent).toHaveLength(2);
    const seen = chainOf(loop, { body: '{"numbers": {{numbers}}}' });
    const answers = [answer({ n: 1 }), answer({ n: 2 }), answer('')];
    const whole = await run(seen, { triggerData: ordersOf('a', 'b'), answers });
    expect(whole.sent.at(-1)?.body).toBe('{"numbers": [1,2]}');
  });

  test('a list of lists gives lists, and a path into one a list', async () => {
    const pairs = [
      [1, 2],
      [3, 4],
    ];
    const call = { method: 'POST', url: 'https://c1.example/{{order[0]}}/{{order[1]}}', responseMapping: {} };
    const chain = makeChain([call]);
    const loops = (items: string) => Definition.parse({ ...chain, loopSteps: [{ ...base, items }] });
    const told = await run(loops('trigger'), { triggerData: pairs, answers: [answer(''), answer('')] });
    expect(told.sent.map(({ url }) => url)).toEqual(['https://c1.example/1/2', 'https://c1.example/3/4']);
    const one = await run(loops('trigger[1]'), {
      triggerData: [[], pairs],
      answers: [answer(''), answer('')],
    });
    expect(one.sent).toHaveLength(2);
  });

  test('of 1,383 items 1,000 at most are run, and it is said so', async () => {
    const triggerData = { orders: Array.from({ length: 1_383 }, (_, id) => ({ id })) };
    const refused = await run(chainOf(), { triggerData });
    const words =
      'For each: {{trigger.orders}} has 1,383 items, and at most 1,000 are run, so none was. ' +
      'To run it in parts, as lists of 100 items, write trigger.orders | chunk: 100.';
    expect(refused.story.at(-1)).toBe(`ended error: ${words}`);
    const far = await run(chainOf(), { triggerData: { orders: Array.from({ length: 10_001 }, () => 1) } });
    expect(far.story.at(-1)).toMatch(/has 10,001 items, .* so none was\. It has to come in several runs\.$/);
    const answers = Array.from({ length: 1_001 }, () => answer({ n: 1 }));
    const told = await run(chainOf({ onTooMany: 'first' }), { triggerData, answers });
    expect(told.sent).toHaveLength(1_001);
    expect(told.events.at(-1)).toMatchObject({
      note: 'For each order: The first 1,000 of 1,383 items were run; 383 were left out.',
    });
    for (const maxItems of [0, 1_001, 1.5]) {
      expect(problemsOf([{ ...base, maxItems }])).toEqual([
        'loopSteps.0.maxItems: Write a whole number from 1 to 1,000',
      ]);
    }
    expect(problemsOf([{ ...base, atOnce: 11 }])).toEqual([
      'loopSteps.0.atOnce: Write a whole number from 1 to 10',
    ]);
  });

  test('a check that skips the next call in front of it skips all of it', async () => {
    const check = makeCheck(0, { field: 'trigger.go', operator: 'exists' });
    const chain = makeChain([send, { method: 'POST' }, { method: 'POST' }], { checks: [check] });
    const definition = Definition.parse({ ...chain, loopSteps: [{ ...base, throughCallId: 'c2' }] });
    const told = await run(definition, { triggerData: ordersOf('a', 'b'), answers: [answer('')] });
    expect(told.sent.map(({ url }) => url)).toEqual(['https://c3.example/']);
    expect(told.events.filter(({ kind }) => kind === 'call-skipped')).toHaveLength(2);
  });

  test('what is too large to be collected ends the run in words', async () => {
    const loop = { collect: [{ from: 'n', saveAs: 'all' }] };
    const large = answer({ n: 'x'.repeat(1_500_000) });
    const told = await run(chainOf(loop), { triggerData: ordersOf('a', 'b'), answers: [large, large] });
    expect(told.story.at(-1)).toBe(
      'ended error: {{all}} is too large to be kept: a list of at most 2 MiB is.',
    );
  });

  test('once what is collected is too large, no further item begins, nor when the run is taken up again', async () => {
    const loop = { collect: [{ from: 'n', saveAs: 'all' }], onError: 'continue', atOnce: 2 };
    const large = answer({ n: 'x'.repeat(1_500_000) });
    const triggerData = ordersOf('a', 'b', 'c', 'd', 'e');
    const told = await run(chainOf(loop), { triggerData, answers: [large, large, large] });
    expect(told.sent.map(({ url }) => url)).toEqual(
      [1, 2, 3].map((at) => `https://c1.example/${'abc'[at - 1]}`),
    );
    const words = '{{all}} is too large to be kept: a list of at most 2 MiB is. Only 3 of 5 items were run.';
    expect(told.story.at(-1)).toBe(`ended error: ${words}`);
    const past = told.events.filter(isPast).filter((event) => event.kind !== 'loop-ended');
    for (const [known, left] of [
      [past, []],
      [past.filter((event) => !isOfThird(event) || event.kind === 'call-started'), [large]],
    ] as const) {
      const resumed = await run(chainOf(loop), { triggerData, past: [...known], answers: [...left] });
      expect(resumed.sent).toHaveLength(left.length);
      expect(resumed.story.at(-1)).toBe(`ended error: ${words}`);
    }
  });

  test('an empty list is run past', async () => {
    const told = await run(chainOf(), { triggerData: { orders: [] }, answers: [answer('')] });
    expect(told.sent.map(({ url }) => url)).toEqual(['https://c2.example/']);
  });

  test.each([
    [
      { orders: { id: 1 } },
      {},
      'For each: {{trigger.orders}} is no list but object. To run it as the only item, write trigger.orders | list.',
    ],
    [{}, {}, 'For each: {{trigger.orders}} is no list but null.'],
    [
      ordersOf(1, 2, 3),
      { maxItems: 2 },
      'For each: {{trigger.orders}} has 3 items, and at most 2 are run, so none was. Raise Maximum items.',
    ],
  ])('%j with %j is refused in words', async (triggerData, loop, message) => {
    const told = await run(chainOf(loop), { triggerData });
    expect(told.story).toEqual([
      expect.stringMatching(/^each order: 0 of/),
      'each error: 0 + 0 of 0',
      `ended error: ${message}`,
    ]);
  });

  test('a filter that refuses the list says why', async () => {
    const chain = chainOf({ items: 'trigger.sheet | parse_csv' });
    const told = await run(chain, { triggerData: { sheet: 'id,name\n1,Ada\n2,Ben,3' } });
    expect(told.story.at(-1)).toBe(
      'ended error: For each: {{trigger.sheet | parse_csv}} is no list: parse_csv needs CSV: line 3 has more values than there are names.',
    );
    const shorter = await run(chain, { triggerData: {} });
    expect(shorter.story.at(-1)).toBe(
      'ended error: For each: {{trigger.sheet | parse_csv}} is no list but null.',
    );
  });

  test('the first of a longer list are run, if that is wanted', async () => {
    const chain = chainOf({ maxItems: 1, onTooMany: 'first' });
    const told = await run(chain, {
      triggerData: ordersOf('a', 'b'),
      answers: [answer({ n: 1 }), answer('')],
    });
    expect(told.sent).toHaveLength(2);
    expect(told.events.at(-1)).toMatchObject({
      status: 'completed',
      note: 'For each order: The first 1 of 2 items were run; 1 was left out.',
    });
  });

  test('an item that fails ends the run, and is named', async () => {
    const told = await run(chainOf(), {
      triggerData: ordersOf('a', 'b', 'c'),
      answers: [answer({ n: 1 }), bad],
    });
    expect(told.story.at(-1)).toBe('ended error: Item 2 of 3: API Call 1: HTTP 500: Oops');
  });

  test('an item that fails lets the others go on, if that is wanted; all of them do not', async () => {
    const chain = chainOf(
      { onError: 'continue', collect: [{ from: 'n', saveAs: 'all' }] },
      { body: '{{all}}' },
    );
    const triggerData = ordersOf('a', 'b');
    const told = await run(chain, { triggerData, answers: [bad, answer({ n: 2 }), answer('')] });
    expect(told.sent.at(-1)?.body).toBe('[2]');
    expect(told.events.at(-1)).toMatchObject({
      status: 'completed',
      errorMessage: null,
      note: 'For each order: 1 of 2; 1 failed.',
    });
    const none = await run(chain, { triggerData, answers: [bad, bad] });
    expect(none.story.at(-1)).toBe(
      'ended error: All 2 items failed. Item 1 of 2: API Call 1: HTTP 500: Oops',
    );
  });

  test('wherever a run was interrupted, no answered item is sent again, and one in flight under its key', async () => {
    const triggerData = ordersOf('a', 'b', 'c');
    const answers = [answer({ n: 1 }), answer({ n: 2 }), answer({ n: 3 }), answer('')];
    const chain = chainOf({ collect: [{ from: 'n', saveAs: 'all' }] }, { body: '{{all}}' });
    const whole = await run(chain, { triggerData, answers });
    const past = whole.events.filter(isPast);
    expect(past).toHaveLength(13);
    for (let length = 0; length <= past.length; length += 1) {
      const done = past.slice(0, length).filter(({ kind }) => kind === 'call-finished').length;
      const again = await run(chain, {
        triggerData,
        past: past.slice(0, length),
        answers: answers.slice(done),
      });
      expect(keysOf(again)).toEqual(keysOf(whole).slice(done));
      expect(again.sent.at(-1)?.body).toBe(done === 4 ? undefined : '[1,2,3]');
    }
  });

  test('a check and a rule inside end the item alone', async () => {
    const handling = makeHandling('c1', [{ statusCodes: ['2xx'], action: 'end' }]);
    const check = makeCheck(1, { field: 'n', operator: 'equals', value: 1 }, { otherwise: 'end' });
    const triggerData = ordersOf('a', 'b');
    const loop = { throughCallId: 'c2' };
    const checked = await run(chainOf(loop, {}, { checks: [check] }), {
      triggerData,
      answers: [answer({ n: 0 }), answer({ n: 1 }), answer('')],
    });
    expect(keysOf(checked)).toEqual(['run.c1.i1.1', 'run.c1.i2.1', 'run.c2.i2.1']);
    const ruled = await run(chainOf(loop, {}, { handlings: [handling] }), {
      triggerData,
      answers: [answer({ n: 0 }), answer({ n: 1 })],
    });
    expect(keysOf(ruled)).toEqual(['run.c1.i1.1', 'run.c1.i2.1']);
    expect(ruled.events.find(({ kind }) => kind === 'call-skipped')).toMatchObject({
      errorMessage: expect.stringMatching(/so the item ended\.$/),
    });
  });
});

const problemsOf = (loopSteps: object[], steps: Parameters<typeof makeChain>[1] = {}) => {
  const chain = makeChain([send, {}, {}], steps);
  const parsed = Definition.safeParse({ ...chain, loopSteps });
  return parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
};

const goTo = (targetId: string) => ({ otherwise: 'go_to', otherwiseApiCallId: targetId });

describe('a for each is refused', () => {
  test('when its last call comes before it, or another for each has a call of it', () => {
    expect(problemsOf([{ ...base, order: 1.5 }])).toEqual([
      'loopSteps.0.throughCallId: The last API call of a for each must come behind it',
    ]);
    const second = { ...base, id: 'l2', order: 1.5, throughCallId: 'c3', itemName: 'other' };
    expect(problemsOf([{ ...base, throughCallId: 'c2' }, second])).toEqual([
      'loopSteps.1.throughCallId: An API call can belong to one for each only',
    ]);
    expect(problemsOf([base, second])).toEqual([]);
  });

  test('when a check or a rule leads out of it or into its middle', () => {
    const condition = { field: 'n', operator: 'exists' };
    const loop = { ...base, throughCallId: 'c2' };
    expect(problemsOf([loop], { checks: [makeCheck(1, condition, goTo('c3'))] })).toEqual([
      'conditionalExecutionSteps.0.otherwiseApiCallId: Inside a for each, the run cannot continue with an API call after it',
    ]);
    expect(problemsOf([loop], { checks: [makeCheck(0, condition, goTo('c2'))] })).toEqual([
      'conditionalExecutionSteps.0.otherwiseApiCallId: From outside a for each, the run can only continue with its first API call',
    ]);
    const rule = { statusCodes: ['2xx'], action: 'go_to', goToApiCallId: 'c3' };
    expect(problemsOf([loop], { handlings: [makeHandling('c2', [rule])] })).toEqual([
      'responseHandlingSteps.0.responseHandling.statusCodeActions.0.goToApiCallId: Inside a for each, the run cannot continue with an API call after it',
    ]);
    const past = { checks: [makeCheck(0, condition, goTo('c3'))] };
    expect(problemsOf([loop], past)).toEqual([]);
  });

  test('when a name is taken', () => {
    const message = 'Duplicate variable name';
    expect(problemsOf([{ ...base, itemName: 'n' }])).toEqual([`loopSteps.0.itemName: ${message}`]);
    expect(problemsOf([{ ...base, itemName: 'Loop' }])).toEqual([`loopSteps.0.itemName: ${message}`]);
  });
});
