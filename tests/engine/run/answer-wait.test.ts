import { describe, expect, test } from 'vitest';
import { AnswerWait, findChoice } from '~/engine/definition/call-wait';
import { Definition } from '~/engine/integration';
import type { RecordedEvent } from '~/engine/events/event';
import type { GivenWaitAnswer } from '~/engine/run/ports';
import { answer, run } from './recorded-events';
import { makeChain, makeCheck, makeHandling } from './run-steps';

const hourMs = 3_600_000;
const wait = { kind: 'answer', seconds: 3600, choices: ['Approve', 'Reject'], saveAs: 'approval' };

function give(choice: string, body: unknown = { choice }): GivenWaitAnswer {
  const value = {
    outcome: 'answered',
    choice,
    comment: '',
    body,
    answeredAt: '2026-01-05T12:00:00.000Z',
  } as const;
  return { value, from: '192.0.2.7' };
}

/** The second call is waited before. */
function chain(more: object = {}, body = '{{approval.choice}}') {
  return makeChain([{ body: 'see {{run.answerUrl}}' }, { wait: { ...wait, ...more }, body }]);
}

const answers = () => [answer({}), answer({}), answer({})];

test('the address of the next wait can be sent before it', async () => {
  const definition = makeChain([
    { body: '{{run.answerUrl}}' },
    { wait, body: '{{run.answerUrl}}' },
    {},
    { wait: { ...wait, saveAs: 'second' } },
  ]);
  const given = { c2: give('Approve'), c4: give('Reject') };
  const { sent } = await run(definition, { answers: [...answers(), answer({})], given });
  expect(sent.slice(0, 2).map(({ body }) => body)).toEqual([
    '"https://us.example/answer/c2"',
    '"https://us.example/answer/c4"',
  ]);
});

test('behind the last wait there is no address, and the run keeps what else it knows of itself', async () => {
  const definition = makeChain([{}, { wait, body: '{{run.id}}' }, { body: '{{run.answerUrl}}' }]);
  const { story } = await run(definition, { answers: answers(), given: { c2: give('Approve') } });
  expect(story.at(-1)).toMatch(/ended error: .*run\.answerUrl/);
});

describe('behind a call that failed', () => {
  test('the notice of its rule can name the address', async () => {
    const webhookURL = 'https://ops.example/?ask={{run.answerUrl}}';
    const rule = { statusCodes: ['5xx'], action: 'webhook', webhookURL };
    const definition = makeChain([{}, { wait }], { handlings: [makeHandling('c1', [rule])] });
    const { sent } = await run(definition, {
      answers: [answer('', { status: 503 }), answer({}), answer({})],
      given: { c2: give('Approve') },
    });
    expect(sent[1]?.url).toBe(
      `https://ops.example/?ask=${encodeURIComponent('https://us.example/answer/c2')}`,
    );
  });

  test('an item goes on with the address of the wait behind the list', async () => {
    const loop = { id: 'l', order: 0.5, throughCallId: 'c2', items: 'trigger', itemName: 'order' };
    const calls = makeChain([{}, { body: '{{run.answerUrl}} {{run.failure.status}}' }, { wait }], {
      handlings: [makeHandling('c1', [])],
    });
    const { sent } = await run(Definition.parse({ ...calls, loopSteps: [loop] }), {
      triggerData: [1],
      answers: [answer('', { status: 503 }), answer({}), answer({})],
      given: { c3: give('Approve') },
    });
    expect(sent[1]?.body).toBe('"https://us.example/answer/c3" 503');
  });
});

test('what is secret of the address is masked in the log', async () => {
  const definition = makeChain([{ body: 'token-c2 {{run.answerUrl}}' }, { wait }]);
  const { events } = await run(definition, { answers: answers(), given: { c2: give('Approve') } });
  const started = events.find(({ kind }) => kind === 'call-started');
  expect(JSON.stringify(started)).toContain('•••• ');
});

test('an answer that is there already ends the wait at once, and is a variable', async () => {
  const { story, sent, events } = await run(chain(), { answers: answers(), given: { c2: give('Reject') } });
  expect(story).not.toContain('wait-scheduled');
  expect(sent[1]?.body).toBe('"Reject"');
  expect(events.find(({ kind }) => kind === 'wait-ended')).toMatchObject({
    outcome: 'answered',
    answer: { choice: 'Reject', comment: '', from: '192.0.2.7' },
    saved: [['approval', { choice: 'Reject', outcome: 'answered' }]],
  });
});

test('a run waits, and the condition before the call sees the answer', async () => {
  const check = makeCheck(1, { field: 'approval.choice', operator: 'equals', value: 'Approve' });
  const definition = makeChain([{}, { wait }, {}], { checks: [check] });
  const given: Record<string, GivenWaitAnswer> = {};
  // It comes while the run waits.
  let asked = 0;
  const now = () => {
    asked += 1;
    if (asked === 2) given.c2 = give('Reject');
    return 0;
  };
  const { story, sent } = await run(definition, { answers: answers(), given, now });
  expect(story.filter((line) => line.startsWith('wait'))).toEqual([
    'wait-begun',
    'wait-scheduled',
    'wait-ended',
  ]);
  expect(sent.map(({ url }) => url)).toEqual(['https://c1.example/', 'https://c3.example/']);
});

