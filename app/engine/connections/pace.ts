// The rate budget of a connection: how many calls may be sent with it in a time, by all runs together. It is the generic cell
// rate algorithm (ITU-T I.371) with one addition: besides the calls that were sent, it counts the turns that were promised to
// waiting calls. A call that comes late to its turn must also keep the distance to the calls that were sent meanwhile, so that
// two calls are never closer together than allowed.
import '../schema/zod-settings';
import { z } from 'zod';
import { maxRetryAfterMs } from '../definition/retry';
import { maxRunMinutes } from '../definition/run-settings';
import { describeChoice } from '../schema/choice';

const units = { second: 1_000, minute: 60_000, hour: 3_600_000 } as const;
export const paceUnits = ['second', 'minute', 'hour'] as const;

/** Calls a second; the clock cannot tell calls that are closer together apart. */
const maxPerSecond = 1_000;
const maxBurst = 1_000;

function count(label: string) {
  const message = `${label} must be a whole number, 1 or more`;
  return z.number({ error: message }).int(message).min(1, message);
}

export const Pace = z
  .object({
    requests: count('The number of calls'),
    per: z.enum(paceUnits, { error: describeChoice('The time', paceUnits) }).default('minute'),
    /** How many of the calls may be sent at once after a rest. */
    burst: count('The number at once')
      .max(maxBurst, `At most ${maxBurst} calls may be sent at once`)
      .default(1),
  })
  .check((context) => {
    const { requests, per } = context.value;
    if (requests <= (maxPerSecond * units[per]) / 1_000) return;
    const message = `At most ${maxPerSecond} calls a second can be counted`;
    context.issues.push({ code: 'custom', path: ['requests'], message, input: requests });
  });
export type Pace = z.infer<typeof Pace>;

/** How far ahead a connection's calls have used up its pace, in milliseconds since 1970, with fractions. */
export interface PaceSlot {
  /** The theoretical arrival time after the calls that were sent. */
  sentUntil: number;
  /** The theoretical arrival time after the turns that were promised. */
  promisedUntil: number;
}

/** When the call may be sent: `now`, at a time that is promised to it, or `soon`; and the slot to store. */
type PaceDecision =
  | { kind: 'now'; slot: PaceSlot }
  | { kind: 'promised'; at: number; slot: PaceSlot }
  | { kind: 'soon'; at: number };

/** How much longer one call may take than another from its turn to the target, mainly by disk syncs. Two busy cores: 64 ms. */
const onTheWayMs = 100;

/** A call that waits no longer than this, in milliseconds, keeps its runner meanwhile. */
export const waitsInPlaceMs = 2_000;

/**
 * Decides whose turn it is. `promisedAt` is the turn that the call already has. When that time has come, the call waits only
 * for the calls that were sent meanwhile, and `soon` says that this wait is short. A newcomer comes after all calls that wait.
 */
export function decideTurn(
  pace: Pace,
  slot: PaceSlot,
  { now, promisedAt }: { now: number; promisedAt?: number | undefined },
): PaceDecision {
  const interval = findInterval(pace);
  const { sentUntil, promisedUntil } = slot;
  const hasTurn = promisedAt !== undefined && promisedAt <= now;
  const free = findEarliest(pace, hasTurn ? sentUntil : Math.max(sentUntil, promisedUntil));
  if (free <= now)
    return { kind: 'now', slot: { promisedUntil, sentUntil: Math.max(sentUntil, now) + interval } };
  if (hasTurn && free - now <= waitsInPlaceMs) return { kind: 'soon', at: free };
  const last = Math.max(sentUntil, promisedUntil);
  const next = { sentUntil, promisedUntil: Math.max(last, now) + interval };
  return { kind: 'promised', at: findEarliest(pace, last), slot: next };
}

/**
 * Checks whether a slot is further ahead than calls can have used up: its pace was different, or the clock has been set back
 * since. No target makes others wait for longer than five minutes, and no call waits for longer than its execution may take.
 */
export function isTooFarAhead(pace: Pace, { sentUntil, promisedUntil }: PaceSlot, now: number): boolean {
  const usedUp = now + pace.burst * findInterval(pace);
  return sentUntil > usedUp + maxRetryAfterMs || promisedUntil > usedUp + maxRunMinutes * 60_000;
}

/** Returns the slot after all calls that may be sent at once, since nobody knows what was really sent. */
export function emptySlot(pace: Pace, now: number): PaceSlot {
  return { sentUntil: now + pace.burst * findInterval(pace), promisedUntil: 0 };
}

/** Returns the slot to store when nothing may be sent before `until`, in milliseconds since 1970; then calls go one by one. */
export function deferSlot(pace: Pace, slot: PaceSlot, until: number): PaceSlot {
  const allowance = (pace.burst - 1) * findInterval(pace);
  return { ...slot, sentUntil: Math.max(slot.sentUntil, until + allowance) };
}

/**
 * Returns the milliseconds from one call to the next. The pace's time and a little more is divided among the calls. So a target
 * never counts more calls in that time than the pace allows, although some calls are longer on their way.
 */
export function findInterval({ requests, per }: Pace): number {
  return (units[per] + onTheWayMs) / requests;
}

function findEarliest(pace: Pace, theoretical: number): number {
  return theoretical - (pace.burst - 1) * findInterval(pace);
}

/** Describes a pace as `60 a minute`. */
export function describePace({ requests, per }: Pace): string {
  return `${requests} ${per === 'hour' ? 'an' : 'a'} ${per}`;
}

/** Describes a wait as `41 s`, `0.4 s` or `16 min`. */
export function describeWaitTime(ms: number): string {
  if (ms < 10_000) return `${Math.round(ms / 100) / 10} s`;
  return ms < 600_000 ? `${Math.round(ms / 1_000)} s` : `${Math.ceil(Math.round(ms / 1_000) / 60)} min`;
}
