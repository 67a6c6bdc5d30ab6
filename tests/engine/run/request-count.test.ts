import { expect, describe, test } from 'vitest';
import type { RecordedEvent, RunEvent } from '~/engine/events/event';
import { Definition } from '~/engine/integration';
import { answer, run } from './recorded-events';
import { makeChain, makeHandling } from './run-steps';

const bad = answer('', { status: 500, statusText: 'Oops' });
const kept = new Set(['call-started', 'call-finished', 'loop-begun']);
const isPast = (event: RunEvent): event is RunEvent & RecordedEvent => kept.has(event.kind);

/** So many calls for each order. */
function chainWith(handlings: object[], calls: number, loop: object = {}): Definition {
  const chain = makeChain(
    Array.from({ length: calls }, () => ({ method: 'POST' })),
    { handlings },
  );
  const each = { id: 'l1', order: 0.5, items: 'trigger.orders', itemName: 'order' };
  return Definition.parse({ ...chain, loopSteps: [{ ...each, throughCallId: `c${calls}`, ...loop }] });
}

describe('of the 5,000 requests that an execution may send', () => {
  const words = 'An execution can send at most 5,000 requests, and this one has reached that.';
  const orders = Array.from({ length: 1_000 }, (_, id) => ({ id }));

  test.each([1, 10])('tries of a call are some of them, %i items at once', async (atOnce) => {
    const retryConfig = { maxRetries: 3, retryDelay: 100 };
    const rule = { statusCodes: ['5xx'], action: 'retry', retryConfig };
    const handlings = [1, 2].map((n) => makeHandling(`c${n}`, [rule], { defaultAction: 'continue' }));
    const answers = Array.from({ length: 8_001 }, () => bad);
    const told = await run(chainWith(handlings, 2, { atOnce }), { triggerData: { orders }, answers });
    expect(told.sent).toHaveLength(5_000);
    expect(told.story.at(-1)).toMatch(
      new RegExp(`^ended error: Item 62\\d of 1,000: API Call \\d: ${words}$`),
    );
    expect(told.events.filter(({ kind }) => kind === 'call-finished')).toHaveLength(5_000);
  });

  test('what rules post are some of them', async () => {
    const rule = { statusCodes: ['2xx'], action: 'webhook', webhookURL: 'https://notice.example/' };
    const handlings = [1, 2, 3].map((n) => makeHandling(`c${n}`, [rule]));
    const answers = Array.from({ length: 6_001 }, () => answer({}));
    const told = await run(chainWith(handlings, 3), { triggerData: { orders }, answers });
    expect(told.sent).toHaveLength(5_000);
    expect(told.story.at(-1)).toBe(`ended error: Item 834 of 1,000: API Call 2: ${words}`);
  });

  test('a try that waits has one of them already', async () => {
    const retryConfig = { maxRetries: 3, retryDelay: 100 };
    const rule = { statusCodes: ['5xx'], action: 'retry', retryConfig };
    const definition = chainWith([makeHandling('c1', [rule])], 1, { atOnce: 10 });
    const about = { triggerData: { orders: orders.slice(0, 10) }, requestsBefore: 4_985 };
    const told = await run(definition, { ...about, answers: Array.from({ length: 40 }, () => bad) });
    expect(told.sent).toHaveLength(15);
  });

  test('a call that was begun is brought to its end when it is taken up at the bound', async () => {
    const rule = { statusCodes: ['5xx'], action: 'retry', retryConfig: { maxRetries: 1, retryDelay: 100 } };
    const definition = chainWith([makeHandling('c1', [rule])], 1);
    const triggerData = { orders: orders.slice(0, 2) };
    const whole = await run(definition, { triggerData, answers: [bad, bad, bad, bad] });
    // The loop, an intent, and an answer that is to be tried again.
    const past = whole.events.filter(isPast).slice(0, 3);
    const again = await run(definition, { triggerData, past, requestsBefore: 5_000, answers: [answer({})] });
    expect(again.sent.map(({ headers }) => headers.find(([name]) => name === 'Idempotency-Key'))).toEqual([
      ['Idempotency-Key', 'run.c1.i1.2'],
    ]);
    expect(again.story.at(-1)).toBe(`ended error: Item 2 of 2: API Call 1: ${words}`);
  });

  test('the items that are left have failed when the others go on after an error', async () => {
    const about = { triggerData: { orders: orders.slice(0, 10) }, requestsBefore: 4_995 };
    const answers = Array.from({ length: 10 }, () => answer({}));
    const told = await run(chainWith([], 1, { onError: 'continue', atOnce: 3 }), { ...about, answers });
    expect(told.sent).toHaveLength(5);
    expect(told.story.filter((line) => line.includes(words))).toHaveLength(5);
    expect(told.events.at(-1)).toMatchObject({ note: 'For each order: 5 of 10; 5 failed.' });
  });
});
