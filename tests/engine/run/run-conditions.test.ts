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
      match: 'all',
      conditionMet: true,
      otherwise: null,
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
        () => 'Conditional execution: the conditions are met, so the run continued with Last.',
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
      otherwise: 'skip_next',
      nextApiCallAction: 'skip',
      skippedCallName: 'API Call 2',
      nextCallName: 'API Call 3',
    });
  });

  test('continues with the check behind the skipped call', async () => {
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

test('all conditions of a step must hold, and all are recorded', async () => {
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

const goesTo = (otherwiseApiCallId: string) => ({ otherwise: 'go_to', otherwiseApiCallId });

describe('what happens otherwise', () => {
  const ends = { otherwise: 'end' };

  test('ends the run, which is complete, and every call that is left out says why', async () => {
    const checks = [makeCheck(0, yes, ends), makeCheck(1, yes)];
    const { path, events } = await follow(makeChain([{}, {}], { checks }), open);
    expect(path).toEqual(['check 0', '-c1 1', '-c2 2']);
    expect(events[0]).toMatchObject({
      conditionMet: false,
      otherwise: 'end',
      nextApiCallAction: 'skip',
      skippedCallName: 'API Call 1',
      nextCallName: null,
    });
    expect(listSkips(events).map(({ errorMessage }) => errorMessage)).toEqual(
      Array.from(
        { length: 2 },
        () =>
          'Conditional execution: trigger.state equals "paid" is not met: the value is "open". The run ended.',
      ),
    );
    expect((await follow(makeChain([{}, {}], { checks }), paid)).path).toEqual([
      'check 0',
      'c1 1',
      'check 2',
      'c2 3',
    ]);
  });

  test('ends the run in the middle of it with what the calls before gave', async () => {
    const checks = [makeCheck(1, yes, ends)];
    const { path } = await follow(makeChain([{}, {}], { checks }), open);
    expect(path).toEqual(['c1 0', 'check 1', '-c2 2']);
  });

  test('goes to a later call, over calls and the checks between them', async () => {
    const checks = [makeCheck(1, yes, goesTo('c4')), makeCheck(2, yes)];
    const definition = makeChain([{}, {}, {}, { name: 'Tell' }], { checks });
    const { path, events } = await follow(definition, open);
    expect(path).toEqual(['c1 0', 'check 1', '-c2 2', '-c3 3', 'c4 4']);
    expect(events.find(({ kind }) => kind === 'condition-checked')).toMatchObject({
      conditionMet: false,
      otherwise: 'go_to',
      nextApiCallAction: 'skip',
      skippedCallName: 'API Call 2',
      nextCallName: 'Tell',
    });
    expect(listSkips(events)[1]?.errorMessage).toBe(
      'Conditional execution: trigger.state equals "paid" is not met: the value is "open". The run continued with Tell.',
    );
    expect((await follow(definition, paid)).path).toEqual([
      'c1 0',
      'check 1',
      'c2 2',
      'check 3',
      'c3 4',
      'c4 5',
    ]);
  });

  test('may go to the next call, where the conditions lead past it', async () => {
    const checks = [makeCheck(0, yes, { nextApiCallId: 'c2', ...goesTo('c1') })];
    const definition = makeChain([{}, {}], { checks });
    const { path, events } = await follow(definition, open);
    expect(path).toEqual(['check 0', 'c1 1', 'c2 2']);
    expect(events[0]).toMatchObject({
      otherwise: 'go_to',
      nextApiCallAction: 'execute',
      skippedCallName: null,
    });
    expect((await follow(definition, paid)).path).toEqual(['check 0', '-c1 1', 'c2 2']);
  });
});

test('where any condition is enough, the run goes on when one holds', async () => {
  const [ref, tag] = [
    { field: 'trigger.ref', operator: 'equals', value: 'main' },
    { field: 'trigger.tag', operator: 'exists' },
  ];
  const check = makeCheck(0, ref, { match: 'any', otherwise: 'end' });
  const either = {
    ...check,
    conditionalExecution: { ...check.conditionalExecution, conditions: [tag, tag] },
  };
  const definition = makeChain([{}], { checks: [either] });
  for (const triggerData of [{ ref: 'main' }, { ref: 'dev', tag: 'v1' }]) {
    const { path, events } = await follow(definition, { triggerData });
    expect(path).toEqual(['check 0', 'c1 1']);
    expect(events[0]).toMatchObject({ match: 'any', conditionMet: true, otherwise: null });
  }
  const { path, events } = await follow(definition, { triggerData: { ref: 'dev' } });
  expect(path).toEqual(['check 0', '-c1 1']);
  expect(listSkips(events)[0]?.errorMessage).toBe(
    'Conditional execution: trigger.ref equals "main" is not met: the value is "dev". The other 2 are not met either. The run ended.',
  );
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
    ['skip_next', 'Post to Slack', 'Archive', 'Post to Slack is skipped; the run continues with Archive'],
    ['skip_next', 'Post to Slack', null, 'Post to Slack is skipped; the run ends'],
    ['skip_next', null, null, 'the run ends'],
    ['go_to', 'Post to Slack', 'Archive', 'the run continues with Archive'],
    ['go_to', null, 'Archive', 'the run continues with Archive'],
    ['end', 'Post to Slack', null, 'the run ends here'],
    [null, null, 'Archive', 'the run continues with Archive'],
    [null, null, null, 'the run ends'],
    // As an earlier release stored it.
    ['skip_next', null, 'Archive', 'the next call is skipped; the run continues with Archive'],
  ] as const)('%s, %s, %s: %s', (otherwise, skippedCallName, nextCallName, words) => {
    expect(describeConsequence({ otherwise, skippedCallName, nextCallName })).toBe(words);
  });
});
