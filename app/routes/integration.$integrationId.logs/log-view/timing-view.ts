// Computes when calls were sent and how long they took, in the execution's own time without waits before calls.
import { nameCall, namePage } from '~/engine/definition/call-name';
import type { ApiCallLog, ExecutionLog } from '~/services/executions/log-schema';
import type { CallWaitLog } from '~/services/executions/wait-log';

/** One attempt on the time line; times are milliseconds from the execution's start, without waits before calls. */
export interface TimingSpan {
  startMs: number;
  /** How long the run had waited before calls until then; absent when it had not. */
  waitedMs?: number;
  durationMs: number;
  failed: boolean;
}

export interface TimingView {
  /** The duration that the whole width stands for. */
  totalMs: number;
  /** How long the run waited before calls, not part of `totalMs`; undefined when it did not wait. */
  waitedMs?: number;
  calls: { step: number; name: string; spans: TimingSpan[] }[];
}

/** Computes the timing of an execution; null when it sent nothing. */
export function viewTiming(log: ExecutionLog): TimingView | null {
  const { callWaits = [] } = log;
  const offsetOf = (time: string) =>
    Date.parse(time) - Date.parse(log.startedAt) - measureWaits(callWaits, time);
  const placeAt = (time: string) => {
    const waitedMs = measureWaits(callWaits, time);
    return { startMs: Math.max(0, offsetOf(time)), ...(waitedMs > 0 && { waitedMs }) };
  };
  const calls = log.apiCallLogs.flatMap((call) => {
    const spans = listSpans(call, placeAt);
    return spans.length === 0 ? [] : [{ step: call.step, name: nameSteps(call), spans }];
  });
  if (calls.length === 0) return null;
  const ends = calls.flatMap(({ spans }) => spans.map((span) => span.startMs + span.durationMs));
  const ownMs = log.completedAt === null ? 0 : offsetOf(log.completedAt);
  const waitedMs = measureWaits(
    callWaits.filter(({ endedAt }) => endedAt !== null),
    log.completedAt ?? callWaits.at(-1)?.endedAt ?? log.startedAt,
  );
  return { totalMs: Math.max(1, ownMs, ...ends), ...(waitedMs > 0 && { waitedMs }), calls };
}

/** Sums the waits before calls until `time`, in milliseconds; the time line leaves them out, as they may take days. */
function measureWaits(waits: CallWaitLog[], time: string): number {
  const at = Date.parse(time);
  const waited = waits.map(({ startedAt, endedAt }) =>
    Math.max(0, Math.min(at, endedAt === null ? at : Date.parse(endedAt)) - Date.parse(startedAt)),
  );
  return waited.reduce((sum, each) => sum + each, 0);
}

function nameSteps({ step, kind, apiCallName, page }: ApiCallLog): string {
  const name = namePage(nameCall(apiCallName, step), page);
  return kind === 'webhook' ? `${name} (webhook)` : name;
}

function listSpans(
  { request, status, startedAt, duration }: ApiCallLog,
  placeAt: (time: string) => Pick<TimingSpan, 'startMs' | 'waitedMs'>,
): TimingSpan[] {
  const attempts = request?.retryData?.retryAttempts;
  if (attempts) {
    return attempts.map((attempt, index) =>
      Object.assign(placeAt(attempt.timestamp), {
        durationMs: attempt.duration ?? 0,
        failed: index < attempts.length - 1 || status === 'error',
      }),
    );
  }
  if (startedAt === null) return [];
  return [{ ...placeAt(startedAt), durationMs: duration ?? 0, failed: status === 'error' }];
}
