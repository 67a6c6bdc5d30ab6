import { expect, it } from 'vitest';
import { findCallOf } from '~/routes/integration.$integrationId._index/form/respond';

const calls = { apiCalls: [{}, {}, {}] };

it.each([
  ['a test', { result: {}, tested: { callIndex: 2 } }, 2],
  ['a notice', { result: {}, notice: { callIndex: 1 } }, 1],
  ['a call that is not removed unasked', { result: {}, inUse: { name: 'apiCalls', index: 1 } }, 1],
  ['a mapping', { result: {}, inUse: { name: 'apiCalls[2].responseMapping.extractFields', index: 0 } }, 2],
  ['a step', { result: {}, chainNotice: { gap: 2 } }, 1],
  ['what is wrong', { result: { error: { version: null, 'apiCalls[1].url': ['URL is required'] } } }, 1],
  ['no call', { result: { error: { 'triggerConfig.type': ['Required'] } } }, undefined],
])('a response about %s leads to its call', (_what, outcome, index) => {
  expect(findCallOf(outcome)).toBe(index);
});

function findAfter(type: 'insert' | 'reorder', payload: object) {
  const intent = { type, payload: { name: 'apiCalls', ...payload } } as never;
  return findCallOf({ result: { initialValue: calls, intent } });
}

it('an added call is the last, unless its place is named, and a moved one where it went', () => {
  expect(findAfter('insert', {})).toBe(2);
  expect(findAfter('insert', { index: 1 })).toBe(1);
  expect(findAfter('reorder', { from: 2, to: 0 })).toBe(0);
});
