import { expect, it } from 'vitest';
import { followChoice } from '~/routes/integration.$integrationId._index/chain/chosen/follow-choice';

it.each([
  ['an added call', ['a', 'b'], 0, ['a', 'new:1', 'b'], { index: 1, isNew: true }],
  ['the call that moved', ['a', 'b', 'c'], 0, ['b', 'c', 'a'], { index: 2, isNew: false }],
  ['the one in the place of a removed call', ['a', 'b', 'c'], 1, ['a', 'c'], { index: 1, isNew: false }],
  ['the last where the last is removed', ['a', 'b'], 1, ['a'], { index: 0, isNew: false }],
  ['the same place when a save gives ids', ['a', 'new:1'], 1, ['a', 'b'], { index: 1, isNew: false }],
  ['the first place of an empty chain', ['a'], 0, [], { index: 0, isNew: false }],
])('%s is chosen', (_what, before, index, after, choice) => {
  expect(followChoice(before, index, after)).toEqual(choice);
});
