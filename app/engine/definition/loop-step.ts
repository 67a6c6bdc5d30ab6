// The definition of a for each: a part of the chain that is run once for each item of a list.
import { formatCount } from '../texts/format-count';
import { z } from 'zod';
import { parseExpression } from '../placeholders/expression-pattern';
import { describeChoice } from '../schema/choice';
import { ItemId } from '../schema/item-id';
import { sortByOrder } from './order';
import { VariableName } from '../schema/variable-name';
import { findLoopRange } from './loop-range';

export const onErrors = ['stop', 'continue', 'fail_at_end'] as const;
export const onTooManys = ['error', 'first'] as const;
export const firstRuns = ['remember', 'run'] as const;

export const loopBounds = {
  loops: 10,
  maxItems: { min: 1, max: 1_000, default: 1_000 },
  atOnce: { min: 1, max: 10, default: 1 },
} as const;

/** The variable with an item's place: `{{loop.index}}`, from 1, and `{{loop.count}}`. */
export const loopName = 'loop';

function bounded({ min, max, default: usual }: { min: number; max: number; default: number }) {
  const message = `Write a whole number from ${min} to ${formatCount(max)}`;
  return z.number({ error: message }).int(message).min(min, message).max(max, message).default(usual);
}

const Reference = z
  .string({ error: 'Choose a variable' })
  .max(500, 'A variable with its path must be 500 characters or less')
  .transform((text) =>
    text
      .trim()
      .replace(/^\{\{(.*)\}\}$/s, '$1')
      .trim(),
  )
  .refine((text) => !('problem' in parseExpression(text)), {
    error: ({ input }) => describeUnread(String(input)),
  });

/** Makes a for each run only items that none of its earlier runs has completed. */
export const OnlyNew = z.object({
  /** The key that identifies an item: a variable or a path into one, as `order.id`. */
  key: z
    .string({ error: 'Write what tells the items apart' })
    .max(500, 'A variable with its path must be 500 characters or less')
    .transform((text) =>
      text
        .trim()
        .replace(/^\{\{(.*)\}\}$/s, '$1')
        .trim(),
    ),
  /**
   * What the first run does with the items that are there already: `remember` runs none of them, now or later; `run` takes them
   * for new. As `run` is the meaning of older definitions, which lack the field, it is stored as its absence.
   */
  firstRun: z
    .enum(firstRuns, { error: describeChoice('What the first run does', firstRuns) })
    .nullish()
    .transform((firstRun) => (firstRun === 'remember' ? firstRun : undefined)),
});
export type OnlyNew = z.infer<typeof OnlyNew>;

function describeUnread(text: string): string {
  const parsed = parseExpression(text);
  return 'problem' in parsed && parsed.problem !== undefined
    ? `The list: ${parsed.problem}`
    : 'Write a variable, like orders or orders.data';
}

export const LoopStep = z.object({
  id: ItemId,
  /** The place in the chain, as for a check: the part begins with the next call. */
  order: z.number(),
  /** The last call of the part. */
  throughCallId: ItemId,
  /** The list: a variable or a path into one. */
  items: Reference,
  /** The variable that holds the item. */
  itemName: VariableName,
  /** The most items under way at the same time. */
  atOnce: bounded(loopBounds.atOnce),
  maxItems: bounded(loopBounds.maxItems),
  /** Whether a failed item ends the run, or the next item follows; with `fail_at_end` the run goes on and ends in error. */
  onError: z
    .enum(onErrors, { error: describeChoice('What follows an item that fails', onErrors) })
    .default('stop'),
  /** What follows when the list is longer than `maxItems`: an error, or only the first items are run. */
  onTooMany: z
    .enum(onTooManys, { error: describeChoice('What follows a longer list', onTooManys) })
    .default('error'),
  /** Restricts the loop to new items; all items by default. */
  onlyNew: OnlyNew.nullish().transform((onlyNew) => onlyNew ?? undefined),
  /** The lists for the calls after the loop: one entry for each successful item, in order. */
  collect: z
    .array(z.object({ from: Reference, saveAs: VariableName }))
    .max(20)
    .default([]),
});
export type LoopStep = z.infer<typeof LoopStep>;

/** A jump of a check or a rule to a later call. */
export interface Jump {
  /** The field of the target call, as a path from the definition. */
  path: (string | number)[];
  /** Where the jump begins: the index of its call in order, or for a check, half before the next call's index. */
  from: number;
  targetId: string;
}

/** Lists the problems of loops with the calls, and with the jumps of checks and rules. */
export function* listLoopProblems(
  {
    apiCalls,
    loopSteps = [],
  }: { apiCalls: readonly { id: string; order: number }[]; loopSteps?: readonly LoopStep[] | undefined },
  jumps: Iterable<Jump>,
): Generator<{ path: (string | number)[]; message: string }> {
  const calls = sortByOrder(apiCalls);
  const ids = new Set<string>();
  const all = [...jumps];
  const covered = new Set<number>();
  for (const [index, loop] of loopSteps.entries()) {
    const at = (field: string, message: string) => ({ path: ['loopSteps', index, field], message });
    if (ids.has(loop.id)) yield at('id', 'This id is taken');
    ids.add(loop.id);
    const range = findLoopRange(calls, loop);
    if (!range) {
      yield at('throughCallId', 'The last API call of a for each must come behind it');
      continue;
    }
    const { first, last } = range;
    const places = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
    if (places.some((place) => covered.has(place))) {
      yield at('throughCallId', 'An API call can belong to one for each only');
    }
    for (const place of places) covered.add(place);
    for (const { path, from, targetId } of all) {
      const target = calls.findIndex(({ id }) => id === targetId);
      if (target === -1) continue;
      const isInside = from >= first && from <= last;
      if (isInside && target > last) {
        yield { path, message: 'Inside a for each, the run cannot continue with an API call after it' };
      }
      if (from < first && target > first && target <= last) {
        yield { path, message: 'From outside a for each, the run can only continue with its first API call' };
      }
    }
  }
}
