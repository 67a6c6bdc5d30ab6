// The response handling that calls were defined with, and what it did.
import type { LoggedHandling } from '~/db/executions/logs/execution-logs';
import type { Attempt, LoggedStep } from '~/db/executions/steps';
import type { ResponseHandlingStep, StatusCodeAction } from '~/engine/definition/response-step';
import type { ResponseRuling } from '~/engine/events/event';
import type { LoggedResponse } from '~/engine/logged';
import type { LoggedResponseStep, ResponseHandling, RetryData } from './log-schema';

/** Describes the response handling of calls as defined when the execution ran. */
export function describeResponseSteps(handling: LoggedHandling | undefined): LoggedResponseStep[] {
  const names = JSON.parse(handling?.names ?? '{}') as Record<string, string | undefined>;
  const steps = JSON.parse(handling?.steps ?? '[]') as ResponseHandlingStep[];
  return steps.map((step) => describeStep(step, names[step.nextApiCallId] ?? ''));
}

function describeStep(
  { id, order, nextApiCallId, responseHandling }: ResponseHandlingStep,
  name: string,
): LoggedResponseStep {
  const { defaultAction, statusCodeActions } = responseHandling;
  return {
    id,
    order,
    callId: nextApiCallId,
    defaultAction,
    statusCodeRulesCount: statusCodeActions.length,
    targetAPICallName: name,
    statusCodeRules: statusCodeActions.map(describeRule),
  };
}

function describeRule({
  statusCodes,
  when,
  action,
  goToApiCallId,
  retryConfig,
  webhookURL,
}: StatusCodeAction): LoggedResponseStep['statusCodeRules'][number] {
  return {
    statusCodes,
    ...(when && { when }),
    action,
    ...(goToApiCallId && { goToApiCallId }),
    retryConfig: retryConfig ?? null,
    webhookURL: webhookURL ?? null,
  };
}

function readRuling(attempt: Attempt | undefined): ResponseRuling | null {
  return attempt?.ruling ? (JSON.parse(attempt.ruling) as ResponseRuling) : null;
}

/** Describes what the response handling did after the last attempt; null where there is none, or nothing was decided yet. */
export function toResponseHandling(step: LoggedStep, attempts: Attempt[]): ResponseHandling | null {
  const last = attempts.at(-1);
  // While another attempt runs, the ruling that asked for it counts.
  const ruling = readRuling(last) ?? readRuling(attempts.at(-2));
  // No rule causes the renewal of a token.
  if (!last || !ruling || ruling.action === 'renew') return null;
  const executionStopped = ruling.action === 'stop_notify';
  return {
    matchedAction: ruling.action,
    matchedStatusCode: ruling.matchedStatusCode,
    ...(ruling.matchedConditions && { matchedConditions: ruling.matchedConditions }),
    ...(ruling.note && { note: ruling.note }),
    retryAttempt: last.attempt,
    totalRetries: last.attempt - 1,
    finalSuccess: step.status === 'success',
    executionStopped,
    stopReason: executionStopped ? (step.error_message ?? `HTTP ${last.status_code ?? ''}`.trim()) : null,
    hasRetryConfig: ruling.hasRetryConfig,
    hasWebhookURL: ruling.hasWebhookURL,
  };
}

/** Describes every attempt of a call that a rule had tried again, or whose token was renewed; null for other calls. */
export function describeRetries(attempts: Attempt[], handling: LoggedResponseStep | null): RetryData | null {
  const rulings = attempts.map(readRuling);
  const asked = rulings.find((ruling) => ruling?.action === 'retry');
  if (!asked && !rulings.some((ruling) => ruling?.action === 'renew')) return null;
  const rule =
    handling?.statusCodeRules[asked?.ruleIndex ?? -1] ??
    handling?.statusCodeRules.find(
      ({ action, statusCodes }) =>
        action === 'retry' && statusCodes.some((code) => String(code) === asked?.matchedStatusCode),
    );
  return {
    maxRetries: rule?.retryConfig?.maxRetries ?? null,
    retryAttempts: attempts.map((tried, index) => ({
      attemptNumber: tried.attempt,
      statusCode: tried.status_code,
      responseBody: tried.response === null ? null : (JSON.parse(tried.response) as LoggedResponse).body,
      error: tried.error_message,
      duration: tried.duration_ms,
      delayMs: readRuling(tried)?.delayMs ?? null,
      isRenewed: rulings[index - 1]?.action === 'renew',
      timestamp: new Date(tried.started_at).toISOString(),
    })),
  };
}
