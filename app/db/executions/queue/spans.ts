// Counts how many executions begin within a span of time, in slots. The current slot counts in addition to the slots of the
// span, so that no span ever has more than the limit; a waiting execution begins one slot late at most.

export interface LimitSpan {
  slotMs: number;
  /** The number of slots in the span. */
  slots: number;
}

export const hourSpan: LimitSpan = { slotMs: 60_000, slots: 60 };
export const daySpan: LimitSpan = { slotMs: 15 * 60_000, slots: 96 };

/** How many executions began in a slot; slots are numbered from 1970. */
export interface BegunSlot {
  slot: number;
  begun: number;
}

export function slotOf({ slotMs }: LimitSpan, at: number): number {
  return Math.floor(at / slotMs);
}

/** Returns the slots that count now. Slots from far ahead do not count: the clock may have been set back. */
export function countedSlots(span: LimitSpan, now: number): { from: number; to: number } {
  const slot = slotOf(span, now);
  return { from: slot - span.slots, to: slot + 1 };
}

/**
 * Returns when one more may begin, in milliseconds since 1970; undefined when it may begin now. `begunSlots` are the slots that
 * count now, the oldest first.
 */
export function findRoomAt(
  { slotMs, slots }: LimitSpan,
  begunSlots: BegunSlot[],
  limit: number,
): number | undefined {
  let begun = begunSlots.reduce((sum, each) => sum + each.begun, 0);
  let roomAt: number | undefined;
  for (const each of begunSlots) {
    if (begun < limit) return roomAt;
    begun -= each.begun;
    roomAt = (each.slot + slots + 1) * slotMs;
  }
  return roomAt;
}