describe('without an answer in time', () => {
  const begun: RecordedEvent = { kind: 'wait-begun', step: 1, beganAt: 0, until: hourMs };
  const late = { past: [...firstDone(), begun], now: () => hourMs };

  test('the run ends in error', async () => {
    const { story } = await run(chain(), { ...late, answers: answers() });
    expect(story).toEqual([
      'wait-ended',
      'refused 2: Nobody answered within 1 hour.',
      'ended error: API Call 2: Nobody answered within 1 hour.',
    ]);
  });

  test('it ends so, too, when it was interrupted in between', async () => {
    const over: RecordedEvent = {
      kind: 'wait-ended',
      step: 1,
      beganAt: 0,
      at: hourMs,
      outcome: 'timeout',
      saved: [],
    };
    const { story } = await run(chain(), { past: [...firstDone(), over], answers: answers() });
    expect(story.at(-1)).toMatch(/^ended error: .*Nobody answered within 1 hour\.$/);
  });

  test('or goes on, if it is to, and the variable says so', async () => {
    const body = '{{approval.outcome}} [{{approval.comment}}]';
    const { sent } = await run(chain({ onTimeout: 'continue' }, body), { ...late, answers: answers() });
    expect(sent[0]?.body).toBe('"timeout" [""]');
  });

  test('what came in the last moment counts', async () => {
    const { sent } = await run(chain(), { ...late, answers: answers(), given: { c2: give('Approve') } });
    expect(sent[0]?.body).toBe('"Approve"');
  });
});

test('continued by hand it is no answer', async () => {
  const begun: RecordedEvent = { kind: 'wait-begun', step: 1, beganAt: 0, until: hourMs, isContinued: true };
  const { sent, events } = await run(chain({}, '{{approval.outcome}}'), {
    past: [...firstDone(), begun],
    answers: answers(),
  });
  expect(sent[0]?.body).toBe('"continued"');
  expect(events[0]).toMatchObject({
    outcome: 'continued',
    saved: [['approval', { choice: null, body: null }]],
  });
});

test('a run that goes on behind the wait knows the answer', async () => {
  const over: RecordedEvent = {
    kind: 'wait-ended',
    step: 1,
    beganAt: 0,
    at: 9,
    outcome: 'answered',
    saved: [['approval', { choice: 'Approve' }]],
  };
  const { sent } = await run(chain(), { past: [...firstDone(), over], answers: answers() });
  expect(sent[0]?.body).toBe('"Approve"');
});

test('a test takes the first choice', async () => {
  const { sent, events } = await run(chain(), { answers: answers(), skipsWaits: true });
  expect(sent[1]?.body).toBe('"Approve"');
  expect(events.find(({ kind }) => kind === 'wait-ended')).toMatchObject({ outcome: 'skipped' });
});

test('the message is filled in, without secrets, and one that cannot be ends the run', async () => {
  const auth = { type: 'bearer', token: 'very-secret-token' };
  const asking = (message: string) => makeChain([{ authConfig: auth }, { wait: { ...wait, message } }]);
  const asked = await run(asking('Pay {{trigger.sum}}? very-secret-token'), {
    triggerData: { sum: 12 },
    answers: answers(),
    given: { c2: give('Approve') },
  });
  expect(asked.events.find(({ kind }) => kind === 'wait-ended')).toMatchObject({
    asks: { message: 'Pay 12? ••••', choices: ['Approve', 'Reject'] },
  });
  const { story } = await run(asking('{{nothing}}'), { answers: answers() });
  expect(story.at(-1)).toMatch(/ended error: .*nothing.*the message of the wait/);
});

test('what else a program sent stands in the log, masked and cut', async () => {
  const given = { c2: give('Approve', { ticket: 7, text: 'x'.repeat(3_000) }) };
  const { events } = await run(chain(), { answers: answers(), given });
  const ended = events.find(({ kind }) => kind === 'wait-ended');
  const body = ended?.kind === 'wait-ended' ? ended.answer?.body : '';
  expect(body).toMatch(/^\{"ticket":7/);
  expect(body?.length).toBe(2_000);
});

test('choices have bounds and are found whatever their case', () => {
  expect(parse({})).toBe(true);
  expect([parse({ choices: [] }), parse({ choices: [''] }), parse({ choices: Array(7).fill('a') })]).toEqual([
    false,
    false,
    false,
  ]);
  expect(findChoice({ choices: ['Approve'] }, ' approve ')).toBe('Approve');
  expect(findChoice({}, 'continue')).toBe('Continue');
  expect(findChoice({}, 'no')).toBeUndefined();
});

function firstDone(): RecordedEvent[] {
  return [
    { kind: 'call-started', step: 0, attempt: 1 },
    {
      kind: 'call-finished',
      step: 0,
      attempt: 1,
      outcome: 'success',
      response: { status: 200, body: '{}', truncated: false },
      errorMessage: null,
      saved: [],
      ruling: null,
    },
  ];
}

function parse(more: object): boolean {
  return AnswerWait.safeParse({ kind: 'answer', seconds: 60, ...more }).success;
}
