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
    expect.stringMatching(/^If status equals paid, go on with Ship/),
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

it('lists nothing for a form without calls', () => {
  expect(listNodes({ apiCalls: '' } as never)).toEqual([]);
});
