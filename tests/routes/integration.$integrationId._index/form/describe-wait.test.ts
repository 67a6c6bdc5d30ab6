import { expect, test } from 'vitest';
import { describeWait } from '~/routes/integration.$integrationId._index/form/waits/describe-wait';

test.each([
  [undefined, 'None'],
  [{ kind: '', amount: '2', unit: 'hours' }, 'None'],
  [{ kind: 'duration', amount: '2', unit: 'hours' }, '2 hours'],
  [{ kind: 'duration', amount: '1', unit: 'days' }, '1 day'],
  [{ kind: 'duration', amount: '', unit: 'days' }, 'For a while'],
  [{ kind: 'until', at: '{{trigger.dueAt}}' }, 'Until {{trigger.dueAt}}'],
  [{ kind: 'until' }, 'Until a time'],
  [{ kind: 'answer', amount: '2', unit: 'days' }, 'For an answer, at most 2 days'],
  [{ kind: 'answer' }, 'For an answer'],
])('the wait %j reads as %j', (wait, text) => {
  expect(describeWait(wait)).toBe(text);
});
