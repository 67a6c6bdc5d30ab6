// Changes a loop for a test: only the first items, and no waits, mails and notices.
import type { ApiCall } from '~/engine/definition/api-call';
import type { ResponseHandlingStep, StatusCodeAction } from '~/engine/definition/response-step';
import { defaultRetry } from '~/engine/definition/retry';
import type { Definition } from '~/engine/integration';

/** How many pages of a list are requested. */
const triedPages = 3;

/** A rule that retries acts as if its retries were used up; a rule that posts a notice lets the run continue. */
export function restrictChain(definition: Definition, items: number): Definition {
  const { apiCalls, responseHandlingSteps, loopSteps = [] } = definition;
  return {
    ...definition,
    apiCalls: apiCalls.map(restrictCall),
    responseHandlingSteps: responseHandlingSteps.map(restrictHandling),
    loopSteps: loopSteps.map((loop) =>
      Object.assign({}, loop, { atOnce: 1, maxItems: items, onTooMany: 'first', onError: 'continue' }),
    ),
  };
}

function restrictHandling(step: ResponseHandlingStep): ResponseHandlingStep {
  const { statusCodeActions } = step.responseHandling;
  const restricted = statusCodeActions.map((rule): StatusCodeAction => {
    if (rule.action === 'retry') {
      const { retryConfig = defaultRetry } = rule;
      return Object.assign({}, rule, { retryConfig: { ...retryConfig, maxRetries: 0 } });
    }
    return rule.action === 'webhook' ? Object.assign({}, rule, { action: 'continue' }) : rule;
  });
  return { ...step, responseHandling: { ...step.responseHandling, statusCodeActions: restricted } };
}

function restrictCall({ wait: _wait, ...call }: ApiCall): ApiCall {
  const { repeat } = call;
  if (!repeat) return call;
  if (repeat.kind === 'until') return { ...call, repeat: { ...repeat, maxTries: 1, onGiveUp: 'continue' } };
  const maxPages = Math.min(repeat.maxPages, triedPages);
  return { ...call, repeat: { ...repeat, maxPages, everyMs: 0 } };
}
