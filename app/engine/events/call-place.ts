// Names the places of calls within an execution, as they stand in Idempotency-Keys and identify attempts in traces.

interface Place {
  callId: string;
  /** The index of the item, from 1, inside a loop. */
  item?: number | undefined;
  /** Counted from 1; of a repeated call alone. */
  page?: number | undefined;
}

/** Returns the part of an Idempotency-Key that names the call's place, like `orders.i17.p3` (`i` item, `p` page). */
export function placeOf({ callId, item, page }: Place): string {
  return `${callId}${item === undefined ? '' : `.i${item}`}${page === undefined ? '' : `.p${page}`}`;
}

/** The same for the notice of a call's rule. */
export function placeOfNotice(place: Omit<Place, 'page'>): string {
  return `${placeOf(place)}-notice`;
}

/** Identifies an attempt of a call, by its place. The Idempotency-Key is that of the first attempt after the last response. */
export function identifyAttempt(
  { executionId }: { executionId: string },
  place: string,
  attempt: number,
): string {
  return `${executionId}.${place}.${attempt}`;
}
