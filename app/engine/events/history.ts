// What an interrupted run had recorded about one step, in whatever order it is listed.
import type { RecordedEvent } from './event';

export type Ending = Exclude<RecordedEvent, { kind: 'call-started' }>;
export type Finished = Extract<RecordedEvent, { kind: 'call-finished' }>;

/** How a step ended; else the attempt that is due. */
export type StepState = { kind: 'ended'; attempt: number; ending: Ending } | { kind: 'due'; attempt: number };

/** A started attempt without an end may have reached the target: it is due again, under the same number. */
export function findStepState(past: RecordedEvent[], step: number): StepState {
  const recorded = past.filter((event) => event.step === step);
  const refused = recorded.find((event) => event.kind === 'call-refused');
  if (refused) return { kind: 'ended', attempt: 1, ending: refused };
  const attempt = Math.max(1, ...recorded.map((event) => ('attempt' in event ? event.attempt : 1)));
  const finished = recorded.find(
    (event): event is Finished => event.kind === 'call-finished' && event.attempt === attempt,
  );
  if (!finished) return { kind: 'due', attempt };
  if (finished.ruling?.action === 'retry') return { kind: 'due', attempt: attempt + 1 };
  return { kind: 'ended', attempt, ending: finished };
}
