// What stands for fields whose script is not there yet: a save that is sent before must not lose them.
import { FormProvider, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Definition } from '~/engine/integration';
import { EditorForm } from '~/routes/integration.$integrationId._index/form/editor-form';
import { KeptFields } from '~/routes/integration.$integrationId._index/form/fields/lazy-fields';
import { toFormValues } from '~/routes/integration.$integrationId._index/form/values/to-form-values';
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

/** The first call as a save reads it of what stands for these of its fields. */
function saveKept(...names: ('repeat' | 'handling' | 'loop')[]): EditorForm['apiCalls'][number] | undefined {
  function Form() {
    const [form, { apiCalls }] = useForm<EditorForm>({ id: 'editor', defaultValue: values });
    const [call] = apiCalls.getFieldList();
    const fields = call?.getFieldset();
    return (
      <FormProvider context={form.context}>
        {fields && <KeptFields fields={names.map((name) => fields[name])} />}
      </FormProvider>
    );
  }
  const html = renderToStaticMarkup(<Form />).replaceAll('&#x27;', "'");
  const sent = new FormData();
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g);
  for (const [, name = '', value = ''] of inputs) sent.append(name, value);
  const submission = parseWithZod(sent, { schema: EditorForm });
  if (submission.status !== 'success') throw new Error('The form could not be read.');
  return submission.value.apiCalls[0];
}

it.each(['repeat', 'handling', 'loop'] as const)('keeps what is stored of %s, field by field', (name) => {
  const stored = values.apiCalls[0]?.[name];
  expect(JSON.stringify(stored).length).toBeGreaterThan(100);
  expect(saveKept(name)?.[name]).toEqual(stored);
});
