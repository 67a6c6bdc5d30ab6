// Where a run goes when the tries of a rule are used up.
import { describe, expect, test } from 'vitest';
import type { RecordedEvent } from '~/engine/events/event';
import { Definition } from '~/engine/integration';
import { answer, run } from './recorded-events';
import { makeChain, makeHandling, noAnswer } from './run-steps';

const retry = (more: object = {}) => ({
  statusCodes: ['5xx', 'network'],
  action: 'retry',
  goToApiCallId: 'c3',
  retryConfig: { maxRetries: 1 },
  ...more,
});

const calls = [
  { name: 'Charge', responseMapping: { saveAs: 'said' } },
  { name: 'Receipt' },
  { name: 'Dead letter', body: "said {{said | default: 'no answer'}}", method: 'POST' },
];

const chainOf = (rule: object, more: object = {}) =>
  makeChain(calls, { handlings: [makeHandling('c1', [rule], more)] });

const answersTwice = () => [answer('', { status: 500 }), answer('down', { status: 500 }), answer('')];

describe('a retry rule that names a call', () => {
  const definition = chainOf(retry(), { defaultAction: 'stop_notify' });

  test('continues with it once no retry is left, with what the last response said', async () => {
    const answers = [answer('busy', { status: 503 }), answer('down', { status: 503 }), answer('')];
    const told = await run(definition, { answers });
    expect(told.sent.map(({ url }) => url)).toEqual([
      'https://c1.example/',
      'https://c1.example/',
      'https://c3.example/',
    ]);
    expect(told.sent.at(-1)?.body).toBe('said "down"');
    expect(told.events.find(({ kind }) => kind === 'call-skipped')).toMatchObject({
      callName: 'Receipt',
      errorMessage:
        'Response handling: Charge matched the rule for 5xx and has no retry left, so the run continued with Dead letter.',
    });
    expect(told.events.at(-1)).toMatchObject({ kind: 'run-ended', status: 'completed' });
    const last = told.events.findLast((event) => event.kind === 'call-finished' && event.callId === 'c1');
    expect(last).toMatchObject({
      outcome: 'error',
      ruling: { action: 'go_to', matchedStatusCode: '5xx', ruleIndex: 0, hasRetryConfig: true },
    });
  });

  test('continues with it when there never was a response', async () => {
    const told = await run(definition, { answers: [noAnswer, noAnswer, answer('')] });
    expect(told.sent.at(-1)).toMatchObject({ url: 'https://c3.example/', body: 'said "no answer"' });
    expect(told.events.at(-1)).toMatchObject({ status: 'completed' });
  });

  test('goes straight on when a retry went well', async () => {
    const answers = [answer('', { status: 500 }), answer('well'), answer(''), answer('')];
    const rules = [{ statusCodes: ['2xx'], action: 'continue' }, retry()];
    const told = await run(makeChain(calls, { handlings: [makeHandling('c1', rules)] }), { answers });
    expect(told.sent.map(({ url }) => url).slice(2)).toEqual(['https://c2.example/', 'https://c3.example/']);
  });

  test('leads the same way wherever the run is taken up again', async () => {
    const first = await run(definition, { answers: answersTwice() });
    const whole = first.sent.map(({ url }) => url);
    for (let kept = 0; kept < first.events.length; kept += 1) {
      const past = first.events.slice(0, kept);
      const done = past.filter(({ kind }) => kind === 'call-finished').length;
      const told = await run(definition, {
        past: past as RecordedEvent[],
        answers: answersTwice().slice(done),
      });
      expect(told.sent.map(({ url }) => url)).toEqual(whole.slice(done));
      expect(told.events.at(-1)).toMatchObject({ status: 'completed' });
    }
  });

  test('says so of a response whose body failed it', async () => {
    const when = [{ field: 'response.body.ok', value: false }];
    const told = await run(chainOf(retry({ statusCodes: ['2xx'], when })), {
      answers: [answer({ ok: false }), answer({ ok: false }), answer('')],
    });
    expect(
      told.events.findLast((event) => event.kind === 'call-finished' && event.callId === 'c1'),
    ).toMatchObject({
      outcome: 'error',
      errorMessage: 'HTTP 200, but response.body.ok equals false',
    });
    expect(told.sent.at(-1)?.url).toBe('https://c3.example/');
  });
});

test('a rule for no response at all leads to a call without any retry', async () => {
  const rule = { statusCodes: ['network'], action: 'go_to', goToApiCallId: 'c3' };
  const told = await run(chainOf(rule), { answers: [noAnswer, answer('')] });
  expect(told.sent.map(({ url }) => url)).toEqual(['https://c1.example/', 'https://c3.example/']);
});

const read = (rule: object) => {
  const parsed = Definition.safeParse(chainOf({ statusCodes: ['4xx'], action: 'continue' }));
  const { responseHandlingSteps: [step] = [], ...rest } = parsed.data ?? {};
  const handling = { ...step?.responseHandling, statusCodeActions: [rule] };
  return Definition.safeParse({
    ...rest,
    responseHandlingSteps: [{ ...step, responseHandling: handling }],
  });
};

const ruleOf = (rule: object) =>
  read(rule).data?.responseHandlingSteps[0]?.responseHandling.statusCodeActions[0];

describe('what is saved of a retry rule', () => {
  test('holds no call unless one is named', () => {
    const { goToApiCallId: _, ...plain } = retry();
    expect(Object.keys(ruleOf(plain) ?? {})).not.toContain('goToApiCallId');
    expect(Object.keys(ruleOf({ ...plain, goToApiCallId: '' }) ?? {})).not.toContain('goToApiCallId');
    expect(ruleOf(retry())).toMatchObject({ action: 'retry', goToApiCallId: 'c3' });
    expect(ruleOf(retry({ action: 'continue' }))).not.toHaveProperty('goToApiCallId');
  });

  test.each([
    ['c1', 'A rule can only continue with a later API call'],
    ['gone', 'The API call to continue with does not exist'],
  ])('is refused when it leads to %s', (goToApiCallId, message) => {
    expect(read(retry({ goToApiCallId })).error?.issues).toMatchObject([{ message }]);
  });
});
