// The responses to deliveries, by their outcome.
import type { FilledAnswer } from '~/engine/senders/answer';
import { type Problem, describeProblem } from '~/problem';
import type { DeliveryOutcome } from '~/services/webhooks/accept-delivery';
import { rejectMethod } from '~/services/webhooks/admission';
import type { HandshakeAnswer } from '~/services/webhooks/handshake-parts';
import { toProblem } from '~/services/webhooks/bodies/payload-outcome';
import type { SenderAnswer } from '~/services/webhooks/answer-sender';

export type WebhookResponse = {
  status: number;
  body: { message?: string; [more: string]: unknown };
  headers?: Record<string, string>;
  /** Sent instead of the body: what a sender wants to read, word for word. */
  exact?: { type: string; text: string };
};

/** An answer that is sent word for word. */
type ExactAnswer = Pick<HandshakeAnswer, 'headers'> & Pick<FilledAnswer, 'status' | 'contentType' | 'body'>;

/** The problem of a delivery that no webhook gets. It does not tell whether one is there that is not deployed. */
export const noWebhook = {
  kind: 'not-found',
  message: 'No deployed webhook has this address.',
} as const satisfies Problem;

export function reject(problem: Problem): WebhookResponse {
  const { status, body } = describeProblem(problem);
  const { retryAfterSeconds } = problem;
  return {
    status,
    body,
    ...(retryAfterSeconds && { headers: { 'Retry-After': String(retryAfterSeconds) } }),
  };
}

/** Describes the rejection of a delivery that has an execution in the log. */
function rejectExecution(problem: Problem, executionId: string): WebhookResponse {
  const { status, body } = describeProblem(problem);
  return { status, body: { ...body, executionId } };
}

export function describeAnswer({ status, contentType, body, headers }: ExactAnswer): WebhookResponse {
  const type = contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType;
  return { status, body: {}, exact: { type, text: body }, ...(headers && { headers }) };
}

export function describeResult(
  executionId: string,
  answer: SenderAnswer,
  late?: FilledAnswer,
): WebhookResponse {
  switch (answer.kind) {
    case 'filled':
      return describeFilled(answer.answer);
    case 'failed':
      return { status: 502, body: { executionId, status: answer.status } };
    case 'running':
      return {
        ...(late ? describeFilled(late) : { status: 202, body: { executionId, status: 'queued' } }),
        headers: { Location: answer.location },
      };
  }
}

function describeFilled({ headers, ...answer }: FilledAnswer): WebhookResponse {
  return describeAnswer({ ...answer, headers: Object.fromEntries(headers) });
}

/** Rejects a method, and lists the allowed ones, as RFC 9110 §15.5.6 demands. */
export function rejectMethodOf(methods: readonly string[], method: string): WebhookResponse {
  const { kind, message } = rejectMethod(methods, method);
  return { ...reject({ kind, message }), headers: { Allow: methods.join(', ') } };
}

type Taken = Extract<DeliveryOutcome, { kind: 'accepted' | 'captured' | 'skipped' }>;

function describeTaken(outcome: Taken): WebhookResponse {
  switch (outcome.kind) {
    case 'accepted':
      return { status: 202, body: { executionId: outcome.executionId, status: 'queued' } };
    case 'captured':
      return { status: 202, body: { captured: true } };
    case 'skipped':
      return { status: 200, body: { skipped: true } };
  }
}

export function describeOutcome(outcome: DeliveryOutcome, method: string): WebhookResponse {
  switch (outcome.kind) {
    case 'method-not-allowed':
      return rejectMethodOf(outcome.methods, method);
    case 'accepted':
    case 'captured':
    case 'skipped':
      return outcome.answer ? describeFilled(outcome.answer) : describeTaken(outcome);
    case 'handshake':
      return describeAnswer(outcome.answer);
    case 'missing-variables':
    case 'too-complex':
      return rejectExecution({ kind: 'invalid', message: outcome.message }, outcome.executionId);
    case 'loop':
      return rejectExecution({ kind: 'loop', message: outcome.message }, outcome.executionId);
    case 'unauthenticated':
      return reject({ kind: 'wrong-signature', message: outcome.message });
    case 'not-found':
      return reject(noWebhook);
    case 'unparsable':
    case 'not-utf8':
    case 'too-deep':
    case 'unsupported':
    case 'too-large':
      return reject(toProblem(outcome));
    default:
      return reject(outcome);
  }
}
