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
import { createAnswerPorts } from '../answers/wait-answers';
import { createConnectionPorts } from '../connections/authorize';
import { takeTurn } from '../connections/pace';
import { spanOfAttempt, spanOfExecution, writeTraceparent } from '../tracing/trace-context';
import { createMemoryPort } from '../memory/run-memory';
import { createValuePort } from '../values/read-values';
import { giveTurn } from '../give-way';
import { digestFile } from '../digest-file';
import { toSending } from './sending';

/** The decoded bytes of a response that are kept. */
const maxResponseBytes = 1024 * 1024;

export interface Signals {
  stopping: AbortSignal;
  lost: AbortSignal | undefined;
  setWaiting: ((isWaiting: boolean) => void) | undefined;
}

export interface TimeLimit {
  /** How much is left until the execution has to be over, waits between attempts included; none or less when it is out of time. */
  leftMs(): number;
  /** When, by the clock, also another runner finds it out of time; milliseconds since 1970. */
  endsAt(): number;
  /** What is said then. */
  tooLong: string;
}

/**
 * Counted from the first start on, `beganAt` in milliseconds since 1970. From now on it is time that passes which counts: who sets
 * the clock ends nothing that is under way.
 */
export function limitTime(
  { now, monotonicNow }: Pick<AppContext, 'now' | 'monotonicNow'>,
  { runSettings }: Definition,
  beganAt: number,
): TimeLimit {
  const { maxMinutes } = runSettings ?? defaultRunSettings;
  const tooLong = `The execution took longer than ${maxMinutes} ${maxMinutes === 1 ? 'minute' : 'minutes'}.`;
  const deadline = beganAt + maxMinutes * 60_000;
  const end = monotonicNow() + (deadline - now());
  const leftMs = () => Math.round(end - monotonicNow());
  return { leftMs, endsAt: () => Math.max(deadline, now() + leftMs()), tooLong };
}

export function createPorts(
  { context, execution }: { context: AppContext; execution: ExecutionForRun },
  limit: TimeLimit,
  { stopping, lost, setWaiting }: Signals,
): RunPorts {
  const { authorize, reject, deferTurns } = createConnectionPorts(context, execution.organization_id);
  const { readValues } = createValuePort(context, execution.organization_id);
  // Name by name: V8 takes several times as long for an object that is spread and added to, and every run has one.
  return {
    authorize,
    reject,
    deferTurns,
    readValues,
    ...createAnswerPorts(context, execution.id),
    memory: createMemoryPort(context, {
      integrationId: execution.integration_id,
      isTest: execution.is_test === 1,
    }),
    now: context.now,
    rest: giveTurn,
    digest: digestFile,
    takeTurn: (call) =>
      takeTurn(context, call, {
        executionId: execution.id,
        latest: limit.endsAt(),
        signals: [stopping, lost],
        setWaiting,
      }),
    async send(request) {
      const timeoutMs = Math.min(request.timeoutMs, limit.leftMs());
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
