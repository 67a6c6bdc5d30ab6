// Reads the loops of a log: the result of each, and a page of its items. Steps are found by their numbers, so that a page costs
// the same wherever it is in a list of any length.
import { sql } from 'kysely';
import { itemStepsOf } from '~/engine/events/step-number';
import type { Queries } from '../../core/queries';
import {
  type Attempt,
  isWithin,
  type LoggedStep,
  selectLoggedSteps,
  type StepRange,
  type StoredLoop,
} from '../steps';

const itemsPerPage = 20;

/** The items to read: those of `loop` from `item` on; of other loops the first ones. */
export interface ItemPage {
  loop: string;
  /** From 1. */
  item: number;
  failedOnly: boolean;
}

export interface LoopRows {
  /** The step of the loop itself. */
  step: LoggedStep;
  stored: StoredLoop;
  ok: number;
  failed: number;
  /** The first item that was asked for, from 1; below, the first items of the previous and the next page. */
  from: number;
  failedOnly: boolean;
  previous: number | null;
  next: number | null;
  /** The end and the calls of each item of the page that was begun, in order. */
  steps: LoggedStep[];
  attempts: Attempt[];
}

interface Reading {
  items?: ItemPage | undefined;
  list: (db: Queries, executionId: string, range: StepRange) => Promise<Attempt[]>;
}

/** Returns the loops among the steps of an execution, each with a page of its items. */
export async function readLoops(
  db: Queries,
  executionId: string,
  steps: LoggedStep[],
  reading: Reading,
): Promise<LoopRows[]> {
  const loops: LoopRows[] = [];
  for (const step of steps) {
    if (step.kind === 'loop') loops.push(await readLoop(db, executionId, step, reading));
  }
  return loops;
}

async function readLoop(
  db: Queries,
  executionId: string,
  step: LoggedStep,
  { items: page, list }: Reading,
): Promise<LoopRows> {
  const stored = JSON.parse(step.detail ?? '{}') as StoredLoop;
  const place: Place = { executionId, first: itemStepsOf(step.step), stored };
  const { item, failedOnly } = page?.loop === step.call_id ? page : { item: 1, failedOnly: false };
  const from = Math.min(Math.max(1, item), Math.max(1, stored.count));
  const found = failedOnly ? await findFailedPage(db, place, from) : findPage(stored, from);
  const steps: LoggedStep[] = [];
  const attempts: Attempt[] = [];
  for (const range of found.ranges) {
    const within = rangeOf(place, range);
    steps.push(...(await db.all(selectLoggedSteps(db, executionId, within))));
    attempts.push(...(await list(db, executionId, within)));
  }
  const { previous, next } = found;
  return { step, stored, ...(await countEnds(db, place)), from, failedOnly, previous, next, steps, attempts };
}

interface Place {
  executionId: string;
  /** The first step of the loop's items. */
  first: number;
  stored: StoredLoop;
}

interface FoundPage {
  previous: number | null;
  next: number | null;
  /** Ranges of items, numbered from 1: the first item, and the one after the last. */
  ranges: { from: number; to: number }[];
}

function findPage({ count }: StoredLoop, from: number): FoundPage {
  const to = Math.min(from + itemsPerPage, count + 1);
  return {
    previous: from > 1 ? Math.max(1, from - itemsPerPage) : null,
    next: to <= count ? to : null,
    ranges: to > from ? [{ from, to }] : [],
  };
}

async function findFailedPage(db: Queries, place: Place, from: number): Promise<FoundPage> {
  const { count } = place.stored;
  const page = await listFailed(db, place, { from, to: count + 1, order: 'asc', limit: itemsPerPage + 1 });
  const before = await listFailed(db, place, { from: 1, to: from, order: 'desc', limit: itemsPerPage });
  return {
    previous: before.at(-1) ?? null,
    next: page[itemsPerPage] ?? null,
    ranges: page.slice(0, itemsPerPage).map((index) => ({ from: index, to: index + 1 })),
  };
}

/** Returns the numbers of the failed items within a range. */
async function listFailed(
  db: Queries,
  place: Place,
  { order, limit, ...range }: { from: number; to: number; order: 'asc' | 'desc'; limit: number },
): Promise<number[]> {
  const rows = await db.all(
    db.build
      .selectFrom('steps')
      .select('step')
      .where('execution_id', '=', place.executionId)
      .where(isWithin(rangeOf(place, range)))
      .where('kind', '=', 'item')
      .where('status', '=', 'error')
      .orderBy('step', order)
      .limit(limit),
  );
  return rows.map(({ step }) => (step - place.first) / place.stored.stride + 1);
}

/** Returns how many items succeeded and failed; counts them while the loop still runs. */
async function countEnds(db: Queries, place: Place): Promise<{ ok: number; failed: number }> {
  const { end, count } = place.stored;
  if (end) return end;
  const found = await db.first(
    db.build
      .selectFrom('steps')
      .select([
        sql<number>`coalesce(sum(status = 'success'), 0)`.as('ok'),
        sql<number>`coalesce(sum(status = 'error'), 0)`.as('failed'),
      ])
      .where('execution_id', '=', place.executionId)
      .where(isWithin(rangeOf(place, { from: 1, to: count + 1 })))
      .where('kind', '=', 'item'),
  );
  return found ?? { ok: 0, failed: 0 };
}

function rangeOf(
  { first, stored: { stride } }: Place,
  { from, to }: { from: number; to: number },
): StepRange {
  return { from: first + (from - 1) * stride, to: first + (to - 1) * stride };
}
