// The answers to the waits of an execution, for a playback, which then takes the same way.
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { insertWaitAnswer, listWaitSteps } from '~/db/executions/queue/wait-answers';
import type { StoredWait } from '~/db/executions/steps';
import { parseJson, stringifyJson } from '~/engine/json/json';
import type { GivenWaitAnswer, RunPorts } from '~/engine/run/ports';
import { makeAnswerAddress } from './answer-address';
import { findGivenAnswer, sealWaitAnswer } from './wait-answers';

type Context = Pick<AppContext, 'db' | 'config'>;

/** The answers by the calls that were waited before. */
type RecordedAnswers = Record<string, GivenWaitAnswer>;

/** Reads the answers; undefined for an execution that waited for none. */
export async function readRecordedAnswers(
  context: Context,
  executionId: string,
): Promise<RecordedAnswers | undefined> {
  const answers: RecordedAnswers = {};
  for (const { callId, detail } of await listWaitSteps(context.db, executionId)) {
    const { asks, end } = JSON.parse(detail ?? '{}') as StoredWait;
    if (!asks || !end) continue;
    const given = await findGivenAnswer(context, context.db, { executionId, callId });
    // A test does not keep who answered.
    if (given) answers[callId] = { ...given, from: '' };
    else if (end.outcome === 'continued' || end.outcome === 'timeout') {
      const nothing = { choice: null, comment: '', body: null, answeredAt: null };
      answers[callId] = { value: { outcome: end.outcome, ...nothing }, from: '' };
    }
  }
  return Object.keys(answers).length > 0 ? answers : undefined;
}

/** Gives an execution the answers that another one got to its waits before these calls. */
export async function copyRecordedAnswers(
  context: Pick<AppContext, 'config' | 'now'>,
  tx: Queries,
  { from, to }: { from: string; to: string },
  callIds: readonly string[],
): Promise<void> {
  for (const callId of callIds) {
    const given = await findGivenAnswer(context, tx, { executionId: from, callId });
    if (!given) continue;
    const key = { executionId: to, callId };
    const answer = sealWaitAnswer(context, key, given);
    await insertWaitAnswer(tx, { ...key, answer, now: context.now() });
  }
}

/** Writes answers as a recorded test keeps them. */
export function writeRecordedAnswers(answers: RecordedAnswers | undefined): string | undefined {
  return answers && stringifyJson(answers);
}

/** Reads what {@link writeRecordedAnswers} wrote. */
export function parseRecordedAnswers(text: string | undefined): RecordedAnswers | undefined {
  return text === undefined ? undefined : (parseJson(text) as RecordedAnswers);
}

/** Creates the functions by which a played-back run finds answers. Where the recording has none, a wait ends as in a test. */
export function createRecordedAnswerPorts(
  { config }: Pick<Context, 'config'>,
  executionId: string,
  answers: RecordedAnswers | undefined,
): Required<Pick<RunPorts, 'findAnswerAddress' | 'readAnswer'>> {
  return {
    findAnswerAddress: (callId) => makeAnswerAddress(config, { executionId, callId }),
    readAnswer: async (callId) => (answers && Object.hasOwn(answers, callId) ? answers[callId] : undefined),
  };
}
