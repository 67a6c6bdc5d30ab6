// The functions that a run calls in its runner, within the run's time limit.
import type { AppContext } from '~/context';
import type { Lease } from '~/db/executions/queue/jobs';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import { defaultRunSettings } from '~/engine/definition/run-settings';
import type { FailureReason } from '~/engine/events/failure-reason';
import type { Definition } from '~/engine/integration';
import { isLargeJson } from '~/engine/json/json-parts';
import type { CallRequest } from '~/engine/run/request';
import type { RunPorts } from '~/engine/run/run';
import { isStoreUrl } from '~/engine/stores/store-address';
import { hopsHeader } from '~/engine/triggers/trigger';
import type { OutboundFailure, OutboundRequest } from '~/outbound/request-response';
import { createAnswerPorts } from '../answers/wait-answers';
import { createConnectionPorts } from '../connections/authorize';
import { takeTurn } from '../connections/pace';
import { listSecretsOutsideDefinition } from '../secrets/secrets-outside-definition';
import { spanOfAttempt, spanOfExecution, writeTraceparent } from '../tracing/trace-context';
import { createMemoryPort } from '../memory/run-memory';
import { createValuePort } from '../values/read-values';
import { runInTurns, yieldTurn } from '../event-loop';
import { digestFile } from '../digest-file';
import { sendToStore } from '../stores/send-to-store';
import { maxResponseBytes, toSending } from './sending/sending';

export interface Signals {
  stopping: AbortSignal;
  lost: AbortSignal | undefined;
  setWaiting: ((isWaiting: boolean) => void) | undefined;
}

export interface TimeLimit {
  /** Returns the milliseconds until the execution must end, waits between attempts included; 0 or less when out of time. */
  leftMs(): number;
  /** Returns when other runners, too, find the execution out of time by their clock, in milliseconds since 1970. */
  endsAt(): number;
  /** The error message at the limit. */
  tooLong: string;
}

/**
 * Counts the limit from the first start, `beganAt`, in milliseconds since 1970. From this call on, elapsed time counts, so
 * setting the clock ends nothing that is under way.
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
  {
    context,
    execution,
    definition,
    lease,
  }: { context: AppContext; execution: ExecutionForRun; definition: Definition; lease: Lease },
  limit: TimeLimit,
  { stopping, lost, setWaiting }: Signals,
): RunPorts {
  const { authorize, reject, deferTurns } = createConnectionPorts(context, execution.organization_id);
  const { readValues } = createValuePort(context, execution.organization_id);
  // The fields are listed by name: V8 takes several times as long to spread an object and add to it, and every run builds one.
  return {
    authorize,
    reject,
    deferTurns,
    readValues,
    listSecrets: () =>
      listSecretsOutsideDefinition(
        context,
        { id: execution.integration_id, organizationId: execution.organization_id },
        definition,
      ),
    ...createAnswerPorts(context, execution.id),
    memory: createMemoryPort(context, {
      integrationId: execution.integration_id,
      isTest: execution.is_test === 1,
    }),
    now: context.now,
    rest: yieldTurn,
    inTurns: runInTurns,
    digest: digestFile,
    takeTurn: (call) =>
      takeTurn(context, call, {
        executionId: execution.id,
        latest: limit.endsAt(),
        signals: [stopping, lost],
        setWaiting,
      }),
    async send(request, attemptId) {
      if (isStoreUrl(request.url)) {
        const caller = { id: execution.id, lease };
        return sendToStore(
          context,
          { organizationId: execution.organization_id, execution: caller },
          request,
        );
      }
      const timeoutMs = Math.min(request.timeoutMs, limit.leftMs());
      const sending: OutboundRequest = Object.assign(
        pickRequest(request, headersOfOurs(context, execution, { request, attemptId }), context.now()),
        {
          organizationId: execution.organization_id,
          integrationId: execution.integration_id,
          timeoutMs,
          maxBodyBytes: maxResponseBytes,
          waitSignal: stopping,
        },
      );
      if (lost) sending.signal = lost;
      if (setWaiting) sending.onWaiting = setWaiting;
      const outcome = await context.outbound.send(sending);
      const answeredAt = context.now();
      if (outcome.kind === 'response') {
        // Reading a large response took a turn, and parsing it takes another.
        if (isLargeJson(outcome.body)) await yieldTurn();
        return Object.assign(outcome, { answeredAt });
      }
      const reason = findReason(outcome, {
        isStopping: stopping.aborted,
        isCutShort: timeoutMs < request.timeoutMs,
      });
      return { ...outcome, reason, answeredAt };
    },
  };
}

/** Returns why a call failed, in view of what the server was doing. */
function findReason(
  { reason, sent }: OutboundFailure,
  { isStopping, isCutShort }: { isStopping: boolean; isCutShort: boolean },
): FailureReason {
  if (reason === 'cancelled' && !sent && isStopping) return 'turn-given-up';
  if (reason === 'timeout' && isCutShort) return 'time-limit';
  // A request that reached the target must not be sent again as if it had not.
  return reason === 'server-exhausted' && sent ? 'connection' : reason;
}

function pickRequest(request: CallRequest, ours: CallRequest['headers'], now: number) {
  // A header of the call itself must not make a circle of executions look like its beginning.
  const own = request.headers.filter(([name]) => name.toLowerCase() !== hopsHeader.toLowerCase());
  return toSending(request, now, [...own, ...ours]);
}

/** Returns the number of executions that led here, and the trace if there is one and the call sets no `traceparent`. */
function headersOfOurs(
  { traces }: AppContext,
  { id, hops, traceparent }: ExecutionForRun,
  { request: { headers }, attemptId }: { request: CallRequest; attemptId: string },
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
