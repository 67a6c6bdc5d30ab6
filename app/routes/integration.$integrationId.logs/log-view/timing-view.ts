// When the calls of an execution went out and how long they took, against the execution's own time.
import { nameCall, namePage } from '~/engine/definition/call-name';
import type { ApiCallLog, ExecutionLog } from '~/services/executions/log-schema';

/** One attempt on the time line; times are milliseconds from the execution's start. */
export interface TimingSpan {
  startMs: number;
  durationMs: number;
  failed: boolean;
}

export interface TimingView {
  /** What the whole width stands for. */
  totalMs: number;
  calls: { step: number; name: string; spans: TimingSpan[] }[];
}

/** Null when nothing was sent. */
export function viewTiming(log: ExecutionLog): TimingView | null {
  const startedAt = Date.parse(log.startedAt);
  const calls = log.apiCallLogs.flatMap((call) => {
    const spans = listSpans(call, startedAt);
    return spans.length === 0 ? [] : [{ step: call.step, name: nameSteps(call), spans }];
  });
  if (calls.length === 0) return null;
  const ends = calls.flatMap(({ spans }) => spans.map((span) => span.startMs + span.durationMs));
  return { totalMs: Math.max(1, log.duration ?? 0, ...ends), calls };
}

function nameSteps({ step, kind, apiCallName, page }: ApiCallLog): string {
  const name = namePage(nameCall(apiCallName, step), page);
  return kind === 'webhook' ? `${name} (webhook)` : name;
}

function listSpans({ request, status, startedAt, duration }: ApiCallLog, beganAt: number): TimingSpan[] {
  const attempts = request?.retryData?.retryAttempts;
  if (attempts) {
    return attempts.map((attempt, index) => ({
      startMs: Math.max(0, Date.parse(attempt.timestamp) - beganAt),
      durationMs: attempt.duration ?? 0,
      failed: index < attempts.length - 1 || status === 'error',
    }));
  }
  if (startedAt === null) return [];
  const startMs = Math.max(0, Date.parse(startedAt) - beganAt);
  return [{ startMs, durationMs: duration ?? 0, failed: status === 'error' }];
}
