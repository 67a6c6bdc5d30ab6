import { describe, expect, test } from 'vitest';
import type { RecordedEvent } from '~/engine/events/event';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { makeDefinition } from '../definition/call';
import { answer, eventOf, run } from './recorded-events';
import { makeChain, makeHandling, noAnswer } from './run-steps';

const chain = makeDefinition([
  {
    url: 'https://a.example/',
    responseMapping: { saveAs: 'all', extractFields: [{ jsonPath: '.id', saveAs: 'id' }] },
  },
  { url: 'https://b.example/{{id}}', responseMapping: { saveAs: 'second' } },
  { method: 'POST', url: 'https://c.example/', body: '{{all}},"{{second}}"' },
]);
const answers = [answer('{"id":1.10}'), answer('two'), answer('')];
const whole = [
  'started 0.1',
  'send https://a.example/',
  'finished 0.1 success',
  'started 1.1',
  'send https://b.example/1.10',
  'finished 1.1 success',
  'started 2.1',
  'send https://c.example/',
  'finished 2.1 success',
  'ended completed',
];

function nest(text: string, depth: number): string {
  return '['.repeat(depth) + text + ']'.repeat(depth);
}

/** What of a run's events is kept, as it is read back from text. */
async function listKeptEvents(definition = chain, given = answers): Promise<RecordedEvent[]> {
  const { events } = await run(definition, { answers: given });
  return events
    .filter((event) => event.kind !== 'run-ended')
    .map((event) => parseJson(stringifyJson(event)) as RecordedEvent);
}

describe('an execution that was interrupted', () => {
  test('goes on behind each finished call, with its variables and without sending it again', async () => {
    const kept = await listKeptEvents();
    for (const finished of [0, 1, 2, 3]) {
      const told = await run(chain, { past: kept.slice(0, 2 * finished), answers: answers.slice(finished) });
      expect(told.story).toEqual(whole.slice(3 * finished));
    }
    const last = await run(chain, { past: kept.slice(0, 4), answers: [answer('')] });
    expect(last.sent[0]?.body).toBe('{"id":1.10},"two"');
  });

  test('sends a call without an outcome again as the same attempt, with the same key', async () => {
    const kept = await listKeptEvents();
    for (const step of [0, 1, 2]) {
      const told = await run(chain, { past: kept.slice(0, 2 * step + 1), answers: answers.slice(step) });
      expect(told.story).toEqual(whole.slice(3 * step));
      expect(told.sent[0]?.headers).toContainEqual(['Idempotency-Key', `run.c${step + 1}.1`]);
    }
  });

  test.each([
    ['a response', answer('later', { status: 503 }), 'run.c1.2'],
    ['no response, which may have reached the target', noAnswer, 'run.c1.1'],
  ])('keeps the number of an attempt after one with %s', async (_what, first, key) => {
    const retry = makeHandling('c1', [{ statusCodes: ['5xx', 'network'], action: 'retry' }]);
    const definition = makeChain([{}], { handlings: [retry] });
    const kept = await listKeptEvents(definition, [first, answer('')]);
    // With the second attempt due, then begun.
    for (const count of [2, 3]) {
      const past = kept.filter(({ kind }) => kind.startsWith('call-')).slice(0, count);
      const told = await run(definition, { past, answers: [answer('')] });
      expect(told.story).toEqual([
        'started 0.2',
        'send https://c1.example/',
        'finished 0.2 success',
        'ended completed',
      ]);
      expect(told.sent[0]?.headers).toContainEqual(['Idempotency-Key', key]);
    }
  });

  test('does not depend on the order in which recorded events are listed', async () => {
    const kept = await listKeptEvents();
    const past = [
      ...kept.filter(({ kind }) => kind === 'call-started'),
      ...kept.filter(({ kind }) => kind !== 'call-started'),
    ];
    expect((await run(chain, { past })).story).toEqual(['ended completed']);
  });

  test('ends in error where a call had failed, without sending anything', async () => {
    const past: RecordedEvent[] = [
      { kind: 'call-started', step: 0, attempt: 1 },
      {
        kind: 'call-finished',
        step: 0,
        attempt: 1,
        ruling: null,
        outcome: 'error',
        response: null,
        errorMessage: 'HTTP 500',
        saved: [],
      },
    ];
    expect((await run(chain, { past })).story).toEqual(['ended error: API Call 1: HTTP 500']);
  });

  test('ends in error where a call had been rejected', async () => {
    const past: RecordedEvent[] = [{ kind: 'call-refused', step: 0, errorMessage: 'URL is required' }];
    expect((await run(chain, { past })).story).toEqual(['ended error: API Call 1: URL is required']);
  });

  test('can read back the deepest value that it keeps', async () => {
    for (const depth of [149, 150, 151, 199]) {
      const definition = makeDefinition([
        { responseMapping: { saveAs: 'a', extractFields: [{ jsonPath: '..*', saveAs: 'b' }] } },
        { method: 'POST', url: 'https://b.example/', body: '{{a}}' },
      ]);
      const first = await run(definition, { answers: [answer(nest('1.0', depth)), answer('')] });
      const { extractions, saved } = eventOf(first, 'call-finished');
      expect(parseJson(stringifyJson(extractions))).toBeInstanceOf(Array);
      const past: RecordedEvent[] = [
        { kind: 'call-started', step: 0, attempt: 1 },
        {
          kind: 'call-finished',
          step: 0,
          attempt: 1,
          ruling: null,
          outcome: 'success',
          response: null,
          errorMessage: null,
          saved: parseJson(stringifyJson(saved)) as [string, unknown][],
        },
      ];
      const second = await run(definition, { past, answers: [answer('')] });
      expect(second.sent[0]?.body).toBe(first.sent[1]?.body);
    }
  });
});
