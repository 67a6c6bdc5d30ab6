// The choice for a condition that is not met, or a response rule that matches, as the one value of a `select`:
// `skip_next`, `end`, or `go_to:` and a call's id. The value is `go_to` alone while no call is chosen yet.
import type { ConditionalStep } from '~/engine/definition/conditional-step';
import type { StatusCodeAction } from '~/engine/definition/response-step';

type Chosen = Pick<ConditionalStep, 'otherwise' | 'otherwiseApiCallId'>;

const goTo = 'go_to:';

export function toOtherwiseChoice({ otherwise, otherwiseApiCallId }: Chosen): string {
  return otherwise === 'go_to' && otherwiseApiCallId ? chooseCall(otherwiseApiCallId) : otherwise;
}

/** Returns the choice for the action of a response rule. */
export function toActionChoice({ action, goToApiCallId }: StatusCodeAction): string {
  return action === 'go_to' && goToApiCallId ? chooseCall(goToApiCallId) : action;
}

/** Returns the choice for a retry rule without retries left; empty for the default action. */
export function toRetriesEnd({ action, goToApiCallId }: StatusCodeAction): string {
  return action === 'retry' && goToApiCallId ? chooseCall(goToApiCallId) : '';
}

/** Returns the choice to continue with a call. */
export function chooseCall(callId: string): string {
  return goTo + callId;
}

/** Returns the id of the call that a choice continues with; undefined when there is none. */
export function readChosenCall(choice = ''): string | undefined {
  return choice.startsWith(goTo) ? choice.slice(goTo.length) : undefined;
}

/** Returns the call that a response rule may continue with, by its action or after its last retry. */
export function readRuleTarget(
  rule: { action?: string; afterRetries?: string } | undefined,
): string | undefined {
  return readChosenCall(rule?.action === 'retry' ? rule.afterRetries : rule?.action);
}

/** Converts a choice to what the services accept; `otherwise` is undefined for a form without the field. */
export function readOtherwiseChoice(choice: string): { otherwise: string | undefined; callId: string } {
  const callId = readChosenCall(choice);
  return { otherwise: callId === undefined ? choice || undefined : 'go_to', callId: callId ?? '' };
}
