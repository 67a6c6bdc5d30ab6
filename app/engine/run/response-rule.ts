// Decides what follows from the end of a call: the first rule that names its status code and whose conditions hold decides,
// else the default action.
import { describeCondition } from '../conditions/condition';
import type { RunPorts } from './ports';
import { computeDelay, defaultRetry, readRetryAfter } from '../definition/retry';
import type { ResponseHandlingStep, StatusCodeAction } from '../definition/response-step';
import type { ResponseRuling } from '../events/event';
import type { MaskSecrets } from '../secrets/mask-secrets';
import { matchesCode } from '../schema/code-match';
import { isSuccess } from '../schema/status-code';
import type { SendOutcome } from './outcome';
import { createResponseCheck, type ResponseCheck } from './response-check';

interface Match {
  rule: StatusCodeAction;
  index: number;
  /** The matching code of the rule, as written. */
  code: string;
}

/** Finds the first rule without conditions for a status; null stands for no response at all. */
export function findRule(handling: ResponseHandlingStep, status: number | null): Match | undefined {
  return listRules(handling, status).find(({ rule }) => rule.when === undefined);
}

/** Lists the rules for a status, whatever their conditions. */
function listRules({ responseHandling }: ResponseHandlingStep, status: number | null): Match[] {
  return responseHandling.statusCodeActions.flatMap((rule, index) => {
    const code = findCode(rule, status);
    return code === undefined ? [] : [{ rule, index, code: String(code) }];
  });
}

/** Finds the first rule whose conditions hold. */
async function findHolding(rules: Match[], check: ResponseCheck): Promise<Match | undefined> {
  for (const match of rules) {
    const { when } = match.rule;
    if (when === undefined || (await check.holds(when))) return match;
  }
  return undefined;
}

/** Returns the code of a rule that matches the status. A rule without codes matches every response. */
function findCode({ statusCodes }: StatusCodeAction, status: number | null): number | string | undefined {
  if (statusCodes.length === 0) return status === null ? undefined : 'any';
  return statusCodes.find((candidate) => matchesCode(candidate, status));
}

/**
 * Decides on the `attempt`-th try, counted from 1. A rule whose retries are used up leads to the call that it names, or leaves
 * the decision to the default action.
 */
export async function decideRuling(
  handling: ResponseHandlingStep,
  outcome: SendOutcome,
  {
    attempt,
    maskSecrets,
    ports = {},
  }: { attempt: number; maskSecrets: MaskSecrets; ports?: Pick<RunPorts, 'rest' | 'inTurns'> },
): Promise<ResponseRuling> {
  const check = createResponseCheck(outcome, ports);
  const status = outcome.kind === 'response' ? outcome.status : null;
  const match = await findHolding(listRules(handling, status), check);
  const { defaultAction, defaultNotificationEmail = null } = handling.responseHandling;
  const has = {
    hasRetryConfig: match?.rule.retryConfig !== undefined,
    hasWebhookURL: match?.rule.webhookURL !== undefined,
    ...describeMatch(handling, match, maskSecrets),
    ...(check.note && { note: check.note }),
  };
  const retry = match?.rule.action === 'retry' ? (match.rule.retryConfig ?? defaultRetry) : undefined;
  const isUsedUp = retry !== undefined && attempt > retry.maxRetries;
  const isFailure = status === null || !isSuccess(status) || has.isFailure;
  const decided = { ...undecided, ...(isFailure && { answeredAt: outcome.answeredAt }) };
  if (match && isUsedUp && match.rule.goToApiCallId) {
    return { action: 'go_to', matchedStatusCode: match.code, ...decided, ...has };
  }
  if (!match || isUsedUp) {
    const notificationEmail = defaultAction === 'stop_notify' ? defaultNotificationEmail : null;
    return { action: defaultAction, matchedStatusCode: null, ...decided, notificationEmail, ...has };
  }
  const { action } = match.rule;
  const ruled = { action, matchedStatusCode: match.code, ...decided, ...has };
  if (retry) {
    const retryAfterMs =
      outcome.kind === 'response' ? readRetryAfter(outcome.headers, outcome.answeredAt, outcome) : 0;
    return { ...ruled, delayMs: computeDelay(retry, attempt, retryAfterMs) };
  }
  if (action === 'webhook') return { ...ruled, answeredAt: outcome.answeredAt };
  if (action !== 'stop_notify') return ruled;
  return { ...ruled, notificationEmail: match.rule.notificationEmail ?? defaultNotificationEmail };
}

const undecided = { delayMs: null, notificationEmail: null, answeredAt: null };

type Judgement = Pick<ResponseRuling, 'matchedConditions' | 'ruleIndex' | 'isFailure'>;

/** Checks whether the log must name a rule by its index: conditions make its codes ambiguous, or it leads to a call. */
function isPlaced({ when, goToApiCallId }: StatusCodeAction): boolean {
  return when !== undefined || goToApiCallId !== undefined;
}

/** Describes the matched rule. Empty when all rules have codes only: such a rule is found again by its code. */
function describeMatch(
  { responseHandling }: ResponseHandlingStep,
  match: Match | undefined,
  maskSecrets: MaskSecrets,
): Judgement {
  const { statusCodeActions } = responseHandling;
  if (!match || !statusCodeActions.some(isPlaced)) return {};
  const { when, action } = match.rule;
  return {
    ruleIndex: match.index,
    ...(when && { matchedConditions: maskSecrets(when.map(describeCondition).join(' and ')) }),
    ...(when && (action === 'stop_notify' || action === 'retry') && { isFailure: true }),
  };
}
