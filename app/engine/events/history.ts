// What an interrupted run had recorded about one step, in whatever order it is listed.
import type { ConditionCheck, RecordedEvent, ResponseRuling } from './event';

export type Ending = Extract<RecordedEvent, { kind: 'call-finished' | 'call-refused' }>;
export type Finished = Extract<RecordedEvent, { kind: 'call-finished' }>;

/** How a step ended; else the attempt that is due. `renewals`: attempts after which a token was renewed. */
export type StepState = { attempt: number; renewals: number } &
  /** `rest`: its last try wants one of `ms` milliseconds, counted from `since`, in milliseconds since 1970. */
  ({ kind: 'ended'; ending: Ending } | { kind: 'due'; rest?: { since: number; ms: number } });

/** What was recorded, by steps: a run asks for each of its steps, and may have thousands. */
export type Past = ReadonlyMap<number, readonly RecordedEvent[]>;

export function indexPast(events: readonly RecordedEvent[]): Past {
  const past = new Map<number, RecordedEvent[]>();
  for (const event of events) {
    const known = past.get(event.step);
    if (known) known.push(event);
    else past.set(event.step, [event]);
  }
  return past;
}

/** A started attempt without an end may have reached the target: it is due again, under the same number. */
export function findStepState(past: Past, step: number): StepState {
  const recorded = past.get(step);
  if (!recorded) return { kind: 'due', attempt: 1, renewals: 0 };
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
  if (isTriedAgain(finished)) {
    const due = { kind: 'due', attempt: attempt + 1, renewals } as const;
    const { endedAt, ruling } = finished;
    return endedAt === undefined ? due : { ...due, rest: { since: endedAt, ms: ruling?.delayMs ?? 0 } };
  }
  return { kind: 'ended', attempt, renewals, ending: finished };
}

/** The checks of a step that were made before; undefined when they were not. */
export function findChecks(past: Past, step: number): ConditionCheck[] | undefined {
  const checked = past.get(step)?.find((event) => event.kind === 'condition-checked');
  return checked?.kind === 'condition-checked' ? checked.checks : undefined;
}

/** What was recorded of a loop, of the end of an item, or of a wait, at its step. */
export function findPast<
  Kind extends 'loop-begun' | 'loop-ended' | 'item-ended' | 'wait-begun' | 'wait-ended',
>(past: Past, step: number, kind: Kind): Extract<RecordedEvent, { kind: Kind }> | undefined {
  return past
    .get(step)
    ?.find((event): event is Extract<RecordedEvent, { kind: Kind }> => event.kind === kind);
}

/** Whether another attempt follows an ended one. */
export function isTriedAgain({ ruling }: Pick<Finished, 'ruling'>): boolean {
  return ruling?.action === 'retry' || ruling?.action === 'renew';
}

/** Whether the chain goes on, or is complete, with what the response gives. */
export function isGoneOnFrom({ action }: ResponseRuling): boolean {
  return action !== 'stop_notify' && action !== 'retry' && action !== 'renew';
}

/** Clocks of servers on one file differ by less. */
const toleranceMs = 60_000;

/** When a rest of `ms` milliseconds ends that began at `since`: at once, when the clock was set back since, as all that waits does. */
export function findRestEnd({ since, ms }: { since: number; ms: number }, now: number): number {
  return since > now + toleranceMs ? now : since + ms;
}
