// What stands for fields whose script is not there yet: a save that is sent before must not lose them.
import { FormProvider, useForm } from '@conform-to/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { KeptRepeat } from '~/routes/integration.$integrationId._index/chain/call/lazy-repeat-fields';
import { KeptLoops } from '~/routes/integration.$integrationId._index/chain/loops/lazy-loop-part';
import { KeptHandling } from '~/routes/integration.$integrationId._index/chain/steps/lazy-handling-fields';
import { Definition } from '~/engine/integration';
import type { EditorForm } from '~/routes/integration.$integrationId._index/form/editor-form';
import { toFormValues } from '~/routes/integration.$integrationId._index/form/to-form-values';
import { makeChain, makeHandling } from '../../../engine/run/run-steps';

const chain = makeChain(
  [
    {
      repeat: {
        kind: 'pages',
        next: { by: 'cursor', path: '.next', param: 'cursor' },
        items: '.data',
        saveAs: 'orders',
      },
    },
  ],
  {
    handlings: [
      makeHandling('c1', [
        { statusCodes: ['2xx'], when: [{ field: 'response.body.ok', value: false }], action: 'retry' },
        { statusCodes: [409], action: 'webhook', webhookURL: 'https://example.com/' },
      ]),
    ],
  },
);
const definition = Definition.parse({
  ...chain,
  loopSteps: [
    {
      id: 'l1',
      order: 0.5,
      throughCallId: 'c1',
      items: 'trigger.orders',
      itemName: 'order',
      collect: [{ from: 'order.id', saveAs: 'ids' }],
    },
  ],
});
const values = toFormValues({ version: 1, ...definition, triggerConfig: { type: 'manual' } });

type Fields = ReturnType<typeof useForm<EditorForm>>[1];

function draw(pick: (fields: Fields) => ReactNode): Map<string, string> {
  function Form() {
    const [form, fields] = useForm<EditorForm>({ id: 'editor', defaultValue: values });
    return <FormProvider context={form.context}>{pick(fields)}</FormProvider>;
  }
  const html = renderToStaticMarkup(<Form />).replaceAll('&#x27;', "'");
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g);
  return new Map(
    [...inputs].map(([, name = '', value = '']) => [name.replace(/^apiCalls\[0\]\./, ''), value]),
  );
}

function firstCall(fields: Fields) {
  const [call] = fields.apiCalls.getFieldList();
  if (!call) throw new Error('no call');
  return call.getFieldset();
}

it('keeps how a call is repeated, field by field', () => {
  const kept = draw((fields) => <KeptRepeat repeat={firstCall(fields).repeat} />);
  const repeat = Object.entries(values.apiCalls[0]?.repeat ?? {});
  expect(repeat.length).toBeGreaterThan(10);
  expect(kept).toEqual(new Map(repeat.map(([name, value]) => [`repeat.${name}`, value])));
});

it('keeps the rules of a response handling, field by field', () => {
  const kept = draw((fields) => {
    const [step] = firstCall(fields).handling.getFieldList();
    return step && <KeptHandling step={step} gap={1} />;
  });
  const rule = 'handling[0].statusCodeActions';
  expect(Object.fromEntries(kept)).toMatchObject({
    'handling[0].defaultAction': 'continue',
    'handling[0].defaultNotificationEmail': '',
    [`${rule}[0].statusCodes`]: '2xx',
    [`${rule}[0].when`]: 'response.body.ok equals false',
    [`${rule}[0].action`]: 'retry',
    [`${rule}[0].retryConfig.maxRetries`]: '3',
    [`${rule}[0].retryConfig.retryDelay`]: '1000',
    [`${rule}[0].retryConfig.backoffStrategy`]: 'linear',
    [`${rule}[1].action`]: 'webhook',
    [`${rule}[1].webhookURL`]: 'https://example.com/',
    [`${rule}[1].notificationEmail`]: '',
  });
});

it('keeps a loop, field by field, with what it collects', () => {
  const kept = draw((fields) => <KeptLoops list={firstCall(fields).loop} />);
  const { collect, ...own } = values.apiCalls[0]?.loop[0] ?? {};
  expect(collect).toEqual([{ from: '{{order.id}}', saveAs: 'ids' }]);
  expect(kept).toEqual(
    new Map([
      ...Object.entries(own).map(([name, value]): [string, string] => [`loop[0].${name}`, String(value)]),
      ['loop[0].collect[0].from', '{{order.id}}'],
      ['loop[0].collect[0].saveAs', 'ids'],
    ]),
  );
});
