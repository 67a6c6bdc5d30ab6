import { describe, expect, test } from 'vitest';
import type { RecordedEvent, RunEvent } from '~/engine/events/event';
import { Definition } from '~/engine/integration';
import { answer, eventOf, run } from './recorded-events';
import { chainOf, data } from './page-chain';
import { makeChain, makeCheck, makeHandling } from './run-steps';

const notOk = { field: 'response.body.ok', value: false };

const judged = (action: object, more = {}) =>
  makeChain([{ name: 'Post', responseMapping: { saveAs: 'said' } }, {}], {
    handlings: [makeHandling('c1', [{ statusCodes: ['2xx'], when: [notOk], ...action }], more)],
  });

describe('an answer that says in its body that it failed', () => {
  test('ends the run in error although its status is 200', async () => {
    const told = await run(judged({ action: 'stop_notify' }), { answers: [answer({ ok: false })] });
    expect(eventOf(told, 'call-finished')).toMatchObject({
      outcome: 'error',
      errorMessage: 'HTTP 200, but response.body.ok equals false',
      saved: [],
    });
    expect(told.events.at(-1)).toEqual({
      kind: 'run-ended',
      status: 'error',
      errorMessage: 'Post: HTTP 200, but response.body.ok equals false',
      notify: { callName: 'Post', email: null },
      failure: expect.objectContaining({ callId: 'c1', callName: 'Post', kind: 'rule' }) as object,
    });
    const well = await run(judged({ action: 'stop_notify' }), {
      answers: [answer({ ok: true }), answer('')],
    });
    expect(well.story.at(-1)).toBe('ended completed');
  });

  test('is tried again, each try under its own key, and is a failure still when the tries are used up', async () => {
    const retry = { action: 'retry', retryConfig: { maxRetries: 1 } };
    const answers = [answer({ ok: false }), answer({ ok: true }), answer('')];
    const told = await run(judged(retry), { answers });
    expect(told.story.filter((line) => line.startsWith('finished'))).toEqual([
      'finished 0.1 error',
      'finished 0.2 success',
      'finished 1.1 success',
    ]);
    const stopped = await run(judged(retry, { defaultAction: 'stop_notify' }), {
      answers: [answer({ ok: false }), answer({ ok: false })],
    });
    expect(stopped.events.at(-1)).toMatchObject({
      status: 'error',
      errorMessage: 'Post: HTTP 200, but response.body.ok equals false',
    });
  });

  test('posts the notice of its own rule, also in a run that was interrupted before it', async () => {
    const rules = [
      { statusCodes: [200], when: [notOk], action: 'webhook', webhookURL: 'https://hook.example/failed' },
      { statusCodes: [200], action: 'webhook', webhookURL: 'https://hook.example/well' },
    ];
    const definition = makeChain([{}], { handlings: [makeHandling('c1', rules)] });
    const first = await run(definition, { answers: [answer({ ok: false }), answer('')] });
    expect(first.sent.map(({ url }) => url)).toEqual(['https://c1.example/', 'https://hook.example/failed']);
    const again = await run(definition, {
      past: first.events.slice(0, 2) as RecordedEvent[],
      answers: [answer('')],
    });
    expect(again.sent.map(({ url }) => url)).toEqual(['https://hook.example/failed']);
  });
});

const skipsOf = (events: RunEvent[]) => events.filter(({ kind }) => kind === 'call-skipped');

