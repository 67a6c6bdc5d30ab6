// An answer that a trigger makes from the payload alone: it is known before anything is stored, and sent right after.
import { type AnswerFilling, fillAnswer, maskAnswer } from '~/engine/run/answer';
import { createRunSecrets } from '~/engine/run/run-secrets';
import type { FilledAnswer } from '~/engine/senders/answer';
import { readTriggerVariables } from '~/engine/variables';
import type { Delivery, DeliveryTarget } from './delivery-target';
import { readRequestData } from './request-data';

/** Returns undefined when the trigger has no such answer. `exact`: the payload with all its digits. */
export function fillImmediateAnswer(
  delivery: Delivery,
  { trigger }: Pick<DeliveryTarget, 'trigger'>,
  exact: () => unknown,
): AnswerFilling | undefined {
  const { respond } = trigger.webhook;
  if (!respond || (respond.mode ?? 'custom') !== 'custom') return undefined;
  const { headers = {}, body } = respond;
  // Most answers are the same for each delivery.
  if (![body, ...Object.values(headers)].some((text) => text.includes('{{'))) {
    return fillAnswer(respond, new Map());
  }
  const request = readRequestData(delivery, trigger);
  return fillAnswer(respond, readTriggerVariables(trigger, exact(), request).variables);
}

/** Returns the response for a late result; undefined when the trigger has none, or a variable in it has no value. */
export function fillLateAnswer(
  delivery: Delivery,
  { trigger }: Pick<DeliveryTarget, 'trigger'>,
  exact: () => unknown,
): FilledAnswer | undefined {
  const { respond } = trigger.webhook;
  if (respond?.mode !== 'result' || !respond.late) return undefined;
  const request = readRequestData(delivery, trigger);
  const { variables } = readTriggerVariables(trigger, exact(), request);
  const filling = fillAnswer({ ...respond.late, contentType: respond.contentType }, variables);
  return filling.kind === 'filled' ? filling.answer : undefined;
}

/** Returns what the log keeps of an answer. */
export function toLogged(
  filling: AnswerFilling,
  { definition }: Pick<DeliveryTarget, 'definition'>,
): { shown: string | null; problem: string | null } {
  if (filling.kind === 'unfilled') return { shown: null, problem: filling.message };
  const shown: FilledAnswer = maskAnswer(filling.answer, createRunSecrets(definition).maskSecrets);
  return { shown: JSON.stringify(shown), problem: null };
}
