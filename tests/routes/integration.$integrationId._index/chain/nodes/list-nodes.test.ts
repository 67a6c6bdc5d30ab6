import { expect, it } from 'vitest';
import { listNodes } from '~/routes/integration.$integrationId._index/chain/nodes/list-nodes';

const check = {
  enabled: 'on',
  executionTrigger: 'conditional',
  conditions: [{ field: 'status', operator: 'equals', value: 'paid' }],
  nextApiCallId: 'c',
};
const form = {
  triggerConfig: { type: 'webhook', webhook: { variables: [{ name: 'order' }] } },
  apiCalls: [
    {
      id: 'a',
      name: 'Read',
      method: 'GET',
      url: 'https://a.test/{{order}}/{{nobody}}',
      conditional: [check],
    },
    {
      id: 'b',
      name: '',
      method: 'POST',
      url: 'https://a.test/',
      body: '{{nobody}}{{nothing}}',
      handling: [
        { statusCodeActions: [{ statusCodes: '5xx', action: 'retry' }], defaultAction: 'stop_notify' },
      ],
    },
    { id: 'c', name: 'Ship', method: 'GET', url: 'https://a.test/' },
  ],
};

it('lists calls and checks in their order, with what leads off the straight way and what is unknown', () => {
  const nodes = listNodes(form as never);
  expect(nodes.map((node) => (node.kind === 'call' ? node.label : node.text))).toEqual([
    'Read',
    expect.stringMatching(/^If status equals paid, continue with Ship/),
    'API Call 2',
    'Ship',
  ]);
  expect(nodes[0]).toMatchObject({ index: 0, method: 'GET', marks: [], unknown: ['nobody'] });
  expect(nodes[1]).toMatchObject({ gap: 1, target: 3 });
  expect(nodes[2]).toMatchObject({
    index: 1,
    marks: [{ kind: 'retry' }, { kind: 'stop' }],
    unknown: ['nobody', 'nothing'],
  });
});

it('marks a call whose filter is misspelt, also inside the argument of another one', () => {
  const body = `{{trigger | upcse}} {{trigger.rows | map: 'name | upcse'}} {{trigger.rows | map: 'name | upcase'}}`;
  expect(listNodes({ apiCalls: [{ url: '{{trigger | upcse}}', body }] } as never)).toMatchObject([
    { unknown: ['trigger | upcse', "trigger.rows | map: 'name | upcse'"] },
  ]);
});

it('says how long a run waits before a call', () => {
  const nodes = listNodes({
    apiCalls: [
      { wait: { kind: '', amount: '2', unit: 'hours' } },
      { wait: { kind: 'duration', amount: '2', unit: 'hours' } },
    ],
  } as never);
  expect(nodes).toMatchObject([{ wait: '' }, { wait: '2 hours' }]);
});

it('lists nothing for a form without calls', () => {
  expect(listNodes({ apiCalls: '' } as never)).toEqual([]);
});

it('says where a rule may lead, and what a loop covers', () => {
  const goTo = { statusCodeActions: [{ statusCodes: '2xx', action: 'go_to:c' }] };
  const [first, second, third] = form.apiCalls;
  const loop = { id: 'l', throughCallId: 'b', items: '{{orders}}', itemName: 'item' };
  const nodes = listNodes({
    ...form,
    apiCalls: [{ ...first, loop: [loop], handling: [goTo] }, second, { ...third, url: '{{item}}' }],
  } as never);
  expect(nodes[0]).toMatchObject({
    kind: 'loop',
    index: 0,
    last: 1,
    text: 'For each {{item}} of {{orders}}, through API Call 2',
    unknown: ['orders'],
  });
  expect(nodes[1]).toMatchObject({ label: 'Read', jumps: [3], isInLoop: true });
  expect(nodes.map((node) => node.kind !== 'loop' && node.isInLoop)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(nodes[4]).toMatchObject({ label: 'Ship', unknown: ['item'] });
});
