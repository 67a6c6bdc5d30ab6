// An answer that a trigger makes from the payload alone: it is known before anything is stored, and sent right after.
import { type AnswerFilling, fillAnswer, maskAnswer } from '~/engine/run/answer';
import { createRunSecrets } from '~/engine/run/run-secrets';
import type { FilledAnswer } from '~/engine/senders/answer';
import { readTriggerVariables } from '~/engine/variables';
import type { Delivery } from './proof/delivery';
import type { DeliveryTarget } from './delivery-target';
import { readRequestData } from './request-data';

type Target = Pick<DeliveryTarget, 'trigger'>;

/** Returns undefined when the trigger has no such answer. `exact`: the payload with all its digits. */
export function fillImmediateAnswer(
  delivery: Delivery,
  target: Target,
  exact: () => unknown,
): AnswerFilling | undefined {
  const { respond } = target.trigger.webhook;
  if (!respond || (respond.mode ?? 'custom') !== 'custom') return undefined;
  return fill(respond, delivery, target, exact);
}

/**
 * Returns the response for a late result; undefined when the trigger has none, or a variable in it has no value. It is filled in
 * at once, because a payload is large and does not stay in memory while the sender waits.
 */
export function fillLateAnswer(
  delivery: Delivery,
  target: Target,
  exact: () => unknown,
): FilledAnswer | undefined {
  const { respond } = target.trigger.webhook;
  if (respond?.mode !== 'result' || !respond.late) return undefined;
  const filling = fill({ ...respond.late, contentType: respond.contentType }, delivery, target, exact);
  return filling.kind === 'filled' ? filling.answer : undefined;
}

function fill(
  answer: Parameters<typeof fillAnswer>[0],
  delivery: Delivery,
  { trigger }: Target,
  exact: () => unknown,
): AnswerFilling {
  const { headers = {}, body } = answer;
  // Most answers are the same for each delivery.
  if (![body, ...Object.values(headers)].some((text) => text.includes('{{'))) {
    return fillAnswer(answer, new Map());
  }
  const request = readRequestData(delivery, trigger);
  return fillAnswer(answer, readTriggerVariables(trigger, exact(), request).variables);
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
