// What follows from how a call ended: the first rule that names its status code decides, else the default action.
import { computeDelay, defaultRetry, readRetryAfter } from '../definition/backoff';
import type { ResponseRuling } from '../events/event';
import type { SendOutcome } from './outcome';
import type { ResponseHandlingStep, StatusCodeAction } from '../definition/response-step';

interface Match {
  rule: StatusCodeAction;
  /** What of the rule's codes it was, as written. */
  code: string;
}

/** The first rule for a status; null stands for no response at all. */
export function findRule(
  { responseHandling }: ResponseHandlingStep,
  status: number | null,
): Match | undefined {
  for (const rule of responseHandling.statusCodeActions) {
    const code = rule.statusCodes.find((candidate) => matchesCode(candidate, status));
    if (code !== undefined) return { rule, code: String(code) };
  }
  return undefined;
}

function matchesCode(code: number | string, status: number | null): boolean {
  if (status === null || code === 'network') return status === null && code === 'network';
  if (typeof code === 'number') return code === status;
  if (code.endsWith('xx')) return code.startsWith(String(Math.floor(status / 100)));
  const [from = 0, to = 0] = code.split('-').map(Number);
  return from <= status && status <= to;
}

/** Rules on the `attempt`-th try, counted from 1. A rule whose tries are used up leaves it to the default action. */
export function decideRuling(
  handling: ResponseHandlingStep,
  outcome: SendOutcome,
  attempt: number,
): ResponseRuling {
  const match = findRule(handling, outcome.kind === 'response' ? outcome.status : null);
  const { defaultAction, defaultNotificationEmail = null } = handling.responseHandling;
  const has = {
    hasRetryConfig: match?.rule.retryConfig !== undefined,
    hasWebhookURL: match?.rule.webhookURL !== undefined,
  };
  const retry = match?.rule.action === 'retry' ? (match.rule.retryConfig ?? defaultRetry) : undefined;
  if (!match || (retry && attempt > retry.maxRetries)) {
    const notificationEmail = defaultAction === 'stop_notify' ? defaultNotificationEmail : null;
    return { action: defaultAction, matchedStatusCode: null, ...decided, notificationEmail, ...has };
  }
  const { action } = match.rule;
  const ruled = { action, matchedStatusCode: match.code, ...decided, ...has };
  if (retry) {
    const retryAfterMs =
      outcome.kind === 'response' ? readRetryAfter(outcome.headers, outcome.answeredAt) : 0;
    return { ...ruled, delayMs: computeDelay(retry, attempt, retryAfterMs) };
  }
  if (action === 'webhook') return { ...ruled, answeredAt: outcome.answeredAt };
  if (action === 'continue') return ruled;
  return { ...ruled, notificationEmail: match.rule.notificationEmail ?? defaultNotificationEmail };
}

const decided = { delayMs: null, notificationEmail: null, answeredAt: null };
