import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { playRecording, type RecordedAttempt } from '~/engine/recordings/play-recording';
import { makeChain } from '../run/run-steps';
import { digestFile } from '~/services/digest-file';

function record(callId: string, url: string): RecordedAttempt {
  const shared = { headers: [], body: '', truncated: false } satisfies object;
  return {
    source: 'chain',
    callId,
    callName: callId,
    attempt: 1,
    request: { method: 'GET', url, ...shared },
    response: { status: 200, statusText: 'OK', bodyBytes: 0, binary: false, ...shared },
    errorMessage: null,
    durationMs: 1,
    answeredAt: 0,
  };
}

function refuse(attempt: RecordedAttempt, errorMessage: string): RecordedAttempt {
  const refusal = { status: 422, statusText: 'Unprocessable Entity', body: '{"message":"Too late"}' };
  return { ...attempt, errorMessage, response: attempt.response && { ...attempt.response, ...refusal } };
}

it.for([
  ['HTTP 422: Unprocessable Entity', 'HTTP 422: Unprocessable Entity'],
  ['HTTP 422: Unprocessable Entity: No stock', 'HTTP 422: Unprocessable Entity: No stock'],
  ['The execution would make too many requests', 'HTTP 422: Unprocessable Entity: Too late'],
])(
  'tells the error %s of a recorded response as it was told, if it is one',
  async ([recorded = '', told]) => {
    const played = await playRecording({
      executionId: 'run',
      definition: makeChain([{}]),
      triggerData: null,
      request: undefined,
      attempts: [refuse(record('c1', 'https://c1.example/'), recorded)],
      ports: {
        digest: digestFile,
        authorize: () => Promise.reject(new Error('No call has a connection.')),
        readValues: () => Promise.reject(new Error('No call names a value.')),
      },
    });
    expect(played.end).toMatchObject({ kind: 'ended', errorMessage: `API Call 1: ${told}` });
  },
);

it('gives everybody else a turn before each answer', async () => {
  const over = new AbortController();
  let turns = 0;
  const others = (async () => {
    while (!over.signal.aborted) {
      await nextTurn();
      turns += 1;
    }
  })();
  const seen: number[] = [];
  const played = await playRecording({
    executionId: 'run',
    definition: makeChain([{}, {}, {}]),
    triggerData: null,
    request: undefined,
    attempts: [1, 2, 3].map((n) => record(`c${n}`, `https://c${n}.example/`)),
    ports: {
      digest: digestFile,
      authorize: () => Promise.reject(new Error('No call has a connection.')),
      readValues: () => Promise.reject(new Error('No call names a value.')),
      rest: async () => {
        await nextTurn();
        seen.push(turns);
      },
    },
  });
  over.abort();
  await others;
  expect(played.end).toMatchObject({ kind: 'ended', status: 'completed' });
  expect(new Set(seen).size).toBe(3);
});
