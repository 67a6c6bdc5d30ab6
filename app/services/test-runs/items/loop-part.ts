// Takes a loop out of a chain as typed, with its calls and the steps between them.
import { countCallsBefore } from '~/engine/definition/order';
import { findLoopRange } from '~/engine/definition/loop-range';

/** A chain as a form sends it, with its calls in order. */
export interface TypedChain {
  triggerConfig: object;
  runSettings?: unknown;
  apiCalls: { id: string; order: number }[];
  conditionalExecutionSteps: { order: number }[];
  responseHandlingSteps: { nextApiCallId: string }[];
  loopSteps: { order: number; throughCallId: string }[];
}

type ListName = Exclude<keyof TypedChain, 'triggerConfig' | 'runSettings'>;

export interface LoopPart {
  /** The index of the loop's first call. */
  first: number;
  chain: TypedChain;
  /** Returns the name in the whole chain for a field of the part. */
  nameField: (field: string) => string;
}

/** Returns the loop that covers a call; undefined when none does. */
export function extractLoop(typed: TypedChain, callIndex: number): LoopPart | undefined {
  const { apiCalls } = typed;
  const at = typed.loopSteps.findIndex((loop) => {
    const range = findLoopRange(apiCalls, loop);
    return range && range.first <= callIndex && callIndex <= range.last;
  });
  const loop = typed.loopSteps[at];
  const range = loop && findLoopRange(apiCalls, loop);
  if (!range) return undefined;
  const { first, last } = range;
  const ids = new Set(apiCalls.slice(first, last + 1).map(({ id }) => id));
  const kept: Record<ListName, number[]> = {
    apiCalls: keep(apiCalls, ({ id }) => ids.has(id)),
    conditionalExecutionSteps: keep(typed.conditionalExecutionSteps, (step) => {
      const gap = countCallsBefore(apiCalls, step);
      return first < gap && gap <= last;
    }),
    responseHandlingSteps: keep(typed.responseHandlingSteps, ({ nextApiCallId }) => ids.has(nextApiCallId)),
    loopSteps: [at],
  };
  return {
    first,
    chain: {
      triggerConfig: { type: 'manual' },
      apiCalls: pick(apiCalls, kept.apiCalls),
      conditionalExecutionSteps: pick(typed.conditionalExecutionSteps, kept.conditionalExecutionSteps),
      responseHandlingSteps: pick(typed.responseHandlingSteps, kept.responseHandlingSteps),
      loopSteps: [loop],
    },
    nameField: (field) =>
      field.replace(/^(\w+)\.(\d+)/, (whole, list: string, index: string) => {
        const place = list in kept ? kept[list as ListName][Number(index)] : undefined;
        return place === undefined ? whole : `${list}.${place}`;
      }),
  };
}

/** Returns a call alone, without its response handling. */
export function extractCall(typed: TypedChain, callIndex: number): Omit<LoopPart, 'first'> {
  return {
    chain: {
      triggerConfig: { type: 'manual' },
      apiCalls: pick(typed.apiCalls, [callIndex]),
      conditionalExecutionSteps: [],
      responseHandlingSteps: [],
      loopSteps: [],
    },
    nameField: (field) => field.replace(/^apiCalls\.0\b/, `apiCalls.${callIndex}`),
  };
}

function keep<Item>(items: readonly Item[], isKept: (item: Item) => boolean): number[] {
  return items.flatMap((item, index) => (isKept(item) ? index : []));
}

function pick<Item>(items: readonly Item[], places: readonly number[]): Item[] {
  return items.filter((_item, index) => places.includes(index));
}
