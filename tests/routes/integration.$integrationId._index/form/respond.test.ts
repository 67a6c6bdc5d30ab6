import { expect, it } from 'vitest';
import { findPartOf } from '~/routes/integration.$integrationId._index/form/respond';

const calls = { apiCalls: [{}, {}, {}] };

it.each([
  ['a test', { result: {}, tested: { callIndex: 2 } }, 2],
  ['a notice', { result: {}, notice: { callIndex: 1 } }, 1],
  ['a call that is not removed unasked', { result: {}, inUse: { name: 'apiCalls', index: 1 } }, 1],
  ['a mapping', { result: {}, inUse: { name: 'apiCalls[2].responseMapping.extractFields', index: 0 } }, 2],
  ['a step', { result: {}, chainNotice: { gap: 2 } }, 1],
  ['what is wrong', { result: { error: { version: null, 'apiCalls[1].url': ['URL is required'] } } }, 1],
  ['a wrong trigger', { result: { error: { 'triggerConfig.type': ['Required'] } } }, 'trigger'],
  ['a revealed secret', { kind: 'revealed', result: {} }, 'trigger'],
  ['no part', { result: { error: { name: ['Required'] } } }, undefined],
])('a response about %s leads to its part', (_what, outcome, part) => {
  expect(findPartOf(outcome)).toBe(part);
});

function findAfter(type: 'insert' | 'reorder', payload: object) {
  const intent = { type, payload: { name: 'apiCalls', ...payload } } as never;
  return findPartOf({ result: { initialValue: calls, intent } });
}

it('a row that is added to the trigger leads there', () => {
  expect(findAfter('insert', { name: 'triggerConfig.webhook.variables' })).toBe('trigger');
});

it('an added call is the last, unless its place is named, and a moved one where it went', () => {
  expect(findAfter('insert', {})).toBe(2);
  expect(findAfter('insert', { index: 1 })).toBe(1);
  expect(findAfter('reorder', { from: 2, to: 0 })).toBe(0);
});
