// Counts how many executions begin within a span of time. They are counted in slots. The current slot counts in addition to the
// slots of the span, so that no span ever has more than the limit; a waiting execution begins one slot late at most.

export interface Span {
  slotMs: number;
  /** So many make the span. */
  slots: number;
}

export const hourSpan: Span = { slotMs: 60_000, slots: 60 };
export const daySpan: Span = { slotMs: 15 * 60_000, slots: 96 };

/** How many began in a slot; the slot is numbered since 1970. */
export interface BegunSlot {
  slot: number;
  begun: number;
}

export function slotOf({ slotMs }: Span, at: number): number {
  return Math.floor(at / slotMs);
}

/** The slots that count now. The clock may have been set back: nothing from far ahead counts. */
export function countedSlots(span: Span, now: number): { from: number; to: number } {
  const slot = slotOf(span, now);
  return { from: slot - span.slots, to: slot + 1 };
}

/**
 * When one more may begin, of what began in the slots that count now, the oldest first: milliseconds since 1970; undefined when it
 * may begin now.
 */
export function findRoomAt(
  { slotMs, slots }: Span,
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
