// What a run asks of its runner, within the time that it may take.
import type { AppContext } from '~/context';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import { defaultRunSettings } from '~/engine/definition/run-settings';
import type { FailureReason } from '~/engine/events/failure-reason';
import type { Definition } from '~/engine/integration';
import type { CallRequest } from '~/engine/run/request';
import type { RunPorts } from '~/engine/run/run';
import { hopsHeader } from '~/engine/triggers/trigger';
import type { OutboundFailure, OutboundRequest } from '~/outbound/request-response';
import { createConnectionPorts } from '../connections/authorize';
import { takeTurn } from '../connections/pace';
import { spanOfAttempt, spanOfExecution, writeTraceparent } from '../tracing/trace-context';
import { createValuePort } from '../values/read-values';
import { toSending } from './sending';

/** The decoded bytes of a response that are kept. */
const maxResponseBytes = 1024 * 1024;

export interface Signals {
  stopping: AbortSignal;
  lost: AbortSignal | undefined;
  setWaiting: ((isWaiting: boolean) => void) | undefined;
}

export interface TimeLimit {
  /** When the execution has to be over, waits between attempts included. */
  deadline: number;
  /** What is said then. */
  tooLong: string;
}

/** Counted from the first start on. */
export function limitTime({ runSettings }: Definition, beganAt: number): TimeLimit {
  const { maxMinutes } = runSettings ?? defaultRunSettings;
  const tooLong = `The execution took longer than ${maxMinutes} ${maxMinutes === 1 ? 'minute' : 'minutes'}.`;
  return { deadline: beganAt + maxMinutes * 60_000, tooLong };
}

export function createPorts(
  { context, execution }: { context: AppContext; execution: ExecutionForRun },
  limit: TimeLimit,
  { stopping, lost, setWaiting }: Signals,
): RunPorts {
  return {
    ...createConnectionPorts(context, execution.organization_id),
    ...createValuePort(context, execution.organization_id),
    now: context.now,
    takeTurn: (call) =>
      takeTurn(context, call, {
        executionId: execution.id,
        latest: limit.deadline,
        signals: [stopping, lost],
        setWaiting,
      }),
    async send(request) {
      const leftMs = limit.deadline - context.now();
      const timeoutMs = Math.min(request.timeoutMs, leftMs);
      const sending: OutboundRequest = Object.assign(
        pickRequest(request, headersOfOurs(context, execution, request), context.now()),
        {
          organizationId: execution.organization_id,
          timeoutMs,
          maxBodyBytes: maxResponseBytes,
          waitSignal: stopping,
        },
      );
      if (lost) sending.signal = lost;
      if (setWaiting) sending.onWaiting = setWaiting;
      const outcome = await context.outbound.send(sending);
      const answeredAt = context.now();
      if (outcome.kind === 'response') return Object.assign(outcome, { answeredAt });
      const reason = findReason(outcome, {
        isStopping: stopping.aborted,
        isCutShort: timeoutMs < request.timeoutMs,
      });
      return { ...outcome, reason, answeredAt };
    },
  };
}

/** Why a call failed, in view of what the server was about. */
function findReason(
  { reason, sent }: OutboundFailure,
  { isStopping, isCutShort }: { isStopping: boolean; isCutShort: boolean },
): FailureReason {
  if (reason === 'cancelled' && !sent && isStopping) return 'turn-given-up';
  if (reason === 'timeout' && isCutShort) return 'time-limit';
  // What reached a target is not to be sent again as if it had not.
  return reason === 'server-exhausted' && sent ? 'connection' : reason;
}

function pickRequest(request: CallRequest, ours: CallRequest['headers'], now: number) {
  // No header of the call's own may make a circle of executions look like its beginning.
  const own = request.headers.filter(([name]) => name.toLowerCase() !== hopsHeader.toLowerCase());
  return toSending(request, now, [...own, ...ours]);
}

/** How many executions led to it; and the trace that it belongs to, where there is one and the call names none itself. */
function headersOfOurs(
  { traces }: AppContext,
  { id, hops, traceparent }: ExecutionForRun,
  { headers }: CallRequest,
): CallRequest['headers'] {
  const ours: CallRequest['headers'] = [[hopsHeader, String(hops)]];
  if (traceparent === null && traces === undefined) return ours;
  if (findHeader(headers, 'traceparent') !== undefined) return ours;
  const key = findHeader(headers, 'idempotency-key') ?? '';
  const span = spanOfAttempt(spanOfExecution(id, traceparent), key);
  return [...ours, ['traceparent', writeTraceparent(span)]];
}

function findHeader(headers: CallRequest['headers'], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
