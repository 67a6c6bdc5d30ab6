import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChainEdit, editChain } from '~/engine/chain/chain-repair';
import { findLoopRange } from '~/engine/definition/loop-range';
import { Definition } from '~/engine/integration';
import { makeChain } from '../run/run-steps';

const names = [{ name: 'A' }, { name: 'B' }, { name: 'C' }, { name: 'D' }, { name: 'E' }];

/** A chain of five calls with loops from one place to another, from 1. */
function chainOf(...ranges: [first: number, last: number][]): Definition {
  const loopSteps = ranges.map(([first, last]) => ({
    id: `l${first}`,
    order: first - 0.5,
    throughCallId: `c${last}`,
    items: 'trigger.list',
    itemName: `item${first}`,
  }));
  return Definition.parse({ ...makeChain(names), loopSteps });
}

/** The calls in order, those of a loop in brackets: `A [B C] D E`. */
function show({ apiCalls, loopSteps = [] }: Definition): string {
  const ranges = loopSteps.map((loop) => findLoopRange(apiCalls, loop));
  return apiCalls
    .map(({ name }, index) => {
      const opens = ranges.some((range) => range?.first === index) ? '[' : '';
      return opens + name + (ranges.some((range) => range?.last === index) ? ']' : '');
    })
    .join(' ');
}

function edit(definition: Definition, ...edits: ChainEdit[]) {
  const broken: string[] = [];
  for (const each of edits) {
    const edited = editChain(definition, each);
    definition = edited.definition;
    broken.push(...edited.broken);
  }
  return { shown: show(definition), broken };
}

const move = (callId: string, to: number): ChainEdit => ({ kind: 'move', callId, to });

describe('moving a call', () => {
  test.each([
    ['its first call behind the next', [move('c2', 2)], 'A [C B] D E'],
    ['its first call behind the last, and once more', [move('c2', 2), move('c2', 3)], 'A [C] D B E'],
    ['its last call before the others, and once more', [move('c3', 1), move('c3', 0)], 'C A [B] D E'],
    ['another one between its calls', [move('c5', 2)], 'A [B E C] D'],
    ['another one beside its calls', [move('c5', 3)], 'A [B C] E D'],
    ['a call before it behind it', [move('c1', 3)], '[B C] D A E'],
  ])('a loop keeps its calls together when one moves %s', (_what, edits, shown) => {
    expect(edit(chainOf([2, 3]), ...edits)).toEqual({ shown, broken: [] });
  });

  test('a loop goes with its only call, but not into another one', () => {
    expect(edit(chainOf([1, 1]), move('c1', 3))).toEqual({ shown: 'B C D [A] E', broken: [] });
    expect(edit(chainOf([1, 1], [3, 4]), move('c1', 2))).toEqual({
      shown: 'B [C A D] E',
      broken: ["The for each of 'A' was removed: it cannot be inside another one."],
    });
  });
});

describe('deleting a call', () => {
  test.each([
    ['first', 'c2', 'A [C D] E'],
    ['last', 'c4', 'A [B C] E'],
    ['other', 'c3', 'A [B D] E'],
  ])('leaves a loop its others: the %s', (_which, callId, shown) => {
    expect(edit(chainOf([2, 4]), { kind: 'delete', callId })).toEqual({ shown, broken: [] });
  });

  test('takes the loop of an only call along, in words', () => {
    expect(edit(chainOf([2, 2]), { kind: 'delete', callId: 'c2' })).toEqual({
      shown: 'A C D E',
      broken: ["The for each of 'B' was removed with it."],
    });
  });
});

test('a loop that covers no call stays to be mended', () => {
  const chain = makeChain(names);
  const loopSteps = [{ order: 2.5, throughCallId: 'c1' }];
  const { definition } = editChain({ ...chain, loopSteps }, move('c3', 0));
  expect(definition.loopSteps).toEqual([{ order: 0.5, throughCallId: 'c1' }]);
});

test('whatever is done to a chain, its loops stay apart, and none is dropped silently', () => {
  const edits = fc.array(
    fc.record({
      kind: fc.constantFrom('delete' as const, 'move' as const),
      callId: fc.constantFrom('c1', 'c2', 'c3', 'c4', 'c5'),
      to: fc.integer({ min: 0, max: 4 }),
    }),
    { maxLength: 8 },
  );
  const chains = fc.constantFrom(chainOf([1, 2], [3, 5]), chainOf([1, 1], [2, 4]), chainOf([1, 5]));
  fc.assert(
    fc.property(chains, edits, (chain, each) => {
      let definition = chain;
      for (const one of each) {
        const edited = editChain(definition, one);
        expect(Definition.safeParse(edited.definition).error?.issues ?? []).toEqual([]);
        const lost = (definition.loopSteps?.length ?? 0) - (edited.definition.loopSteps?.length ?? 0);
        expect(edited.broken.length).toBeGreaterThanOrEqual(lost);
        definition = edited.definition;
      }
    }),
  );
});
