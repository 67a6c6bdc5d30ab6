// What an interrupted run had recorded about one step, in whatever order it is listed.
import type { ConditionCheck, RecordedEvent } from './event';

export type Ending = Extract<RecordedEvent, { kind: 'call-finished' | 'call-refused' }>;
export type Finished = Extract<RecordedEvent, { kind: 'call-finished' }>;

/** How a step ended; else the attempt that is due. `renewals`: attempts after which a token was renewed. */
export type StepState = { attempt: number; renewals: number } & (
  { kind: 'ended'; ending: Ending } | { kind: 'due' }
);

/** A started attempt without an end may have reached the target: it is due again, under the same number. */
export function findStepState(past: RecordedEvent[], step: number): StepState {
  const recorded = past.filter((event) => event.step === step);
  const refused = recorded.find((event) => event.kind === 'call-refused');
  if (refused) return { kind: 'ended', attempt: 1, renewals: 0, ending: refused };
  const attempt = Math.max(1, ...recorded.map((event) => ('attempt' in event ? event.attempt : 1)));
  const finished = recorded.find(
    (event): event is Finished => event.kind === 'call-finished' && event.attempt === attempt,
  );
  const renewals = recorded.filter(
    (event) => event.kind === 'call-finished' && event.ruling?.action === 'renew',
  ).length;
  if (!finished) return { kind: 'due', attempt, renewals };
  if (isTriedAgain(finished)) return { kind: 'due', attempt: attempt + 1, renewals };
  return { kind: 'ended', attempt, renewals, ending: finished };
}

/** The checks of a step that were made before; undefined when they were not. */
export function findChecks(past: RecordedEvent[], step: number): ConditionCheck[] | undefined {
  const checked = past.find((event) => event.kind === 'condition-checked' && event.step === step);
  return checked?.kind === 'condition-checked' ? checked.checks : undefined;
}

/** Whether another attempt follows an ended one. */
export function isTriedAgain({ ruling }: Pick<Finished, 'ruling'>): boolean {
  return ruling?.action === 'retry' || ruling?.action === 'renew';
}
