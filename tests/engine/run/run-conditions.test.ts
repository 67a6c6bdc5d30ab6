import { describe, expect, test } from 'vitest';
import { describeConsequence } from '~/engine/events/consequence';
import type { RunEvent } from '~/engine/events/event';
import { makeChain, makeCheck } from './run-steps';
import { answer, run } from './recorded-events';

const yes = { field: 'trigger.state', operator: 'equals', value: 'paid' };
const paid = { triggerData: { state: 'paid' } };
const open = { triggerData: { state: 'open' } };
const answers = Array.from({ length: 5 }, () => answer(''));

/** What was checked, sent and skipped, in order: `check 0`, `c1`, `-c2`. */
async function follow(definition: ReturnType<typeof makeChain>, options: object) {
  const { events } = await run(definition, { answers, ...options });
  const path = events.flatMap((event): string[] => {
    if (event.kind === 'condition-checked') return [`check ${event.step}`];
    if (event.kind === 'call-started') return [`${event.callId} ${event.step}`];
    return event.kind === 'call-skipped' ? [`-${event.callId} ${event.step}`] : [];
  });
  expect(events.at(-1)).toMatchObject({ kind: 'run-ended', status: 'completed' });
  return { path, events };
}

function listSkips(events: RunEvent[]) {
  return events.filter((event) => event.kind === 'call-skipped');
}

describe('a condition that is met', () => {
  test('lets the execution go on', async () => {
    const { path, events } = await follow(
      makeChain([{}, { name: 'Then' }], { checks: [makeCheck(1, yes)] }),
      paid,
    );
    expect(path).toEqual(['c1 0', 'check 1', 'c2 2']);
    expect(events.find(({ kind }) => kind === 'condition-checked')).toEqual({
      kind: 'condition-checked',
      step: 1,
      conditionalStepId: 'check1',
      checks: [
        {
          fieldName: 'trigger.state',
          conditionType: 'equals',
          expectedValue: 'paid',
          actualValue: 'paid',
          met: true,
        },
      ],
      conditionMet: true,
      nextApiCallAction: 'execute',
      skippedCallName: null,
      nextCallName: 'Then',
    });
  });

  test('jumps forward over calls and the checks between them', async () => {
    const checks = [makeCheck(1, yes, { nextApiCallId: 'c4' }), makeCheck(2, yes), makeCheck(3, yes)];
    const { path, events } = await follow(makeChain([{}, {}, {}, { name: 'Last' }], { checks }), paid);
    expect(path).toEqual(['c1 0', 'check 1', '-c2 2', '-c3 3', 'c4 4']);
    expect(listSkips(events).map(({ errorMessage }) => errorMessage)).toEqual(
      Array.from(
        { length: 2 },
        () => 'Conditional execution: the conditions are met, so the run went on with Last.',
      ),
    );
  });

  test('may jump to the next call, which skips none', async () => {
    const checks = [makeCheck(1, yes, { nextApiCallId: 'c2' })];
    expect((await follow(makeChain([{}, {}], { checks }), paid)).path).toEqual(['c1 0', 'check 1', 'c2 2']);
  });
});

describe('a condition that is not met', () => {
  test('skips the next call alone, also when it would have jumped', async () => {
    const checks = [makeCheck(1, yes, { nextApiCallId: 'c4' })];
    const { path, events } = await follow(makeChain([{}, {}, {}, {}], { checks }), open);
    expect(path).toEqual(['c1 0', 'check 1', '-c2 2', 'c3 3', 'c4 4']);
    expect(listSkips(events)).toMatchObject([
      {
        callName: 'API Call 2',
        errorMessage: 'Conditional execution: trigger.state equals "paid" is not met: the value is "open".',
      },
    ]);
    expect(events.find(({ kind }) => kind === 'condition-checked')).toMatchObject({
      conditionMet: false,
      nextApiCallAction: 'skip',
      skippedCallName: 'API Call 2',
      nextCallName: 'API Call 3',
    });
  });

  test('goes on with the check behind the skipped call', async () => {
    const checks = [makeCheck(0, yes), makeCheck(1, yes), makeCheck(2, yes)];
    const { path } = await follow(makeChain([{}, {}, {}], { checks }), open);
    expect(path).toEqual(['check 0', '-c1 1', 'check 2', '-c2 3', 'check 4', '-c3 5']);
  });

  test('behind the last call skips nothing', async () => {
    const { path, events } = await follow(makeChain([{}], { checks: [makeCheck(1, yes)] }), open);
    expect(path).toEqual(['c1 0', 'check 1']);
    expect(events[2]).toMatchObject({
      nextApiCallAction: 'skip',
      skippedCallName: null,
      nextCallName: null,
    });
  });
});

test('all conditions of a step must hold, and all are told', async () => {
  const more = { field: 'trigger.amount', operator: 'greater_than', value: 5 };
  const check = makeCheck(1, yes);
  const both = {
    ...check,
    conditionalExecution: { ...check.conditionalExecution, conditions: [more] },
  };
  const definition = makeChain([{}, {}], { checks: [both] });
  const sent = async (triggerData: unknown) => (await follow(definition, { triggerData })).path.at(-1);
  expect(await sent({ state: 'paid', amount: 6 })).toBe('c2 2');
  expect(await sent({ state: 'paid', amount: 5 })).toBe('-c2 2');
  expect(await sent({ state: 'open', amount: 6 })).toBe('-c2 2');
  const { events } = await follow(definition, { triggerData: { state: 'open' } });
  expect(events.find(({ kind }) => kind === 'condition-checked')).toMatchObject({
    checks: [{ met: false }, { met: false, actualValue: undefined }],
  });
});

test.each([{ enabled: false }, { executionTrigger: 'always' }])(
  'a step with %j checks nothing and tells nothing',
  async (execution) => {
    const check = makeCheck(1, yes);
    const idle = { ...check, conditionalExecution: { ...check.conditionalExecution, ...execution } };
    const { path } = await follow(makeChain([{}, {}], { checks: [idle] }), open);
    expect(path).toEqual(['c1 0', 'c2 1']);
  },
);

test('a condition sees what the calls before gave', async () => {
  const mapping = { extractFields: [{ jsonPath: '.items', saveAs: 'items' }] };
  const definition = makeChain([{ responseMapping: mapping }, {}], {
    checks: [makeCheck(1, { field: 'items', operator: 'is_not_empty' })],
  });
  const sent = async (items: unknown[]) =>
    (await follow(definition, { answers: [answer({ items }), answer('')] })).path.at(-1);
  expect(await sent([])).toBe('-c2 2');
  expect(await sent([0])).toBe('c2 2');
});

describe('what a check led to', () => {
  test.each([
    ['skip', 'Post to Slack', 'Archive', 'Post to Slack is skipped; the run goes on with Archive'],
    ['skip', 'Post to Slack', null, 'Post to Slack is skipped; the run ends'],
    ['skip', null, null, 'the run ends'],
    ['execute', null, 'Archive', 'the run goes on with Archive'],
    ['execute', null, null, 'the run ends'],
    // As an earlier release stored it.
    ['skip', null, 'Archive', 'the next call is skipped; the run goes on with Archive'],
  ] as const)('%s, %s, %s: %s', (nextApiCallAction, skippedCallName, nextCallName, words) => {
    expect(describeConsequence({ nextApiCallAction, skippedCallName, nextCallName })).toBe(words);
  });
});