describe('a rule that leads away', () => {
  const calls = [
    { name: 'Find', responseMapping: { extractFields: [{ jsonPath: '.id', saveAs: 'id' }] } },
    { name: 'Create' },
    { name: 'Tell', url: 'https://c3.example/{{id}}' },
  ];
  const rules = [
    { statusCodes: [200], action: 'go_to', goToApiCallId: 'c3' },
    { statusCodes: [410], action: 'end' },
  ];
  const definition = makeChain(calls, {
    handlings: [makeHandling('c1', rules)],
    checks: [makeCheck(1, { field: 'id', operator: 'exists' })],
  });

  test('continues with the later call, with what was saved, and makes no check on the way', async () => {
    const told = await run(definition, { answers: [answer({ id: 7 }), answer('')] });
    expect(told.sent.map(({ url }) => url)).toEqual(['https://c1.example/', 'https://c3.example/7']);
    expect(skipsOf(told.events)).toEqual([
      {
        kind: 'call-skipped',
        step: 1,
        callId: 'c2',
        callName: 'Create',
        errorMessage: 'Response handling: Find matched the rule for 200, so the run continued with Tell.',
      },
    ]);
    expect(told.story.slice(-4)).toEqual([
      'started 2.1',
      'send https://c3.example/7',
      'finished 2.1 success',
      'ended completed',
    ]);
  });

  test('ends the run as completed', async () => {
    const told = await run(definition, { answers: [answer('', { status: 410 })] });
    expect(told.sent).toHaveLength(1);
    expect(skipsOf(told.events)).toMatchObject([
      {
        callName: 'Create',
        errorMessage: 'Response handling: Find matched the rule for 410, so the run ended.',
      },
      { callName: 'Tell' },
    ]);
    expect(told.events.at(-1)).toMatchObject({ kind: 'run-ended', status: 'completed' });
  });

  test('leads the same way when the run is taken up again', async () => {
    const first = await run(definition, { answers: [answer({ id: 7 }), answer('')] });
    const past = first.events.slice(0, 2) as RecordedEvent[];
    const told = await run(definition, { past, answers: [answer('')] });
    expect(told.sent.map(({ url }) => url)).toEqual(['https://c3.example/7']);
    expect(told.story).toContain('started 2.1');
  });

  test.each([
    ['c1', 'A rule can only continue with a later API call'],
    ['gone', 'The API call to continue with does not exist'],
  ])('is not saved when it leads to %s', (goToApiCallId, message) => {
    const handling = makeHandling('c1', [{ statusCodes: [200], action: 'go_to', goToApiCallId }]);
    const parsed = Definition.safeParse({ ...definition, responseHandlingSteps: [handling] });
    const path = 'responseHandlingSteps.0.responseHandling.statusCodeActions.0.goToApiCallId';
    expect(parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)).toEqual([
      `${path}: ${message}`,
    ]);
  });
});

describe('a rule that leads away from a repeated call', () => {
  const isLast = { field: 'response.body.more', value: false };
  const rule = { statusCodes: [200], when: [isLast], action: 'go_to', goToApiCallId: 'c2' };
  const call = { responseMapping: { extractFields: [{ jsonPath: '$.total', saveAs: 'total' }] } };
  const pages = (more: object = {}) =>
    chainOf({ next: { by: 'page', pageSize: 2 } }, call, [makeHandling('c1', [{ ...rule, ...more }])]);
  const first = answer({ ...data(1, 2), more: true });

  test('keeps the items of that page, also when the run is taken up again', async () => {
    const answers = [first, answer({ ...data(3, 4), more: false, total: 4 }), answer('')];
    const told = await run(pages(), { answers });
    expect(told.sent.map(({ url }) => url.replace(/.*&/, ''))).toEqual([
      'page=1',
      'page=2',
      'https://c2.example/',
    ]);
    expect(told.sent.at(-1)?.body).toBe('{"orders": [1,2,3,4]}');
    expect(eventOf(told, 'call-finished', 1).extractions).toMatchObject([
      { variableName: 'total', value: 4 },
      { variableName: 'orders', message: '4 items of 2 pages' },
    ]);
    const past = told.events.slice(0, 4) as RecordedEvent[];
    const resumed = await run(pages(), { past, answers: [answer('')] });
    expect(resumed.sent.map(({ body }) => body)).toEqual(['{"orders": [1,2,3,4]}']);
  });

  test('keeps those of the first page, which names a next one that is not asked for', async () => {
    const elsewhere: [string, string] = ['link', '<https://other.example/2>; rel="next"'];
    const chain = chainOf({ next: { by: 'link' } }, {}, [makeHandling('c1', [{ ...rule, when: [] }])]);
    const told = await run(chain, {
      answers: [{ ...first, headers: [elsewhere] } as typeof first, answer('')],
    });
    expect(told.sent.map(({ body }) => body)).toEqual(['', '{"orders": [1,2]}']);
  });

  test('leads there also from an answer that is no page, and the log says that it added none', async () => {
    const told = await run(pages(), { answers: [answer({ more: false, data: 'none' }), answer('')] });
    expect(told.sent.at(-1)?.body).toBe('{"orders": []}');
    expect(eventOf(told, 'call-finished', 0).extractions.at(-1)).toMatchObject({
      variableName: 'orders',
      success: false,
      message: 'Page 1: at .data there is a string instead of a list.',
    });
    expect(told.story.at(-1)).toBe('ended completed');
  });

  test('ends its tries', async () => {
    const repeat = {
      kind: 'until',
      conditions: [{ field: 'response.body.done', value: true }],
      everySeconds: 1,
    };
    const chain = makeChain([{ repeat }, { name: 'Tell' }], { handlings: [makeHandling('c1', [rule])] });
    const told = await run(chain, { answers: [answer({ more: false }), answer('')] });
    expect(told.sent).toHaveLength(2);
  });
});
