// Reads what an interrupted run has recorded about a step, in any order.
import type { ConditionCheck, RecordedEvent, ResponseRuling } from './event';

export type CallEnding = Extract<RecordedEvent, { kind: 'call-finished' | 'call-refused' }>;
export type Finished = Extract<RecordedEvent, { kind: 'call-finished' }>;

/**
 * How a step ended, or the attempt that is due. `renewals`: the number of attempts after which a token was renewed. `keyNumber`:
 * the number in the Idempotency-Key of the attempt.
 */
type StepState = { attempt: number; renewals: number; keyNumber: number } &
  /** `rest`: the wait after the last try, of `ms` milliseconds from `since`, in milliseconds since 1970. */
  ({ kind: 'ended'; ending: CallEnding } | { kind: 'due'; rest?: { since: number; ms: number } });

/** The recorded events, indexed by step, because a run looks up each of its steps and may have thousands. */
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

/** Returns a step's state. A started attempt without an end may have reached the target, so it is due again. */
export function findStepState(past: Past, step: number): StepState {
  const recorded = past.get(step);
  if (!recorded) return { kind: 'due', ...first };
  const refused = recorded.find((event) => event.kind === 'call-refused');
  if (refused) return { kind: 'ended', ...first, ending: refused };
  const attempt = Math.max(1, ...recorded.map((event) => ('attempt' in event ? event.attempt : 1)));
  const finished = recorded.find(
    (event): event is Finished => event.kind === 'call-finished' && event.attempt === attempt,
  );
  const renewals = recorded.filter(
    (event) => event.kind === 'call-finished' && event.ruling?.action === 'renew',
  ).length;
  if (!finished) return { kind: 'due', attempt, renewals, keyNumber: findKeyNumber(recorded, attempt) };
  if (isTriedAgain(finished)) {
    const next = attempt + 1;
    const keyNumber = findKeyNumber(recorded, next);
    const due = { kind: 'due', attempt: next, renewals, keyNumber } as const;
    const { endedAt, ruling } = finished;
    return endedAt === undefined ? due : { ...due, rest: { since: endedAt, ms: ruling?.delayMs ?? 0 } };
  }
  return { kind: 'ended', attempt, renewals, keyNumber: findKeyNumber(recorded, attempt), ending: finished };
}

const first = { attempt: 1, renewals: 0, keyNumber: 1 };

/**
 * Returns the number in the Idempotency-Key of an attempt: that of the first attempt after the last response. A request without a
 * response may have reached the target, which must recognize it when it comes again.
 */
function findKeyNumber(recorded: readonly RecordedEvent[], attempt: number): number {
  const answered = recorded.flatMap((event) =>
    event.kind === 'call-finished' && event.attempt < attempt && event.response !== null
      ? [event.attempt]
      : [],
  );
  return Math.max(0, ...answered) + 1;
}

/** Returns the recorded checks of a step; undefined when there are none. */
export function findChecks(past: Past, step: number): ConditionCheck[] | undefined {
  const checked = past.get(step)?.find((event) => event.kind === 'condition-checked');
  return checked?.kind === 'condition-checked' ? checked.checks : undefined;
}

/** Finds the recorded event of a loop, the end of an item, or a wait, at its step. */
export function findPast<
  Kind extends 'loop-begun' | 'loop-ended' | 'item-ended' | 'wait-begun' | 'wait-ended',
>(past: Past, step: number, kind: Kind): Extract<RecordedEvent, { kind: Kind }> | undefined {
  return past
    .get(step)
    ?.find((event): event is Extract<RecordedEvent, { kind: Kind }> => event.kind === kind);
}

/** Checks whether another attempt follows a finished one. */
export function isTriedAgain({ ruling }: Pick<Finished, 'ruling'>): boolean {
  return ruling?.action === 'retry' || ruling?.action === 'renew';
}

/** Checks whether the chain continues, or completes, with the response. */
export function isGoneOnFrom({ action }: ResponseRuling): boolean {
  return action !== 'stop_notify' && action !== 'retry' && action !== 'renew';
}

/** Checks whether the run continues, or completes, after the end of a call, judged by its ruling or else by its outcome. */
export function goesOn({ ruling, outcome }: Pick<Finished, 'ruling' | 'outcome'>): boolean {
  return ruling ? isGoneOnFrom(ruling) : outcome === 'success';
}

/** The clocks of servers that share one database file differ by less than this. */
const toleranceMs = 60_000;

/** Returns the end of a rest of `ms` milliseconds from `since`: now, when the clock was set back since then. */
export function findRestEnd({ since, ms }: { since: number; ms: number }, now: number): number {
  return since > now + toleranceMs ? now : since + ms;
}
