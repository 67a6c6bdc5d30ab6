// Reads from an execution's log what it sent and received.
import { type Attempt, listAttempts, listSteps, type LoggedStep } from '~/db/executions/steps';
import type { Queries } from '~/db/core/queries';
import { compareSteps } from '~/engine/events/step-number';
import type { ResponseRuling } from '~/engine/events/event';
import type { InParts } from '~/engine/json/json-parts';
import type { LoggedRequest, LoggedResponse } from '~/engine/logged';
import type { RecordedAttempt } from '~/engine/recordings/play-recording';
import { runInTurns } from '../event-loop';

/** Returns the attempts in the order in which they were sent, without those that were unfinished when the execution ended. */
export async function readRecording(db: Queries, executionId: string): Promise<RecordedAttempt[]> {
  const steps = new Map((await listSteps(db, [executionId])).map((step) => [step.step, step]));
  const attempts = (await listAttempts(db, [executionId])).toSorted(compareAttempts);
  return runInTurns(readAttempts(attempts, steps));
}

function* readAttempts(attempts: Attempt[], steps: Map<number, LoggedStep>): InParts<RecordedAttempt[]> {
  const recorded: RecordedAttempt[] = [];
  for (const attempt of attempts) {
    const step = steps.get(attempt.step);
    if (!step || attempt.duration_ms === null) continue;
    const source = step.kind === 'webhook' ? 'rule' : 'chain';
    const item = step.item ?? undefined;
    const page = step.page ?? undefined;
    recorded.push({ source, callId: step.call_id, callName: step.name, item, page, ...readAttempt(attempt) });
    yield;
  }
  return recorded;
}

function compareAttempts(a: Attempt, b: Attempt): number {
  return compareSteps(a, b) || a.attempt - b.attempt;
}

function readAttempt(row: Attempt) {
  const { attempt, request, response, error_message, started_at, duration_ms, ruling } = row;
  const { answeredAt } = JSON.parse(ruling ?? '{}') as Partial<ResponseRuling>;
  return {
    attempt,
    request: JSON.parse(request) as LoggedRequest,
    response: response === null ? null : (JSON.parse(response) as LoggedResponse),
    errorMessage: error_message,
    durationMs: duration_ms ?? 0,
    // Notices state this time to the millisecond.
    answeredAt: answeredAt ?? started_at + (duration_ms ?? 0),
  };
}
