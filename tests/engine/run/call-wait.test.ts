import { describe, expect, test } from 'vitest';
import { CallWait, describeSeconds, waitBounds } from '~/engine/definition/call-wait';
import type { RecordedEvent, RunEvent } from '~/engine/events/event';
import { makeDefinition } from '../definition/call';
import { answer, run } from './recorded-events';
import { makeChain, makeCheck } from './run-steps';

const hour = { kind: 'duration', seconds: 3600 };
const hourMs = 3_600_000;

/** A clock that reads these times, the last one for ever. */
function clock(...times: number[]) {
  return () => (times.length > 1 ? (times.shift() ?? 0) : (times[0] ?? 0));
}

const begun: RecordedEvent = { kind: 'wait-begun', step: 1, beganAt: 1_000, until: 1_000 + hourMs };

test('a run waits before a call, and goes on when it is over', async () => {
  const definition = makeChain([{}, { wait: hour }]);
  const now = clock(1_000, 1_000, 1_000 + hourMs);
  const { story, events } = await run(definition, { answers: [answer({}), answer({})], now });
  expect(story).toEqual([
    'started 0.1',
    'send https://c1.example/',
    'finished 0.1 success',
    'wait-begun',
    'wait-scheduled',
    'wait-ended',
    'started 2.1',
    'send https://c2.example/',
    'finished 2.1 success',
    'ended completed',
  ]);
  expect(events[3]).toMatchObject({ kind: 'wait-scheduled', step: 1, until: 1_000 + hourMs, why: 'wait' });
});

test('a run that was taken up too early waits on, and begins no second time', async () => {
  const definition = makeChain([{}, { wait: hour }]);
  const past: RecordedEvent[] = [...firstDone, begun];
  const { story } = await run(definition, { past, answers: [answer({})], now: clock(5_000, 1_000 + hourMs) });
  expect(story.slice(0, 3)).toEqual(['wait-scheduled', 'wait-ended', 'started 2.1']);
});

test('a wait that is over is not recorded again', async () => {
  const definition = makeChain([{}, { wait: hour }]);
  const over: RecordedEvent = { kind: 'wait-ended', step: 1, beganAt: 1_000, at: 9_000 };
  const { story } = await run(definition, { past: [...firstDone, over], answers: [answer({})] });
  expect(story[0]).toBe('started 2.1');
});

test('a while that was begun by a clock that was ahead begins anew, and is never shorter than planned', async () => {
  const definition = makeChain([{}, { wait: hour }]);
  const ahead: RecordedEvent = { ...begun, beganAt: 5 * hourMs, until: 6 * hourMs };
  const { story, events } = await run(definition, {
    past: [...firstDone, ahead],
    answers: [answer({})],
    now: clock(0, 0, hourMs),
  });
  expect(story.slice(0, 4)).toEqual(['wait-begun', 'wait-scheduled', 'wait-ended', 'started 2.1']);
  expect(events.slice(0, 3)).toMatchObject([
    { beganAt: 0, until: hourMs },
    { until: hourMs },
    { beganAt: 0, until: hourMs, outcome: 'over' },
  ]);
});

test('the check before the call is made behind the wait', async () => {
  const check = makeCheck(1, { field: 'trigger.go', operator: 'equals', value: 'yes' });
  const definition = makeChain([{}, { wait: hour }, {}], { checks: [check] });
  const told = await run(definition, {
    triggerData: { go: 'no' },
    answers: [answer({}), answer({})],
    now: clock(0, 0, hourMs),
  });
  const kinds = told.events.map(({ kind }) => kind);
  expect(kinds.indexOf('wait-ended')).toBeLessThan(kinds.indexOf('condition-checked'));
  expect(told.sent.map(({ url }) => url)).toEqual(['https://c1.example/', 'https://c3.example/']);
});

test('a check that leads to the call leads to its wait', async () => {
  const check = makeCheck(
    1,
    { field: 'trigger.go', operator: 'equals', value: 'yes' },
    { nextApiCallId: 'c3' },
  );
  const definition = makeChain([{}, {}, { wait: hour }], { checks: [check] });
  const told = await run(definition, {
    triggerData: { go: 'yes' },
    answers: [answer({}), answer({})],
    now: clock(0, 0, hourMs),
  });
  expect(told.story).toContain('wait-begun');
  expect(told.sent.map(({ url }) => url)).toEqual(['https://c1.example/', 'https://c3.example/']);
});

