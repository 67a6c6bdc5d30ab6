// The answer to the sender of an accepted delivery whose trigger lets the sender wait for a result.
import type { AppContext } from '~/context';
import { updateGiven } from '~/db/executions/delivery-answers';
import type { AnswerOutcome } from '~/db/core/tables';
import { type Answer, type FilledAnswer, defaultWaitSeconds } from '~/engine/senders/answer';
import { createRepeatedErrors } from '~/repeated-errors';
import { createWaitForAnswer, type Waited } from './answer-waiters';

export type SenderAnswer =
  | { kind: 'filled'; answer: FilledAnswer }
  /** The run ended without an answer. */
  | { kind: 'failed'; status: 'error' | 'cancelled' }
  /** The run goes on; its state can be requested at `location`. */
  | { kind: 'running'; location: string };

interface Awaiting {
  integrationId: string;
  executionId: string;
  respond: Answer;
  /** Aborts when the sender goes away. */
  left: AbortSignal;
}

/** `stopping` aborts when the server stops; the responses to waiting senders then say that the run goes on. */
export function createAnswerSender(context: AppContext, stopping: AbortSignal) {
  const waitForAnswer = createWaitForAnswer(context);
  const errors = createRepeatedErrors(context.log);

  return async function answerSender(awaiting: Awaiting): Promise<SenderAnswer> {
    const { integrationId, executionId, respond, left } = awaiting;
    const since = context.now();
    const timeoutMs = (respond.timeoutSeconds ?? defaultWaitSeconds) * 1000;
    const signals = [left, stopping];
    const waited = await waitForAnswer({ integrationId, executionId, timeoutMs, signals });
    const outcome = describeOutcome(waited, left);
    try {
      await updateGiven(context.db, { executionId, outcome, waitedMs: context.now() - since });
      context.changeEvents.publish(integrationId);
    } catch (error) {
      // The sender gets its answer even so; an execution that was deleted meanwhile has no log.
      errors.error({ err: error }, 'what a sender was answered could not be stored');
    }
    if (waited.kind === 'answered') return { kind: 'filled', answer: waited.answer };
    if (waited.kind === 'failed') return waited;
    const { appUrl } = context.config;
    return {
      kind: 'running',
      location: `${appUrl}/api/integrations/${integrationId}/executions/${executionId}`,
    };
  };
}

function describeOutcome({ kind }: Waited, left: AbortSignal): AnswerOutcome {
  if (kind !== 'aborted') return kind;
  return left.aborted ? 'gone' : 'timed-out';
}
