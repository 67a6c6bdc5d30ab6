// Answers to waits are kept sealed, bound to their execution and call, until the run has read them.
import { openSealed, seal } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { findWaitAnswer, type WaitKey } from '~/db/executions/queue/wait-answers';
import { parseJson, stringifyJson } from '~/engine/json/json';
import type { GivenWaitAnswer, RunPorts } from '~/engine/run/ports';
import { makeAnswerAddress } from './answer-address';

type Context = Pick<AppContext, 'db' | 'config'>;

/** Returns the associated data of the sealed answer to a wait. */
export function associatedDataOfWaitAnswer({ executionId, callId }: WaitKey): string {
  return `wait-answer:${executionId}:${callId}`;
}

export function sealWaitAnswer(
  { config }: Pick<Context, 'config'>,
  key: WaitKey,
  given: GivenWaitAnswer,
): string {
  return seal(config.appKey, stringifyJson(given), associatedDataOfWaitAnswer(key));
}

/** Returns undefined when no answer has come. Throws when it cannot be decrypted: a run must not continue as without one. */
export async function findGivenAnswer(
  { config }: Pick<Context, 'config'>,
  db: Queries,
  key: WaitKey,
): Promise<GivenWaitAnswer | undefined> {
  const sealed = await findWaitAnswer(db, key);
  if (sealed === undefined) return undefined;
  const text = openSealed(config, sealed, associatedDataOfWaitAnswer(key));
  if (text === undefined) throw new Error('The answer to a wait cannot be decrypted.');
  return parseJson(text) as GivenWaitAnswer;
}

/** Creates the functions by which a run finds the answers that it waits for. */
export function createAnswerPorts(
  context: Context,
  executionId: string,
): Required<Pick<RunPorts, 'findAnswerAddress' | 'readAnswer'>> {
  return {
    findAnswerAddress: (callId) => makeAnswerAddress(context.config, { executionId, callId }),
    readAnswer: (callId) => findGivenAnswer(context, context.db, { executionId, callId }),
  };
}
