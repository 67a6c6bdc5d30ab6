// What a run does when a condition is not met, or a response rule matches, as the one value of a `select`: `skip_next`, `end`, or `go_to:` and a call's id;
// `go_to` alone while the call is still to be chosen.
import type { ConditionalStep } from '~/engine/definition/conditional-step';
import type { StatusCodeAction } from '~/engine/definition/response-step';

type Chosen = Pick<ConditionalStep, 'otherwise' | 'otherwiseApiCallId'>;

const goTo = 'go_to:';

export function toOtherwiseChoice({ otherwise, otherwiseApiCallId }: Chosen): string {
  return otherwise === 'go_to' && otherwiseApiCallId ? chooseCall(otherwiseApiCallId) : otherwise;
}

/** The same of what a response rule does. */
export function toActionChoice({ action, goToApiCallId }: StatusCodeAction): string {
  return action === 'go_to' && goToApiCallId ? chooseCall(goToApiCallId) : action;
}

/** Where a retry rule leads once no retry is left; empty: to the default action. */
export function toRetriesEnd({ action, goToApiCallId }: StatusCodeAction): string {
  return action === 'retry' && goToApiCallId ? chooseCall(goToApiCallId) : '';
}

/** The choice of continuing with a call. */
export function chooseCall(callId: string): string {
  return goTo + callId;
}

/** The call that a choice leads to; undefined when it leads to none. */
export function readChosenCall(choice = ''): string | undefined {
  return choice.startsWith(goTo) ? choice.slice(goTo.length) : undefined;
}

/** The call that a response rule may lead to: its action's, or that of a retry's end. */
export function readRuleTarget(
  rule: { action?: string; afterRetries?: string } | undefined,
): string | undefined {
  return readChosenCall(rule?.action === 'retry' ? rule.afterRetries : rule?.action);
}

/** The choice as the services take it, whatever was typed; nothing of a form that has no such field. */
export function readOtherwiseChoice(choice: string): { otherwise: string | undefined; callId: string } {
  const callId = readChosenCall(choice);
  return { otherwise: callId === undefined ? choice || undefined : 'go_to', callId: callId ?? '' };
}
