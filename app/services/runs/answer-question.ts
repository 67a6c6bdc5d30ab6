// The question that an address asks: its token leads to the execution, and to how far that has come.
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { findCallWait } from '~/db/executions/queue/call-waits';
import { findContinuation } from '~/db/executions/replays';
import {
  type AskingExecution,
  findAnswerable,
  findAsking,
  findWaitStep,
  type WaitKey,
} from '~/db/executions/queue/wait-answers';
import type { StoredWait } from '~/db/executions/steps';
import { type AnswerWait, listAnswerChoices } from '~/engine/definition/call-wait';
import { hasEnded } from '~/engine/run/execution-status';
import { findDefinition } from '../integrations/definition-cache';
import { hashAnswerToken, readAnswerToken } from '../answers/answer-address';
import { findGivenAnswer } from '../answers/wait-answers';

/**
 * The state of a question. `over`: the run no longer waits, because a person continued it or it ended. `until`: when the time for
 * an answer ends, in milliseconds since 1970; undefined while the run has not reached the wait.
 */
type QuestionState =
  | { kind: 'open'; until?: number }
  | { kind: 'answered'; choice: string }
  | { kind: 'over' };

export interface Question {
  key: WaitKey;
  wait: AnswerWait;
  integrationId: string;
  integrationName: string;
  organizationName: string;
  choices: string[];
  /** The message of the wait; empty when it has none, or the run has not reached the wait yet. */
  message: string;
  state: QuestionState;
}

type Context = Pick<AppContext, 'config' | 'db' | 'definitions' | 'now'>;

/**
 * Returns undefined for a token that is not ours, and when its execution or its wait no longer exists. When the execution ended
 * without the answer, the question is that of the replay which goes on from where it ended: nobody sends another address for it.
 */
export async function findQuestion(context: Context, token: string): Promise<Question | undefined> {
  const { db, config } = context;
  const key = readAnswerToken(config, token) ?? (await findAnswerable(db, hashAnswerToken(token)));
  let question = key && (await readQuestion(context, key));
  while (question?.state.kind === 'over') {
    const executionId = await findContinuation(db, question.key.executionId);
    const next = executionId && (await readQuestion(context, { ...question.key, executionId }));
    if (!next) break;
    question = next;
  }
  return question;
}

async function readQuestion(context: Context, key: WaitKey): Promise<Question | undefined> {
  const { db } = context;
  const asking = await findAsking(db, key.executionId);
  if (!asking) return undefined;
  const wait = await findWait(context, asking, key.callId);
  if (!wait) return undefined;
  const step = await findWaitStep(db, key);
  const { asks } = JSON.parse(step?.detail ?? '{}') as Partial<StoredWait>;
  const { integrationId, integrationName, organizationName } = asking;
  const names = { integrationId, integrationName, organizationName };
  const state = await readState(context, db, key);
  return { key, wait, ...names, choices: listAnswerChoices(wait), message: asks?.message ?? '', state };
}

async function findWait(
  context: Context,
  { integrationId, integrationVersion }: AskingExecution,
  callId: string,
): Promise<AnswerWait | undefined> {
  const found = await findDefinition(context, integrationId, integrationVersion);
  if (found.kind !== 'found') return undefined;
  const wait = found.definition.apiCalls.find(({ id }) => id === callId)?.wait;
  return wait?.kind === 'answer' ? wait : undefined;
}

/** Reads the state as it is in this transaction. */
export async function readState(
  { config, now }: Pick<Context, 'config' | 'now'>,
  db: Queries,
  key: WaitKey,
): Promise<QuestionState> {
  const given = await findGivenAnswer({ config }, db, key);
  if (given) return { kind: 'answered', choice: given.value.choice ?? '' };
  const asking = await findAsking(db, key.executionId);
  if (!asking || hasEnded(asking.status)) return { kind: 'over' };
  const step = await findWaitStep(db, key);
  if (!step) return { kind: 'open' };
  if (step.status !== 'running') return { kind: 'over' };
  const wait = await findCallWait(db, key.executionId);
  // A wait that a person continued is also over: a runner is about to go on without an answer.
  return wait && wait.until > now() ? { kind: 'open', until: wait.until } : { kind: 'over' };
}
