// Sends a call of a run through the outbound client, within the run's time limit, and keeps a long response as a file.
import type { AppContext } from '~/context';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import type { FailureReason } from '~/engine/events/failure-reason';
import { isLargeJson } from '~/engine/json/json-parts';
import { listLargeFiles } from '~/engine/request-bodies/upload';
import type { SendOutcome } from '~/engine/run/outcome';
import type { CallRequest } from '~/engine/run/request';
import { hopsHeader } from '~/engine/triggers/trigger';
import type { LongBodyHead } from '~/outbound/long-body';
import type { OutboundFailure, OutboundRequest, OutboundResponse } from '~/outbound/request-response';
import { yieldTurn } from '../../event-loop';
import { createFileKeeper, type FileKeeper } from '../../files/keep-file';
import { spanOfAttempt, spanOfExecution, writeTraceparent } from '../../tracing/trace-context';
import { openLargeFiles } from './large-files';
import { maxResponseBytes, toSending, toSendingOfRun } from './sending';
import type { Signals, TimeLimit } from './time-limit';

interface Attempt {
  request: CallRequest;
  attemptId: string;
}

/** Sends an attempt of a call of an execution. */
export async function sendCall(
  context: AppContext,
  execution: ExecutionForRun,
  attempt: Attempt,
  limit: TimeLimit,
  { stopping, lost, setWaiting }: Signals,
): Promise<SendOutcome> {
  const { request } = attempt;
  const picked = await pickRequest(context, execution, attempt);
  if (typeof picked === 'string') {
    const message = picked;
    const answeredAt = context.now();
    return { kind: 'failure', reason: 'invalid-request', sent: false, message, durationMs: 0, answeredAt };
  }
  const sending: OutboundRequest = Object.assign(picked, {
    organizationId: execution.organization_id,
    integrationId: execution.integration_id,
    timeoutMs: request.timeoutMs,
    leftMs: limit.leftMs,
    maxBodyBytes: maxResponseBytes,
    waitSignal: stopping,
  });
  if (lost) sending.signal = lost;
  if (setWaiting) sending.onWaiting = setWaiting;
  const outcome = await sendKeeping(context, execution, attempt, sending);
  const answeredAt = context.now();
  if (outcome.kind === 'response') {
    // Reading a large response took a turn, and parsing it takes another.
    if (isLargeJson(outcome.body)) await yieldTurn();
    return Object.assign(outcome, { answeredAt });
  }
  return { ...outcome, reason: findReason(outcome, stopping), answeredAt };
}

/** Sends a request; a long response that is to be a file is kept as one. */
async function sendKeeping(
  context: AppContext,
  { id: executionId, organization_id: organizationId }: ExecutionForRun,
  { request, attemptId }: Attempt,
  sending: OutboundRequest,
): Promise<OutboundResponse | OutboundFailure> {
  const { maskSecrets } = request;
  if (!request.keepsBytes || !maskSecrets) return context.outbound.send(sending);
  // All attempts of a call have one key.
  const callKey = attemptId.slice(0, attemptId.lastIndexOf('.'));
  const call = { organizationId, executionId, callKey, maskSecrets, beganAt: context.now() };
  const opened: { keeper?: FileKeeper } = {};
  const openLongBody = (head: LongBodyHead) => {
    request.noteHead?.(head);
    return (opened.keeper = createFileKeeper(context, { ...call, bytes: head.bytes }));
  };
  const outcome = await context.outbound.send({ ...sending, openLongBody });
  if (outcome.kind === 'failure' || typeof outcome.longBody !== 'object') await opened.keeper?.discard();
  return outcome;
}

/** Returns why a call failed, in view of what the server was doing. */
function findReason({ reason, sent }: OutboundFailure, stopping: AbortSignal): FailureReason {
  if (reason === 'cancelled' && !sent && stopping.aborted) return 'turn-given-up';
  // A request that reached the target must not be sent again as if it had not.
  return reason === 'server-exhausted' && sent ? 'connection' : reason;
}

/** Returns what is sent, or the sentence that says which trouble with a large file of the request prevents it. */
function pickRequest(context: AppContext, execution: ExecutionForRun, attempt: Attempt) {
  const { request } = attempt;
  // A header of the call itself must not make a circle of executions look like its beginning.
  const own = request.headers.filter(([name]) => name.toLowerCase() !== hopsHeader.toLowerCase());
  const headers = [...own, ...headersOfOurs(context, execution, attempt)];
  const hasFiles = request.upload && listLargeFiles(request.upload).length > 0;
  if (!hasFiles) return toSending(request, context.now, headers);
  return pickWithFiles(context, execution, request, headers);
}

async function pickWithFiles(
  context: AppContext,
  execution: ExecutionForRun,
  request: CallRequest,
  headers: CallRequest['headers'],
) {
  const opened = await openLargeFiles(context, execution, request);
  if (!opened) return 'A file was deleted before the call was sent.';
  return toSendingOfRun(request, opened, context.now, headers);
}

/** Returns the number of executions that led here, and the trace if there is one and the call sets no `traceparent`. */
function headersOfOurs(
  { traces }: AppContext,
  { id, hops, traceparent }: ExecutionForRun,
  { request: { headers }, attemptId }: Attempt,
): CallRequest['headers'] {
  const ours: CallRequest['headers'] = [[hopsHeader, String(hops)]];
  if (traceparent === null && traces === undefined) return ours;
  if (findHeader(headers, 'traceparent') !== undefined) return ours;
  const span = spanOfAttempt(spanOfExecution(id, traceparent), attemptId);
  return [...ours, ['traceparent', writeTraceparent(span)]];
}

function findHeader(headers: CallRequest['headers'], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
