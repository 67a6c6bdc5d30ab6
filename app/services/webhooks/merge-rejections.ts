// Puts lists of rejections together: what is stored, what this server has in memory, and one rejection more.
import { z } from 'zod';
import type { RejectedDelivery } from '~/context';

/** The most entries of one integration. */
const kept = 20;

/** Alike rejections are one entry while less than this lies between them. */
const togetherMs = 3_600_000;

/** The stored form of a list. */
const Stored = z.array(
  z.object({
    at: z.number(),
    since: z.number(),
    status: z.number(),
    isSkipped: z.literal(true).optional(),
    reason: z.string(),
    count: z.number(),
  }),
);

/** Reads a stored list. */
export function parseRejections(entries: string | undefined): RejectedDelivery[] {
  return entries === undefined ? [] : (Stored.parse(JSON.parse(entries)) as RejectedDelivery[]);
}

/**
 * Puts the entries together, newest first (at the same time, those of the first list), 20 at most. Alike ones are counted as
 * one, also when others came in between: two servers, or two senders, would otherwise fill the list by turns.
 */
export function mergeRejections(...lists: readonly RejectedDelivery[][]): RejectedDelivery[] {
  const merged: RejectedDelivery[] = [];
  for (const entry of lists.flat().toSorted((a, b) => b.at - a.at)) {
    const index = merged.findIndex((newer) => isAlike(newer, entry) && newer.since - entry.at < togetherMs);
    const newer = merged[index];
    if (newer) {
      const [since, count] = [Math.min(newer.since, entry.since), newer.count + entry.count];
      merged[index] = { ...newer, since, count };
    } else if (merged.length < kept) merged.push(entry);
  }
  return merged;
}

/** Adds the newest rejection to a list. Most are like the one before, which takes no search. */
export function addRejection(newest: RejectedDelivery, list: RejectedDelivery[]): RejectedDelivery[] {
  const [last, ...others] = list;
  const isNext = last && last.at <= newest.at && newest.since - last.at < togetherMs;
  if (!isNext || !isAlike(last, newest)) return mergeRejections([newest], list);
  return [{ ...last, at: newest.at, count: last.count + newest.count }, ...others];
}

function isAlike(a: RejectedDelivery, b: RejectedDelivery): boolean {
  return a.status === b.status && a.reason === b.reason && a.isSkipped === b.isSkipped;
}
