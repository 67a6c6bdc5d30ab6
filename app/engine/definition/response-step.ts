// The definition of a call's response handling: rules for status codes, and the default action.
import { z } from 'zod';
import { clampRetry, defaultRetry } from './retry';
import { describeChoice } from '../schema/choice';
import { CallTarget, Condition } from './conditional-step';
import { normalizeResponseConditions, listResponseConditionProblems } from './response-condition';
import { ItemId } from '../schema/item-id';
import { readStatusCode } from '../schema/status-code';
import { fillUrl, isHttpUrl } from '../placeholders/url-template';
import { readUrl } from '../http/read-url';

const codeMessage =
  'A status code is a number from 100 to 599, a class like 4xx, a range like 500-599, or network';

/** A status code, a class of codes, a range, or `network` for no response at all. */
const StatusCode = z.union([z.number(), z.string()], { error: codeMessage }).transform((written, context) => {
  const code = readStatusCode(String(written));
  if (code !== undefined) return code;
  context.addIssue({ code: 'custom', message: codeMessage });
  return z.NEVER;
});

export const backoffStrategies = ['linear', 'exponential'] as const;
const actions = ['continue', 'stop_notify', 'retry', 'webhook', 'go_to', 'end'] as const;

export const ResponseAction = z.enum(actions, { error: describeChoice('The action', actions) });
export type ResponseAction = z.infer<typeof ResponseAction>;

export const defaultActions = ['continue', 'stop_notify'] as const;

const Amount = z.number().optional();

/** The retries of a rule; numbers outside their bounds become the nearest bound. */
export const RetryConfig = z
  .object({
    /** The number of attempts after the first: 1 to 3. */
    maxRetries: Amount,
    /** The delay in milliseconds: 100 to 30,000. */
    retryDelay: Amount,
    backoffStrategy: z
      .enum(backoffStrategies, { error: describeChoice('The backoff strategy', backoffStrategies) })
      .optional(),
  })
  .transform(clampRetry);
export type RetryConfig = z.infer<typeof RetryConfig>;

/** The recipient; empty: the recipient that the step names, or else the organization's owners. */
const NotificationEmail = z
  .union([z.string().trim(), z.null()])
  .optional()
  .transform((email) => email || undefined)
  .pipe(z.email('Please enter a valid email address').max(254).optional());

export const StatusCodeAction = z
  .object({
    /** The codes of the rule; none, with conditions, means every response. */
    statusCodes: z.array(StatusCode).max(100, 'A rule may have at most 100 status codes').default([]),
    /** The conditions on `response.status`, `.headers`, `.body` and `.durationMs`, which must all hold. */
    when: z.array(Condition).max(20, 'A rule may have at most 20 conditions').optional(),
    action: ResponseAction,
    /**
     * The later call that the run continues with: for `go_to`, and for `retry` when no retry is left, instead of the default
     * action. Dropped for other actions.
     */
    goToApiCallId: CallTarget,
    notificationEmail: NotificationEmail,
    retryConfig: RetryConfig.nullish().transform((config) => config ?? undefined),
    /** The URL with placeholders, as in a call. */
    webhookURL: z
      .string()
      .trim()
      .max(8_192, 'URLs must be 8192 characters or less')
      .nullish()
      .transform((url) => url || undefined),
  })
  .superRefine(({ statusCodes, when = [], action, goToApiCallId, webhookURL }, context) => {
    const add = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    if (statusCodes.length === 0 && when.length === 0) {
      add(['statusCodes'], 'At least one status code is required');
    }
    for (const { path, message } of listResponseConditionProblems(when)) add(['when', ...path], message);
    if (action === 'go_to' && !goToApiCallId) {
      add(['goToApiCallId'], 'Choose the API call to continue with');
    }
    const message = action === 'webhook' ? findWebhookURLProblem(webhookURL ?? '') : undefined;
    if (message) add(['webhookURL'], message);
  })
  .transform(({ when, goToApiCallId, ...rule }) => ({
    ...rule,
    ...(when && when.length > 0 && { when: normalizeResponseConditions(when) }),
    ...(rule.action === 'go_to' && { goToApiCallId }),
    ...(rule.action === 'retry' && goToApiCallId && { goToApiCallId }),
    ...(rule.action === 'retry' && { retryConfig: rule.retryConfig ?? defaultRetry }),
  }));
export type StatusCodeAction = z.infer<typeof StatusCodeAction>;

/** Returns why a rule's notice cannot be posted to a URL, whatever its placeholders hold; undefined when it can. */
function findWebhookURLProblem(url: string): string | undefined {
  if (!url) return 'Webhook URL is required';
  const filled = fillUrl(url);
  if (!readUrl(filled)) return 'Invalid URL format';
  if (!isHttpUrl(filled)) return 'Webhook URL must use HTTP or HTTPS protocol';
  return undefined;
}

export const ResponseHandlingStep = z.object({
  id: ItemId,
  /** The place in the editor; a run finds the step by its call. */
  order: z.number().default(0),
  /** The call whose responses it handles. */
  nextApiCallId: ItemId,
  responseHandling: z.object({
    /** The action when no rule matches, or when the matching rule has no retries left and names no call. */
    defaultAction: z
      .enum(defaultActions, { error: describeChoice('The default action', defaultActions) })
      .default('continue'),
    defaultNotificationEmail: NotificationEmail,
    statusCodeActions: z
      .array(StatusCodeAction)
      .max(50, 'A call may have at most 50 status code rules')
      .default([]),
  }),
});
export type ResponseHandlingStep = z.infer<typeof ResponseHandlingStep>;
