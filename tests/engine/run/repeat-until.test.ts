import { describe, expect, test } from 'vitest';
import type { RecordedEvent, RunEvent } from '~/engine/events/event';
import { answer, run } from './recorded-events';
import { makeChain, makeHandling } from './run-steps';

const state = (status: string) => answer({ status, file: status === 'done' ? 'f.csv' : null });
const done = { field: 'response.body.status', value: 'done' };

function chainOf(more: object = {}, handlings: object[] = []) {
  const repeat = { kind: 'until', conditions: [done], everySeconds: 5, maxTries: 3, ...more };
  const responseMapping = { extractFields: [{ jsonPath: '.file', saveAs: 'file' }] };
  return makeChain(
    [
      { name: 'Poll', repeat, responseMapping },
      { method: 'POST', body: '{"file": {{file}}}' },
    ],
    { handlings },
  );
}

const isPast = (event: RunEvent): event is RunEvent & RecordedEvent =>
  event.kind === 'call-started' || event.kind === 'call-finished';

describe('a call that waits for its answer', () => {
  test('is sent again after each wait, and continues with what the last answer says', async () => {
    const told = await run(chainOf(), { answers: [state('busy'), state('busy'), state('done'), answer('')] });
    expect(told.story).toEqual([
      'started 0.1',
      'send https://c1.example/',
      'finished 0.1 success',
      'wait-scheduled',
      'started 1.1',
      'send https://c1.example/',
      'finished 1.1 success',
      'wait-scheduled',
      'started 2.1',
      'send https://c1.example/',
      'finished 2.1 success',
      'started 3.1',
      'send https://c2.example/',
      'finished 3.1 success',
      'ended completed',
    ]);
    expect(told.sent.at(-1)?.body).toBe('{"file": "f.csv"}');
    const tries = told.events.flatMap((event) => (event.kind === 'call-finished' ? [event.extractions] : []));
    expect(tries).toMatchObject([[], [], [{ variableName: 'file', success: true }], []]);
    const until = Date.UTC(2026, 0, 5, 12) + 5_000;
    expect(told.events.filter(({ kind }) => kind === 'wait-scheduled')).toEqual([
      { kind: 'wait-scheduled', step: 1, until, why: 'repeat' },
      { kind: 'wait-scheduled', step: 2, until, why: 'repeat' },
    ]);
  });

  test('gives up after so many tries: in error, or continuing with words in the log', async () => {
    const answers = [state('busy'), state('busy'), state('busy')];
    const failed = await run(chainOf(), { answers });
    const message = 'After 3 tries it did not hold that response.body.status equals "done"';
    expect(failed.events.at(-1)).toMatchObject({ status: 'error', errorMessage: `Poll: ${message}` });
    const went = await run(chainOf({ onGiveUp: 'continue' }), { answers: [...answers, answer('')] });
    expect(went.events.findLast(({ kind }) => kind === 'run-ended')).toMatchObject({ status: 'completed' });
    expect(went.events.findLast((event) => event.kind === 'call-finished' && event.page === 3)).toMatchObject(
      {
        outcome: 'error',
        errorMessage: message,
      },
    );
  });

  test('looks at answers that its rules go on from, and ends at others', async () => {
    const handling = makeHandling('c1', [{ statusCodes: [404, '2xx'], action: 'continue' }], {
      defaultAction: 'stop_notify',
    });
    const chain = chainOf({}, [handling]);
    const missing = answer('', { status: 404 });
    const told = await run(chain, { answers: [missing, state('done'), answer('')] });
    expect(told.story.at(-1)).toBe('ended completed');
    const stopped = await run(chain, { answers: [missing, answer('', { status: 500 })] });
    expect(stopped.events.at(-1)).toMatchObject({ status: 'error', errorMessage: 'Poll: HTTP 500: OK' });
  });

  test('goes on where it was interrupted', async () => {
    const told = await run(chainOf(), { answers: [state('busy'), state('busy'), state('done'), answer('')] });
    const past = told.events.filter(isPast).slice(0, 4);
    const again = await run(chainOf(), { past, answers: [state('done'), answer('')] });
    expect(again.sent).toEqual(told.sent.slice(2));
    expect(again.events.filter(({ kind }) => kind === 'wait-scheduled')).toEqual([]);
  });
});
