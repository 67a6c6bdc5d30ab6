import { expect, test } from 'vitest';
import { checkDefinition } from '~/engine/checks/definition-check';
import { listWarnings } from '~/engine/checks/warnings';
import { CallWait } from '~/engine/definition/call-wait';
import { Definition } from '~/engine/integration';

const wait = { kind: 'duration', seconds: 60 };
const stored = { definition: Definition.parse({}), unreadable: new Set<string>() };

function listCalls(ids: string[], waiting: string) {
  return ids.map((id, index) => {
    const call = { id, order: index + 1, url: 'https://example.com/' };
    return id === waiting ? Object.assign(call, { wait }) : call;
  });
}

function check(waiting: string) {
  const apiCalls = listCalls(['a', 'b', 'c'], waiting);
  const loopSteps = [{ order: 0.5, throughCallId: 'b', items: 'trigger.list', itemName: 'entry' }];
  return checkDefinition({ apiCalls, loopSteps }, stored, () => 'new');
}

test.each(['a', 'c'])('call %s may have a wait', (id) => {
  expect(check(id).kind).toBe('definition');
});

test('a call that an item comes to has none', () => {
  expect(check('b')).toEqual({
    kind: 'wrong',
    fields: {
      'apiCalls.1.wait': [
        'Inside a for each only the first API call can have a wait: the run waits once, before the first item',
      ],
    },
  });
});

test('a call without a wait is stored as before', () => {
  const checked = checkDefinition({ apiCalls: [{ id: 'a', wait: undefined }] }, stored, () => 'new');
  expect(checked.kind === 'definition' && 'wait' in checked.definition.apiCalls[0]!).toBe(false);
});

test.each([
  ['b', undefined, 1],
  ['b', 'a', 0],
  ['b', 'b', 1],
])('a wait before %s, with the answer behind %s, is warned of %s times', (waiting, afterCallId, count) => {
  const apiCalls = listCalls(['a', 'b'], waiting);
  const respond = { mode: 'result', body: '{}', afterCallId };
  const definition = Definition.parse({ apiCalls, triggerConfig: { type: 'webhook', webhook: { respond } } });
  const warnings = listWarnings(definition).filter((text) =>
    text.includes('does not get the result in time'),
  );
  expect(warnings).toHaveLength(count);
});

test.each([undefined, 0, 1.5, Number.NaN, 30 * 86_400 + 1])(
  'a wait of %s seconds is refused in words for every unit',
  (seconds) => {
    const { error } = CallWait.safeParse({ kind: 'duration', seconds });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'Write how long to wait: from 1 second to 30 days, in whole seconds',
    ]);
  },
);