test('a loop is waited with once, before its list', async () => {
  const definition = {
    ...makeChain([{ wait: hour }]),
    loopSteps: [
      {
        id: 'each',
        order: 0.5,
        throughCallId: 'c1',
        items: 'trigger.list',
        itemName: 'entry',
        atOnce: 1,
        maxItems: 10,
        onError: 'stop' as const,
        onTooMany: 'error' as const,
        onlyNew: undefined,
        collect: [],
      },
    ],
  };
  const told = await run(definition, {
    triggerData: { list: [1, 2] },
    answers: [answer({}), answer({})],
    now: clock(0, 0, hourMs),
  });
  expect(told.story.filter((line) => line.startsWith('wait'))).toEqual([
    'wait-begun',
    'wait-scheduled',
    'wait-ended',
  ]);
  expect(told.story.at(-1)).toBe('ended completed');
});

function waitUntil(at: string, triggerData: unknown = null) {
  const definition = makeChain([{ wait: { kind: 'until', at } }]);
  return run(definition, { triggerData, answers: [answer({})], now: clock(0, 0, waitBounds.max * 2000) });
}

describe('until a time', () => {
  test.each([
    ['1970-01-02T00:00:00Z', 86_400_000],
    ['{{trigger.due}}', 60_000],
    [' 86400 ', 86_400_000],
  ])('%s', async (at, until) => {
    const { events } = await waitUntil(at, { due: '1970-01-01T00:01:00Z' });
    expect(events[0]).toMatchObject({ kind: 'wait-begun', until });
  });

  test('that has passed goes on at once', async () => {
    const { story } = await waitUntil('1969-12-31');
    expect(story.slice(0, 2)).toEqual(['wait-ended', 'started 1.1']);
  });

  const lacksDue =
    'The payload has nothing at .due. If it may be absent, write {{due | default: "…"}}, with any further filters behind it.';

  test.each([
    ['{{due}}', {}, `There is no time to wait until, since {{due}} is empty. ${lacksDue}`],
    [
      '{{day}}T{{due}}',
      { day: '2026-01-05' },
      `“2026-01-05T” is no time to wait until, since {{due}} is empty. ${lacksDue}`,
    ],
    ['{{ due | strip }}', { due: ' ' }, 'There is no time to wait until, since {{due | strip}} is empty.'],
    ['{{due | default: ""}}', {}, 'There is no time to wait until, since {{due | default: ""}} is empty.'],
    ['{{due}}', { due: 'soon' }, '“soon” is no time to wait until. Write one like 2026-01-05T12:00:00Z.'],
  ])('%s that is missing is named: %j', async (at, triggerData, message) => {
    const variables = ['due', 'day'].map((name) => ({ name, jsonPath: `$.${name}` }));
    const definition = makeDefinition([{ wait: { kind: 'until', at } }], variables);
    const { events } = await run(definition, { triggerData, answers: [], now: clock(0) });
    expect(events[0]).toMatchObject({ kind: 'call-refused', errorMessage: message });
  });

  test.each([
    ['soon', '“soon” is no time to wait until. Write one like 2026-01-05T12:00:00Z.'],
    ['1970-02-01', 'The time to wait until, 1970-02-01, is more than 30 days ahead.'],
    ['{{nothing}}', expect.stringContaining('nothing')],
  ])('%s ends the run before the call', async (at, message) => {
    const { events, sent } = await waitUntil(at);
    expect(sent).toEqual([]);
    expect(events).toMatchObject([
      { kind: 'call-refused', step: 0, callId: 'c1', errorMessage: message },
      {
        kind: 'run-ended',
        status: 'error',
        failure: { callId: 'c1', callName: 'API Call 1', kind: 'request' },
      },
    ] satisfies Partial<RunEvent>[]);
  });
});

test('of a secret in what is no time nothing is shown, where the text is cut neither', async () => {
  const token = 'tok-1234567890abcdef';
  const wait = { kind: 'until', at: `${'x'.repeat(90)} ${token}` } as const;
  const definition = makeChain([{ wait, authConfig: { type: 'bearer', token } }]);
  const { events } = await run(definition, { answers: [], now: clock(0) });
  expect(JSON.stringify(events)).toContain('••••');
  expect(JSON.stringify(events)).not.toContain('tok-');
});

test('seconds are bounded to 30 days', () => {
  expect(CallWait.safeParse({ kind: 'duration', seconds: waitBounds.max }).success).toBe(true);
  for (const seconds of [0, 1.5, waitBounds.max + 1]) {
    expect(CallWait.safeParse({ kind: 'duration', seconds }).success).toBe(false);
  }
});

test.each([
  [1, '1 second'],
  [7200, '2 hours'],
  [90_061, '1 day 1 hour 1 minute 1 second'],
])('%s seconds in words', (seconds, words) => {
  expect(describeSeconds(seconds)).toBe(words);
});

const firstDone: RecordedEvent[] = [
  { kind: 'call-started', step: 0, attempt: 1 },
  {
    kind: 'call-finished',
    step: 0,
    attempt: 1,
    outcome: 'success',
    errorMessage: null,
    response: { status: 200 },
    saved: [],
    ruling: null,
  },
];
