import { expect, it } from 'vitest';
import { viewLoop } from '~/routes/integration.$integrationId.logs/log-view/loops-view';
import type { LoopLog } from '~/services/executions/log-schema';

const log: LoopLog = {
  step: 1,
  id: 'l1',
  itemName: 'order',
  status: 'success',
  error: null,
  count: 120,
  of: 120,
  ok: 118,
  failed: 2,
  duration: 41_000,
  items: [{ index: 1_000, status: 'error', error: 'Ship: HTTP 500' }],
  page: { from: 1, failedOnly: false, previous: null, next: 21 },
};

it.each<[Partial<LoopLog>, string]>([
  [{}, '120 items · 118 ok · 2 failed · 41.00 s'],
  [{ ok: 120, failed: 0 }, '120 items · 120 ok · 41.00 s'],
  [{ count: 1, of: 1, ok: 1, failed: 0, duration: 5 }, '1 item · 1 ok · 5 ms'],
  [{ of: 1_500, count: 1_000, ok: 1_000, failed: 0 }, 'the first 1,000 of 1,500 items · 1,000 ok · 41.00 s'],
  [{ count: 0, of: 0, ok: 0, failed: 0, duration: 0 }, '0 items · 0 ms'],
  [
    { count: 0, of: 0, ok: 0, failed: 0, remembered: 42 },
    '42 items remembered, none run: this is the first run.',
  ],
  [{ status: 'running', ok: 50, failed: 1, duration: null }, '51 of 120 items · 50 ok · 1 failed'],
])('says in a line how a loop went: %j', (changed, summary) => {
  expect(viewLoop({ ...log, ...changed }).summary).toBe(summary);
});

it('names the loop and its items after the item', () => {
  expect(viewLoop(log)).toMatchObject({
    title: 'For each order',
    items: [{ index: 1_000, name: 'order 1,000', status: 'error', error: 'Ship: HTTP 500' }],
    page: log.page,
  });
});

it.each<[Partial<LoopLog>, string]>([
  [{ status: 'running', count: 3 }, 'No items have started.'],
  [{ count: 0, of: 0, seen: 5 }, 'No items were new.'],
  [{ count: 0, of: 0, remembered: 42 }, 'Later runs take the items that are new by then.'],
  [{ count: 0, of: 0 }, 'The list was empty.'],
  [{ page: { ...log.page, failedOnly: true } }, 'No items failed.'],
])('says why there are no items: %j', (changed, words) => {
  expect(viewLoop({ ...log, ...changed }).noItems).toBe(words);
});
