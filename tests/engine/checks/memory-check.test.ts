import { expect, test } from 'vitest';
import { checkDefinition } from '~/engine/checks/definition-check';
import { listWarnings } from '~/engine/checks/warnings';
import { Definition } from '~/engine/integration';
import { compareDefinitions } from '~/engine/versions/compare-definitions';
import { makeChain } from '../run/run-steps';

const nothing = { definition: Definition.parse({}), lost: [] } as never;

function fieldsOf(sent: object): Record<string, string[]> {
  const outcome = checkDefinition(sent as Record<string, unknown>, nothing, () => 'made');
  return outcome.kind === 'wrong' ? outcome.fields : {};
}

const call = { id: 'c1', order: 1, url: 'https://c1.example/' };
const loop = { id: 'l1', order: 0.5, throughCallId: 'c1', items: 'trigger', itemName: 'order' };

test('a save refuses what could never be remembered', () => {
  const remember = [
    { name: 'last', value: 'orders[0' },
    { name: 'last', value: '{{orders}} and more' },
    { name: 'fine', value: 'orders[0].id | default: 0' },
  ];
  expect(fieldsOf({ apiCalls: [{ ...call, remember }] })).toEqual({
    'apiCalls.0.remember.0.value': ['Write a variable, like orders[0].id, or a text with {{placeholders}}'],
    'apiCalls.0.remember.1.name': ['This call remembers another value under this name'],
  });
  const named = { saveAs: 'memory' };
  const hidden = { ...call, responseMapping: named, remember: [{ name: 'last', value: 'x' }] };
  expect(fieldsOf({ apiCalls: [hidden] })).toEqual({
    'apiCalls.0.remember.0.name': ['Rename the variable memory first: it hides what is remembered'],
  });
  const values = [{ name: 'last', value: 'x' }];
  for (const responseMapping of [
    { saveFileAs: 'memory' },
    { computed: [{ saveAs: 'memory', template: 'x' }] },
  ]) {
    expect(Object.keys(fieldsOf({ apiCalls: [{ ...call, responseMapping, remember: values }] }))).toEqual([
      'apiCalls.0.remember.0.name',
    ]);
  }
  const runSettings = { computed: [{ saveAs: 'memory', template: 'x' }] };
  expect(Object.keys(fieldsOf({ apiCalls: [{ ...call, remember: values }], runSettings }))).toEqual([
    'apiCalls.0.remember.0.name',
  ]);
  expect(fieldsOf({ apiCalls: [{ ...call, responseMapping: named }] })).toEqual({});
  expect(fieldsOf({ apiCalls: [call], loopSteps: [{ ...loop, onlyNew: { key: 'order id' } }] })).toEqual({
    'loopSteps.0.onlyNew.key': ['Write what tells the items apart, like order.id'],
  });
});

test('warnings tell what is not remembered, and what the first run lacks', () => {
  const chain = makeChain([
    {
      name: 'Read',
      url: 'https://c1.example/{{memory.last}}/{{memory.other | default: 0}}/{{memory.third}}',
      remember: [
        { name: 'last', value: 'trigger.id' },
        { name: 'rest', value: 'nowhere' },
      ],
    },
  ]);
  expect(listWarnings(chain)).toEqual([
    'Read: {{nowhere}} in what it remembers is not known there, so it would not be remembered.',
    'Read: {{memory.last}} in the URL has no value until it is remembered for the first time, so it would not be sent. Write {{memory.last | default: "…"}}.',
    'Read: {{memory.other | default: 0}} in the URL is remembered by no call, so it is the default unless it is set under Memory.',
    'Read: {{memory.third}} in the URL is remembered by no call, so it would not be sent unless it is set under Memory.',
  ]);
});

test('warnings tell where a computed variable has no value until something is remembered', () => {
  const chain = Definition.parse({
    ...makeChain([
      {
        name: 'Read',
        responseMapping: { computed: [{ saveAs: 'next', template: '{{memory.last | plus: 1}}' }] },
        remember: [{ name: 'last', value: 'next' }],
      },
    ]),
    runSettings: { computed: [{ saveAs: 'since', template: '{{memory.last}}' }] },
  });
  expect(listWarnings(chain)).toEqual([
    '{{memory.last}} in the computed variable since has no value until it is remembered for the first time, so no run would begin. Write {{memory.last | default: "…"}}.',
    'Read: {{memory.last | plus: 1}} in the computed variable next has no value until it is remembered for the first time, so it would not be computed. Write {{memory.last | default: "…"}}.',
  ]);
});

test('two versions are distinguished by what they remember and what they leave out', () => {
  const [before, after] = [makeChain([{ name: 'Read' }]), makeChain([{ name: 'Read' }])];
  const [first] = after.apiCalls;
  if (!first) throw new Error('There is no call.');
  first.remember = [{ name: 'last', value: 'trigger.id' }];
  expect(compareDefinitions(before, after)).toMatchObject([
    { where: 'Call “Read”', field: 'Remembered value “last”', theirs: 'trigger.id' },
  ]);
  const loops = (more: object) => Definition.parse({ ...before, loopSteps: [{ ...loop, ...more }] });
  expect(compareDefinitions(loops({}), loops({ onlyNew: { key: 'order.id' } }))).toMatchObject([
    { field: 'For each', theirs: expect.stringContaining('only new ones by {{order.id}}') as string },
  ]);
  const fromNowOn = { key: 'order.id', firstRun: 'remember' };
  expect(
    compareDefinitions(loops({ onlyNew: { key: 'order.id' } }), loops({ onlyNew: fromNowOn })),
  ).toMatchObject([
    { theirs: expect.stringContaining('only new ones by {{order.id}}, only from now on') as string },
  ]);
});
