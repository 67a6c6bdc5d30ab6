import { describe, expect, test } from 'vitest';
import type { RecordedEvent, RunEvent } from '~/engine/events/event';
import { Definition } from '~/engine/integration';
import { answer, run } from '../run/recorded-events';
import { makeChain } from '../run/run-steps';

const base = {
  id: 'l1',
  order: 0.5,
  throughCallId: 'c1',
  items: 'trigger',
  itemName: 'order',
  onlyNew: { key: '{{ order.id }}' },
};

function chainOf(loop: object = {}): Definition {
  return Definition.parse({
    ...makeChain([{ url: 'https://c1.example/{{order.id}}' }]),
    loopSteps: [{ ...base, ...loop }],
  });
}

const ordersOf = (...ids: unknown[]) => ids.map((id) => ({ id }));
const ok = () => answer('');
const bad = answer('', { status: 500 });
const seenKeysOf = (events: RunEvent[]) =>
  events.flatMap((event) => (event.kind === 'item-ended' ? [event.seenKey] : []));

describe('a for each of new items only', () => {
  test('leaves out those that were seen, and those that the list has twice', async () => {
    const triggerData = ordersOf('a', 'b', 'b', 3);
    const told = await run(chainOf(), { triggerData, seen: ['a'], answers: [ok(), ok()] });
    expect(told.sent.map(({ url }) => url)).toEqual(['https://c1.example/b', 'https://c1.example/3']);
    expect(told.story).toContain('each order: 2 of 2');
    expect(told.events.find(({ kind }) => kind === 'loop-begun')).toMatchObject({
      fresh: { known: 2, newKeys: ['b', '3'] },
    });
    expect(told.events.find(({ kind }) => kind === 'loop-ended')).toMatchObject({ known: 2, count: 2 });
    expect(seenKeysOf(told.events)).toEqual(['b', '3']);
  });

  test('does not take one that failed for seen', async () => {
    const loop = { onError: 'continue' };
    const told = await run(chainOf(loop), { triggerData: ordersOf('a', 'b'), answers: [bad, ok()] });
    expect(seenKeysOf(told.events)).toEqual([undefined, 'b']);
  });

  test('runs one without a key each time', async () => {
    const triggerData = [{ id: null }, { name: 'none' }, { id: '' }, { id: 'k'.repeat(1_001) }];
    const told = await run(Definition.parse({ ...makeChain([{}]), loopSteps: [base] }), {
      triggerData,
      answers: triggerData.map(ok),
    });
    expect(told.sent).toHaveLength(4);
    expect(seenKeysOf(told.events)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('counts its items without those that were seen: the first of the rest are run', async () => {
    const triggerData = ordersOf(1, 2, 3, 4);
    const loop = { maxItems: 2, onTooMany: 'first' };
    const told = await run(chainOf(loop), { triggerData, seen: ['1'], answers: [ok(), ok()] });
    expect(told.sent.map(({ url }) => url.at(-1))).toEqual(['2', '3']);
    expect(seenKeysOf(told.events)).toEqual(['2', '3']);
    expect(told.events.at(-1)).toMatchObject({
      note: 'For each order: The first 2 of 3 items were run; the next run goes on with the other 1.',
    });
  });

  test('ends the run in error at a list that is too long to be compared', async () => {
    const triggerData = Array.from({ length: 10_001 }, (_, id) => ({ id }));
    const told = await run(chainOf({ onTooMany: 'first' }), { triggerData });
    expect(told.sent).toEqual([]);
    expect(told.story.at(-1)).toBe(
      'ended error: For each: {{trigger}} has 10,001 items, and at most 10,000 can be compared with those that were seen.',
    );
  });

  test('a first run that begins from now on runs nothing, and remembers what has a key', async () => {
    const toRemember: string[] = [];
    const onlyNew = { ...base.onlyNew, firstRun: 'remember' };
    const triggerData = ordersOf('a', 'b', 'b', null);
    const told = await run(chainOf({ onlyNew, maxItems: 2 }), { triggerData, isFirstRun: true, toRemember });
    expect(told.sent).toEqual([]);
    expect(toRemember).toEqual(['a', 'b']);
    expect(told.events.find(({ kind }) => kind === 'loop-begun')).toMatchObject({
      items: [],
      fresh: { known: 0, newKeys: [], remembered: 3 },
    });
    expect(told.events.at(-1)).toMatchObject({
      status: 'completed',
      note: 'For each order: 3 items remembered, none run: this is the first run. 1 without a key is run each time from now on.',
    });
  });

  test('a first run that was interrupted says the same when it is resumed', async () => {
    const onlyNew = { ...base.onlyNew, firstRun: 'remember' };
    const counts = { of: 0, known: 0, remembered: 1 };
    const begun: RecordedEvent = { kind: 'loop-begun', step: 0, items: [], at: 0, ...counts };
    const told = await run(chainOf({ onlyNew }), { triggerData: ordersOf('a'), past: [begun] });
    expect(told.sent).toEqual([]);
    expect(told.events.at(-1)).toMatchObject({
      note: 'For each order: 1 item remembered, none run: this is the first run.',
    });
  });

  test('a later run of it, and the first run of any other, run what is there', async () => {
    const toRemember: string[] = [];
    const triggerData = ordersOf('a');
    const onlyNew = { ...base.onlyNew, firstRun: 'remember' };
    const later = await run(chainOf({ onlyNew }), { triggerData, answers: [ok()], toRemember });
    const first = await run(chainOf(), { triggerData, answers: [ok()], isFirstRun: true, toRemember });
    expect([later.sent.length, first.sent.length, toRemember.length]).toEqual([1, 1, 0]);
  });

  test.each([undefined, null, 'run'])(
    'a first run that runs everything is stored as before: %j',
    (firstRun) => {
      const stored = chainOf({ onlyNew: { ...base.onlyNew, firstRun } });
      expect(JSON.stringify(stored)).toBe(JSON.stringify(chainOf()));
      expect(
        Definition.safeParse({ ...stored, loopSteps: [{ ...base, onlyNew: { key: 'a', firstRun: 'no' } }] })
          .success,
      ).toBe(false);
    },
  );

  test('a for each of all items is stored as before', () => {
    expect(JSON.stringify(chainOf({ onlyNew: undefined }))).not.toContain('onlyNew');
    expect(JSON.stringify(chainOf({ onlyNew: null }))).not.toContain('onlyNew');
  });
});
