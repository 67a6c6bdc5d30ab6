import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editChain } from '~/engine/chain/chain-repair';
import { Definition } from '~/engine/integration';
import { makeChain, makeCheck, makeHandling } from '../run/run-steps';

const condition = { field: 'a', operator: 'exists' };
const calls = [{ name: 'Read' }, { name: 'Write' }, {}];
const jump = makeCheck(1, condition, { nextApiCallId: 'c2' });

/** The chain in order: calls, and checks with where they jump. */
function outline({ apiCalls, conditionalExecutionSteps }: Definition): string[] {
  const items = [
    ...apiCalls.map(({ id, order }) => ({ order, text: id })),
    ...conditionalExecutionSteps.map(({ id, order, nextApiCallId }) => ({
      order,
      text: `${id}${nextApiCallId ? `>${nextApiCallId}` : ''}`,
    })),
  ];
  return items.toSorted((a, b) => a.order - b.order).map(({ text }) => text);
}

describe('deleting a call', () => {
  test('lets what jumped to it continue with the next, and takes its response handling along', () => {
    const definition = makeChain(calls, {
      checks: [jump],
      handlings: [makeHandling('c2', []), makeHandling('c3', [])],
    });
    const edited = editChain(definition, { kind: 'delete', callId: 'c2' });
    expect(outline(edited.definition)).toEqual(['c1', 'check1', 'c3']);
    expect(edited.definition.apiCalls.map(({ order }) => order)).toEqual([1, 2]);
    expect(edited.definition.responseHandlingSteps.map(({ nextApiCallId }) => nextApiCallId)).toEqual(['c3']);
    expect(edited.broken).toEqual([
      "The condition after 'Read' jumped to 'Write', which was deleted: it now continues with the next call.",
      "The response handling of 'Write' was removed with it.",
    ]);
  });

  test('leaves its condition in its place, unless there is one already', () => {
    const alone = makeChain(calls, { checks: [makeCheck(2, condition, { nextApiCallId: 'c3' })] });
    const kept = editChain(alone, { kind: 'delete', callId: 'c2' });
    expect(outline(kept.definition)).toEqual(['c1', 'check2>c3', 'c3']);
    expect(kept.broken).toEqual([]);
    const both = makeChain(calls, { checks: [makeCheck(1, condition), makeCheck(2, condition)] });
    const crowded = editChain(both, { kind: 'delete', callId: 'c2' });
    expect(outline(crowded.definition)).toEqual(['c1', 'check1', 'c3']);
    expect(crowded.broken).toEqual([
      "The condition after 'Write' was removed: there is already one in its place.",
    ]);
  });

  test('says when a condition stands behind the last call then', () => {
    const definition = makeChain(calls, { checks: [makeCheck(2, condition)] });
    expect(editChain(definition, { kind: 'delete', callId: 'c3' }).broken).toEqual([
      "The condition after 'Write' now comes after the last call, where nothing depends on it.",
    ]);
  });
});

/** What each condition leads to when it is not met. */
function otherwiseOf({ conditionalExecutionSteps }: Definition) {
  return conditionalExecutionSteps.map(({ otherwise, otherwiseApiCallId }) => [
    otherwise,
    otherwiseApiCallId,
  ]);
}

describe('what a condition goes to when it is not met', () => {
  const definition = makeChain(calls, {
    checks: [makeCheck(1, condition, { otherwise: 'go_to', otherwiseApiCallId: 'c3' })],
  });

  test.each([
    [{ kind: 'delete', callId: 'c3' }, 'was deleted'],
    [{ kind: 'move', callId: 'c3', to: 0 }, 'now comes before it'],
  ] as const)('is to be chosen anew after %j', (edit, why) => {
    const edited = editChain(definition, edit);
    expect(otherwiseOf(edited.definition)).toEqual([['go_to', undefined]]);
    expect(edited.broken[0]).toBe(
      `The condition after 'Read' goes to 'API Call 3' when it is not met, which ${why}: choose another call.`,
    );
  });

  test('stays while it comes later', () => {
    const edited = editChain(definition, { kind: 'delete', callId: 'c2' });
    expect(otherwiseOf(edited.definition)).toEqual([['go_to', 'c3']]);
    expect(edited.broken).toEqual([]);
  });
});

describe('moving a call', () => {
  test('takes its condition along, and ends jumps that would lead back', () => {
    const definition = makeChain(calls, { checks: [makeCheck(0, condition), jump] });
    const edited = editChain(definition, { kind: 'move', callId: 'c1', to: 1 });
    expect(outline(edited.definition)).toEqual(['check0', 'c2', 'c1', 'check1', 'c3']);
    expect(edited.broken).toEqual([
      "The condition after 'Read' jumped to 'Write', which now comes before it: it now continues with the next call.",
    ]);
  });

  test.each([
    { kind: 'move', callId: 'c1', to: -1 },
    { kind: 'move', callId: 'c3', to: 3 },
    { kind: 'delete', callId: 'gone' },
  ] as const)('by %j changes nothing', (edit) => {
    const definition = makeChain(calls, { checks: [jump] });
    expect(editChain(definition, edit)).toEqual({ definition, broken: [] });
  });
});

test('whatever is done to a chain, no step leads to a wrong call, and nothing is dropped silently', () => {
  const edit = fc.record({
    kind: fc.constantFrom('delete', 'move'),
    callId: fc.constantFrom('c1', 'c2', 'c3', 'c4', 'c5'),
    to: fc.integer({ min: -1, max: 5 }),
  });
  const jumps = fc.array(fc.option(fc.integer({ min: 1, max: 4 })), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(jumps, fc.array(edit, { maxLength: 8 }), (steps, edits) => {
      const checks = steps.map((by, order) => {
        const target = order + (by ?? 9);
        const callId = target <= 5 ? `c${target}` : undefined;
        const otherwise = order % 2 && callId ? { otherwise: 'go_to', otherwiseApiCallId: callId } : {};
        return makeCheck(order, condition, { nextApiCallId: callId, ...otherwise });
      });
      const handlings = ['c1', 'c3', 'c5'].map((id) => makeHandling(id, []));
      let definition = makeChain([{}, {}, {}, {}, {}], { checks, handlings });
      for (const one of edits) {
        const edited = editChain(definition, one as Parameters<typeof editChain>[1]);
        const { error } = Definition.safeParse(edited.definition);
        const toChoose = 'Choose the API call to continue with when the conditions are not met';
        expect(error?.issues.filter(({ message }) => message !== toChoose) ?? []).toEqual([]);
        const kept = new Set(listSteps(edited.definition));
        const lost = listSteps(definition).filter((step) => !kept.has(step));
        expect(edited.broken.length).toBeGreaterThanOrEqual(lost.length);
        definition = edited.definition;
      }
    }),
  );
});

/** Each step with the call it names. */
function listSteps({ conditionalExecutionSteps, responseHandlingSteps }: Definition): string[] {
  return [
    ...conditionalExecutionSteps.map(
      ({ id, nextApiCallId, otherwiseApiCallId }) =>
        `${id}>${nextApiCallId ?? ''}?${otherwiseApiCallId ?? ''}`,
    ),
    ...responseHandlingSteps.map(({ id, nextApiCallId }) => `${id}>${nextApiCallId}`),
  ];
}
